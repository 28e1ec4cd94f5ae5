import { restoreVerdict } from '#domain/cache/cache-groups.ts';
import { PERSISTED_CACHE_KEY } from '#domain/cache/cache-limits.ts';
import type { CacheBuster } from '#store/cache/cache-buster.ts';
import type { KeyValueStore } from '#store/storage/key-value-store.ts';
import type { Saved } from './persistence.ts';

type Deps = {
  readonly store: KeyValueStore;
  readonly buster: CacheBuster;
  readonly reading: Promise<Saved>;
  /** when this visit began, ms since the epoch */
  readonly since: number;
  /** ms since the epoch */
  readonly now: () => number;
  /** a start still waits for what was saved, and sees to it */
  readonly isRestoring: () => boolean;
  /** Tells that it could not be read. */
  readonly report: () => void;
};

const removeWorthless = async ({ store, buster, now }: Deps) => {
  const verdict = restoreVerdict(await store.get(PERSISTED_CACHE_KEY), now(), buster.get());
  if (!verdict.restore && verdict.reason !== 'empty') await store.remove(PERSISTED_CACHE_KEY);
};

/** Removes what could not be read, but not a good record that was saved since. */
const repair = async ({ store, buster, since, now }: Deps) => {
  const found = await store.get(PERSISTED_CACHE_KEY).catch(() => undefined);
  const verdict = restoreVerdict(found, now(), buster.get());
  if (!verdict.restore || verdict.record.timestamp < since) await store.remove(PERSISTED_CACHE_KEY);
};

/** What is left to do once the read has ended, and whether the app had gone on without it. */
const leftOver = async ({ reading, isRestoring }: Deps): Promise<'judge' | 'repair' | undefined> => {
  let hasBegun = false;
  const isLate = () => hasBegun && !isRestoring();
  // one that has ended already is heard of before the next line goes on
  const ended = reading.then(
    ({ record }) => (record === null || record === undefined || isLate() ? 'judge' : undefined),
    () => (isLate() ? 'repair' : undefined),
  );
  await Promise.resolve();
  hasBegun = true;
  return ended;
};

/**
 * Sees to what the start did not: a record that nobody read, as on a first visit, and that is worthless (CACHE-09 to CACHE-11), and
 * a read that failed only after the app had gone on without it (CACHE-13). Storage that fails stops nothing (CACHE-16).
 */
export const lookLater = async (deps: Deps): Promise<void> => {
  try {
    const left = await leftOver(deps);
    if (left === 'judge') await removeWorthless(deps);
    if (left !== 'repair') return;
    deps.report();
    await repair(deps);
  } catch {
    // what cannot be removed is judged again at the next start
  }
};
