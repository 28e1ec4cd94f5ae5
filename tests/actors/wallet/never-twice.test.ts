import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Payable, PaymentRecord } from '#domain/wallet/payment.ts';
import type { Payments } from '#store/wallet/payments.ts';
import { fakeTime, pass } from '#tests/support/app-time.ts';
import type { WalletLink } from '#actors/wallet/wallet-link.ts';
import { tryCrashPoints, type Life } from '#tests/support/crash-points.ts';
import {
  createLightningWorld,
  openPayingTab,
  WALLET_FAULTS,
  writtenDown,
  type LightningWorld,
  type PayingTab,
  type WalletFault,
} from '#tests/support/lightning-world.ts';

const WORLDS = 20;
const PAYMENTS = 25;

beforeEach(() => void fakeTime());
afterEach(() => vi.useRealTimers());

/** The same numbers for the same seed, from 0 to 1. */
const randomOf = (seed: number) => {
  let state = seed + 0x6d_2b_79_f5;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Somebody who wants an invoice paid: presses twice, in two tabs, and takes the phone where the app offers the invoice. */
const insist = async (world: LightningWorld, tabs: readonly PayingTab[], invoice: Payable, random: () => number) => {
  const { paymentHash } = invoice;
  for (const tab of tabs) if (random() < 0.7) void tab.paying.pay(invoice).catch(() => {});
  await pass(Math.floor(random() * 2_000), 200);
  if (random() < 0.3) void tabs[0]!.paying.pay(invoice).catch(() => {});
  await pass(100, 50);
  await takePhone(world, tabs, paymentHash);
};

/** The phone pays what the app offers, unless it did so before. */
const takePhone = async ({ ledger }: LightningWorld, tabs: readonly PayingTab[], hash: string) => {
  if (ledger.settled(hash).includes('phone')) return;
  const known = await Promise.all(tabs.map(({ paying }) => paying.isFree(hash)));
  if (known.every(Boolean)) ledger.settle(hash, 'phone');
};

type Run = { readonly seed: number; readonly payments?: (payments: Payments) => Payments };

/** A device on which payments are made while all goes wrong, and a while after that in which nothing does. */
const live = async ({ seed, payments = (own) => own }: Run): Promise<LightningWorld> => {
  const random = randomOf(seed);
  const faults = new Map<string, WalletFault>();
  const faultOf = (hash: string): WalletFault => {
    const known = faults.get(hash) ?? WALLET_FAULTS[Math.floor(random() * WALLET_FAULTS.length)]!;
    faults.set(hash, known);
    return known;
  };
  const world = createLightningWorld(faultOf);
  const open = async () => {
    const opening = openPayingTab(world, { payments });
    await pass(200, 50);
    return opening;
  };
  let tabs = [await open(), await open()];
  for (let count = 0; count < PAYMENTS; count += 1) {
    await insist(world, tabs, world.ledger.invoice(`${seed} ${count}`), random);
    if (random() < 0.25) {
      tabs[0]!.close();
      tabs = [tabs[1]!, await open()];
    }
    if (random() < 0.15) world.service.setOnline(false);
    await pass(Math.floor(random() * 4_000), 400);
    for (const hash of world.ledger.hashes()) await takePhone(world, tabs, hash);
    world.service.setOnline(true);
  }
  for (const tab of tabs) tab.close();
  // the browser was closed, and is opened again
  const last = await open();
  await pass(60_000, 500);
  last.close();
  return world;
};

/** What the books say that the device does not, or the other way round. */
const wrongIn = async (world: LightningWorld): Promise<string[]> => {
  const records = new Map((await writtenDown(world)).map((record) => [record.hash, record]));
  return world.ledger.hashes().flatMap((hash) => {
    const [by, phase] = [world.ledger.settled(hash), records.get(hash)?.phase];
    if (by.length > 1) return [`settled ${by.length} times: ${by.join(', ')}`];
    if (phase !== undefined && phase !== 'settled' && phase !== 'refused') return [`left ${phase}`];
    if (phase === 'settled' && by[0] !== 'wallet') return ['said to be paid, and is not'];
    return phase === 'refused' && by[0] === 'wallet' ? ['said not to be paid, and is'] : [];
  });
};

describe('payments by a remote wallet that does everything wrong', () => {
  it.each(Array.from({ length: WORLDS }, (_, seed) => seed))(
    `[ZAP-13] are settled once at most, and all known a minute later: ${PAYMENTS} payments of seed %i`,
    async (seed) => {
      const world = await live({ seed });
      expect(await wrongIn(world)).toEqual([]);
      expect(world.ledger.hashes()).toHaveLength(PAYMENTS);
    },
    60_000,
  );

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
    const world = await live({ seed: 1, payments: naive });
    expect((await wrongIn(world)).filter((line) => line.startsWith('settled'))).not.toEqual([]);
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
          void tab.paying.pay(world.ledger.invoice('one')).catch(() => {});
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
