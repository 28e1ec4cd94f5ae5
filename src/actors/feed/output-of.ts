import { toPromise, type ActorRefFrom, type AnyActorRef } from 'xstate';
import type { pageLoadMachine } from '#machines/feed/page-load.machine.ts';
import type { roundMachine } from '#machines/feed/round.machine.ts';

/** Who waits for a load. `parent`: under whom its charts stand in the tree of actors. */
export type Waiting = { readonly signal: AbortSignal; readonly parent?: AnyActorRef };

/** What comes of a load; it is stopped, and the promise rejects, when aborted. */
export const outputOf = async (
  load: ActorRefFrom<typeof pageLoadMachine | typeof roundMachine>,
  signal: AbortSignal,
): Promise<{ readonly hasAnswers: boolean }> => {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([toPromise(load), aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
    if (load.getSnapshot().status === 'active') load.send({ type: 'load.stop' });
  }
};
