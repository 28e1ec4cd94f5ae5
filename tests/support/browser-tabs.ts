import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import type { TabsReport } from './rush-world.ts';
import { hand, inPage, openTabsPlace, type TabsPlace } from './tabs-place.ts';

const LOOK_MS = 3;

type Rush = {
  /** of a browser that has nothing of the app yet */
  readonly context: BrowserContext;
  readonly seed: string;
  readonly tabs: number;
  readonly each: number;
  /** ms between the ends of tabs that act */
  readonly closeEveryMs: number;
  readonly say?: (line: string) => void;
};

const actsIn = (page: Page) => inPage(page, async () => await (await hand(page)).evaluate((rush) => rush.acts()));

/** Tabs that are opened anew when they are closed, each in its place. */
const seatsIn = (place: TabsPlace, first: Page) => {
  const seats = [first];
  let opening = 0;
  const leader = async () => {
    for (const page of seats) {
      if (page.isClosed()) continue;
      const { since, left } = (await actsIn(page)) ?? {};
      if (since !== undefined) return { page, since, left: left ?? 0 };
    }
    return undefined;
  };
  return {
    all: seats,
    at: (seat: number) => seats[seat]!,
    areAllOpen: () => opening === 0 && seats.every((page) => !page.isClosed()),
    async again(seat: number) {
      opening += 1;
      seats[seat] = await place.open();
      opening -= 1;
    },
    /** Closes the tab that acts; gives the ms until another one does. */
    async closeLeader(): Promise<number | undefined> {
      const before = await leader();
      if (!before) return undefined;
      const began = Date.now();
      await before.page.close();
      for (;;) {
        const next = await leader();
        // one that had no time to say when it left was still there when it was told to
        if (next) return next.since - Math.max(began, next.left);
        await setTimeout(LOOK_MS);
      }
    },
  };
};

/**
 * Several tabs of the built app in one browser over real mints, each with so many things by chance, while the tab that acts is
 * closed every now and then and another one opened in its place. The books of the mints say what must be there, in each tab.
 */
export const rushInBrowser = async ({ context, seed, tabs, each, closeEveryMs, say }: Rush): Promise<TabsReport> => {
  const place = await openTabsPlace(context, seed);
  const { urls } = place.world;
  const told: string[] = [];
  const failovers: number[] = [];
  let [done, cut] = [0, 0];
  const working = new AbortController();
  const isOver = () => working.signal.aborted;
  try {
    const seats = seatsIn(place, await place.begin());
    for (let seat = 1; seat < tabs; seat += 1) await seats.again(seat);
    const work = async (seat: number) => {
      for (let count = 0; count < each; count += 1) {
        const page = seats.at(seat);
        const args = [urls, `${seed} ${seat} ${count}`] as const;
        const once = async () => (await hand(page)).evaluate((here, given) => here.once(...given), args);
        const said = await inPage(page, async () => ({ words: await once() }));
        if (said) done += 1;
        else cut += 1;
        if (said?.words !== undefined) told.push(said.words);
        if (page.isClosed()) await seats.again(seat);
      }
    };
    const closeLeaders = async () => {
      while (!isOver()) {
        await setTimeout(closeEveryMs);
        // a new one is there for the one before
        while (!isOver() && !seats.areAllOpen()) await setTimeout(LOOK_MS);
        if (isOver()) return;
        const ms = await seats.closeLeader();
        if (ms !== undefined) failovers.push(ms);
        say?.(`${done} done, ${cut} cut off, another tab acts after ${ms} ms; told: ${told.join(', ') || 'nothing'}`);
      }
    };
    const closing = closeLeaders();
    await Promise.all(Array.from({ length: tabs }, (_, seat) => work(seat)));
    working.abort();
    await closing;
    const faults: string[] = [];
    for (let seat = 0; seat < tabs; seat += 1) {
      if (seats.at(seat).isClosed()) await seats.again(seat);
      faults.push(...(await place.faults(seats.at(seat))));
    }
    return { done, cut, told, failovers, faults: [...new Set(faults)] };
  } finally {
    await place.close();
  }
};
