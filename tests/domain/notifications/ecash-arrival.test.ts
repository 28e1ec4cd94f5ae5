import { getEncodedToken } from '@cashu/cashu-ts';
import { describe, expect, it } from 'vitest';
import { arrivalNotification, withArrivals } from '#domain/notifications/ecash-arrival.ts';
import { NOTIFICATIONS_MAX } from '#domain/notifications/notifications-limits.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';

const MINT = 'https://mint.example';
const AT = 1_700_000_000;
const NOW = (AT + 60) * 1_000;
const WALLET = { mints: [MINT], lockKey: `02${hex(7)}`, now: NOW, loopback: false };

const tokenOf = (secret = 'a'.repeat(64)) =>
  getEncodedToken({
    mint: MINT,
    proofs: [{ id: '00ad268c4d1f5826', amount: 8n, secret, C: `02${hex(9)}` }] as never,
  });
const arrived = (over: object = {}) => ({
  wrap: fakeEvent({ id: hex(1), kind: 1_059 }),
  sender: hex(0xa),
  at: AT,
  token: tokenOf(),
  ...over,
});
const lockedTo = (key: string) => JSON.stringify(['P2PK', { nonce: 'n', data: key, tags: [] }]);

describe('what ecash by private message tells the user', () => {
  it('is who sent how much, and never the token', () => {
    const told = arrivalNotification(arrived(), WALLET);
    expect(told).toMatchObject({ type: 'ecash', actor: hex(0xa), sats: 8, created_at: AT });
    expect(JSON.stringify(told)).not.toContain('cashu');
  });

  it('is no amount where a mint is not used, whatever the token says', () => {
    expect(arrivalNotification(arrived(), { ...WALLET, mints: [] })).toMatchObject({ sats: 0 });
  });

  it('is nothing where it cannot be taken', () => {
    expect(arrivalNotification(arrived({ token: 'cashuBnonsense' }), WALLET)).toBeUndefined();
    const other = tokenOf(lockedTo(`02${hex(5)}`));
    expect(arrivalNotification(arrived({ token: other }), WALLET)).toBeUndefined();
    const ours = tokenOf(lockedTo(WALLET.lockKey));
    expect(arrivalNotification(arrived({ token: ours }), WALLET)).toMatchObject({ sats: 8 });
  });

  it('is never in the future', () => {
    expect(arrivalNotification(arrived({ at: AT + 9_000 }), WALLET)?.created_at).toBe(AT + 60);
  });

  it('is told once, for a day, among the others', () => {
    const one = arrivalNotification(arrived(), WALLET)!;
    const list = withArrivals([], [one], NOW);
    expect(withArrivals(list, [one], NOW)).toBe(list);
    expect(withArrivals([], [{ ...one, created_at: AT - 90_000 }], NOW)).toEqual([]);
    const many = Array.from({ length: NOTIFICATIONS_MAX }, (_, at) => ({
      ...one,
      deed: hex(at + 2),
      created_at: AT - at - 1,
    }));
    const full = withArrivals(many, [one], NOW);
    expect([full.length, full[0]]).toEqual([NOTIFICATIONS_MAX, one]);
  });
});
