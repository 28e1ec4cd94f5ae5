import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHearing } from '#actors/wallet/paying.ts';
import { walletProblemOf } from '#domain/wallet/wallet-problem.ts';
import { openPayments } from '#store/wallet/payments.ts';
import { fakeTime, pass } from '#tests/support/app-time.ts';
import { createLightningWorld, openPayingTab, writtenDown, type WalletFault } from '#tests/support/lightning-world.ts';

beforeEach(() => void fakeTime());
afterEach(() => vi.useRealTimers());

/** A payment that its wallet refused just now. */
const refused = async (fault: WalletFault) => {
  const world = await createLightningWorld(() => fault);
  const opening = openPayingTab(world);
  await pass(200);
  const tab = await opening;
  const invoice = world.invoice();
  await tab.paying.pay(invoice);
  await pass(2_000);
  const phase = async () => (await writtenDown(world))[0]?.phase;
  expect(await phase()).toBe('refused');
  const end = () => {
    tab.close();
    world.service.close();
  };
  return { world, tab, invoice, phase, end, hash: invoice.paymentHash };
};
const codeOf = (act: Promise<unknown>) =>
  act.then(
    () => 'begun',
    (error: unknown) => walletProblemOf(error).code,
  );

describe('a payment that its wallet refused', () => {
  it('is shown and paid by nothing else before the wallet confirmed it, then it is', async () => {
    const { tab, invoice, hash, end } = await refused('no funds');
    expect(await codeOf(tab.paying.offer(invoice))).toBe('may-be-paid');
    expect(await codeOf(tab.paying.pay(invoice))).toBe('may-be-paid');
    expect(await tab.paying.isFree(hash)).toBe(false);
    await pass(60_000, 500);
    expect(await tab.paying.isFree(hash)).toBe(true);
    expect(await codeOf(tab.paying.offer(invoice))).toBe('begun');
    end();
  });

  it('and paid all the same is found to be paid, also by a page that was opened later, and the user is told once', async () => {
    const { world, tab, invoice, hash, phase, end } = await refused('no funds, but paid');
    tab.close();
    const opening = openPayingTab(world);
    await pass(200);
    const later = await opening;
    expect(await codeOf(later.paying.offer(invoice))).toBe('may-be-paid');
    await pass(60_000, 500);
    expect([await phase(), world.afterAll]).toEqual(['settled', [hash]]);
    expect(await codeOf(later.paying.offer(invoice))).toBe('already-paid');
    later.close();
    end();
  });

  it('is settled by the receipt of whoever is paid', async () => {
    const { world, tab, hash, end } = await refused('no funds');
    // a phone of theirs paid it from another device
    await openPayments(world.factory).change(hash, (known) => ({ ...known, trace: {} }));
    tab.close();
    const opening = openPayingTab(world);
    await pass(500);
    const later = await opening;
    world.tellProof(hash, 'receipt', undefined);
    await pass(200);
    expect([(await writtenDown(world))[0]?.phase, world.afterAll]).toEqual(['settled', [hash]]);
    later.close();
    end();
  });

  it('is settled when its wallet tells of it, not by the word of another wallet without a proof', async () => {
    const { world, tab, hash, phase, end } = await refused('no funds');
    const after = vi.fn();
    const hear = createHearing({ payments: openPayments(world.factory), now: () => Date.now(), paidAfterAll: after });
    const moved = {
      type: 'outgoing',
      state: 'settled',
      paymentHash: hash,
      preimage: undefined,
      feesMsats: 0,
      invoice: undefined,
      description: '',
      msats: 21_000,
      createdAt: 1,
      settledAt: 1,
    } as const;
    hear({ kind: 'nwc', walletPubkey: '99'.repeat(32) }, moved);
    hear(tab.link.route, { ...moved, state: 'failed' });
    hear(tab.link.route, { ...moved, type: 'incoming' });
    await pass(200);
    expect(await phase()).toBe('refused');
    hear(tab.link.route, moved);
    await pass(200);
    expect([await phase(), after.mock.calls.length]).toEqual(['settled', 1]);
    end();
  });
});
