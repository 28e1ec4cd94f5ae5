import type { QueryClient } from '@tanstack/query-core';
import { feedKey, type FeedFilter, type Timeline } from '#domain/cache/query-keys.ts';
import { EARLY_NOTES_SOON_MS } from '#domain/feed/feed-limits.ts';

/** Ends once the feed has notes, or does not have them soon. */
export const firstNotes = (queryClient: QueryClient, filter: FeedFilter): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      leave();
      resolve();
    };
    const timer = setTimeout(end, EARLY_NOTES_SOON_MS);
    const leave = queryClient.getQueryCache().subscribe(() => {
      if (queryClient.getQueryData<Timeline>(feedKey(filter))?.items.length) end();
    });
  });
