import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeTime, pass } from '#tests/support/app-time.ts';
import { createLightningWorld, openPayingTab, type WalletFault } from '#tests/support/lightning-world.ts';

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
