import { FEED_POSITIONS_KEPT } from '#domain/feed/feed-limits.ts';
import type { FeedPosition } from './feed-rows.ts';

const STORAGE_KEY = 'feed-positions';

const parse = (json: string | null): [string, FeedPosition][] => {
  try {
    const saved: unknown = JSON.parse(json ?? '[]');
    return Array.isArray(saved) ? (saved as [string, FeedPosition][]) : [];
  } catch {
    return [];
  }
};

const session = (): Storage | undefined => {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
};

let positions: Map<string, FeedPosition> | undefined;

const all = (): Map<string, FeedPosition> => (positions ??= new Map(parse(session()?.getItem(STORAGE_KEY) ?? null)));

/** Where the feed with this key was left in this tab, also before a reload. */
export const feedPosition = (key: string): FeedPosition | undefined => all().get(key);

/** Remembers where a feed is left; the last few feeds are kept. */
export const keepFeedPosition = (key: string, position: FeedPosition | undefined): void => {
  const kept = all();
  kept.delete(key);
  if (position !== undefined) kept.set(key, position);
  for (const oldest of [...kept.keys()].slice(0, -FEED_POSITIONS_KEPT)) kept.delete(oldest);
};

/** Writes the positions down for the next load of this tab; a full or blocked storage costs nothing else. */
export const saveFeedPositions = (): void => {
  try {
    session()?.setItem(STORAGE_KEY, JSON.stringify([...all()]));
  } catch {
    // without the storage the feed starts at its top after a reload
  }
};
