import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RelayDefaults, RelayEntry } from '#domain/relays/relay-set.ts';
import { relaySetKey, savedRelays } from '#store/relays/relay-set.ts';
import { isSameSet, saveRelays } from '#store/relays/save-relays.ts';
import { blockedStorage, fakeStorage } from '#tests/support/fake-storage.ts';

const defaults: RelayDefaults = { entries: [{ url: 'wss://d.example', permission: 'readwrite' }], profile: [] };
const own: readonly RelayEntry[] = [
  { url: 'wss://a.example', permission: 'read', source: 'user' },
  { url: 'wss://d.example', permission: 'write' },
];
const [alice, bob] = ['a'.repeat(64), 'b'.repeat(64)];
const savedIn = (storage: Storage | undefined, pubkey?: string) => savedRelays(storage, pubkey, defaults).saved;

describe('the saved set of relays', () => {
  it('[RLIST-08] keeps relays and permissions per public key, and those of visitors', () => {
    const storage = fakeStorage();
    expect(saveRelays(storage, alice, own, defaults)).toBe(true);
    expect(saveRelays(storage, undefined, own.slice(0, 1), defaults)).toBe(true);
    expect([relaySetKey(alice), relaySetKey(undefined)]).toEqual([`nostrRelays:${alice}`, 'nostrRelays']);
    expect([savedIn(storage, alice), savedIn(storage)]).toEqual([own, own.slice(0, 1)]);
  });

  it('gives a user without a set that of the visitors', () => {
    const storage = fakeStorage();
    expect(savedIn(storage, bob)).toBeUndefined();
    saveRelays(storage, undefined, own, defaults);
    expect(savedIn(storage, bob)).toEqual(own);
  });

  it('keeps no defaults of visitors, but those a user chose over another set', () => {
    const storage = fakeStorage();
    saveRelays(storage, undefined, own, defaults);
    saveRelays(storage, alice, defaults.entries, defaults);
    expect(savedIn(storage, alice)).toEqual(defaults.entries);
    saveRelays(storage, undefined, defaults.entries, defaults);
    expect(storage.getItem('nostrRelays')).toBeNull();
  });

  it('[RELAY-03] knows the permissions read, write, readwrite and indexer, and no other', () => {
    const saved = (...permissions: string[]) =>
      savedIn(
        fakeStorage({
          nostrRelays: JSON.stringify(
            permissions.map((permission, index) => ({ url: `wss://r${index}.example`, permission })),
          ),
        }),
      );
    expect(saved('read', 'write', 'readwrite', 'indexer')).toHaveLength(4);
    for (const permission of ['', 'both', 'READ', 'none']) expect(saved('read', permission)).toBeUndefined();
  });

  it('keeps a set that was emptied', () => {
    const storage = fakeStorage();
    saveRelays(storage, undefined, [], defaults);
    expect(savedIn(storage)).toEqual([]);
  });

  it('always brings the defaults along', () => {
    expect(savedRelays(fakeStorage(), undefined, defaults)).toMatchObject(defaults);
  });

  it.each([
    '',
    '{',
    'null',
    '{}',
    '[null]',
    '["wss://a.example"]',
    '[{"url":"https://a.example","permission":"read"}]',
    '[{"url":"wss://a.example/","permission":"read"}]',
    '[{"url":"wss://a.example","permission":"own"}]',
    '[{"url":"wss://a.example","permission":"read","source":"me"}]',
    JSON.stringify([own[0], own[0]]),
    JSON.stringify(Array.from({ length: 101 }, (_, index) => ({ url: `wss://r${index}.example`, permission: 'read' }))),
  ])('ignores %j', (json) => expect(savedIn(fakeStorage({ nostrRelays: json }))).toBeUndefined());

  it('leaves out a secret key or a person that was taken for a relay once', () => {
    const refused = [`wss://nsec1${'q'.repeat(58)}`, `wss://npub1${'q'.repeat(58)}`];
    const entries = [...refused.map((url) => ({ url, permission: 'read' })), ...own];
    expect(savedIn(fakeStorage({ nostrRelays: JSON.stringify(entries) }))).toEqual(own);
  });

  it('never throws, whatever is in the storage', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (json) => {
        savedIn(fakeStorage({ nostrRelays: json }));
      }),
    );
  });

  it('tells when the browser keeps nothing', () => {
    expect([saveRelays(blockedStorage(), alice, own, defaults), saveRelays(undefined, alice, own, defaults)]).toEqual([
      false,
      false,
    ]);
    expect([savedIn(blockedStorage(), alice), savedIn(undefined, alice)]).toEqual([undefined, undefined]);
  });

  it('knows sets apart by relay, permission, source and order', () => {
    const [first, second] = own as [RelayEntry, RelayEntry];
    expect(isSameSet(own, structuredClone(own))).toBe(true);
    expect(isSameSet([second], [{ ...second, source: 'default' }])).toBe(true);
    const others = [[second, first], [first], [{ ...first, permission: 'write' as const }, second]];
    expect([...others, [{ ...first, source: 'list' as const }, second]].some((set) => isSameSet(own, set))).toBe(false);
  });
});
