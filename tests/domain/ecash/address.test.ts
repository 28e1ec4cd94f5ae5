import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressAt,
  addressService,
  readAddressMint,
  readPass,
  readQuotesPage,
  serviceOfAddress,
} from '#domain/ecash/address.ts';

const KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const NPUB = 'npub10xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqpkge6d';

describe('a service of addresses', () => {
  it.each([
    ['npub.cash', 'https://npub.cash'],
    [' https://Npub.cash/ ', 'https://npub.cash'],
    ['https://pay.example:8443', 'https://pay.example:8443'],
  ])('is read from %s', (text, origin) => expect(addressService(text, false)).toBe(origin));

  it.each([
    'http://npub.cash',
    'https://127.0.0.1',
    'https://router.local',
    'https://a:b@npub.cash',
    'https://npub.cash/x',
  ])('is not %s', (text) => expect(() => addressService(text, false)).toThrow('address-service'));

  it('may be on this machine over the sample network alone', () => {
    expect(addressService('http://127.0.0.1:6831', true)).toBe('http://127.0.0.1:6831');
    expect(addressService('127.0.0.1:6831', true)).toBe('http://127.0.0.1:6831');
    expect(() => addressService('127.0.0.1:6831', false)).toThrow('address-service');
  });

  it('is known again by an address with the key of the wallet, and by no other', () => {
    const own = addressAt('https://npub.cash', KEY);
    expect(own).toBe(`${NPUB}@npub.cash`);
    expect(serviceOfAddress(own, KEY, false)).toBe('https://npub.cash');
    expect(serviceOfAddress(` ${own.toUpperCase()} `, KEY, false)).toBe('https://npub.cash');
    for (const other of ['', 'ines@npub.cash', `${NPUB}@`, `${NPUB}@127.0.0.1`, `${own}@evil.example`])
      expect(serviceOfAddress(other, KEY, false)).toBeUndefined();
  });
});

describe('what a service answers', () => {
  const row = { mintUrl: 'https://mint.example', quoteId: 'abc-1', amount: 21, createdAt: 5, paidAt: 7, locked: true };

  it('names payments; odd ones are counted and left out', () => {
    const odd = [
      { ...row, quoteId: '../keys' },
      { ...row, quoteId: '..' },
      { ...row, amount: -1 },
      { ...row, amount: 1.5 },
      null,
      7,
    ];
    const page = readQuotesPage({ data: { quotes: [row, ...odd] }, metadata: { total: 60 } });
    expect(page).toEqual({
      quotes: [{ mint: 'https://mint.example', quote: 'abc-1', amount: 21, createdAt: 5, paidAt: 7 }],
      odd: odd.length,
      rows: 7,
      total: 60,
    });
  });

  it('is refused where it is nothing of the kind, whatever it is', () => {
    fc.assert(
      fc.property(fc.anything(), (answer) => {
        for (const read of [readQuotesPage, readPass, readAddressMint])
          try {
            read(answer);
          } catch (error) {
            expect(error).toMatchObject({ problem: { code: 'address-answer' } });
          }
      }),
    );
    expect(() => readPass({ data: { token: 'two\nlines' } })).toThrow('address-answer');
  });
});
