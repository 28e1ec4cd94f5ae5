import { createLedger } from '#devnet/lightning/ledger.ts';
import { startMint, type MintOptions } from '#devnet/mint/mint.ts';
import { chooseKeyset } from '#domain/ecash/proofs/choose-keyset.ts';
import type { Lock, MadeProof } from '#domain/ecash/proof.ts';
import { denominationsOf, splitAmount } from '#domain/ecash/proofs/split.ts';
import { createEcashCore, type EcashSource } from '#workers/ecash-core.ts';

/** The core as its worker makes it, in this process. */
export const testCore = (source: Partial<EcashSource> = {}) =>
  createEcashCore({
    subtle: crypto.subtle,
    getRandomValues: (bytes) => crypto.getRandomValues(bytes),
    fetch: (...asked) => fetch(...asked),
    now: Date.now,
    ...source,
  });

/** A wallet of ours at any mint; outputs are counted here, as the ledger does it. `paid`: a quote whose invoice is settled. */
export const walletAt = async (url: string, settle: (invoice: string, quote: string) => Promise<void>) => {
  const core = testCore();
  await core.allow({ loopback: true });
  const made = await core.create();
  const counters = new Map<string, number>();
  const unit = 'sat';

  const keyset = async (mint = url) =>
    chooseKeyset((await core.loadMint(mint)).keysets, unit, Math.floor(Date.now() / 1_000));
  const parts = async (amount: number) => splitAmount(amount, denominationsOf((await keyset()).keys!));

  const prepare = async (wish: { keep?: number; send?: number; blanks?: number; lock?: Lock }) => {
    const { id } = await keyset();
    const counter = counters.get(id) ?? 0;
    const { outputs, used } = await core.prepareOutputs({
      mint: url,
      unit,
      keyset: id,
      counter,
      keep: await parts(wish.keep ?? 0),
      send: await parts(wish.send ?? 0),
      blanks: wish.blanks ?? 0,
      ...(wish.lock && { lock: wish.lock }),
    });
    counters.set(id, counter + used);
    return outputs;
  };

  const deposit = async (amount: number): Promise<readonly MadeProof[]> => {
    const { quote, request } = await core.mintQuote({ mint: url, unit, amount });
    await settle(request, quote);
    const { proofs } = await core.mint({ mint: url, quote, outputs: await prepare({ keep: amount }) });
    return proofs;
  };

  /** what it costs to spend these */
  const costOf = async (proofs: readonly { readonly keyset: string }[]): Promise<number> => {
    const fees = new Map((await core.loadMint(url)).keysets.map((each) => [each.id, each.feePpk]));
    return Math.ceil(proofs.reduce((sum, each) => sum + (fees.get(each.keyset) ?? 0), 0) / 1_000);
  };

  return { core, made, unit, keyset, parts, prepare, deposit, costOf, counters };
};

/** A wallet over a mint of the sample network. */
export const coreWorld = async (options: Omit<MintOptions, 'ledger'> = {}) => {
  const ledger = createLedger();
  ledger.fund('payer', 1_000_000);
  const mint = await startMint({ ledger, ...options });
  const wallet = await walletAt(mint.url, async (invoice) => void ledger.pay('payer', invoice));
  const invoice = (sats: number) => ledger.invoice({ payee: 'payee', msats: sats * 1_000 }).text;
  return { ...wallet, ledger, mint, invoice, stop: mint.stop };
};

export type CoreWorld = Awaited<ReturnType<typeof coreWorld>>;
