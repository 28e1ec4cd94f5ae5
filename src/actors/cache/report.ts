import { CACHE_REPORT_MS } from '#domain/cache/cache-limits.ts';
import { createListeners } from '#domain/listeners.ts';
import type { QueryClient } from '@tanstack/query-core';
import { ASCII_ITEM_BYTES, breakdownOf } from '#domain/cache/cache-size.ts';
import { pressureOf } from '#domain/cache/cleanup-levels.ts';
import type { CacheReport, StorageState, Upkeep } from '#ports/upkeep.ts';
import { cachedQueries } from '#store/cache/cached-queries.ts';
import type { DisplayNames } from '#store/profile/display-names.ts';
import type { BrowserMemory } from './browser-memory.ts';
import { readingOf } from './clean-up.ts';

/** not in the specification: a display name */
export const NAME_ITEM_BYTES = 250;

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

const reportOf = (deps: ReportDeps, told: BrowserMemory | undefined): CacheReport => {
  const sizes = sizesOf(deps);
  const reading = readingOf(sizes.breakdown, sizes.ascii.items, told);
  const memory = { ...reading, lastCleanup: deps.lastCleanup(), pressureLevel: pressureOf(reading) };
  return { ...sizes, memory, storage: UNKNOWN, wallets: undefined };
};

const readReport = async (deps: ReportDeps): Promise<CacheReport> => {
  const [told, storage, wallets] = await Promise.all([
    deps.browserMemory(),
    deps.storage(),
    deps.wallets().catch(() => undefined),
  ]);
  return { ...reportOf(deps, told), storage, wallets };
};

/** What the caches hold, looked at anew while somebody listens. */
export const createCacheReport = (deps: ReportDeps): Upkeep['report'] => {
  let report: CacheReport | undefined;
  const look = async () => {
    report = await readReport(deps);
    tell();
  };
  const { tell, subscribe } = createListeners(() => {
    const timer = setInterval(() => void look(), CACHE_REPORT_MS);
    void look();
    return () => clearInterval(timer);
  });
  return {
    get: () => (report ??= reportOf(deps, undefined)),
    subscribe,
  };
};
