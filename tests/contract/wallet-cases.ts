import assert from 'node:assert/strict';
import { sumOf } from '#domain/ecash/proof.ts';
import { testCore, walletAt } from '#tests/support/core-world.ts';
import type { MintCase, MintUnderTest } from './mint-cases.ts';

/** Our own wallet at this mint: what the app asks of mints goes this way. */
const walletOf = ({ url, settled }: MintUnderTest) => walletAt(url, settled);

const ysOf = (proofs: readonly { readonly y: string }[]): string[] => proofs.map(({ y }) => y);

/** What our wallet does at any mint, with everything that it checks on the way: keyset ids, amounts, proofs of keys. */
export const WALLET_CASES: readonly MintCase[] = [
  {
    name: 'our wallet makes ecash of a payment and finds it again by its words',
    run: async (mint) => {
      const { core, made, deposit, keyset } = await walletOf(mint);
      const proofs = await deposit(21);
      assert.equal(sumOf(proofs), 21);
      const states = await core.checkStates({ mint: mint.url, ys: ysOf(proofs) });
      assert.deepEqual(new Set(Object.values(states)), new Set(['UNSPENT']));
      const again = testCore();
      await again.allow({ loopback: true });
      await again.create(await core.reveal(made.wallet, made.key));
      const { id } = await keyset();
      const found = await again.scanSeed({ mint: mint.url, keyset: id, from: 0, count: 10 });
      assert.deepEqual(ysOf(found.proofs).sort(), ysOf(proofs).sort());
    },
  },
  {
    name: 'our wallet sends a token that another wallet of ours takes',
    run: async (mint) => {
      const sender = await walletOf(mint);
      const inputs = await sender.deposit(32);
      const keep = 32 - 12 - (await sender.costOf(inputs));
      const outputs = await sender.prepare({ keep, send: 12 });
      const { proofs } = await sender.core.swap({ mint: mint.url, inputs, outputs });
      const text = await sender.core.writeToken({ proofs: proofs.filter(({ role }) => role === 'send') });
      const taker = await walletOf(mint);
      await taker.core.loadMint(mint.url);
      const token = await taker.core.readToken(text);
      assert.equal(token.amount, 12);
      await taker.core.checkToken({ mint: mint.url, proofs: token.proofs, requireDleq: true });
      const theirs = 12 - (await taker.costOf(token.proofs));
      const order = { mint: mint.url, inputs: token.proofs, outputs: await taker.prepare({ keep: theirs }) };
      assert.equal(sumOf((await taker.core.swap(order)).proofs), theirs);
      const spent = await sender.core.checkStates({ mint: mint.url, ys: ysOf(token.proofs) });
      assert.deepEqual(new Set(Object.values(spent)), new Set(['SPENT']));
    },
  },
  {
    name: 'our wallet gets back what a lost answer held',
    run: async (mint) => {
      const { core, deposit, prepare, costOf } = await walletOf(mint);
      const inputs = await deposit(16);
      const outputs = await prepare({ keep: 16 - (await costOf(inputs)) });
      assert.deepEqual(await core.restore({ mint: mint.url, outputs }), []);
      const { proofs } = await core.swap({ mint: mint.url, inputs, outputs });
      const found = await core.restore({ mint: mint.url, outputs });
      assert.deepEqual(ysOf(found).sort(), ysOf(proofs).sort());
    },
  },
  {
    name: 'our wallet pays an invoice and takes what is left, also when it asks again',
    run: async (mint) => {
      const { core, unit, deposit, prepare, costOf } = await walletOf(mint);
      const invoice = await mint.invoice(40);
      const quote = await core.meltQuote({ mint: mint.url, unit, invoice });
      const inputs = await deposit(64);
      const outputs = await prepare({ blanks: 6 });
      const paid = await core.melt({ mint: mint.url, quote: quote.quote, inputs, outputs });
      assert.equal(paid.state, 'PAID');
      const left = 64 - 40 - quote.feeReserve - (await costOf(inputs));
      assert.ok(sumOf(paid.change ?? []) >= left, `${sumOf(paid.change ?? [])} of at least ${left}`);
      const found = await core.restore({ mint: mint.url, outputs });
      assert.deepEqual(ysOf(found).sort(), ysOf(paid.change ?? []).sort());
      const again = await core.checkMeltQuote({ mint: mint.url, quote: quote.quote, outputs });
      assert.equal(again.state, 'PAID');
    },
  },
  {
    name: 'our wallet locks ecash to another, who alone can take it',
    needs: (nuts) => (nuts[11] as { supported?: boolean } | undefined)?.supported === true,
    run: async (mint) => {
      const [sender, friend] = [await walletOf(mint), await walletOf(mint)];
      const inputs = await sender.deposit(8);
      const amount = 8 - (await sender.costOf(inputs));
      const outputs = await sender.prepare({ send: amount, lock: { pubkey: friend.made.pubkey } });
      const { proofs } = await sender.core.swap({ mint: mint.url, inputs, outputs });
      const text = await sender.core.writeToken({ proofs });
      await friend.core.loadMint(mint.url);
      const token = await friend.core.readToken(text);
      const theirs = amount - (await friend.costOf(token.proofs));
      const order = { mint: mint.url, inputs: token.proofs, outputs: await friend.prepare({ keep: theirs }) };
      assert.equal(sumOf((await friend.core.swap(order)).proofs), theirs);
    },
  },
  {
    name: 'our wallet mints a quote that is locked to it',
    needs: (nuts) => (nuts[20] as { supported?: boolean } | undefined)?.supported === true,
    run: async (mint) => {
      const { core, unit, prepare } = await walletOf(mint);
      const { quote, request, lockKey } = await core.mintQuote({ mint: mint.url, unit, amount: 4, locked: true });
      await mint.settled(request, quote);
      const order = { mint: mint.url, quote, outputs: await prepare({ keep: 4 }), lockKey: lockKey! };
      assert.equal(sumOf((await core.mint(order)).proofs), 4);
    },
  },
];
