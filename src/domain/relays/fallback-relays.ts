/**
 * Well-known general relays that take the place of dead ones on a page without relays of its own (RELAY-69). They stand apart from
 * `default-relays.ts` because nothing of them is needed before the first notes: the start of the app does not carry them.
 */
export const FALLBACK_RELAYS: readonly string[] = [
  'wss://relay.damus.io',
  'wss://relay.snort.social',
  'wss://nostr.oxtr.dev',
  'wss://relay.nostr.net',
  'wss://nostr-pub.wellorder.net',
];
