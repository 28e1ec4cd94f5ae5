import { describe, expect, it } from 'vitest';
import { readPresets } from '#domain/wallet/zap-choice.ts';

describe('the amounts to choose from', () => {
  it.each<[string, readonly number[] | undefined]>([
    ['21 100  500', [21, 100, 500]],
    ['100, 500, 1000', [100, 500, 1_000]],
    ['21; 1,000 5.000', [21, 1_000, 5_000]],
    ['1,000, 5,000,\n21,000', [1_000, 5_000, 21_000]],
    ['100,500', [100_500]],
    ['21 21 100', [21, 100]],
    ['1 2 3 4 5 6 7', [1, 2, 3, 4, 5, 6, 7]],
    ['21, many', undefined],
    ['1,5 10', undefined],
    [' ', undefined],
  ])('are read out of %j', (text, sats) => {
    expect(readPresets(text)).toEqual(sats);
  });
});
