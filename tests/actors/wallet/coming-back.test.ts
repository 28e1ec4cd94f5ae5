import { afterEach, expect, it, vi } from 'vitest';
import { IDBFactory } from 'fake-indexeddb';
import { createActor, waitFor, type AnyActorRef } from 'xstate';
import { whenBack } from '#actors/wallet/coming-back.ts';
import { createPaying, type PayingDeps } from '#actors/wallet/paying.ts';
import type { WalletLink } from '#actors/wallet/wallet-link.ts';
import {
  learn,
  requestPayment,
  type PaymentEvidence,
  type PaymentRecord,
  type WalletRoute,
} from '#domain/wallet/payment.ts';
import { walletProblemOf } from '#domain/wallet/wallet-problem.ts';
import { paymentMachine } from '#machines/wallet/payment.machine.ts';
import { openPayments } from '#store/wallet/payments.ts';
import { fakeTime, pass } from '#tests/support/app-time.ts';
import { until } from '#tests/support/app-world.ts';
import { areasOf } from '#tests/support/areas.ts';
import { createLightningWorld, openPayingTab, writtenDown } from '#tests/support/lightning-world.ts';

afterEach(() => vi.useRealTimers());

/** An area that says by one tag whether who pays is there. */
const payer = (tag: 'connected' | 'open', isThere: boolean) => {
  const observers = new Set<{ next(snapshot: object): void }>();
  let tagged = isThere;
  const getSnapshot = () => ({ status: 'active', hasTag: (asked: string) => tagged && asked === tag });
  const actor = {
    getSnapshot,
    subscribe(observer: { next(snapshot: object): void }) {
      observers.add(observer);
      return { unsubscribe: () => void observers.delete(observer) };
    },
  } as unknown as Pick<AnyActorRef, 'getSnapshot' | 'subscribe'>;
  /** What it tells of itself; the same again where only its balance is another. */
  const tell = (there: boolean) => {
    tagged = there;
    for (const { next } of observers) next(getSnapshot());
  };
  return { actor, tell };
};

const setUp = (isThere: { readonly wallet?: boolean; readonly ecash?: boolean } = {}) => {
  const [wallet, ecash] = [payer('connected', isThere.wallet ?? false), payer('open', isThere.ecash ?? false)];
  const window = new EventTarget();
  const areas = areasOf({ 'wallet-connection': wallet.actor, ecash: ecash.actor });
  return { wallet, ecash, window, areas, onBack: whenBack(areas, window) };
};

it.each(['wallet', 'ecash'] as const)('%s is back when it comes, not each time it tells something', (which) => {
  const { [which]: payer, onBack } = setUp();
  const back = vi.fn();
  onBack(back);
  expect(back).toHaveBeenCalledTimes(0);
  payer.tell(true);
  expect(back).toHaveBeenCalledTimes(1);
  payer.tell(true);
  payer.tell(true);
  expect(back).toHaveBeenCalledTimes(1);
  payer.tell(false);
  payer.tell(true);
  expect(back).toHaveBeenCalledTimes(2);
});

it('one that is there already is asked at once, and the other one when it comes', () => {
  const { wallet, ecash, onBack } = setUp({ wallet: true });
  const back = vi.fn();
  onBack(back);
  expect(back).toHaveBeenCalledTimes(1);
  wallet.tell(true);
  ecash.tell(true);
  expect(back).toHaveBeenCalledTimes(2);
});

it('the network is back each time that it says so, and nothing is told to who no longer waits', () => {
  const { window, wallet, onBack } = setUp();
  const back = vi.fn();
  const stop = onBack(back);
  window.dispatchEvent(new Event('online'));
  window.dispatchEvent(new Event('online'));
  expect(back).toHaveBeenCalledTimes(2);
  stop();
  wallet.tell(true);
  window.dispatchEvent(new Event('online'));
  expect(back).toHaveBeenCalledTimes(2);
});

it('another connection at the service of a silent wallet knows nothing of what that was asked, but may have the proof', async () => {
  fakeTime();
  const world = await createLightningWorld(() => 'no answer');
  const openOne = async (around?: (link: WalletLink) => WalletLink) => {
    const opening = openPayingTab(world, around && { around });
    await pass(200);
    return opening;
  };
  const first = await openOne();
  const invoice = world.invoice();
  await first.paying.pay(invoice);
  await pass(2_000);
  first.close();
  const phase = async () => (await writtenDown(world))[0]?.phase;
  expect(await phase()).toBe('sent');
  let found: Partial<PaymentEvidence> = { state: 'none' };
  const lookUp = vi.fn(async () => ({ type: 'found', at: Date.now(), ...found }) as PaymentEvidence);
  const beside = await openOne((link) => ({
    ...link,
    route: { ...link.route, client: '99'.repeat(32) } as WalletRoute,
    lookUp,
  }));
  await pass(120_000, 500);
  expect([lookUp.mock.calls.length > 0, await phase(), await beside.paying.isFree(invoice.paymentHash)]).toEqual([
    true,
    'unknown',
    false,
  ]);
  found = { state: 'settled', preimage: world.ledger.find(invoice.paymentHash)!.preimage };
  await pass(70_000, 500);
  expect(await phase()).toBe('settled');
  const again = beside.paying.pay(world.invoice(), first.link.route);
  expect(walletProblemOf(await again.catch((error: unknown) => error)).code).toBe('not-connected');
  beside.close();
  world.service.close();
});

it('a wallet that tells its balance after each word about a payment is asked of it once, until it goes and comes', async () => {
  fakeTime();
  const world = await createLightningWorld(() => 'no answer');
  const { wallet, onBack } = setUp({ wallet: true });
  let looks = 0;
  const opening = openPayingTab(world, {
    whenBack: onBack,
    around: (link) => ({
      ...link,
      lookUp() {
        looks += 1;
        return Promise.resolve({ type: 'found', state: 'pending', at: Date.now() });
      },
    }),
    payments: (payments) => {
      // each word that is written down makes the wallet tell its balance
      payments.watch(() => wallet.tell(true));
      return payments;
    },
  });
  await pass(200);
  const tab = await opening;
  const leave = tab.paying.payments.subscribe(() => {});
  await tab.paying.pay(world.invoice());
  await until('its answer is late', () => tab.paying.payments.get()?.[0]?.phase === 'unknown', 60_000);
  await pass(500);
  expect(looks).toBeLessThanOrEqual(1);
  const before = looks;
  wallet.tell(false);
  wallet.tell(true);
  await until('it is asked', () => looks > before);
  await pass(500);
  expect(looks).toBe(before + 1);
  leave();
  tab.close();
  world.service.close();
});

it('a payment by ecash of an earlier visit is settled as soon as its operation is over, and sent by nobody', async () => {
  const payments = openPayments(new IDBFactory());
  const at = Date.now();
  const hash = 'ab'.repeat(32);
  const payable = { text: 'lnbc1', paymentHash: hash, msats: 1_000, expiresAt: at / 1_000 + 600 };
  const by = {
    owner: '11'.repeat(32),
    route: { kind: 'ecash', mint: 'https://mint.example' },
    attempt: 'a',
    at,
  } as const;
  await payments.begin(requestPayment(payable, by));
  await payments.change(hash, (known) => learn(known!, { type: 'leaves', attempt: 'a', at }));
  let state: 'pending' | 'settled' = 'pending';
  const ends = new Set<() => void>();
  const pay = vi.fn();
  const lookUp = vi.fn(async () => ({ type: 'found', state, at }) as const);
  const onEnd = (_: PaymentRecord, listener: () => void) => {
    ends.add(listener);
    return () => void ends.delete(listener);
  };
  const source = { route: by.route, unready: () => undefined, pay, lookUp, onEnd };
  const { onBack } = setUp({ ecash: true });
  const deps = { payments, sourceOf: () => source, whenBack: onBack, now: () => at, watchProof: () => () => {} };
  const { slots } = createPaying(deps as unknown as PayingDeps);
  const input = { hash, phase: 'sent', isOurs: false, isByEcash: true, waitMs: 600_000 } as const;
  const actor = createActor(paymentMachine.provide({ actors: slots }), { input }).start();
  await vi.waitFor(() => expect(ends.size).toBe(1));
  await waitFor(actor, (snapshot) => lookUp.mock.calls.length === 1 && snapshot.matches({ elsewhere: 'waiting' }));
  expect(actor.getSnapshot().hasTag('under way')).toBe(true);
  state = 'settled';
  for (const tell of ends) tell();
  await waitFor(actor, (snapshot) => snapshot.hasTag('paid'));
  expect(ends.size).toBe(0);
  expect(pay).not.toHaveBeenCalled();
});
