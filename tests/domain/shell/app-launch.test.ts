import { naddrEncode, neventEncode, noteEncode, nprofileEncode, npubEncode, nsecEncode } from 'nostr-tools/nip19';
import { describe, expect, it } from 'vitest';
import { readLaunch } from '#domain/shell/app-launch.ts';
import { readShared, sharedText, withShared } from '#domain/shell/shared-text.ts';
import { readNostrLink } from '#domain/search/nostr-link.ts';
import { isIos } from '#domain/shell/platform.ts';
import { SHARED_TEXT_MAX } from '#domain/shell/shell-limits.ts';

const ORIGIN = 'https://nuthatch.example';
const hex = 'ab'.repeat(32);

describe('texts that other apps share', () => {
  it('joins title, text and address, each once', () => {
    const search = new URLSearchParams({
      title: 'A find',
      text: 'Look: https://a.example/x',
      url: 'https://a.example/x',
    });
    expect(sharedText(`?${search}`)).toBe('A find\nLook: https://a.example/x');
    expect(sharedText('?url=https://a.example/y&title=')).toBe('https://a.example/y');
    expect(sharedText('?title=%20&other=x')).toBeUndefined();
    expect(sharedText(`?text=${'x'.repeat(SHARED_TEXT_MAX + 5)}`)).toHaveLength(SHARED_TEXT_MAX);
  });

  it('are read with suspicion from where they were kept', () => {
    expect(readShared({ text: 'A find', secret: 'other' })).toEqual({ text: 'A find' });
    expect(readShared({ text: 'x'.repeat(SHARED_TEXT_MAX + 5) })).toEqual({ text: 'x'.repeat(SHARED_TEXT_MAX) });
    expect(readShared({ secret: 'ncryptsec' })).toEqual({ secret: 'ncryptsec' });
    for (const other of [undefined, null, 'text', {}, { text: '' }, { text: 7 }])
      expect(readShared(other)).toBeUndefined();
  });

  it('adds to what was written and loses none of it', () => {
    expect(withShared('', 'new')).toBe('new');
    expect(withShared('begun ', 'new')).toBe('begun\n\nnew');
    expect(withShared('begun\n\nnew', 'new')).toBe('begun\n\nnew');
  });
});

describe('launches of the running app', () => {
  it.each([
    ['/create?text=Hello', { type: 'share', path: '/create', text: 'Hello' }],
    ['/create', { type: 'open', path: '/create' }],
    ['/?settings=true', { type: 'open', path: '/?settings=true' }],
    ['/open#nostr', { type: 'open', path: '/open#nostr' }],
    ['/open?q=web%2Bnostr%3Anote1x', { type: 'open', path: '/open?q=web%2Bnostr%3Anote1x' }],
    ['/', undefined],
    ['https://other.example/create', undefined],
    ['not an address', undefined],
  ])('%s', (address, launch) => {
    const absolute = address.startsWith('/') ? ORIGIN + address : address;
    expect(readLaunch(absolute, ORIGIN)).toEqual(launch);
  });
});

describe('links of web+nostr', () => {
  it.each([
    [npubEncode(hex), 'profile'],
    [nprofileEncode({ pubkey: hex, relays: ['wss://a.example'] }), 'profile'],
    [noteEncode(hex), 'note'],
    [neventEncode({ id: hex }), 'note'],
    [naddrEncode({ identifier: 'x', pubkey: hex, kind: 30_023 }), 'address'],
    [neventEncode({ id: hex, kind: 1111 }), 'address'],
    [nsecEncode(new Uint8Array(32).fill(3)), 'secret'],
    ['npub1broken', 'unknown'],
    ['', 'unknown'],
    ['<script>', 'unknown'],
  ])('%s is %s', (code, type) => {
    for (const link of [`web+nostr:${code}`, `web+nostr://${code}`, `nostr:${code}`, code])
      expect(readNostrLink(link).type, link).toBe(type);
  });

  it('an naddr says what it is of, and whose', () => {
    const code = naddrEncode({ identifier: 'x', pubkey: hex, kind: 30_023 });
    expect(readNostrLink(`web+nostr:${code}`)).toEqual({ type: 'address', code, kind: 30_023, pubkey: hex });
  });
});

describe('platform', () => {
  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, true],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, true],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, false],
    ['Mozilla/5.0 (Linux; Android 15)', 5, false],
  ])(
    '[CACHE-40] whether it is iOS is told by its name and touch screen: %s with %i touch points',
    (userAgent, maxTouchPoints, is) => {
      expect(isIos({ userAgent, maxTouchPoints })).toBe(is);
    },
  );
});
