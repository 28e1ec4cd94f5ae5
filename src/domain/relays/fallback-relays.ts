/**
 * Public relays by name. They stand apart from `default-relays.ts` because nothing of them is needed before the first notes: the
 * start of the app does not carry them.
 */

/** Well-known general relays that take the place of dead ones on a page without relays of its own (RELAY-69). */
export const FALLBACK_RELAYS: readonly string[] = [
  'wss://relay.damus.io',
  'wss://relay.snort.social',
  'wss://nostr.oxtr.dev',
  'wss://relay.nostr.net',
  'wss://nostr-pub.wellorder.net',
];

/** Relays that many lists still name although they were shut down or serve another purpose (RELAY-70). */
export const BLACKLISTED_RELAYS: readonly string[] = [
  'wss://brb.io',
  'wss://nostr.mutinywallet.com',
  'wss://nostr.orangepill.dev',
  'wss://nostr.zebedee.cloud',
  'wss://nostr-pub.semisol.dev',
  'wss://relay.current.fyi',
  'wss://relay.lnpay.me',
  'wss://relay.minds.com/nostr/v1/ws',
  'wss://relay.nostr.bg',
];
