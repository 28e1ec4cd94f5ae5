import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Filter } from '#domain/protocol/event.ts';
import { jsonBytes, shapeRequest } from '#domain/protocol/request-shape.ts';

const key = (number: number) => number.toString(16).padStart(64, '0');
const keys = (count: number) => Array.from({ length: count }, (_, number) => key(number));

describe('shapeRequest', () => {
  it('leaves a request as it is where the relay says nothing', () => {
    const filters = [{ kinds: [1], authors: keys(2_000), limit: 9_000 }];
    expect(shapeRequest(filters, {})).toEqual([filters]);
  });

  it('asks for no more per filter than the relay gives', () => {
    expect(shapeRequest([{ limit: 500 }, { limit: 20 }, { kinds: [0] }], { maxLimit: 100 })).toEqual([
      [{ limit: 100 }, { limit: 20 }, { kinds: [0] }],
    ]);
  });

  it('leaves nobody out where a relay gives fewer lists than there are people', () => {
    const lists = (authors: string[], limit: number) => ({ kinds: [10_002], authors, limit });
    const people = keys(300);
    expect(shapeRequest([lists(people, 3_000)], { maxLimit: 500 })).toEqual([[lists(people, 500)]]);
    expect(shapeRequest([lists(people, 3_000)], { maxLimit: 125 })).toEqual([
      [lists(people.slice(0, 125), 125), lists(people.slice(125, 250), 125), lists(people.slice(250), 125)],
    ]);
    const both = { kinds: [0, 3], authors: keys(3), limit: 6 };
    const asked = shapeRequest([both], { maxLimit: 5 }).flat();
    expect(asked.map(({ authors }) => authors)).toEqual([keys(2), keys(3).slice(2)]);
    expect(shapeRequest([both], { maxLimit: 1 }).flat()).toHaveLength(3);
    // the newest notes of all of them are wanted, not some of each
    expect(shapeRequest([{ ...lists(people, 300), kinds: [1] }], { maxLimit: 100 }).flat()).toHaveLength(1);
  });

  it('packs filters into as few messages as they fit in', () => {
    const filters = [1, 2, 3, 4].map((kind) => ({ kinds: [kind], authors: keys(6) }));
    expect(shapeRequest(filters, { maxMessageLength: 1_100 }).map((group) => group.length)).toEqual([2, 2]);
  });

  it('leaves what cannot be cut', () => {
    const filters = [{ search: 'x'.repeat(5_000) }];
    expect(shapeRequest(filters, { maxMessageLength: 2_000 })).toEqual([filters]);
  });

  it('does not believe in messages shorter than 1,024 bytes', () => {
    expect(shapeRequest([{ authors: keys(10) }], { maxMessageLength: 1 })).toHaveLength(1);
  });

  it('asks the same in messages that are short enough, whatever is asked', () => {
    const list = fc.integer({ min: 1, max: 400 }).map(keys);
    const filter = fc.record(
      { authors: list, ids: list, '#e': list, kinds: fc.constant<number[]>([1]), since: fc.nat(), limit: fc.nat() },
      { requiredKeys: ['authors'] },
    );
    fc.assert(
      fc.property(fc.array(filter, { minLength: 1, maxLength: 3 }), (filters: Filter[]) => {
        const groups = shapeRequest(filters, { maxMessageLength: 8_192 });
        for (const group of groups) expect(jsonBytes(['REQ', 'x'.repeat(64), ...group])).toBeLessThanOrEqual(8_192);
        const asked = (parts: readonly Filter[]) => new Set(parts.flatMap(({ authors }) => authors));
        expect(asked(groups.flat())).toEqual(asked(filters));
        for (const { authors = [], ids = [], ...rest } of filters) {
          const parts = groups.flat().filter((part) => part.since === rest.since && part.limit === rest.limit);
          const pairs = (part: Filter) =>
            (part.authors?.length ?? 0) * (part.ids?.length ?? 1) * (part['#e']?.length ?? 1);
          const whole = authors.length * (ids.length || 1) * (rest['#e']?.length ?? 1);
          expect(parts.reduce((sum, part) => sum + pairs(part), 0)).toBeGreaterThanOrEqual(whole);
        }
      }),
      { numRuns: 20 },
    );
  });
});
