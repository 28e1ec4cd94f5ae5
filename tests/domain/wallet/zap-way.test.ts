import { describe, expect, it } from 'vitest';
import { readPayParameters, type PayParameters } from '#domain/wallet/lnurl-pay.ts';
import {
  chooseWays,
  isShortOf,
  LIGHTNING,
  ofWallet,
  shareOut,
  takesAnything,
  wayToOne,
  type Taker,
} from '#domain/wallet/zap-way.ts';
import { isAsShown, type ZapWish } from '#domain/wallet/zap-wish.ts';

const [M, N] = ['https://m.example', 'https://n.example'];
const both: Taker = { lightning: true, common: [{ url: M, balance: 30 }], through: M };
const onlyLightning: Taker = { lightning: true, common: [], through: undefined };
const onlyEcash: Taker = { lightning: false, common: [{ url: M, balance: 30 }], through: M };
const nothing: Taker = { lightning: false, common: [], through: undefined };

describe('the way to each of those who are given something', () => {
  it('is what is wished for where they take it, and Lightning where they do not', () => {
    const takers = [both, onlyLightning];
    expect(chooseWays(takers, [10, 10], { by: 'ecash' })).toEqual([{ by: 'ecash', mint: M }, LIGHTNING]);
    expect(chooseWays(takers, [10, 10], { by: 'lightning' })).toEqual([LIGHTNING, LIGHTNING]);
  });

  it('is ecash of the mint that is meant, else Lightning, which that mint pays', () => {
    expect(chooseWays([both], [10], { by: 'ecash', mint: N })).toEqual([LIGHTNING]);
    expect(chooseWays([both], [10], { by: 'ecash', mint: M })).toEqual([{ by: 'ecash', mint: M }]);
  });

  it('is ecash only as far as it lasts for all of them', () => {
    const ways = chooseWays([both, both, onlyEcash], [20, 20, 10], { by: 'ecash' });
    expect(ways).toEqual([{ by: 'ecash', mint: M }, LIGHTNING, { by: 'ecash', mint: M }]);
  });

  it('goes from the Lightning wallet over a mint to whoever has no address', () => {
    expect(chooseWays([onlyEcash], [50], { by: 'lightning' })).toEqual([{ by: 'wallet', mint: M }]);
    expect(chooseWays([onlyEcash], [50], { by: 'ecash' })).toEqual([{ by: 'wallet', mint: M }]);
    expect(chooseWays([{ ...onlyEcash, through: undefined }], [20], { by: 'lightning' })).toEqual([
      { by: 'ecash', mint: M },
    ]);
  });

  it('is Lightning, which says why, for whoever takes nothing of what there is', () => {
    expect(chooseWays([nothing], [10], { by: 'ecash' })).toEqual([LIGHTNING]);
    expect([both, onlyLightning, onlyEcash, nothing].map(takesAnything)).toEqual([true, true, true, false]);
  });
});

describe('what each of those who share gets, and how', () => {
  /** Somebody whose address takes so many sats at least and at most. */
  const bounded = (least: number, most: number): Taker => {
    const json = {
      callback: 'https://pay.example/lnurl',
      minSendable: least * 1_000,
      maxSendable: most * 1_000,
      allowsNostr: true,
      nostrPubkey: '11'.repeat(32),
    };
    return { ...onlyLightning, provider: readPayParameters(json) as PayParameters };
  };
  const among = (sats: number, takers: readonly Taker[], by: 'ecash' | 'lightning' = 'lightning') =>
    shareOut(
      sats,
      { takers, shares: takers.map((_, at) => ({ pubkey: `${at}`, relay: undefined, weight: 1 })) },
      { by },
    );

  it('is an equal part for all who take it', () => {
    const { parts, ways, problems } = among(100, [bounded(1, 1_000), onlyLightning]);
    expect([parts, ways, problems]).toEqual([
      [50, 50],
      [LIGHTNING, LIGHTNING],
      [undefined, undefined],
    ]);
  });

  it('[LNURL-15] [LNURL-16] is nothing for whoever does not take so little or so much: it goes to the others', () => {
    const below = { code: 'amount-below', sats: 1_000 } as const;
    expect(among(100, [bounded(1_000, 9_000), onlyLightning])).toMatchObject({
      parts: [0, 100],
      problems: [below, undefined],
    });
    const above = { code: 'amount-above', sats: 40 } as const;
    expect(among(100, [onlyLightning, bounded(1, 40)])).toMatchObject({
      parts: [100, 0],
      problems: [undefined, above],
    });
    // with what one of them cannot take the other one can
    expect(among(1_500, [bounded(1_000, 9_000), bounded(1_000, 9_000)])).toMatchObject({
      parts: [1_500, 0],
      problems: [undefined, below],
    });
    expect(among(21, [bounded(1_000, 9_000), bounded(1_000, 9_000)])).toMatchObject({
      parts: [0, 0],
      problems: [below, below],
    });
  });

  it('is as much as it comes to where it is given as ecash, whatever an address takes', () => {
    const taker = { ...bounded(1_000, 9_000), common: both.common };
    expect(among(40, [taker, onlyLightning], 'ecash')).toMatchObject({
      parts: [20, 20],
      ways: [{ by: 'ecash', mint: M }, LIGHTNING],
      problems: [undefined, undefined],
    });
  });

  it('is nothing for whoever takes nothing', () => {
    expect(among(40, [nothing, onlyLightning])).toMatchObject({ parts: [0, 40], problems: [undefined, undefined] });
  });
});

describe('what the Lightning wallet pays of it', () => {
  const ways = [LIGHTNING, { by: 'wallet', mint: M }, { by: 'ecash', mint: M }] as const;
  const parts = [20, 10, 5];

  it('is what goes over Lightning and the ecash that is made for it', () => {
    expect(ofWallet({ ways, parts, isByEcash: false })).toBe(30);
    expect(ofWallet({ ways: ways.slice(2), parts: [5], isByEcash: false })).toBeUndefined();
  });

  it('is only that ecash where ecash pays what goes over Lightning', () => {
    expect(ofWallet({ ways, parts, isByEcash: true })).toBe(10);
    expect(ofWallet({ ways: [LIGHTNING], parts: [20], isByEcash: true })).toBeUndefined();
  });
});

describe('the way to one person', () => {
  const bare = { ...onlyEcash, through: undefined };

  it('is ecash for whoever takes nothing else, also where there is not enough of it', () => {
    const ways = [both, onlyEcash, bare, nothing].map((taker) => wayToOne(taker, 31, !taker.lightning));
    expect(ways).toEqual([LIGHTNING, { by: 'wallet', mint: M }, { by: 'ecash', mint: M }, LIGHTNING]);
    expect(ways.map((way) => isShortOf(bare, way, 31))).toEqual([false, false, true, false]);
    expect(isShortOf(bare, wayToOne(bare, 30, true), 30)).toBe(false);
  });

  it('is Lightning, which is tried again, where their address was only not reached and the ecash does not last', () => {
    expect(wayToOne(bare, 31, false)).toEqual(LIGHTNING);
    expect(wayToOne(bare, 30, false)).toEqual({ by: 'ecash', mint: M });
    expect(wayToOne(onlyEcash, 31, false)).toEqual({ by: 'wallet', mint: M });
  });
});

describe('what is sent of a zap that is shared', () => {
  const wish = (recipient: string, sats: number, more: Partial<ZapWish> = {}): ZapWish => ({
    id: `zap of ${recipient}`,
    recipient,
    sats,
    comment: '',
    anonymous: false,
    ...more,
  });
  const shares = [{ pubkey: 'lena' }, { pubkey: 'dov' }, { pubkey: 'bo' }];
  const shown = { shares, parts: [1, 0, 99], ways: [LIGHTNING, LIGHTNING, { by: 'ecash', mint: M }] } as const;

  it('is what was shown only where each gets the same part by the same way', () => {
    expect(isAsShown([wish('lena', 1), wish('bo', 99, { mint: M })], shown)).toBe(true);
    expect(isAsShown([wish('lena', 100)], shown)).toBe(false);
    expect(isAsShown([wish('lena', 2), wish('bo', 98, { mint: M })], shown)).toBe(false);
    expect(isAsShown([wish('lena', 1), wish('bo', 99)], shown)).toBe(false);
    expect(isAsShown([wish('lena', 1), wish('bo', 99, { mint: N })], shown)).toBe(false);
    expect(isAsShown([wish('lena', 1), wish('bo', 99, { mint: M, fromWallet: true })], shown)).toBe(false);
  });

  it('is nothing where nobody was shown to get anything', () => {
    expect(isAsShown([wish('lena', 100)], { ...shown, parts: [0, 0, 0] })).toBe(false);
  });
});
