import { createLedger } from '#devnet/lightning/ledger.ts';
import { type MintOptions, startMint } from '#devnet/mint/mint.ts';
import { createClient } from '#tests/contract/mint-client.ts';

/** A mint with somebody who pays its invoices and somebody who is paid; the ledger can be that of another mint. */
export async function mintUnderTest(options: Partial<MintOptions> = {}) {
  const { ledger = createLedger() } = options;
  ledger.fund('payer', 1_000_000);
  const mint = await startMint({ ...options, ledger });
  const client = createClient(mint.url, async (invoice) => void ledger.pay('payer', invoice));
  const { nuts } = (await client.get('/v1/info')).json as { nuts: Record<string, unknown> };
  return {
    mint,
    ledger,
    tried: {
      ...client,
      invoice: async (sats: number) => ledger.invoice({ payee: 'payee', msats: sats * 1_000 }).text,
      nuts: { ...nuts, isHonestPayer: true },
    },
  };
}

export type MintTrial = Awaited<ReturnType<typeof mintUnderTest>>;
