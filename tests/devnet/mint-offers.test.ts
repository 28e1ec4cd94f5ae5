import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readOffer } from '#domain/wallet/offer.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import { coreWorld, type CoreWorld } from '#tests/support/core-world.ts';

const problem = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: { problem?: unknown }) => error.problem,
  );

describe('offers of a mint', () => {
  let world: CoreWorld;
  const at = () => ({ mint: world.mint.url, unit: 'sat', method: 'bolt12' as const });
  beforeEach(async () => {
    world = await coreWorld({ hasOffers: true });
  });
  afterEach(() => world.stop());

  it('[MINT-09] [MINT-10] are paid any number of times, and minted for what came in and not more', async () => {
    const { core, ledger, mint, prepare } = world;
    const { quote, request, lockKey } = await core.mintQuote(at());
    expect(readOffer(request)).toMatchObject({ networks: ['regtest'], msats: undefined });
    const look = () => core.checkMintQuote({ ...at(), quote });
    expect(await look()).toMatchObject({ state: 'UNPAID', paid: 0, issued: 0 });
    ledger.payOffer('payer', request, 5_000);
    ledger.payOffer('payer', request, 3_400);
    expect(await look()).toMatchObject({ state: 'PAID', paid: 8, issued: 0 });
    // what is less than a sat waits for more
    ledger.payOffer('payer', request, 600);
    const take = async (sats: number, key = lockKey) =>
      core.mint({ ...at(), quote, outputs: await prepare({ keep: sats }), ...(key && { lockKey: key }) });
    expect(await problem(take(10))).toMatchObject({ code: 'mint-refused' });
    const { lockKey: other } = await core.mintQuote(at());
    await expect(take(9, other)).rejects.toThrow();
    expect(sumOf((await take(6)).proofs)).toBe(6);
    expect(await look()).toMatchObject({ state: 'PAID', paid: 9, issued: 6 });
    expect(sumOf((await take(3)).proofs)).toBe(3);
    expect(await look()).toMatchObject({ state: 'ISSUED', paid: 9, issued: 9 });
    expect(await problem(take(1))).toMatchObject({ code: 'mint-refused' });
    expect(mint.books.outstanding()).toBe(9);
    expect(ledger.balanceOf(mint.account)).toBe(9_000);
  });

  it('[MINT-13] [MINT-14] [MINT-15] are paid with ecash, as often as somebody likes, each time once', async () => {
    const { core, ledger, mint, deposit, prepare } = world;
    const { text } = ledger.offer({ payee: 'shop', description: 'tea' });
    expect(await problem(core.meltQuote({ ...at(), invoice: text }))).toMatchObject({ code: 'mint-refused' });
    const wish = { ...at(), invoice: text, amountMsat: 7_000 };
    ledger.fund(mint.account, 100);
    for (const _ of [1, 2]) {
      const { quote, amount, feeReserve } = await core.meltQuote(wish);
      expect(amount).toBe(7);
      const inputs = await deposit(amount + feeReserve);
      const outputs = await prepare({ blanks: 2 });
      expect(await core.melt({ ...at(), quote, inputs, outputs })).toMatchObject({ state: 'PAID' });
      expect(await core.checkMeltQuote({ ...at(), quote, outputs })).toMatchObject({ state: 'PAID' });
      expect(await problem(core.melt({ ...at(), quote, inputs: await deposit(9), outputs }))).toBeDefined();
    }
    expect(ledger.balanceOf('shop')).toBe(14_000);
    const { quote } = await core.meltQuote(wish);
    expect(await problem(core.checkMeltQuote({ mint: mint.url, quote }))).toMatchObject({ number: 20_000 });
    const priced = ledger.offer({ payee: 'shop', msats: 5_000 });
    expect((await core.meltQuote({ ...at(), invoice: priced.text })).amount).toBe(5);
    expect(await problem(core.meltQuote({ ...at(), invoice: priced.text, amountMsat: 4_000 }))).toBeDefined();
  });

  it('are neither made nor paid where the mint does not offer it, and says so', async () => {
    const bare = await coreWorld();
    const place = { mint: bare.mint.url, unit: 'sat', method: 'bolt12' as const };
    expect((await bare.core.loadMint(bare.mint.url)).info.mint.methods.map(({ method }) => method)).toEqual(['bolt11']);
    expect(await problem(bare.core.mintQuote(place))).toMatchObject({ code: 'mint-refused' });
    expect(await problem(bare.core.meltQuote({ ...place, invoice: 'lno1', amountMsat: 1_000 }))).toMatchObject({
      code: 'mint-refused',
    });
    await bare.stop();
  });
});
