import type { CacheGroup } from './cache-groups.ts';
import {
  MEMORY_CRITICAL_BYTES,
  MEMORY_WARNING_BYTES,
  CACHE_MAX_BYTES,
  CACHE_MAX_FEED_QUERIES,
  CACHE_MAX_THREAD_QUERIES,
  CACHE_MAX_METADATA_QUERIES,
  QUERY_MAX_AGE_MS,
  THREAD_QUERY_MAX_AGE_MS,
  PRESSURE_HIGH_QUERIES,
  PRESSURE_MEDIUM_QUERIES,
  PRESSURE_MEDIUM_BYTES,
  IOS_HIGH_BYTES,
  IOS_SPIKE_BYTES,
  IOS_CLEANUP_KEEPS_FEED_QUERIES,
  IOS_CLEANUP_MAX_AGE_MS,
  EMERGENCY_KEEPS_QUERIES,
  EMERGENCY_MAX_AGE_MS,
  SELECTIVE_TARGET_BYTES,
} from './cache-limits.ts';

/** How scarce memory is (CACHE-01). */
export type PressureLevel = 'low' | 'medium' | 'high' | 'critical';

/** How much a cleanup removes (CACHE-45). `smart` chooses one of the others by the pressure. */
export type CleanupLevel =
  | 'proactive'
  | 'background'
  | 'aggressive'
  | 'emergency'
  | 'ios optimised'
  | 'selective'
  | 'smart';

/** What the memory is like. Bytes; `available` and `total` are undefined where the browser tells no limit. */
export type MemoryReading = {
  /** of the whole page; where the browser does not tell it, of the cache alone */
  readonly used: number;
  readonly available: number | undefined;
  readonly total: number | undefined;
  readonly cacheSize: number;
  readonly queryCount: number;
};

/** Memory info (CACHE-01). */
export type MemoryInfo = MemoryReading & {
  /** ms since the epoch */
  readonly lastCleanup: number | undefined;
  readonly pressureLevel: PressureLevel;
};

/** One cached query as the cleanup sees it. */
export type CachedQuery = {
  readonly key: string;
  readonly group: CacheGroup;
  /** ms since the epoch */
  readonly updatedAt: number;
  readonly bytes: number;
  /** notes or people in it */
  readonly items: number;
  /** a view shows it, it is being loaded, or nothing could load it again: it is never removed */
  readonly needed: boolean;
};

const isBelow = (available: number | undefined, limit: number) => available !== undefined && available < limit;

/**
 * How scarce memory is: by the number of queries and the bytes of the cache (CACHE-39), and by what the browser has left
 * where it tells it (CACHE-33).
 */
export const pressureOf = ({ available, cacheSize, queryCount }: MemoryReading): PressureLevel => {
  if (isBelow(available, MEMORY_CRITICAL_BYTES)) return 'critical';
  if (isBelow(available, MEMORY_WARNING_BYTES) || queryCount > PRESSURE_HIGH_QUERIES) return 'high';
  return queryCount > PRESSURE_MEDIUM_QUERIES || cacheSize > PRESSURE_MEDIUM_BYTES ? 'medium' : 'low';
};

/** Whether a reading on iOS counts as high (CACHE-40). */
export const isHighOnIos = (used: number): boolean => used > IOS_HIGH_BYTES;

/** Whether the memory rose so much since the last reading that it is a spike (CACHE-41). */
export const isSpike = (used: number, before: number | undefined): boolean =>
  before !== undefined && used - before > IOS_SPIKE_BYTES;

/** What a level allows the cache; what is left out has no bound. */
type Bounds = {
  /** ms by group; `all` holds for groups that have none of their own */
  readonly maxAge?: Partial<Record<CacheGroup | 'all', number>>;
  /** queries by group */
  readonly most?: Partial<Record<CacheGroup, number>>;
  readonly maxBytes?: number;
};

const ages = { all: QUERY_MAX_AGE_MS, thread: THREAD_QUERY_MAX_AGE_MS };
const numbers = {
  feed: CACHE_MAX_FEED_QUERIES,
  thread: CACHE_MAX_THREAD_QUERIES,
  metadata: CACHE_MAX_METADATA_QUERIES,
};

/** CACHE-34, CACHE-35, CACHE-37, CACHE-42 to CACHE-44. */
const BOUNDS: Readonly<Record<Exclude<CleanupLevel, 'smart'>, Bounds>> = {
  proactive: { maxAge: ages },
  background: { maxAge: ages, most: numbers },
  aggressive: { maxAge: ages, most: numbers, maxBytes: CACHE_MAX_BYTES },
  'ios optimised': {
    maxAge: { ...ages, feed: IOS_CLEANUP_MAX_AGE_MS },
    most: { ...numbers, feed: IOS_CLEANUP_KEEPS_FEED_QUERIES },
    maxBytes: CACHE_MAX_BYTES,
  },
  emergency: {
    maxAge: { ...ages, feed: EMERGENCY_MAX_AGE_MS },
    most: { ...numbers, feed: EMERGENCY_KEEPS_QUERIES },
    maxBytes: CACHE_MAX_BYTES,
  },
  selective: { maxBytes: SELECTIVE_TARGET_BYTES },
};

/** On iOS no cleanup leaves more of the feed than the one for iOS does (CACHE-42). */
const onIos = ({ maxAge, most, ...rest }: Bounds): Bounds => ({
  ...rest,
  maxAge: { ...maxAge, feed: Math.min(maxAge?.feed ?? Infinity, IOS_CLEANUP_MAX_AGE_MS) },
  most: { ...most, feed: Math.min(most?.feed ?? Infinity, IOS_CLEANUP_KEEPS_FEED_QUERIES) },
});

const WEAKEST_FIRST: readonly CleanupLevel[] = [
  'proactive',
  'background',
  'aggressive',
  'smart',
  'selective',
  'ios optimised',
  'emergency',
];

/** The one of two levels that removes more. */
export const strongerOf = (level: CleanupLevel, other: CleanupLevel | undefined): CleanupLevel =>
  other !== undefined && WEAKEST_FIRST.indexOf(other) > WEAKEST_FIRST.indexOf(level) ? other : level;

/** The level that `smart` stands for (CACHE-45). */
export const smartLevel = (pressure: PressureLevel, cacheSize: number): Exclude<CleanupLevel, 'smart'> => {
  if (pressure === 'critical') return 'emergency';
  if (pressure === 'high') return 'aggressive';
  if (pressure === 'medium') return cacheSize > PRESSURE_MEDIUM_BYTES ? 'selective' : 'background';
  return 'proactive';
};

const sumOf = (queries: Iterable<CachedQuery>) => {
  let sum = 0;
  for (const { bytes } of queries) sum += bytes;
  return sum;
};

/** Takes the oldest that may go out of `kept` for as long as `isTooMuch` of them. */
const takeOldest = (
  kept: Set<CachedQuery>,
  oldestFirst: readonly CachedQuery[],
  isTooMuch: (query: CachedQuery) => boolean,
) => {
  for (const query of oldestFirst) if (kept.has(query) && isTooMuch(query)) kept.delete(query);
};

const countOf = (queries: Iterable<CachedQuery>, group: string) => {
  let count = 0;
  for (const query of queries) if (query.group === group) count += 1;
  return count;
};

/**
 * The keys of the queries that a cleanup of this level removes: those too old, then the oldest of groups with too many, then
 * the oldest until the rest is small enough. Queries that are needed stay, whatever their age. `now` in ms.
 */
export const queriesToRemove = (
  level: Exclude<CleanupLevel, 'smart'>,
  queries: readonly CachedQuery[],
  now: number,
  ios = false,
): readonly string[] => {
  const { maxAge, most, maxBytes } = ios ? onIos(BOUNDS[level]) : BOUNDS[level];
  const kept = new Set(queries);
  const oldestFirst = queries.filter(({ needed }) => !needed).toSorted((a, b) => a.updatedAt - b.updatedAt);
  takeOldest(
    kept,
    oldestFirst,
    ({ group, updatedAt }) => now - updatedAt > (maxAge?.[group] ?? maxAge?.all ?? Infinity),
  );
  for (const [group, number] of Object.entries(most ?? {})) {
    let left = countOf(kept, group);
    takeOldest(kept, oldestFirst, (query) => query.group === group && left-- > number);
  }
  let bytes = sumOf(kept);
  takeOldest(kept, oldestFirst, (query) => {
    const isTooMuch = bytes > (maxBytes ?? Infinity);
    if (isTooMuch) bytes -= query.bytes;
    return isTooMuch;
  });
  return queries.filter((query) => !kept.has(query)).map(({ key }) => key);
};
