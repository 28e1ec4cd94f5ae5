import { describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, SimulatedClock, waitFor } from 'xstate';
import {
  beginDeposit,
  beginMelt,
  beginReceive,
  beginReclaim,
  beginSend,
  tighten,
} from '#actors/ecash/operations/begin.ts';
import { defineCheckQuote, defineTakeEcash } from '#actors/ecash/wallet/deposit-slots.ts';
import { costsOfPayment, costsOfSend, costsOfSwap } from '#actors/ecash/operations/costs.ts';
import { createEngine } from '#actors/ecash/operations/engine.ts';
import { createReservationSlots } from '#actors/ecash/operations/reservations.ts';
import { beginParts, planParts } from '#actors/ecash/operations/parts.ts';
import { beginTransfer, quoteTransfer } from '#actors/ecash/operations/transfer.ts';
import { CHANGE_LATE_MS } from '#domain/ecash/ecash-limits.ts';
import { EcashError, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { leadDelay } from '#domain/ecash/ledger/next-try.ts';
import type { OperationPhase } from '#domain/ecash/ledger/operation.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import { depositMachine } from '#machines/ecash/deposit.machine.ts';
import { proofReservationMachine } from '#machines/ecash/proof-reservation.machine.ts';
import {
  createEcashWorld,
  leadAll,
  openWallet,
  strangersToken,
  takeToken,
  withoutChange,
  worldFaults,
} from '#tests/support/ecash-world.ts';
import { MINT, OTHER_MINT, proofOf, UNIT } from '#tests/support/mint-model.ts';
import { openMoneyLife } from '#tests/support/money-points.ts';

const AT = { mint: MINT, unit: UNIT };

const start = async (plan: Parameters<typeof createEcashWorld>[0]) => {
  const world = await createEcashWorld(plan);
  const wallet = openWallet(world, openMoneyLife());
  const chart = proofReservationMachine.provide({ actors: createReservationSlots(wallet.deps, wallet.engine) });
  const clock = new SimulatedClock();
  const lead = (operation: string, phase: OperationPhase = 'journaled') =>
    createActor(chart, { input: { operation, phase, isFresh: true }, clock }).start();
  return { world, wallet, clock, lead };
};

describe('a deposit', () => {
  it('asks for no invoice over more than the mint could issue once it is paid', async () => {
    const { world, wallet } = await start({});
    const asked = vi.spyOn(world.model, 'mintQuote');
    // its largest pieces are of 64
    const tooMuch = { code: 'mint-too-much' } satisfies EcashProblem;
    await expect(beginDeposit(wallet.deps, { ...AT, amount: 64_001 })).rejects.toMatchObject({ problem: tooMuch });
    const move = { from: OTHER_MINT, to: MINT, unit: UNIT, amount: 64_001 };
    await expect(quoteTransfer(wallet.deps, move)).rejects.toMatchObject({ problem: tooMuch });
    expect(asked).not.toHaveBeenCalled();
    await beginDeposit(wallet.deps, { ...AT, amount: 64_000 });
    expect(asked).toHaveBeenCalledOnce();
  });
});

describe('a token whose worth goes on to another mint', () => {
  it('arrives there as it was told: it is not split for being kept where it came from', async () => {
    const { world, wallet } = await start({ feePpk: 500 });
    const proofs = strangersToken(world, [64, 64, 32]);
    const told = await costsOfSwap(wallet.deps, { ...AT, amount: 160, fee: 2 }, OTHER_MINT);
    await beginReceive(wallet.deps, { ...AT, into: OTHER_MINT, proofs });
    await leadAll(wallet, world, 'fresh');
    const came = (await wallet.ledger.proofs()).filter(({ mint }) => mint === OTHER_MINT);
    expect(sumOf(came)).toBe(told.amount);
    expect(await worldFaults(world)).toEqual([]);
  });
});

describe('a deposit whose numbers another device of the same words took', () => {
  it.each([11_003, 10_002])('[WEV-08] takes others, whichever number its mint has for that (%i)', async (number) => {
    const { world, wallet } = await start({});
    const mint: typeof wallet.deps.core.mint = (order) =>
      wallet.deps.core
        .mint(order)
        .catch(() => Promise.reject(new EcashError({ code: 'mint-refused', number, said: '' })));
    const { advance } = createEngine({ ...wallet.deps, core: { ...wallet.deps.core, mint } });
    const id = await beginDeposit(wallet.deps, { ...AT, amount: 8 });
    world.model.sign([{ b: 'bA/0000000000000000/0', amount: 1, keyset: '0000000000000000' }]);
    world.model.pay((await wallet.ledger.operation(id))!.quote!.id);
    expect(await advance(id, 'fresh')).toEqual({ type: 'over' });
    expect(sumOf(await wallet.ledger.proofs())).toBe(8 + 1);
    expect(await worldFaults(world)).toEqual([]);
  });
});

describe('a deposit of which its mint says how it stands by refusing to tell', () => {
  const deposit = async (said: string, { isLost = false } = {}) => {
    const { world, wallet } = await start({});
    const { core } = wallet.deps;
    const no = () => Promise.reject(new EcashError({ code: 'mint-status', status: 400, said }));
    const lost: typeof core.mint = async (order) => {
      await core.mint(order);
      throw new EcashError({ code: 'mint-silent' });
    };
    const id = await beginDeposit(wallet.deps, { ...AT, amount: 8 });
    if (isLost) {
      world.model.pay((await wallet.ledger.operation(id))!.quote!.id);
      await createEngine({ ...wallet.deps, core: { ...core, mint: lost } }).advance(id, 'fresh');
    }
    const { advance } = createEngine({ ...wallet.deps, core: { ...core, checkMintQuote: no } });
    const pause = await advance(id);
    return { pause, record: await wallet.ledger.operation(id), sum: sumOf(await wallet.ledger.proofs()) };
  };

  it('[DEPOSIT-11] is over where it was issued already, and has its ecash where that was signed for it', async () => {
    expect(await deposit('Quote already issued.')).toMatchObject({
      pause: { type: 'over' },
      record: { phase: 'fenced', trouble: { code: 'quote-issued' } },
    });
    expect(await deposit('Quote already issued.', { isLost: true })).toMatchObject({ pause: { type: 'over' }, sum: 8 });
  });

  it('[DEPOSIT-10] waits for whoever pays where it is not paid, and for the mint where that says anything else', async () => {
    const world = { pause: { type: 'waits', for: 'world' }, record: { phase: 'waiting' } };
    expect(await deposit('Quote not paid')).toMatchObject(world);
    expect(await deposit('No.')).toMatchObject({ pause: { type: 'waits', for: 'mint' }, record: { phase: 'unknown' } });
  });
});

describe('an operation and its chart', () => {
  it('[SEND-02] leads a token out, and ends when it was taken back', async () => {
    const { world, wallet, clock, lead } = await start({ has: [16], feePpk: 100 });
    const sent = await beginSend(wallet.deps, { ...AT, amount: 5 });
    const token = lead(sent);
    await waitFor(token, (now) => now.hasTag('waiting'));
    expect((await wallet.ledger.proofsOf(sent)).filter(({ state }) => state === 'out')).toHaveLength(2);
    const back = lead((await beginReclaim(wallet.deps, sent))!);
    await waitFor(back, (now) => now.status === 'done');
    // the chart of the token follows what the other one wrote
    clock.increment(leadDelay(1));
    await waitFor(token, (now) => now.status === 'done');
    expect((await wallet.ledger.history()).find(({ operation }) => operation === sent)).toMatchObject({
      outcome: 'taken back',
      fee: 1,
      backFee: 1,
    });
    expect(await worldFaults(world)).toEqual([]);
  });

  it('[MELT-08] says of a payment that hangs that it waits, and of one that failed that the sats are back', async () => {
    const { world, wallet, clock, lead } = await start({ has: [16], feePpk: 100, payment: 'pending, then failed' });
    const quote = { id: world.model.meltQuote(10), invoice: 'lnbc', amount: 10, reserve: 2 };
    const id = await beginMelt(wallet.deps, { ...AT, quote });
    const payment = lead(id);
    await waitFor(payment, (now) => now.hasTag('waiting'));
    expect((await wallet.ledger.proofsOf(id)).map(({ state }) => state)).toEqual(['reserved']);
    world.model.tick();
    clock.increment(leadDelay(1));
    await waitFor(payment, (now) => now.status === 'done');
    expect(payment.getSnapshot().hasTag('not done')).toBe(true);
    expect(await worldFaults(world)).toEqual([]);
  });
});

describe('a token whose first request nobody knows of, and whose mint refuses the others', () => {
  const sending = async (refusesAll: boolean) => {
    const { world, wallet } = await start({ has: [16], feePpk: 100 });
    const problems: EcashProblem[] = [{ code: 'mint-silent' }];
    const swap: typeof wallet.deps.core.swap = async (order) => {
      const isToken = order.outputs.some(({ role }) => role === 'send');
      if (!isToken && !refusesAll) return wallet.deps.core.swap(order);
      throw new EcashError(problems.pop() ?? { code: 'mint-refused', number: 20_008, said: '' });
    };
    const { advance } = createEngine({ ...wallet.deps, core: { ...wallet.deps.core, swap } });
    const id = await beginSend(wallet.deps, { ...AT, amount: 5 });
    const pauses = [await advance(id, 'fresh'), await advance(id)];
    expect(world.broken).toEqual([]);
    return { world, wallet, id, pauses };
  };

  it('is given up: what it holds is made fresh, so that no request of it can be taken any more', async () => {
    const { world, wallet, id, pauses } = await sending(false);
    expect(pauses[1]).toEqual({ type: 'over' });
    expect(await wallet.ledger.operation(id)).toMatchObject({ phase: 'fenced', attempts: 2, refusals: 1 });
    const proofs = await wallet.ledger.proofs();
    expect(proofs.every(({ state }) => state === 'available')).toBe(true);
    expect(sumOf(proofs)).toBe(16 - 1);
    expect(await worldFaults(world)).toEqual([]);
  });

  it('holds it still where the mint refuses that, too', async () => {
    const { wallet, id, pauses } = await sending(true);
    expect(pauses[1]).toEqual({ type: 'waits', for: 'mint' });
    expect(await wallet.ledger.operation(id)).toMatchObject({ phase: 'attention', attempts: 2 });
    expect((await wallet.ledger.proofsOf(id)).map(({ state }) => state)).toEqual(['reserved']);
  });
});

describe('a token of what is free here, which another device with the same words gave away', () => {
  const FIRST = 'yA/0000000000000000/0';

  /** The ledger counts what the books of the mint have of these words. */
  const agrees = async ({ world, wallet }: Awaited<ReturnType<typeof start>>) => {
    const free = (await wallet.ledger.proofs()).filter(({ state }) => state === 'available').map(({ y }) => y);
    expect(free.toSorted()).toEqual([...world.model.unspentOf('A')].sort());
    expect(await worldFaults(world)).toEqual([]);
    return sumOf(await wallet.ledger.proofs());
  };
  const receive = ({ world, wallet }: Awaited<ReturnType<typeof start>>) =>
    beginReceive(wallet.deps, { ...AT, proofs: [proofOf(world.model, FIRST.replace('y', 'b'))] });

  it('is counted once when it was taken', async () => {
    const here = await start({ has: [16, 4] });
    await here.wallet.engine.advance(await receive(here), 'fresh');
    expect(await agrees(here)).toBe(20);
    expect(await here.wallet.ledger.known([FIRST])).toMatchObject([{ state: 'spent' }]);
  });

  it('is counted once also where a payment takes what is free in the same moment', async () => {
    const here = await start({ has: [16, 4] });
    const { world, wallet } = here;
    const id = await receive(here);
    const { known } = wallet.ledger;
    const begun: string[] = [];
    const ledger = {
      ...wallet.ledger,
      known: async (ys: readonly string[]) => {
        const rows = await known(ys);
        const quote = { id: world.model.meltQuote(10), invoice: 'lnbc', amount: 10, reserve: 2 };
        if (ys.includes(FIRST) && begun.length === 0) begun.push(await beginMelt(wallet.deps, { ...AT, quote }));
        return rows;
      },
    };
    expect((await createEngine({ ...wallet.deps, ledger }).advance(id, 'fresh')).type).toBe('over');
    expect((await wallet.ledger.operation(id))?.phase).toBe('committed');
    expect(await wallet.ledger.known([FIRST])).toMatchObject([{ state: 'reserved', operation: begun[0] }]);
    await wallet.engine.advance(begun[0]!, 'fresh');
    expect((await wallet.ledger.operation(begun[0]!))?.phase).toBe('fenced');
    expect(await agrees(here)).toBe(20);
  });
});

describe('an exchange that a mint answers without a number', () => {
  const sending = async (status: number) => {
    const { world, wallet } = await start({ has: [16], feePpk: 100 });
    const swap = () => Promise.reject(new EcashError({ code: 'mint-status', status, said: '' }));
    const { advance } = createEngine({ ...wallet.deps, core: { ...wallet.deps.core, swap } });
    const id = await beginSend(wallet.deps, { ...AT, amount: 5 });
    await advance(id, 'fresh');
    expect(world.broken).toEqual([]);
    const { phase, trouble } = (await wallet.ledger.operation(id))!;
    return { phase, trouble, states: (await wallet.ledger.proofs()).map(({ state }) => state) };
  };

  it.each([400, 413, 422])('is over, and says why, where it does not take it as it is (%i)', async (status) => {
    const trouble = { code: 'mint-status', status, said: '' };
    expect(await sending(status)).toEqual({ phase: 'fenced', trouble, states: ['available'] });
  });

  it.each([404, 500, 502])('is asked for again where it may be in trouble (%i)', async (status) => {
    expect(await sending(status)).toMatchObject({ phase: 'unknown', states: ['reserved'] });
  });
});

describe('what a nutzap brought', () => {
  it('[NWC-24] is named in its record, and pays with others only where it does not do', async () => {
    const { world, wallet } = await start({ has: [32, 32] });
    const { deps, engine, ledger } = wallet;
    const proofs = strangersToken(world, [16, 8]);
    const of = await beginReceive(deps, { ...AT, proofs, redeems: [{ event: 'e'.repeat(64) }], sendsOn: true });
    await engine.advance(of, 'fresh');
    const made = (await ledger.proofs()).filter(({ amount }) => amount < 32).map(({ y }) => y);
    const { came } = (await ledger.operation(of))!;
    expect(came?.toSorted()).toEqual(made.toSorted());
    // one of them would do, and so would another one
    const quote = { id: world.model.meltQuote(15), invoice: 'lnbc', amount: 15, reserve: 1 };
    const { inputs } = (await ledger.operation(await beginMelt(deps, { ...AT, quote, of })))!;
    expect(inputs.toSorted()).toEqual(made.toSorted());
    expect(await ledger.operation(of)).not.toHaveProperty('came');
  });
});

describe('a payment that cannot have been seen', () => {
  const paying = async (payment: 'paid' | 'failed' | 'expired', unsent?: EcashProblem) => {
    const { world, wallet } = await start({ has: [16], feePpk: 100, payment });
    const quote = { id: world.model.meltQuote(10), invoice: 'lnbc', amount: 10, reserve: 2 };
    const melt = async () => ({ state: 'UNPAID' as const, unsent: unsent! });
    const core = { ...wallet.deps.core, ...(unsent && { melt }) };
    const id = await beginMelt(wallet.deps, { ...AT, quote });
    await createEngine({ ...wallet.deps, core }).advance(id, 'fresh');
    expect(await worldFaults(world)).toEqual([]);
    const row = (await wallet.ledger.history()).find(({ operation }) => operation === id);
    return { here: sumOf(await wallet.ledger.proofs()), fee: row?.fee };
  };

  it('[PROOF-08] costs nothing when it did not leave, or the mint will never take it; else its proofs are made fresh', async () => {
    expect(await paying('paid', { code: 'ecash-locked' })).toEqual({ here: 16, fee: 0 });
    expect(await paying('expired')).toEqual({ here: 16, fee: 0 });
    expect(await paying('failed')).toEqual({ here: 15, fee: 1 });
  });
});

describe('a payment that waits for what others hold', () => {
  it('is not begun after its deadline, whatever it waited for meanwhile', async () => {
    const { world, wallet } = await start({ has: [16] });
    const { deps, engine, ledger } = wallet;
    const send = await beginSend(deps, { ...AT, amount: 4 });
    const quote = { id: world.model.meltQuote(4), invoice: 'lnbc', amount: 4, reserve: 2 };
    const deadline = world.clock.now + 5_000;
    const late = beginMelt(deps, { ...AT, quote, deadline });
    const refused = expect(late).rejects.toMatchObject({ problem: { code: 'mint-silent' } });
    world.jump(5_000);
    await engine.advance(send, 'fresh');
    await refused;
    await expect(beginParts(deps, UNIT, [{ mint: MINT, msats: 4_000, quote }], deadline)).rejects.toMatchObject({
      problem: { code: 'mint-silent' },
    });
    expect((await ledger.operations()).map(({ kind }) => kind)).toEqual(['send']);
    await beginMelt(deps, { ...AT, quote, deadline: world.clock.now + 5_000 });
    expect((await ledger.operations()).map(({ kind }) => kind)).toContain('melt');
  });
});

describe('a payment whose mint signs more change than it owes', () => {
  const paying = async (overpaid: number, answer: 'heard' | 'lost', givesChange = true) => {
    const { world, wallet } = await start({ has: [16], feePpk: 100 });
    world.model.overpay(overpaid);
    const quote = { id: world.model.meltQuote(10), invoice: 'lnbc', amount: 10, reserve: 2 };
    const id = await beginMelt(givesChange ? wallet.deps : withoutChange(wallet.deps), { ...AT, quote });
    const melt: typeof wallet.deps.core.melt = async (order) => {
      const told = await wallet.deps.core.melt(order);
      return answer === 'heard' ? told : Promise.reject(new EcashError({ code: 'mint-silent' }));
    };
    const { advance } = createEngine({ ...wallet.deps, core: { ...wallet.deps.core, melt } });
    await advance(id, 'fresh');
    await advance(id);
    // what it owes may be signed late, and is looked for long enough
    const isShort = givesChange && overpaid < -2;
    expect((await wallet.ledger.operation(id))!.phase).toBe(isShort ? 'unknown' : 'committed');
    world.jump(CHANGE_LATE_MS);
    await advance(id);
    expect(await worldFaults(world)).toEqual([]);
    const [row] = (await wallet.ledger.history()).filter(({ operation }) => operation === id);
    return { fee: row?.fee, surplus: row?.surplus, here: sumOf(await wallet.ledger.proofs()) };
  };

  it.each(['heard', 'lost'] as const)(
    '[PROOF-11] costs nothing, keeps what came, and says how much that was (answer %s)',
    async (answer) => {
      expect(await paying(0, answer)).toEqual({ fee: 1, surplus: undefined, here: 5 });
      // a mint that takes no fee gives nothing beyond what it owes
      expect(await paying(1, answer)).toEqual({ fee: 0, surplus: undefined, here: 6 });
      expect(await paying(4, answer)).toEqual({ fee: 0, surplus: 3, here: 9 });
    },
  );

  it.each(['heard', 'lost'] as const)(
    '[PROOF-11] of one that keeps more than it had said: says how much more (answer %s)',
    async (answer) => {
      // all that Lightning may cost
      expect(await paying(-2, answer)).toEqual({ fee: 3, surplus: undefined, here: 3 });
      expect(await paying(-4, answer)).toEqual({ fee: 5, surplus: -2, here: 1 });
    },
  );

  it('does not blame one that never gives change for what it was given beyond what it wants', async () => {
    expect(await paying(-5, 'heard', false)).toEqual({ fee: 6, surplus: undefined, here: 0 });
  });
});

describe('a deposit and its chart', () => {
  it('[DEPOSIT-04] [DEPOSIT-05] [DEPOSIT-07] takes the ecash once the invoice is paid', async () => {
    const { world, wallet, clock } = await start({});
    const operation = await beginDeposit(wallet.deps, { ...AT, amount: 13 });
    const { id: quote } = (await wallet.ledger.operation(operation))!.quote!;
    const spent = vi.spyOn(wallet.ledger, 'proofsOf');
    const chart = depositMachine.provide({
      actors: {
        'follow quote': fromCallback(() => {}) as never,
        'check quote': defineCheckQuote({ ...wallet.deps, engine: wallet.engine }),
        'take ecash': defineTakeEcash(wallet.engine),
      },
    });
    const deposit = createActor(chart, { input: { operation, mint: MINT, quote, isOld: true }, clock }).start();
    await waitFor(deposit, (now) => now.matches({ awaitingPayment: { polling: 'pausing' } }));
    world.model.pay(quote);
    deposit.send({ type: 'operation.look' });
    await waitFor(deposit, (now) => now.status === 'done');
    expect(deposit.getSnapshot().matches('committed')).toBe(true);
    expect(sumOf(await wallet.ledger.proofs())).toBe(13);
    // it spends nothing
    expect(spent).not.toHaveBeenCalled();
    expect(await worldFaults(world)).toEqual([]);
  });

  it('rejects while the mint does not sign', async () => {
    const { world, wallet } = await start({});
    const operation = await beginDeposit(wallet.deps, { ...AT, amount: 13 });
    world.model.pay('mq0');
    const mint = () => Promise.reject(new EcashError({ code: 'mint-silent' }));
    const engine = createEngine({ ...wallet.deps, core: { ...wallet.deps.core, mint } });
    const taking = createActor(defineTakeEcash(engine), { input: { operation, mint: MINT, quote: 'mq0' } });
    taking.subscribe({ error: () => {} });
    taking.start();
    await waitFor(taking, (now) => now.status === 'error').catch(() => {});
    expect(taking.getSnapshot()).toMatchObject({ status: 'error', error: { problem: { code: 'mint-silent' } } });
    expect((await wallet.ledger.operation(operation))?.phase).toBe('unknown');
  });

  it('[DEPOSIT-10] says that it is not paid where the mint says so, and waits on', async () => {
    const { wallet } = await start({});
    const operation = await beginDeposit(wallet.deps, { ...AT, amount: 13 });
    const taking = createActor(defineTakeEcash(wallet.engine), { input: { operation, mint: MINT, quote: 'mq0' } });
    const { output } = await waitFor(taking.start(), (now) => now.status === 'done');
    expect(output).toBe('unpaid');
    expect((await wallet.ledger.operation(operation))?.phase).toBe('waiting');
  });

  describe.each([
    { code: 'mint-refused', number: 20_002, said: 'No.' },
    { code: 'mint-refused', number: 0, said: 'Invoice already issued.' },
    { code: 'mint-status', status: 500, said: 'quote already issued' },
  ] as const)('at a mint that says only of its signing that it was done before: %j', (problem) => {
    const refuse = () => Promise.reject(new EcashError(problem));
    const silent = () => Promise.reject(new EcashError({ code: 'mint-silent' }));
    /** It calls an invoice paid also once it has signed for it. */
    const begin = async () => {
      const { world, wallet } = await start({});
      const { deps, ledger } = wallet;
      const operation = await beginDeposit(deps, { ...AT, amount: 13 });
      world.model.pay('mq0');
      const checkMintQuote: typeof deps.core.checkMintQuote = async (name) => ({
        ...(await deps.core.checkMintQuote(name)),
        state: 'PAID',
      });
      const engineOf = (mint: typeof deps.core.mint) =>
        createEngine({ ...deps, core: { ...deps.core, checkMintQuote, mint } });
      return { world, deps, ledger, operation, engineOf };
    };

    it('[DEPOSIT-09] [DEPOSIT-11] finds what was signed for an answer that was lost', async () => {
      const { world, deps, ledger, operation, engineOf } = await begin();
      await engineOf(async (order) => deps.core.mint(order).then(silent)).advance(operation);
      expect((await ledger.operation(operation))?.phase).toBe('unknown');
      expect(await engineOf(refuse).advance(operation)).toEqual({ type: 'over' });
      expect(sumOf(await ledger.proofs())).toBe(13);
      expect(await worldFaults(world)).toEqual([]);
    });

    it('[DEPOSIT-11] drops the invoice where nothing of it is to be had, and says why', async () => {
      const { ledger, operation, engineOf } = await begin();
      expect(await engineOf(refuse).advance(operation)).toEqual({ type: 'over' });
      expect(await ledger.operation(operation)).toMatchObject({ phase: 'fenced', trouble: { code: 'quote-issued' } });
      expect(await ledger.proofs()).toEqual([]);
      expect(await ledger.history()).toMatchObject([
        { kind: 'deposit', amount: 13, outcome: 'not done', why: { code: 'quote-issued' } },
      ]);
    });
  });
});

describe('a move from mint to mint', () => {
  const wish = { from: MINT, to: OTHER_MINT, unit: UNIT };

  it('says what it costs before, and both halves are over when it arrived', async () => {
    const { world, wallet, lead } = await start({ has: [16, 4], feePpk: 100 });
    const offer = await quoteTransfer(wallet.deps, { ...wish, amount: 10 });
    expect(offer).toMatchObject({ amount: 10, reserve: 2, fee: 1 });
    expect(await wallet.ledger.operations()).toEqual([]);
    const move = lead(await beginTransfer(wallet.deps, offer));
    await waitFor(move, (now) => now.status === 'done');
    const all = await wallet.ledger.proofs();
    expect(sumOf(all.filter(({ mint }) => mint === OTHER_MINT))).toBe(10);
    // the first mint paid, and took 1 for the proof
    expect(sumOf(all.filter(({ mint }) => mint === MINT))).toBe(20 - 10 - 1);
    const told = (await wallet.ledger.history()).filter(({ partner }) => partner);
    expect(told.map(({ kind, outcome }) => `${kind} ${outcome}`).sort()).toEqual(['deposit done', 'melt done']);
    expect(await worldFaults(world)).toEqual([]);
  });

  it('moves all that can arrive', async () => {
    const { wallet } = await start({ has: [16, 4], feePpk: 100 });
    const offer = await quoteTransfer(wallet.deps, { ...wish, amount: 'all' });
    expect(offer.amount + offer.reserve + offer.fee).toBe(20);
    await expect(quoteTransfer(wallet.deps, { ...wish, amount: 19 })).rejects.toMatchObject({
      problem: { code: 'funds-send' },
    });
  });

  /** Eight sats that the mint takes, and twenty of a keyset that ended or that it does not name any more. */
  const withLeftovers = async (which: 'ended' | 'unknown') => {
    const { world, wallet } = await start({ has: [16, 4], otherHas: [8, 4], feePpk: 100, shared: 12 });
    world.model.rotate(which === 'ended' ? 1 : undefined);
    world.jump(2_000);
    const id = await beginDeposit(wallet.deps, { ...AT, amount: 8 });
    world.model.pay((await wallet.ledger.operation(id))!.quote!.id);
    await wallet.engine.advance(id, 'fresh');
    const mintFacts = async (url: string) => {
      const facts = await wallet.deps.core.loadMint(url);
      const isListed = ({ active }: { active: boolean }) => active || which === 'ended';
      return { ...facts, keysets: facts.keysets.filter(isListed) };
    };
    const deps = { ...wallet.deps, mintFacts };
    return { world, wallet, deps, engine: createEngine(deps) };
  };

  it.each(['ended', 'unknown'] as const)('moves all that its mint takes where a keyset is %s', async (which) => {
    const { world, wallet, deps, engine } = await withLeftovers(which);
    const offer = await quoteTransfer(deps, { ...wish, amount: 'all' });
    expect(offer.amount + offer.reserve + offer.fee).toBe(8);
    await engine.advance(await beginTransfer(deps, offer), 'fresh');
    const rows = await wallet.ledger.proofs();
    expect(sumOf(rows.filter(({ mint }) => mint === OTHER_MINT))).toBe(12 + offer.amount);
    expect(rows.filter(({ keyset }) => keyset === '0000000000000000').map(({ state }) => state)).toEqual([
      'available',
      'available',
    ]);
    expect(await worldFaults(world)).toEqual([]);
  });

  it.each(['ended', 'unknown'] as const)('pays parts with what its mint takes where a keyset is %s', async (which) => {
    const { world, wallet, deps, engine } = await withLeftovers(which);
    const parts = await beginParts(deps, UNIT, await planParts(deps, { unit: UNIT, invoice: 'lnbc', msats: 12_000 }));
    await Promise.all(parts.map(({ id }) => engine.advance(id, 'fresh')));
    await leadAll({ ...wallet, engine }, world);
    expect(world.shared.isSettled()).toBe(true);
    expect(await worldFaults(world)).toEqual([]);
  });

  it('arrives also while the mint that paid does not say so, and takes nothing twice', async () => {
    const { world, wallet } = await start({ has: [16, 4], feePpk: 100 });
    const id = await beginTransfer(wallet.deps, await quoteTransfer(wallet.deps, { ...wish, amount: 10 }));
    const { melt, checkStates } = wallet.deps.core;
    const gone = () => Promise.reject(new EcashError({ code: 'mint-network' }));
    const core = {
      ...wallet.deps.core,
      melt: async (order: Parameters<typeof melt>[0]) => melt(order).then(gone),
      checkStates: (order: Parameters<typeof checkStates>[0]) => (order.mint === MINT ? gone() : checkStates(order)),
    };
    expect((await createEngine({ ...wallet.deps, core }).advance(id, 'fresh')).type).toBe('waits');
    const arrived = async () => sumOf((await wallet.ledger.proofs()).filter(({ mint }) => mint === OTHER_MINT));
    expect(await arrived()).toBe(10);
    expect((await wallet.ledger.operation(id))?.phase).toBe('unknown');
    expect((await wallet.engine.advance(id)).type).toBe('over');
    expect(await arrived()).toBe(10);
    expect(await worldFaults(world)).toEqual([]);
  });
});

describe('a payment at a mint that gives no change', () => {
  const opened = async (has: readonly number[]) => {
    const { wallet } = await start({ has, feePpk: 100 });
    const begun = ({ id }: { id: string }) => void wallet.engine.advance(id, 'fresh');
    const deps = { ...withoutChange(wallet.deps), begun };
    const free = async () => (await wallet.ledger.proofs()).filter(({ state }) => state === 'available');
    return { wallet, deps, free };
  };

  it('is exchanged first, so that what is spent is what the mint may keep', async () => {
    const { wallet, deps, free } = await opened([64]);
    const told = await costsOfPayment(deps, AT, { amount: 10, reserve: 2 });
    await tighten(deps, AT, 12);
    const quote = { id: 'q', invoice: 'ln', amount: 10, reserve: 2 };
    const record = (await wallet.ledger.operation(await beginMelt(deps, { ...AT, quote })))!;
    expect(record.spends - record.fee).toBe(12);
    // the exchange took one, and so do the pieces that are paid with
    expect([64 - record.spends - sumOf(await free()), record.fee, told.fee]).toEqual([1, 1, 2]);
  });

  it('goes at once where it is there exactly, and where the mint gives change', async () => {
    const { wallet, deps } = await opened([8, 4, 1, 64]);
    await tighten(deps, AT, 12);
    await tighten(wallet.deps, AT, 30);
    expect(await wallet.ledger.operations()).toEqual([]);
    expect(await costsOfPayment(deps, AT, { amount: 10, reserve: 2 })).toMatchObject({ fee: 1 });
  });

  it('is not exchanged where that costs as much as it saves, or cannot be', async () => {
    const { wallet, deps } = await opened([16]);
    // the mint may keep one, and an exchange costs that
    await tighten(deps, AT, 14);
    expect(await wallet.ledger.operations()).toEqual([]);
    await expect(tighten(deps, AT, 16)).rejects.toMatchObject({ problem: { code: 'funds-send' } });
  });
});

describe('what is to be brought by a private message', () => {
  const way = { type: 'message', pubkey: 'a'.repeat(64), relays: [] } as const;
  const parcel = { way, state: 'due' } as const;

  it('is made of fewer pieces where it would not fit into one', async () => {
    const { world, wallet } = await start({ has: Array.from({ length: 60 }, () => 1), feePpk: 100 });
    const wish = { ...AT, amount: 41 };
    expect(await costsOfSend(wallet.deps, AT, { ...wish, byEvent: true })).toMatchObject({ fee: 5 });
    const sent = await beginSend(wallet.deps, { ...wish, parcel });
    await wallet.engine.advance(sent, 'fresh');
    const out = (await wallet.ledger.proofsOf(sent)).filter(({ state }) => state === 'out');
    expect(out.map(({ amount }) => amount)).toEqual([32, 8, 1]);
    expect(await worldFaults(world)).toEqual([]);
  });

  it('goes as it is where it fits, and where it is no message', async () => {
    const { wallet } = await start({ has: Array.from({ length: 90 }, () => 1), feePpk: 100 });
    const web = { type: 'post', url: 'https://shop.example' } as const;
    expect(await costsOfSend(wallet.deps, AT, { amount: 40, byEvent: true })).toMatchObject({ fee: 0 });
    // whoever takes them pays for each of them
    expect(await costsOfSend(wallet.deps, AT, { amount: 41 })).toMatchObject({ fee: 0, taking: 5 });
    const sent = await beginSend(wallet.deps, { ...AT, amount: 40, parcel });
    const posted = await beginSend(wallet.deps, { ...AT, amount: 41, parcel: { way: web, state: 'due' } });
    for (const id of [sent, posted])
      expect(await wallet.ledger.operation(id)).toMatchObject({ phase: 'waiting', fee: 0 });
  });

  it('is not begun where the pieces of the mint are too small for it', async () => {
    const { wallet } = await start({ has: Array.from({ length: 50 }, () => 64) });
    const wish = { ...AT, amount: 64 * 40 + 1 };
    const refused = { problem: { code: 'mint-too-much' } };
    await expect(costsOfSend(wallet.deps, AT, { ...wish, byEvent: true })).rejects.toMatchObject(refused);
    await expect(beginSend(wallet.deps, { ...wish, parcel })).rejects.toMatchObject(refused);
    expect(await wallet.ledger.operations()).toEqual([]);
  });
});

describe('what is asked for and is not there', () => {
  it('[SEND-03] sends nothing above what is free', async () => {
    const { wallet } = await start({ has: [4, 2] });
    await expect(beginSend(wallet.deps, { ...AT, amount: 7 })).rejects.toMatchObject({
      problem: { code: 'funds-send' },
    });
    expect(await wallet.ledger.operations()).toEqual([]);
  });

  it('[SEND-04] sends nothing whose fee is not covered, and says that it is the fee', async () => {
    const { wallet } = await start({ has: [8, 8], feePpk: 1_000 });
    const wish = { ...AT, amount: 15 };
    const refused = { problem: { code: 'funds-swap' } };
    await expect(costsOfSend(wallet.deps, AT, wish)).rejects.toMatchObject(refused);
    await expect(beginSend(wallet.deps, wish)).rejects.toMatchObject(refused);
    await expect(costsOfSend(wallet.deps, AT, { amount: 17 })).rejects.toMatchObject({
      problem: { code: 'funds-send' },
    });
    expect(await wallet.ledger.operations()).toEqual([]);
    const told = { amount: 14, reserve: 0, fee: 2, left: 0, taking: 3 };
    expect(await costsOfSend(wallet.deps, AT, { amount: 14 })).toEqual(told);
  });

  it('makes larger pieces where nobody could take those that are there for their fee', async () => {
    const { world, wallet } = await start({ has: [16, 1, 1, 1, 1], feePpk: 1_000 });
    const told = { amount: 4, reserve: 0, fee: 1, left: 15, taking: 1 };
    expect(await costsOfSend(wallet.deps, AT, { amount: 4 })).toEqual(told);
    await wallet.engine.advance(await beginSend(wallet.deps, { ...AT, amount: 4 }), 'fresh');
    expect((await wallet.ledger.proofs()).filter(({ state }) => state === 'out').map(({ amount }) => amount)).toEqual([
      4,
    ]);
    expect(await worldFaults(world)).toEqual([]);
  });

  it('[SEND-04] makes no token that nobody could take for its fee', async () => {
    const { wallet } = await start({ has: [16, 8, 4, 2, 1, 1], feePpk: 5_000 });
    const refused = { problem: { code: 'send-dust' } };
    // one that is there, one that would be made, and one for somebody
    for (const wish of [{ amount: 7 }, { amount: 9, lock: { pubkey: '02' } }]) {
      const { amount, lock } = wish;
      await expect(costsOfSend(wallet.deps, AT, { amount, isLocked: lock !== undefined })).rejects.toMatchObject(
        refused,
      );
      await expect(beginSend(wallet.deps, { ...AT, ...wish })).rejects.toMatchObject(refused);
    }
    expect(await wallet.ledger.operations()).toEqual([]);
    expect(await costsOfSend(wallet.deps, AT, { amount: 16 })).toMatchObject({ taking: 5 });
  });

  it('takes nothing back that is locked to somebody, or was taken', async () => {
    const { wallet } = await start({ has: [8] });
    const sent = await beginSend(wallet.deps, { ...AT, amount: 4, lock: { pubkey: '02' } });
    await wallet.engine.advance(sent, 'fresh');
    expect(await beginReclaim(wallet.deps, sent)).toBeUndefined();
    expect(await beginReclaim(wallet.deps, 'o9')).toBeUndefined();
  });

  it('takes back what was locked to somebody once its time is over, by a key of its own alone', async () => {
    const { world, wallet } = await start({ has: [8] });
    const [own, friend] = [`02${'e'.repeat(64)}`, `02${'f'.repeat(64)}`];
    const send = async (refund: readonly string[]) => {
      const lock = { pubkey: friend, locktime: 3_600, refund };
      const sent = await beginSend(wallet.deps, { ...AT, amount: 2, lock });
      await wallet.engine.advance(sent, 'fresh');
      return sent;
    };
    const [mine, theirs] = [await send([own]), await send([friend])];
    expect(await beginReclaim(wallet.deps, mine, own)).toBeUndefined();
    world.clock.now = 3_600_900;
    expect(await beginReclaim(wallet.deps, mine, own)).toBeUndefined();
    world.clock.now = 3_601_000;
    expect(await beginReclaim(wallet.deps, mine)).toBeUndefined();
    expect(await beginReclaim(wallet.deps, theirs, own)).toBeUndefined();
    const back = await beginReclaim(wallet.deps, mine, own);
    await wallet.engine.advance(back!, 'fresh');
    const row = (await wallet.ledger.history()).find(({ operation }) => operation === mine);
    expect(row?.outcome).toBe('taken back');
    expect(await worldFaults(world)).toEqual([]);
  });

  it('takes back at once what is left where somebody took a part, and says how much they have', async () => {
    const { world, wallet } = await start({ has: [8, 4, 2] });
    const sent = await beginSend(wallet.deps, { ...AT, amount: 14 });
    takeToken(world, ['yA/0000000000000000/0']);
    await wallet.engine.advance((await beginReclaim(wallet.deps, sent))!, 'fresh');
    expect(sumOf((await wallet.ledger.proofs()).filter(({ state }) => state === 'available'))).toBe(6);
    const row = (await wallet.ledger.history()).find(({ operation }) => operation === sent);
    expect(row).toMatchObject({ outcome: 'taken back', amount: 14, gone: 8 });
    expect(await beginReclaim(wallet.deps, sent)).toBeUndefined();
    expect(await worldFaults(world)).toEqual([]);
  });

  it('tells nothing of a part where all of it came back, and of nothing that came back where all was taken', async () => {
    const { world, wallet } = await start({ has: [8, 4, 2] });
    const [back, gone] = [
      await beginSend(wallet.deps, { ...AT, amount: 8 }),
      await beginSend(wallet.deps, { ...AT, amount: 6 }),
    ];
    takeToken(world, ['yA/0000000000000000/1', 'yA/0000000000000000/2']);
    for (const id of [back, gone]) await wallet.engine.advance((await beginReclaim(wallet.deps, id))!, 'fresh');
    const rows = await wallet.ledger.history();
    expect(rows.find(({ operation }) => operation === back)).not.toHaveProperty('gone');
    expect(rows.find(({ operation }) => operation === gone)).toMatchObject({ outcome: 'taken' });
    expect(await worldFaults(world)).toEqual([]);
  });
});

describe('a payment at a mint that has changed its keys', () => {
  const startRotated = async () => {
    const { world, wallet } = await start({ has: [16, 4], feePpk: 100 });
    const known = await wallet.deps.mintFacts(MINT);
    world.model.rotate();
    const deps = { ...wallet.deps, mintFacts: async () => known };
    const id = world.model.meltQuote(10);
    const begun = await beginMelt(deps, { ...AT, quote: { id, invoice: 'lnbc', amount: 10, reserve: 3 } });
    return { world, wallet, deps, begun, quote: id };
  };

  it('goes on with change of the new keys, by the same quote and for what was shown', async () => {
    const { world, wallet, deps, begun, quote } = await startRotated();
    const shown = (await wallet.ledger.operation(begun))!;
    expect(await createEngine(deps).advance(begun, 'fresh')).toEqual({ type: 'over' });
    expect(world.model.melted).toEqual([quote]);
    const [told] = await wallet.ledger.history();
    expect(told).toMatchObject({ outcome: 'done', amount: 10, fee: 1 });
    expect(sumOf(await wallet.ledger.proofs())).toBe(20 - 11);
    expect(shown).toMatchObject({ spends: 16, fee: 1 });
    expect(await worldFaults(world)).toEqual([]);
  });

  it('gives the sats back at once where the mint has no keys to go on with', async () => {
    const { world, wallet, deps, begun } = await startRotated();
    const loadMint: typeof deps.core.loadMint = async () => {
      throw new EcashError({ code: 'mint-network' });
    };
    const engine = createEngine({ ...deps, core: { ...deps.core, loadMint } });
    expect(await engine.advance(begun, 'fresh')).toEqual({ type: 'over' });
    expect(world.model.melted).toEqual([]);
    expect((await wallet.ledger.proofs()).map(({ state }) => state)).toEqual(['available', 'available']);
    expect(await wallet.ledger.history()).toMatchObject([{ outcome: 'not done', why: { code: 'mint-refused' } }]);
  });
});
