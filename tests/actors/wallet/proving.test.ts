import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeTime, pass } from '#tests/support/app-time.ts';
import { createLightningWorld, openPayingTab, OWNER, type WalletFault } from '#tests/support/lightning-world.ts';

beforeEach(() => void fakeTime());
afterEach(() => vi.useRealTimers());

const doubted = async (fault: WalletFault) => {
  const world = await createLightningWorld(() => fault);
  const opening = openPayingTab(world);
  await pass(200);
  const tab = await opening;
  const invoice = world.invoice();
  const heard = vi.fn();
  const stop = tab.paying.payments.subscribe(heard);
  expect(tab.paying.payments.get()).toBeUndefined();
  await tab.paying.pay(invoice);
  await pass(2_000);
  return { world, tab, invoice, heard, stop };
};

describe('a payment of which nobody knows', () => {
  it('is listed with all others, and paid once its proof is brought: no other one, and nothing else', async () => {
    const { world, tab, invoice, heard, stop } = await doubted('no answer');
    world.setOnline(false);
    await pass(26_000, 500);
    expect(tab.paying.payments.get()).toMatchObject([{ hash: invoice.paymentHash, phase: 'unknown' }]);
    const { preimage } = world.ledger.find(invoice.paymentHash)!;
    for (const wrong of ['', 'no proof', '00'.repeat(32), preimage.slice(2)])
      expect(await tab.paying.prove(invoice.paymentHash, wrong)).toBe(false);
    expect(await tab.paying.prove('ab'.repeat(32), preimage)).toBe(false);
    expect(tab.paying.payments.get()).toMatchObject([{ phase: 'unknown' }]);
    expect(await tab.paying.prove(invoice.paymentHash, ` ${preimage.toUpperCase()}\n`)).toBe(true);
    await pass(200);
    expect(tab.paying.payments.get()).toMatchObject([{ phase: 'settled', preimage }]);
    expect(heard).toHaveBeenCalled();
    stop();
    tab.close();
    world.service.close();
  });
});

describe('the payments that are listed', () => {
  it('are those of the account of this moment, also after another one has logged in', async () => {
    const world = await createLightningWorld(() => 'none');
    const listeners = new Set<() => void>();
    let owner: string | undefined = OWNER;
    const account = {
      get: () => owner,
      subscribe: (listener: () => void) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    };
    const opening = openPayingTab(world, { account });
    await pass(200);
    const { paying, close } = await opening;
    const seen: number[] = [];
    const stop = paying.payments.subscribe(() => void seen.push(paying.payments.get()!.length));
    await paying.pay(world.invoice());
    await pass(2_000);
    expect(paying.payments.get()).toMatchObject([{ phase: 'settled', owner: OWNER }]);
    expect(paying.payments.get()).toBe(paying.payments.get());
    owner = '22'.repeat(32);
    for (const tell of listeners) tell();
    expect([paying.payments.get(), seen.at(-1)]).toEqual([[], 0]);
    owner = OWNER;
    expect(paying.payments.get()).toHaveLength(1);
    stop();
    expect(listeners.size).toBe(0);
    close();
    world.service.close();
  });
});
