import fc from 'fast-check';
import { matchFilters } from 'nostr-tools/filter';
import { describe, expect, it } from 'vitest';
import type { Filter, NostrEvent } from '#domain/protocol/event.ts';
import { filterMatcher } from '#domain/protocol/match-filter.ts';

const few = <T>(...values: T[]) => fc.subarray(values, { minLength: 1 });
const events: fc.Arbitrary<NostrEvent> = fc.record({
  id: fc.constantFrom('a', 'b', 'c'),
  pubkey: fc.constantFrom('p', 'q'),
  kind: fc.constantFrom(0, 1, 7),
  created_at: fc.integer({ min: 0, max: 10 }),
  tags: fc.array(fc.tuple(fc.constantFrom('e', 't'), fc.constantFrom('x', 'y')), { maxLength: 3 }),
  content: fc.constant(''),
  sig: fc.constant(''),
});
const filters = fc.record(
  {
    ids: few('a', 'b'),
    authors: few('p', 'q'),
    kinds: few(0, 1),
    since: fc.integer({ min: 1, max: 10 }),
    until: fc.integer({ min: 1, max: 10 }),
    limit: fc.constant(1),
    '#t': few('x', 'y'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Filter>;

describe('filterMatcher', () => {
  it('matches what the reference implementation matches', () => {
    fc.assert(
      fc.property(fc.array(filters, { maxLength: 3 }), events, (list, event) => {
        expect(filterMatcher(list)(event)).toBe(matchFilters(list as never, event as never));
      }),
      { numRuns: 2_000 },
    );
  });

  it('does not look at search', () => {
    const [event] = fc.sample(events, 1);
    expect(filterMatcher([{ search: 'word' }])(event!)).toBe(true);
  });
});
