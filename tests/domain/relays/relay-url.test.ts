import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { encodeBech32 } from '#domain/protocol/bech32.ts';
import { encodeNote, encodeNpub, encodeProfile } from '#domain/protocol/identifiers.ts';
import { URL_MAX_CHARACTERS } from '#domain/protocol/protocol-limits.ts';
import { normalizeRelayUrl, normalizeRelayUrls, relaySocketUrl } from '#domain/relays/relay-url.ts';

const likeUrls = fc.oneof(
  fc.string(),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc
    .tuple(
      fc.constantFrom('', 'ws://', 'wss://', 'WS://', 'Wss://', '//', 'http://'),
      fc.oneof(
        fc.domain(),
        fc.constantFrom('localhost', '127.0.0.1', '[::1]', 'EXAMPLE.com', 'exämple.com', 'a@b.com', ''),
      ),
      fc.constantFrom('', ':80', ':443', ':7777', ':99999'),
      fc.constantFrom('', '/', '//', '/a', '/a/', '/a//', '/a b', '/ä', '/?q=1', '?q=1/', '/a/#top', '#x', ' #x', '\\'),
    )
    .map((parts) => parts.join('')),
);

describe('normalizeRelayUrl', () => {
  it.each([
    ['[RELAY-12] trims white space', ' \t wss://a.example \n', 'wss://a.example'],
    ['[RELAY-12] trims white space that no URL takes for it', '\u00A0wss://a.example/x\u00A0', 'wss://a.example/x'],
    ['[RELAY-13] upgrades ws to wss', 'ws://a.example', 'wss://a.example'],
    ['[RELAY-14] adds wss when the scheme is missing', 'a.example', 'wss://a.example'],
    ['[RELAY-14] adds wss before a host with a port', 'a.example:7777/x', 'wss://a.example:7777/x'],
    ['[RELAY-14] adds wss before an address of numbers', '[2001:DB8::1]:7777', 'wss://[2001:db8::1]:7777'],
    ['[RELAY-15] lower-cases the host, not the path', 'WSS://A.Example/Path', 'wss://a.example/Path'],
    ['[RELAY-16] removes a trailing slash', 'wss://a.example/', 'wss://a.example'],
    ['[RELAY-16] removes a trailing slash of a path', 'wss://a.example/chat/', 'wss://a.example/chat'],
    ['drops the hash and the standard port', 'wss://a.example:443/#top', 'wss://a.example'],
    ['drops a dot behind the host', 'wss://A.example.:7777/x.', 'wss://a.example:7777/x.'],
    ['keeps a query', 'wss://a.example/?key=1', 'wss://a.example?key=1'],
    ['keeps ws on this machine', 'ws://localhost:7777/', 'ws://localhost:7777'],
    ['keeps ws on 127.0.0.1', 'ws://127.0.0.1:7777', 'ws://127.0.0.1:7777'],
    ['keeps ws on ::1', 'ws://[::1]:7777', 'ws://[::1]:7777'],
    ['repairs a scheme with one slash', 'wss:/b1.example', 'wss://b1.example'],
    ['repairs a scheme without a slash', 'wss:b1.example/x', 'wss://b1.example/x'],
    ['keeps one word with a scheme', 'wss://relay', 'wss://relay'],
    ['takes this machine without a scheme', 'localhost:7777', 'wss://localhost:7777'],
    ['[RELAY-14] adds wss before one word with a port', 'umbrel:4848', 'wss://umbrel:4848'],
    ['[RELAY-14] adds wss before one word with the port of the web', 'umbrel:443/x', 'wss://umbrel/x'],
    [
      'keeps a place of a relay that is an address',
      'wss://a.example/?of=wss://b.example',
      'wss://a.example?of=wss://b.example',
    ],
    ['keeps a path with an empty part', 'wss://a.example/x//y', 'wss://a.example/x//y'],
    ['keeps a host with an underscore', 'wss://a_b.example', 'wss://a_b.example'],
    ['upgrades a host that only looks like this machine', 'ws://localhost.example', 'wss://localhost.example'],
  ])('%s', (_, text, expected) => expect(normalizeRelayUrl(text)).toBe(expected));

  it.each(['http://a.example', 'https://a.example', 'ftp://a.example', 'javascript://a.example'])(
    '[RELAY-18] takes only ws and wss, not %s',
    (text) => expect(normalizeRelayUrl(text)).toBeUndefined(),
  );

  it.each([
    '',
    '  ',
    'wss://',
    'two words',
    'notaurl',
    'http:/a.example',
    '.',
    'a.',
    'wss://.',
    'wss://.a.example',
    'wss://a..b',
    'a..b.example:7777',
    'wss://a.example..',
    'wss://user:secret@a.example',
    `wss://a.example/${'x'.repeat(3_000)}`,
    "wss://a'.example",
    'wss://*.a.example',
  ])('takes no %j', (text) => expect(normalizeRelayUrl(text)).toBeUndefined());

  it.each(['a.example', 'wss://a.example', 'wss://a.example:7777', 'wss://a.example/x', 'wss://[::1]'])(
    'takes no two in one: %s',
    (url) => {
      for (const between of [',', ';', '|', '', '/,', '/'])
        expect(normalizeRelayUrl(`${url}${between}wss://b.example`)).toBeUndefined();
    },
  );

  const bytes = Array.from({ length: 32 }, (_, index) => index + 1);
  const nsec = encodeBech32('nsec', bytes);
  const ncryptsec = encodeBech32(
    'ncryptsec',
    Array.from({ length: 91 }, (_, index) => (index * 7) % 251),
  );
  const percents = (text: string) => Array.from(text, (letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
  const wide = (text: string) =>
    Array.from(text, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)).join('');
  const split = (text: string) => text.match(/.{1,15}/g)!.join('.');

  for (const secret of [nsec, ncryptsec])
    it.each([
      secret,
      secret.toUpperCase(),
      ` ${secret} `,
      `wss://${secret}`,
      `wss:/${secret}`,
      `ws://${secret.toUpperCase()}:443/`,
      `nostr:${secret}`,
      `wss://relay.example/${secret}`,
      `wss://relay.example/?key=${secret}`,
      `wss://relay.example/#${secret}`,
      `wss://${secret}@relay.example`,
      `wss://${secret}.relay.example`,
      `wss://a${secret}.example`,
      percents(secret),
      `wss://${percents(secret)}`,
      `wss://relay.example/${percents(percents(secret))}`,
      split(secret),
      `wss://${split(secret)}.example`,
      `wss://relay.example/${secret.match(/.{1,15}/g)!.join('/')}`,
      `wss://${wide(secret)}`,
      `wss://${secret.slice(0, 12)}\u00ad${secret.slice(12)}`,
      `wss://${secret.slice(0, 12)}\u200b${secret.slice(12)}`,
      secret.slice(0, -1),
    ])('takes no secret key for a relay: %s', (text) => {
      expect(normalizeRelayUrl(text)).toBeUndefined();
      expect(relaySocketUrl(text)).toBeUndefined();
    });

  const key = 'a1'.repeat(32);
  it.each([encodeNpub(key), encodeNote(key), encodeProfile(key, ['wss://hint.example'])])(
    'takes no identifier for a host: %s',
    (identifier) => {
      for (const text of [
        identifier,
        `wss://${identifier}`,
        `wss:/${identifier}`,
        `WSS://${identifier.toUpperCase()}/`,
      ])
        expect(normalizeRelayUrl(text)).toBeUndefined();
      // some relays have a place of their own for everybody
      expect(normalizeRelayUrl(`wss://a.example/${identifier}`)).toBe(`wss://a.example/${identifier}`);
    },
  );

  it('gives the same again for what it gave', () => {
    fc.assert(
      fc.property(likeUrls, (text) => {
        const once = normalizeRelayUrl(text);
        if (once !== undefined) expect(normalizeRelayUrl(once)).toBe(once);
      }),
      { numRuns: 2_000 },
    );
  });

  it('gives only ws and wss URLs, ws only for this machine', () => {
    fc.assert(
      fc.property(likeUrls, (text) => {
        const normalized = normalizeRelayUrl(text);
        if (normalized !== undefined) expect(normalized).toMatch(/^(wss:\/\/|ws:\/\/(localhost|127\.0\.0\.1|\[::1\]))/);
      }),
      { numRuns: 2_000 },
    );
  });

  it('keeps nothing in mind that is longer than an address may be', () => {
    const kept = vi.spyOn(Map.prototype, 'set');
    const form = normalizeRelayUrl(`wss://kept.example${' '.repeat(URL_MAX_CHARACTERS)}`);
    const keys = kept.mock.calls.map(([key]: unknown[]) => key);
    kept.mockRestore();
    expect([form, keys]).toEqual(['wss://kept.example', ['wss://kept.example']]);
  });
});

describe('normalizeRelayUrls', () => {
  it('[RELAY-17] drops duplicates and what is no relay URL', () => {
    const texts = ['wss://b.example', 'a.example/', 'http://c.example', 'ws://A.example', ''];
    expect(normalizeRelayUrls(texts)).toEqual(['wss://b.example', 'wss://a.example']);
  });
});

describe('relaySocketUrl', () => {
  it.each([
    ['wss://a.example', 'wss://a.example/'],
    ['wss://a.example#top', 'wss://a.example/'],
    ['wss://a.example?key=1', 'wss://a.example/?key=1'],
    ['a.example/private', 'wss://a.example/private'],
    ['wss://a.example/private?key=1#top', 'wss://a.example/private?key=1'],
  ])('[RELAY-19] ends a bare host in a slash, strips the hash and leaves the path of %s', (text, expected) =>
    expect(relaySocketUrl(text)).toBe(expected),
  );

  it('[RELAY-19] drops invalid URLs', () => expect(relaySocketUrl('http://a.example')).toBeUndefined());
});
