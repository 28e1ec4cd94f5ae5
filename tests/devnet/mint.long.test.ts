import { afterAll, beforeAll, describe, it } from 'vitest';
import type { MintOptions } from '#devnet/mint/mint.ts';
import { MINT_CASES } from '#tests/contract/mint-cases.ts';
import { WALLET_CASES } from '#tests/contract/wallet-cases.ts';
import { type MintTrial, mintUnderTest } from '#tests/support/mint-under-test.ts';

const KINDS: readonly (readonly [name: string, options: Omit<MintOptions, 'ledger'>])[] = [
  ['with long keyset ids', {}],
  [
    'with short keyset ids, fees and no memory of its answers',
    { keysets: [{ version: '00', fee: 100 }], cacheSeconds: false },
  ],
];

describe.each(KINDS)('a mint of the sample network %s', (_, options) => {
  let world: MintTrial;
  beforeAll(async () => {
    world = await mintUnderTest(options);
  });
  afterAll(() => world.mint.stop());

  for (const { name, needs, run } of [...MINT_CASES, ...WALLET_CASES])
    it(name, async ({ skip }) => {
      if (needs && !needs(world.tried.nuts)) skip();
      await run(world.tried);
    });
});
