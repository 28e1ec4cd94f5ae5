import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { writeInvoice } from '#devnet/lightning/invoice.ts';
import type { WalletTransaction } from '#domain/wallet/nwc.ts';
import { RECEIVED_LATE_LOOKS, RECEIVED_LOOK_MS } from '#domain/wallet/wallet-limits.ts';
import { WalletError } from '#domain/wallet/wallet-problem.ts';
import { createReceivingSlots } from '#actors/wallet/receiving.ts';
import type { WalletLink } from '#actors/wallet/wallet-link.ts';
import { receivingMachine } from '#machines/wallet/receiving.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const HASH = '03'.repeat(32);
const invoiceNow = (msats = 21_000) =>
  writeInvoice(
    { msats, paymentHash: new Uint8Array(32).fill(3), createdAt: Math.floor(Date.now() / 1_000), expirySeconds: 60 },
    new Uint8Array(32).fill(9),
  );
const refusal = (name: 'NOT_IMPLEMENTED' | 'RATE_LIMITED') => new WalletError({ code: 'service', name, said: '' });

const open = ({
  notifies = true,
  isPaid = async () => false,
  msats = 21_000,
}: Partial<{
  notifies: boolean;
  isPaid: () => Promise<boolean>;
  msats: number;
}> = {}) => {
  const listeners = new Set<(moved: WalletTransaction) => void>();
  const link = {
    facts: { notifications: notifies ? ['payment_received'] : [] },
    makeInvoice: async () => invoiceNow(msats),
    isPaid: vi.fn(isPaid),
    onMoved(listener: (moved: WalletTransaction) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  let connected: typeof link | undefined = link;
  const deps = { link: () => connected as unknown as WalletLink | undefined, now: Date.now };
  const logic = receivingMachine.provide({ actors: createReceivingSlots(deps) });
  const receiving = createActor(logic).start();
  receiving.send({ type: 'receive.open' });
  receiving.send({ type: 'receive.make', sats: 21, description: 'Tea' });
  const moved = (change: Partial<WalletTransaction>) => {
    const told = { type: 'incoming', state: 'settled', paymentHash: HASH, ...change } as WalletTransaction;
    for (const listener of listeners) listener(told);
  };
  const connect = (other: typeof link | undefined) => (connected = other);
  return { receiving, link, connect, listeners, moved, pass: (ms = 0) => vi.advanceTimersByTimeAsync(ms) };
};

describe('receiving', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('reaches every state and transition', () => {
    const invoice = { text: 'ln', paymentHash: HASH, sats: 21, expiresAt: 5 };
    expectFullCoverage(receivingMachine, {
      tags: {
        asking: ['asking'],
        making: ['asking', 'busy'],
        waiting: ['waiting'],
        unwatched: ['waiting', 'unwatched'],
        paid: ['paid'],
        over: ['over'],
      },
      events: [
        { type: 'receive.open' },
        { type: 'receive.close' },
        { type: 'receive.make', sats: 21, description: '' },
        { type: 'invoice.paid' },
        { type: 'xstate.done.actor.make invoice', output: invoice },
        { type: 'xstate.error.actor.make invoice', error: refusal('RATE_LIMITED') },
        { type: 'xstate.error.actor.hear of invoice', error: new Error('no') },
        { type: 'xstate.error.actor.look at invoice', error: new Error('no') },
        { type: 'xstate.after.untilLook.receiving.waiting.resting' },
        { type: 'xstate.after.untilLook.receiving.waiting.late' },
        ...(['paid', 'unpaid', 'silent', 'telling', 'mute'] as const).flatMap((word) =>
          [false, true].map((isLate) => ({ type: 'xstate.done.actor.look at invoice', output: { word, isLate } })),
        ),
      ],
      identity: ({ invoice, problem, lateLooks }) => [invoice?.text, problem?.code, lateLooks],
    });
  });

  it('[NWC-15] is told by the wallet, of this invoice alone', async () => {
    const { receiving, moved, pass, listeners } = open();
    await pass();
    expect(receiving.getSnapshot().hasTag('waiting')).toBe(true);
    moved({ paymentHash: 'ab'.repeat(32) });
    moved({ type: 'outgoing' });
    moved({ state: 'pending' });
    expect(receiving.getSnapshot().hasTag('paid')).toBe(false);
    moved({});
    expect(receiving.getSnapshot().hasTag('paid')).toBe(true);
    expect(listeners.size).toBe(0);
  });

  it('is asked for when nothing is told, also after a failure', async () => {
    let answer = async () => false;
    const { receiving, pass, link } = open({ isPaid: () => answer() });
    await pass(RECEIVED_LOOK_MS);
    answer = () => Promise.reject(refusal('RATE_LIMITED'));
    await pass(RECEIVED_LOOK_MS);
    answer = async () => true;
    await pass(RECEIVED_LOOK_MS);
    expect(receiving.getSnapshot().hasTag('paid')).toBe(true);
    const looks = link.isPaid.mock.calls.length;
    await pass(10 * RECEIVED_LOOK_MS);
    expect(link.isPaid).toHaveBeenCalledTimes(looks);
  });

  it('says that it is over only after the wallet was asked once more, and that nothing is heard where it is so', async () => {
    const over = open();
    await over.pass(59_000);
    expect(over.receiving.getSnapshot().hasTag('waiting')).toBe(true);
    await over.pass(6_000);
    expect(over.receiving.getSnapshot().hasTag('over')).toBe(true);
    const mute = open({ notifies: false, isPaid: () => Promise.reject(refusal('NOT_IMPLEMENTED')) });
    await mute.pass();
    expect(mute.receiving.getSnapshot().hasTag('unwatched')).toBe(true);
    const telling = open({ isPaid: () => Promise.reject(refusal('NOT_IMPLEMENTED')) });
    await telling.pass(RECEIVED_LOOK_MS);
    telling.moved({});
    expect(telling.receiving.getSnapshot().hasTag('paid')).toBe(true);
  });

  it('calls an invoice over only where the wallet answers after its time, and asks a few times for that', async () => {
    const silent = () => Promise.reject(new WalletError({ code: 'no-relay' }));
    const past = 60_000 + 2 * RECEIVED_LOOK_MS;
    let answer: () => Promise<boolean> = silent;
    const late = open({ isPaid: () => answer() });
    await late.pass(past);
    expect(late.receiving.getSnapshot().hasTag('waiting')).toBe(true);
    answer = async () => true;
    await late.pass(RECEIVED_LOOK_MS);
    expect(late.receiving.getSnapshot().hasTag('paid')).toBe(true);
    answer = silent;
    const unpaid = open({ isPaid: () => answer() });
    await unpaid.pass(past);
    answer = async () => false;
    await unpaid.pass(RECEIVED_LOOK_MS);
    expect(unpaid.receiving.getSnapshot().hasTag('over')).toBe(true);
    const mute = open({ isPaid: silent });
    await mute.pass(60_000 + RECEIVED_LATE_LOOKS * RECEIVED_LOOK_MS);
    expect(mute.receiving.getSnapshot().hasTag('unwatched')).toBe(true);
    // one that tells by itself, and only cannot be asked, said nothing
    const telling = open({ isPaid: () => Promise.reject(refusal('NOT_IMPLEMENTED')) });
    await telling.pass(60_000 + RECEIVED_LATE_LOOKS * RECEIVED_LOOK_MS);
    expect(telling.receiving.getSnapshot().hasTag('over')).toBe(true);
  });

  it('asks the wallet that made the invoice, whichever is connected meanwhile', async () => {
    const mine = open();
    const other = open({ isPaid: async () => true });
    await mine.pass();
    mine.connect(other.link);
    await mine.pass(RECEIVED_LOOK_MS);
    expect(mine.receiving.getSnapshot().hasTag('waiting')).toBe(true);
    expect(mine.link.isPaid).toHaveBeenCalledTimes(2);
  });

  it('[NWC-21] shows no invoice over another sum, and asks again', async () => {
    const { receiving, pass } = open({ msats: 21_001 });
    await pass();
    expect(receiving.getSnapshot().hasTag('asking')).toBe(true);
    expect(receiving.getSnapshot().context.problem).toEqual({ code: 'no-result', method: 'make_invoice' });
  });
});
