import { fromPromise, waitFor, type ActorRefFrom } from 'xstate';
import type { queryCacheMachine } from '#machines/cache/query-cache.machine.ts';

/** Waits until what was saved of the last visit is in the query cache; not at all where there was no visit. */
export const defineAwaitRestore = (cache: () => ActorRefFrom<typeof queryCacheMachine>, visitedBefore: boolean) =>
  fromPromise<void>(async ({ signal }) => {
    if (visitedBefore) await waitFor(cache(), (snapshot) => !snapshot.hasTag('restoring'), { signal });
  });
