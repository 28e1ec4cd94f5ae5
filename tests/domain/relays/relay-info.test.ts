import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRelayInfo, relayInfoUrl } from '#domain/relays/relay-info.ts';

describe('parseRelayInfo', () => {
  it('reads the document of a relay', () => {
    const info = parseRelayInfo({
      name: ' Birch ',
      description: 'A quick relay.',
      pubkey: 'a'.repeat(64),
      contact: 'mailto:keeper@example.com',
      software: 'git+https://example.com/relay',
      version: '1.2.3',
      icon: 'https://example.com/icon.png',
      payments_url: 'https://example.com/pay',
      supported_nips: [1, 11, 42, 42, '50'],
      limitation: {
        max_subscriptions: 20,
        max_limit: 500,
        max_message_length: 65_536,
        min_pow_difficulty: 12,
        auth_required: true,
        payment_required: true,
        restricted_writes: true,
      },
      fees: {
        admission: [{ amount: 21_000, unit: 'msats' }],
        subscription: [{ amount: 5_000, unit: 'msats', period: 2_592_000 }],
        publication: [{ kinds: [4], amount: 100, unit: 'msats' }],
      },
    });
    expect(info).toEqual({
      name: 'Birch',
      description: 'A quick relay.',
      pubkey: 'a'.repeat(64),
      contact: 'mailto:keeper@example.com',
      software: 'git+https://example.com/relay',
      version: '1.2.3',
      icon: 'https://example.com/icon.png',
      paymentsUrl: 'https://example.com/pay',
      supportedNips: [1, 11, 42],
      limitation: {
        maxSubscriptions: 20,
        maxLimit: 500,
        maxMessageLength: 65_536,
        authRequired: true,
        paymentRequired: true,
        restrictedWrites: true,
      },
      pow: 12,
      fees: {
        admission: [{ amount: 21_000, unit: 'msats' }],
        subscription: [{ amount: 5_000, unit: 'msats', period: 2_592_000 }],
        publication: [{ amount: 100, unit: 'msats' }],
      },
    });
  });

  it.each(['nip13', 'pow', 'difficulty', 'target_pow', 'min_pow_difficulty'])(
    '[POW-12] reads the difficulty from %s, also under limitation',
    (field) => {
      expect(parseRelayInfo({ [field]: 18 }).pow).toBe(18);
      expect(parseRelayInfo({ limitation: { [field]: 18 } }).pow).toBe(18);
      for (const wrong of ['18', -1, 1.5, null, true]) expect(parseRelayInfo({ [field]: wrong }).pow).toBe(0);
    },
  );

  it('takes only the right types, and no picture over plain http', () => {
    const info = parseRelayInfo({
      name: 5,
      icon: 'http://example.com/i.png',
      limitation: { max_limit: '9' },
      fees: [],
    });
    expect([info.name, info.icon, info.limitation.maxLimit, info.fees.admission]).toEqual(['', '', undefined, []]);
  });

  it('reads any object, refuses anything else, and never gives texts of endless length', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), (document) => {
        expect(parseRelayInfo(document).pow).toBeGreaterThanOrEqual(0);
      }),
    );
    for (const document of [null, [], 'text', 5, undefined]) expect(() => parseRelayInfo(document)).toThrow();
    const { name, description } = parseRelayInfo({ name: 'x'.repeat(1e5), description: 'x'.repeat(1e5) });
    expect([name.length, description.length]).toEqual([101, 5_001]);
  });
});

describe('relayInfoUrl', () => {
  it('[POW-10] is the http form of the relay URL', () => {
    expect(['wss://a.example/x', 'ws://localhost:7000'].map(relayInfoUrl)).toEqual([
      'https://a.example/x',
      'http://localhost:7000',
    ]);
  });
});
