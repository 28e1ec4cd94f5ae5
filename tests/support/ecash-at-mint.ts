import { IDBFactory } from 'fake-indexeddb';
import { startMint, type Mint, type MintOptions } from '#devnet/mint/mint.ts';
import { createLedger as createLightning } from '#devnet/lightning/ledger.ts';
import type { EcashDeps, EcashExchange } from '#actors/ecash/ecash-deps.ts';
import { createEngine } from '#actors/ecash/operations/engine.ts';
import { ledgerFaults } from '#domain/ecash/ledger/ledger-faults.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import { openLedger, type Ledger } from '#store/ledger/ledger.ts';
import type { EcashCore, NewWallet } from '#workers/ecash-calls.ts';
import { testCore } from './core-world.ts';
import { watchedLedger, type OpenWallet } from './ecash-world.ts';
import type { MoneyLife, Outside } from './money-points.ts';

export type Place = { readonly mint: Mint; readonly lightning: ReturnType<typeof createLightning> };

/** A wallet at a real mint: the worker's own code, HTTP, and books in SQLite. */
export type MintedWorld = Outside & {
  readonly place: Place;
  readonly factory: IDBFactory;
  readonly wallet: NewWallet;
  /** the worker of a tab where nothing goes wrong */
  readonly core: EcashCore;
  readonly broken: string[];
  readonly clock: { now: number };
  /** what the mint owed to everybody before */
  readonly before: number;
};

const ASKED = [
  'loadMint',
  'swap',
  'mintQuote',
  'checkMintQuote',
  'mint',
  'meltQuote',
  'checkMeltQuote',
  'melt',
  'restore',
  'checkStates',
] as const satisfies readonly (keyof EcashExchange)[];

/** A mint of the sample network with somebody who pays its invoices. */
export const openPlace = async (options: Omit<MintOptions, 'ledger'> = {}): Promise<Place> => {
  const lightning = createLightning();
  lightning.fund('payer', 1_000_000);
  return { lightning, mint: await startMint({ ledger: lightning, cacheSeconds: false, ...options }) };
};

const openBare = ({ factory, clock, broken }: MintedWorld): Ledger =>
  openLedger(factory, {
    pubkey: 'a'.repeat(64),
    now: () => (clock.now += 1),
    inspect: (content) => broken.push(...ledgerFaults(content)),
  });

/** Opens the wallet over what the disk holds, with a worker of its own. */
export const openAtMint = async (world: MintedWorld, life: MoneyLife): Promise<OpenWallet> => {
  const { wallet, clock } = world;
  const core = testCore();
  await core.allow({ loopback: true });
  await core.open(wallet.wallet, wallet.key);
  const ask =
    (name: string, act: (...given: unknown[]) => Promise<unknown>) =>
    (...given: unknown[]) =>
      life.net(name, () => act(...given));
  const calls = Object.fromEntries(ASKED.map((name) => [name, ask(name, core[name] as never)]));
  const exchange = { ...core, ...calls } as EcashExchange;
  const ledger = watchedLedger(openBare(world), life);
  const deps: EcashDeps = {
    ledger,
    core: exchange,
    mintFacts: (url) => exchange.loadMint(url),
    now: () => (clock.now += 1),
    newId: () => `o${String((clock.now += 1)).padStart(15, '0')}`,
    random: () => 0.5,
  };
  return { deps, engine: createEngine(deps), ledger };
};

/** A fresh wallet at a mint that others use, too. */
export const createMintedWorld = async (place: Place): Promise<MintedWorld> => {
  const core = testCore();
  const { mint } = place;
  await core.allow({ loopback: true });
  const wallet = await core.create();
  await core.loadMint(mint.url);
  const clock = { now: 0 };
  return {
    place,
    core,
    factory: new IDBFactory(),
    wallet,
    broken: [],
    clock,
    before: mint.books.outstanding(),
    late: [],
    rotate: () => void mint.books.rotate(),
    jump: (ms) => void (clock.now += ms),
  };
};

/** What the books of the mint and the ledger do not agree on. */
export const mintedFaults = async (world: MintedWorld): Promise<readonly string[]> => {
  const { place, broken, before } = world;
  const ledger = openBare(world);
  const [rows, open] = [await ledger.proofs(), await ledger.operations()];
  const usable = rows.filter(({ state }) => state !== 'reserved');
  const owed = place.mint.books.outstanding() - before;
  const spent = usable.filter(({ y }) => place.mint.books.stateOf(y) !== 'UNSPENT');
  const doubtful = open.filter(({ phase }) => phase !== 'waiting');
  return [
    ...broken,
    ...(owed === sumOf(usable) ? [] : [`the mint owes ${owed}, ${sumOf(usable)} are there`]),
    ...spent.map(({ y }) => `${y} is spent and counted`),
    ...doubtful.map(({ kind, phase, trouble }) => `a ${kind} is ${phase} (${trouble?.code})`),
  ];
};
