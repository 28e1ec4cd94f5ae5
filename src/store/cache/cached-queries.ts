import type { Query, QueryClient } from '@tanstack/query-core';
import { cacheGroupOf } from '#domain/cache/cache-groups.ts';
import { bytesIn, itemsIn } from '#domain/cache/cache-size.ts';
import type { CachedQuery } from '#domain/cache/cleanup-levels.ts';

/** How the connections stand and what was done, not what was fetched: nothing could load it again. */
const NOT_FETCHED: ReadonlySet<unknown> = new Set([
  'my-reaction',
  'my-repost',
  'people-list/versions',
  'relay-list/versions',
  'relay-list/result',
  'relay-auth',
  'relay-health',
]);

/** Whether relays or servers can be asked for it again. */
export const isFetched = (queryKey: readonly unknown[]): boolean => !NOT_FETCHED.has(queryKey[0]);

type Size = Pick<CachedQuery, 'items' | 'bytes'>;

/** data never changes in place, so each is measured once */
const sizes = new WeakMap<object, Size>();

const sizeOf = (query: Query): Size => {
  const data: unknown = query.state.data;
  if (typeof data !== 'object' || data === null) return { items: 0, bytes: 0 };
  const known = sizes.get(data);
  if (known) return known;
  const size = { items: itemsIn(data), bytes: bytesIn(cacheGroupOf(query.queryKey), data) };
  sizes.set(data, size);
  return size;
};

/** The queries as a cleanup sees them. `pinned`: hashes of queries that a chart still needs. */
export const cachedQueries = (
  client: QueryClient,
  pinned: ReadonlySet<string> = new Set<string>(),
): readonly CachedQuery[] =>
  client
    .getQueryCache()
    .getAll()
    .map((query) => ({
      key: query.queryHash,
      group: cacheGroupOf(query.queryKey),
      updatedAt: Math.max(query.state.dataUpdatedAt, query.state.errorUpdatedAt),
      needed:
        query.getObserversCount() > 0 ||
        query.state.fetchStatus === 'fetching' ||
        pinned.has(query.queryHash) ||
        !isFetched(query.queryKey),
      ...sizeOf(query),
    }));
