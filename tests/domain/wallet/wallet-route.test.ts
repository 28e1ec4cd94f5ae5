import { describe, expect, it } from 'vitest';
import { isSameRoute } from '#domain/wallet/payment.ts';
import { routeOf } from '#domain/wallet/wallet.ts';

describe('the wallet that is connected', () => {
  it('is named so that nothing else pays in its place, neither another wallet nor ecash', () => {
    const [one, other] = ['a', 'b'].map((digit) => routeOf({ kind: 'nwc', walletPubkey: digit.repeat(64) }));
    const browser = routeOf({ kind: 'webln', walletPubkey: undefined });
    expect(isSameRoute(one!, routeOf({ kind: 'nwc', walletPubkey: 'a'.repeat(64) }))).toBe(true);
    for (const route of [other!, browser, { kind: 'ecash', mint: 'https://mint.example' } as const])
      expect(isSameRoute(one!, route)).toBe(false);
  });
});
