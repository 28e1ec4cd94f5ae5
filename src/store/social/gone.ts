import { GONE_KEPT } from '#domain/social/social-limits.ts';

/** where the ids of deleted events are in the local storage */
export const GONE_KEY = 'nostrDeleted';

const idsIn = (storage: Storage | undefined) => storage?.getItem(GONE_KEY)?.split(' ');

/** The ids of events whose authors deleted them, as this browser knows them: they stay away from the first note on. */
export const readGone = (storage: Storage | undefined): Set<string> => new Set(idsIn(storage));

/** Remembers more of them, beside those of other tabs; beyond the bound the first ones are forgotten. */
export const keepGone = (storage: Storage | undefined, ids: Iterable<string>): void => {
  try {
    const kept = [...new Set([...(idsIn(storage) ?? []), ...ids])].slice(-GONE_KEPT);
    storage?.setItem(GONE_KEY, kept.join(' '));
  } catch {
    // they are known until the page is closed
  }
};
