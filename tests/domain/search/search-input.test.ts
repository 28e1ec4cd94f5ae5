import * as fc from 'fast-check';
import { naddrEncode, neventEncode, noteEncode, nprofileEncode, npubEncode, nsecEncode } from 'nostr-tools/nip19';
import { describe, expect, it } from 'vitest';

import { classifySearch } from '#domain/search/search-input.ts';

import { hex, hostileText } from '#tests/support/fake-events.ts';

const KEY = hex(5);
const NOTE = hex(6);

describe('[ROUTE-13] search input', () => {
  it.each([
    ['an npub', npubEncode(KEY)],
    ['an nprofile', nprofileEncode({ pubkey: KEY })],
    ['a nostr link', `nostr:${npubEncode(KEY)}`],
    ['a link of another client', `https://njump.me/${npubEncode(KEY)}?x=1`],
    ['an npub in capitals with space around it', `  ${npubEncode(KEY).toUpperCase()} `],
  ])('takes %s for a profile', (_, text) => {
    expect(classifySearch(text)).toEqual({ type: 'profile', pubkey: KEY, relays: [] });
  });

  it.each([
    ['a note', noteEncode(NOTE)],
    ['an nevent', neventEncode({ id: NOTE })],
    ['a link of another client', `https://primal.net/e/${neventEncode({ id: NOTE })}`],
  ])('takes %s for a note', (_, text) => {
    expect(classifySearch(text)).toEqual({ type: 'note', id: NOTE, relays: [] });
  });

  it('tells what its author can change by the author; a profile is a profile', () => {
    const article = naddrEncode({ identifier: 'x', pubkey: KEY, kind: 30_023, relays: ['wss://a.example'] });
    for (const text of [article, `nostr:${article}`, `https://habla.news/a/${article}`])
      expect(classifySearch(text)).toEqual({ type: 'address', code: article, kind: 30_023, pubkey: KEY });
    const profile = naddrEncode({ identifier: '', pubkey: KEY, kind: 0 });
    expect(classifySearch(profile)).toEqual({ type: 'profile', pubkey: KEY, relays: [] });
    expect(classifySearch(article.slice(0, -1))).toEqual({ type: 'broken', prefix: 'naddr' });
    for (const pubkey of [KEY, undefined]) {
      const code = neventEncode({ id: NOTE, kind: 20, ...(pubkey && { author: pubkey }) });
      expect(classifySearch(code)).toEqual({ type: 'address', code, kind: 20, pubkey });
    }
  });

  it('leaves open what 64 hex characters are', () => {
    expect(classifySearch(KEY.toUpperCase())).toEqual({ type: 'hex', hex: KEY });
  });

  it('takes an address for a NIP-05 identifier, #word for a hashtag, anything else for words', () => {
    expect(classifySearch('Bob@Example.com')).toEqual({ type: 'nip05', name: 'bob', domain: 'example.com' });
    expect(classifySearch('#Bitcoin')).toEqual({ type: 'hashtag', hashtag: 'bitcoin' });
    expect(classifySearch(' good morning ')).toEqual({ type: 'text', text: 'good morning' });
    expect(classifySearch('#two words')).toEqual({ type: 'text', text: '#two words' });
    expect(classifySearch(' ')).toEqual({ type: 'empty' });
  });

  it('[ROUTE-13] a code is read whole however long it may be', () => {
    const relays = Array.from({ length: 40 }, (_, index) => `wss://relay-number-${index}.example.com/path`);
    const code = nprofileEncode({ pubkey: KEY, relays });
    expect(code.length).toBeGreaterThan(2_500);
    expect(classifySearch(code)).toMatchObject({ type: 'profile', pubkey: KEY });
    expect(classifySearch(`https://njump.me/${code}`)).toMatchObject({ type: 'profile', pubkey: KEY });
  });

  it('what no text has is left out: there are relays that fall over it', () => {
    expect(classifySearch('\0good\u0007 \ud800morning\u202e')).toEqual({ type: 'text', text: 'good \ufffdmorning' });
    expect(classifySearch('\0')).toEqual({ type: 'empty' });
  });

  it('people are found as they are written to in notes', () => {
    expect(classifySearch('@Ines Okafor')).toEqual({ type: 'text', text: 'Ines Okafor' });
    expect(classifySearch('@')).toEqual({ type: 'text', text: '@' });
    expect(classifySearch('salt @ sea')).toEqual({ type: 'text', text: 'salt @ sea' });
  });

  it('tells an identifier that does not decode from words', () => {
    const [npub, nevent] = [npubEncode(KEY), neventEncode({ id: NOTE })];
    expect(classifySearch(npub.slice(0, -1))).toEqual({ type: 'broken', prefix: 'npub' });
    expect(classifySearch(`nostr:${npub.slice(0, 12)}…${npub.slice(-8)}`)).toEqual({ type: 'broken', prefix: 'npub' });
    expect(classifySearch(`${nevent.slice(0, -1)}x`)).toEqual({ type: 'broken', prefix: 'nevent' });
    expect(classifySearch(`${noteEncode(NOTE)}q`)).toEqual({ type: 'broken', prefix: 'note' });
    expect(classifySearch('npub1broken')).toEqual({ type: 'broken', prefix: 'npub' });
    for (const text of ['note1', 'note10', 'npub1', 'npub1 of bob', 'footnote1abcdefghijklmnopqrstuvw'])
      expect(classifySearch(text)).toEqual({ type: 'text', text });
  });

  it('keeps a secret key from becoming a query', () => {
    const nsec = nsecEncode(new Uint8Array(32).fill(7));
    for (const text of [nsec, `my key ${nsec}`, nsec.toUpperCase(), nsec.slice(0, -2), `https://x.example/${nsec}`]) {
      expect(classifySearch(text)).toEqual({ type: 'secret' });
    }
  });

  it('never throws', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(classifySearch(text).type).toBeTypeOf('string');
      }),
    );
  });
});
