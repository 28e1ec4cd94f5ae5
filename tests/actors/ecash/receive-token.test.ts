import { describe, expect, it, vi } from 'vitest';
import type { Purse } from '#actors/ecash/wallet/purse.ts';
import { lookAtToken } from '#actors/ecash/wallet/token-look.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import type { TokenProof } from '#domain/ecash/tokens/token.ts';
import {
  actsWith,
  createEcashWorld,
  leadOn,
  openWallet,
  strangersToken,
  takeToken,
  worldFaults,
} from '#tests/support/ecash-world.ts';
import { MINT, OTHER_MINT, UNIT } from '#tests/support/mint-model.ts';
import { openMoneyLife } from '#tests/support/money-points.ts';

const KEY = `02${'c'.repeat(64)}`;

/** Somebody with an open wallet has a token of these amounts; `lockedTo`: whether each is for this wallet, or somebody else. */
const start = async (amounts: readonly number[], lockedTo: readonly ('us' | 'others' | undefined)[] = []) => {
  const world = await createEcashWorld({ feePpk: 100 });
  const wallet = openWallet(world, openMoneyLife());
  const proofs = strangersToken(world, amounts).map((proof, at): TokenProof => {
    const ours = lockedTo[at] === 'us';
    return { ...proof, hasDleq: true, ...(lockedTo[at] && { locked: { ours, lock: { pubkey: KEY } } }) } as TokenProof;
  });
  const token = { mint: MINT, unit: UNIT, amount: sumOf(proofs), proofs, unresolved: false };
  const checkStates = vi.fn(wallet.deps.core.checkStates);
  const core = { ...wallet.deps.core, checkStates, readToken: async () => token, checkToken: async () => {} };
  const { mintFacts } = wallet.deps;
  const purse = {
    ledger: { ...wallet.ledger, wallet: { ...wallet.ledger.wallet, get: async () => ({ pubkey: KEY }) } },
    deps: wallet.deps,
    isOpen: () => true,
    mints: { facts: mintFacts, load: mintFacts, use: async () => {} },
    core,
  } as unknown as Purse;
  const acts = actsWith(purse, world);
  return {
    world,
    wallet,
    proofs,
    acts,
    checkStates,
    look: () => lookAtToken(purse, 'cashuB'),
    take: (...which: readonly number[]) =>
      takeToken(
        world,
        which.map((at) => proofs[at]!.y),
      ),
    sats: async () => sumOf(await wallet.ledger.proofs()),
  };
};

describe('a token that is received', () => {
  it('is taken as it was looked at: of less than that nothing is taken, and it is said what went', async () => {
    const { world, wallet, acts, look, take, sats } = await start([16, 8, 4, 2]);
    take(0);
    const seen = await look();
    expect(seen).toMatchObject({ amount: 14, gone: 16 });
    take(1);
    await expect(acts.receive('cashuB', undefined, seen)).rejects.toMatchObject({
      problem: { code: 'token-partly-spent', gone: 24, left: 6 },
    });
    expect(await wallet.ledger.operations()).toEqual([]);
    await leadOn(wallet, world, await acts.receive('cashuB', undefined, await look()), 'fresh');
    expect(await sats()).toBe(5);
    expect(await worldFaults(world)).toEqual([]);
  });

  it('is written down without asking its mint anything where all of it was there, and says later what went meanwhile', async () => {
    const { world, wallet, acts, look, take, checkStates } = await start([16, 8]);
    const seen = await look();
    checkStates.mockRejectedValue(new Error('It is asked.'));
    take(0);
    const id = await acts.receive('cashuB', undefined, seen);
    expect(checkStates).toHaveBeenCalledOnce();
    await leadOn(wallet, world, id, 'fresh');
    const [row] = await wallet.ledger.history();
    expect(row).toMatchObject({ outcome: 'not done', why: { code: 'token-partly-spent', gone: 16, left: 8 } });
    expect(await worldFaults(world)).toEqual([]);
  });

  it('costs to move to another mint what it was looked at for, and its mint is not asked for that', async () => {
    const { acts, look, take, checkStates } = await start([64, 64, 32]);
    take(0);
    const seen = await look();
    checkStates.mockRejectedValue(new Error('It is asked.'));
    const { amount, fee, reserve } = await acts.swapCosts(seen, OTHER_MINT);
    expect([fee, amount + reserve]).toEqual([1, 95]);
    expect(checkStates).toHaveBeenCalledOnce();
  });

  it('is judged by the locks of what is left of it', async () => {
    const free = await start([16, 8], ['others', undefined]);
    expect((await free.look()).problem).toEqual({ code: 'token-locked' });
    free.take(0);
    const seen = await free.look();
    expect(seen).toMatchObject({ amount: 8, lock: undefined, problem: undefined });
    await leadOn(free.wallet, free.world, await free.acts.receive('cashuB', undefined, seen), 'fresh');
    expect(await free.sats()).toBe(7);

    const locked = await start([16, 8], [undefined, 'others']);
    locked.take(0);
    expect((await locked.look()).problem).toEqual({ code: 'token-locked' });
    await expect(locked.acts.receive('cashuB', undefined)).rejects.toMatchObject({ problem: { code: 'token-locked' } });
  });
});
