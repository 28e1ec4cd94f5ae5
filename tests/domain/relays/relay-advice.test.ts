import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLACKLISTED_RELAYS } from '#domain/relays/blacklisted-relays.ts';
import { FALLBACK_RELAYS } from '#domain/relays/fallback-relays.ts';
import {
  adviseOn,
  afterSteps,
  proposedEntry,
  suggestedRelays,
  undone,
  type RelayScene,
} from '#domain/relays/relay-advice.ts';
import { afterReport, unknownHealth, type RelayHealth } from '#domain/relays/relay-health.ts';
import type { RelayPermission } from '#domain/relays/relay-permission.ts';
import type { RelayEntry, RelaySource } from '#domain/relays/relay-set.ts';
import { normalizeRelayUrl } from '#domain/relays/relay-url.ts';

const urlOf = (name: string) => `wss://${name}.example`;
const entry = (
  name: string,
  permission: RelayPermission = 'readwrite',
  source: RelaySource = 'default',
): RelayEntry => ({
  url: urlOf(name),
  permission,
  source,
});
const NOW = 1_000_000_000;
const failing = (name: string, failures = 3): RelayHealth =>
  Array.from({ length: failures }).reduce<RelayHealth>(
    (health) => afterReport(health, { ok: false, at: NOW }),
    unknownHealth(urlOf(name)),
  );
const slow = (name: string, ms: number): RelayHealth =>
  [1, 2].reduce<RelayHealth>((health) => afterReport(health, { ok: true, at: NOW, ms }), unknownHealth(urlOf(name)));
const healthy = (...names: readonly string[]) => names.map((name) => slow(name, 100));

type Part = { entries: readonly RelayEntry[]; health?: readonly RelayHealth[]; connected?: readonly string[] };
const scene = ({ entries, health = [], connected = ['a'] }: Part, more: Partial<RelayScene> = {}): RelayScene => ({
  entries,
  health: Object.fromEntries(health.map((record) => [record.url, record])),
  isConnected: (url) => connected.map(urlOf).includes(url),
  fallbacks: ['f1', 'f2', 'f3', 'f4', 'f5'].map(urlOf),
  indexers: ['i1', 'i2'].map(urlOf),
  refused: [],
  now: NOW,
  ...more,
});
const steps = (given: RelayScene) =>
  adviseOn(given).map(({ removed, added, done, why }) => [removed?.url, added?.url, done, why]);

describe('adviseOn', () => {
  const four = [entry('a'), entry('b'), entry('c'), entry('w', 'write')];

  it('[RELAY-66] has nothing to say while no relay has failed 3 times in a row', () => {
    expect(adviseOn(scene({ entries: [entry('a')] }))).toEqual([]);
    expect(adviseOn(scene({ entries: four, health: [failing('b', 2)] }))).toEqual([]);
  });

  it('[RELAY-66] [RELAY-68] puts a fallback in the place of a dead default, with its permission', () => {
    const [advice] = adviseOn(scene({ entries: [...four, entry('d', 'read')], health: [failing('d')] }));
    expect(advice).toMatchObject({ done: true, why: 'dead', removed: { url: urlOf('d') } });
    expect(advice!.added).toEqual({ url: urlOf('f1'), permission: 'read', source: 'advisor' });
  });

  it('[RELAY-67] counts answers that take over 5 s as bad', () => {
    const entries = [...four, entry('d')];
    expect(steps(scene({ entries, health: [slow('d', 5_001)] }))).toEqual([[urlOf('d'), urlOf('f1'), true, 'slow']]);
    expect(steps(scene({ entries, health: [slow('d', 5_000)] }))).toEqual([]);
  });

  it('[RELAY-65] removes a dead one without another while 5 healthy are left, and replaces it below that', () => {
    const five = [...four, entry('e')];
    const health = healthy('a', 'b', 'c', 'w', 'e');
    const dead = scene({ entries: [...five, entry('d')], health: [...health, failing('d')] });
    expect(steps(dead)).toEqual([[urlOf('d'), undefined, true, 'dead']]);
    const fewer = scene({ entries: [...five, entry('d')], health: [...health, failing('d'), failing('e')] });
    expect(steps(fewer)).toEqual([
      [urlOf('e'), urlOf('f1'), true, 'dead'],
      [urlOf('d'), urlOf('f2'), true, 'dead'],
    ]);
  });

  it('[RELAY-65] counts none as healthy that was not measured, or that failed too often of late', () => {
    const entries = [...four, entry('e'), entry('d')];
    const replaced = [[urlOf('d'), urlOf('f1'), true, 'dead']];
    const measured = healthy('a', 'b', 'c', 'w');
    expect(steps(scene({ entries, health: [...measured, failing('d')] }))).toEqual(replaced);
    const lately = { ...failing('e'), lastSuccess: NOW - 1 };
    expect(steps(scene({ entries, health: [...measured, lately, failing('d')] }))).toEqual(replaced);
    expect(adviseOn(scene({ entries, health: [...measured, failing('d')] }, { fallbacks: [] }))).toEqual([]);
  });

  it('[RELAY-65] takes the set to 15 relays at most', () => {
    const names = Array.from({ length: 15 }, (_, index) => `n${index}`);
    const entries = names.map((name) => entry(name, 'readwrite', 'user'));
    const health = names.slice(1).map((name) => failing(name));
    expect(adviseOn(scene({ entries, health, connected: ['n0'] }))).toEqual([]);
    const fourteen = scene({ entries: entries.slice(1), health, connected: [] });
    expect(adviseOn(fourteen)).toEqual([]);
  });

  it('keeps a dead relay when nothing does its work and no fallback is left', () => {
    const entries = [entry('a', 'read'), entry('w', 'write')];
    expect(adviseOn(scene({ entries, health: [failing('w')] }, { fallbacks: [] }))).toEqual([]);
    const five = ['a', 'b', 'c', 'd', 'e'].map((name) => entry(name, 'read'));
    expect(
      adviseOn(scene({ entries: [...five, entry('w', 'write')], health: [failing('w')] }, { fallbacks: [] })),
    ).toEqual([]);
  });

  it.each(['user', 'list'] as const)('never removes an entry of the source %s, but proposes to', (source) => {
    const entries = [...four, entry('e'), entry('d', 'readwrite', source)];
    expect(steps(scene({ entries, health: [failing('d')] }))).toEqual([[urlOf('d'), urlOf('f1'), false, 'dead']]);
  });

  it('removes nothing while no relay works: one fallback shows whether the network is down', () => {
    const health = ['a', 'b', 'c', 'w'].map((name) => failing(name));
    expect(steps(scene({ entries: four, health, connected: [] }))).toEqual([[undefined, urlOf('f1'), true, 'dead']]);
    const joined = [...four, entry('f1', 'readwrite', 'advisor')];
    expect(adviseOn(scene({ entries: joined, health, connected: [] }))).toEqual([]);
    expect(adviseOn(scene({ entries: joined, health, connected: ['f1'] }))).toHaveLength(4);
  });

  it('waits 5 min with a relay that worked, and never gives up one that is connected', () => {
    const lately = { ...failing('d'), lastSuccess: NOW - 299_999 };
    const entries = [...four, entry('d')];
    expect(adviseOn(scene({ entries, health: [lately] }))).toEqual([]);
    expect(adviseOn(scene({ entries, health: [{ ...lately, lastSuccess: NOW - 300_000 }] }))).toHaveLength(1);
    expect(adviseOn(scene({ entries, health: [failing('d')], connected: ['a', 'd'] }))).toEqual([]);
  });

  describe('of indexers', () => {
    const indexer = (name: string, source?: RelaySource) => entry(name, 'indexer', source);
    const dead = { entries: [...four, indexer('i')], health: [failing('i')] };

    it('[RELAY-68] puts another one in the place of a dead default, never a general relay', () => {
      expect(adviseOn(scene(dead))).toMatchObject([
        { done: true, removed: { url: urlOf('i') }, added: { ...indexer('i1', 'advisor') } },
      ]);
      const both = { entries: [...four, indexer('i'), entry('d')], health: [failing('i'), failing('d')] };
      expect(steps(scene(both))).toEqual([
        [urlOf('i'), urlOf('i1'), true, 'dead'],
        [urlOf('d'), urlOf('f1'), true, 'dead'],
      ]);
      const next = { entries: [...four, indexer('i1', 'advisor')], health: [failing('i'), failing('i1')] };
      expect(steps(scene(next))).toEqual([[urlOf('i1'), urlOf('i2'), true, 'dead']]);
    });

    it('keeps the last one when there is no other, and while no relay works', () => {
      const health = [...healthy('a', 'b', 'c', 'w', 'e'), failing('i')];
      const last = { entries: [...four, entry('e'), indexer('i')], health };
      expect(adviseOn(scene(last, { indexers: [] }))).toEqual([]);
      expect(adviseOn(scene({ ...dead, connected: [] }))).toEqual([]);
      const second = { entries: [...last.entries, indexer('k')], health: [...health, ...healthy('k')] };
      expect(steps(scene(second))).toEqual([[urlOf('i'), undefined, true, 'dead']]);
    });

    it('proposes it where the user has brought it in', () => {
      const own = { ...dead, entries: [...four, indexer('i', 'user')] };
      expect(steps(scene(own))).toEqual([[urlOf('i'), urlOf('i1'), false, 'dead']]);
    });
  });

  it('[RELAY-69] has five reliable public relays to fall back to, none of them blacklisted', () => {
    expect(new Set(FALLBACK_RELAYS).size).toBe(5);
    expect(FALLBACK_RELAYS.filter((url) => BLACKLISTED_RELAYS.includes(url))).toEqual([]);
    const all = [...FALLBACK_RELAYS, ...BLACKLISTED_RELAYS];
    expect(all.map((url) => normalizeRelayUrl(url))).toEqual(all);
  });

  it('[RELAY-70] takes out the nine blacklisted relays, and none that is reliable', () => {
    expect(new Set(BLACKLISTED_RELAYS).size).toBe(9);
    const bad = { ...entry('x'), url: BLACKLISTED_RELAYS[0]! };
    const taken = { entries: [...four, entry('e'), bad], health: healthy('a', 'b', 'c', 'w', 'e') };
    expect(steps(scene(taken))).toEqual([[bad.url, undefined, true, 'blacklisted']]);
    const entries = [...four, entry('e'), entry('f1', 'read', 'advisor')];
    expect(adviseOn(scene({ entries, health: [failing('f1')] }))).toEqual([]);
    const own = scene(
      { entries: [...four, entry('d')], health: [failing('d')] },
      { fallbacks: [bad.url, urlOf('f2')] },
    );
    expect(steps(own)).toEqual([[urlOf('d'), urlOf('f2'), true, 'dead']]);
  });

  it('passes over relays the user refused', () => {
    const dead = { entries: [...four, entry('d')], health: [failing('d')] };
    expect(steps(scene(dead, { refused: [urlOf('f1')] }))).toEqual([[urlOf('d'), urlOf('f2'), true, 'dead']]);
    expect(steps(scene(dead, { refused: [urlOf('d')] }))).toEqual([]);
  });

  it('never loses a relay of the user, the last one that works, or the way to read and to write', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'g', 'h', 'f1'];
    const anyEntry = fc.record({
      name: fc.constantFrom(...names),
      permission: fc.constantFrom<RelayPermission>('read', 'write', 'readwrite', 'indexer'),
      source: fc.constantFrom<RelaySource>('default', 'list', 'user', 'advisor'),
    });
    const anySet = fc.uniqueArray(anyEntry, { selector: ({ name }) => name, minLength: 1 });
    fc.assert(
      fc.property(anySet, fc.subarray(names), fc.subarray(names), (set, dead, connected) => {
        const entries = set.map(({ name, permission, source }) => entry(name, permission, source));
        const health = dead.map((name) => failing(name));
        const advice = adviseOn(scene({ entries, health, connected })).filter(({ done }) => done);
        const result = afterSteps(entries, advice);
        const urls = result.map(({ url }) => url);
        const kept = entries.filter(
          ({ url, source }) => source === 'user' || source === 'list' || connected.map(urlOf).includes(url),
        );
        expect(urls).toEqual(expect.arrayContaining(kept.map(({ url }) => url)));
        expect(new Set(urls).size).toBe(urls.length);
        for (const use of ['read', 'write'] as const) {
          const can = ({ permission }: RelayEntry) => permission === use || permission === 'readwrite';
          if (entries.some(can)) expect(result.some(can)).toBe(true);
        }
        const isIndexer = ({ permission }: RelayEntry) => permission === 'indexer';
        expect(result.some(isIndexer)).toBe(entries.some(isIndexer));
      }),
    );
  });
});

describe('suggestedRelays', () => {
  it('[RELAY-65] recommends relays until there are 8', () => {
    const entries = ['a', 'b', 'c', 'd', 'e'].map((name) => entry(name));
    expect(suggestedRelays(scene({ entries }))).toEqual(['f1', 'f2', 'f3'].map(urlOf));
    const eight = [...entries, entry('g'), entry('h'), entry('k')];
    expect(suggestedRelays(scene({ entries: eight }))).toEqual([]);
  });
});

describe('proposedEntry', () => {
  it('is read from, and no relay of the user', () => {
    expect(proposedEntry(urlOf('p'))).toEqual(entry('p', 'read', 'advisor'));
  });
});

describe('afterSteps', () => {
  it('puts the new relay in the place of the old one, and undo takes both back, the old one now the own of the user', () => {
    const entries = [entry('a'), entry('d', 'read'), entry('b')];
    const step = { removed: entries[1], added: entry('f1', 'read', 'advisor') };
    const after = afterSteps(entries, [step]);
    expect(after.map(({ url }) => url)).toEqual(['a', 'f1', 'b'].map(urlOf));
    expect(afterSteps(after, [undone(step)])).toEqual([entries[0], entry('d', 'read', 'user'), entries[2]]);
  });

  it('changes nothing twice', () => {
    const entries = [entry('a')];
    expect(afterSteps(entries, [{ removed: entry('x'), added: entry('a') }])).toEqual(entries);
  });
});
