import { createActor, fromCallback, type AnyActorRef } from 'xstate';
import { firstPaintMachine, type FrameFact } from '#machines/feed/first-paint.machine.ts';
import { requestFrame } from '#store/events/frames.ts';

type Options = {
  /** how many relays are asked */
  readonly relays: number;
  /** rows that could be shown */
  readonly count: () => number;
  readonly paint: () => void;
  /** under whom it stands in the tree of actors */
  readonly parent: AnyActorRef | undefined;
};

const machine = firstPaintMachine.provide({
  actors: {
    'next frame': fromCallback(({ sendBack }) =>
      requestFrame(() => sendBack({ type: 'frame.came' } satisfies FrameFact)),
    ),
  },
});

/** Says when to show a first page that is still on its way (`firstPaintMachine`). */
export const startFirstPaint = ({ relays, count, paint, parent }: Options) => {
  const actor = createActor(machine, { id: 'first paint', ...(parent && { parent }), input: { relays } });
  actor.on('paint', paint);
  actor.start();
  const tell = (type: 'row.came' | 'relay.answered' | 'page.begun') => {
    // in a flood most of it comes while a frame is awaited anyway
    if (!actor.getSnapshot().matches('drawing')) actor.send({ type, rows: count() });
  };
  return {
    /** another row could be shown */
    added: () => tell('row.came'),
    /** a relay has sent all it was asked for */
    answered: () => tell('relay.answered'),
    /** what was read before is shown at once */
    begin: () => tell('page.begun'),
    stop: () => actor.send({ type: 'page.over' }),
  };
};
