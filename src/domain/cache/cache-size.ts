import type { CacheGroup } from './cache-groups.ts';
import type { CachedQuery } from './cleanup-levels.ts';

export const METADATA_ITEM_BYTES = 500;
export const CONTACT_ITEM_BYTES = 100;
export const ASCII_ITEM_BYTES = 2_000;
/** not in the specification: a note without its text, each of its tags, a count or an address */
export const NOTE_ITEM_BYTES = 700;
export const NOTE_TAG_BYTES = 120;
export const SMALL_ITEM_BYTES = 200;

/** One group of the breakdown. `count`: queries, `items`: notes or people in them. */
export type GroupSize = { readonly count: number; readonly items: number; readonly bytes: number };

/** What the query cache holds, by group (CACHE-02). */
export type CacheBreakdown = {
  readonly totalQueries: number;
  readonly totalMutations: number;
  readonly totalItems: number;
  readonly totalSizeBytes: number;
  /** ms since the epoch; undefined while there is nothing */
  readonly lastUpdatedAt: number | undefined;
  readonly groups: Readonly<Record<CacheGroup, GroupSize>>;
};

type Noteish = { readonly content?: unknown; readonly tags?: unknown; readonly note?: unknown };

const listIn = (data: object): readonly unknown[] | undefined => {
  if (Array.isArray(data)) return data;
  const { items, notes } = data as { items?: unknown; notes?: unknown };
  return [items, notes].find(Array.isArray);
};

/** Notes or people in the data of a query: what makes it large. */
export const itemsIn = (data: unknown): number => {
  if (typeof data !== 'object' || data === null) return 0;
  return listIn(data)?.length ?? 1;
};

/** A note by its text and its tags, without a copy of it being made. */
const noteBytes = (item: unknown): number => {
  const { note, content, tags } = (item ?? {}) as Noteish;
  if (note !== undefined) return noteBytes(note);
  if (typeof content !== 'string') return SMALL_ITEM_BYTES;
  return NOTE_ITEM_BYTES + content.length + (Array.isArray(tags) ? tags.length * NOTE_TAG_BYTES : 0);
};

const PER_ITEM: Readonly<Record<CacheGroup, (item: unknown) => number>> = {
  feed: noteBytes,
  thread: noteBytes,
  metadata: () => METADATA_ITEM_BYTES,
  contacts: () => CONTACT_ITEM_BYTES,
  'zap-totals': () => SMALL_ITEM_BYTES,
  other: noteBytes,
};

/** Bytes of the data of a query, estimated (CACHE-46). */
export const bytesIn = (group: CacheGroup, data: unknown): number => {
  if (typeof data !== 'object' || data === null) return 0;
  let sum = 0;
  for (const item of listIn(data) ?? [data]) sum += PER_ITEM[group](item);
  return sum;
};

const NOTHING: GroupSize = { count: 0, items: 0, bytes: 0 };

/** The breakdown of these queries (CACHE-02). */
export const breakdownOf = (queries: readonly CachedQuery[], totalMutations: number): CacheBreakdown => {
  const groups: Record<CacheGroup, GroupSize> = {
    feed: NOTHING,
    metadata: NOTHING,
    thread: NOTHING,
    contacts: NOTHING,
    'zap-totals': NOTHING,
    other: NOTHING,
  };
  for (const { group, items, bytes } of queries) {
    const former = groups[group];
    groups[group] = { count: former.count + 1, items: former.items + items, bytes: former.bytes + bytes };
  }
  const sizes = Object.values(groups);
  const lastUpdatedAt = Math.max(0, ...queries.map(({ updatedAt }) => updatedAt));
  return {
    totalQueries: queries.length,
    totalMutations,
    totalItems: sizes.reduce((sum, { items }) => sum + items, 0),
    totalSizeBytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
    lastUpdatedAt: lastUpdatedAt === 0 ? undefined : lastUpdatedAt,
    groups,
  };
};
