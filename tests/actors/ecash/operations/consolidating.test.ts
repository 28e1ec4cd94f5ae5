import { describe, expect, it, vi } from 'vitest';
import { createActor, SimulatedClock, waitFor } from 'xstate';
import { beginConsolidation, beginMelt, beginReceive, beginSend } from '#actors/ecash/operations/begin.ts';
import { createConsolidationSlots, createDoubts, forgetSpent } from '#actors/ecash/operations/consolidating.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import { createEngine } from '#actors/ecash/operations/engine.ts';
import { newOperation } from '#actors/ecash/new-operation.ts';
import {
  CHANGE_WAIT_MS,
  CONSOLIDATION_DELAY_MS,
  CONSOLIDATION_PROOFS_MOST,
  INPUTS_MOST,
  SECRETS_KEPT_MS,
} from '#domain/ecash/ecash-limits.ts';
import { EcashError, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { journal, leave, suspend } from '#domain/ecash/ledger/ledger-change.ts';
import { tokenEnd } from '#domain/ecash/ledger/ledger-history.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import { consolidationMachine } from '#machines/ecash/consolidation.machine.ts';
import { createEcashWorld, openWallet, strangersToken, takeToken, worldFaults } from '#tests/support/ecash-world.ts';
import { MINT, proofOf, UNIT } from '#tests/support/mint-model.ts';
import { openMoneyLife } from '#tests/support/money-points.ts';

const AT = { mint: MINT, unit: UNIT };

const start = async (plan: Parameters<typeof createEcashWorld>[0]) => {
  const world = await createEcashWorld(plan);
  const { deps: bare, ledger } = openWallet(world, openMoneyLife());
  const held: string[] = [];
  const deps: EcashDeps = { ...bare, begun: ({ id }) => void held.push(id) };
  const doubts = createDoubts();
  const engine = createEngine({ ...deps, doubted: doubts.tell });
  const begun: string[] = [];
  const clock = new SimulatedClock();
  const chart = consolidationMachine.provide({
    actors: createConsolidationSlots(
      () => ({ deps, doubts }),
      ({ id }) => void begun.push(id),
    ),
  });
  const consolidation = createActor(chart, { clock });
  const looked = async () => {
    await waitFor(consolidation, (now) => now.matches('settling'));
    clock.increment(CONSOLIDATION_DELAY_MS);
    await waitFor(consolidation, (now) => now.matches('idle'));
  };
  return { world, deps, ledger, engine, begun, held, consolidation, looked };
};

describe('looking through what is free', () => {
  it('[MELT-09] no longer counts what another device spent, once a payment met it', async () => {
    const { world, deps, ledger, engine, consolidation, looked } = await start({ has: [16, 8], payment: 'failed' });
    consolidation.start();
    await looked();
    takeToken(world, ['yA/0000000000000000/0', 'yA/0000000000000000/1']);
    const quote = { id: world.model.meltQuote(10), invoice: 'lnbc', amount: 10, reserve: 2 };
    await engine.advance(await beginMelt(deps, { ...AT, quote }), 'fresh');
    expect(sumOf(await ledger.proofs())).toBe(8);
    await looked();
    expect(await ledger.proofs()).toEqual([]);
    expect(await worldFaults(world)).toEqual([]);
  });

  it('leaves coins of a cheap keyset as they are while its mint makes dear ones, unless one request cannot spend them', async () => {
    const begins = async (coins: number, feePpk: number) => {
      const { world, deps } = await start({ has: Array.from({ length: coins }, () => 2) });
      world.rotate();
      const mintFacts = async (url: string) => {
        const facts = await deps.core.loadMint(url);
        return { ...facts, keysets: facts.keysets.map((keyset) => (keyset.active ? { ...keyset, feePpk } : keyset)) };
      };
      return (await beginConsolidation({ ...deps, mintFacts }, AT)) !== undefined;
    };
    expect(await begins(40, 10_000)).toBe(false);
    expect(await begins(40, 0)).toBe(true);
    expect(await begins(INPUTS_MOST, 10_000)).toBe(false);
    expect(await begins(INPUTS_MOST + 1, 10_000)).toBe(true);
  });

  it.each([
    { code: 'mint-status', status: 400, said: 'Token already spent.' },
    { code: 'mint-status', status: 500, said: 'Token already spent.' },
    { code: 'mint-refused', number: 0, said: 'proofs Already Spent' },
    { code: 'mint-refused', number: 11_001, said: 'No.' },
  ] as const)('[MELT-09] follows a payment to which its mint said %j, and no other', async (problem) => {
    const { world, deps } = await start({ has: [16, 8], payment: 'failed' });
    const doubted = vi.fn();
    const pay = async (refusal: EcashProblem) => {
      const melt = () => Promise.reject(new EcashError(refusal));
      const quote = { id: world.model.meltQuote(4), invoice: 'lnbc', amount: 4, reserve: 1 };
      const own = { ...deps, core: { ...deps.core, melt }, doubted };
      await createEngine(own).advance(await beginMelt(own, { ...AT, quote }), 'fresh');
    };
    await pay({ code: 'mint-status', status: 500, said: 'Not now.' });
    expect(doubted).not.toHaveBeenCalled();
    await pay(problem);
    expect(doubted).toHaveBeenCalledExactlyOnceWith(MINT);
  });

  it('takes no fee of a mint again and again: what a receipt makes small stays so at each start', async () => {
    const { world, deps, ledger, engine } = await start({ has: Array<number>(16).fill(64), feePpk: 1_000 });
    const free = async () => sumOf(await ledger.proofs());
    for (const [round, sats] of [1024 + 120, 1024 + 240].entries()) {
      const proofs = strangersToken(world, [64, 32, 16, 8, 4, 2, 1], round);
      await engine.advance(await beginReceive(deps, { ...AT, proofs }), 'fresh');
      expect(await free()).toBe(sats);
      for (let starts = 0; starts < 2; starts += 1) {
        const id = await beginConsolidation(deps, AT);
        if (id !== undefined) await engine.advance(id, 'fresh');
        expect(await free()).toBe(sats);
      }
    }
    expect((await ledger.proofs()).length).toBeGreaterThan(CONSOLIDATION_PROOFS_MOST);
    expect(await worldFaults(world)).toEqual([]);
  });

  it('passes over ecash of a keyset that its mint does not have, and makes fewer of the rest', async () => {
    const { world, deps } = await start({ has: Array<number>(40).fill(1) });
    const without = async (url: string) => {
      const facts = await deps.core.loadMint(url);
      return { ...facts, keysets: facts.keysets.filter(({ active }) => active) };
    };
    world.rotate();
    const own = { ...deps, mintFacts: without };
    expect(await beginConsolidation(own, AT)).toBeUndefined();
    const engine = createEngine(own);
    const proofs = Array.from({ length: 40 }, (_, at) => {
      const b = `bB/0000000000000001/${at}`;
      world.model.sign([{ b, amount: 64, keyset: '0000000000000001' }]);
      return proofOf(world.model, b);
    });
    for (const proof of proofs) await engine.advance(await beginReceive(own, { ...AT, proofs: [proof] }), 'fresh');
    const id = await beginConsolidation(own, AT);
    expect((await deps.ledger.operation(id!))!.inputs).not.toEqual([]);
    await engine.advance(id!, 'fresh');
    const rows = await deps.ledger.proofs();
    expect(sumOf(rows)).toBe(40 + 40 * 64);
    expect(rows.filter(({ keyset }) => keyset === '0000000000000000')).toHaveLength(40);
    expect(await worldFaults(world)).toEqual([]);
  });

  it('makes fewer of many at its start, by an operation that somebody leads on', async () => {
    const { world, ledger, engine, begun, consolidation, looked } = await start({ has: Array<number>(40).fill(1) });
    consolidation.start();
    await looked();
    expect(begun).toHaveLength(1);
    await engine.advance(begun[0]!, 'fresh');
    expect((await ledger.proofs()).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([
      ...Array<number>(16).fill(1),
      8,
      16,
    ]);
    expect(await worldFaults(world)).toEqual([]);
  });
});

describe('what the mint calls pending though nothing here spends it', () => {
  const pendingIn = (world: Awaited<ReturnType<typeof start>>['world'], ys: readonly string[]) => {
    const stateOf = world.model.stateOf;
    const pending = new Set(ys);
    world.model.stateOf = (y) => (pending.has(y) ? 'PENDING' : stateOf(y));
    return pending;
  };
  const [FIRST, SECOND] = ['yA/0000000000000000/0', 'yA/0000000000000000/1'];

  it('[PROOF-03] is reserved, by an operation that waits until the mint says more', async () => {
    const { world, deps, ledger, held, consolidation, looked } = await start({ has: [16, 8] });
    const pending = pendingIn(world, [FIRST]);
    consolidation.start();
    await looked();
    const engine = createEngine(deps);
    const free = async () => sumOf((await ledger.proofs()).filter(({ state }) => state === 'available'));
    expect([held.length, await free()]).toEqual([1, 8]);
    await expect(beginSend(deps, { ...AT, amount: 16 })).rejects.toMatchObject({ problem: { code: 'funds-send' } });
    expect(await engine.advance(held[0]!)).toMatchObject({ type: 'waits', for: 'world' });
    expect(await free()).toBe(8);
    pending.clear();
    expect(await engine.advance(held[0]!)).toEqual({ type: 'over' });
    expect(await free()).toBe(24);
    expect(await ledger.history()).toEqual([]);
    expect(await worldFaults(world)).toEqual([]);
  });

  it(
    '[PROOF-03] makes nobody wait who wants more than is free, also while its mint is silent',
    { timeout: CHANGE_WAIT_MS / 2 },
    async () => {
      const { world, deps, ledger, held, consolidation, looked } = await start({ has: [16, 8] });
      pendingIn(world, [FIRST]);
      consolidation.start();
      await looked();
      const checkStates = () => Promise.reject(new EcashError({ code: 'mint-silent' }));
      await createEngine({ ...deps, core: { ...deps.core, checkStates } }).advance(held[0]!);
      expect(await ledger.operation(held[0]!)).toMatchObject({ phase: 'unknown' });
      await expect(beginSend(deps, { ...AT, amount: 16 })).rejects.toMatchObject({ problem: { code: 'funds-send' } });
    },
  );

  it('[PROOF-03] is spent, or free again, piece by piece as the mint says', async () => {
    const { world, deps, ledger, held, consolidation, looked } = await start({ has: [16, 8, 4] });
    const pending = pendingIn(world, [FIRST, SECOND]);
    consolidation.start();
    await looked();
    const engine = createEngine(deps);
    takeToken(world, [FIRST]);
    pending.delete(FIRST);
    expect(await engine.advance(held[0]!)).toMatchObject({ type: 'waits' });
    // as what another device spent
    expect(await ledger.known([FIRST])).toMatchObject([{ state: 'spent' }]);
    expect((await ledger.known([FIRST]))[0]!.operation).toBeUndefined();
    expect(await ledger.operation(held[0]!)).toMatchObject({ inputs: [SECOND], amount: 8, spends: 8 });
    pending.delete(SECOND);
    await engine.advance(held[0]!);
    expect(sumOf((await ledger.proofs()).filter(({ state }) => state === 'available'))).toBe(12);
    expect(await worldFaults(world)).toEqual([]);
  });

  it('[PROOF-03] is left to the payment that sends a nutzap on, which the mint lets one device make', async () => {
    const { world, deps, ledger, consolidation, looked } = await start({ has: [16] });
    const nothing = { fee: 0, inputs: [], spends: 0, outputs: [], counters: [] };
    const nutzap = { kind: 'receive', phase: 'committed', ...AT, amount: 16, sendsOn: true, came: [FIRST] } as const;
    await ledger.change({ operations: [newOperation(deps, { ...nutzap, ...nothing })] });
    pendingIn(world, [FIRST]);
    consolidation.start();
    await looked();
    expect(await ledger.proofs()).toMatchObject([{ state: 'available' }]);
  });
});

describe('more pieces than a mint takes at once', () => {
  const MANY = Array<number>(1_200).fill(1);

  it('are made into fewer part by part, one after another without a further start', async () => {
    const { world, ledger, engine, begun, consolidation, looked } = await start({ has: MANY });
    consolidation.start();
    for (let part = 0; part < 3; part += 1) {
      await looked();
      await engine.advance(begun[part]!, 'fresh');
    }
    expect(consolidation.getSnapshot().matches('idle')).toBe(true);
    const spent = await Promise.all(begun.map(async (id) => (await ledger.operation(id))!.inputs.length));
    expect(spent.map((count) => count <= INPUTS_MOST)).toEqual([true, true, true]);
    expect((await ledger.proofs()).length).toBeLessThan(40);
    expect(await worldFaults(world)).toEqual([]);
  });

  it('leave a keyset that ends part by part', async () => {
    const { world, ledger, engine, begun, consolidation, looked } = await start({ has: MANY });
    world.rotate();
    consolidation.start();
    await looked();
    expect(await ledger.operation(begun[0]!)).toMatchObject({ leaves: ['0000000000000000'] });
    expect((await ledger.operation(begun[0]!))!.inputs).toHaveLength(INPUTS_MOST);
    await engine.advance(begun[0]!, 'fresh');
    expect(sumOf(await ledger.proofs())).toBe(MANY.length);
  });

  it('come free again where an earlier version asked for all of them at once', async () => {
    const { world, deps, ledger, engine } = await start({ has: MANY });
    const silent = async () => Promise.reject(new EcashError({ code: 'mint-network' }));
    const inputs = (await ledger.proofs()).map(({ y }) => y);
    const wish = { ...AT, keyset: '0000000000000000', counter: MANY.length };
    const { outputs, used } = await deps.core.prepareOutputs({ ...wish, keep: Array<number>(18).fill(64) });
    const all = newOperation(deps, {
      kind: 'consolidation',
      ...AT,
      amount: MANY.length,
      fee: 0,
      inputs,
      spends: MANY.length,
      outputs,
      counters: [{ keyset: wish.keyset, from: wish.counter, to: wish.counter + used }],
    });
    await ledger.change(journal(all));
    await createEngine({ ...deps, core: { ...deps.core, swap: silent } }).advance(all.id);
    expect(await engine.advance(all.id)).toEqual({ type: 'over' });
    expect(await ledger.operation(all.id)).toMatchObject({ phase: 'fenced' });
    const rows = await ledger.proofs();
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['available']));
    expect(sumOf(rows)).toBe(MANY.length);
    expect(await worldFaults(world)).toEqual([]);
  });
});

describe('what is set aside for a moment', () => {
  it('is waited for: nobody reads that there is not enough while many small proofs are made into fewer', async () => {
    const { ledger, deps, engine, begun, consolidation, looked } = await start({ has: Array<number>(40).fill(1) });
    consolidation.start();
    await looked();
    const sending = beginSend(deps, { ...AT, amount: 20 });
    let isOver = false;
    void sending.then(() => (isOver = true));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isOver).toBe(false);
    await engine.advance(begun[0]!, 'fresh');
    expect((await ledger.operation(await sending))?.amount).toBe(20);
  });

  it('is the smallest alone: what is large is spent meanwhile without a wait', async () => {
    const has = [...Array<number>(40).fill(1), 64, 32];
    const { ledger, deps, engine, begun, consolidation, looked } = await start({ has });
    consolidation.start();
    await looked();
    const id = await beginSend(deps, { ...AT, amount: 90 });
    expect((await ledger.operation(begun[0]!))?.phase).toBe('journaled');
    expect((await engine.advance(id, 'fresh')).type).toBe('waits');
    expect((await ledger.operation(id))?.phase).toBe('waiting');
  });

  it('counts also when it came back between the look at what is free and the look at what is under way', async () => {
    const { ledger, deps, engine, begun, consolidation, looked } = await start({ has: Array<number>(40).fill(1) });
    consolidation.start();
    await looked();
    const proofs = async () => {
      const rows = await ledger.proofs();
      if (begun.length > 0) await engine.advance(begun.pop()!, 'fresh');
      return rows;
    };
    const id = await beginSend({ ...deps, ledger: { ...ledger, proofs } }, { ...AT, amount: 20 });
    expect((await ledger.operation(id))?.amount).toBe(20);
  });

  it('is waited for also when what is there is enough but for the fee', async () => {
    const plan = { has: Array<number>(40).fill(16), feePpk: 100 };
    const { ledger, deps, engine, begun, consolidation, looked } = await start(plan);
    consolidation.start();
    await looked();
    const sending = beginSend(deps, { ...AT, amount: 256, lock: { pubkey: '02' } });
    await new Promise((resolve) => setTimeout(resolve, 20));
    await engine.advance(begun[0]!, 'fresh');
    expect((await ledger.operation(await sending))?.amount).toBe(256);
  });

  it('is waited for also while nobody knows how it stands, for the tab that led it was closed', async () => {
    const { ledger, deps, engine, begun, consolidation, looked } = await start({ has: Array<number>(40).fill(1) });
    consolidation.start();
    await looked();
    const [id] = begun;
    await ledger.change(leave((await ledger.operation(id!))!, 1));
    await ledger.change(suspend((await ledger.operation(id!))!, 2, 'unknown', { code: 'mint-network' })!);
    const sending = beginSend(deps, { ...AT, amount: 20 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    await engine.advance(id!, 'fresh');
    expect((await ledger.operation(await sending))?.amount).toBe(20);
  });

  it('is not waited for when it is out, or when there was never enough', async () => {
    const { deps, engine } = await start({ has: [8] });
    await engine.advance(await beginSend(deps, { ...AT, amount: 8 }), 'fresh');
    await expect(beginSend(deps, { ...AT, amount: 8 })).rejects.toMatchObject({ problem: { code: 'funds-send' } });
  });
});

describe('the secrets of what was spent', () => {
  it('[PROOF-09] are forgotten after a week, and that it was spent stays known', async () => {
    const { world, deps, ledger, engine } = await start({ feePpk: 100 });
    const proofs = strangersToken(world, [8, 2]).map((proof) => ({
      ...proof,
      sealed: { ivB64: 'iv', ciphertextB64: 'secret' },
    }));
    const id = await beginReceive(deps, { ...AT, proofs });
    await engine.advance(id, 'fresh');
    const secretsOf = async () => (await ledger.operation(id))!.brought!.map(({ sealed }) => sealed.ciphertextB64);
    await forgetSpent(deps);
    expect(await secretsOf()).toEqual(['secret', 'secret']);

    world.clock.now += SECRETS_KEPT_MS + 100;
    await forgetSpent(deps);
    expect(await secretsOf()).toEqual(['', '']);
    // the same token once more is refused by the mint, and by what is known of it
    const again = await beginReceive(deps, { ...AT, proofs });
    await engine.advance(again, 'fresh');
    expect(await ledger.operation(again)).toMatchObject({ phase: 'fenced', trouble: { code: 'token-spent' } });
    expect(await worldFaults(world)).toEqual([]);
  });

  it('stay of a token that its mint refused to exchange, until it was taken all the same', async () => {
    const { world, deps, ledger, engine } = await start({});
    const proofs = strangersToken(world, [8, 2]).map((proof) => ({
      ...proof,
      sealed: { ivB64: 'iv', ciphertextB64: 'secret' },
    }));
    world.model.refuseSwaps(1);
    const id = await beginReceive(deps, { ...AT, proofs });
    await engine.advance(id, 'fresh');
    expect(await ledger.operation(id)).toMatchObject({ phase: 'fenced', trouble: { code: 'mint-refused' } });
    const secretsOf = async () => (await ledger.operation(id))!.brought!.map(({ sealed }) => sealed.ciphertextB64);
    world.clock.now += SECRETS_KEPT_MS + 100;
    await forgetSpent(deps);
    await forgetSpent(deps);
    expect(await secretsOf()).toEqual(['secret', 'secret']);
    const { brought } = (await ledger.operation(id))!;
    await engine.advance(await beginReceive(deps, { ...AT, proofs: brought! }), 'fresh');
    world.clock.now += SECRETS_KEPT_MS + 100;
    await forgetSpent(deps);
    expect(await secretsOf()).toEqual(['', '']);
    expect(await worldFaults(world)).toEqual([]);
  });

  it('stay of what is left of a token of which somebody else spent a part, until that was taken', async () => {
    const { world, deps, ledger, engine } = await start({});
    const proofs = strangersToken(world, [8, 4, 2]).map((proof) => ({
      ...proof,
      sealed: { ivB64: 'iv', ciphertextB64: 'secret' },
    }));
    takeToken(world, [proofs[0]!.y]);
    const id = await beginReceive(deps, { ...AT, proofs });
    await engine.advance(id, 'fresh');
    const trouble = { code: 'token-partly-spent', gone: 8, left: 6 } as const;
    const left = proofs.slice(1);
    expect(await ledger.operation(id)).toMatchObject({ phase: 'fenced', trouble, brought: left });
    const [row] = await ledger.history();
    expect(row).toMatchObject({ outcome: 'not done', why: trouble, tokenY: left[0]!.y });
    world.clock.now += SECRETS_KEPT_MS + 100;
    await forgetSpent(deps);
    const { brought } = (await ledger.operation(id))!;
    expect(brought).toEqual(left);
    await engine.advance(await beginReceive(deps, { ...AT, proofs: brought! }), 'fresh');
    expect(sumOf(await ledger.proofs())).toBe(6);
    expect(tokenEnd(await ledger.history(), left[0]!.y)).toBe('done');
    // another tab tried the same: it is ours all the same
    const late = await beginReceive(deps, { ...AT, proofs: left });
    await engine.advance(late, 'fresh');
    expect((await ledger.history())[0]).toMatchObject({ operation: late, outcome: 'spent elsewhere' });
    expect(tokenEnd(await ledger.history(), left[0]!.y)).toBe('done');
    expect(await worldFaults(world)).toEqual([]);
  });

  it('stay while an operation that spends them is not over', async () => {
    const { world, deps, ledger, engine } = await start({ has: [16], payment: 'pending, then paid' });
    const sealed = { ivB64: 'iv', ciphertextB64: 'secret' };
    const quote = { id: world.model.meltQuote(10), invoice: 'lnbc', amount: 10, reserve: 2, lockKey: sealed };
    const id = await beginMelt(deps, { ...AT, quote });
    await engine.advance(id, 'fresh');
    world.clock.now += SECRETS_KEPT_MS + 100;
    await forgetSpent(deps);
    expect((await ledger.operation(id))!.quote!.lockKey).toEqual(sealed);
    world.model.tick();
    await engine.advance(id);
    const { rev } = (await ledger.operation(id))!;
    world.clock.now += SECRETS_KEPT_MS + 100;
    await forgetSpent(deps);
    await forgetSpent(deps);
    expect(await ledger.operation(id)).toMatchObject({ rev: rev + 1, quote: { id: quote.id } });
    expect((await ledger.operation(id))!.quote!.lockKey).toBeUndefined();
    expect(await worldFaults(world)).toEqual([]);
  });
});
