import { fakeEvent } from '#tests/support/fake-events.ts';
import { describe, expect, it } from 'vitest';
import { readStand } from '#actors/ecash/wallet/stand.ts';
import { takeIn } from '#actors/ecash/sync/taking-in.ts';
import type { WalletOnRelays } from '#actors/ecash/sync/told-by-relays.ts';
import { beginReceive, beginSend } from '#actors/ecash/operations/begin.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import type { SealedProof } from '#domain/ecash/proof.ts';
import {
  createEcashWorld,
  leadOn,
  openWallet,
  strangersToken,
  takeToken,
  worldFaults,
} from '#tests/support/ecash-world.ts';
import { MINT, OTHER_MINT, proofOf, UNIT, type MintModel } from '#tests/support/mint-model.ts';
import { openMoneyLife } from '#tests/support/money-points.ts';

const KEYSET = '0000000000000000';

/** What another device made, of this seed or another one, and told of. */
const madeElsewhere = (model: MintModel, seed: string, amounts: readonly number[], from = 500) => {
  const outputs = amounts.map((amount, at) => ({ b: `b${seed}/${KEYSET}/${from + at}`, amount, keyset: KEYSET }));
  model.sign(outputs);
  return outputs.map(({ b }) => proofOf(model, b));
};
type Token = { readonly id: string; readonly proofs: readonly SealedProof[]; readonly del: readonly string[] };

/** What relays tell: these token events, and that these were deleted. */
const told = (tokens: readonly Token[], deleted: readonly string[] = []): WalletOnRelays => {
  const replaced = new Set([...deleted, ...tokens.flatMap(({ del }) => del)]);
  return {
    tokens: tokens.map((token) => ({
      ...token,
      mint: token.proofs[0]?.mint ?? MINT,
      unit: UNIT,
      others: 0,
      event: fakeEvent({ id: token.id, kind: 7375 }),
    })),
    history: [],
    quotes: [],
    replaced,
    wallet: undefined,
    oldWallets: [],
    news: new Set([...tokens.map(({ id }) => id), ...replaced]),
    isStirred: false,
    relaysOf: () => ['wss://one.example'],
  };
};
const take = (deps: EcashDeps, picture: WalletOnRelays, spent = new Set<string>()) =>
  takeIn(deps, picture, { again: [], spent });

const start = async (has: readonly number[] = []) => {
  const world = await createEcashWorld({ has });
  const wallet = openWallet(world, openMoneyLife());
  const free = async () => (await wallet.ledger.proofs()).filter(({ state }) => state === 'available');
  return { world, wallet, free, spent: new Set<string>() };
};

describe('taking in what relays tell of', () => {
  it('[WEV-01] takes what the mint says is unspent, once, with the event that tells of it', async () => {
    const { world, wallet, free, spent } = await start([8]);
    const proofs = madeElsewhere(world.model, 'A', [4, 2, 1]);
    takeToken(world, [proofs[2]!.y]);
    const merged = told([{ id: 'e1', proofs, del: [] }]);
    for (let again = 0; again < 3; again += 1) expect(await take(wallet.deps, merged, spent)).toEqual({ again: [] });
    expect(sumOf(await free())).toBe(8 + 4 + 2);
    expect((await free()).map(({ tokenEvent }) => tokenEvent)).toEqual(expect.arrayContaining(['e1', undefined]));
    expect([...spent]).toEqual([proofs[2]!.y]);
    expect(await worldFaults(world)).toEqual([]);
  });

  it('[WEV-07] counts nothing as gone because a relay says so, only because the mint does', async () => {
    const { world, wallet, free, spent } = await start();
    const proofs = madeElsewhere(world.model, 'A', [4, 2]);
    const first = { id: 'e1', proofs, del: [] };
    await take(wallet.deps, told([first]), spent);
    await take(wallet.deps, told([first], ['e1']), spent);
    expect(sumOf(await free())).toBe(6);
    takeToken(world, [proofs[0]!.y]);
    await take(wallet.deps, told([first], ['e1']), spent);
    expect(sumOf(await free())).toBe(2);
    // an old event that comes back brings nothing back
    await take(wallet.deps, told([first]), new Set());
    expect(sumOf(await free())).toBe(2);
    expect(await worldFaults(world)).toEqual([]);
  });

  it('[WEV-01] does not take what another device replaced: it may have been given away', async () => {
    const { world, wallet, free, spent } = await start();
    const proofs = madeElsewhere(world.model, 'C', [4, 2]);
    await take(
      wallet.deps,
      told([
        { id: 'e1', proofs, del: [] },
        { id: 'e2', proofs: proofs.slice(1), del: ['e1'] },
      ]),
      spent,
    );
    expect(sumOf(await free())).toBe(2);
    await take(wallet.deps, told([{ id: 'e1', proofs, del: [] }], ['e1', 'e2']), spent);
    expect(sumOf(await free())).toBe(2);
  });

  it('[PROOF-03] sets aside what the mint calls pending and has free here', async () => {
    const { world, wallet, free, spent } = await start([8, 4]);
    const proofs = madeElsewhere(world.model, 'A', [2]);
    const { stateOf } = world.model;
    world.model.stateOf = (y) => (y.endsWith('/0') ? 'PENDING' : stateOf(y));
    const begun: string[] = [];
    await take(
      { ...wallet.deps, begun: ({ id }) => void begun.push(id) },
      told([{ id: 'e1', proofs, del: [] }]),
      spent,
    );
    expect([begun.length, sumOf(await free())]).toEqual([1, 4 + 2]);
  });

  it('touches nothing that an operation here holds, has out, or is about to spend', async () => {
    const { world, wallet, free, spent } = await start([8, 4]);
    const { deps, ledger } = wallet;
    await leadOn(wallet, world, await beginSend(deps, { mint: MINT, unit: UNIT, amount: 4 }), 'fresh');
    const [out] = (await ledger.proofs()).filter(({ state }) => state === 'out');
    const brought = strangersToken(world, [2]);
    const receiving = await beginReceive(deps, { mint: MINT, unit: UNIT, amount: 2, proofs: brought } as never);
    const before = await ledger.proofs();
    takeToken(world, [out!.y]);
    await take(deps, told([{ id: 'e1', proofs: [...brought, out!], del: [] }], ['e0']), spent);
    await take(deps, told([{ id: 'e1', proofs: [...brought, out!], del: [] }], ['e1']), spent);
    expect(await ledger.proofs()).toEqual(before);
    await leadOn(wallet, world, receiving);
    expect(sumOf(await free())).toBe(8 + 2);
  });

  it('goes on with the other mints while one is silent, and asks that one again', async () => {
    const { world, wallet, free, spent } = await start();
    const merged = told([
      { id: 'e1', proofs: madeElsewhere(world.model, 'A', [4]), del: [] },
      {
        id: 'e2',
        proofs: madeElsewhere(world.other, 'C', [16]).map((proof) => ({ ...proof, mint: OTHER_MINT })),
        del: [],
      },
    ]);
    const core = { ...wallet.deps.core };
    const shaky = {
      ...core,
      checkStates: (order: Parameters<typeof core.checkStates>[0]) =>
        order.mint === OTHER_MINT ? Promise.reject(new EcashError({ code: 'mint-network' })) : core.checkStates(order),
    };
    expect(await take({ ...wallet.deps, core: shaky }, merged, spent)).toEqual({ again: [OTHER_MINT] });
    expect(sumOf(await free())).toBe(4);
    expect(await take(wallet.deps, merged, spent)).toEqual({ again: [] });
    expect(sumOf(await free())).toBe(20);
  });

  it('[WEV-01] keeps what other apps put there in another unit, and counts it for itself', async () => {
    const { world, wallet, spent } = await start([8]);
    const proofs = madeElsewhere(world.model, 'C', [4, 2]).map((proof) => ({ ...proof, unit: 'usd' }));
    await take(wallet.deps, told([{ id: 'e1', proofs, del: [] }]), spent);
    const stand = await readStand(wallet.ledger);
    expect(stand.balance).toBe(8);
    expect(stand.mints).toMatchObject([{ url: MINT, balance: 8, held: 0, others: { usd: 6 } }]);
    await expect(beginSend(wallet.deps, { mint: MINT, unit: UNIT, amount: 12 })).rejects.toThrow('funds-send');
  });

  it('waits with what is in a payment that is under way', async () => {
    const { world, wallet, free, spent } = await start();
    const [proof] = madeElsewhere(world.model, 'A', [4]);
    const core = { ...wallet.deps.core, checkStates: async () => ({ [proof!.y]: 'PENDING' as const }) };
    const merged = told([{ id: 'e1', proofs: [proof!], del: [] }]);
    expect(await take({ ...wallet.deps, core }, merged, spent)).toEqual({ again: [MINT] });
    expect(await free()).toEqual([]);
    await take(wallet.deps, merged, spent);
    expect(sumOf(await free())).toBe(4);
  });
});
