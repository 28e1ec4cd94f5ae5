import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newest, type NostrEvent } from '#domain/protocol/event.ts';
import { parseRelayList } from '#domain/profile/lists.ts';
import {
  appliedRelays,
  draftRelayList,
  editsBetween,
  listedRelays,
  showsEdits,
  undoneRelays,
  type RelayListEdits,
} from '#domain/relays/relay-list-edit.ts';
import { restoredVersion } from '#domain/replaceable/versions.ts';
import type { RelayPermission } from '#domain/relays/relay-permission.ts';
import type { RelayDefaults, RelayEntry } from '#domain/relays/relay-set.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';

const INDEXERS: ReadonlySet<string> = new Set(['wss://index.example']);
const NOW = 1_800_000_000;
const list = (...tags: string[][]) => fakeEvent({ kind: 10_002, tags });
const draft = (before: NostrEvent | undefined, edits: RelayListEdits, entries: readonly RelayEntry[] = []) =>
  draftRelayList({ newest: before, edits, entries, indexers: INDEXERS, now: NOW });
const tagsAfter = (before: NostrEvent, edits: RelayListEdits) => {
  const result = draft(before, edits);
  return result.outcome === 'changed' ? result.template.tags : result.outcome;
};
const uses = (tags: readonly (readonly string[])[]) =>
  Object.fromEntries(listedRelays({ tags }, INDEXERS).map(({ url, permission }) => [url, permission]));

describe('a secret key in a published list', () => {
  const secret = ['r', `wss://nsec1${'q'.repeat(58)}`];
  const other = ['r', 'wss://a.example'];

  it('is no relay, is not published again, and does not stand in the way of a change', () => {
    expect(uses([secret, other, ['r', 'notaurl']])).toEqual({ 'wss://a.example': 'readwrite' });
    expect(tagsAfter(list(secret, other), { 'wss://b.example': 'read' })).toEqual([
      other,
      ['r', 'wss://b.example', 'read'],
    ]);
    expect(draft(list(secret, other), {}).outcome).toBe('unchanged');
    expect(restoredVersion(list(secret, other), undefined, NOW).tags).toEqual([other]);
  });
});

describe('permissions of a published list', () => {
  it('[RELAY-29] come from the markers, and both without one', () => {
    const tags = [
      ['r', 'wss://a.example', 'read'],
      ['r', 'wss://b.example', 'write'],
      ['r', 'wss://c.example'],
      ['r', 'wss://d.example', 'read'],
      ['r', 'wss://d.example/', 'write'],
    ];
    expect(uses(tags)).toEqual({
      'wss://a.example': 'read',
      'wss://b.example': 'write',
      'wss://c.example': 'readwrite',
      'wss://d.example': 'readwrite',
    });
  });

  it('[RELAY-30] make a known indexer without a flag an indexer, and obey a flag it has', () => {
    expect(uses([['r', 'wss://Index.example/']])).toEqual({ 'wss://index.example': 'indexer' });
    expect(uses([['r', 'wss://index.example', 'read']])).toEqual({ 'wss://index.example': 'read' });
  });

  it('[RELAY-31] make any other relay without a flag readwrite', () => {
    expect(uses([['r', 'wss://general.example', 'nonsense']])).toEqual({ 'wss://general.example': 'readwrite' });
  });
});

describe('the next version of a relay list', () => {
  it('[RLIST-05] is refused when only a relay for lists is left to write to, unless the list says that one writes there', () => {
    const read = ['r', 'wss://b.example', 'read'];
    const edits: RelayListEdits = { 'wss://a.example': 'read' };
    const without = (...index: string[]) => tagsAfter(list(['r', 'wss://a.example'], read, index), edits);
    expect(without('r', 'wss://index.example')).toBe('no write relays');
    expect(without('r', 'wss://index.example', 'write')).toHaveLength(3);
  });

  const before = list(
    ['alt', 'relays'],
    ['r', 'wss://A.example/'],
    ['x', '1'],
    ['r', 'wss://b.example', 'write', 'extra'],
    ['r', 'not a relay'],
  );

  it('[RLIST-04] marks read and write, and both by no marker', () => {
    const edits: RelayListEdits = { 'wss://a.example': 'read', 'wss://c.example': 'readwrite' };
    expect(tagsAfter(before, edits)).toEqual([
      ['alt', 'relays'],
      ['r', 'wss://A.example/', 'read'],
      ['x', '1'],
      ['r', 'wss://b.example', 'write', 'extra'],
      ['r', 'not a relay'],
      ['r', 'wss://c.example'],
    ]);
  });

  it('[RELAY-30] [RLIST-04] names both uses of a known indexer, which is one without a mark', () => {
    const index = 'wss://index.example';
    const edits: RelayListEdits = { [index]: 'readwrite' };
    const both = [
      ['r', index, 'read'],
      ['r', index, 'write'],
    ];
    const first = [{ url: index, permission: 'readwrite', source: 'user' }] as const;
    for (const tags of [[], [['r', index]], [['r', index, 'write']]])
      expect(tagsAfter(list(...tags), edits)).toEqual(both);
    expect(draft(undefined, {}, first)).toMatchObject({ template: { tags: both } });
    expect(uses(both)).toEqual({ [index]: 'readwrite' });
    expect(draft(list(...both), edits).outcome).toBe('unchanged');
    expect(showsEdits(list(...both), edits, INDEXERS)).toBe(true);
    expect(tagsAfter(list(...both, ['r', 'wss://a.example']), { [index]: 'indexer' })).toEqual([
      ['r', 'wss://a.example'],
    ]);
  });

  it('keeps what a tag carries besides, and takes out every tag of a relay that left', () => {
    expect(tagsAfter(before, { 'wss://b.example': 'readwrite' })).toContainEqual(['r', 'wss://b.example', '', 'extra']);
    const twice = list(['r', 'wss://a.example'], ['r', 'wss://b.example', 'read'], ['r', 'wss://B.example/', 'write']);
    expect(tagsAfter(twice, { 'wss://b.example': null })).toEqual([['r', 'wss://a.example']]);
    expect(tagsAfter(twice, { 'wss://b.example': 'indexer' })).toEqual([['r', 'wss://a.example']]);
  });

  it('comes after the newest one even when the clock is behind, with its content', () => {
    const ahead = { ...before, created_at: NOW + 500, content: 'secret' };
    expect(draft(ahead, { 'wss://a.example': 'write' })).toMatchObject({
      template: { created_at: NOW + 501, content: 'secret', kind: 10_002 },
    });
    expect(restoredVersion(before, ahead, NOW)).toEqual({
      kind: 10_002,
      created_at: NOW + 501,
      tags: before.tags,
      content: '',
    });
  });

  it('is not made when the newest one says it all', () => {
    expect(draft(before, {})).toEqual({ outcome: 'unchanged' });
    expect(draft(before, { 'wss://a.example': 'readwrite', 'wss://z.example': null }).outcome).toBe('unchanged');
  });

  it('says that a relay is an indexer by not naming it', () => {
    const edits: RelayListEdits = { 'wss://a.example': 'indexer' };
    expect(showsEdits(before, edits, INDEXERS)).toBe(false);
    const without = list(['r', 'wss://b.example', 'write']);
    expect(showsEdits(without, edits, INDEXERS)).toBe(true);
    expect(draft(without, edits)).toEqual({ outcome: 'unchanged' });
  });

  it('[RLIST-05] is refused without a relay to write to', () => {
    const edits: RelayListEdits = { 'wss://a.example': 'read', 'wss://b.example': null };
    expect(draft(before, edits)).toEqual({ outcome: 'no write relays' });
    expect(draft(undefined, {}, [{ url: 'wss://a.example', permission: 'read' }]).outcome).toBe('no write relays');
  });

  it('is the set in use when there is none yet, without indexers and what the app added', () => {
    const entries: RelayEntry[] = [
      { url: 'wss://a.example', permission: 'readwrite' },
      { url: 'wss://b.example', permission: 'write', source: 'user' },
      { url: 'wss://index.example', permission: 'indexer' },
      { url: 'wss://stand-in.example', permission: 'read', source: 'advisor' },
    ];
    const result = draft(undefined, { 'wss://b.example': 'write' }, entries);
    expect(result).toMatchObject({
      template: {
        created_at: NOW,
        tags: [
          ['r', 'wss://a.example'],
          ['r', 'wss://b.example', 'write'],
        ],
      },
    });
  });

  const anyUrl = fc.integer({ min: 0, max: 6 }).map((n) => `wss://r${n}.example`);
  const anyPermission = fc.constantFrom<RelayPermission>('read', 'write', 'readwrite', 'indexer');
  const anyTag = fc.oneof(
    fc.tuple(fc.constant('r'), anyUrl).map((tag): string[] => tag),
    fc.tuple(fc.constant('r'), anyUrl, fc.constantFrom('read', 'write', '', 'odd')).map((tag): string[] => tag),
    fc.array(fc.string({ maxLength: 5 }), { maxLength: 4 }),
  );

  it('changes nothing but the relays that were edited, and shows every edit', () => {
    fc.assert(
      fc.property(
        fc.array(anyTag, { maxLength: 12 }),
        fc.dictionary(anyUrl, fc.option(anyPermission), { maxKeys: 4 }),
        (tags, edits) => {
          const event = list(...tags);
          const result = draft(event, edits);
          if (result.outcome !== 'changed') return;
          const after = result.template.tags;
          const others = (all: readonly (readonly string[])[]) =>
            all.filter((tag) => !parseRelayList({ tags: [tag] }).some(({ url }) => url in edits));
          expect(others(after)).toEqual(others(tags));
          for (const [url, permission] of Object.entries(edits))
            expect(uses(after)[url] ?? null).toBe(permission === 'indexer' ? null : permission);
          expect(showsEdits({ ...event, tags: after }, edits, INDEXERS)).toBe(true);
        },
      ),
    );
  });
});

describe('a list that was found', () => {
  const defaults: RelayDefaults = {
    entries: [
      { url: 'wss://default.example', permission: 'readwrite' },
      { url: 'wss://index.example', permission: 'indexer' },
    ],
    profile: [],
  };
  const apply = (
    found: NostrEvent,
    entries: readonly RelayEntry[] = defaults.entries,
    edits: RelayListEdits = {},
    left: readonly string[] = [],
  ) => appliedRelays({ list: found, edits, entries, defaults, indexers: INDEXERS, left });

  it('takes the place of the defaults, but of the indexers', () => {
    expect(apply(list(['r', 'wss://a.example']))).toEqual([
      { url: 'wss://a.example', permission: 'readwrite', source: 'list' },
      { url: 'wss://index.example', permission: 'indexer' },
    ]);
  });

  it('leaves a default where it names nothing to read from', () => {
    expect(apply(list(['r', 'wss://a.example', 'write'])).map(({ url }) => url)).toEqual([
      'wss://a.example',
      'wss://default.example',
      'wss://index.example',
    ]);
  });

  it('brings no relay of a local network but one that was here before', () => {
    const here: RelayEntry[] = [{ url: 'ws://localhost:7000', permission: 'readwrite', source: 'user' }];
    const found = list(
      ['r', 'wss://a.example'],
      ['r', 'ws://localhost:7000'],
      ['r', 'ws://localhost:7001'],
      ['r', 'wss://192.168.0.1'],
    );
    expect(apply(found, here).map(({ url }) => url)).toEqual([
      'ws://localhost:7000',
      'wss://a.example',
      'wss://index.example',
    ]);
  });

  it('keeps what the user set here, also against the list, and drops what left the list elsewhere', () => {
    const here: RelayEntry[] = [
      { url: 'wss://mine.example', permission: 'read', source: 'user' },
      { url: 'wss://a.example', permission: 'write', source: 'user' },
      { url: 'wss://left.example', permission: 'readwrite', source: 'list' },
      { url: 'wss://stand-in.example', permission: 'read', source: 'advisor' },
    ];
    const found = list(['r', 'wss://a.example'], ['r', 'wss://b.example'], ['r', 'wss://unwanted.example']);
    expect(apply(found, here, { 'wss://unwanted.example': null, 'wss://new.example': 'read' })).toEqual([
      { url: 'wss://mine.example', permission: 'read', source: 'user' },
      { url: 'wss://a.example', permission: 'write', source: 'user' },
      { url: 'wss://new.example', permission: 'read', source: 'user' },
      { url: 'wss://b.example', permission: 'readwrite', source: 'list' },
      { url: 'wss://index.example', permission: 'indexer' },
    ]);
  });

  it('brings no default back that was taken out by hand, and what the list names all the same', () => {
    const left = ['wss://default.example', 'wss://index.example'];
    const found = list(['r', 'wss://a.example', 'write']);
    expect(apply(found, [], {}, left).map(({ url }) => url)).toEqual(['wss://a.example']);
    const naming = list(['r', 'wss://a.example', 'write'], ['r', 'wss://default.example', 'read']);
    expect(apply(naming, [], {}, left).map(({ url }) => url)).toEqual(['wss://a.example', 'wss://default.example']);
  });

  it('takes over what the user set here once the list says the same, in its place', () => {
    const here: RelayEntry[] = [
      { url: 'wss://index.example', permission: 'indexer' },
      { url: 'wss://mine.example', permission: 'read', source: 'user' },
    ];
    const found = list(['r', 'wss://a.example'], ['r', 'wss://mine.example', 'read']);
    expect(apply(found, here, { 'wss://mine.example': 'read' })).toEqual([
      { url: 'wss://mine.example', permission: 'read', source: 'list' },
      { url: 'wss://a.example', permission: 'readwrite', source: 'list' },
      { url: 'wss://index.example', permission: 'indexer' },
    ]);
  });

  it('comes back where changes are undone, and without a list the defaults do', () => {
    const here: RelayEntry[] = [
      { url: 'wss://default.example', permission: 'write', source: 'user' },
      { url: 'wss://mine.example', permission: 'read', source: 'user' },
    ];
    const undo = (found: NostrEvent | undefined, undone: string[]) =>
      undoneRelays({ list: found, edits: {}, entries: here, defaults, indexers: INDEXERS, left: [], undone });
    expect(undo(undefined, ['wss://default.example', 'wss://mine.example'])).toEqual([defaults.entries[0]]);
    expect(undo(list(['r', 'wss://mine.example']), ['wss://mine.example', 'wss://gone.example'])).toEqual([
      { url: 'wss://default.example', permission: 'write', source: 'user' },
      { url: 'wss://mine.example', permission: 'readwrite', source: 'list' },
      { url: 'wss://index.example', permission: 'indexer' },
    ]);
  });

  it('never makes a larger set than there can be sockets', () => {
    const long = list(...Array.from({ length: 300 }, (_, n) => ['r', `wss://r${n}.example`]));
    const here: RelayEntry[] = [{ url: 'wss://mine.example', permission: 'read', source: 'user' }];
    const set = apply(long, here);
    expect(set).toHaveLength(20);
    expect(set[0]?.url).toBe('wss://mine.example');
    expect(set.at(-1)?.url).toBe('wss://index.example');
  });

  it('leaves out no relay of a long list that alone is read from or written to', () => {
    const many = (marker: string) => Array.from({ length: 20 }, (_, n) => ['r', `wss://r${n}.example`, marker]);
    const last = (marker: string) => ['r', 'wss://last.example', marker];
    const urls = (found: NostrEvent) => apply(found).map(({ url, permission }) => [url, permission]);
    for (const [one, other] of [
      ['read', 'write'],
      ['write', 'read'],
    ] as const) {
      const set = urls(list(...many(one), last(other), ['r', 'wss://both.example']));
      expect(set).toHaveLength(20);
      expect(set[0]).toEqual(['wss://r0.example', one]);
      expect(set).toContainEqual(['wss://last.example', other]);
      expect(set.at(-1)).toEqual(['wss://index.example', 'indexer']);
    }
  });
});

describe('what the user did by hand', () => {
  const set: RelayEntry[] = [
    { url: 'wss://a.example', permission: 'readwrite', source: 'list' },
    { url: 'wss://b.example', permission: 'read' },
  ];

  it('is one relay that came, changed or left', () => {
    const added: RelayEntry = { url: 'wss://c.example', permission: 'write', source: 'user' };
    expect(editsBetween(set, [...set, added])).toEqual({ 'wss://c.example': 'write' });
    const changed: RelayEntry = { url: 'wss://b.example', permission: 'write', source: 'user' };
    expect(editsBetween(set, [set[0]!, changed])).toEqual({ 'wss://b.example': 'write' });
    expect(editsBetween(set, [set[1]!])).toEqual({ 'wss://a.example': null });
    expect(editsBetween(set, [set[0]!])).toEqual({});
    expect(editsBetween(set, [set[0]!], 'wss://b.example')).toEqual({ 'wss://b.example': null });
  });

  it('is one relay in the place of another of theirs', () => {
    const added: RelayEntry = { url: 'wss://c.example', permission: 'readwrite', source: 'user' };
    expect(editsBetween(set, [added, set[1]!])).toEqual({ 'wss://a.example': null, 'wss://c.example': 'readwrite' });
    expect(editsBetween(set, [set[0]!, added])).toEqual({});
    expect(editsBetween(set, [{ ...added, source: 'advisor' }, set[1]!])).toEqual({});
    const changed: RelayEntry = { url: 'wss://b.example', permission: 'write', source: 'user' };
    expect(editsBetween(set, [changed])).toEqual({});
  });

  it('is nothing when the app did it or the whole set changed', () => {
    expect(editsBetween(set, set)).toEqual({});
    expect(editsBetween(set, [set[0]!])).toEqual({});
    expect(editsBetween(set, [...set, { url: 'wss://c.example', permission: 'read', source: 'advisor' }])).toEqual({});
    expect(editsBetween(set, [{ url: 'wss://c.example', permission: 'read', source: 'user' }])).toEqual({});
  });
});

describe('newest of several versions', () => {
  it('[RLIST-01] is the newest, at equal times the lower id', () => {
    const versions = [3, 1, 2].map((n) => fakeEvent({ id: hex(n), created_at: n === 3 ? 5 : 9 }));
    expect(newest(versions)?.id).toBe(hex(1));
  });
});
