import { describe, expect, it } from 'vitest';
import { lockOf, signersOf } from '#domain/ecash/proofs/lock.ts';
import type { Lock } from '#domain/ecash/proof.ts';
import { lockedOutput } from '#workers/ecash/cashu.ts';

const [ME, FRIEND] = [
  '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  '02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5',
];
const KEYSET = '009a1f293253e41e';
const NOW = 1_000_000;

const secretOf = (lock: Lock) => {
  const { secret } = lockedOutput(KEYSET, 1, lock);
  return new TextDecoder().decode(Uint8Array.from(secret.match(/../g)!, (pair) => Number.parseInt(pair, 16)));
};
const secret = (kind: string, tags: readonly (readonly string[])[] = [], data = ME) =>
  JSON.stringify([kind, { nonce: 'ab', data, tags }]);

describe('the lock of a proof', () => {
  it('is opened by its key alone', () => {
    expect(lockOf(secretOf({ pubkey: ME }), NOW)).toEqual({ lock: { pubkey: ME }, openers: [ME] });
    expect(lockOf(secret('P2PK', [['pubkeys', FRIEND]]), NOW)).toMatchObject({ openers: [ME, FRIEND] });
  });

  it('ends with its time: then whoever is named for it opens it too, or everybody where nobody is', () => {
    const timed = { pubkey: ME, locktime: NOW + 1 };
    expect(lockOf(secretOf(timed), NOW)).toEqual({ lock: timed, openers: [ME] });
    expect(lockOf(secretOf(timed), NOW + 1)).toBeUndefined();
    const refunded = { ...timed, refund: [FRIEND] };
    expect(lockOf(secretOf(refunded), NOW)).toEqual({ lock: refunded, openers: [ME] });
    expect(lockOf(secretOf(refunded), NOW + 1)).toEqual({ lock: refunded, openers: [ME, FRIEND] });
  });

  it('is another one where this app cannot open it', () => {
    const closed = [
      secret('HTLC', [], 'ab'.repeat(32)),
      secret('P2PK', [['sigflag', 'SIG_ALL']]),
      secret('P2PK', [
        ['pubkeys', FRIEND],
        ['n_sigs', '2'],
      ]),
      secret('P2PK', [['sigflag', 'SIG_LATER']]),
      secret('P2PK', [
        ['pubkeys', FRIEND],
        ['pubkeys', ME],
      ]),
      secret('NEW'),
      JSON.stringify(['P2PK', { nonce: 'ab', data: ME, tags: [['x', 5]] }]),
      '["P2PK"',
      '[1,2,3]',
    ];
    expect(closed.map((one) => lockOf(one, NOW))).toEqual(closed.map(() => 'other'));
  });

  it('keeps the two ways apart: those who are named after its time sign alone where the first ones must be two', () => {
    const two = [
      ['pubkeys', FRIEND],
      ['n_sigs', '2'],
      ['locktime', String(NOW)],
      ['refund', FRIEND],
    ];
    expect(lockOf(secret('P2PK', two), NOW - 1)).toBe('other');
    expect(lockOf(secret('P2PK', two), NOW)).toMatchObject({ openers: [FRIEND] });
    const late = [
      ['locktime', String(NOW)],
      ['refund', FRIEND, FRIEND],
      ['n_sigs_refund', '2'],
    ];
    expect(lockOf(secret('P2PK', late), NOW)).toMatchObject({ openers: [ME] });
  });

  it('is opened by its keys whatever time it is: clocks differ', () => {
    const locktime = ['locktime', String(NOW)];
    for (const now of [NOW - 1, NOW, NOW + 1]) expect(signersOf(secret('P2PK', [locktime]), now)).toContain(ME);
    const refunded = secret('P2PK', [locktime, ['refund', FRIEND]]);
    expect(signersOf(refunded, NOW - 1)).not.toContain(FRIEND);
    expect(signersOf(refunded, NOW)).toEqual(expect.arrayContaining([ME, FRIEND]));
    // two must sign as long as it lasts
    const two = [['pubkeys', FRIEND], ['n_sigs', '2'], locktime];
    expect(signersOf(secret('P2PK', two), NOW + 1)).toEqual([]);
    for (const none of [secret('P2PK', [['sigflag', 'SIG_ALL']]), secret('HTLC'), '["P2PK"', 'ab'.repeat(32)])
      expect(signersOf(none, NOW)).toEqual([]);
  });

  it('is none of a plain secret', () => {
    expect(lockOf('ab'.repeat(32), NOW)).toBeUndefined();
  });
});
