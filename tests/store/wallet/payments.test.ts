import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import { learn, requestPayment, type PaymentRecord } from '#domain/wallet/payment.ts';
import { walletProblemOf } from '#domain/wallet/wallet-problem.ts';
import { openPayments } from '#store/wallet/payments.ts';

const record = (attempt: string, at = 1_000, paymentHash = 'ab'.repeat(32)): PaymentRecord =>
  requestPayment(
    { text: 'lnbc1', paymentHash, msats: 1_000, expiresAt: 5 },
    { owner: '11'.repeat(32), attempt, at, route: { kind: 'webln' } },
  );

describe('the payments of this browser', () => {
  it('takes the first of two that begin with one hash, whichever tab they are in', async () => {
    const factory = new IDBFactory();
    const tabs = [openPayments(factory), openPayments(factory)];
    const begun = await Promise.all(
      tabs.flatMap((tab, index) => [tab.begin(record(`a${index}`)), tab.begin(record(`b${index}`))]),
    );
    expect(new Set(begun.map(({ attempt }) => attempt)).size).toBe(1);
    expect(await tabs[1]!.all()).toEqual([begun[0]]);
  });

  it('lets a payment begin again only when the one before was refused', async () => {
    const payments = openPayments(new IDBFactory());
    await payments.begin(record('one'));
    await payments.change('ab'.repeat(32), (known) => learn(known, { type: 'leaves', attempt: 'one', at: 1 }));
    expect(await payments.begin(record('two'))).toMatchObject({ attempt: 'one', phase: 'sent', rev: 2 });
    const refusal = { type: 'failed', problem: { code: 'service', name: 'RESTRICTED', said: '' }, at: 2 } as const;
    await payments.change('ab'.repeat(32), (known) =>
      learn({ ...known, route: { kind: 'nwc', walletPubkey: '' } }, refusal),
    );
    // its wallet confirmed it meanwhile
    await payments.change('ab'.repeat(32), (known) => ({ ...known, confirmedAt: 1 }));
    expect(await payments.begin(record('two'))).toMatchObject({ attempt: 'two', phase: 'requested', rev: 4 });
  });

  it('lets nothing take the place of a record that it cannot read', async () => {
    const factory = new IDBFactory();
    const payments = openPayments(factory);
    await payments.begin({ ...record('one'), route: { kind: 'carrier pigeon' } as never });
    expect(await payments.begin(record('two')).catch(walletProblemOf)).toEqual({ code: 'storage' });
    expect(await payments.change('ab'.repeat(32), (known) => known).catch(walletProblemOf)).toEqual({
      code: 'storage',
    });
    expect(await payments.get('ab'.repeat(32)).catch(walletProblemOf)).toEqual({ code: 'storage' });
  });

  it('gives the newest first, forgets nothing, and tells of changes', async () => {
    const factory = new IDBFactory();
    const channel = Object.assign(new EventTarget(), { postMessage: vi.fn() });
    const payments = openPayments(factory, channel as never);
    const heard = vi.fn();
    const stop = payments.watch(heard);
    await payments.begin(record('old', 1));
    await payments.begin(record('new', 2, 'cd'.repeat(32)));
    expect((await openPayments(factory).all()).map(({ attempt }) => attempt)).toEqual(['new', 'old']);
    expect([heard.mock.calls.length, channel.postMessage.mock.calls.length]).toEqual([2, 2]);
    channel.dispatchEvent(new Event('message'));
    stop();
    channel.dispatchEvent(new Event('message'));
    expect(heard).toHaveBeenCalledTimes(3);
    expect(await payments.change('ef'.repeat(32), (known) => known)).toBeUndefined();
    expect(await payments.get('cd'.repeat(32))).toMatchObject({ attempt: 'new' });
  });

  it('knows of what another tab wrote once that is told, or once it looks again', async () => {
    const factory = new IDBFactory();
    const channel = Object.assign(new EventTarget(), { postMessage: vi.fn() });
    const [payments, silent] = [openPayments(factory, channel as never), openPayments(factory)];
    const names = async () => (await payments.all()).map(({ attempt }) => attempt);
    const [any, one] = [vi.fn(), vi.fn()];
    payments.watch(any);
    payments.watch(one, 'cd'.repeat(32));
    expect(await names()).toEqual([]);
    await silent.begin(record('first', 1));
    expect(await names()).toEqual([]);
    channel.dispatchEvent(new MessageEvent('message', { data: 'ab'.repeat(32) }));
    expect(await names()).toEqual(['first']);
    expect([any.mock.calls.length, one.mock.calls.length]).toEqual([1, 0]);
    await silent.begin(record('second', 2, 'cd'.repeat(32)));
    expect(await names()).toEqual(['first']);
    payments.lookAgain();
    expect(await names()).toEqual(['second', 'first']);
    expect([any.mock.calls.length, one.mock.calls.length]).toEqual([2, 1]);
  });

  it('fails with a code where the browser keeps nothing', async () => {
    const problem = await openPayments(undefined).begin(record('one')).catch(walletProblemOf);
    expect(problem).toEqual({ code: 'storage' });
  });
});
