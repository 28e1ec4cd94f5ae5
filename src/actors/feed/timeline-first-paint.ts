import { createActor, fromCallback } from 'xstate';
import { firstPaintMachine, type FrameFact } from '#machines/feed/first-paint.machine.ts';
import { requestFrame } from '#store/events/frames.ts';
import type { Waiting } from './output-of.ts';

type Page = {
  /** how many relays are asked */
  readonly relays: number;
  /** rows that could be shown */
  readonly count: () => number;
  readonly paint: () => void;
};

const machine = firstPaintMachine.provide({
  actors: {
    'next frame': fromCallback(({ sendBack }) =>
      requestFrame(() => sendBack({ type: 'frame.came' } satisfies FrameFact)),
    ),
  },
});

/** Says when to show a first page that is still on its way (`firstPaintMachine`). */
export const startFirstPaint = ({ relays, count, paint }: Page, { signal, parent }: Waiting) => {
  const actor = createActor(machine, { id: 'first paint', ...(parent && { parent }), input: { relays } });
  actor.on('paint', paint);
  actor.start();
  const tell = (type: 'row.came' | 'relay.answered' | 'page.begun') => {
    // in a flood most of it comes while a frame is awaited anyway
    if (!actor.getSnapshot().matches('drawing')) actor.send({ type, rows: count() });
  };
  const stop = () => {
    signal.removeEventListener('abort', stop);
    if (actor.getSnapshot().status === 'active') actor.send({ type: 'page.over' });
  };
  signal.addEventListener('abort', stop);
  return {
    /** another row could be shown */
    added: () => tell('row.came'),
    /** a relay has sent all it was asked for */
    answered: () => tell('relay.answered'),
    /** what was read before is shown at once */
    begin: () => tell('page.begun'),
    stop,
  };
};
