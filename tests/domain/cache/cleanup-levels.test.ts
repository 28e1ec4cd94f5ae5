import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CACHE_GROUPS } from '#domain/cache/cache-groups.ts';
import { breakdownOf, bytesIn, itemsIn } from '#domain/cache/cache-size.ts';
import {
  isHighOnIos,
  isSpike,
  pressureOf,
  queriesToRemove,
  smartLevel,
  strongerOf,
  type CachedQuery,
  type MemoryReading,
} from '#domain/cache/cleanup-levels.ts';

const MINUTE = 60_000;
const MB = 1_000_000;
const NOW = 1_800_000_000_000;
const LEVELS = ['proactive', 'background', 'aggressive', 'emergency', 'ios optimised', 'selective'] as const;

let keys = 0;
const query = (part: Partial<CachedQuery> & { ageMin?: number } = {}): CachedQuery => ({
  key: `q${(keys += 1)}`,
  group: 'feed',
  updatedAt: NOW - (part.ageMin ?? 0) * MINUTE,
  bytes: 1_000,
  items: 1,
  needed: false,
  ...part,
});
const many = (count: number, part: Parameters<typeof query>[0]) =>
  Array.from({ length: count }, (_, age) => query({ updatedAt: NOW - age, ...part }));
const removed = (level: (typeof LEVELS)[number], queries: readonly CachedQuery[]) =>
  new Set(queriesToRemove(level, queries, NOW));
const left = (level: (typeof LEVELS)[number], queries: readonly CachedQuery[]) => {
  const gone = removed(level, queries);
  return queries.filter(({ key }) => !gone.has(key));
};
const reading = (part: Partial<MemoryReading>): MemoryReading => ({
  used: 0,
  available: undefined,
  total: undefined,
  cacheSize: 0,
  queryCount: 0,
  ...part,
});

describe('pressure', () => {
  it('[CACHE-39] is high over 500 queries, medium over 300 queries or 50 MB', () => {
    expect(pressureOf(reading({ queryCount: 501 }))).toBe('high');
    expect(pressureOf(reading({ queryCount: 500 }))).toBe('medium');
    expect(pressureOf(reading({ queryCount: 301 }))).toBe('medium');
    expect(pressureOf(reading({ queryCount: 300 }))).toBe('low');
    expect(pressureOf(reading({ cacheSize: 50 * MB + 1 }))).toBe('medium');
    expect(pressureOf(reading({ cacheSize: 50 * MB }))).toBe('low');
  });

  it('[CACHE-33] is critical under 50 MB left and high under 80 MB left', () => {
    expect(pressureOf(reading({ available: 50 * MB - 1 }))).toBe('critical');
    expect(pressureOf(reading({ available: 50 * MB }))).toBe('high');
    expect(pressureOf(reading({ available: 80 * MB - 1 }))).toBe('high');
    expect(pressureOf(reading({ available: 80 * MB }))).toBe('low');
  });

  it('[CACHE-40] [CACHE-41] on iOS over 45 MB is high, and a rise of over 10 MB a spike', () => {
    expect([isHighOnIos(45 * MB), isHighOnIos(45 * MB + 1)]).toEqual([false, true]);
    expect([isSpike(20 * MB, 10 * MB), isSpike(20 * MB + 1, 10 * MB), isSpike(90 * MB, undefined)]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('[CACHE-45] the smart level follows it', () => {
    expect(smartLevel('low', 0)).toBe('proactive');
    expect(smartLevel('medium', 0)).toBe('background');
    expect(smartLevel('medium', 51 * MB)).toBe('selective');
    expect(smartLevel('high', 0)).toBe('aggressive');
    expect(smartLevel('critical', 0)).toBe('emergency');
    expect(strongerOf('proactive', 'emergency')).toBe('emergency');
    expect(strongerOf('emergency', 'proactive')).toBe('emergency');
    expect(strongerOf('selective', undefined)).toBe('selective');
  });
});

describe('cleanup levels', () => {
  it('[CACHE-37] every scheduled level removes queries over 30 min old, threads over 15 min', () => {
    const queries = [
      query({ ageMin: 30 }),
      query({ ageMin: 30.01 }),
      query({ group: 'thread', ageMin: 15 }),
      query({ group: 'thread', ageMin: 15.01 }),
      query({ group: 'metadata', ageMin: 30.01 }),
    ];
    for (const level of ['proactive', 'background', 'aggressive'] as const)
      expect(removed(level, queries)).toEqual(new Set([1, 3, 4].map((at) => queries[at]!.key)));
  });

  it('[CACHE-35] background keeps at most 200 feed, 50 thread and 1000 metadata queries, the newest', () => {
    const queries = [
      ...many(203, { group: 'feed' }),
      ...many(52, { group: 'thread' }),
      ...many(1_001, { group: 'metadata' }),
      ...many(2_000, { group: 'zap-totals' }),
    ];
    const oldest = (from: number, count: number) => queries.slice(from, from + count).map(({ key }) => key);
    const gone = new Set([...oldest(200, 3), ...oldest(203 + 50, 2), ...oldest(203 + 52 + 1_000, 1)]);
    expect(removed('background', queries)).toEqual(gone);
    expect(removed('aggressive', queries)).toEqual(gone);
    expect(removed('proactive', queries).size).toBe(0);
  });

  it('[CACHE-34] aggressive keeps at most 100 MB, the newest', () => {
    const queries = many(12, { group: 'other', bytes: 10 * MB });
    expect(left('aggressive', queries)).toEqual(queries.slice(0, 10));
    expect(removed('background', queries).size).toBe(0);
  });

  it('[CACHE-42] iOS optimised keeps 100 feed queries and none of them over 10 min old', () => {
    const young = many(101, {});
    expect(left('ios optimised', young)).toEqual(young.slice(0, 100));
    const old = [query({ ageMin: 10 }), query({ ageMin: 10.01 }), query({ group: 'metadata', ageMin: 20 })];
    expect(left('ios optimised', old)).toEqual([old[0], old[2]]);
  });

  it('[CACHE-43] emergency keeps 50 feed queries and none of them over 5 min old', () => {
    const young = many(51, {});
    expect(left('emergency', young)).toEqual(young.slice(0, 50));
    const old = [query({ ageMin: 5 }), query({ ageMin: 5.01 }), query({ group: 'metadata', ageMin: 20 })];
    expect(left('emergency', old)).toEqual([old[0], old[2]]);
  });

  it('[CACHE-44] selective removes the oldest until 40 MB are left, whatever their age', () => {
    const queries = many(6, { group: 'metadata', bytes: 10 * MB });
    expect(left('selective', queries)).toEqual(queries.slice(0, 4));
    expect(removed('selective', many(4, { bytes: 10 * MB })).size).toBe(0);
    expect(removed('selective', many(4, { bytes: 10 * MB + 1 })).size).toBe(1);
    expect(removed('selective', [query({ ageMin: 600 })]).size).toBe(0);
  });

  const queryOf = fc.record({
    group: fc.constantFrom(...CACHE_GROUPS),
    age: fc.integer({ min: 0, max: 60 * MINUTE }),
    bytes: fc.integer({ min: 0, max: 30 * MB }),
    needed: fc.boolean(),
  });
  const queriesOf = fc
    .array(queryOf, { maxLength: 80 })
    .map((list) => list.map(({ age, ...part }) => query({ ...part, updatedAt: NOW - age })));

  it('[CACHE-45] never remove what is needed, at any level', () => {
    fc.assert(
      fc.property(fc.constantFrom(...LEVELS), queriesOf, (level, queries) => {
        const gone = removed(level, queries);
        expect(queries.filter(({ key, needed }) => needed && gone.has(key))).toEqual([]);
      }),
    );
  });

  it('[CACHE-45] leave nothing to remove for a second run, and name only queries that are there', () => {
    fc.assert(
      fc.property(fc.constantFrom(...LEVELS), queriesOf, (level, queries) => {
        expect(removed(level, left(level, queries)).size).toBe(0);
        const keysThere = new Set(queries.map(({ key }) => key));
        expect([...removed(level, queries)].every((key) => keysThere.has(key))).toBe(true);
      }),
    );
  });

  it('[CACHE-45] a stronger level removes all that a weaker schedule removes', () => {
    fc.assert(
      fc.property(queriesOf, (queries) => {
        const [proactive, background, aggressive] = (['proactive', 'background', 'aggressive'] as const).map((level) =>
          removed(level, queries),
        );
        expect(proactive!.isSubsetOf(background!)).toBe(true);
        expect(background!.isSubsetOf(aggressive!)).toBe(true);
        expect(removed('ios optimised', queries).isSupersetOf(proactive!)).toBe(true);
      }),
    );
  });

  it('[CACHE-44] among what may go, the older one goes first', () => {
    fc.assert(
      fc.property(queriesOf, (queries) => {
        const gone = removed('selective', queries);
        const free = queries.filter(({ needed }) => !needed);
        const newestGone = Math.max(0, ...free.filter(({ key }) => gone.has(key)).map(({ updatedAt }) => updatedAt));
        for (const kept of free.filter(({ key }) => !gone.has(key)))
          expect(kept.updatedAt).toBeGreaterThanOrEqual(newestGone);
      }),
    );
  });
});

describe('sizes', () => {
  it('[CACHE-46] count 500 bytes per metadata item and 100 per contact', () => {
    expect(bytesIn('metadata', { name: 'ann' })).toBe(500);
    expect(bytesIn('contacts', [{}, {}, {}])).toBe(300);
    expect(bytesIn('metadata', null)).toBe(0);
    expect(bytesIn('feed', undefined)).toBe(0);
  });

  it('grow with the text and the tags of notes, alone, in timelines and in threads', () => {
    const note = { content: 'x'.repeat(100), tags: [['p', 'y']] };
    const one = bytesIn('feed', note);
    expect(one).toBeGreaterThan(100);
    expect(bytesIn('feed', { items: [{ note }, { note }], hasMore: true })).toBe(2 * one);
    expect(bytesIn('thread', { rootId: '', notes: [note] })).toBe(one);
    expect(bytesIn('feed', { content: 'x'.repeat(200), tags: [] })).toBeLessThan(one + 100);
    expect([itemsIn({ items: [1, 2] }), itemsIn({ notes: [1] }), itemsIn([1]), itemsIn({}), itemsIn(null)]).toEqual([
      2, 1, 1, 1, 0,
    ]);
  });

  it('[CACHE-02] the breakdown has totals, the time of the last update, and count and bytes of each group', () => {
    const queries = [
      query({ group: 'feed', bytes: 10, items: 3, ageMin: 2 }),
      query({ group: 'feed', bytes: 5, items: 1, ageMin: 1 }),
      query({ group: 'zap-totals', bytes: 1, items: 1, ageMin: 3 }),
    ];
    const nothing = { count: 0, items: 0, bytes: 0 };
    expect(breakdownOf(queries, 4)).toEqual({
      totalQueries: 3,
      totalMutations: 4,
      totalItems: 5,
      totalSizeBytes: 16,
      lastUpdatedAt: NOW - MINUTE,
      groups: {
        feed: { count: 2, items: 4, bytes: 15 },
        metadata: nothing,
        contacts: nothing,
        thread: nothing,
        'zap-totals': { count: 1, items: 1, bytes: 1 },
        other: nothing,
      },
    });
    expect(breakdownOf([], 0).lastUpdatedAt).toBeUndefined();
  });
});
