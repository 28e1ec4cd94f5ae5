import { QueryClient } from '@tanstack/query-core';
import { FEED_GC_MS, QUERY_GC_MS, QUERY_REFETCH_ON_FOCUS, QUERY_RETRIES, QUERY_STALE_MS } from '#domain/limits.ts';

/**
 * The one query cache (doc A section 9): stale after 5 min, collected after 10 min, one retry, no refetch on focus.
 * Relays and not `navigator.onLine` decide whether a query can run. Data is kept as it is given: events are already one
 * frozen instance each, and comparing long timelines in depth on every live note would block the page.
 */
export const createQueryClient = (): QueryClient => {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: QUERY_STALE_MS,
        gcTime: QUERY_GC_MS,
        retry: QUERY_RETRIES,
        refetchOnWindowFocus: QUERY_REFETCH_ON_FOCUS,
        networkMode: 'always',
        structuralSharing: false,
      },
      mutations: { networkMode: 'always' },
    },
  });
  client.setQueryDefaults(['feed'], { gcTime: FEED_GC_MS });
  return client;
};
