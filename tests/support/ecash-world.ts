import { IDBFactory } from 'fake-indexeddb';
import { createEcashActs } from '#actors/ecash/wallet/ecash-acts.ts';
import { createEngine, type Engine } from '#actors/ecash/operations/engine.ts';
import { newOperation } from '#actors/ecash/new-operation.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import type { Purse } from '#actors/ecash/wallet/purse.ts';
import { CHANGE_LATE_MS } from '#domain/ecash/ecash-limits.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { ledgerFaults, type LedgerContent } from '#domain/ecash/ledger/ledger-faults.ts';
import { arrivalsOf, takenElsewhere } from '#domain/ecash/ledger/made-offer.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import type { ProofRow } from '#domain/ecash/proof.ts';
import { openLedger, type Ledger } from '#store/ledger/ledger.ts';
import {
  createMintModel,
  createModelCore,
  createModelsCore,
  createSharedInvoice,
  MINT,
  OTHER_MINT,
  proofOf,
  UNIT,
  type MintModel,
  type PaymentEnd,
  type SharedInvoice,
} from './mint-model.ts';
import type { MoneyLife, Outside } from './money-points.ts';

const SEED = 'A';
const STRANGER = 'B';

export type EcashWorld = Outside & {
  readonly factory: IDBFactory;
  readonly model: MintModel;
  /** another mint, for whose invoices this one pays */
  readonly other: MintModel;
  /** what must not have been in the ledger after any change */
  readonly broken: string[];
  /** rises with each look at it */
  readonly clock: { now: number };
  /** what both mints pay together */
  readonly shared: SharedInvoice;
  /** what another device has, of the same seed */
  readonly elsewhere: ReadonlySet<string>;
};

type Plan = {
  readonly feePpk?: number;
  readonly payment?: PaymentEnd;
  /** amounts that the wallet has from the beginning */
  readonly has?: readonly number[];
  /** the same at the other mint, and how a payment ends there */
  readonly otherHas?: readonly number[];
  readonly otherPayment?: PaymentEnd;
  /** what an invoice is worth that both mints pay together */
  readonly shared?: number;
  /** so many numbers of the seed another device used that this one does not know of */
  readonly elsewhere?: number;
  /** amounts that the words have, by their numbers, which the ledger does not know of */
  readonly words?: Readonly<Record<number, number>>;
  /** the same at the other mint */
  readonly otherWords?: Readonly<Record<number, number>>;
};

/** The wallet opened in one life: every wait for the disk or the mint is a place where things go wrong. */
export type OpenWallet = { readonly deps: EcashDeps; readonly engine: Engine; readonly ledger: Ledger };

const openBare = ({ factory, clock, broken }: EcashWorld): Ledger =>
  openLedger(factory, {
    pubkey: 'a'.repeat(64),
    now: () => (clock.now += 1),
    inspect: (content: LedgerContent) => broken.push(...ledgerFaults(content)),
  });

/** A ledger each act of which is a place where things go wrong. */
export const watchedLedger = (ledger: Ledger, life: MoneyLife): Ledger => ({
  ...ledger,
  change: (change) => life.change('change', () => ledger.change(change)),
  operation: (id) => life.read('read operation', () => ledger.operation(id)),
  operations: (all) => life.read('read operations', () => ledger.operations(all)),
  proofs: () => life.read('read proofs', () => ledger.proofs()),
  spent: () => life.read('read spent', () => ledger.spent()),
  proofsOf: (id) => life.read('read proofs of', () => ledger.proofsOf(id)),
  known: (ys) => life.read('read known', () => ledger.known(ys)),
  counter: (mint, keyset) => life.read('read counter', () => ledger.counter(mint, keyset)),
  history: () => life.read('read history', () => ledger.history()),
  beside: {
    ...ledger.beside,
    all: (prefix) => life.read('read all beside', () => ledger.beside.all(prefix)),
    get: (name) => life.read('read beside', () => ledger.beside.get(name)),
    change: (name, next) => life.change('change beside', () => ledger.beside.change(name, next)),
  },
});

/** Opens the wallet over what the disk holds. */
export const openWallet = (world: EcashWorld, life: MoneyLife): OpenWallet => {
  const { model, other, clock } = world;
  const ledger = watchedLedger(openBare(world), life);
  const coreOf = (mint: MintModel) =>
    createModelCore(
      mint,
      (name, act) => life.net(name, act),
      SEED,
      () => `r${(clock.now += 1)}`,
    );
  const models = createModelsCore(new Map([model, other].map((mint) => [mint.url, coreOf(mint)])));
  const core: typeof models = {
    ...models,
    async prepareOutputs(wish) {
      if (life.isClosed()) throw new EcashError({ code: 'ecash-locked' });
      return await models.prepareOutputs(wish);
    },
  };
  const deps: EcashDeps = {
    ledger,
    core,
    mintFacts: (url) => core.loadMint(url),
    now: () => (clock.now += 1),
    takes: () =>
      life.net('check how they take it', () => ({
        pubkey: 'd'.repeat(64),
        mints: [MINT, OTHER_MINT].map((url) => ({ url, listed: url })),
      })),
    newId: () => `o${String((clock.now += 1)).padStart(15, '0')}`,
    random: () => 0.5,
  };
  const engine = createEngine(deps);
  return {
    deps,
    ledger,
    // with the wallet the charts end that lead what is open
    engine: { advance: async (...asked) => (life.isClosed() ? { type: 'over' } : await engine.advance(...asked)) },
  };
};

const signWords = (model: MintModel, words: Readonly<Record<number, number>>) => {
  const [{ id: keyset } = { id: '' }] = model.keysets();
  model.sign(Object.entries(words).map(([number, amount]) => ({ b: `b${SEED}/${keyset}/${number}`, amount, keyset })));
};

/** What the wallet has at a mint from the beginning. */
const fill = async (ledger: Ledger, model: MintModel, has: readonly number[]) => {
  const [{ id: keyset } = { id: '' }] = model.keysets();
  const outputs = has.map((amount, at) => ({ b: `b${SEED}/${keyset}/${at}`, amount, keyset }));
  model.sign(outputs);
  const spends = has.reduce((sum, amount) => sum + amount, 0);
  const counters = has.length > 0 ? [{ keyset, from: 0, to: has.length }] : [];
  const made = {
    kind: 'deposit',
    mint: model.url,
    unit: UNIT,
    amount: spends,
    fee: 0,
    inputs: [],
    spends: 0,
    outputs: [],
  } as const;
  const deps = { newId: () => (model.url === MINT ? 'o0' : 'o1'), now: () => 0 };
  await ledger.change({
    operations: [newOperation(deps, { ...made, counters, phase: 'committed', got: spends })],
    add: outputs.map(({ b }): ProofRow => ({ ...proofOf(model, b), state: 'available', at: 0 })),
    counters: counters.map((range) => ({ ...range, mint: model.url })),
  });
};

/** A fresh browser with some sats in it, and a mint. */
export const createEcashWorld = async (given: Plan = {}): Promise<EcashWorld> => {
  const { has = [], otherHas = [], otherPayment, elsewhere = 0, words = {}, otherWords = {}, ...plan } = given;
  const shared = createSharedInvoice(plan.shared ?? Infinity);
  const model = createMintModel({ ...plan, shared });
  const other = createMintModel({
    url: OTHER_MINT,
    ids: '00f',
    shared,
    ...(otherPayment && { payment: otherPayment }),
  });
  model.onPaid = (request) => {
    const quote = request.split(' ')[1];
    if (quote !== undefined) other.pay(quote);
  };
  const theirs = Array.from({ length: elsewhere }, (_, at) => ({
    b: `b${SEED}/0000000000000000/${has.length + at}`,
    amount: 1,
    keyset: '0000000000000000',
  }));
  model.sign(theirs);
  const world: EcashWorld = {
    factory: new IDBFactory(),
    model,
    other,
    shared,
    broken: [],
    clock: { now: 0 },
    elsewhere: new Set(theirs.map(({ b }) => b.replace('b', 'y'))),
    late: [],
    rotate() {
      model.rotate();
      other.rotate();
    },
    jump(ms) {
      world.clock.now += ms;
    },
  };
  signWords(model, words);
  signWords(other, otherWords);
  const ledger = openBare(world);
  await fill(ledger, model, has);
  if (otherHas.length > 0) await fill(ledger, other, otherHas);
  await ledger.close();
  return world;
};

/** A token of somebody else; `which`: one of several. */
export const strangersToken = ({ model }: EcashWorld, amounts: readonly number[], which = 0) => {
  const outputs = amounts.map((amount, at) => ({
    b: `b${STRANGER}/0000000000000000/${which * amounts.length + at}`,
    amount,
    keyset: '0000000000000000',
  }));
  model.sign(outputs);
  return outputs.map(({ b }) => proofOf(model, b));
};

/** Somebody takes a token. */
export const takeToken = ({ model }: EcashWorld, ys: readonly string[]) => {
  const sum = ys.reduce((all, y) => all + model.signed.get(y.replace('y', 'b'))!.amount, 0);
  const keyset = model.keysets().find(({ active }) => active)!;
  const outputs = Array.from({ length: 1 }, () => ({
    role: 'keep' as const,
    keyset: keyset.id,
    amounts: [sum - Math.ceil((ys.length * keyset.feePpk) / 1000)],
    b: [`bC/${keyset.id}/${ys.join('+')}`],
    sealed: { ivB64: '', ciphertextB64: '' },
  }));
  model.swap(ys, outputs);
};

const ROUNDS = 5;

/** The mint gives nothing back of what was paid beyond what it wants, and says so. */
export const withoutChange = (deps: EcashDeps): EcashDeps => ({
  ...deps,
  async mintFacts(url) {
    const facts = await deps.mintFacts(url);
    return { ...facts, info: { ...facts.info, nuts: facts.info.nuts.filter((nut) => nut !== 8) } };
  },
});

/** Leads an operation until nothing is left to do; payments that hang come to their end meanwhile, and change is waited for. */
export const leadOn = async (
  { engine }: OpenWallet,
  { model, other, jump }: EcashWorld,
  id: string,
  isFresh?: 'fresh',
) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const pause = await engine.advance(id, round === 0 ? isFresh : undefined);
    if (pause.type === 'over') return;
    model.tick();
    other.tick();
    if (round > 0) jump(CHANGE_LATE_MS);
  }
};

/** Leads on what is open, and what that begins. */
export const leadAll = async (wallet: OpenWallet, world: EcashWorld, isFresh?: 'fresh') => {
  const led = new Set<string>();
  for (;;) {
    const next = (await wallet.ledger.operations()).filter(({ id }) => !led.has(id));
    if (next.length === 0) return;
    for (const { id } of next) {
      led.add(id);
      await leadOn(wallet, world, id, isFresh);
    }
  }
};

/** The wallet is opened again, and leads on what it finds; 'fresh': another tab takes over at once, and somebody waits for it. */
export const recoverAll = (life: MoneyLife, world: EcashWorld, isFresh?: 'fresh') =>
  leadAll(openWallet(world, life), world, isFresh);

/** What the books of a mint and the ledger do not agree on. */
const faultsAt = (
  { elsewhere }: EcashWorld,
  model: MintModel,
  { rows, all }: { readonly rows: readonly ProofRow[]; readonly all: readonly Operation[] },
): readonly string[] => {
  const here = rows.filter(({ mint }) => mint === model.url);
  const usable = new Set(here.filter(({ state }) => state !== 'reserved').map(({ y }) => y));
  const unspent = model.unspentOf(SEED);
  const lost = unspent.filter((y) => !usable.has(y) && !elsewhere.has(y));
  const worth = lost.reduce((sum, y) => sum + model.signed.get(y.replace('y', 'b'))!.amount, 0);
  const phantom = [...usable].filter((y) => !unspent.includes(y) && model.stateOf(y) === 'SPENT');
  const out = new Set(here.filter(({ state }) => state === 'out').map(({ y }) => y));
  const paid = [...model.mintQuotes].filter(([, { state }]) => state === 'PAID');
  const at = all.filter(({ mint }) => mint === model.url);
  const taken = (id: string) => takenElsewhere(arrivalsOf({ mint: model.url, quote: id }, all));
  const offered = [...model.offers].filter(([, sums]) => sums.issued < sums.paid);
  const unwritten = [...model.offers].filter(([id, sums]) => taken(id) !== sums.paid);
  const unsaid = model.melted.filter((id) => !at.some(({ quote, phase }) => quote?.id === id && phase === 'committed'));
  const said = at.filter(
    ({ kind, phase, quote }) => kind === 'melt' && phase === 'committed' && !model.melted.includes(quote!.id),
  );
  return [
    ...(lost.length > 0 ? [`${worth} lost: ${lost.join(' ')}`] : []),
    ...phantom.filter((y) => !out.has(y)).map((y) => `${y} is spent and counted`),
    ...paid.map(([id]) => `${id} is paid and not taken`),
    ...offered.map(([id, { paid: came, issued }]) => `${came - issued} that came by ${id} were not taken`),
    ...unwritten.map(([id, sums]) => `${taken(id)} of ${sums.paid} that came by ${id} are in the history`),
    ...unsaid.map((id) => `${id} was paid and is not said to be`),
    ...said.map(({ id }) => `${id} is said to be paid`),
    ...(new Set(model.melted).size < model.melted.length ? ['an invoice was paid twice'] : []),
  ];
};

/** What the books and the ledger do not agree on: money that is lost, in doubt, or there only in the ledger. */
export const worldFaults = async (world: EcashWorld): Promise<readonly string[]> => {
  const ledger = openBare(world);
  const [rows, open, all] = [await ledger.proofs(), await ledger.operations(), await ledger.operations('all')];
  const isIdle = ({ kind, phase, partner }: Operation) =>
    phase === 'waiting' && (kind === 'send' || kind === 'deposit') && !partner;
  return [
    ...world.broken,
    ...open
      .filter((record) => !isIdle(record))
      .map(({ kind, phase, trouble }) => `a ${kind} is ${phase} (${trouble?.code})`),
    ...[world.model, world.other].flatMap((model) => faultsAt(world, model, { rows, all })),
  ];
};

/** What somebody does with an open wallet, without anything around it. */
export const actsWith = (purse: Purse, { clock }: Pick<EcashWorld, 'clock'>) =>
  createEcashActs({
    purse: () => purse,
    chart: () => undefined,
    confirm: async () => {},
    onBegin: () => {},
    lockKeyOf: async () => undefined,
    message: async () => {},
    now: () => clock.now,
  }).acts;
