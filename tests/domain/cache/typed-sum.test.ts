import { describe, expect, it } from 'vitest';
import { isTypedSum } from '#ui/cache/typed-sum.ts';

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
