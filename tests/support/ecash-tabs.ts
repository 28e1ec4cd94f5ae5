import { acts } from './ecash-acts.ts';
import { chanceFrom } from '#devnet/content/random.ts';
import { createLedger as createLightning } from '#devnet/lightning/ledger.ts';
import { startMint, type Mint } from '#devnet/mint/mint.ts';
import { isOut } from '#domain/ecash/operation.ts';
import { rushOnce } from './ecash-rush.ts';
import { openEcashBrowser, type EcashTab } from './ecash-tab.ts';

const SECRET = new Uint8Array(32).fill(7);
/** so much at each mint, so often: what one thing holds is not missing for another */
const FIRST_SATS = 2_000;
const DEPOSITS = 3;

/** What many tabs that act at once came to. */
export type TabsReport = {
  /** what was done to its end by a tab that stayed */
  readonly done: number;
  /** what its tab was closed over */
  readonly cut: number;
  /** what a person was told instead of what they wanted */
  readonly told: readonly string[];
  /** what the books of the mints and the ledger do not agree on */
  readonly faults: readonly string[];
  /** ms from the end of the tab that acts until another one does */
  readonly failovers: readonly number[];
};

type Rush = {
  readonly seed: string;
  readonly tabs: number;
  readonly each: number;
  /** after so many things that were done the tab that acts is closed, in the middle of what the others are at */
  readonly closeAfter: number;
};

type Signing = {
  readonly quote?: string;
  readonly inputs?: readonly { readonly secret: string }[];
  readonly outputs?: readonly { readonly B_: string }[];
};

/** Blinded messages that were sent for two things: two operations took the same number of the seed. */
const countCollisions = () => {
  const seen = new Map<string, string>();
  const collisions = new Set<string>();
  const note = (path: string, body: string) => {
    if (!/\/v1\/(?:swap|mint\/bolt11|melt\/bolt11)$/.test(path)) return;
    const { quote, inputs = [], outputs = [] } = JSON.parse(body) as Signing;
    const what = quote ?? inputs.map(({ secret }) => secret).join(' ');
    for (const { B_ } of outputs) {
      if ((seen.get(B_) ?? what) !== what) collisions.add(B_);
      seen.set(B_, what);
    }
  };
  const watched: typeof fetch = (url, init) => {
    if (typeof init?.body === 'string') note(url instanceof Request ? url.url : url.toString(), init.body);
    return fetch(url, init);
  };
  return { watched, count: () => collisions.size };
};

const faultsOf = async (browser: ReturnType<typeof openEcashBrowser>, mints: readonly Mint[]) => {
  const ledger = browser.ledgerOf(SECRET);
  const [rows, open] = [await ledger.proofs(), await ledger.operations()];
  const usable = rows.filter(({ state }) => state !== 'reserved');
  const doubtful = open.filter((record) => !isOut(record));
  await ledger.close();
  return [
    ...mints.flatMap(({ url, name, books }) => {
      const there = usable.filter(({ mint }) => mint === url).reduce((sum, { amount }) => sum + amount, 0);
      const owed = books.outstanding();
      return owed === there ? [] : [`${name} owes ${owed}, ${there} are there`];
    }),
    ...doubtful.map(({ kind, phase, trouble }) => `a ${kind} is ${phase} (${trouble?.code})`),
  ];
};

/** Two mints, somebody who pays their invoices, and a browser. */
const openWorld = async (seed: string) => {
  const lightning = createLightning();
  lightning.fund('payer', 100_000_000);
  const keysets = [{ version: '01', fee: 100 }] as const;
  const mints = await Promise.all(
    ['one', 'other'].map((name) => startMint({ ledger: lightning, name, seed: `${seed} ${name}`, keysets })),
  );
  const collisions = countCollisions();
  const browser = openEcashBrowser({ fetch: collisions.watched });
  return {
    lightning,
    mints,
    urls: mints.map(({ url }) => url),
    browser,
    faults: async () => {
      const twice = collisions.count();
      const found = await faultsOf(browser, mints);
      return twice > 0 ? [...found, `${twice} numbers were taken twice`] : found;
    },
    async close() {
      browser.close();
      for (const mint of mints) await mint.stop();
    },
  };
};

type World = Awaited<ReturnType<typeof openWorld>>;

const deposit = async ({ lightning }: World, tab: EcashTab, mint: string) => {
  const id = await tab.ecash.deposit({ mint, amount: FIRST_SATS });
  await tab.until('invoice', (stand) => stand.open.some((record) => record.id === id));
  lightning.pay('payer', tab.stand().open.find((record) => record.id === id)!.quote!.invoice);
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
  const { urls, lightning } = world;
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
        source: tab.source,
        payInvoice: (invoice) => lightning.pay('payer', invoice),
        makeInvoice: (sats) => lightning.invoice({ payee: 'payee', msats: sats * 1_000 }).text,
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
    for (let seat = 0; seat < tabs; seat += 1)
      await seats.at(seat).until('all is over', (stand) => stand.open.every(isOut));
    return { done, cut, told, failovers, faults: await world.faults() };
  } finally {
    await world.close();
  }
};
