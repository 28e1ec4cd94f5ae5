import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { isTypedSum, readSats, withoutMarks } from '#domain/money/sats.ts';
import { wholeNumber } from '#domain/text/numbers.ts';

describe('an amount of sats', () => {
  it.each([
    ['21', 21],
    [' 1 000 ', 1_000],
    ['1,000', 1_000],
    ['1.000', 1_000],
    ["1'000'000", 1_000_000],
    ['0', undefined],
    ['-1', undefined],
    ['1e3', undefined],
    ['1.5', undefined],
    ['0,5', undefined],
    ['0.001', undefined],
    ['0,500', undefined],
    ['2,50', undefined],
    ['21,000.00', undefined],
    ['1,0000', undefined],
    ['', undefined],
    ['2100000000000001', undefined],
    ['9'.repeat(40), undefined],
  ])('typed as %j is %s: of a part of a sat there is none', (typed, sats) => {
    expect(readSats(typed)).toBe(sats);
  });

  it('is read as it is shown in any language of the app, and goes on as bare digits', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_100_000_000_000_000 }), fc.constantFrom('en', 'de'), (sats, language) => {
        const shown = wholeNumber(sats, language);
        expect(readSats(shown)).toBe(sats);
        expect(withoutMarks(shown)).toBe(String(sats));
      }),
    ));

  it('that is none stays as it was typed', () => expect(withoutMarks('1,0000')).toBe('1,0000'));
});

describe('the sum that is typed before ecash is deleted', () => {
  it('may have marks between its thousands', () => {
    for (const typed of ['12345', ' 12345 ', '12,345', '12.345', '12 345', '12’345'])
      expect(isTypedSum(typed, 12_345)).toBe(true);
  });

  it('is not found among other words or marks', () => {
    for (const typed of ['about 500', '5x00', '5.00', '5,0,0', '-500', '500 sats', '50', '']) {
      expect(isTypedSum(typed, 500)).toBe(false);
    }
  });

  it('is 0 where the ecash is in other units alone', () => {
    expect(isTypedSum('0', 0)).toBe(true);
    for (const typed of ['', 'none', '00', '1']) expect(isTypedSum(typed, 0)).toBe(false);
  });
});
