import type { CDPSession, Page } from '@playwright/test';
import { startScriptedRelay } from '#devnet/scripted-relay.ts';
import { serveApp } from '../../scripts/serve.mjs';
import { openBrowser, timeToNote } from './browser.ts';
import { signedNotes } from './events.ts';
import { measureFlood } from './flood.ts';
import { measureHour, passQuickly } from './live-hour.ts';
import { measureScroll } from './scroll.ts';
import type { Row } from './table.ts';
import { longTasks } from './thread-tasks.ts';

const KEYS = 20_000;
const KEYS_AT_ONCE = 100;
const LOG_MAX = 10_000;
/** enough for the frames of both: 1,000 would take minutes */
const SCROLL = { readOn: 40, notes: 200 };
/** min until the log is full of what such a feed does, and the heap no longer grows by that; then an hour */
const FILLING = 70;
const MINUTES = FILLING + 60;
const EVERY = 5;

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Statechart inspector' });

const recordButton = (page: Page) => dialog(page).getByRole('button', { name: 'Record', exact: true });

/** By its keys, which are heard once their code is here. */
const open = async (page: Page, tries = 20): Promise<void> => {
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  const isOpen = await recordButton(page)
    .waitFor({ timeout: 3_000 })
    .then(() => true)
    .catch(() => false);
  if (isOpen) return;
  if (tries === 0) throw new Error('The inspector did not open');
  await open(page, tries - 1);
};

/** The inspector listens and records, out of sight. */
const record = async (page: Page) => {
  await open(page);
  await recordButton(page).click();
  await dialog(page).getByRole('button', { name: 'Back', exact: true }).click();
  await dialog(page).waitFor({ state: 'hidden' });
};

/** The inspector stands beside the app, so that both are seen, and shows the log. */
const besideApp = async (page: Page) => {
  await open(page);
  await recordButton(page).click();
  await dialog(page).getByRole('button', { name: 'Beside the app' }).click();
  const beside = page.getByRole('complementary', { name: 'Statechart inspector' });
  await beside.getByRole('tab', { name: 'Log' }).click();
  await beside.locator('.evs > li').first().waitFor();
};

/** s of processor time of the page's thread while something goes on; how busy the machine is hardly matters to it. */
const threadSeconds = () => {
  let session: CDPSession | undefined;
  const now = async () => {
    const { metrics } = await session!.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
  };
  let before = 0;
  return {
    async begin(page: Page) {
      session = await page.context().newCDPSession(page);
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      before = await now();
    },
    spent: async () => (await now()) - before,
  };
};

/** it is calm by then, or never will be */
const CALM_MAX_MS = 60_000;
const CALM_MS = 1_500;
/** s of processor time in that time: a page that has nothing left to do */
const CALM = 0.1;

/** The thread's time for the events alone: to show them over and over while they come costs more on a busy machine. */
const flood = async (prepare: (page: Page) => Promise<void> = () => Promise.resolve()) => {
  const thread = threadSeconds();
  let spent = 0;
  const begin = async (page: Page) => {
    await prepare(page);
    await thread.begin(page);
  };
  const settled = async (page: Page) => {
    // as many as are counted
    await page.getByRole('button', { name: '500 new notes' }).waitFor({ timeout: 120_000 });
    const end = Date.now() + CALM_MAX_MS;
    for (let before = -1; spent - before > CALM;) {
      if (Date.now() > end) throw new Error('The page goes on and on after the flood');
      before = spent;
      await page.waitForTimeout(CALM_MS);
      spent = await thread.spent();
    }
  };
  const { shown } = await measureFlood({ prepare: begin, settled });
  return { shown, spent };
};

/** In the page: as many keys as statecharts are to hear of, some at a time. */
const pressKeys = ({ keys, atOnce }: { keys: number; atOnce: number }) =>
  new Promise<void>((resolve) => {
    let pressed = 0;
    const some = () => {
      // Escape in the feed asks for nothing, and each is two events
      for (let count = 0; count < atOnce; count += 1) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
      }
      pressed += atOnce;
      if (pressed < keys) setTimeout(some, 10);
      else resolve();
    };
    some();
  });

/** 20,000 events come to the charts while the log of them is seen: how many it holds, and the tasks that were too long. */
const measureLog = async () => {
  const relay = await startScriptedRelay({ events: await signedNotes(100, Math.floor(Date.now() / 1000)) });
  const app = await serveApp({ port: 0, dist: 'dist', relays: { readwrite: [relay.url] } });
  const browser = await openBrowser();
  const page = await browser.context.newPage();
  await timeToNote(page, app.url, 5);
  await page.waitForTimeout(2_000);
  await besideApp(page);
  const long = await longTasks(page, async () => {
    await page.evaluate(pressKeys, { keys: KEYS, atOnce: KEYS_AT_ONCE });
    // all of them are in the recording
    await page.waitForFunction(
      (least) => Number(/([\d,]+) events,/.exec(document.body.innerText)?.[1]?.replaceAll(',', '')) >= least,
      KEYS,
    );
  });
  const held = await heldEntries(page);
  await browser.dispose();
  await app.close();
  await relay.close();
  return { long, held };
};

const heldEntries = (page: Page) =>
  page
    .locator('.evs')
    .evaluate((list) =>
      Math.round(list.getBoundingClientRect().height / list.children[0]!.getBoundingClientRect().height),
    );

/** Heaps and entries of the log of a feed with the inspector open, every 5 minutes. */
const measureInspectedHour = async () => {
  const held: number[] = [];
  const { heaps } = await measureHour({
    pass: passQuickly,
    minutes: MINUTES,
    prepare: (page) => open(page),
    look: async (page) => void held.push(await heldEntries(page)),
  });
  return { heaps, held };
};

const floodRows = async (): Promise<Row[]> => {
  const closed = await flood();
  const row = (name: string, { spent }: typeof closed, most: number): Row => ({
    name: `flood ${name}: processor time of the page's thread`,
    value: `${spent.toFixed(1)} s`,
    against: `closed ${closed.spent.toFixed(1)} s`,
    ratio: (spent / closed.spent).toFixed(2),
    budget: `< ${most}`,
    holds: spent / closed.spent < most,
  });
  return [
    row('while the inspector records', await flood(record), 1.5),
    row('with the inspector beside it', await flood(besideApp), 2.5),
  ];
};

const logRows = async (): Promise<Row[]> => {
  const { long, held } = await measureLog();
  return [
    {
      name: `${KEYS} events to charts, the log in sight: tasks over 50 ms of processor time`,
      value: String(long.length),
      against: `${held} entries in the log${long.length ? `, longest ${Math.max(...long).toFixed(0)} ms` : ''}`,
      budget: '0',
      holds: long.length === 0 && held >= LOG_MAX,
    },
  ];
};

/** By the thread's time: frames by the clock say more about how busy the machine is. */
const scroll = async (prepare: (page: Page) => Promise<void> = () => Promise.resolve()) => {
  const thread = threadSeconds();
  let spent = 0;
  const { p95, reached } = await measureScroll({
    ...SCROLL,
    async prepare(page) {
      await prepare(page);
      await thread.begin(page);
    },
    look: async () => void (spent = await thread.spent()),
  });
  return { p95, reached, spent };
};

const scrollRows = async (): Promise<Row[]> => {
  const [closed, open] = [await scroll(), await scroll(record)];
  // a busy machine may not bring all notes in time
  const costlier = open.spent / open.reached / (closed.spent / closed.reached);
  return [
    {
      name: `scrolling ${open.reached} notes while it records: processor time of the page's thread`,
      value: `${open.spent.toFixed(1)} s`,
      against: `closed ${closed.spent.toFixed(1)} s for ${closed.reached}; p95 frames ${open.p95.toFixed(0)} and ${closed.p95.toFixed(0)} ms`,
      ratio: costlier.toFixed(2),
      budget: '< 1.5 a note',
      holds: costlier < 1.5,
    },
  ];
};

const hourRows = async (): Promise<Row[]> => {
  const { heaps, held } = await measureInspectedHour();
  const full = FILLING / EVERY - 1;
  const [early, late] = [heaps[full]!, heaps.at(-1)!];
  return [
    {
      name: 'heap after an hour of feed with the inspector open, its log full',
      value: `${late.toFixed(1)} MB`,
      against: `before ${early.toFixed(1)} MB, most ${Math.max(...heaps).toFixed(1)} MB, ${held.at(-1)} entries`,
      ratio: (late / early).toFixed(2),
      budget: '<= 1.1',
      holds: late / early <= 1.1 && held[full]! >= LOG_MAX,
    },
  ];
};

/** What it costs the app that its statecharts are watched: the flood and the scrolling, against the same unwatched. */
export async function benchInspect(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, measure] of Object.entries({
    flood: floodRows,
    log: logRows,
    scrolling: scrollRows,
    hour: hourRows,
  })) {
    const began = performance.now();
    const found = await measure();
    console.log(`  ${what}: ${Math.round((performance.now() - began) / 1_000)} s`);
    rows.push(...found);
  }
  return rows;
}
