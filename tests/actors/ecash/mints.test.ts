import { IDBFactory } from 'fake-indexeddb';
import { expect, it, vi } from 'vitest';
import { createMints } from '#actors/ecash/mints.ts';
import { readWholeToken } from '#actors/ecash/wallet/token-look.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { MINT_REFRESH_MS } from '#domain/ecash/ecash-limits.ts';
import { readMintInfo } from '#domain/ecash/mints/mint-info.ts';
import { isMintFailure } from '#domain/ecash/mints/mint-tally.ts';
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

it('[MINT-36] says of a mint that does not load in time that it cannot be used; what else is wrong stays as it is', async () => {
  const ledger = openLedger(new IDBFactory(), { pubkey: 'a'.repeat(64), now: () => 7 });
  const failing = (code: 'mint-timeout' | 'mint-network') =>
    createMints({
      ledger,
      core: { loadMint: () => Promise.reject(new EcashError({ code })), readToken: async () => short } as never,
      now: () => 7,
    });
  const short = { mint: URL, unresolved: true };
  const unusable = { problem: { code: 'mint-not-loaded', url: URL } };
  expect(isMintFailure(new EcashError({ code: 'mint-not-loaded', url: URL }))).toBe(true);
  const late = failing('mint-timeout');
  await expect(late.facts(URL)).rejects.toMatchObject(unusable);
  await expect(readWholeToken({ mints: late, core: late.core }, 'cashuB')).rejects.toMatchObject(unusable);
  await expect(late.load(URL)).rejects.toMatchObject({ problem: { code: 'mint-timeout' } });
  await expect(failing('mint-network').facts(URL)).rejects.toMatchObject({ problem: { code: 'mint-network' } });
});

it('[DEPOSIT-12] counts no wish for fewer requests against a mint, in whatever words and with whatever status', () => {
  const status = (said: string) => isMintFailure(new EcashError({ code: 'mint-status', status: 503, said }));
  expect([status('Rate limit'), status('oops')]).toEqual([false, true]);
});
