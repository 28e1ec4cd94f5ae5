import * as fc from 'fast-check';
import { encodeBytes, naddrEncode, neventEncode, noteEncode, nprofileEncode, nsecEncode } from 'nostr-tools/nip19';
import { describe, expect, it } from 'vitest';

import {
  decodeIdentifier,
  decodeNoteId,
  decodeProfileId,
  encodeNote,
  encodeNpub,
  encodeProfile,
  shortHex,
  shortNpub,
} from '#domain/protocol/identifiers.ts';

import { RELAY_HINTS_MAX } from '#domain/relays/relays-limits.ts';
import { hex, hostileText } from '#tests/support/fake-events.ts';

// From NIP-19.
const PUBKEY = '3bf0c63fcb93463407af97a5e5ee64fa883d107ef9e558472c4eb9aaaefa459d';
const NPUB = 'npub180cvv07tjdrrgpa0j7j7tmnyl2yr6yr7l8j4s3evf6u64th6gkwsyjh6w6';
const NPROFILE =
  'nprofile1qqsrhuxx8l9ex335q7he0f09aej04zpazpl0ne2cgukyawd24mayt8gpp4mhxue69uhhytnc9e3k7mgpz4mhxue69uhkg6nzv9ejuumpv34kytnrdaksjlyr9p';

const anyKey = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'));

describe('note ids', () => {
  it('[ROUTE-03] decodes note and nevent', () => {
    expect(decodeNoteId(noteEncode(hex(7)))).toEqual({ id: hex(7), relays: [] });
    const nevent = neventEncode({ id: hex(7), relays: ['wss://Relay.Example/'], author: hex(8) });
    expect(decodeNoteId(nevent)).toEqual({ id: hex(7), relays: ['wss://relay.example'], author: hex(8) });
    expect(decodeNoteId(nevent.toUpperCase())?.id).toBe(hex(7));
  });

  it.each([
    ['hex', hex(7)],
    ['npub', NPUB],
    ['a damaged code', `${noteEncode(hex(7)).slice(0, -1)}q`],
    ['nothing', ''],
  ])('[ROUTE-03] takes %s for no note id', (_, text) => expect(decodeNoteId(text)).toBeUndefined());

  it('drops unusable relay hints and keeps few', () => {
    const relays = ['https://x.example', 'not a url', ...Array.from({ length: 20 }, (_, n) => `wss://r${n}.example`)];
    expect(decodeNoteId(neventEncode({ id: hex(7), relays }))?.relays).toEqual(
      Array.from({ length: RELAY_HINTS_MAX }, (_, n) => `wss://r${n}.example`),
    );
  });

  it('gives back what it encoded', () => {
    fc.assert(
      fc.property(anyKey, anyKey, (id, author) => {
        expect(decodeNoteId(encodeNote(id, ['wss://relay.example'], author))).toEqual({
          id,
          relays: ['wss://relay.example'],
          author,
        });
      }),
    );
  });
});

describe('profile ids', () => {
  it('[ROUTE-04] decodes npub, nprofile and 64 hex characters', () => {
    expect(decodeProfileId(NPUB)).toEqual({ pubkey: PUBKEY, relays: [] });
    expect(decodeProfileId(NPROFILE)).toEqual({ pubkey: PUBKEY, relays: ['wss://r.x.com', 'wss://djbas.sadkb.com'] });
    expect(decodeProfileId(PUBKEY)).toEqual({ pubkey: PUBKEY, relays: [] });
    expect(decodeProfileId(PUBKEY.toUpperCase())).toEqual({ pubkey: PUBKEY, relays: [] });
  });

  it.each([
    ['a note', noteEncode(hex(7))],
    ['63 hex characters', PUBKEY.slice(1)],
    ['a secret key', nsecEncode(new Uint8Array(32).fill(1))],
    ['a cut npub', NPUB.slice(0, -1)],
    ['an npub with more', `${NPUB}q`],
    ['an npub of 31 bytes', encodeBytes('npub', new Uint8Array(31))],
    ['a name', 'alice'],
  ])('[ROUTE-05] takes %s for no profile id', (_, text) => expect(decodeProfileId(text)).toBeUndefined());

  it('gives back what it encoded', () => {
    fc.assert(
      fc.property(anyKey, (pubkey) => {
        expect(decodeProfileId(encodeNpub(pubkey))?.pubkey).toBe(pubkey);
        expect(decodeProfileId(encodeProfile(pubkey, ['wss://a.example']))).toEqual({
          pubkey,
          relays: ['wss://a.example'],
        });
      }),
    );
  });
});

describe('any identifier', () => {
  it('tells addresses and secrets from the rest', () => {
    const naddr = naddrEncode({ identifier: 'x', pubkey: PUBKEY, kind: 30023 });
    expect(decodeIdentifier(naddr)).toEqual({ type: 'address', address: naddr });
    expect(decodeIdentifier(nsecEncode(new Uint8Array(32).fill(1)))).toEqual({ type: 'secret' });
    expect(decodeIdentifier(nprofileEncode({ pubkey: PUBKEY }))).toEqual({
      type: 'profile',
      pubkey: PUBKEY,
      relays: [],
    });
  });

  it('tells events that no screen shows by the kind in their code, as far as it names one', () => {
    const event = { id: hex(7), relays: ['wss://a.example'], author: hex(8) };
    const code = (kind?: number) => neventEncode(kind === undefined ? event : { ...event, kind });
    for (const kind of [20, 1068, 1111, 9802, 30023]) {
      expect(decodeIdentifier(code(kind))).toEqual({ type: 'address', address: code(kind), id: hex(7) });
      expect(decodeNoteId(code(kind))).toBeUndefined();
    }
    for (const kind of [undefined, 1, 6]) expect(decodeNoteId(code(kind))).toEqual(event);
  });

  it('[ROUTE-05] takes a profile with 50 relay hints', () => {
    const relays = Array.from({ length: 50 }, (_, at) => `wss://${at}.${'relay'.repeat(7)}.example`);
    const long = nprofileEncode({ pubkey: PUBKEY, relays });
    expect(long.length).toBeGreaterThan(4_230);
    expect(decodeProfileId(long)?.pubkey).toBe(PUBKEY);
  });

  it('never throws on any text', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        decodeIdentifier(text);
        decodeProfileId(text);
        expect(encodeNpub(text)).toBe(text);
        expect(encodeNote(text)).toBe(text);
      }),
    );
  });
});

describe('short forms', () => {
  it('[NAME-07] shortens an npub to 13 characters at each end', () => {
    expect(shortNpub(PUBKEY)).toBe(`${NPUB.slice(0, 13)}…${NPUB.slice(-13)}`);
    expect(
      shortNpub(PUBKEY)
        .split('…')
        .map((end) => end.length),
    ).toEqual([13, 13]);
  });

  it('[NAME-08] shortens a hex key to 9 characters at each end', () => {
    expect(shortHex(PUBKEY)).toBe('3bf0c63fc…aaefa459d');
    expect(shortHex('short')).toBe('short');
  });
});
