import * as fc from 'fast-check';
import {
  decode,
  naddrEncode,
  neventEncode,
  noteEncode,
  nprofileEncode,
  npubEncode,
  nsecEncode,
} from 'nostr-tools/nip19';
import { describe, expect, it } from 'vitest';
import { decodeBech32, encodeBech32 } from '#domain/protocol/bech32.ts';
import { addressTagged, readAddress } from '#domain/protocol/naddr.ts';
import { decodeNip19, encodeBare, encodeWithRelays } from '#domain/protocol/nip19.ts';

const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });
const relays = fc.array(fc.webUrl({ validSchemes: ['wss'] }), { maxLength: 4 });

describe('NIP-19', () => {
  it('encodes as nostr-tools does', () => {
    fc.assert(
      fc.property(hex, hex, relays, (id, author, hints) => {
        expect(encodeBare('npub', id)).toBe(npubEncode(id));
        expect(encodeBare('note', id)).toBe(noteEncode(id));
        expect(encodeWithRelays('nprofile', id, [])).toBe(nprofileEncode({ pubkey: id }));
        const nevent = encodeWithRelays('nevent', id, hints, author);
        expect(decode(nevent)).toEqual({ type: 'nevent', data: { id, relays: hints, author, kind: undefined } });
      }),
    );
  });

  it('decodes what nostr-tools encodes', () => {
    fc.assert(
      fc.property(hex, hex, relays, (id, author, hints) => {
        expect(decodeNip19(npubEncode(id))).toEqual({ prefix: 'npub', hex: id });
        expect(decodeNip19(noteEncode(id).toUpperCase())).toEqual({ prefix: 'note', hex: id });
        expect(decodeNip19(nsecEncode(Uint8Array.from(Buffer.from(id, 'hex'))))?.prefix).toBe('nsec');
        expect(decodeNip19(neventEncode({ id, relays: hints, author, kind: 1 }))).toEqual({
          prefix: 'nevent',
          hex: id,
          relays: hints,
          author,
          kind: 1,
        });
        expect(decodeNip19(naddrEncode({ identifier: 'a', pubkey: id, kind: 30023 }))).toEqual({ prefix: 'naddr' });
      }),
    );
  });

  it('refuses a text with any one character changed, mixed case and cut parts', () => {
    fc.assert(
      fc.property(hex, fc.nat(), fc.constantFrom(...'qpzry9x8gf2tvdw0s3jn54khce6mua7l'), (id, at, letter) => {
        const text = npubEncode(id);
        const place = 5 + (at % (text.length - 5));
        fc.pre(text[place] !== letter);
        expect(decodeNip19(text.slice(0, place) + letter + text.slice(place + 1))).toBeUndefined();
        expect(decodeNip19(`N${text.slice(1)}`)).toBeUndefined();
      }),
    );
    expect(decodeNip19(encodeBech32('nevent', [0, 32, 1, 2, 3]))).toBeUndefined();
    expect(decodeNip19(encodeBech32('npub', [1, 2, 3]))).toBeUndefined();
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => void decodeNip19(text)));
    fc.assert(
      fc.property(fc.constantFrom('nevent', 'nprofile', 'npub'), fc.uint8Array({ maxLength: 120 }), (prefix, bytes) => {
        const text = encodeBech32(prefix, bytes);
        decodeNip19(text);
        expect(decodeBech32(text)?.bytes).toEqual(bytes);
      }),
    );
  });
});

describe('what a tag addresses by author and kind', () => {
  const pubkey = 'ab'.repeat(32);
  const tagged = (...tags: string[][]) => addressTagged({ tags }, 'q');

  it('has the code that nostr-tools reads', () => {
    fc.assert(
      fc.property(
        hex,
        fc.string({ maxLength: 60 }),
        fc.integer({ min: 0, max: 65_535 }),
        (author, identifier, kind) => {
          const code = tagged(['q', `${kind}:${author}:${identifier}`, 'wss://a.example'])!;
          const data = { identifier, pubkey: author, kind, relays: ['wss://a.example'] };
          expect(decode(code)).toEqual({ type: 'naddr', data });
          expect(readAddress(code)).toEqual({ pubkey: author, kind });
        },
      ),
    );
  });

  it('is the first that has the form of an address', () => {
    const data = { identifier: 'x:y', pubkey, kind: 30_023, relays: [] };
    const code = tagged(['a', `1:${pubkey}:`], ['q', pubkey], ['q'], ['q', `30023:${pubkey}:x:y`, 'no relay'])!;
    expect(decode(code)).toEqual({ type: 'naddr', data });
    expect(tagged(['q', `x:${pubkey}:`], ['q', '30023:ab:x'], ['q', `30023:${pubkey}`])).toBeUndefined();
    expect(tagged(['q', `30023:${pubkey}:${'ü'.repeat(200)}`])).toBeUndefined();
  });
});
