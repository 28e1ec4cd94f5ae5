import * as fc from 'fast-check';

import type { NostrEvent } from '#domain/protocol/event.ts';

/** A valid-looking id or key, told apart by a number. */
export const hex = (seed: number): string => seed.toString(16).padStart(64, '0');

/** An event as the registry would hold it; nothing about it is signed. */
export const fakeEvent = (fields: Partial<NostrEvent> = {}): NostrEvent => ({
  id: hex(1),
  pubkey: hex(0xa),
  created_at: 1_700_000_000,
  kind: 1,
  tags: [],
  content: '',
  sig: '0'.repeat(128),
  ...fields,
});

const SURROGATES = 0xd8_00;
const SURROGATE_COUNT = 0x8_00;

/** Any character of Unicode, as the library's own 'binary', which takes half a second of a core to make its first text. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10_ff_ff - SURROGATE_COUNT })
  .map((value) => String.fromCodePoint(value < SURROGATES ? value : value + SURROGATE_COUNT));

const anyHex = fc.integer({ min: 1, max: 20 }).map(hex);
const anyWord = fc.oneof(
  fc.constantFrom('e', 'p', 'q', 'r', 't', 'relay', 'imeta', 'emoji', 'nonce', 'content-warning', 'bolt11', 'P'),
  fc.constantFrom('description', 'root', 'reply', 'mention', 'wss://relay.example', 'url https://a.example/b.png'),
  anyHex,
  fc.string({ unit: anyCharacter, maxLength: 40 }),
);

/** Pieces of text that parsers trip over, glued in any order. */
export const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom('nostr:', 'npub1', 'https://', 'http://[', '#', '#[0]', ':x:', '`', '```', '\n', '\u202e', '@'),
      fc.constantFrom('https://a.example/b.png', 'https://user@b.example', 'e\u0301\u0301\u0301\u0301\u0301\u0301'),
      fc.string({ unit: anyCharacter, maxLength: 20 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

/** An event of any known kind with any tags and text: valid in form, hostile in content. */
export const hostileEvent = fc.record({
  id: anyHex,
  pubkey: anyHex,
  created_at: fc.integer({ min: 0, max: 2 ** 40 }),
  kind: fc.constantFrom(0, 1, 3, 6, 7, 9735, 10000, 10002),
  tags: fc.array(fc.array(anyWord, { maxLength: 6 }), { maxLength: 8 }),
  content: fc.oneof(hostileText, fc.json()),
  sig: fc.constant('0'.repeat(128)),
});
