import { describe, expect, it } from 'vitest';
import { isSameRoute, mayKnow } from '#domain/wallet/payment.ts';
import { refusalOf, routeOf, type ConnectedWallet } from '#domain/wallet/wallet.ts';

describe('the wallet that is connected', () => {
  it('is named so that nothing else pays in its place, neither another wallet nor ecash', () => {
    const routeTo = (digit: string, client?: string) =>
      routeOf({ kind: 'nwc', walletPubkey: digit.repeat(64), client: client?.repeat(64) });
    const browser = routeOf({ kind: 'webln', walletPubkey: undefined, client: undefined });
    expect(isSameRoute(routeTo('a'), routeTo('a'))).toBe(true);
    for (const route of [routeTo('b'), browser, { kind: 'ecash', mint: 'https://mint.example' } as const])
      expect([isSameRoute(routeTo('a'), route), mayKnow(routeTo('a'), route)]).toEqual([false, false]);
  });

  it('is not another connection at its service, which may know of its payments; older records do not say by which they were made', () => {
    const [one, other, old] = ['c', 'd', undefined].map((client) =>
      routeOf({ kind: 'nwc', walletPubkey: 'a'.repeat(64), client: client?.repeat(64) }),
    );
    expect([isSameRoute(one!, one!), isSameRoute(one!, other!), mayKnow(one!, other!)]).toEqual([true, false, true]);
    expect([isSameRoute(one!, old!), isSameRoute(old!, other!)]).toEqual([true, true]);
  });

  it('says before it is asked what it would refuse, as far as it tells', () => {
    const budget = { usedMsats: 300_000, totalMsats: 400_000, renewsAt: undefined };
    const refused = (told: Partial<ConnectedWallet>, msats: number, now = 0) =>
      refusalOf({ kind: 'nwc', balance: undefined, budget: undefined, ...told }, { msats, now })?.name;
    expect(refused({ balance: 21 }, 21_000)).toBeUndefined();
    expect(refused({ balance: 21 }, 21_001)).toBe('INSUFFICIENT_BALANCE');
    expect(refused({ balance: 500, budget }, 100_000)).toBeUndefined();
    expect(refused({ balance: 500, budget }, 100_001)).toBe('QUOTA_EXCEEDED');
    expect(refused({}, 1_000_000)).toBeUndefined();
    // what is known of it may be old by then
    const renewing = { budget: { ...budget, renewsAt: 60 } };
    expect([59_999, 60_000].map((now) => refused(renewing, 100_001, now))).toEqual(['QUOTA_EXCEEDED', undefined]);
    expect(refused({ kind: 'webln', balance: 21 }, 21_001)).toBeUndefined();
  });
});
