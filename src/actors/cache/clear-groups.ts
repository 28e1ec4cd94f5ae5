import type { Query, QueryClient } from '@tanstack/query-core';
import { cacheGroupOf, restoreVerdict, type CacheGroup } from '#domain/cache/cache-groups.ts';
import { isEveryGroup } from '#domain/cache/every-group.ts';
import { Failure } from '#domain/problem.ts';
import { DISPLAY_NAMES_KEY } from '#domain/profile/profile-limits.ts';
import { PERSISTED_CACHE_KEY } from '#domain/cache/cache-limits.ts';
import { clearedBuster, type CacheBuster } from '#store/cache/cache-buster.ts';
import { isFetched } from '#store/cache/cached-queries.ts';
import type { EventRegistry } from '#store/events/event-registry.ts';
import type { KeyValueStore } from '#store/storage/key-value-store.ts';
import { buildRecord } from '#store/cache/worth-saving.ts';
import { takeRecord } from './persistence.ts';

type Deps = {
  readonly store: KeyValueStore;
  readonly queryClient: QueryClient;
  readonly registry: EventRegistry;
  readonly buster: CacheBuster;
  /** ms since the epoch */
  readonly now: () => number;
};

type Data = { readonly queryKey: readonly unknown[]; readonly data: unknown; readonly updatedAt: number };

const dataOf = ({ queryKey, state }: Query): Data => ({
  queryKey,
  data: state.data,
  updatedAt: state.dataUpdatedAt,
});

/** One that a view shows stays, without data, so that the view sees what comes next. */
const forget = (client: QueryClient, query: Query) => {
  if (query.getObserversCount() > 0) query.reset();
  else client.getQueryCache().remove(query);
};

const putBack = (client: QueryClient, all: readonly Data[]) => {
  for (const { queryKey, data, updatedAt } of all)
    if (data !== undefined) client.setQueryData(queryKey, data, { updatedAt });
};

/** Forgets the matching queries of this page; what a view shows is asked for again by who shows it. */
export const forgetGroups = (client: QueryClient, groups: ReadonlySet<string>): readonly Data[] => {
  const queries = client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => groups.has(cacheGroupOf(queryKey)) && isFetched(queryKey) });
  const former = queries.map(dataOf);
  for (const query of queries) forget(client, query);
  return former;
};

const save = async ({ store, queryClient, buster, now }: Deps, groups: readonly CacheGroup[]) => {
  const changed = clearedBuster(now(), groups);
  await store.set(PERSISTED_CACHE_KEY, buildRecord(queryClient, now(), changed));
  try {
    buster.set(changed);
  } catch {
    // where the local storage is blocked the next start knows only the buster of the build
    await store.set(PERSISTED_CACHE_KEY, buildRecord(queryClient, now(), buster.get()));
  }
};

/** Takes from the saved copy what is not here. */
const reload = async ({ store, queryClient: client, registry, buster, now }: Deps) => {
  const verdict = restoreVerdict(await store.get(PERSISTED_CACHE_KEY), now(), buster.get());
  if (!verdict.restore) throw new Error('The saved copy could not be read back');
  await takeRecord({ client, registry, now: now() }, verdict.record);
};

/** What was saved before is worthless from now on, and other tabs hear of it. */
const renewBuster = ({ buster, now }: Deps, groups: readonly CacheGroup[]) => {
  try {
    buster.set(clearedBuster(now(), groups));
  } catch {
    // without a word to other tabs
  }
};

/** Removes what is saved: that needs no room. Rejects with 'copy-kept'; what stays is worthless by its buster. */
const removeSaved = async (deps: Deps, groups: readonly CacheGroup[]) => {
  renewBuster(deps, groups);
  try {
    await Promise.all([PERSISTED_CACHE_KEY, DISPLAY_NAMES_KEY].map((key) => deps.store.remove(key)));
  } catch (cause) {
    throw new Failure({ code: 'copy-kept' }, { cause });
  }
};

/** Where there is no room the copy goes; what is loaded next has the rest saved again. */
const dropCopy = async (deps: Deps, groups: readonly CacheGroup[]) => {
  await deps.store.remove(PERSISTED_CACHE_KEY);
  renewBuster(deps, groups);
};

/**
 * Clears groups of the query cache (CACHE-17): deletes the matching queries, saves the rest under a new
 * time-stamped buster, and reloads from the saved copy. With the metadata the saved display names go; those here are forgotten
 * by who asked for it. When it can be neither saved nor removed, all is as before here, and the names are still saved. Where all groups
 * go (CACHE-22) nothing is saved or put back.
 */
export const clearGroups = async (deps: Deps, groups: readonly CacheGroup[]): Promise<void> => {
  const { queryClient } = deps;
  const former = forgetGroups(queryClient, new Set(groups));
  if (isEveryGroup(groups)) return removeSaved(deps, groups);
  try {
    await save(deps, groups).then(
      () => reload(deps),
      () => dropCopy(deps, groups),
    );
    // last, for nothing brings them back
    if (groups.includes('metadata')) await deps.store.remove(DISPLAY_NAMES_KEY);
  } catch (error) {
    putBack(queryClient, former);
    throw error;
  }
};
