import { afterAll, beforeAll, describe, it } from 'vitest';
import { createLedger } from '#devnet/lightning/ledger.ts';
import { type MintOptions, startMint } from '#devnet/mint/mint.ts';
import { createClient } from '#tests/contract/mint-client.ts';
import { MINT_CASES, type MintUnderTest } from '#tests/contract/mint-cases.ts';

/** A mint with somebody who pays its invoices and somebody who is paid. */
async function underTest(options: Omit<MintOptions, 'ledger'> = {}) {
  const ledger = createLedger();
  ledger.fund('payer', 1_000_000);
  const mint = await startMint({ ledger, ...options });
  const client = createClient(mint.url, async (invoice) => void ledger.pay('payer', invoice));
  const { nuts } = (await client.get('/v1/info')).json as { nuts: Record<string, unknown> };
  const tried: MintUnderTest = {
    ...client,
    invoice: async (sats) => ledger.invoice({ payee: 'payee', msats: sats * 1_000 }).text,
    nuts: { ...nuts, isHonestPayer: true },
  };
  return { mint, ledger, tried };
}

const KINDS: readonly (readonly [name: string, options: Omit<MintOptions, 'ledger'>])[] = [
  ['with long keyset ids', {}],
  [
    'with short keyset ids, fees and no memory of its answers',
    { keysets: [{ version: '00', fee: 100 }], cacheSeconds: false },
  ],
];

describe.each(KINDS)('a mint of the sample network %s', (_, options) => {
  let world: Awaited<ReturnType<typeof underTest>>;
  beforeAll(async () => {
    world = await underTest(options);
  });
  afterAll(() => world.mint.stop());

  for (const { name, needs, run } of MINT_CASES)
    it(name, async ({ skip }) => {
      if (needs && !needs(world.tried.nuts)) skip();
      await run(world.tried);
    });
});
