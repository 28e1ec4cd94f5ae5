import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';

import { checkNip05Document, findNip05, nip05Label, nip05Url, parseNip05 } from '#domain/profile/nip05.ts';

import { allowLoopback } from '#domain/relays/public-host.ts';
import { hex } from '#tests/support/fake-events.ts';

const KEY = hex(5);

afterEach(() => allowLoopback(false));

describe('NIP-05', () => {
  it.each([
    ['bob@example.com', { name: 'bob', domain: 'example.com' }],
    [' Bob_1.x-y@Example.COM ', { name: 'bob_1.x-y', domain: 'example.com' }],
    ['_@example.com', { name: '_', domain: 'example.com' }],
    ['example.com', { name: '_', domain: 'example.com' }],
  ])('reads %j', (text, parsed) => expect(parseNip05(text)).toEqual(parsed));

  it('reads names of this machine where the sample network is shown', () => {
    allowLoopback(true);
    expect(parseNip05('bob@localhost:4455')).toEqual({ name: 'bob', domain: 'localhost:4455' });
    expect(parseNip05('bob@127.0.0.1:80')).toEqual({ name: 'bob', domain: '127.0.0.1:80' });
  });

  it.each([
    '',
    '@',
    'bob',
    'bob@',
    '@example.com',
    'a@b@c.d',
    'bob@exa mple.com',
    'bo b@x.com',
    'bob@x.com/path',
    'bob@-x.com',
    'b?b@x.com',
  ])('refuses %j', (text) => expect(parseNip05(text)).toBeUndefined());

  it('looks names up over https, on this machine over http', () => {
    expect(nip05Url({ name: 'bob', domain: 'example.com' })).toBe(
      'https://example.com/.well-known/nostr.json?name=bob',
    );
    for (const domain of ['localhost:1', '127.0.0.1:1', '[::1]:1']) {
      expect(nip05Url({ name: 'bob', domain })).toBe(`http://${domain}/.well-known/nostr.json?name=bob`);
    }
    expect(nip05Url({ name: 'bob', domain: 'localhost.evil.example' })).toMatch(/^https:/);
  });

  it('shows the root name as the domain', () => {
    expect(nip05Label({ name: '_', domain: 'example.com' })).toBe('example.com');
    expect(nip05Label({ name: 'bob', domain: 'example.com' })).toBe('bob@example.com');
  });

  it('checks the document', () => {
    const json = { names: { bob: KEY }, relays: { [KEY]: ['wss://R.example/', 'x'] } };
    expect(checkNip05Document(json, 'bob', KEY)).toBe(true);
    expect(checkNip05Document(json, 'bob', hex(6))).toBe(false);
    expect(checkNip05Document(json, 'ann', KEY)).toBe(false);
    expect(findNip05(json, 'bob')).toEqual({ pubkey: KEY, relays: ['wss://r.example'] });
    expect(findNip05({ names: { bob: 'npub1x' } }, 'bob')).toBeUndefined();
    expect(findNip05({ names: {} }, 'toString')).toBeUndefined();
  });

  it('finds a name whatever its case in the document, where it is the only one', () => {
    expect(checkNip05Document({ names: { Bob: KEY } }, 'bob', KEY)).toBe(true);
    expect(findNip05({ names: { BOB: hex(6), bob: KEY } }, 'bob')?.pubkey).toBe(KEY);
    expect(findNip05({ names: { BOB: hex(6), Bob: KEY } }, 'bob')).toBeUndefined();
    expect(findNip05({ names: { Bob: KEY, bob: 'npub1x' } }, 'bob')).toBeUndefined();
  });

  it('knows no domain that no address can have', () => {
    expect(['a.0', 'bob@a.0', '999.1.1.1'].map(parseNip05)).toEqual([undefined, undefined, undefined]);
  });

  it('never throws on any document or text', () => {
    fc.assert(
      fc.property(fc.anything(), fc.string(), (json, text) => {
        expect(checkNip05Document(json, text, KEY)).toBe(false);
        const parsed = parseNip05(text);
        if (parsed) expect(URL.canParse(nip05Url(parsed))).toBe(true);
      }),
    );
  });
});
