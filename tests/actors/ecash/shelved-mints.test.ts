import { beforeEach, describe, expect, it, vi } from 'vitest';
import { beginConsolidation, beginSend } from '#actors/ecash/operations/begin.ts';
import { beginRestore } from '#actors/ecash/operations/restoring.ts';
import { keepMint, shelveMint, takeMints } from '#actors/ecash/sync/mints-elsewhere.ts';
import { takeIn } from '#actors/ecash/sync/taking-in.ts';
import { readTellable } from '#actors/ecash/sync/telling.ts';
import { readStand } from '#actors/ecash/wallet/stand.ts';
import { nextMaking } from '#domain/ecash/ledger/outbox.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import { createEcashWorld, openWallet, takeToken, worldFaults } from '#tests/support/ecash-world.ts';
import { fakeEvent } from '#tests/support/fake-events.ts';
import { MINT, OTHER_MINT, UNIT } from '#tests/support/mint-model.ts';
import { openMoneyLife } from '#tests/support/money-points.ts';

const AT = { mint: MINT, unit: UNIT };

describe('a mint that the user does not use any more, though something is there', () => {
  let world: Awaited<ReturnType<typeof createEcashWorld>>;
  let mine: ReturnType<typeof openWallet>;
  const stand = () => readStand(mine.ledger);
  const urls = (mints: readonly { readonly url: string }[]) => mints.map(({ url }) => url);
  const refused = (code: string) => ({ problem: expect.objectContaining({ code }) as unknown });

  /** 12 sats at one mint, nothing at the other. */
  beforeEach(async () => {
    world = await createEcashWorld({ has: [8, 4], words: { 3: 2 } });
    mine = openWallet(world, openMoneyLife());
    for (const url of [MINT, OTHER_MINT])
      await mine.ledger.mints.change(url, () => ({ url, addedAt: 1, tally: { days: [], took: [] } }));
  });

  it('leaves the balance and the list, is not spent from and not asked; taken back, all is as before', async () => {
    const before = await mine.ledger.proofs();
    await shelveMint(mine.deps, MINT);
    expect(await stand()).toMatchObject({ balance: 0, shelved: [{ url: MINT, balance: 12, isOwn: false }] });
    expect(urls((await stand()).mints)).toEqual([OTHER_MINT]);
    await expect(beginSend(mine.deps, { ...AT, amount: 4 })).rejects.toMatchObject(refused('funds-send'));
    const checkStates = vi.spyOn(mine.deps.core, 'checkStates');
    expect(await beginConsolidation(mine.deps, AT)).toBeUndefined();
    expect(checkStates).not.toHaveBeenCalled();
    expect(await mine.ledger.proofs()).toEqual(before);

    await keepMint(mine, MINT);
    expect(await stand()).toMatchObject({ balance: 12, shelved: [] });
    expect((await stand()).mints).toMatchObject([{ url: MINT, balance: 12, isOwn: true }, { url: OTHER_MINT }]);
    await beginSend(mine.deps, { ...AT, amount: 4 });
  });

  it('is not told of as used, and still named where words alone lead', async () => {
    const sealed = { ivB64: '', ciphertextB64: '' };
    await mine.ledger.wallet.add({ version: 1, sealed, wrappedKey: '', pubkey: '02', createdAt: 1 });
    await shelveMint(mine.deps, MINT);
    const { wallet, proofs } = await readTellable(mine.ledger);
    expect(wallet).toMatchObject({ mints: [OTHER_MINT], left: [MINT] });
    // relays keep what they have of it
    expect(sumOf(proofs)).toBe(12);
  });

  it('is the last word to others where it was the only one: a wallet without mints is told to nobody', async () => {
    await mine.ledger.mints.remove(OTHER_MINT);
    const sealed = { ivB64: '', ciphertextB64: '' };
    await mine.ledger.wallet.add({ version: 1, sealed, wrappedKey: '', pubkey: '02', createdAt: 1 });
    await shelveMint(mine.deps, MINT);
    const tellable = { ...(await readTellable(mine.ledger)), proofs: [] };
    expect(nextMaking(tellable, ['wss://one.example'], 5)).toMatchObject({ make: 'mints' });
  });

  it('stays so whatever other devices use, and nothing of it comes a second time', async () => {
    const [first] = await mine.ledger.proofs();
    await shelveMint(mine.deps, MINT);
    const wallet = { event: fakeEvent({ id: 'b'.repeat(64), kind: 17_375, created_at: 200 }), mints: [MINT] };
    await takeMints(mine.deps, { wallet, oldWallets: [] }, false);
    const tokens = [
      { id: 'c', proofs: [first!], del: [], mint: MINT, unit: UNIT, others: 0, event: fakeEvent({ kind: 7375 }) },
    ];
    const picture = { tokens, history: [], quotes: [], replaced: new Set<string>(), wallet, oldWallets: [] };
    const told = { ...picture, news: new Set(['c']), isStirred: false, relaysOf: () => ['wss://one.example'] };
    await takeIn(mine.deps, told, { again: [], spent: new Set() });
    expect(await stand()).toMatchObject({ balance: 0, shelved: [{ url: MINT, balance: 12 }] });

    // what its words have besides is found, and stands there with the rest
    await mine.engine.advance(await beginRestore(mine.deps, AT), 'fresh');
    expect(await stand()).toMatchObject({ balance: 0, shelved: [{ url: MINT, balance: 14 }] });
    expect(await worldFaults(world)).toEqual([]);
  });

  it('is forgotten once nothing is there any more', async () => {
    await shelveMint(mine.deps, MINT);
    const ys = (await mine.ledger.proofs()).map(({ y }) => y);
    takeToken(world, ys);
    await mine.ledger.change({ moves: [{ ys, from: 'available', to: 'spent' }] });
    await takeMints(mine.deps, { wallet: undefined, oldWallets: [] }, false);
    expect(urls(await mine.ledger.mints.all())).toEqual([OTHER_MINT]);
  });

  it('may be one that is not used, where a token left something', async () => {
    await mine.ledger.mints.remove(MINT);
    await shelveMint(mine.deps, MINT);
    expect(await stand()).toMatchObject({ balance: 0, shelved: [{ url: MINT, balance: 12 }] });
  });
});
