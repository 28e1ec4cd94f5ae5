import { IDBFactory } from 'fake-indexeddb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginDeposit, beginMelt, beginReceive, beginReclaim, beginSend } from '#actors/ecash/operations/begin.ts';
import { createEngine, type Engine } from '#actors/ecash/operations/engine.ts';
import { beginOfferPayment } from '#actors/ecash/operations/offers.ts';
import { beginRestore } from '#actors/ecash/operations/restoring.ts';
import { awaitsPayment } from '#domain/ecash/ledger/deposit.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import { partOfCommit } from '#tests/support/crash-points.ts';
import {
  createMintedWorld,
  mintedFaults,
  openAtMint,
  openPlace,
  type MintedWorld,
} from '#tests/support/ecash-at-mint.ts';
import { testCore } from '#tests/support/core-world.ts';
import type { OpenWallet } from '#tests/support/ecash-world.ts';
import { openMoneyLife, tryMoneyPoints, type MoneyCase } from '#tests/support/money-points.ts';

/** One of so many: signing is slow, and all are tried with a mint that only keeps books. */
const SINGLES = 24;
const UNIT = 'sat';

let place: Awaited<ReturnType<typeof openPlace>>;
beforeAll(async () => {
  place = await openPlace({ keysets: [{ version: '01', fee: 100 }], hasOffers: true });
});
afterAll(() => place.mint.stop());

const on = async (engine: Engine, id: string, isFresh?: 'fresh') => {
  for (let round = 0; round < 3; round += 1) {
    const { type } = await engine.advance(id, round === 0 ? isFresh : undefined);
    if (type === 'over') return;
  }
};

const deposit = async ({ deps, engine, ledger }: OpenWallet, amount: number) => {
  const id = await beginDeposit(deps, { mint: place.mint.url, unit: UNIT, amount });
  place.lightning.pay('payer', (await ledger.operation(id))!.quote!.invoice);
  await on(engine, id, 'fresh');
};

/** Money comes in, half of a token is taken back, an invoice is paid. */
const aDay = async (wallet: OpenWallet) => {
  const at = { mint: place.mint.url, unit: UNIT };
  const { deps, engine } = wallet;
  await deposit(wallet, 12);
  const sent = await beginSend(deps, { ...at, amount: 3 });
  await on(engine, sent, 'fresh');
  const back = await beginReclaim(deps, sent);
  if (back !== undefined) await on(engine, back, 'fresh');
  const { text } = place.lightning.invoice({ payee: 'payee', msats: 4_000 });
  const { quote, amount, feeReserve } = await deps.core.meltQuote({ ...at, invoice: text });
  const asked = { id: quote, invoice: text, amount, reserve: feeReserve };
  await on(engine, await beginMelt(deps, { ...at, quote: asked }), 'fresh');
};

const aDayAnywhere: MoneyCase<MintedWorld> = {
  world: () => createMintedWorld(place),
  scenario: async (life, world) => aDay(await openAtMint(world, life)),
  async recovery(life, world) {
    const { engine, ledger } = await openAtMint(world, life);
    for (const { id } of await ledger.operations()) await on(engine, id);
  },
  faults: mintedFaults,
};

/** An offer is paid, two times. */
const offersPaid: MoneyCase<MintedWorld> = {
  ...aDayAnywhere,
  async scenario(life, world) {
    const wallet = await openAtMint(world, life);
    await deposit(wallet, 24);
    const { text: offer } = place.lightning.offer({ payee: 'shop', description: 'tea' });
    for (const sats of [5, 3]) {
      const wish = { mint: place.mint.url, offer, sats, most: sats + 2 };
      await on(wallet.engine, await beginOfferPayment(wallet.deps, wish), 'fresh');
    }
  },
};

describe('the wallet at a mint that signs', () => {
  it('[DEPOSIT-07] [SEND-02] [PROOF-09] has what the books of the mint say, whatever goes wrong on a day', async () => {
    const report = await tryMoneyPoints(aDayAnywhere, { singles: partOfCommit(SINGLES) });
    expect(report.failures).toEqual([]);
    expect(report.points).toBeGreaterThan(50);
    expect(report.tried).toBeGreaterThan(10);
  });

  it('[MINT-15] pays offers, each time once or not at all, whatever goes wrong', async () => {
    const paid = () => place.lightning.balanceOf('shop') / 1_000;
    const world = await createMintedWorld(place);
    await offersPaid.scenario(openMoneyLife(), world);
    expect([paid(), await mintedFaults(world)]).toEqual([8, []]);
    const report = await tryMoneyPoints(offersPaid, { singles: partOfCommit(SINGLES) });
    expect(report.failures).toEqual([]);
    expect(report.points).toBeGreaterThan(20);
    // and costs what was told, or nothing is begun
    const { deps, ledger } = await openAtMint(world, openMoneyLife());
    const { text: offer } = place.lightning.offer({ payee: 'shop', msats: 5_000 });
    const before = (await ledger.operations('all')).length;
    const dear = beginOfferPayment(deps, { mint: place.mint.url, offer, most: 6 });
    await expect(dear).rejects.toMatchObject({ problem: { code: 'mint-quote-differs' } });
    expect(await ledger.operations('all')).toHaveLength(before);
  });

  it('[SEND-01] takes the token of somebody else, once', async () => {
    const [giver, taker] = [await createMintedWorld(place), await createMintedWorld(place)];
    const [other, ours] = [await openAtMint(giver, openMoneyLife()), await openAtMint(taker, openMoneyLife())];
    await deposit(other, 8);
    const at = { mint: place.mint.url, unit: UNIT };
    const sent = await beginSend(other.deps, { ...at, amount: 8 });
    const proofs = await other.ledger.proofsOf(sent);
    // their worker seals for themselves: what travels is the text
    const text = await giver.core.writeToken({ proofs });
    const token = await taker.core.readToken(text);
    const ids = await Promise.all([0, 1].map(() => beginReceive(ours.deps, { ...at, proofs: token.proofs })));
    for (const id of ids) await on(ours.engine, id, 'fresh');
    const phases = (await ours.ledger.operations('all')).map(({ phase }) => phase);
    expect(phases.sort()).toEqual(['committed', 'fenced']);
    expect(sumOf(await ours.ledger.proofs())).toBe(8 - 1);
    expect((await other.engine.advance(sent)).type).toBe('over');
    expect(await other.ledger.proofs()).toEqual([]);
  });

  it('[TOKEN-23] [TOKEN-24] finds all of it again by its words on another device', async () => {
    const world = await createMintedWorld(place);
    const first = await openAtMint(world, openMoneyLife());
    await aDay(first);
    const words = await world.core.reveal(world.wallet.wallet, world.wallet.key);
    const other = testCore();
    await other.allow({ loopback: true });
    const elsewhere = { ...world, factory: new IDBFactory(), wallet: await other.create(words), core: other };
    const second = await openAtMint(elsewhere, openMoneyLife());
    const id = await beginRestore(second.deps, { mint: place.mint.url, unit: UNIT });
    expect((await second.engine.advance(id, 'fresh')).type).toBe('over');
    expect(await mintedFaults(elsewhere)).toEqual([]);
    const names = async ({ ledger }: OpenWallet) => (await ledger.proofs()).map(({ y }) => y).sort();
    expect(await names(second)).toEqual(await names(first));
    // what it makes next does not collide with what the first one made
    await on(second.engine, await beginSend(second.deps, { mint: place.mint.url, unit: UNIT, amount: 2 }), 'fresh');
    expect((await second.ledger.operations()).filter(({ phase }) => phase !== 'waiting')).toEqual([]);
  });

  it('goes on behind what another device of the same words made, in whatever amounts', async () => {
    const world = await createMintedWorld(place);
    await deposit(await openAtMint(world, openMoneyLife()), 12);
    const second = await openAtMint({ ...world, factory: new IDBFactory() }, openMoneyLife());
    await deposit(second, 3);
    expect((await second.ledger.operations('all')).map(({ phase }) => phase)).toEqual(['committed']);
    // what the other one has is found on the way, and is there as well
    expect(sumOf(await second.ledger.proofs())).toBeGreaterThanOrEqual(3);
  });

  it('[DEPOSIT-10] waits for the payment again when the mint takes back that an invoice is paid, and has its ecash once it is', async () => {
    const world = await createMintedWorld(place);
    const { deps, engine, ledger } = await openAtMint(world, openMoneyLife());
    const id = await beginDeposit(deps, { mint: place.mint.url, unit: UNIT, amount: 5 });
    const isAwaited = async () => awaitsPayment((await ledger.operation(id))!);
    const isPaid = (answer: unknown) => ({ ...(answer as object), state: 'PAID' });
    place.mint.faults.script({ on: 'check mint quote', fault: { type: 'answer', change: isPaid }, times: 2 });
    await engine.advance(id);
    // it says PAID, and does not issue the ecash
    expect(await ledger.operation(id)).toMatchObject({ phase: 'unknown', refusals: 1 });
    expect(await isAwaited()).toBe(false);
    await engine.advance(id);
    expect(await ledger.operation(id)).toMatchObject({ phase: 'waiting' });
    expect(await isAwaited()).toBe(true);
    place.lightning.pay('payer', (await ledger.operation(id))!.quote!.invoice);
    await on(engine, id);
    expect(sumOf(await ledger.proofs())).toBe(5);
  });

  it('[DEPOSIT-07] asks for no more than it must, by what is known of the mint; keys that it uses no more it asks for anew', async () => {
    const [at, { faults, books, url }] = [{ mint: place.mint.url, unit: UNIT }, place.mint];
    const world = await createMintedWorld(place);
    const { deps, ledger } = await openAtMint(world, openMoneyLife());
    const known = await deps.core.loadMint(url);
    const knowing = { ...deps, mintFacts: async () => known };
    const engine = createEngine(knowing);
    const asked = async (act: () => Promise<unknown>) => {
      const before = faults.seen.length;
      await act();
      return faults.seen.slice(before);
    };
    const paid = async (amount: number) => {
      const id = await beginDeposit(knowing, { ...at, amount });
      place.lightning.pay('payer', (await ledger.operation(id))!.quote!.invoice);
      return id;
    };
    // the first time it learns which signature of a quote the mint knows
    await engine.advance(await paid(8));
    const first = await paid(8);
    expect(await asked(() => engine.advance(first))).toEqual(['check mint quote', 'mint']);
    const sent = await beginSend(knowing, { ...at, amount: 3 });
    expect(await asked(() => engine.advance(sent, 'fresh'))).toEqual(['swap', 'checkstate']);
    const second = await paid(5);
    books.rotate();
    expect(await asked(() => engine.advance(second))).toContain('keysets');
    expect((await ledger.operation(second))?.phase).toBe('committed');
    expect(await mintedFaults(world)).toEqual([]);
  });
});
