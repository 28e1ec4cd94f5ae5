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
