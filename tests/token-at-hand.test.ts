import { describe, expect, it } from 'vitest';
import { tokenAtHand } from '#ui/token/token-at-hand.ts';

const [ANNA, BEN] = ['aa'.repeat(32), 'bb'.repeat(32)];

describe('a token on its way to the sheet that receives it', () => {
  it('is given over once, also to who logs in for it', () => {
    tokenAtHand.give('token', ANNA);
    expect(tokenAtHand.take(ANNA)).toBe('token');
    expect(tokenAtHand.take(ANNA)).toBeUndefined();
    tokenAtHand.give('token', undefined);
    expect(tokenAtHand.take(BEN)).toBe('token');
  });

  it('is not for another account, and gone once that one asks', () => {
    tokenAtHand.give('token', ANNA);
    expect(tokenAtHand.take(BEN)).toBeUndefined();
    expect(tokenAtHand.take(ANNA)).toBeUndefined();
  });
});
