import { IDBFactory } from 'fake-indexeddb';
import { expect, it, vi } from 'vitest';
import { createMints } from '#actors/ecash/mints.ts';
import { readMintInfo } from '#domain/ecash/mint-info.ts';
import { openLedger } from '#store/ledger/ledger.ts';

const URL = 'https://mint.example';
const facts = { url: URL, info: readMintInfo({ name: 'Mint' }), keysets: [] };

it('uses a mint by one change of the ledger, and one that is used already by none', async () => {
  const ledger = openLedger(new IDBFactory(), { pubkey: 'a'.repeat(64), now: () => 7 });
  const mints = createMints({ ledger, core: {} as never, now: () => 7 });
  const changed = vi.fn();
  ledger.watch(changed, { stores: ['mints'] });
  await mints.use(facts);
  expect(await ledger.mints.all()).toMatchObject([{ url: URL, addedAt: 7, facts }]);
  expect(changed).toHaveBeenCalledTimes(1);
  await mints.use(facts);
  expect(changed).toHaveBeenCalledTimes(1);
});
