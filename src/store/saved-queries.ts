import type { Query, QueryClient } from '@tanstack/query-core';
import { groupOf, type PersistedCache } from '#domain/cache-groups.ts';
import { PERSIST_MAX_ENTRIES, PERSIST_MAX_QUERIES, PERSIST_MAX_TIMELINE_ITEMS } from '#domain/limits.ts';
import type { Timeline } from '#domain/query-keys.ts';
import type { EventRegistry } from './event-registry.ts';
import { readSavedData, type ReadContext } from './saved-data.ts';

/** One query of the saved cache. */
type SavedQuery = {
  readonly queryKey: readonly unknown[];
  readonly state: { readonly data: unknown; readonly dataUpdatedAt: number };
};

/** Whether data under this key is saved: every group of doc A section 3 except 'other'. */
export const isSavedKey = (queryKey: readonly unknown[]): boolean => groupOf(queryKey) !== 'other';

const isTimeline = (data: object): data is Timeline => 'items' in data && Array.isArray(data.items);

/** A long timeline is cut to its newest part; older notes then load from the relays again. */
const trimmed = (data: object): object =>
  isTimeline(data) && data.items.length > PERSIST_MAX_TIMELINE_ITEMS
    ? { items: data.items.slice(0, PERSIST_MAX_TIMELINE_ITEMS), hasMore: true }
    : data;

/** Notes or people in the data: what makes it large. */
const entriesIn = (data: object): number => {
  if (Array.isArray(data)) return data.length;
  const { items, notes } = data as { items?: unknown; notes?: unknown };
  return [items, notes].find(Array.isArray)?.length ?? 1;
};

/** Feeds first, then the latest. */
const byWorth = (a: Query, b: Query) =>
  Number(b.queryKey[0] === 'feed') - Number(a.queryKey[0] === 'feed') || b.state.dataUpdatedAt - a.state.dataUpdatedAt;

/**
 * What is worth saving now: successful queries, each group within its number and all together within a size. Apart from
 * timelines a list is saved whole or not at all: half a contact list would be a wrong one.
 */
const savedQueriesOf = (client: QueryClient): readonly SavedQuery[] => {
  const candidates = client.getQueryCache().findAll({
    predicate: ({ queryKey, state }) => state.status === 'success' && Boolean(state.data) && isSavedKey(queryKey),
  });
  const saved: SavedQuery[] = [];
  const places = { ...PERSIST_MAX_QUERIES };
  let room = PERSIST_MAX_ENTRIES;
  for (const { queryKey, state } of candidates.sort(byWorth)) {
    const data = trimmed(state.data as object);
    const size = entriesIn(data);
    const group = groupOf(queryKey);
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

const MAX_QUERIES = Object.values(PERSIST_MAX_QUERIES).reduce((sum, most) => sum + most, 0);

const isSavedQuery = (saved: unknown): saved is SavedQuery => {
  const { queryKey, state } = (saved ?? {}) as { queryKey?: unknown; state?: { dataUpdatedAt?: unknown } | null };
  return Array.isArray(queryKey) && queryKey.length === 2 && Number.isFinite(state?.dataUpdatedAt);
};

/** What the restore writes to; `now` in ms. */
export type RestoreTarget = {
  readonly client: QueryClient;
  readonly registry: EventRegistry;
  readonly now: number;
};

const restoreQuery = ({ client, now }: RestoreTarget, { queryKey, state }: SavedQuery, context: ReadContext) => {
  const data = readSavedData(queryKey, state.data, context);
  const known = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
  // data from the future would stay fresh for ever
  const updatedAt = Math.min(state.dataUpdatedAt, now);
  if (data !== undefined && updatedAt > known) client.setQueryData(queryKey, data, { updatedAt });
};

/**
 * Puts a saved record back, one query a step, so that the caller can pause between; newer data that is already there
 * stays. A query with data of the wrong shape is passed over. The events go into the registry, so that each exists once.
 */
export function* restoreSteps(target: RestoreTarget, record: PersistedCache): Generator<void, void> {
  const { registry, now } = target;
  const intern: ReadContext['intern'] = (event) => {
    registry.add(event);
    return registry.get(event.id) ?? event;
  };
  const context: ReadContext = { now: Math.floor(now / 1000), intern };
  for (const saved of record.clientState.queries.slice(0, MAX_QUERIES)) {
    if (isSavedQuery(saved)) restoreQuery(target, saved, context);
    yield;
  }
}
