import { fromPromise, waitFor, type ActorRefFrom } from 'xstate';
import type { queryCacheMachine } from '#machines/cache/query-cache.machine.ts';

/** Waits until what was saved of the last visit is in the query cache. */
export const defineAwaitRestore = (cache: () => ActorRefFrom<typeof queryCacheMachine>) =>
  fromPromise<void>(async ({ signal }) => {
    await waitFor(cache(), (snapshot) => !snapshot.hasTag('restoring'), { signal });
  });
