import {
  beginConsolidation,
  beginDeposit,
  beginMelt,
  beginReceive,
  beginReclaim,
  beginSend,
  tighten,
} from '#actors/ecash/operations/begin.ts';
import { createEngine } from '#actors/ecash/operations/engine.ts';
import { createEcashSource } from '#actors/ecash/wallet/ecash-source.ts';
import { beginOfferPayment } from '#actors/ecash/operations/offers.ts';
import { makeOffer, takeFromOffer } from '#actors/ecash/wallet/own-offers.ts';
import { beginParts, planParts } from '#actors/ecash/operations/parts.ts';
import type { Purse } from '#actors/ecash/wallet/purse.ts';
import { OFFER_PREFIX, offerName, type MadeOffer } from '#domain/ecash/ledger/made-offer.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import type { PaymentRecord } from '#domain/wallet/payment.ts';
import { DAY, SECOND } from '#domain/units.ts';
import { beginNutzap, beginNutzapByInvoice } from '#actors/ecash/operations/nutzap-giving.ts';
import { beginRestore } from '#actors/ecash/operations/restoring.ts';
import { beginTransfer, quoteTransfer } from '#actors/ecash/operations/transfer.ts';
import {
  createEcashWorld,
  leadAll,
  leadOn,
  openWallet,
  recoverAll,
  strangersToken,
  takeToken,
  withoutChange,
  worldFaults,
  type EcashWorld,
  type OpenWallet,
} from './ecash-world.ts';
import { MINT, OTHER_MINT, proofOf, UNIT } from './mint-model.ts';
import { openMoneyLife, type MoneyCase } from './money-points.ts';

const AT = { mint: MINT, unit: UNIT };
const OWN_KEY = `02${'e'.repeat(64)}`;

type Act = (wallet: OpenWallet, world: EcashWorld) => Promise<void>;

const caseOf = (world: () => Promise<EcashWorld>, act: Act): MoneyCase<EcashWorld> => ({
  world,
  scenario: (life, here) => act(openWallet(here, life), here),
  recovery: recoverAll,
  faults: worldFaults,
});

/** What is free is looked through, as after 'already spent'. */
const lookThrough: Act = async (wallet, world) => {
  const id = await beginConsolidation(wallet.deps, AT);
  if (id !== undefined) await leadOn(wallet, world, id, 'fresh');
};

/** Another tab goes on with it at once. */
const takenOver = (plan: Parameters<typeof createEcashWorld>[0], act: Act): MoneyCase<EcashWorld> => ({
  ...caseOf(() => createEcashWorld(plan), act),
  recovery: (life, here) => recoverAll(life, here, 'fresh'),
});

/** Another device spends meanwhile: of that nobody tells us. */
const sharedCaseOf = (world: () => Promise<EcashWorld>, act: Act): MoneyCase<EcashWorld> => ({
  ...caseOf(world, async (wallet, here) => {
    await act(wallet, here);
    await lookThrough(wallet, here);
  }),
  async recovery(life, here) {
    await recoverAll(life, here);
    await lookThrough(openWallet(here, life), here);
  },
});

/** What was not written down is asked for again, as a person would. */
const restoredCaseOf = (world: () => Promise<EcashWorld>, act: Act): MoneyCase<EcashWorld> => ({
  ...caseOf(world, act),
  async recovery(life, here) {
    await recoverAll(life, here);
    if ((await openWallet(here, life).ledger.operations('all')).every(({ kind }) => kind !== 'restore'))
      await restore(openWallet(here, life), here);
  },
});

const deposit = async (wallet: OpenWallet, world: EcashWorld, amount: number) => {
  const id = await beginDeposit(wallet.deps, { ...AT, amount });
  await leadOn(wallet, world, id, 'fresh');
  world.model.pay((await wallet.ledger.operation(id))!.quote!.id);
  await leadOn(wallet, world, id);
};

/** `taken`: what of the token somebody else was quicker with. */
const receive = async (
  wallet: OpenWallet,
  world: EcashWorld,
  amounts: readonly number[],
  taken: readonly string[] = [],
) => {
  const proofs = strangersToken(world, amounts);
  if (taken.length > 0) takeToken(world, taken);
  await leadOn(wallet, world, await beginReceive(wallet.deps, { ...AT, proofs }), 'fresh');
};

const pay = async (wallet: OpenWallet, world: EcashWorld, amount: number, reserve: number) => {
  const id = world.model.meltQuote(amount);
  const quote = { id, invoice: 'lnbc', amount, reserve };
  await leadOn(wallet, world, await beginMelt(wallet.deps, { ...AT, quote }), 'fresh');
};

/** Its mint has other keys than the wallet knows of when the invoice is paid. */
const payRotated: Act = async (wallet, world) => {
  const known = await wallet.deps.mintFacts(MINT);
  world.model.rotate();
  const deps = { ...wallet.deps, mintFacts: async () => known };
  await pay({ ...wallet, deps, engine: createEngine(deps) }, world, 10, 3);
};

/** An offer of somebody else (NUT-25) is paid once. */
const payOffer: Act = async (wallet, world) => {
  const wish = { mint: MINT, offer: '10lno', most: 12 };
  await leadOn(wallet, world, await beginOfferPayment(wallet.deps, wish), 'fresh');
};

const move = async (wallet: OpenWallet, world: EcashWorld, amount: number | 'all') => {
  const offer = await quoteTransfer(wallet.deps, { from: MINT, to: OTHER_MINT, unit: UNIT, amount });
  await leadOn(wallet, world, await beginTransfer(wallet.deps, offer), 'fresh');
};

const PARTS_OF = 20;

/** Both mints pay an invoice that neither can pay alone; each part goes its own way at once, as in the app. */
const payByParts: Act = async (wallet, world) => {
  const quoted = await planParts(wallet.deps, { unit: UNIT, invoice: 'lnbc', msats: PARTS_OF * 1_000 });
  const parts = await beginParts(wallet.deps, UNIT, quoted);
  await Promise.all(parts.map(({ id }) => wallet.engine.advance(id, 'fresh')));
  await leadAll(wallet, world);
};

/** What is said of a payment by parts is what became of the invoice: nothing else may pay it before that is known. */
const saidOfParts = async (world: EcashWorld): Promise<readonly string[]> => {
  const { ledger } = openWallet(world, openMoneyLife());
  const purse = { ledger } as unknown as Purse;
  const source = createEcashSource({
    route: { kind: 'ecash', mint: MINT },
    purse: () => purse,
    purseOf: () => purse,
    opened: () => Promise.resolve(purse),
    begin: () => Promise.reject(new Error('nothing is begun')),
    now: () => 0,
  });
  const said = await source.lookUp({ invoice: 'lnbc', owner: '', hash: '00' } as unknown as PaymentRecord);
  const state = said.type === 'found' ? said.state : said.type;
  const isSettled = world.shared.isSettled();
  const isTrue = isSettled ? state === 'settled' : state === 'failed' || state === 'none';
  return isTrue ? [] : [`it is ${isSettled ? '' : 'not '}paid, and said to be ${state}`];
};

/** `plan`: how it ends at the mints. */
const byParts = (plan: Parameters<typeof createEcashWorld>[0], isFresh?: 'fresh'): MoneyCase<EcashWorld> => ({
  ...caseOf(
    () => createEcashWorld({ has: [8, 4, 4], otherHas: [8, 4], feePpk: 100, shared: PARTS_OF, ...plan }),
    payByParts,
  ),
  recovery: (life, here) => recoverAll(life, here, isFresh),
  faults: async (world) => [...(await worldFaults(world)), ...(await saidOfParts(world))],
});

const restore: Act = async (wallet, world) => leadOn(wallet, world, await beginRestore(wallet.deps, AT), 'fresh');

const send = async (wallet: OpenWallet, world: EcashWorld, amount: number) =>
  leadOn(wallet, world, await beginSend(wallet.deps, { ...AT, amount }), 'fresh');

/** A token that was locked to somebody is taken back once its time is over. */
const takingBackLocked = async (wallet: OpenWallet, world: EcashWorld, meanwhile: () => void) => {
  const lock = { pubkey: `02${'a'.repeat(64)}`, locktime: 3_600, refund: [OWN_KEY] };
  const id = await beginSend(wallet.deps, { ...AT, amount: 9, lock });
  await leadOn(wallet, world, id, 'fresh');
  world.jump(4_000_000);
  const back = await beginReclaim(wallet.deps, id, OWN_KEY);
  meanwhile();
  if (back !== undefined) await leadOn(wallet, world, back, 'fresh');
};

/** `taken`: what of it somebody has taken meanwhile. */
const takingBack = async (wallet: OpenWallet, world: EcashWorld, amount: number, taken: readonly string[] = []) => {
  const id = await beginSend(wallet.deps, { ...AT, amount });
  const back = (await beginReclaim(wallet.deps, id))!;
  if (taken.length > 0) takeToken(world, taken);
  await leadOn(wallet, world, back, 'fresh');
};

/** A token is received into another mint: its worth goes on by itself, once, or there is a reason why not. */
const goesOn = async (world: EcashWorld, isPaid: boolean): Promise<readonly string[]> => {
  const { ledger } = openWallet(world, openMoneyLife());
  const received = (await ledger.operations('all')).filter(({ into }) => into !== undefined);
  const moves = (await ledger.operations('all')).filter(({ kind, partner }) => kind === 'melt' && partner);
  const left = received.filter(({ phase, onward, trouble }) => phase === 'committed' && !onward && !trouble);
  return [
    ...left.map(({ id }) => `${id} did not go on`),
    ...moves.filter(({ phase }) => isPaid && phase !== 'committed').map(({ id }) => `${id} did not move anything`),
    ...moves.filter(({ id }) => !received.some(({ onward }) => onward === id)).map(({ id }) => `${id} is of nobody`),
  ];
};

const receivedInto = (plan: Parameters<typeof createEcashWorld>[0]): MoneyCase<EcashWorld> => ({
  ...caseOf(
    () => createEcashWorld(plan),
    async (wallet, world) => {
      const token = { ...AT, into: OTHER_MINT, proofs: strangersToken(world, [16, 4]) };
      await leadOn(wallet, world, await beginReceive(wallet.deps, token), 'fresh');
      await leadAll(wallet, world);
    },
  ),
  faults: async (world) => [...(await worldFaults(world)), ...(await goesOn(world, plan?.payment === undefined))],
});

/** What is given of an invoice that was paid is given once, and only then; or there is a reason why not. */
const givesOn = async (world: EcashWorld): Promise<readonly string[]> => {
  const { ledger } = openWallet(world, openMoneyLife());
  const all = await ledger.operations('all');
  const [asked, given] = [all.filter(({ gives }) => gives !== undefined), all.filter(({ kind }) => kind === 'send')];
  const isPaid = given.length > 0;
  return [
    ...asked
      .filter(({ phase, onward, trouble }) => phase === 'committed' && !onward && !trouble)
      .map(({ id }) => `${id} was not given on`),
    ...given.filter(({ id }) => !asked.some(({ onward }) => onward === id)).map(({ id }) => `${id} is of nobody`),
    ...given.filter(({ phase }) => phase !== 'waiting').map(({ id, phase }) => `${id} is ${phase}, not out`),
    ...(asked.length > 1 ? ['it was asked for twice'] : []),
    ...(isPaid && asked.some(({ phase }) => phase === 'waiting') ? ['it is paid and waits'] : []),
  ];
};

const NUTZAP = {
  recipient: 'b'.repeat(64),
  mint: MINT,
  amount: 9,
  delivery: { wish: 'zap 1', mint: MINT, comment: '', anonymous: false, relays: [] },
};

const TEN_DAYS_S = (10 * DAY) / SECOND;

/** What is free and of the first keyset still, which has ended or soon ends. */
const leftBehind = async (world: EcashWorld): Promise<readonly string[]> => {
  const rows = await openWallet(world, openMoneyLife()).ledger.proofs();
  const old = rows.filter(({ keyset, state }) => /^0+$/.test(keyset) && state === 'available');
  return old.map(({ y }) => `${y} was left behind`);
};

/** As the chart of each offer does: what came in is taken. */
const takeOffers: Act = async (wallet, { model }) => {
  for (const { id } of await wallet.ledger.beside.all<MadeOffer>(OFFER_PREFIX)) {
    await takeFromOffer(wallet, id);
    model.tick();
  }
};

/** Paid again and again, and as much once more while the wallet is away: then the state of its quote alone says nothing. */
const byOffer = (plan: Parameters<typeof createEcashWorld>[0]): MoneyCase<EcashWorld> => ({
  ...caseOf(
    () => createEcashWorld(plan),
    async (wallet, world) => {
      const id = await makeOffer(wallet.deps, { mint: MINT }, () => true);
      const { quote } = (await wallet.ledger.beside.get<MadeOffer>(offerName(id)))!;
      for (const sats of [13, 6]) {
        world.model.payOffer(quote, sats);
        await takeOffers(wallet, world);
      }
      // sent with what came, and from the numbers behind it
      await send(wallet, world, 7);
    },
  ),
  async recovery(life, here) {
    for (const [quote, { paid }] of here.model.offers) if (paid > 0) here.model.payOffer(quote, 13);
    await recoverAll(life, here);
    await takeOffers(openWallet(here, life), here);
  },
});

const many = (count: number, amount: number): readonly number[] => Array<number>(count).fill(amount);

/** What takes more pieces than a record, a request or a look at their state had room for in a test of small amounts. */
export const LARGE_CASES: Readonly<Record<string, MoneyCase<EcashWorld>>> = {
  'deposit much': caseOf(
    () => createEcashWorld(),
    (wallet, world) => deposit(wallet, world, 6_400),
  ),
  'send much by a swap': caseOf(
    () => createEcashWorld({ has: many(80, 64), feePpk: 100 }),
    (wallet, world) => send(wallet, world, 3_001),
  ),
  'send very many as they are': caseOf(
    () => createEcashWorld({ has: many(150, 1), feePpk: 100 }),
    (wallet, world) => send(wallet, world, 120),
  ),
  'receive very many': caseOf(
    () => createEcashWorld({ feePpk: 100 }),
    (wallet, world) => receive(wallet, world, many(150, 2)),
  ),
  'take back very many, too late for some': caseOf(
    () => createEcashWorld({ has: many(130, 1), feePpk: 100 }),
    (wallet, world) => takingBack(wallet, world, 110, ['yA/0000000000000000/0', 'yA/0000000000000000/105']),
  ),
  'pay with very many, which hangs and fails': caseOf(
    () => createEcashWorld({ has: many(150, 64), feePpk: 100, payment: 'pending, then failed' }),
    (wallet, world) => pay(wallet, world, 8_000, 80),
  ),
  'pay with very many': caseOf(
    () => createEcashWorld({ has: many(150, 64), feePpk: 100, payment: 'pending, then paid' }),
    (wallet, world) => pay(wallet, world, 8_000, 80),
  ),
  'move all of very many': caseOf(
    () => createEcashWorld({ has: many(130, 64), feePpk: 100 }),
    (wallet, world) => move(wallet, world, 'all'),
  ),
  'make fewer of very many': sharedCaseOf(
    () => createEcashWorld({ has: many(230, 16), feePpk: 100 }),
    async (wallet, world) => {
      takeToken(world, ['yA/0000000000000000/0', 'yA/0000000000000000/120']);
      await lookThrough(wallet, world);
    },
  ),
  'restore very many from words': restoredCaseOf(
    () => createEcashWorld({ words: Object.fromEntries(many(240, 8).map((amount, at) => [at, amount])) }),
    async (wallet, world) => {
      takeToken(world, ['yA/0000000000000000/1', 'yA/0000000000000000/201']);
      await restore(wallet, world);
      await send(wallet, world, 1_001);
    },
  ),
};

/** Each operation of the wallet, and what can come between. */
export const ECASH_CASES: Readonly<Record<string, MoneyCase<EcashWorld>>> = {
  deposit: caseOf(
    () => createEcashWorld(),
    (wallet, world) => deposit(wallet, world, 13),
  ),
  'be paid by an offer': byOffer({}),
  'be paid by an offer, where another device of the words was first': byOffer({ elsewhere: 2 }),
  'send what is there': caseOf(
    () => createEcashWorld({ has: [8, 4] }),
    (wallet, world) => send(wallet, world, 4),
  ),
  'send by a swap': caseOf(
    () => createEcashWorld({ has: [16, 4], feePpk: 100 }),
    (wallet, world) => send(wallet, world, 9),
  ),
  'send to a key': caseOf(
    () => createEcashWorld({ has: [16], feePpk: 100 }),
    async (wallet, world) => {
      const wish = { ...AT, amount: 9, lock: { pubkey: '02' } };
      await leadOn(wallet, world, await beginSend(wallet.deps, wish), 'fresh');
    },
  ),
  'send what is taken': caseOf(
    () => createEcashWorld({ has: [8, 4] }),
    async (wallet, world) => {
      const id = await beginSend(wallet.deps, { ...AT, amount: 4 });
      takeToken(world, ['yA/0000000000000000/1']);
      await leadOn(wallet, world, id);
    },
  ),
  receive: caseOf(
    () => createEcashWorld({ feePpk: 100 }),
    (wallet, world) => receive(wallet, world, [8, 2]),
  ),
  'receive what is spent': caseOf(
    () => createEcashWorld({ feePpk: 100 }),
    (wallet, world) => receive(wallet, world, [8, 2], ['yB/0000000000000000/0']),
  ),
  'receive into another mint': receivedInto({ feePpk: 100 }),
  'receive into another mint, where something was': receivedInto({ has: [8, 2], feePpk: 100 }),
  'receive into another mint, which fails': receivedInto({ feePpk: 100, payment: 'pending, then failed' }),
  'receive what is free here': caseOf(
    () => createEcashWorld({ has: [16, 4], feePpk: 100 }),
    async (wallet, world) => {
      const proofs = [proofOf(world.model, 'bA/0000000000000000/0')];
      await leadOn(wallet, world, await beginReceive(wallet.deps, { ...AT, proofs }), 'fresh');
    },
  ),
  'give as a nutzap': caseOf(
    () => createEcashWorld({ has: [16], feePpk: 100 }),
    async (wallet, world) => {
      const gift = { ...NUTZAP, pubkey: 'd'.repeat(64) };
      const id = await beginNutzap(wallet.deps, gift);
      await leadOn(wallet, world, id, 'fresh');
      if ((await beginNutzap(wallet.deps, gift)) !== id) throw new Error('given twice');
    },
  ),
  'give as a nutzap what a Lightning wallet pays': {
    ...caseOf(
      () => createEcashWorld({ has: [4, 2], feePpk: 100 }),
      async (wallet, world) => {
        const id = await beginNutzapByInvoice(wallet.deps, NUTZAP);
        if ((await beginNutzapByInvoice(wallet.deps, NUTZAP)) !== id) throw new Error('asked for twice');
        await leadOn(wallet, world, id, 'fresh');
        world.model.pay((await wallet.ledger.operation(id))!.quote!.id);
        await leadOn(wallet, world, id);
        await leadAll(wallet, world);
      },
    ),
    faults: async (world) => [...(await worldFaults(world)), ...(await givesOn(world))],
  },
  'take a nutzap': caseOf(
    () => createEcashWorld({ feePpk: 100 }),
    async (wallet, world) => {
      const proofs = strangersToken(world, [8, 2]);
      const nutzap = { ...AT, proofs, id: 'nutzap 1', redeems: [{ event: 'e'.repeat(64), sender: 'b'.repeat(64) }] };
      const ids = await Promise.all([beginReceive(wallet.deps, nutzap), beginReceive(wallet.deps, nutzap)]);
      await leadOn(wallet, world, ids[0], 'fresh');
    },
  ),
  'take back': caseOf(
    () => createEcashWorld({ has: [8, 4], feePpk: 100 }),
    (wallet, world) => takingBack(wallet, world, 8),
  ),
  'take back too late': caseOf(
    () => createEcashWorld({ has: [8, 4], feePpk: 100 }),
    (wallet, world) => takingBack(wallet, world, 8, ['yA/0000000000000000/0']),
  ),
  'take back what is left': caseOf(
    () => createEcashWorld({ has: [8, 4], feePpk: 100 }),
    async (wallet, world) => {
      const id = await beginSend(wallet.deps, { ...AT, amount: 12 });
      takeToken(world, ['yA/0000000000000000/0']);
      await leadOn(wallet, world, (await beginReclaim(wallet.deps, id))!, 'fresh');
    },
  ),
  'take back what was locked': caseOf(
    () => createEcashWorld({ has: [16], feePpk: 100 }),
    (wallet, world) => takingBackLocked(wallet, world, () => {}),
  ),
  pay: caseOf(
    () => createEcashWorld({ has: [16, 4], feePpk: 100 }),
    (wallet, world) => pay(wallet, world, 10, 3),
  ),
  'pay where the mint has changed its keys': caseOf(() => createEcashWorld({ has: [16, 4], feePpk: 100 }), payRotated),
  'pay in vain where the mint has changed its keys': caseOf(
    () => createEcashWorld({ has: [16, 4], feePpk: 100, payment: 'pending, then failed' }),
    payRotated,
  ),
  'pay where the mint has changed its keys, and another tab goes on': takenOver(
    { has: [16, 4], feePpk: 100 },
    payRotated,
  ),
  'pay an offer': caseOf(() => createEcashWorld({ has: [16, 4], feePpk: 100 }), payOffer),
  'pay an offer, which hangs': caseOf(
    () => createEcashWorld({ has: [16, 4], feePpk: 100, payment: 'pending, then paid' }),
    payOffer,
  ),
  'pay an offer, which hangs and fails, and another tab goes on': takenOver(
    { has: [16, 4], feePpk: 100, payment: 'pending, then failed' },
    payOffer,
  ),
  move: caseOf(
    () => createEcashWorld({ has: [16, 4], feePpk: 100 }),
    (wallet, world) => move(wallet, world, 10),
  ),
  'move all': caseOf(
    () => createEcashWorld({ has: [16, 4], feePpk: 100, payment: 'pending, then paid' }),
    (wallet, world) => move(wallet, world, 'all'),
  ),
  'move in vain': caseOf(
    () => createEcashWorld({ has: [16, 4], feePpk: 100, payment: 'failed' }),
    (wallet, world) => move(wallet, world, 10),
  ),
  'move what hangs and fails': caseOf(
    () => createEcashWorld({ has: [16, 4], feePpk: 100, payment: 'pending, then failed' }),
    (wallet, world) => move(wallet, world, 10),
  ),
  'pay what is too late': caseOf(
    () => createEcashWorld({ has: [16, 4], feePpk: 100, payment: 'expired' }),
    (wallet, world) => pay(wallet, world, 10, 3),
  ),
  'pay in vain': caseOf(
    () => createEcashWorld({ has: [16, 4], feePpk: 100, payment: 'failed' }),
    (wallet, world) => pay(wallet, world, 10, 3),
  ),
  'pay what hangs': caseOf(
    () => createEcashWorld({ has: [16, 4], feePpk: 100, payment: 'pending, then paid' }),
    (wallet, world) => pay(wallet, world, 10, 3),
  ),
  'pay what hangs and fails': caseOf(
    () => createEcashWorld({ has: [16, 4], feePpk: 100, payment: 'pending, then failed' }),
    (wallet, world) => pay(wallet, world, 10, 3),
  ),
  'pay what is forgotten': caseOf(
    () => createEcashWorld({ has: [16, 4], feePpk: 100, payment: 'forgotten' }),
    (wallet, world) => pay(wallet, world, 10, 3),
  ),
  'pay what fails and is forgotten': caseOf(
    () => createEcashWorld({ has: [16, 4], feePpk: 100, payment: 'failed, then forgotten' }),
    (wallet, world) => pay(wallet, world, 10, 3),
  ),
  'pay what hangs and is forgotten': caseOf(
    () => createEcashWorld({ has: [16, 4], feePpk: 100, payment: 'pending, then forgotten' }),
    (wallet, world) => pay(wallet, world, 10, 3),
  ),
  'pay what is forgotten, and another tab goes on': takenOver(
    { has: [16, 4], feePpk: 100, payment: 'forgotten' },
    (wallet, world) => pay(wallet, world, 10, 3),
  ),
  'pay by parts': byParts({}),
  'pay by parts, of which one is refused': byParts({ otherPayment: 'failed' }),
  'pay by parts that do not come to all of it': byParts({ shared: PARTS_OF + 1 }),
  'pay by parts, and another tab goes on': byParts({}, 'fresh'),
  'send, and another tab goes on': takenOver({ has: [16, 4], feePpk: 100 }, (wallet, world) => send(wallet, world, 9)),
  'pay, and another tab goes on': takenOver({ has: [16, 4], feePpk: 100 }, (wallet, world) =>
    pay(wallet, world, 10, 3),
  ),
  'pay what hangs and fails, and another tab goes on': takenOver(
    { has: [16, 4], feePpk: 100, payment: 'pending, then failed' },
    (wallet, world) => pay(wallet, world, 10, 3),
  ),
  'pay in vain, and another tab goes on': takenOver({ has: [16, 4], feePpk: 100, payment: 'failed' }, (wallet, world) =>
    pay(wallet, world, 10, 3),
  ),
  'move, and another tab goes on': takenOver({ has: [16, 4], feePpk: 100 }, (wallet, world) => move(wallet, world, 10)),
  'pay after a swap, at a mint that gives no change': caseOf(
    () => createEcashWorld({ has: [64, 2], feePpk: 100 }),
    async (wallet, world) => {
      const led = Promise.withResolvers<void>();
      const begun = ({ id }: Operation) => void leadOn(wallet, world, id, 'fresh').then(led.resolve, led.reject);
      await Promise.race([tighten({ ...withoutChange(wallet.deps), begun }, AT, 13), led.promise]);
      await pay(wallet, world, 10, 3);
    },
  ),
  'pay with what another device spent': sharedCaseOf(
    () => createEcashWorld({ has: [16, 4], feePpk: 100 }),
    async (wallet, world) => {
      takeToken(world, ['yA/0000000000000000/0']);
      await pay(wallet, world, 10, 3);
    },
  ),
  'make fewer of many': sharedCaseOf(
    () => createEcashWorld({ has: many(36, 16), feePpk: 100 }),
    async (wallet, world) => {
      takeToken(world, ['yA/0000000000000000/0', 'yA/0000000000000000/1']);
      await lookThrough(wallet, world);
    },
  ),
  'leave a keyset that ends': {
    ...sharedCaseOf(async () => {
      const world = await createEcashWorld({ has: [16, 8, 4], feePpk: 100 });
      world.model.rotate(TEN_DAYS_S);
      return world;
    }, lookThrough),
    faults: async (world) => [...(await worldFaults(world)), ...(await leftBehind(world))],
  },
  'restore from words': restoredCaseOf(
    () => createEcashWorld({ words: { 0: 8, 1: 4, 130: 2 } }),
    async (wallet, world) => {
      takeToken(world, ['yA/0000000000000000/1']);
      await restore(wallet, world);
      // numbers behind those that were found are free
      await send(wallet, world, 3);
    },
  ),
  'restore what hangs while something is sent': restoredCaseOf(
    () => createEcashWorld({ has: [8, 4], words: { 5: 2 }, feePpk: 100, payment: 'pending, then failed' }),
    async (wallet, world) => {
      world.model.melt(world.model.meltQuote(1), ['yA/0000000000000000/5'], []);
      await Promise.all([restore(wallet, world), send(wallet, world, 3)]);
    },
  ),
  'two at once': caseOf(
    () => createEcashWorld({ has: [8, 4] }),
    async (wallet, world) => {
      await Promise.all([send(wallet, world, 3), send(wallet, world, 4)]);
    },
  ),
  'another device was first': caseOf(
    () => createEcashWorld({ has: [16], elsewhere: 1 }),
    (wallet, world) => send(wallet, world, 9),
  ),
};
