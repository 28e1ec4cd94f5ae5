import { IDBFactory } from 'fake-indexeddb';
import { expect, it, vi } from 'vitest';
import { createMints } from '#actors/ecash/mints.ts';
import { MINT_REFRESH_MS } from '#domain/ecash/ecash-limits.ts';
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

const keyset = (id: string) => ({ id, unit: 'sat', active: true, feePpk: 0, keys: {} });
const proofs = (...ids: readonly string[]) => ids.map((id) => ({ keyset: id }));

/** A mint whose keysets are changed, and tabs that know it. */
const setUp = async () => {
  const mint = { keysets: ['one'], asked: 0 };
  const clock = { now: 1_000 };
  const ledger = openLedger(new IDBFactory(), { pubkey: 'a'.repeat(64), now: () => clock.now });
  const open = () => {
    const knowMint = vi.fn(async () => {});
    const loadMint = async () => {
      mint.asked += 1;
      return { ...facts, keysets: mint.keysets.map(keyset) };
    };
    return { ...createMints({ ledger, core: { loadMint, knowMint } as never, now: () => clock.now }), knowMint };
  };
  const tab = open();
  await tab.use(await tab.load(URL));
  return { mint, clock, tab, open };
};

it('asks a mint anew for keysets of proofs that it does not know, and not again for such as it does not have', async () => {
  const { mint, clock, tab } = await setUp();
  await tab.facts(URL, proofs('one', 'one'));
  expect(mint.asked).toBe(1);
  mint.keysets = ['one', 'two'];
  expect((await tab.facts(URL, proofs('two'))).keysets.map(({ id }) => id)).toEqual(['one', 'two']);
  await tab.facts(URL, proofs('two'));
  expect(mint.asked).toBe(2);
  for (let times = 0; times < 3; times += 1) await tab.facts(URL, proofs('gone'));
  expect(mint.asked).toBe(3);
  clock.now += MINT_REFRESH_MS;
  await tab.facts(URL, proofs('gone'));
  expect(mint.asked).toBe(4);
});

it('knows what another tab learned later', async () => {
  const { mint, clock, tab, open } = await setUp();
  const other = open();
  clock.now += 5;
  mint.keysets = ['one', 'two'];
  await other.load(URL);
  expect((await tab.facts(URL)).keysets).toHaveLength(2);
  expect(tab.knowMint).toHaveBeenCalledOnce();
  await tab.facts(URL);
  expect(tab.knowMint).toHaveBeenCalledOnce();
  expect(mint.asked).toBe(2);
});
