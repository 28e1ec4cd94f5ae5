import type { QueryClient } from '@tanstack/query-core';
import { cacheGroupOf, type PersistedCache } from '#domain/cache/cache-groups.ts';
import { PERSIST_MAX_QUERIES } from '#domain/cache/cache-limits.ts';
import { toSeconds } from '#domain/units.ts';
import type { EventRegistry } from '#store/events/event-registry.ts';
import { readSavedData, type ReadContext } from './saved-data.ts';

/** One query of the saved cache. */
export type SavedQuery = {
  readonly queryKey: readonly unknown[];
  readonly state: { readonly data: unknown; readonly dataUpdatedAt: number };
};

/** Whether data under this key is saved: every group except 'other' (CACHE-08). */
export const isSavedKey = (queryKey: readonly unknown[]): boolean => cacheGroupOf(queryKey) !== 'other';

const MAX_QUERIES = Object.values(PERSIST_MAX_QUERIES).reduce((sum, most) => sum + most, 0);

const isSavedQuery = (saved: unknown): saved is SavedQuery => {
  const { queryKey, state } = (saved ?? {}) as { queryKey?: unknown; state?: { dataUpdatedAt?: unknown } | null };
  // the parts of a profile have a name of their own behind the key of the person
  const parts = Array.isArray(queryKey) && queryKey[0] === 'profile/notes' ? [2, 3] : [2];
  return Array.isArray(queryKey) && parts.includes(queryKey.length) && Number.isFinite(state?.dataUpdatedAt);
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
  const intern: ReadContext['intern'] = (event, receivedAt) => {
    registry.add(event, undefined, Math.min(receivedAt, now));
    return registry.get(event.id) ?? event;
  };
  const context: ReadContext = { now: toSeconds(now), intern };
  for (const saved of record.clientState.queries.slice(0, MAX_QUERIES)) {
    if (isSavedQuery(saved)) restoreQuery(target, saved, context);
    yield;
  }
}
