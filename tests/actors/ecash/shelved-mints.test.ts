import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, setup, toPromise } from 'xstate';
import { createNutzapSlots, type NutzapSlotDeps } from '#actors/ecash/nutzaps/nutzap-slots.ts';
import { beginConsolidation, beginMelt, beginReceive, beginSend } from '#actors/ecash/operations/begin.ts';
import { beginNutzapByInvoice } from '#actors/ecash/operations/nutzap-giving.ts';
import { beginRestore } from '#actors/ecash/operations/restoring.ts';
import { keepMint, shelveMint, takeMints } from '#actors/ecash/sync/mints-elsewhere.ts';
import { takeIn } from '#actors/ecash/sync/taking-in.ts';
import { readTellable } from '#actors/ecash/sync/telling.ts';
import { defineWatchOffers } from '#actors/ecash/wallet/own-offers.ts';
import type { Purse } from '#actors/ecash/wallet/purse.ts';
import { readStand } from '#actors/ecash/wallet/stand.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { offerName, type MadeOffer } from '#domain/ecash/ledger/made-offer.ts';
import { nextMaking } from '#domain/ecash/ledger/outbox.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import type { EcashFact } from '#machines/ecash/ecash.machine.ts';
import {
  actsWith,
  createEcashWorld,
  leadAll,
  leadOn,
  openWallet,
  strangersToken,
  takeToken,
  worldFaults,
} from '#tests/support/ecash-world.ts';
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

  it('lets a token of it go on to the mint that was chosen, whenever it was shelved; what was there before stays', async () => {
    const token = (id: string, amounts: readonly number[]) =>
      beginReceive(mine.deps, { ...AT, id, into: OTHER_MINT, proofs: strangersToken(world, amounts) });
    await shelveMint(mine.deps, MINT);
    await leadOn(mine, world, await token('after', [16, 4]), 'fresh');
    await leadAll(mine, world);
    const { balance, mints, shelved } = await stand();
    expect(balance).toBeGreaterThan(10);
    expect(mints).toMatchObject([{ url: OTHER_MINT, balance }]);
    expect(shelved[0]?.balance).toBeGreaterThanOrEqual(12);
    expect(await worldFaults(world)).toEqual([]);
  });

  it('gives what was paid for a gift before it was shelved', async () => {
    const delivery = { wish: 'w', mint: MINT, comment: '', anonymous: false, relays: [] };
    const gift = { recipient: 'b'.repeat(64), mint: MINT, amount: 5, delivery };
    const id = await beginNutzapByInvoice(mine.deps, gift);
    await leadOn(mine, world, id, 'fresh');
    await shelveMint(mine.deps, MINT);
    world.model.pay((await mine.ledger.operation(id))!.quote!.id);
    await leadOn(mine, world, id);
    await leadAll(mine, world);
    expect((await mine.ledger.operation(id))?.trouble).toBeUndefined();
    expect((await mine.ledger.operations('all')).find(({ kind }) => kind === 'send')).toMatchObject({
      phase: 'waiting',
      amount: 5,
    });
  });

  it('sends on what a nutzap brought there before it was shelved', async () => {
    const nutzap = { id: 'n', sendsOn: true, redeems: [{ event: 'n' }] } as const;
    const taking = await beginReceive(mine.deps, { ...AT, ...nutzap, proofs: strangersToken(world, [32]) });
    await leadOn(mine, world, taking, 'fresh');
    await shelveMint(mine.deps, MINT);
    const purse = { ...mine, isOpen: () => true, core: mine.deps.core } as unknown as Purse;
    const ledger = { ...mine.ledger, wallet: { ...mine.ledger.wallet, get: async () => ({}) } };
    const acts = actsWith({ ...purse, ledger } as unknown as Purse, world);
    const invoice = '20lightning';
    expect(await acts.payCosts({ mint: MINT, invoice, of: taking })).toMatchObject({ amount: 20 });
    await expect(acts.payCosts({ mint: MINT, invoice })).rejects.toMatchObject(refused('funds-send'));
    const told = await mine.deps.core.meltQuote({ ...AT, invoice });
    const quote = { id: told.quote, invoice, amount: told.amount, reserve: told.feeReserve };
    await leadOn(mine, world, await beginMelt(mine.deps, { ...AT, quote, of: taking }), 'fresh');
    expect((await mine.ledger.operations('all')).find(({ kind }) => kind === 'melt')?.phase).toBe('committed');
  });

  it('is waited for by nobody where relays tell something of it and it does not answer', async () => {
    await shelveMint(mine.deps, MINT);
    const core = { ...mine.deps.core, checkStates: () => Promise.reject(new EcashError({ code: 'mint-network' })) };
    const told = { tokens: [], history: [], quotes: [], replaced: new Set<string>(), news: new Set<string>() };
    const stirred = { ...told, wallet: undefined, oldWallets: [], isStirred: true, relaysOf: () => [] };
    expect(await takeIn({ ...mine.deps, core }, stirred, { again: [], spent: new Set() })).toEqual({ again: [] });
    await keepMint(mine, MINT);
    expect(await takeIn({ ...mine.deps, core }, stirred, { again: [], spent: new Set() })).toEqual({ again: [MINT] });
  });

  it('is not asked what came in by an offer of before', async () => {
    const lockKey = { ivB64: '', ciphertextB64: '' };
    const offer = { id: 'f', mint: MINT, quote: 'q', text: 'lno', lockKey, paid: 0, createdAt: 1, closedAt: 2 };
    await mine.ledger.beside.change<MadeOffer>(offerName('f'), () => offer);
    const told: (readonly unknown[])[] = [];
    const watching = setup({
      types: {} as { events: Extract<EcashFact, { type: 'offers.changed' }> },
      actors: { 'watch offers': defineWatchOffers(() => mine as unknown as Purse, mine.deps.now) },
    }).createMachine({
      invoke: { src: 'watch offers', input: { pubkey: 'a' } },
      on: { 'offers.changed': { actions: ({ event }) => void told.push(event.offers) } },
    });
    const actor = createActor(watching).start();
    await vi.waitFor(() => expect(told).toMatchObject([[{ offer: 'f' }]]));
    await shelveMint(mine.deps, MINT);
    await vi.waitFor(() => expect(told.at(-1)).toEqual([]));
    actor.stop();
  });

  it('has what nutzaps bring wait: others are taken by themselves', async () => {
    await shelveMint(mine.deps, MINT);
    const nutzap = (id: string, mint: string) => ({ nutzap: { id, mint, at: 1, recipient: 'a' }, problem: undefined });
    const looked: string[] = [];
    // locked to nobody: over as soon as it is looked at
    const core = { readProofs: async () => ({ proofs: [{ y: 'y' }] }) };
    const waiting = {
      all: () => [nutzap('here', MINT), nutzap('there', OTHER_MINT)],
      end: (id: string) => void looked.push(id),
    };
    const slots = createNutzapSlots({
      find: () => ({ getSnapshot: () => ({ hasTag: () => true }) }),
      purseOf: () => mine,
      settings: { of: () => ({ byHand: false, receives: true }) },
      waitingOf: () => waiting,
      begin: async (act: (purse: Purse) => Promise<string>) => await act({ ...mine, core } as unknown as Purse),
    } as unknown as NutzapSlotDeps);
    const duty = createActor(slots.taking['do duty'], { input: { pubkey: 'a' } }).start();
    expect(await toPromise(duty)).toEqual({ isLeft: false });
    expect(looked).toEqual(['there']);
  });
});
