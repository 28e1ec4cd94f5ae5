import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RelayListEntry } from '#domain/profile/lists.ts';
import { planReading, usableRelays, type ReadingPlan, type ReadingRules } from '#domain/relays/reading-plan.ts';

const url = (n: number) => `wss://r${n}.example`;
const writes = (...numbers: number[]): RelayListEntry[] =>
  numbers.map((n) => ({ url: url(n), read: false, write: true }));
const rules = (over: Partial<ReadingRules> = {}): ReadingRules => ({
  perAuthor: 2,
  maxRelays: 20,
  healthy: () => true,
  connected: new Set(),
  ...over,
});
const plan = (lists: Readonly<Record<string, RelayListEntry[]>>, over: Partial<ReadingRules> = {}) =>
  planReading(Object.keys(lists), (author) => lists[author], rules(over));
const shown = ({ relays }: ReadingPlan) => Object.fromEntries(relays);

/** Relays asked for each author. */
const countOf = ({ relays }: ReadingPlan, author: string) =>
  [...relays.values()].filter((authors) => authors.includes(author)).length;

describe('reading plan', () => {
  it('[FEED-03] asks two of the relays an author writes to', () => {
    expect(shown(plan({ anna: writes(1, 2, 3) }))).toEqual({ [url(1)]: ['anna'], [url(2)]: ['anna'] });
  });

  it('asks nobody where an author only reads, and names who is left out', () => {
    const found = plan({ anna: [{ url: url(1), read: true, write: false }], ben: writes(1), carl: [] });
    expect(shown(found)).toEqual({ [url(1)]: ['ben'] });
    expect(found.uncovered).toEqual(['anna', 'carl']);
  });

  it('gives everybody one relay before anybody gets two', () => {
    const found = plan({ anna: writes(1, 2), ben: writes(1, 2), carl: writes(3) }, { maxRelays: 2 });
    expect(shown(found)).toEqual({ [url(1)]: ['anna', 'ben'], [url(3)]: ['carl'] });
    expect(found.uncovered).toEqual([]);
  });

  it('takes what is connected first, and leaves dead relays out where there is another', () => {
    const connected = new Set([url(3)]);
    const healthy = (one: string) => one !== url(1);
    const found = plan({ anna: writes(1, 2, 3), ben: writes(1) }, { connected, healthy, perAuthor: 1 });
    expect(shown(found)).toEqual({ [url(3)]: ['anna'], [url(1)]: ['ben'] });
  });

  const anyLists = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 6 }), { maxLength: 60 });
  const anySet = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 22 }).map((all) => new Set(all.map(url)));

  it('never needs more sockets than there may be, nor asks more relays for an author than it should', () => {
    fc.assert(
      fc.property(anyLists, anySet, anySet, fc.integer({ min: 0, max: 20 }), (lists, connected, dead, maxRelays) => {
        const authors = lists.map((_, index) => `a${index}`);
        const listsOf = (author: string) => writes(...lists[Number(author.slice(1))]!);
        const own = rules({ connected, maxRelays, healthy: (one) => !dead.has(one) });
        const found = planReading(authors, listsOf, own);
        const sockets = new Set([...connected, ...found.relays.keys()]);
        expect(sockets.size).toBeLessThanOrEqual(Math.max(maxRelays, connected.size));
        for (const [relay, people] of found.relays)
          for (const author of people) expect(listsOf(author).map((entry) => entry.url)).toContain(relay);
        for (const author of authors) {
          expect(countOf(found, author)).toBeLessThanOrEqual(2);
          expect(found.uncovered.includes(author)).toBe(countOf(found, author) === 0);
        }
        expect([...planReading(authors, listsOf, own).relays]).toEqual([...found.relays]);
      }),
    );
  });

  it('covers everybody who has a list, twice where they have two relays, when there are places enough', () => {
    fc.assert(
      fc.property(anyLists, (lists) => {
        const authors = lists.map((_, index) => `a${index}`);
        const found = planReading(
          authors,
          (author) => writes(...lists[Number(author.slice(1))]!),
          rules({ maxRelays: 41 }),
        );
        lists.forEach((list, index) => expect(countOf(found, `a${index}`)).toBe(Math.min(2, list.length)));
      }),
    );
  });

  it('does not depend on the order of the authors', () => {
    fc.assert(
      fc.property(anyLists, (lists) => {
        const authors = lists.map((_, index) => `a${index}`);
        const listsOf = (author: string) => writes(...lists[Number(author.slice(1))]!);
        const one = planReading(authors, listsOf, rules({ maxRelays: 5 }));
        const other = planReading(authors.toReversed(), listsOf, rules({ maxRelays: 5 }));
        expect([...one.relays.keys()]).toEqual([...other.relays.keys()]);
      }),
    );
  });

  it('plans 1,000 follows in under 30 ms, with few of them left out', () => {
    let seed = 7;
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const popular = () => Math.floor(random() ** 3 * 400);
    const lists = new Map(
      Array.from({ length: 1_000 }, (_, index) => [
        `a${index}`,
        writes(...new Set([popular(), popular(), popular(), popular()])),
      ]),
    );
    const run = () => planReading([...lists.keys()], (author) => lists.get(author), rules());
    run();
    const times = Array.from({ length: 7 }, () => {
      const begun = performance.now();
      run();
      return performance.now() - begun;
    });
    const found = run();
    expect(found.relays.size).toBe(20);
    expect(found.uncovered.length).toBeLessThan(200);
    expect(Math.min(...times)).toBeLessThan(30);
  });
});

describe('relays of a list', () => {
  it('come in the order of the list, the dead ones last, ten at most', () => {
    const list = writes(...Array.from({ length: 50 }, (_, n) => n));
    const urls = usableRelays(list, 'write', (one) => one !== url(0));
    expect(urls).toHaveLength(10);
    expect([urls[0], urls.at(-1)]).toEqual([url(1), url(0)]);
  });
});
