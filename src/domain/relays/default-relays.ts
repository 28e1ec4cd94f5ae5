import type { RelayDefaults } from './relay-set.ts';

/** The public relays of a fresh start (RELAY-05, RELAY-06); index.html can name others. */
export const DEFAULT_RELAYS: RelayDefaults = {
  entries: [
    { url: 'wss://nos.lol', permission: 'readwrite' },
    { url: 'wss://relay.primal.net', permission: 'readwrite' },
    { url: 'wss://offchain.pub', permission: 'readwrite' },
    { url: 'wss://nostr.mom', permission: 'write' },
    { url: 'wss://purplepag.es', permission: 'indexer' },
  ],
  profile: ['wss://user.kindpag.es'],
};
/** known to keep profiles and lists only (RELAY-30) */
export const KNOWN_INDEXERS: readonly string[] = [
  'wss://purplepag.es',
  'wss://user.kindpag.es',
  'wss://relay.nos.social',
  'wss://index.nostr.land',
  'wss://relay.nostr.band',
];
