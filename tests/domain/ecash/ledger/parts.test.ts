import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMintInfo } from '#domain/ecash/mints/mint-info.ts';
import { partMost, paysOffers, splitOverMints } from '#domain/ecash/ledger/parts.ts';

const bounds = (...most: readonly number[]) => most.map((each, at) => ({ mint: `m${at}`, least: 1, most: each }));

describe('an invoice that several mints pay', () => {
  it('is split among as few as can be, those that can pay the most', () => {
    expect(splitOverMints(bounds(10, 60, 50), 100_000)).toEqual([
      { mint: 'm1', msats: 60_000 },
      { mint: 'm2', msats: 40_000 },
    ]);
  });

  it('is not split where all of them have not enough, and never goes to one alone', () => {
    expect(splitOverMints(bounds(10, 20), 31_000)).toBeUndefined();
    expect(splitOverMints(bounds(100), 50_000)).toBeUndefined();
    expect(splitOverMints(bounds(100, 0), 50_000)).toBeUndefined();
    expect(splitOverMints(bounds(100, 1), 1_000)).toBeUndefined();
  });

  it('is not split where what the mints take at least is more, be it by less than a sat', () => {
    const close = [
      { mint: 'm0', least: 29, most: 29 },
      { mint: 'm1', least: 24, most: 25 },
    ];
    expect(splitOverMints(close, 52_001)).toBeUndefined();
    expect(splitOverMints(close, 53_000)?.map(({ msats }) => msats)).toEqual([29_000, 24_000]);
  });

  it('keeps to what each mint takes at least and at most, and comes to the whole invoice to the msat', () => {
    const bound = fc
      .record({ least: fc.integer({ min: 1, max: 50 }), more: fc.integer({ min: -5, max: 500 }) })
      .map(({ least, more }) => ({ least, most: least + more }));
    fc.assert(
      fc.property(fc.array(bound, { maxLength: 5 }), fc.integer({ min: 1, max: 900_000 }), (given, msats) => {
        const named = given.map((each, at) => ({ mint: `m${at}`, ...each }));
        const parts = splitOverMints(named, msats);
        if (!parts) return;
        expect(parts.reduce((sum, part) => sum + part.msats, 0)).toBe(msats);
        expect(new Set(parts.map(({ mint }) => mint)).size).toBe(parts.length);
        for (const part of parts) {
          const { least, most } = named.find(({ mint }) => mint === part.mint)!;
          expect(part.msats).toBeGreaterThanOrEqual(least * 1_000);
          expect(Math.ceil(part.msats / 1_000)).toBeLessThanOrEqual(most);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('leaves each mint what Lightning may cost', () => {
    expect([partMost(0), partMost(1), partMost(100), partMost(10_000)]).toEqual([0, 0, 97, 9_900]);
  });
});

describe('a mint pays offers', () => {
  const pays = (method: string, unit: string, disabled = false) =>
    paysOffers({ info: readMintInfo({ nuts: { 5: { methods: [{ method, unit }], disabled } } }) });

  it('where it says that it pays them with sats, and pays at all', () => {
    expect(pays('bolt12', 'sat')).toBe(true);
    expect([pays('bolt11', 'sat'), pays('bolt12', 'usd'), pays('bolt12', 'sat', true)]).toEqual([false, false, false]);
  });
});
