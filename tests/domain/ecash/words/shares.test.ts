import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  heavyMint,
  isWordsReminderDue,
  MINT_TINTS,
  mintsInOrder,
  mintTints,
  percentsOf,
} from '#domain/ecash/words/shares.ts';

describe('the share of each mint', () => {
  it('is in whole percents that add up to 100', () => {
    expect(percentsOf([36_400, 14_010, 3_299])).toEqual([68, 26, 6]);
    expect(percentsOf([1, 1, 1])).toEqual([34, 33, 33]);
    expect(percentsOf([99_999, 1])).toEqual([99, 1]);
    expect(percentsOf([0, 0])).toEqual([0, 0]);
    expect(percentsOf([])).toEqual([]);
  });

  it('adds up whatever the amounts are, and none that is there is below 1', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 2_100_000_000 }), { minLength: 1, maxLength: 40 }), (amounts) => {
        const percents = percentsOf(amounts);
        const sum = percents.reduce((all, percent) => all + percent, 0);
        expect(sum).toBe(amounts.some((amount) => amount > 0) ? 100 : 0);
        expect(percents.every((percent, at) => (amounts[at] === 0 ? percent === 0 : percent >= 1))).toBe(true);
      }),
    );
  });
});

describe('the warning', () => {
  const mints = (...balances: readonly number[]) => balances.map((balance, at) => ({ balance, at }));

  it('names the mint that holds more than half of more than 50,000 sats', () => {
    expect(heavyMint(mints(25_001, 25_000))?.at).toBe(0);
    expect(heavyMint(mints(50_001))?.at).toBe(0);
  });

  it('is silent at half, and up to 50,000 sats', () => {
    expect(heavyMint(mints(25_000, 25_000))).toBeUndefined();
    expect(heavyMint(mints(50_000))).toBeUndefined();
    expect(heavyMint(mints(40_000, 40_000))).toBeUndefined();
    expect(heavyMint([])).toBeUndefined();
  });

  it('reminds of the words above 10,000 sats until they were checked', () => {
    const stand = { exists: true, balance: 10_001, areWordsKept: false };
    expect(isWordsReminderDue(stand)).toBe(true);
    expect(isWordsReminderDue({ ...stand, balance: 10_000 })).toBe(false);
    expect(isWordsReminderDue({ ...stand, areWordsKept: true })).toBe(false);
  });
});

describe('the colours of mints', () => {
  const urls = [
    'https://a.example',
    'https://b.example',
    'https://c.example',
    'https://d.example',
    'https://e.example',
  ];

  it('are all different as long as there are enough, in whatever order the mints come', () => {
    const tints = mintTints(urls);
    expect(new Set(tints.values()).size).toBe(MINT_TINTS.length);
    expect(mintTints(urls.toReversed())).toEqual(tints);
  });

  it('are there for any number of mints', () => {
    const many = Array.from({ length: 23 }, (_, at) => `https://mint-${at}.example`);
    expect([...mintTints(many).values()].every((tint) => MINT_TINTS.includes(tint))).toBe(true);
  });
});

describe('the list of mints', () => {
  it('has the largest balance first, and equal ones by name', () => {
    const mints = [
      { name: 'b', balance: 1 },
      { name: 'a', balance: 1 },
      { name: 'c', balance: 7 },
    ];
    expect(mintsInOrder(mints).map(({ name }) => name)).toEqual(['c', 'a', 'b']);
  });
});
