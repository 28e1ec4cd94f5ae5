import { describe, expect, it } from 'vitest';
import { lackingUses, usesLostWithout } from '#domain/relays/lacking-use.ts';
import type { RelayPermission } from '#domain/relays/relay-permission.ts';
import type { RelayEntry } from '#domain/relays/relay-set.ts';

const entries = (...permissions: RelayPermission[]): readonly RelayEntry[] =>
  permissions.map((permission, at) => ({ url: `wss://${at}.example`, permission }));

describe('what a set of relays is not used for', () => {
  it('is reading or writing that none of them serves, and never what an indexer is for', () => {
    expect(lackingUses(entries('read', 'write'))).toEqual([]);
    expect(lackingUses(entries('readwrite'))).toEqual([]);
    expect(lackingUses(entries('read', 'indexer'))).toEqual(['write']);
    expect(lackingUses(entries('write', 'indexer'))).toEqual(['read']);
    expect(lackingUses(entries('indexer'))).toEqual(['read', 'write']);
  });

  it('is lost with the last relay that served it, and with no other', () => {
    expect(usesLostWithout('wss://0.example', entries('readwrite', 'indexer'))).toEqual(['read', 'write']);
    expect(usesLostWithout('wss://0.example', entries('write', 'read'))).toEqual(['write']);
    expect(usesLostWithout('wss://1.example', entries('write', 'read'))).toEqual(['read']);
    expect(usesLostWithout('wss://0.example', entries('readwrite', 'read', 'write'))).toEqual([]);
    expect(usesLostWithout('wss://1.example', entries('read', 'indexer'))).toEqual([]);
  });
});
