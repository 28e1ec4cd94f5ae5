import { neventEncode, noteEncode, npubEncode } from 'nostr-tools/nip19';
import { describe, expect, it } from 'vitest';

import { mayPrefetch, prefetchTarget } from '#domain/shell/prefetch.ts';

import { hex } from '#tests/support/fake-events.ts';

describe('prefetch', () => {
  it.each([
    ['/', { screen: 'feed' }],
    ['/?settings=true', { screen: 'feed' }],
    ['/create', { screen: 'create' }],
    [`/note/${noteEncode(hex(6))}`, { screen: 'note', id: hex(6), relays: [] }],
    [`/note/${neventEncode({ id: hex(6) })}?thread=x`, { screen: 'note', id: hex(6), relays: [] }],
    [`/npub/${npubEncode(hex(5))}`, { screen: 'profile', pubkey: hex(5), relays: [] }],
    [`/npub/${hex(5)}/following#x`, { screen: 'profile', pubkey: hex(5), relays: [] }],
  ])('knows what %s needs', (href, target) => expect(prefetchTarget(href)).toEqual(target));

  it.each(['/search', '/about', '/notifications', '/created', 'https://a.example/', '//a.example/', '', '?x'])(
    '[ROUTE-34] leaves %j alone',
    (href) => expect(prefetchTarget(href)).toBeUndefined(),
  );

  it.each([
    '/note/',
    '/note/xyz',
    `/note/${hex(6)}`,
    `/note/${npubEncode(hex(5))}`,
    '/npub/alice',
    '/npub/npub1x',
    '/npub/%00',
  ])('[ROUTE-37] leaves %s alone, whose identifier cannot be decoded', (href) =>
    expect(prefetchTarget(href)).toBeUndefined(),
  );

  it('[ROUTE-35] is skipped in data-saver mode', () => {
    expect(mayPrefetch({ saveData: true, effectiveType: '4g' })).toBe(false);
    expect(mayPrefetch({ saveData: false, effectiveType: '4g' })).toBe(true);
    expect(mayPrefetch(undefined)).toBe(true);
  });

  it.each([
    ['2g', false],
    ['slow-2g', false],
    ['3g', true],
    ['4g', true],
  ])('[ROUTE-36] on %s is %j', (effectiveType, may) => {
    expect(mayPrefetch({ effectiveType })).toBe(may);
  });
});
