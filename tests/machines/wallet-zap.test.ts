import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { DAY } from '#domain/units.ts';
import { Failure } from '#domain/problem.ts';
import type { PaymentPhase } from '#domain/wallet/payment.ts';
import { ZAP_RECEIPT_MS, ZAPS_KEPT } from '#domain/wallet/wallet-limits.ts';
import type { ZapFailure, ZapWish } from '#domain/wallet/zap-wish.ts';
import { zapDeskMachine } from '#machines/wallet/zap-desk.machine.ts';
import { zapMachine, type ZapPaymentFact } from '#machines/wallet/zap.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const wish: ZapWish = { id: 'one', recipient: 'ab'.repeat(32), sats: 21, comment: '', anonymous: false };
const given: ZapWish = { ...wish, mint: 'https://mint.example' };
const failed = new Failure({ code: 'invoice-timeout' });
const checked = { isOtherPayee: false, leftMs: 9_000 };
const told = (phase: PaymentPhase): ZapPaymentFact => ({ type: 'payment.is', phase });

const TAGS = {
  resolving: ['sending'],
  giving: ['sending'],
  given: ['sent', 'over'],
  signing: ['sending'],
  invoicing: ['sending'],
  checking: ['sending'],
  warned: ['asks'],
  routing: ['sending'],
  paying: ['sending'],
  'following.sent': ['sending'],
  'following.unknown': ['not known'],
  offering: ['sending'],
  offered: ['asks', 'offered'],
  paid: ['sent'],
  receipted: ['sent', 'over'],
  unreceipted: ['sent', 'over'],
  cancelled: ['over'],
  lettingGo: ['failed'],
  failed: ['failed', 'over'],
};

const quiet = zapMachine.provide({
  actions: {
    'remember payee': () => {},
    'tell of failure': () => {},
    'tell of doubt': () => {},
    'tell of warning': () => {},
    'log unpublished': () => {},
    'log kept': () => {},
  },
});

describe('zap', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(quiet, {
      tags: TAGS,
      inputs: [{ wish }, { wish: given }, { wish: { ...given, fromWallet: true } }],
      events: [
        ...['resolve', 'sign', 'invoice', 'pay', 'give', 'let go', 'offer', 'receipt'].flatMap((id) => [
          { type: `xstate.done.actor.${id}`, output: undefined },
          { type: `xstate.error.actor.${id}`, error: failed },
        ]),
        { type: 'xstate.done.actor.check', output: checked },
        { type: 'xstate.done.actor.check', output: { ...checked, isOtherPayee: true } },
        { type: 'xstate.error.actor.check', error: failed },
        { type: 'xstate.done.actor.find wallet', output: { isThere: true } },
        { type: 'xstate.done.actor.find wallet', output: { isThere: false } },
        { type: 'xstate.error.actor.find wallet', error: failed },
        ...['payment', 'publish'].map((id) => ({ type: `xstate.error.actor.${id}`, error: failed })),
        ...(['settled', 'refused', 'unknown'] as const).map(told),
        { type: 'zap.confirm' },
        { type: 'zap.cancel' },
        { type: 'zap.again' },
        { type: 'xstate.after.offerTime.zap.offered' },
        { type: 'xstate.after.receiptTime.zap.paid' },
      ],
      identity: ({ failure }) => failure !== undefined,
    });
  });

  type Fakes = { isThere?: boolean; isOtherPayee?: boolean; failing?: string; unpublished?: boolean };

  /** A zap whose acts succeed at once; what it did is in `log`. */
  const start = ({ isThere = true, isOtherPayee = false, failing, unpublished = false }: Fakes = {}) => {
    const log: string[] = [];
    const failures: ZapFailure[] = [];
    const doubts: (ZapFailure | undefined)[] = [];
    let tell: (fact: ZapPaymentFact) => void = () => {};
    let [isFailing, hasWallet] = [true, isThere];
    const act = <Output>(name: string, output: Output) =>
      fromPromise<Output, { wish: ZapWish }>(async () => {
        log.push(name);
        if (failing === name && isFailing) throw failed;
        return output;
      });
    const machine = zapMachine.provide({
      actors: {
        resolve: act<void>('resolve', undefined),
        sign: act<void>('sign', undefined),
        'request invoice': act<void>('request invoice', undefined),
        'check invoice': act('check invoice', { ...checked, isOtherPayee }),
        'find wallet': fromPromise<{ isThere: boolean }, { wish: ZapWish }>(async () => {
          log.push('find wallet');
          return { isThere: hasWallet };
        }),
        pay: act<void>('pay', undefined),
        offer: act<void>('offer', undefined),
        'follow payment': fromCallback(({ sendBack }) => void (tell = sendBack)) as never,
        'publish request': fromPromise<void, { wish: ZapWish }>(async () => {
          if (unpublished) throw failed;
        }),
        'await receipt': fromPromise<void, { wish: ZapWish }>(() => new Promise<void>(() => {})),
      },
      actions: {
        'remember payee': () => void log.push('remember payee'),
        'tell of failure': (_, { failure }) => void failures.push(failure),
        'tell of doubt': (_, { doubt }) => void doubts.push(doubt),
        'tell of warning': () => void log.push('tell of warning'),
        'log unpublished': () => void log.push('unpublished'),
      },
    });
    const clock = new SimulatedClock();
    const actor = createActor(machine, { input: { wish }, clock }).start();
    const settle = async () => {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      await new Promise((resolve) => setImmediate(resolve));
    };
    return {
      actor,
      clock,
      log,
      failures,
      doubts,
      settle,
      tell: (phase: PaymentPhase, failure?: ZapFailure) => tell({ ...told(phase), ...(failure && { failure }) }),
      mend: () => void (isFailing = false),
      connect: () => void (hasWallet = true),
    };
  };

  it('given as ecash asks for no address, invoice or receipt: the ledger says how it ends', async () => {
    const log: string[] = [];
    let tell: (fact: ZapPaymentFact) => void = () => {};
    const act = (name: string) => fromPromise<void, { wish: ZapWish }>(async () => void log.push(name));
    const machine = quiet.provide({
      actors: {
        resolve: act('resolve'),
        'give ecash': act('give'),
        'follow payment': fromCallback(({ sendBack }) => void (tell = sendBack)) as never,
      },
    });
    const actor = createActor(machine, { input: { wish: given } }).start();
    await new Promise((resolve) => setImmediate(resolve));
    expect(log).toEqual(['resolve', 'give']);
    tell(told('unknown'));
    expect(actor.getSnapshot().hasTag('not known')).toBe(true);
    tell(told('settled'));
    expect(actor.getSnapshot()).toMatchObject({ value: 'given', status: 'done' });
  });

  it.each(['the mint', 'the wallet'])(
    'as ecash that %s refuses says why at once, and is tried again only once it was let go of',
    async (who) => {
      const log: string[] = [];
      let [tell, letGo] = [(_: ZapPaymentFact) => {}, () => {}];
      const machine = zapMachine.provide({
        actors: {
          resolve: fromPromise<void, { wish: ZapWish }>(async () => void log.push('resolve')),
          'give ecash': fromPromise<void, { wish: ZapWish }>(async () => {
            if (who === 'the mint') throw failed;
          }),
          'follow payment': fromCallback(({ sendBack }) => void (tell = sendBack)) as never,
          'let go': fromPromise<void, { wish: ZapWish }>(() => new Promise<void>((resolve) => (letGo = resolve))),
        },
        actions: {
          'tell of failure': (_, { failure }) => void log.push('problem' in failure ? failure.problem.code : ''),
        },
      });
      const actor = createActor(machine, { input: { wish: { ...given, fromWallet: true } } }).start();
      const settle = () => new Promise((resolve) => setImmediate(resolve));
      await settle();
      tell({ type: 'payment.is', phase: 'refused', failure: { problem: failed.problem } });
      expect(log).toEqual(['resolve', failed.problem.code]);
      expect(actor.getSnapshot().hasTag('failed')).toBe(true);
      actor.send({ type: 'zap.again' });
      expect(log).toHaveLength(2);
      letGo();
      await settle();
      expect(actor.getSnapshot()).toMatchObject({ value: 'failed', context: { failure: { problem: failed.problem } } });
      expect(log).toHaveLength(2);
      actor.send({ type: 'zap.again' });
      await settle();
      expect(log).toEqual([
        'resolve',
        failed.problem.code,
        'resolve',
        ...(who === 'the mint' ? [failed.problem.code] : []),
      ]);
    },
  );

  it('[ZAP-12] [ZAP-15] pays with the wallet that is connected; what relays make of the request changes nothing', async () => {
    const { actor, clock, log, settle, tell } = start({ unpublished: true });
    await settle();
    tell('settled');
    await settle();
    expect(log).toEqual([
      'resolve',
      'sign',
      'request invoice',
      'check invoice',
      'find wallet',
      'pay',
      'remember payee',
      'unpublished',
    ]);
    expect(actor.getSnapshot().value).toBe('paid');
    clock.increment(ZAP_RECEIPT_MS);
    expect(actor.getSnapshot().value).toBe('unreceipted');
  });

  it('[ZAP-13] of which nobody knows is not tried again, whatever is asked of it', async () => {
    const { actor, doubts, log, settle, tell } = start();
    await settle();
    const failure: ZapFailure = { wallet: { code: 'service', name: 'INTERNAL', said: '' } };
    tell('unknown');
    tell('unknown', failure);
    expect(doubts).toEqual([undefined]);
    expect(actor.getSnapshot().context).toMatchObject({ doubt: failure });
    expect(actor.getSnapshot().context.failure).toBeUndefined();
    for (const type of ['zap.again', 'zap.cancel', 'zap.confirm'] as const) actor.send({ type });
    await settle();
    expect(actor.getSnapshot().hasTag('not known')).toBe(true);
    expect(log.filter((act) => act === 'pay')).toHaveLength(1);
    tell('settled');
    expect(actor.getSnapshot().hasTag('sent')).toBe(true);
  });

  it.each(['resolve', 'sign', 'request invoice', 'check invoice', 'pay'])(
    '[ZAP-06] [ZAP-08] [ZAP-10] that fails at "%s" says why, and begins from the start when it is tried again',
    async (failing) => {
      const { actor, failures, log, settle, mend } = start({ failing });
      await settle();
      expect(actor.getSnapshot()).toMatchObject({ value: 'failed', context: { failure: { problem: failed.problem } } });
      expect(failures).toEqual([{ problem: failed.problem }]);
      mend();
      actor.send({ type: 'zap.again' });
      await settle();
      expect(actor.getSnapshot().context.failure).toBeUndefined();
      expect(log.filter((act) => act === 'request invoice').length).toBeGreaterThanOrEqual(1);
      expect(actor.getSnapshot().matches('following')).toBe(true);
    },
  );

  it('[ZAP-14] that fails without a word says that it was not sent', async () => {
    const { actor, settle, tell } = start();
    await settle();
    tell('refused');
    expect(actor.getSnapshot().context.failure).toEqual({ problem: { code: 'zap-failed' } });
  });

  it('asks before another node is paid than the last time, and pays nothing until then', async () => {
    const { actor, log, settle } = start({ isOtherPayee: true });
    await settle();
    expect(actor.getSnapshot().value).toBe('warned');
    expect(log).not.toContain('pay');
    expect(log.at(-1)).toBe('tell of warning');
    actor.send({ type: 'zap.confirm' });
    await settle();
    expect(log).toContain('pay');
  });

  it('shows the invoice where no wallet is connected, as long as it can be paid', async () => {
    const { actor, clock, log, settle } = start({ isThere: false });
    await settle();
    expect(actor.getSnapshot().hasTag('offered')).toBe(true);
    expect(log).not.toContain('pay');
    clock.increment(checked.leftMs);
    expect(actor.getSnapshot()).toMatchObject({
      value: 'failed',
      context: { failure: { problem: { code: 'offer-over' } } },
    });
  });

  it('whose invoice is shown asks for another one that a wallet pays which was connected since', async () => {
    const { actor, log, settle, connect } = start({ isThere: false });
    await settle();
    connect();
    actor.send({ type: 'zap.again' });
    await settle();
    expect(log.filter((act) => act === 'request invoice')).toHaveLength(2);
    expect(log.slice(-2)).toEqual(['find wallet', 'pay']);
    expect(actor.getSnapshot().matches('following')).toBe(true);
  });
});

it('an invoice that can be paid for months is over when it is over: a browser has no timer of so long, and would end it at once', () => {
  const { offerTime } = zapMachine.implementations.delays as { offerTime: (at: object) => number };
  expect(offerTime({ context: { leftMs: 90 * DAY } })).toBeLessThan(2 ** 31);
  expect(offerTime({ context: { leftMs: 9_000 } })).toBe(9_000);
});

describe('zap desk', () => {
  const desk = (input?: typeof quiet) =>
    createActor(input ? zapDeskMachine.provide({ actors: { zap: input } }) : zapDeskMachine, {
      clock: new SimulatedClock(),
    }).start();
  const waiting = quiet.provide({
    actors: { resolve: fromPromise<void, { wish: ZapWish }>(() => new Promise<void>(() => {})) },
  });
  const failing = quiet.provide({
    actors: { resolve: fromPromise<void, { wish: ZapWish }>(() => Promise.reject(failed)) },
  });

  it('reaches every state and transition', () => {
    expectFullCoverage(zapDeskMachine, {
      check: () => {},
      events: [
        { type: 'zap.send', wishes: [wish] },
        ...(['zap.again', 'zap.confirm', 'zap.cancel', 'zap.forget'] as const).map((type) => ({ type, ids: ['one'] })),
        { type: 'xstate.error.actor.one', actorId: 'one', error: failed },
      ],
      identity: ({ zaps }) => zaps,
    });
  });

  it('starts each wish once, and ends none because nobody looks at it', async () => {
    const actor = desk(waiting);
    actor.send({ type: 'zap.send', wishes: [wish, { ...wish, id: 'two' }] });
    actor.send({ type: 'zap.send', wishes: [wish] });
    actor.send({ type: 'zap.forget', ids: ['one'] });
    expect(actor.getSnapshot().context.zaps).toEqual(['one', 'two']);
  });

  it('tries again what failed, and forgets it when nobody looks any more', async () => {
    const actor = desk(failing);
    actor.send({ type: 'zap.send', wishes: [wish] });
    await new Promise((resolve) => setImmediate(resolve));
    const zap = actor.getSnapshot().children['one']!;
    expect(zap.getSnapshot().value).toBe('failed');
    actor.send({ type: 'zap.again', ids: ['one'] });
    expect(zap.getSnapshot().value).toBe('resolving');
    await new Promise((resolve) => setImmediate(resolve));
    actor.send({ type: 'zap.forget', ids: ['one'] });
    expect(actor.getSnapshot()).toMatchObject({ context: { zaps: [] } });
  });

  it('keeps so many that are over', async () => {
    const actor = desk(failing);
    for (let count = 0; count < ZAPS_KEPT + 3; count += 1) {
      actor.send({ type: 'zap.send', wishes: [{ ...wish, id: String(count) }] });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(actor.getSnapshot().context.zaps).toHaveLength(ZAPS_KEPT);
  });
});
