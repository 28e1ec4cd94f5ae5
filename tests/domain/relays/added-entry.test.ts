import { describe, expect, it } from 'vitest';
import { addedEntry } from '#domain/relays/added-entry.ts';
import { DEFAULT_RELAYS } from '#domain/relays/default-relays.ts';

describe('addedEntry', () => {
  it.each([
    ['wss://nos.lol', 'readwrite'],
    ['wss://nostr.mom', 'write'],
    ['wss://purplepag.es', 'indexer'],
    ['wss://other.example', 'read'],
  ])('[RELAY-31] brings %s in again as it is known: %s', (url, permission) => {
    expect(addedEntry(url, DEFAULT_RELAYS)).toEqual({ url, permission, source: 'user' });
  });
});
