import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock, type ActorRefFrom, type AnyEventObject } from 'xstate';
import { type PaymentStand } from '#domain/wallet/payment.ts';
import { HELD_LOOK_MS, LOOK_UP_FIRST_MS, PAYMENT_TIMEOUT_MS, REFUSAL_DOUBT_MS } from '#domain/wallet/wallet-limits.ts';
import { paymentDeskMachine } from '#machines/wallet/payment-desk.machine.ts';
import {
  paymentMachine,
  type PaymentHash,
  type PaymentInput,
  type RecordFact,
  type WalletFact,
} from '#machines/wallet/payment.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const input: PaymentInput = {
  hash: 'ab'.repeat(32),
  phase: 'requested',
  isOurs: true,
  isByEcash: false,
  waitMs: 9_000,
};
const failed = new Error('no');
const changed = (phase: PaymentStand): RecordFact => ({ type: 'record.changed', phase });

const TAGS = {
  paying: ['under way'],
  'elsewhere.waiting': ['under way'],
  'elsewhere.looking up': ['under way'],
  doubting: ['not known'],
  'offered.watched': ['offered'],
  'offered.unwatched': ['offered'],
  'offered.ending': ['offered'],
  'doubted.unknown': ['not known'],
  'doubted.looking up': ['not known'],
  'held.waiting': ['not paid'],
  'held.unconfirmed': ['not paid'],
  'held.looking up': ['not paid'],
  settled: ['paid'],
  refused: ['not paid'],
};

describe('payment', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(paymentMachine, {
      tags: TAGS,
      inputs: [
        input,
        { ...input, isOurs: false, phase: 'sent' },
        { ...input, isOurs: false, phase: 'sent', isByEcash: true },
        { ...input, isOurs: false, phase: 'unknown' },
        { ...input, isOurs: false, phase: 'offered' },
        { ...input, isOurs: false, phase: 'held' },
      ],
      events: [
        ...(['offered', 'requested', 'sent', 'unknown', 'settled', 'refused', 'held'] as const).map(changed),
        { type: 'wallet.back' },
        { type: 'payment.look' },
        ...['send', 'note silence', 'look up'].flatMap((id) => [
          { type: `xstate.done.actor.${id}`, output: undefined },
          { type: `xstate.error.actor.${id}`, error: failed },
        ]),
        { type: 'xstate.error.actor.record', error: failed },
        { type: 'xstate.error.actor.await wallet', error: failed },
        { type: 'xstate.after.answerTime.payment.paying.sent' },
        { type: 'xstate.after.leftTime.payment.elsewhere' },
        { type: 'xstate.error.actor.proof', error: failed },
        { type: 'xstate.after.lookAgain.payment.doubted.unknown' },
        { type: 'xstate.after.lookAgain.payment.held.unconfirmed' },
        { type: 'xstate.after.heldTime.payment.held.waiting' },
        { type: 'xstate.after.wordTime.payment.held' },
        { type: 'xstate.after.offerTime.payment.offered.watched' },
        { type: 'xstate.after.offerTime.payment.offered.unwatched' },
      ],
      identity: ({ looks }) => looks > 0,
    });
  });

  /** A payment whose record is told by hand; what it does outside is in `log`. */
  const start = (over: Partial<PaymentInput> = {}, send: () => Promise<void> = () => new Promise(() => {})) => {
    const log: string[] = [];
    let tell: (fact: RecordFact) => void = () => {};
    let back: (fact: WalletFact) => void = () => {};
    const act = (name: string) => fromPromise<void, PaymentHash>(async () => void log.push(name));
    const machine = paymentMachine.provide({
      actors: {
        'follow record': fromCallback(({ sendBack }) => void (tell = sendBack)) as never,
        'await wallet': fromCallback(({ sendBack }) => void (back = sendBack)) as never,
        send: fromPromise<void, PaymentHash>(async () => {
          log.push('send');
          await send();
        }),
        'note silence': act('note silence'),
        'look up': act('look up'),
        'seek proof': fromCallback<AnyEventObject, PaymentHash>(() => void log.push('seek proof')) as never,
      },
    });
    const clock = new SimulatedClock();
    const actor: ActorRefFrom<typeof machine> = createActor(machine, { input: { ...input, ...over }, clock }).start();
    return {
      actor,
      clock,
      log,
      tell: (phase: PaymentStand) => tell(changed(phase)),
      back: () => back({ type: 'wallet.back' }),
    };
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it('[ZAP-13] is not known after 25 seconds, and is looked up ever after, never sent again', async () => {
    const { actor, clock, log, tell } = start();
    tell('sent');
    clock.increment(PAYMENT_TIMEOUT_MS - 1);
    expect(actor.getSnapshot().hasTag('under way')).toBe(true);
    clock.increment(1);
    await turn();
    expect(actor.getSnapshot().value).toEqual({ doubted: 'unknown' });
    for (let look = 0; look < 3; look += 1) {
      clock.increment(LOOK_UP_FIRST_MS * 2 ** look);
      await turn();
    }
    expect(log).toEqual(['send', 'note silence', 'seek proof', 'look up', 'look up', 'look up']);
    expect(actor.getSnapshot().value).toEqual({ doubted: 'unknown' });
  });

  it('is settled by its record, also while it is looked up and when another tab learned it', async () => {
    const { actor, tell, back } = start({ isOurs: false, phase: 'unknown' });
    back();
    await turn();
    tell('settled');
    expect(actor.getSnapshot()).toMatchObject({ value: 'settled', status: 'done', output: { hash: input.hash } });
  });

  it('of an earlier visit is never sent, and doubted when its time is over', async () => {
    const { actor, clock, log } = start({ isOurs: false, phase: 'sent' });
    expect(actor.getSnapshot().value).toEqual({ elsewhere: 'waiting' });
    clock.increment(9_000);
    await turn();
    expect(log).toEqual(['note silence', 'seek proof']);
  });

  it('of an earlier visit is looked up in the ledger of ecash as soon as that may know of it, and a wallet is not', async () => {
    const visit = { isOurs: false, phase: 'sent' } as const;
    const [wallet, ecash] = [start(visit), start({ ...visit, isByEcash: true })];
    for (const { back, actor } of [wallet, ecash]) {
      back();
      // more is known while it is looked up
      back();
      await turn();
      expect(actor.getSnapshot().value).toEqual({ elsewhere: 'waiting' });
    }
    expect([wallet.log, ecash.log]).toEqual([[], ['look up', 'look up']]);
    ecash.clock.increment(9_000);
    await turn();
    expect(ecash.actor.getSnapshot().value).toEqual({ doubted: 'unknown' });
    expect(ecash.log).not.toContain('send');
  });

  it('that was shown is never sent, and watched until its record says that it is over', async () => {
    const { actor, clock, log, tell, back } = start({ isOurs: false, phase: 'offered', waitMs: 3_600_000 });
    back();
    clock.increment(3_599_999);
    await turn();
    expect([log, actor.getSnapshot().value]).toEqual([['seek proof'], { offered: 'watched' }]);
    clock.increment(1);
    await turn();
    // it was too early by the clock of the record: once more
    expect(actor.getSnapshot().value).toEqual({ offered: 'watched' });
    expect(log).toEqual(['seek proof', 'note silence']);
    tell('refused');
    expect(actor.getSnapshot()).toMatchObject({ value: 'refused', status: 'done' });
  });

  it('whose invoice lasts a year, or is over, is looked at once a day, or once a minute', async () => {
    for (const [waitMs, ms] of [
      [365 * 86_400_000, 86_400_000],
      [0, 60_000],
    ] as const) {
      const { clock, log } = start({ isOurs: false, phase: 'offered', waitMs });
      clock.increment(ms - 1);
      await turn();
      expect(log).toEqual(['seek proof']);
      clock.increment(1);
      await turn();
      expect(log).toEqual(['seek proof', 'note silence']);
    }
  });

  it('that was refused by a word is followed until its wallet confirms it, and its proof is sought meanwhile', async () => {
    const { actor, clock, log, tell, back } = start();
    tell('sent');
    tell('held');
    back();
    expect([actor.getSnapshot().value, log]).toEqual([{ held: 'waiting' }, ['send', 'seek proof']]);
    expect(actor.getSnapshot().hasTag('not paid')).toBe(true);
    clock.increment(HELD_LOOK_MS);
    await turn();
    expect([actor.getSnapshot().value, log.at(-1)]).toEqual([{ held: 'unconfirmed' }, 'look up']);
    tell('refused');
    expect(actor.getSnapshot()).toMatchObject({ value: 'refused', status: 'done' });
  });

  it('that was refused and is under way after all is doubted, and one nobody can ask about is over in the end', async () => {
    const { actor, tell } = start({ isOurs: false, phase: 'held' });
    expect(actor.getSnapshot().value).toEqual({ held: 'unconfirmed' });
    tell('unknown');
    expect(actor.getSnapshot().value).toEqual({ doubted: 'unknown' });
    const other = start({ isOurs: false, phase: 'held' });
    other.clock.increment(REFUSAL_DOUBT_MS);
    expect(other.actor.getSnapshot().value).toBe('refused');
  });

  it('that could not be sent is doubted at once', async () => {
    const { actor, log } = start({}, () => Promise.reject(failed));
    await turn();
    await turn();
    expect(log).toEqual(['send', 'note silence', 'seek proof']);
    expect(actor.getSnapshot().value).toEqual({ doubted: 'unknown' });
  });
});

describe('payment desk', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(paymentDeskMachine, {
      tags: { loading: ['busy'], unreadable: ['unreadable'] },
      events: [
        { type: 'payment.begun', ...input },
        { type: 'payments.open', payments: [] },
        { type: 'payments.open', payments: [{ ...input, isOurs: false }] },
        { type: 'payments.unreadable' },
        { type: 'xstate.error.actor.payments', error: failed },
        { type: `xstate.done.actor.${input.hash}`, actorId: input.hash, output: { hash: input.hash } },
        { type: `xstate.error.actor.${input.hash}`, actorId: input.hash, error: failed },
      ],
      identity: ({ open }) => open,
    });
  });

  it('has one payment for each hash, however often it is told of it, and lets go of one that is over', () => {
    const silent = fromCallback(() => {});
    let tell: (fact: RecordFact) => void = () => {};
    const payment = paymentMachine.provide({
      actors: {
        'follow record': fromCallback(({ sendBack }) => void (tell = sendBack)) as never,
        'await wallet': silent as never,
        send: fromPromise<void, PaymentHash>(() => new Promise<void>(() => {})),
      },
    });
    const desk = createActor(paymentDeskMachine.provide({ actors: { payment, 'follow payments': silent as never } }), {
      clock: new SimulatedClock(),
    }).start();
    desk.send({ type: 'payment.begun', ...input });
    desk.send({ type: 'payments.open', payments: [{ ...input, isOurs: false }] });
    expect(desk.getSnapshot().context.open).toEqual([input.hash]);
    tell(changed('refused'));
    expect(desk.getSnapshot()).toMatchObject({ context: { open: [] } });
    expect(desk.getSnapshot().children[input.hash]).toBeUndefined();
  });
});
