import { acts } from './ecash-acts.ts';
import { chanceFrom } from '#devnet/content/random.ts';
import { isOut } from '#domain/ecash/ledger/operation.ts';
import type { PaymentRecord } from '#domain/wallet/payment.ts';
import { payWaiting, rushOnce } from './ecash-rush.ts';
import { openEcashBrowser, type EcashTab } from './ecash-tab.ts';
import { openRushWorld, type TabsReport } from './rush-world.ts';

const SECRET = new Uint8Array(32).fill(7);
/** so much at each mint, so often: what one thing holds is not missing for another */
const FIRST_SATS = 2_000;
const DEPOSITS = 3;
const HOUR_MS = 3_600_000;
const HEARD_MS = 20_000;

type Rush = {
  readonly seed: string;
  readonly tabs: number;
  readonly each: number;
  /** after so many things that were done the tab that acts is closed, in the middle of what the others are at */
  readonly closeAfter: number;
};

const faultsOf = async (place: Place, browser: ReturnType<typeof openEcashBrowser>) => {
  const ledger = browser.ledgerOf(SECRET);
  const [rows, open] = [await ledger.proofs(), await ledger.operations()];
  await ledger.close();
  const usable = rows.filter(({ state }) => state !== 'reserved');
  const there = (url: string) => usable.filter(({ mint }) => mint === url).reduce((sum, { amount }) => sum + amount, 0);
  const doubtful = open.filter((record) => !isOut(record));
  return [
    ...place.faults(there),
    ...doubtful.map(({ kind, phase, trouble }) => `a ${kind} is ${phase} (${trouble?.code})`),
  ];
};

/** What they do not agree on once each wallet heard that a token of its own was taken: the mint tells it of that a moment later. */
const lastingFaults = async (world: World, deadline: number): Promise<readonly string[]> => {
  const faults = await world.check();
  if (faults.length === 0 || Date.now() > deadline) return faults;
  await wait(50);
  return lastingFaults(world, deadline);
};

type Place = Awaited<ReturnType<typeof openRushWorld>>;

/** Two mints, somebody who pays their invoices, and a browser. */
const openWorld = async (seed: string) => {
  const place = await openRushWorld(seed);
  const browser = openEcashBrowser();
  return {
    ...place,
    browser,
    check: () => faultsOf(place, browser),
    async close() {
      browser.close();
      await place.stop();
    },
  };
};

type World = Awaited<ReturnType<typeof openWorld>>;

/** Pays as the payment desk would. */
const payBy =
  ({ source }: EcashTab) =>
  async (mint: string, invoice: string): Promise<string | undefined> => {
    const record = { invoice, sentAt: Date.now(), deadline: Date.now() + HOUR_MS } as unknown as PaymentRecord;
    let told: string | undefined;
    await source({ kind: 'ecash', mint }).pay(record, (evidence) => {
      if (evidence.type === 'failed') told = evidence.problem.code;
      if (evidence.type === 'found' && evidence.state !== 'settled') told = evidence.state;
    });
    return told;
  };

const deposit = async ({ payInvoice }: World, tab: EcashTab, mint: string) => {
  const id = await tab.ecash.deposit({ mint, amount: FIRST_SATS });
  await tab.until('invoice', (stand) => stand.open.some((record) => record.id === id));
  payInvoice(tab.stand().open.find((record) => record.id === id)!.quote!.invoice);
  await tab.until('deposited', (stand) => stand.open.length === 0);
};

/** A wallet with some sats at each mint. */
const fill = async (world: World, first: EcashTab) => {
  await first.until('looked', ({ exists }) => !exists);
  await first.ecash.create();
  await first.until('acts', () => acts(first));
  for (const mint of world.urls) {
    await first.ecash.addMint(mint);
    for (let count = 0; count < DEPOSITS; count += 1) await deposit(world, first, mint);
  }
};

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Tabs that are opened anew when they are closed, each in its place. */
const seatsIn = ({ browser }: World) => {
  const seats: EcashTab[] = [];
  const gone = new Set<EcashTab>();
  const ends = new WeakMap<EcashTab, PromiseWithResolvers<undefined>>();
  const endOf = (tab: EcashTab) => {
    const end = ends.get(tab) ?? Promise.withResolvers<undefined>();
    ends.set(tab, end);
    return end;
  };
  const ready = (tab: EcashTab) => tab.until('ready', () => tab.chart.getSnapshot().hasTag('open'));
  const leader = () => seats.find((tab) => !gone.has(tab) && acts(tab));
  return {
    open: () => seats.push(browser.open(SECRET)),
    at: (seat: number) => seats[seat]!,
    isGone: (tab: EcashTab) => gone.has(tab),
    end: (tab: EcashTab) => endOf(tab).promise,
    allReady: () => Promise.all(seats.map(ready)),
    async again(seat: number) {
      seats[seat] = browser.open(SECRET);
      await ready(seats[seat]);
    },
    /** Closes the tab that acts; gives the ms until another one does. */
    async closeLeader(): Promise<number | undefined> {
      const tab = leader();
      if (!tab) return undefined;
      gone.add(tab);
      tab.kill();
      endOf(tab).resolve(undefined);
      const died = performance.now();
      while (!leader()) await wait(1);
      return performance.now() - died;
    },
  };
};

/**
 * Several tabs of one browser over real mints, each with so many things by chance, while the tab that acts is closed every now
 * and then and another one opened in its place. The books of the mints say what must be there.
 */
export const rushInTabs = async ({ seed, tabs, each, closeAfter }: Rush): Promise<TabsReport> => {
  const world = await openWorld(seed);
  const { urls, payInvoice, makeInvoice } = world;
  const seats = seatsIn(world);
  const { unit } = chanceFrom(seed);
  const told: string[] = [];
  const failovers: number[] = [];
  let [done, cut] = [0, 0];
  const work = async (seat: number) => {
    for (let count = 0; count < each; count += 1) {
      const tab = seats.at(seat);
      const acting = rushOnce({
        ecash: tab.ecash,
        pay: payBy(tab),
        payInvoice,
        makeInvoice,
        mints: urls,
        random: unit,
        isGone: () => seats.isGone(tab),
      });
      // what a tab is at when it is closed never ends
      const said = await Promise.race([acting, seats.end(tab)]);
      if (seats.isGone(tab)) {
        cut += 1;
        await seats.again(seat);
      } else {
        done += 1;
        if (said !== undefined) told.push(said);
        if (done % closeAfter === 0) closings.push(closeLeader());
      }
    }
  };
  const closings: Promise<void>[] = [];
  const closeLeader = async () => {
    const ms = await seats.closeLeader();
    if (ms !== undefined) failovers.push(ms);
  };
  try {
    seats.open();
    await fill(world, seats.at(0));
    for (let count = 1; count < tabs; count += 1) seats.open();
    await seats.allReady();
    await Promise.all(Array.from({ length: tabs }, (_, seat) => work(seat)));
    await Promise.all(closings);
    for (let seat = 0; seat < tabs; seat += 1) if (seats.isGone(seats.at(seat))) await seats.again(seat);
    // what was left in the middle goes on by itself
    await payWaiting(seats.at(0).stand().open, world);
    for (let seat = 0; seat < tabs; seat += 1)
      await seats.at(seat).until('all is over', (stand) => stand.open.every(isOut));
    return { done, cut, told, failovers, faults: await lastingFaults(world, Date.now() + HEARD_MS) };
  } finally {
    await world.close();
  }
};
