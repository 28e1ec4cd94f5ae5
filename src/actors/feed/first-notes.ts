import type { QueryClient } from '@tanstack/query-core';
import { feedKey, type FeedFilter, type Timeline } from '#domain/cache/query-keys.ts';

/** so long notes may take that relays were asked for before the code was there; the splash stands meanwhile */
const SOON_MS = 100;

/** Ends once the feed has notes, or does not have them soon. */
export const firstNotes = (queryClient: QueryClient, filter: FeedFilter): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      leave();
      resolve();
    };
    const timer = setTimeout(end, SOON_MS);
    const leave = queryClient.getQueryCache().subscribe(() => {
      if (queryClient.getQueryData<Timeline>(feedKey(filter))?.items.length) end();
    });
  });
