import { createAddress, type AddressDeps } from '#actors/ecash/address/address.ts';
import { createArrivals } from '#actors/ecash/requests/arrivals.ts';
import type { Purse } from '#actors/ecash/wallet/purse.ts';
import { sumOf, type SealedProof } from '#domain/ecash/proof.ts';
import { NOTHING_SEEN } from '#domain/ecash/mints/mint-tally.ts';
import { PRIVATE_MESSAGE, type OpenedWrap } from '#domain/messages/gift-wrap.ts';
import {
  actsWith,
  createEcashWorld,
  leadAll,
  leadOn,
  openWallet,
  recoverAll,
  strangersToken,
  worldFaults,
  type EcashWorld,
} from './ecash-world.ts';
import { MINT, UNIT } from './mint-model.ts';
import { openMoneyLife, tryMoneyPoints, type MoneyCase, type MoneyLife, type MoneyReport } from './money-points.ts';

const KEY = `02${'c'.repeat(64)}`;
const NEVER = () => () => {};

/** The wallet of whoever is logged in, as the acts of the app have it. */
const purseIn = (world: EcashWorld, life: MoneyLife, core: Readonly<Record<string, unknown>>) => {
  const wallet = openWallet(world, life);
  const { deps } = wallet;
  const ledger = { ...wallet.ledger, wallet: { ...wallet.ledger.wallet, get: async () => ({ pubkey: KEY }) } };
  const purse = {
    pubkey: 'me',
    ledger,
    deps,
    isOpen: () => true,
    mints: { facts: deps.mintFacts, load: deps.mintFacts, use: async () => {} },
    core: { ...deps.core, ...core },
  } as unknown as Purse;
  return { wallet, purse };
};

const takeIntoUse = async (world: EcashWorld) => {
  const { ledger } = openWallet(world, openMoneyLife());
  await ledger.mints.change(MINT, () => ({ url: MINT, addedAt: 1, tally: NOTHING_SEEN }));
  await ledger.close();
};

/** What waits at a mint, or came by message, is taken once: by one operation that was done. */
const takenOnce = async (world: EcashWorld, kind: 'deposit' | 'receive', count: number) => {
  const { ledger } = openWallet(world, openMoneyLife());
  const [all, rows] = [await ledger.operations('all'), await ledger.history()];
  await ledger.close();
  const came = all.filter((record) => record.kind === kind && (record.quote ?? record.brought) !== undefined);
  const done = came.filter(({ phase }) => phase === 'committed');
  const told = rows.filter((row) => row.kind === kind && row.outcome === 'done');
  return [
    ...(done.length === count ? [] : [`taken ${done.length} times`]),
    ...(told.length === count ? [] : [`told of ${told.length} times`]),
    ...(kind === 'deposit' && came.length !== count ? [`begun ${came.length} times`] : []),
  ];
};

const TOKEN = `cashuB${'a'.repeat(60)}`;
const MESSAGE = {
  wrap: { id: 'w1' },
  rumor: { pubkey: 'anna', kind: PRIVATE_MESSAGE, created_at: 7, content: TOKEN, tags: [['p', 'me']] },
} as unknown as OpenedWrap;

type MessageWorld = EcashWorld & { readonly proofs: readonly SealedProof[]; isRead: boolean };

/** The message is opened, unless an earlier visit was done with it; who sees the token takes it. */
const readMessage = async (world: MessageWorld, life: MoneyLife) => {
  const ys = world.proofs.map(({ y }) => y);
  const token = { mint: MINT, unit: UNIT, amount: sumOf(world.proofs), proofs: world.proofs, unresolved: false };
  const { wallet, purse } = purseIn(world, life, {
    nameToken: async () => ({ mint: MINT, ys }),
    readToken: async () => token,
    checkToken: async () => {},
  });
  const { arrivals, hear } = createArrivals({
    purse: () => purse,
    onAccount: NEVER,
    onLock: () => {},
    channel: undefined,
  });
  if (world.isRead) return;
  const isDone = await hear(MESSAGE).then(
    () => true,
    () => false,
  );
  if (isDone) await life.change('note read', async () => void (world.isRead = true));
  const acts = actsWith(purse, world);
  for (const one of arrivals.get()) await leadOn(wallet, world, await acts.receive(one.token, undefined), 'fresh');
};

/** `refuses`: so often its mint says no before it exchanges anything. Who sees the token once more takes it then. */
const byMessage = (refuses: number): MoneyCase<MessageWorld> => {
  const visits = async (world: MessageWorld, life: MoneyLife) => {
    for (let visit = 0; visit <= refuses; visit += 1) await readMessage(world, life);
  };
  return {
    async world() {
      const world = await createEcashWorld({ feePpk: 100 });
      await takeIntoUse(world);
      world.model.refuseSwaps(refuses);
      return { ...world, proofs: strangersToken(world, [8, 2]), isRead: false };
    },
    scenario: (life, world) => visits(world, life),
    async recovery(life, world) {
      await recoverAll(life, world);
      await visits(world, life);
    },
    faults: async (world) => [...(await worldFaults(world)), ...(await takenOnce(world, 'receive', 1))],
  };
};

type AddressWorld = EcashWorld & { readonly service: string };

const PAID_AT = 1_700_000_000;
const SUMS = [13, 6];

/** The service names what was paid, for ever; each question to it is a place where things go wrong. */
const fetchIn = async (world: AddressWorld, life: MoneyLife) => {
  const checkMintQuote: Purse['core']['checkMintQuote'] = async (name) => ({
    ...(await purse.deps.core.checkMintQuote(name)),
    pubkey: KEY,
  });
  const { wallet, purse } = purseIn(world, life, {
    checkMintQuote,
    signRequest: async () => 'Nostr x',
    keyOfAddress: async () => ({ ivB64: '', ciphertextB64: 'key' }),
  });
  const quotes = () =>
    [...world.model.mintQuotes].map(([quoteId, { amount }], at) => ({
      mintUrl: MINT,
      quoteId,
      amount,
      createdAt: PAID_AT + at,
      paidAt: PAID_AT + at,
    }));
  const answer = (path: string) => {
    if (path.endsWith('/nip98')) return { data: { token: 'pass' } };
    return { data: { quotes: quotes() }, metadata: { total: world.model.mintQuotes.size } };
  };
  const { address } = createAddress({
    purse: () => purse,
    opened: async () => purse,
    purseOf: () => purse,
    onAccount: NEVER,
    usual: world.service,
    arrived: () => {},
    now: () => world.clock.now,
    fetch: (url: string) => life.net('check the service', () => Response.json(answer(new URL(url).pathname))),
  } as unknown as AddressDeps);
  // once by itself, and once by hand before it is here
  await address.fetch();
  await address.fetch();
  await leadAll(wallet, world);
};

const payNext = ({ model }: AddressWorld) => {
  const sats = SUMS[model.mintQuotes.size];
  if (sats !== undefined) model.pay(model.mintQuote(sats));
};

const byAddress: MoneyCase<AddressWorld> = {
  async world() {
    const world = { ...(await createEcashWorld({ has: [4], feePpk: 100 })), service: 'https://npub.example' };
    const { ledger } = openWallet(world, openMoneyLife());
    await ledger.beside.change('address', () => ({ service: world.service, mint: MINT }));
    await ledger.close();
    await takeIntoUse(world);
    return world;
  },
  async scenario(life, world) {
    payNext(world);
    await fetchIn(world, life);
    payNext(world);
    await fetchIn(world, life);
  },
  async recovery(life, world) {
    await recoverAll(life, world);
    for (const _ of SUMS) payNext(world);
    await fetchIn(world, life);
  },
  faults: async (world) => [...(await worldFaults(world)), ...(await takenOnce(world, 'deposit', SUMS.length))],
};

type Try = (pairs: { readonly every: number; readonly from: number }) => Promise<MoneyReport>;

/** What comes in without anybody's asking for it here, at every place where things go wrong, and at these pairs. */
export const ARRIVAL_CASES: Readonly<Record<string, Try>> = {
  'what came by message': (pairs) => tryMoneyPoints(byMessage(0), { pairs }),
  'what came by message, which the mint refuses first': (pairs) => tryMoneyPoints(byMessage(1), { pairs }),
  'what was paid to an address': (pairs) => tryMoneyPoints(byAddress, { pairs }),
};
