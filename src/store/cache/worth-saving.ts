import type { Query, QueryClient } from '@tanstack/query-core';
import { cacheGroupOf, type PersistedCache } from '#domain/cache/cache-groups.ts';
import { itemsIn } from '#domain/cache/cache-size.ts';
import { PERSIST_MAX_QUERIES, PERSIST_MAX_ENTRIES, PERSIST_MAX_TIMELINE_ITEMS } from '#domain/cache/cache-limits.ts';
import type { Timeline } from '#domain/cache/query-keys.ts';
import { isSavedKey, type SavedQuery } from './restore-saved.ts';

const isTimeline = (data: object): data is Timeline => 'items' in data && Array.isArray(data.items);

/** A long timeline is cut to its newest part; older notes then load from the relays again. */
const trimmed = (data: object): object =>
  isTimeline(data) && data.items.length > PERSIST_MAX_TIMELINE_ITEMS
    ? { items: data.items.slice(0, PERSIST_MAX_TIMELINE_ITEMS), hasMore: true }
    : data;

/** Feeds first, then the latest. */
const byWorth = (a: Query, b: Query) =>
  Number(b.queryKey[0] === 'feed') - Number(a.queryKey[0] === 'feed') || b.state.dataUpdatedAt - a.state.dataUpdatedAt;

/**
 * What is worth saving now: what was read, each group within its number and all together within a size. Apart from
 * timelines a list is saved whole or not at all: half a contact list would be a wrong one.
 */
const savedQueriesOf = (client: QueryClient): readonly SavedQuery[] => {
  const candidates = client.getQueryCache().findAll({
    predicate: ({ queryKey, state: { data } }) => Boolean(data) && isSavedKey(queryKey),
  });
  const saved: SavedQuery[] = [];
  const places = { ...PERSIST_MAX_QUERIES };
  let room = PERSIST_MAX_ENTRIES;
  for (const { queryKey, state } of candidates.sort(byWorth)) {
    const data = trimmed(state.data as object);
    const size = itemsIn(data);
    const group = cacheGroupOf(queryKey);
    if (size > room || places[group] === 0) continue;
    room -= size;
    places[group] -= 1;
    saved.push({ queryKey, state: { data, dataUpdatedAt: state.dataUpdatedAt } });
  }
  return saved;
};

/** The record to save (CACHE-07); `now` in ms. */
export const buildRecord = (client: QueryClient, now: number, buster: string): PersistedCache => ({
  buster,
  timestamp: now,
  clientState: { queries: savedQueriesOf(client), mutations: [] },
});
