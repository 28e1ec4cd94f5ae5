import { describe, expect, it } from 'vitest';
import type { LoginMethod } from '#domain/session/account.ts';
import { tokenAtHand } from '#ui/token/token-at-hand.ts';

const [ANNA, BEN] = ['aa'.repeat(32), 'bb'.repeat(32)];
const anna = (method: LoginMethod) => ({ pubkey: ANNA, method });

describe('a token on its way to the sheet that receives it', () => {
  it('is given over once, also to who logs in for it', () => {
    tokenAtHand.give('token', anna('nsec'));
    expect(tokenAtHand.take(ANNA)).toBe('token');
    expect(tokenAtHand.take(ANNA)).toBeUndefined();
    for (const reader of [{ pubkey: undefined, method: 'none' } as const, anna('none')]) {
      tokenAtHand.give('token', reader);
      expect(tokenAtHand.take(BEN)).toBe('token');
    }
  });

  it('is not for another account, and gone once that one asks', () => {
    tokenAtHand.give('token', anna('nip07'));
    expect(tokenAtHand.take(BEN)).toBeUndefined();
    expect(tokenAtHand.take(ANNA)).toBeUndefined();
  });
});
