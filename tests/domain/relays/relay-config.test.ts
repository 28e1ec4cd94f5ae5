import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_RELAYS } from '#domain/relays/default-relays.ts';
import { relayConfig, relayUses } from '#domain/relays/relay-config.ts';
import { normalizeRelayUrl } from '#domain/relays/relay-url.ts';

describe('relayConfig', () => {
  it('reads relays by permission, normalised, each once', () => {
    const content = JSON.stringify({
      profile: ['ws://localhost:6006/', 'nonsense here'],
      write: ['wss://w.example', 'wss://a.example'],
      readwrite: ['WSS://A.example/', 'b.example', 7, null],
      indexer: ['wss://i.example'],
    });
    expect(relayConfig(content)).toEqual({
      entries: [
        { url: 'wss://a.example', permission: 'readwrite' },
        { url: 'wss://b.example', permission: 'readwrite' },
        { url: 'wss://w.example', permission: 'write' },
        { url: 'wss://i.example', permission: 'indexer' },
      ],
      profile: ['ws://localhost:6006'],
      fallback: [],
    });
  });

  it.each([
    undefined,
    null,
    '',
    '  ',
    '{',
    '[]',
    'null',
    '7',
    '"wss://a.example"',
    '{"readwrite":"wss://a.example"}',
    '{"readwrite":["http://a.example"]}',
    '{"__proto__":["wss://a.example"]}',
    '{"profile":["wss://a.example"]}',
  ])('gives the public defaults for %j', (content) => expect(relayConfig(content)).toBe(DEFAULT_RELAYS));

  it('[RELAY-69] takes fallbacks only from its own list, the public ones only with the public defaults', () => {
    const readwrite = ['wss://a.example'];
    expect(relayConfig(JSON.stringify({ readwrite, fallback: ['b.example', 3] })).fallback).toEqual([
      'wss://b.example',
    ]);
    expect(relayConfig(JSON.stringify({ readwrite })).fallback).toEqual([]);
    expect(relayConfig('').fallback).toBeUndefined();
  });

  it('takes at most 20 relays', () => {
    const readwrite = Array.from({ length: 50 }, (_, index) => `wss://r${index}.example`);
    expect(relayConfig(JSON.stringify({ readwrite })).entries).toHaveLength(20);
  });

  it('never throws and never gives an empty set', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (content) => {
        expect(relayConfig(content).entries.length).toBeGreaterThan(0);
      }),
    );
  });

  it('[RELAY-05] has five defaults: three readwrite, one write only, one indexer', () => {
    expect(DEFAULT_RELAYS.entries.map(({ permission }) => permission)).toEqual([
      'readwrite',
      'readwrite',
      'readwrite',
      'write',
      'indexer',
    ]);
  });

  it('[RELAY-06] has one profile relay besides them', () => {
    expect(DEFAULT_RELAYS.profile).toHaveLength(1);
    expect(DEFAULT_RELAYS.entries.map(({ url }) => url)).not.toContain(DEFAULT_RELAYS.profile[0]);
  });

  it('has defaults in normal form', () => {
    const urls = [...DEFAULT_RELAYS.entries.map(({ url }) => url), ...DEFAULT_RELAYS.profile];
    expect(urls.map((url) => normalizeRelayUrl(url))).toEqual(urls);
  });
});

describe('relayUses', () => {
  it('puts those that are asked for profiles alone behind the set', () => {
    const [entries, profile] = [[{ url: 'wss://b', permission: 'read' }] as const, ['wss://a', 'wss://b']];
    expect(relayUses({ entries, profile })).toEqual([
      { url: 'wss://b', use: 'read' },
      { url: 'wss://a', use: 'profile' },
    ]);
  });
});
