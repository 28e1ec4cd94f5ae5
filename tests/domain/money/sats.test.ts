import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { readSats, withoutMarks } from '#domain/money/sats.ts';
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
