import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PaymentRecord } from '#domain/wallet/payment.ts';
import type { Payments } from '#store/wallet/payments.ts';
import { fakeTime, pass } from '#tests/support/app-time.ts';
import type { WalletLink } from '#actors/wallet/wallet-link.ts';
import { tryCrashPoints, type Life } from '#tests/support/crash-points.ts';
import { createLightningWorld, openPayingTab, type LightningWorld } from '#tests/support/lightning-world.ts';
import { KNOWN_WITHIN_MS, rush, wrongIn } from '#tests/support/paying-rush.ts';

const WORLDS = 20;
const PAYMENTS = 25;

beforeEach(() => void fakeTime());
afterEach(() => vi.useRealTimers());

/** Lets time go by until it is done. */
const until = async <T>(act: Promise<T>): Promise<T> => {
  const run = { isDone: false };
  const end = act.finally(() => (run.isDone = true));
  end.catch(() => {});
  while (!run.isDone) await pass(100, 100);
  return end;
};

describe('payments by a remote wallet that does everything wrong, against the books of the sample network', () => {
  it(`[ZAP-13] are settled once at most, and all known a minute after the network is back: ${WORLDS * PAYMENTS} payments`, async () => {
    const seeds = Array.from({ length: WORLDS }, (_, seed) => seed);
    const devices = await until(Promise.all(seeds.map((seed) => rush({ seed, count: PAYMENTS }))));
    const wrong = await Promise.all(devices.map(({ world }) => wrongIn(world)));
    expect(wrong.flat()).toEqual([]);
    expect(devices.map(({ world }) => world.invoices().length)).toEqual(seeds.map(() => PAYMENTS));
    expect(Math.max(...devices.map(({ ms }) => ms))).toBeLessThanOrEqual(KNOWN_WITHIN_MS);
    // so that a run without doubts cannot pass
    expect(devices.filter(({ doubts }) => doubts > 0).length).toBeGreaterThan(WORLDS / 2);
    expect(devices.flatMap(({ world }) => world.ledger.settlements).length).toBeGreaterThan(WORLDS);
  }, 900_000);

  it('are paid twice where nothing is written down: the books tell', async () => {
    const naive = (payments: Payments): Payments => {
      const kept = new Map<string, PaymentRecord>();
      return {
        ...payments,
        begin: async (record) => (kept.set(record.hash, record), record),
        change: async (hash, next) => {
          const known = kept.get(hash);
          if (known) kept.set(hash, next(known));
          return kept.get(hash);
        },
        get: async () => undefined,
        all: async () => [],
      };
    };
    const { world } = await until(rush({ seed: 1, count: PAYMENTS, payments: naive }));
    expect((await wrongIn(world)).filter((line) => line.startsWith('paid twice'))).not.toEqual([]);
  }, 60_000);
});

/** Each touch of the database and of the wallet, with crash points around it. */
const tabOf = async (world: LightningWorld, life: Life) => {
  const payments = (own: Payments): Payments => ({
    ...own,
    begin: (record) => life.act('it is written down', () => own.begin(record)),
    change: (hash, next) => life.act('the record is changed', () => own.change(hash, next)),
    get: (hash) => life.act('the record is read', () => own.get(hash)),
  });
  const around = (own: WalletLink): WalletLink => ({
    ...own,
    pay: (record, tell) => life.act('the wallet is asked to pay', () => own.pay(record, tell)),
    lookUp: (record) => life.act('the wallet is asked what became of it', () => own.lookUp(record)),
  });
  const opening = openPayingTab(world, { payments, around });
  await pass(100, 50);
  const tab = await opening;
  void life.ended.then(() => tab.close());
  return tab;
};

describe('a payment that a page leaves at any moment', () => {
  it.each(['none', 'no answer'] as const)(
    'is settled once at most, and known a minute later, when the wallet does: %s',
    async (fault) => {
      const { failures, points, tried } = await tryCrashPoints({
        world: () => createLightningWorld(() => fault),
        scenario: async (life, world) => {
          const tab = await tabOf(world, life);
          void tab.paying.pay(world.invoice()).catch(() => {});
          await (fault === 'none' ? pass(5_000, 250) : pass(60_000, 1_000));
        },
        recovery: async (life, world) => {
          await tabOf(world, life);
          await pass(60_000, 1_000);
        },
        invariant: async (world) => expect(await wrongIn(world)).toEqual([]),
      });
      expect(failures).toEqual([]);
      expect(points.length).toBeGreaterThan(8);
      expect(tried).toBe(1 + 2 * points.length);
    },
    120_000,
  );
});
