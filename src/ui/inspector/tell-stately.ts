import { createNameless } from '#domain/inspector/anonymous.ts';
import type { ChartState } from '#domain/inspector/chart.ts';
import type { ActorState, LogEntry } from '#domain/inspector/recording.ts';
import {
  actorMessage,
  entryMessages,
  STATELY,
  STATELY_CONNECTED,
  type StatelyMessage,
} from '#domain/inspector/stately.ts';
import { createWorld } from '#domain/inspector/world.ts';
import type { Inspector } from '#ports/inspector.ts';

type Told = {
  readonly inspector: Pick<Inspector, 'listen'>;
  /** Stately's */
  readonly page: Pick<Window, 'postMessage'>;
  /** where it answers */
  readonly here: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  readonly chartOf: (actor: Pick<ActorState, 'machine'>) => ChartState | undefined;
};

/**
 * Tells Stately's page what happens: what stands in the log of the inspector, so without secrets, and without names and
 * addresses. Whoever is in that window instead of it is told nothing. Gives back what ends it.
 */
export const tellStately = ({ inspector, page, here, chartOf }: Told): (() => void) => {
  const nameless = createNameless();
  const world = createWorld();
  let isThere = false;
  let rootId = '';
  const send = (messages: readonly StatelyMessage[]) => {
    if (isThere) for (const message of messages) page.postMessage(message, STATELY.origin);
  };
  const tell = (more: readonly LogEntry[]) => {
    for (const entry of more.map(nameless.entry)) {
      world.apply(entry);
      const after = world.get(entry.actor);
      send(entryMessages(entry, after, after && chartOf(after), rootId));
    }
  };
  const { actors, end } = inspector.listen(tell);
  rootId = actors[0]?.id ?? '';
  for (const actor of actors) world.add(nameless.actor(actor));
  const hear = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== page || origin !== STATELY.origin) return;
    if ((data as { type?: unknown } | null)?.type !== STATELY_CONNECTED) return;
    isThere = true;
    send([...world.actors.values()].map((actor) => actorMessage(actor, chartOf(actor), rootId)));
  };
  here.addEventListener('message', hear);
  return () => {
    end();
    here.removeEventListener('message', hear);
  };
};
