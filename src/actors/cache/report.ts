import type { QueryClient } from '@tanstack/query-core';
import { breakdownOf } from '#domain/cache-size.ts';
import { ASCII_ITEM_BYTES, CACHE_REPORT_MS, NAME_ITEM_BYTES } from '#domain/limits.ts';
import { pressureOf } from '#domain/memory.ts';
import type { CacheReport, StorageState, Upkeep } from '#domain/upkeep.ts';
import { cachedQueries } from '#store/cached-queries.ts';
import type { DisplayNames } from '#store/display-names.ts';
import type { BrowserMemory } from './browser-memory.ts';
import { readMemory } from './memory.ts';

export type ReportDeps = {
  readonly queryClient: QueryClient;
  readonly names: Pick<DisplayNames, 'entries'>;
  /** pictures drawn as ASCII art */
  readonly ascii: () => number;
  readonly browserMemory: () => Promise<BrowserMemory | undefined>;
  /** ms since the epoch */
  readonly lastCleanup: () => number | undefined;
  readonly storage: () => Promise<StorageState>;
  readonly wallets: () => Promise<number>;
};

const UNKNOWN: StorageState = { persisted: undefined, usage: undefined, quota: undefined };

/** What the browser tells of our storage; nothing where it cannot. */
export const readStorageState = async (storage: StorageManager | undefined): Promise<StorageState> => {
  try {
    const persisted = await storage?.persisted();
    const estimate = await storage?.estimate();
    return { persisted, usage: estimate?.usage, quota: estimate?.quota };
  } catch {
    return UNKNOWN;
  }
};

const sizesOf = ({ queryClient, names, ascii }: ReportDeps): Pick<CacheReport, 'breakdown' | 'names' | 'ascii'> => {
  const items = names.entries().length;
  return {
    ascii: { items: ascii(), bytes: ascii() * ASCII_ITEM_BYTES },
    breakdown: breakdownOf(cachedQueries(queryClient), queryClient.getMutationCache().findAll().length),
    names: { items, bytes: items * NAME_ITEM_BYTES },
  };
};

const readReport = async (deps: ReportDeps): Promise<CacheReport> => {
  const [reading, storage, wallets] = await Promise.all([
    readMemory(deps),
    deps.storage(),
    deps.wallets().catch(() => 0),
  ]);
  const memory = { ...reading, lastCleanup: deps.lastCleanup(), pressureLevel: pressureOf(reading) };
  return { ...sizesOf(deps), memory, storage, wallets };
};

const first = (deps: ReportDeps): CacheReport => {
  const sizes = sizesOf(deps);
  const { totalSizeBytes, totalQueries } = sizes.breakdown;
  const reading = {
    used: totalSizeBytes,
    available: undefined,
    total: undefined,
    cacheSize: totalSizeBytes,
    queryCount: totalQueries,
  };
  const memory = { ...reading, lastCleanup: deps.lastCleanup(), pressureLevel: pressureOf(reading) };
  return { ...sizes, memory, storage: UNKNOWN, wallets: 0 };
};

/** What the caches hold, looked at anew while somebody listens. */
export const createCacheReport = (deps: ReportDeps): Upkeep['report'] => {
  const listeners = new Set<() => void>();
  let report: CacheReport | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  const look = async () => {
    report = await readReport(deps);
    for (const listener of listeners) listener();
  };
  return {
    get: () => (report ??= first(deps)),
    subscribe(listener) {
      listeners.add(listener);
      if (timer === undefined) {
        timer = setInterval(() => void look(), CACHE_REPORT_MS);
        void look();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
};
