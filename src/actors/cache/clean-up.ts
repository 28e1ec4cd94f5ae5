import { hashKey, type QueryClient } from '@tanstack/query-core';
import { fromPromise, type ActorRefFrom } from 'xstate';
import { REGISTRY_KEEPS_MS } from '#domain/cache/cache-limits.ts';
import { ASCII_ITEM_BYTES, breakdownOf } from '#domain/cache/cache-size.ts';
import {
  pressureOf,
  queriesToRemove,
  smartLevel,
  type CleanupLevel,
  type MemoryReading,
} from '#domain/cache/cleanup-levels.ts';
import { feedKey } from '#domain/cache/query-keys.ts';
import type { CleanedUp, Measured } from '#machines/cache/memory.machine.ts';
import type { feedMachine } from '#machines/feed/feed.machine.ts';
import { cachedQueries } from '#store/cache/cached-queries.ts';
import { sweepRegistry, type Holders } from '#store/events/registry-sweep.ts';
import type { BrowserMemory } from './browser-memory.ts';

export type MemoryDeps = Holders & {
  readonly queryClient: QueryClient;
  readonly feed: () => Pick<ActorRefFrom<typeof feedMachine>, 'getSnapshot'> | undefined;
  readonly browserMemory: () => Promise<BrowserMemory | undefined>;
  /** pictures drawn as ASCII art */
  readonly ascii: () => number;
  readonly ios: boolean;
  /** ms since the epoch */
  readonly now: () => number;
};

/** The feed keeps its notes while another screen is open: the way back leads to the same place. */
const pinned = (feed: MemoryDeps['feed']): ReadonlySet<string> => {
  const filter = feed()?.getSnapshot().context.filter;
  return new Set(filter ? [hashKey(feedKey(filter))] : []);
};

type CacheSize = Pick<ReturnType<typeof breakdownOf>, 'totalQueries' | 'totalSizeBytes'>;

/** What the memory is like, with so many ASCII pictures; where the browser tells nothing the cache is all that is known. */
export const readingOf = (
  { totalQueries, totalSizeBytes }: CacheSize,
  ascii: number,
  told: BrowserMemory | undefined,
): MemoryReading => {
  const total = told?.total;
  const cacheSize = totalSizeBytes + ascii * ASCII_ITEM_BYTES;
  const used = told?.used ?? cacheSize;
  const available = total === undefined ? undefined : Math.max(0, total - used);
  return { used, available, total, cacheSize, queryCount: totalQueries };
};

type Memory = Pick<MemoryDeps, 'queryClient' | 'browserMemory' | 'ascii'>;

const readMemory = async ({ queryClient, browserMemory, ascii }: Memory): Promise<MemoryReading> =>
  readingOf(breakdownOf(cachedQueries(queryClient), 0), ascii(), await browserMemory());

/** Measures the memory (CACHE-38). */
export const defineMeasure = (deps: Memory) =>
  fromPromise<Measured>(async () => {
    const reading = await readMemory(deps);
    return { used: reading.used, pressure: pressureOf(reading) };
  });

const cleanUp = async (deps: MemoryDeps, level: CleanupLevel): Promise<CleanedUp> => {
  const { queryClient, feed, now, ios } = deps;
  const reading = level === 'smart' ? await readMemory(deps) : undefined;
  const chosen = level === 'smart' ? smartLevel(pressureOf(reading!), reading!.cacheSize) : level;
  const cache = queryClient.getQueryCache();
  const gone = queriesToRemove(chosen, cachedQueries(queryClient, pinned(feed)), now(), ios);
  for (const hash of gone) {
    const query = cache.get(hash);
    if (query) cache.remove(query);
  }
  sweepRegistry(deps, now(), REGISTRY_KEEPS_MS);
  return { at: now(), removed: gone.length };
};

/** Makes the query cache smaller, and the event registry with it. */
export const defineCleanUp = (deps: MemoryDeps) =>
  fromPromise<CleanedUp, { level: CleanupLevel }>(({ input }) => cleanUp(deps, input.level));

type RoomDeps = MemoryDeps & {
  /** removes the saved copy of the query cache */
  readonly removeSaved: () => Promise<void>;
  /** saves it again */
  readonly retry: () => void;
};

/** When the browser has no room: the saved copy goes, the cache is cut down, and what is left is saved again. */
export const defineMakeRoom = (deps: RoomDeps) =>
  fromPromise<CleanedUp>(async () => {
    const done = await cleanUp(deps, 'emergency');
    await deps.removeSaved();
    deps.retry();
    return done;
  });
