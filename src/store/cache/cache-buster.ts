import type { CacheGroup } from '#domain/cache/cache-groups.ts';
import { PERSISTED_BUSTER_KEY } from '#domain/cache/cache-limits.ts';

/** changes when saved data of an older build can no longer be read */
export const PERSISTED_CACHE_BUSTER = 'nuthatch-1';

/** The word that the saved query cache must bear to be loaded again. */
export type CacheBuster = {
  get(): string;
  /** Takes another one, for this visit and the next ones. */
  set(buster: string): void;
};

/** A buster of this build: the plain one, or one of a time when something was cleared. */
const isOurs = (kept: unknown): kept is string =>
  typeof kept === 'string' && kept.startsWith(`${PERSISTED_CACHE_BUSTER}.`);

/** Keeps the buster in the local storage; where that is blocked it stays the one of the build. */
export const createCacheBuster = (storage: Pick<Storage, 'getItem' | 'setItem'> | undefined): CacheBuster => {
  const read = () => {
    try {
      return storage?.getItem(PERSISTED_BUSTER_KEY);
    } catch {
      return undefined;
    }
  };
  const kept = read();
  let buster = isOurs(kept) ? kept : PERSISTED_CACHE_BUSTER;
  return {
    get: () => buster,
    set(changed) {
      storage?.setItem(PERSISTED_BUSTER_KEY, changed);
      buster = changed;
    },
  };
};

/** A new buster: of the time in ms and the groups that were cleared (CACHE-17). */
export const clearedBuster = (now: number, groups: readonly CacheGroup[]): string =>
  `${PERSISTED_CACHE_BUSTER}.${now}.${groups.join('+')}`;

/** The groups that another tab cleared when it took this buster. */
export const groupsOfBuster = (buster: string | null): readonly string[] =>
  isOurs(buster) ? (buster.split('.').at(-1) ?? '').split('+') : [];
