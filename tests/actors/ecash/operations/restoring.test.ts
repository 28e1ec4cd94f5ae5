import { describe, expect, it, vi } from 'vitest';
import { beginSend } from '#actors/ecash/operations/begin.ts';
import { createEngine } from '#actors/ecash/operations/engine.ts';
import type { Purse } from '#actors/ecash/wallet/purse.ts';
import { createRestoreList } from '#actors/ecash/wallet/restore-list.ts';
import { beginRestore, endRestore } from '#actors/ecash/operations/restoring.ts';
import { EcashError, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import { scanProgress } from '#domain/ecash/words/restore-scan.ts';
import { createEcashWorld, openWallet, takeToken, worldFaults } from '#tests/support/ecash-world.ts';
import { MINT, OTHER_MINT, UNIT } from '#tests/support/mint-model.ts';
import { openMoneyLife } from '#tests/support/money-points.ts';

const AT = { mint: MINT, unit: UNIT };
const KEYSET = '0000000000000000';

const start = async (plan: Parameters<typeof createEcashWorld>[0]) => {
  const world = await createEcashWorld(plan);
  return { world, wallet: openWallet(world, openMoneyLife()) };
};

const restore = async ({ deps, engine }: ReturnType<typeof openWallet>, mint = MINT) => {
  const id = await beginRestore(deps, { mint, unit: UNIT });
  return { id, pause: await engine.advance(id, 'fresh') };
};

/** The mints that are looked through, as they are shown. */
const listOf = (wallet: Awaited<ReturnType<typeof start>>['wallet']) => {
  const purse = { ...wallet, pubkey: 'anna' } as unknown as Purse;
  const { acts: list } = createRestoreList({
    chart: () => undefined,
    purse: () => purse,
    opened: async () => purse,
    begin: (act) => act(purse),
    look: () => {},
    findMints: () => Promise.resolve([]),
  });
  const until = (stands: string) =>
    vi.waitFor(() => {
      const [row] = list.restoring.get() ?? [];
      expect(row?.stands).toBe(stands);
      return row!;
    });
  return { list, until };
};

describe('restoring from words', () => {
  it('takes what is not spent, once, and goes on behind it', async () => {
    const { world, wallet } = await start({ has: [8], words: { 3: 4, 120: 2, 121: 1 } });
    takeToken(world, ['yA/0000000000000000/121']);
    const first = await restore(wallet);
    expect(first.pause.type).toBe('over');
    expect(await wallet.ledger.counter(MINT, KEYSET)).toBe(122);
    expect(sumOf(await wallet.ledger.proofs())).toBe(8 + 4 + 2);
    const record = (await wallet.ledger.operation(first.id))!;
    expect(scanProgress(record)).toEqual({ keyset: 1, keysets: 1, asked: 500, found: 6 });
    expect((await wallet.ledger.history())[0]).toMatchObject({ kind: 'restore', amount: 6, outcome: 'done' });

    const second = await restore(wallet);
    expect(second.id).not.toBe(first.id);
    expect(sumOf(await wallet.ledger.proofs())).toBe(14);
    await wallet.engine.advance(await beginSend(wallet.deps, { ...AT, amount: 5 }), 'fresh');
    expect(await worldFaults(world)).toEqual([]);
  });

  it('finds what is of a keyset that is out of use', async () => {
    const { world, wallet } = await start({ words: { 3: 4 } });
    world.rotate();
    await restore(wallet);
    expect(sumOf(await wallet.ledger.proofs())).toBe(4);
  });

  it('asks a mint that is silent again, while others go on, and is one operation however often it is begun', async () => {
    const { world, wallet } = await start({ words: { 0: 4 }, otherWords: { 0: 16 } });
    const { loadMint, scanSeed } = wallet.deps.core;
    const silent = new Set([OTHER_MINT]);
    const gone = () => Promise.reject(new EcashError({ code: 'mint-network' }));
    let answers = 2;
    const core = {
      ...wallet.deps.core,
      loadMint: (url: string) => (silent.has(url) ? gone() : loadMint(url)),
      scanSeed: (scan: Parameters<typeof scanSeed>[0]) => (answers-- > 0 ? scanSeed(scan) : gone()),
    };
    const shaky = { ...wallet, deps: { ...wallet.deps, core }, engine: createEngine({ ...wallet.deps, core }) };
    const [here, there] = [await restore(shaky), await restore(shaky, OTHER_MINT)];
    expect([here, there].map(({ pause }) => pause.type)).toEqual(['waits', 'waits']);
    const told = async (id: string) => (await wallet.ledger.operation(id))!;
    expect(await told(there.id)).toMatchObject({ phase: 'unknown', trouble: { code: 'mint-network' } });
    // what was found before it fell silent is there
    expect(sumOf(await wallet.ledger.proofs())).toBe(4);
    expect(scanProgress(await told(here.id))?.asked).toBe(200);

    const again = await restore(wallet, OTHER_MINT);
    expect(again.id).toBe(there.id);
    await restore(wallet);
    expect(sumOf(await wallet.ledger.proofs())).toBe(20);
    expect((await wallet.ledger.operations()).length).toBe(0);
    expect(await worldFaults(world)).toEqual([]);
  });

  it('says of a mint that cannot be asked why, and ends', async () => {
    const { wallet } = await start({});
    const facts = await wallet.deps.core.loadMint(MINT);
    const without = { ...facts, info: { ...facts.info, nuts: [] } };
    const ends = async (loadMint: () => Promise<typeof facts>): Promise<EcashProblem | undefined> => {
      const deps = { ...wallet.deps, core: { ...wallet.deps.core, loadMint } };
      const { id, pause } = await restore({ ...wallet, deps, engine: createEngine(deps) });
      expect(pause.type).toBe('over');
      return (await wallet.ledger.operation(id))?.trouble;
    };
    expect(await ends(async () => without)).toEqual({ code: 'mint-no-restore' });
    const withProblem = (problem: EcashProblem) => ends(() => Promise.reject(new EcashError(problem)));
    expect(await withProblem({ code: 'mint-url' })).toEqual({ code: 'mint-url' });
    // a network in between may answer so for a while
    const others: EcashProblem[] = [404, 503].map((status) => ({ code: 'mint-status', status, said: '' }));
    for (const problem of [...others, { code: 'bad-response' } as const])
      await expect(withProblem(problem)).rejects.toThrow("expected 'waits'");
  });

  it('says of a search that was stopped before it was through no word of being done', async () => {
    const { wallet } = await start({ words: { 0: 4 } });
    const { list, until } = listOf(wallet);
    list.restore([MINT], 'own');
    // it is written down, and asked
    await until('asking');
    list.stopRestoring();
    expect(await until('failed')).toMatchObject({ problem: undefined, goesOn: false, asked: 0, found: 0 });
    list.restore([MINT], 'own');
    await until('asking');
    await wallet.engine.advance((await wallet.ledger.operations())[0]!.id, 'fresh');
    expect(await until('done')).toMatchObject({ found: 4, keysets: { done: 1, all: 1 } });
  });

  it('takes no mint into the wallet that was stopped before it answered', async () => {
    const { wallet } = await start({});
    const listed = async () => (await wallet.ledger.mints.all()).some(({ url }) => url === OTHER_MINT);
    const { loadMint } = wallet.deps.core;
    const stopping = async (url: string) => {
      await endRestore(wallet.deps, (await wallet.ledger.operations())[0]!.id);
      return loadMint(url);
    };
    const deps = { ...wallet.deps, core: { ...wallet.deps.core, loadMint: stopping } };
    await restore({ ...wallet, deps, engine: createEngine(deps) }, OTHER_MINT);
    expect(await listed()).toBe(false);
    await restore(wallet, OTHER_MINT);
    expect(await listed()).toBe(true);
  });

  it('ends with what was found when it is stopped', async () => {
    const { world, wallet } = await start({ words: { 0: 4, 110: 2 } });
    const { scanSeed } = wallet.deps.core;
    const deps = {
      ...wallet.deps,
      core: {
        ...wallet.deps.core,
        async scanSeed(scan: Parameters<typeof scanSeed>[0]) {
          if (scan.from > 0) await endRestore(wallet.deps, (await wallet.ledger.operations())[0]!.id);
          return scanSeed(scan);
        },
      },
    };
    const { id, pause } = await restore({ ...wallet, deps, engine: createEngine(deps) });
    expect(pause.type).toBe('over');
    expect(await wallet.ledger.operation(id)).toMatchObject({ phase: 'committed', amount: 4 });
    await endRestore(wallet.deps, id);
    await restore(wallet);
    expect(sumOf(await wallet.ledger.proofs())).toBe(6);
    expect(await worldFaults(world)).toEqual([]);
  });
});
