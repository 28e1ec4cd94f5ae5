import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, SimulatedClock, waitFor } from 'xstate';
import { isMintInUse } from '#actors/ecash/mint-in-use.ts';
import { beginDeposit } from '#actors/ecash/operations/begin.ts';
import { createEngine } from '#actors/ecash/operations/engine.ts';
import { beginTransfer, quoteTransfer } from '#actors/ecash/operations/transfer.ts';
import { defineCheckQuote, defineTakeEcash, stopWaiting } from '#actors/ecash/wallet/deposit-slots.ts';
import { EcashError, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import { depositMachine } from '#machines/ecash/deposit.machine.ts';
import { createEcashWorld, openWallet, worldFaults } from '#tests/support/ecash-world.ts';
import { MINT, OTHER_MINT, UNIT } from '#tests/support/mint-model.ts';
import { openMoneyLife } from '#tests/support/money-points.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A mint whose invoices expire within the hour, and what it says when it is asked for one. */
const begin = async () => {
  const world = await createEcashWorld({ has: [8] });
  const { deps, ledger } = openWallet(world, openMoneyLife());
  const { mintQuote, checkMintQuote } = deps.core;
  const says: { problem?: EcashProblem; asked: number } = { asked: 0 };
  const core: typeof deps.core = {
    ...deps.core,
    mintQuote: async (wish) => ({ ...(await mintQuote(wish)), expiry: Math.ceil((world.clock.now + HOUR) / 1_000) }),
    async checkMintQuote(name) {
      says.asked += 1;
      if (says.problem) throw new EcashError(says.problem);
      return await checkMintQuote(name);
    },
  };
  const engine = createEngine({ ...deps, core });
  const id = await beginDeposit({ ...deps, core }, { mint: OTHER_MINT, unit: UNIT, amount: 13 });
  const { id: quote } = (await ledger.operation(id))!.quote!;
  const clock = new SimulatedClock();
  const chart = depositMachine.provide({
    actors: {
      'follow quote': fromCallback(() => {}) as never,
      'check quote': defineCheckQuote({ ...deps, core, engine }),
      'take ecash': defineTakeEcash(engine),
    },
  });
  /** Leads it anew, as each visit does, until the mint was asked. */
  const visit = async () => {
    const deposit = createActor(chart, {
      input: { operation: id, mint: OTHER_MINT, quote, isOld: true },
      clock,
    }).start();
    const now = await waitFor(deposit, (snapshot) =>
      [
        'expired' as const,
        'committed' as const,
        'retrying' as const,
        { awaitingPayment: { polling: 'pausing' as const } },
        { late: 'pausing' as const },
      ].some((state) => snapshot.matches(state)),
    );
    deposit.stop();
    return typeof now.value === 'string' ? now.value : Object.keys(now.value)[0];
  };
  return { world, deps, ledger, id, quote, says, visit, isInUse: () => isMintInUse(ledger, OTHER_MINT) };
};

const FORGOTTEN: readonly EcashProblem[] = [
  { code: 'mint-refused', number: 0, said: 'quote not found' },
  { code: 'mint-status', status: 404, said: '' },
];

describe('an invoice that nobody pays', () => {
  it.each(FORGOTTEN)('is asked for ever more seldom where its mint forgot it, and is kept: %j', async (problem) => {
    const { world, ledger, id, says, visit } = await begin();
    says.problem = problem;
    expect(await visit()).toBe('awaitingPayment');
    world.clock.now += 2 * HOUR;
    expect(await visit()).toBe('late');
    world.clock.now += 31 * DAY;
    expect(await visit()).toBe('expired');
    expect(await ledger.operation(id)).toMatchObject({ phase: 'waiting' });
  });

  it.each([
    { code: 'mint-network' },
    { code: 'mint-refused', number: 31_001, said: 'log in' },
    { code: 'mint-busy', afterMs: 1 },
  ] as const)('is asked for as before while its mint says nothing of it: %j', async (problem) => {
    const { world, says, visit } = await begin();
    says.problem = problem;
    world.clock.now += 31 * DAY;
    expect(await visit()).toBe('awaitingPayment');
  });

  it('ends once somebody waits no longer, and the mint says that nobody paid', async () => {
    const { world, deps, ledger, id, visit, isInUse } = await begin();
    world.clock.now += 40 * DAY;
    expect(await visit()).toBe('expired');
    // never by time alone
    expect([(await ledger.operation(id))!.phase, await isInUse()]).toEqual(['waiting', true]);
    await stopWaiting(deps, id);
    expect(await isInUse()).toBe(true);
    expect(await visit()).toBe('expired');
    expect([(await ledger.operation(id))!.phase, await isInUse()]).toEqual(['fenced', false]);
    expect((await ledger.history())[0]).toMatchObject({ kind: 'deposit', outcome: 'not done' });
    expect(await worldFaults(world)).toEqual([]);
  });

  it('is taken all the same where somebody paid it', async () => {
    const { world, deps, ledger, id, quote, visit } = await begin();
    world.clock.now += 40 * DAY;
    world.other.pay(quote);
    await stopWaiting(deps, id);
    await visit();
    expect((await ledger.operation(id))!.phase).toBe('committed');
    expect(sumOf((await ledger.proofs()).filter(({ mint }) => mint === OTHER_MINT))).toBe(13);
    expect(await worldFaults(world)).toEqual([]);
  });

  it('stays open while the mint is silent, and after that ends, or is taken', async () => {
    for (const isPaid of [true, false]) {
      const { world, deps, ledger, id, quote, says, visit, isInUse } = await begin();
      world.clock.now += 40 * DAY;
      says.problem = { code: 'mint-network' };
      await stopWaiting(deps, id);
      await visit();
      expect([(await ledger.operation(id))!.phase, await isInUse()]).toEqual(['unknown', true]);
      delete says.problem;
      if (isPaid) world.other.pay(quote);
      await visit();
      expect((await ledger.operation(id))!.phase).toBe(isPaid ? 'committed' : 'fenced');
      expect(await worldFaults(world)).toEqual([]);
    }
  });

  it.each(FORGOTTEN)('ends where the mint forgot it, a month after it expired and not before: %j', async (problem) => {
    const { world, deps, ledger, id, says, visit, isInUse } = await begin();
    says.problem = problem;
    world.clock.now += 2 * DAY;
    await stopWaiting(deps, id);
    await visit();
    expect(await isInUse()).toBe(true);
    world.clock.now += 31 * DAY;
    await visit();
    expect([(await ledger.operation(id))!.phase, await isInUse()]).toEqual(['fenced', false]);
    expect(await worldFaults(world)).toEqual([]);
  });

  it('is waited for where a payment of this wallet, or what the mint said, may still bring it', async () => {
    const { world, deps, ledger, id, quote, says, visit } = await begin();
    const move = await quoteTransfer(deps, { from: MINT, to: OTHER_MINT, unit: UNIT, amount: 3 });
    await beginTransfer(deps, move);
    const half = (await ledger.operations()).find(({ kind, partner }) => kind === 'deposit' && partner)!;
    await stopWaiting(deps, half.id);
    expect(await ledger.operation(half.id)).toEqual(half);
    world.other.pay(quote);
    await visit();
    const taken = (await ledger.operation(id))!;
    expect(taken.phase).toBe('committed');
    await stopWaiting(deps, id);
    expect(await ledger.operation(id)).toEqual(taken);
    expect(says.asked).toBeGreaterThan(0);
  });
});
