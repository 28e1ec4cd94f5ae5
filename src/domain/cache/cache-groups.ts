import { PERSISTED_CACHE_AHEAD_MS, PERSISTED_CACHE_MAX_AGE_MS } from './cache-limits.ts';

/** Groups of cached queries. */
export type CacheGroup = 'feed' | 'metadata' | 'contacts' | 'thread' | 'zap-totals' | 'other';

/** All of them, in the order of the specification. */
export const CACHE_GROUPS: readonly CacheGroup[] = ['feed', 'metadata', 'contacts', 'thread', 'zap-totals', 'other'];

const GROUPS: ReadonlyMap<unknown, CacheGroup> = new Map([
  ['feed', 'feed'],
  ['note', 'feed'],
  ['profile/notes', 'feed'],
  ['metadata', 'metadata'],
  ['profile/metadata', 'metadata'],
  ['profile/contacts-metadata', 'metadata'],
  ['contacts', 'contacts'],
  ['profile/contacts', 'contacts'],
  ['thread', 'thread'],
  ['zap-totals', 'zap-totals'],
]);

/** The group of a query, named by the first element of its key (CACHE-03). */
export const cacheGroupOf = (queryKey: readonly unknown[]): CacheGroup => GROUPS.get(queryKey[0]) ?? 'other';

/** The saved query cache (CACHE-07). */
export type PersistedCache = {
  readonly buster: string;
  /** ms since the epoch when it was saved */
  readonly timestamp: number;
  readonly clientState: { readonly queries: readonly unknown[]; readonly mutations: readonly unknown[] };
};

/** What to do with what was saved. `empty`: there is nothing to restore and nothing to remove. */
export type RestoreVerdict =
  | { readonly restore: true; readonly record: PersistedCache }
  | { readonly restore: false; readonly reason: 'empty' | 'no timestamp' | 'too old' | 'other buster' | 'malformed' };

const hasClientState = (record: object): record is Pick<PersistedCache, 'clientState'> => {
  const state = (record as { clientState?: { queries?: unknown; mutations?: unknown } | null }).clientState;
  return typeof state === 'object' && Array.isArray(state?.queries) && Array.isArray(state.mutations);
};

const refuse = (reason: Exclude<RestoreVerdict, { restore: true }>['reason']): RestoreVerdict => ({
  restore: false,
  reason,
});

/**
 * Whether a saved query cache may be loaded: it has a timestamp that has come, is at most 24 hours old and has this buster
 * (CACHE-09 to CACHE-12). Any other reason than `empty` means: remove it.
 */
export const restoreVerdict = (saved: unknown, nowMs: number, buster: string): RestoreVerdict => {
  if (saved === undefined || saved === null) return refuse('empty');
  // of what is no record at all no time can be read
  const found = saved as { readonly timestamp?: unknown; readonly buster?: unknown };
  const { timestamp } = found;
  const isTime = typeof timestamp === 'number' && timestamp > 0 && timestamp <= nowMs + PERSISTED_CACHE_AHEAD_MS;
  if (!isTime) return refuse('no timestamp');
  if (nowMs - timestamp > PERSISTED_CACHE_MAX_AGE_MS) return refuse('too old');
  if (found.buster !== buster) return refuse('other buster');
  if (!hasClientState(found)) return refuse('malformed');
  return { restore: true, record: { buster, timestamp, clientState: found.clientState } };
};
