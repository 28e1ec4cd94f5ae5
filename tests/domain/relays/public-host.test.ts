import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { parseContent } from '#domain/note/content.ts';
import { decodeIdentifier, encodeNote, encodeProfile } from '#domain/protocol/identifiers.ts';
import { parseContacts, parseRelayHints } from '#domain/profile/lists.ts';
import { mediaIn } from '#domain/note/media.ts';
import { parseMetadata } from '#domain/profile/metadata.ts';
import { parseNip05 } from '#domain/profile/nip05.ts';
import { allowLoopback, isPublicHost, isPublicRelay, mayLoad } from '#domain/relays/public-host.ts';
import { linkRelays, relayHint, relayHints } from '#domain/relays/relay-hints.ts';
import { mayAskRelay } from '#domain/relays/relay-set.ts';
import { loadableUrl } from '#domain/text/web-url.ts';
import { fakeEvent as event, hex } from '#tests/support/fake-events.ts';

afterEach(() => allowLoopback(false));

/** Start and length in bits of the networks that are not public. */
const NETWORKS: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
const numberOf = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const partsOf = (address: number) => [24, 16, 8, 0].map((bits) => Math.floor(address / 2 ** bits) % 256);

const nearV4 = fc
  .constantFrom(...NETWORKS)
  .chain(([start, bits]) =>
    fc.integer({ min: 0, max: 2 ** (32 - bits) - 1 }).map((offset) => numberOf(start) + offset),
  );
const publicV4 = fc
  .integer({ min: 0, max: 2 ** 32 - 1 })
  .filter((address) =>
    NETWORKS.every(([start, bits]) => address < numberOf(start) || address >= numberOf(start) + 2 ** (32 - bits)),
  );

/** The ways in which browsers take an IPv4 address. */
const WAYS: readonly ((address: number) => string)[] = [
  (address) => partsOf(address).join('.'),
  (address) => `${partsOf(address).join('.')}.`,
  (address) => String(address),
  (address) => `0x${address.toString(16)}`,
  (address) => `0${address.toString(8)}`,
  (address) => `${partsOf(address)[0]}.${address % 2 ** 24}`,
  (address) => `${partsOf(address).slice(0, 2).join('.')}.${address % 2 ** 16}`,
  (address) =>
    partsOf(address)
      .map((part) => `0x${part.toString(16)}`)
      .join('.'),
  (address) =>
    partsOf(address)
      .map((part) => `0${part.toString(8)}`)
      .join('.'),
  (address) => partsOf(address).join('。'),
  (address) => partsOf(address).join('.').replaceAll('1', '%31').replaceAll('2', '２'),
];
const V6_WAYS: readonly ((address: number) => string)[] = [
  (address) => `[::ffff:${partsOf(address).join('.')}]`,
  (address) => `[::${partsOf(address).join('.')}]`,
  (address) => `[0:0:0:0:0:ffff:${(address >>> 16).toString(16)}:${(address & 0xff_ff).toString(16)}]`,
  (address) => `[64:ff9b::${partsOf(address).join('.')}]`,
  (address) => `[2002:${(address >>> 16).toString(16)}:${(address & 0xff_ff).toString(16)}::1]`,
];

const NEAR_NAMES = ['localhost', 'lan', 'local', 'internal', 'localdomain', 'intranet', 'home.arpa', 'home', 'corp'];
const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,8}[a-z0-9])?$/);
const nearName = fc
  .tuple(fc.array(label, { maxLength: 3 }), fc.constantFrom(...NEAR_NAMES), fc.constantFrom('', '.'))
  .map(([labels, name, dot]) => [...labels, name].join('.') + dot);
const oneWord = fc.tuple(label, fc.constantFrom('', '.')).map((parts) => parts.join(''));
const nearV6 = fc.oneof(
  fc.constantFrom('[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[fe80::1]', '[fec0::1]', '[ff02::1]', '[2001::1]', '[100::1]'),
  fc
    .tuple(fc.integer({ min: 0xfc_00, max: 0xfd_ff }), fc.nat(0xff_ff))
    .map(([a, b]) => `[${a.toString(16)}::${b.toString(16)}]`),
  fc
    .tuple(fc.integer({ min: 0xfe_80, max: 0xfe_bf }), fc.nat(0xff_ff))
    .map(([a, b]) => `[${a.toString(16)}::${b.toString(16)}]`),
);
const any = <T>(ways: readonly T[]) => fc.constantFrom(...ways);

/** Hosts of this device and the network around it, however they are written. */
const nearHost = fc
  .oneof(
    fc.tuple(any(WAYS), nearV4).map(([way, address]) => way(address)),
    fc.tuple(any(V6_WAYS), nearV4).map(([way, address]) => way(address)),
    nearV6,
    nearName,
    oneWord,
  )
  .chain((host) => fc.mixedCase(fc.constant(host)))
  .chain((host) => fc.constantFrom(host, `${host}:8080`));

const publicHost = fc.oneof(
  fc.tuple(any(WAYS), publicV4).map(([way, address]) => way(address)),
  fc
    .tuple(label, fc.constantFrom('example', 'com', 'co.uk', 'localhost.example', 'local.net', 'xn--p1ai'))
    .map((p) => p.join('.')),
  fc.constantFrom(
    '[2606:4700::1111]',
    '[2a00:1450:4001::8a]',
    'bücher.example',
    'example.com.',
    'mylocal.com',
    'lan.dev',
  ),
);

const metadataOf = (fields: object) => parseMetadata({ content: JSON.stringify(fields), created_at: 1 })!;

describe('hosts that strangers name', () => {
  it('are of the public network', () => {
    fc.assert(
      fc.property(publicHost, (host) => {
        expect(isPublicHost(new URL(`https://${host}`).hostname)).toBe(true);
        expect(mayLoad(`https://${host}/a`)).toBe(true);
      }),
    );
  });

  it('are never this device or the network around it, however they are written', () => {
    fc.assert(
      fc.property(nearHost, fc.constantFrom('https', 'http', 'wss', 'ws'), (host, scheme) => {
        expect(mayLoad(`${scheme}://${host}/a.jpg`)).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  it('open no door of the app', () => {
    fc.assert(
      fc.property(nearHost, fc.constantFrom('http', 'https'), (host, scheme) => {
        const address = `${scheme}://${host}/a.jpg`;
        expect(loadableUrl(address)).toBe('');
        const imeta = ['imeta', `url ${address}`, 'm image/png'];
        const note = event({
          content: `see ${address} :x: ${address.replace('.jpg', '.mp4')}`,
          tags: [imeta, ['emoji', 'x', address]],
        });
        expect(mediaIn(note)).toEqual([]);
        expect(JSON.stringify(parseContent(note))).not.toMatch(/"type":"(images|video|emoji)"/);
        const { picture, banner } = metadataOf({ picture: address, banner: address });
        expect([picture, banner]).toEqual(['', '']);
        expect(parseNip05(`bob@${host}`)).toBeUndefined();
        const relay = `wss://${host}`;
        expect(relayHint(relay)).toBeUndefined();
        expect(relayHints([relay, 'wss://a.example'])).toEqual(['wss://a.example']);
        expect(
          parseRelayHints([
            event({
              tags: [
                ['r', relay],
                ['e', hex(1), relay],
                ['p', hex(2), relay],
              ],
            }),
          ]),
        ).toEqual([]);
        expect(parseContacts(event({ kind: 3, tags: [['p', hex(2), relay]] }))[0]?.relay).toBe('');
      }),
      { numRuns: 300 },
    );
  });

  it('stay links that a person may follow', () => {
    const address = 'http://192.168.1.1/a.jpg';
    expect(JSON.stringify(parseContent(event({ content: address })))).toContain(`"type":"link","url":"${address}"`);
    expect(metadataOf({ website: 'http://nas.local/' }).website).toBe('http://nas.local/');
  });

  it('come into no link that is shared', () => {
    const relays = ['wss://192.168.0.7', 'wss://a.example'];
    expect(decodeIdentifier(encodeNote(hex(1), relays))).toMatchObject({ relays: ['wss://a.example'] });
    expect(decodeIdentifier(encodeProfile(hex(1), relays))).toMatchObject({ relays: ['wss://a.example'] });
    const seen = ['ws://127.0.0.1:4869', ...relays, 'wss://x.onion', 'wss://b.example', 'wss://c.example'];
    expect(linkRelays(seen)).toEqual(['wss://a.example', 'wss://b.example']);
  });

  it('may be on loopback, and only there, where the page is one of the sample network', () => {
    allowLoopback(true);
    const near = ['http://127.0.0.1:4700/a.jpg', 'http://localhost:4700/a.jpg', 'ws://[::1]:4701'];
    expect(near.filter(mayLoad)).toEqual(near);
    const others = [
      'http://192.168.0.1/',
      'http://a.localhost/',
      'http://[fe80::1]/',
      'http://nas/',
      'http://0.0.0.0/',
    ];
    expect(others.filter(mayLoad)).toEqual([]);
  });
});

describe('relays', () => {
  it('of a local network are asked only when the person or the configuration named exactly them', () => {
    const set = {
      entries: [{ url: 'ws://localhost:7777', permission: 'readwrite' as const, source: 'user' as const }],
      defaults: {
        entries: [{ url: 'wss://box.lan', permission: 'read' as const }],
        profile: ['wss://profile.lan'],
        fallback: ['wss://spare.lan'],
      },
    };
    const named = ['ws://localhost:7777', 'wss://box.lan', 'wss://profile.lan', 'wss://spare.lan', 'wss://a.example'];
    expect(named.filter((url) => mayAskRelay(url, set))).toEqual(named);
    const others = [
      'ws://localhost:7778',
      'ws://127.0.0.1:7777',
      'ws://localhost:7777/x',
      'wss://box.lan:1',
      'wss://10.0.0.1',
    ];
    expect(others.filter((url) => mayAskRelay(url, set))).toEqual([]);
  });

  it('that only Tor reaches are left out', () => {
    expect(['wss://a.example', 'wss://x.onion'].filter(isPublicRelay)).toEqual(['wss://a.example']);
  });
});
