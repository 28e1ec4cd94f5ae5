import { notifyManager, QueryClient } from '@tanstack/query-core';
import { QUERY_STALE_MS, QUERY_GC_MS, QUERY_RETRIES, FEED_GC_MS } from '#domain/cache/cache-limits.ts';

export const QUERY_REFETCH_ON_FOCUS = false;

type Scheduler = { postTask?: (task: () => void, options: { priority: 'user-blocking' }) => Promise<void> };

/** What has changed is drawn before more frames of relays are read; a timer, as is usual, would wait behind them. */
const drawFirst = () => {
  const { scheduler } = globalThis as { scheduler?: Scheduler };
  if (scheduler?.postTask)
    notifyManager.setScheduler((task) => void scheduler.postTask!(task, { priority: 'user-blocking' }));
};

/** Nothing is said in development of queries that views only read; one that nobody loads fails as it does in the built app. */
const nobodyLoads = () => Promise.reject(new Error('Nobody says how this is loaded'));

/**
 * The one query cache (CACHE-04, CACHE-05): stale after 5 min, collected after 10 min, one retry, no refetch on focus.
 * Relays and not `navigator.onLine` decide whether a query can run. Data is kept as it is given: events are already one
 * frozen instance each, and comparing long timelines in depth on every live note would block the page.
 */
export const createQueryClient = (): QueryClient => {
  drawFirst();
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: QUERY_STALE_MS,
        gcTime: QUERY_GC_MS,
        retry: QUERY_RETRIES,
        refetchOnWindowFocus: QUERY_REFETCH_ON_FOCUS,
        networkMode: 'always',
        structuralSharing: false,
        ...(import.meta.env.DEV && { queryFn: nobodyLoads }),
      },
      mutations: { networkMode: 'always' },
    },
  });
  client.setQueryDefaults(['feed'], { gcTime: FEED_GC_MS });
  return client;
};
