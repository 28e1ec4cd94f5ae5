import { toPromise, type ActorRefFrom, type AnyActorRef } from 'xstate';
import type { pageLoadMachine } from '#machines/feed/page-load.machine.ts';
import type { roundMachine } from '#machines/feed/round.machine.ts';

/** Who waits for a load. `parent`: under whom its charts stand in the tree of actors. */
export type Waiting = { readonly signal: AbortSignal; readonly parent?: AnyActorRef };

/** Whether a relay answered. When aborted, the load is stopped, and the promise rejects. */
export const outputOf = async (
  load: ActorRefFrom<typeof pageLoadMachine | typeof roundMachine>,
  signal: AbortSignal,
): Promise<boolean> => {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => {
    // before it ends by being stopped
    reject(signal.reason);
    load.send({ type: 'load.stop' });
  };
  signal.addEventListener('abort', abort, { once: true });
  try {
    const { hasAnswers, failure } = await Promise.race([aborted, toPromise(load)]);
    if (failure !== undefined) throw failure;
    return hasAnswers;
  } finally {
    signal.removeEventListener('abort', abort);
  }
};
