import type { CDPSession, Page } from '@playwright/test';
import { startScriptedRelay } from '#devnet/scripted-relay.ts';
import { serveApp } from '../../scripts/serve.mjs';
import { openBrowser, timeToNote } from './browser.ts';
import { signedNotes } from './events.ts';
import { median, type Row } from './table.ts';

const ROUNDS = 5;
const SCRIPT_MS = 30;
const SLOW_MS = 100;
const SLOWER = 4;

/** What somebody presses to open it. */
const buttons = (page: Page) => {
  const main = page.getByRole('navigation', { name: 'Main' });
  const note = page.getByRole('article').first();
  return {
    settings: main.getByRole('button', { name: 'Settings' }),
    'note menu': note.getByRole('button', { name: 'More' }),
    search: main.getByRole('link', { name: 'Search' }),
    profile: note.locator('.note__name'),
    thread: note.locator('.note__meta a'),
  };
};

type What = keyof ReturnType<typeof buttons>;
const WHAT: readonly What[] = ['settings', 'note menu', 'search', 'profile', 'thread'];

/** ms of processor time that the page's thread spent in script until now. */
const scriptMs = async (session: CDPSession) => {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? NaN);
};

/** In the page: from the press on the element until the frame in which the other is there is painted. */
const press = (button: Element, { shown }: { shown: string }) =>
  new Promise<number>((resolve) => {
    const began = performance.now();
    const look = () => {
      if (document.querySelector(shown)) setTimeout(() => resolve(performance.now() - began));
      else requestAnimationFrame(look);
    };
    (button as HTMLElement).click();
    requestAnimationFrame(look);
  });

/** What is there then. */
const SHOWN: Readonly<Record<What, string>> = {
  settings: 'dialog[open]',
  'note menu': 'dialog[open]',
  search: 'input[type=search]',
  profile: '.pf__names',
  thread: '.note--focus',
};

type Cost = { readonly script: number; readonly painted: number };

/** Opens each thing in turn, several times: the first time its code is loaded, which is not counted. */
async function costs(page: Page, session: CDPSession): Promise<ReadonlyMap<What, Cost>> {
  const found = new Map<What, Cost>();
  for (const what of WHAT) {
    const seen: Cost[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const before = await scriptMs(session);
      const painted = await buttons(page)[what].evaluate(press, { shown: SHOWN[what] });
      const script = (await scriptMs(session)) - before;
      if (round > 0) seen.push({ script, painted });
      if (what === 'settings' || what === 'note menu') await page.keyboard.press('Escape');
      else await page.goBack();
      await page.locator(SHOWN[what]).first().waitFor({ state: 'detached' });
      await page.waitForTimeout(700);
    }
    found.set(what, {
      script: median(seen.map(({ script }) => script)),
      painted: median(seen.map(({ painted }) => painted)),
    });
  }
  return found;
}

/** What is opened most often: script until it is painted, on this processor and on one four times slower. */
export async function benchInp(): Promise<Row[]> {
  const relay = await startScriptedRelay({
    events: await signedNotes(200, Math.floor(Date.now() / 1000)),
    latencyMs: 5,
  });
  const app = await serveApp({ port: 0, dist: 'dist', relays: { readwrite: [relay.url] } });
  const { context, dispose } = await openBrowser();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await timeToNote(page, app.url, 5);
  await page.waitForTimeout(3_000);
  const usual = await costs(page, session);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const slow = await costs(page, session);
  await dispose();
  await app.close();
  await relay.close();
  return WHAT.map((what) => {
    const [{ script, painted }, slower] = [usual.get(what)!, slow.get(what)!];
    return {
      name: `${what} opened: script until painted`,
      value: `${script.toFixed(0)} ms, painted after ${painted.toFixed(0)} ms`,
      against: `${SLOWER} times slower: painted after ${slower.painted.toFixed(0)} ms`,
      ratio: (slower.painted / painted).toFixed(1),
      budget: `<= ${SCRIPT_MS}; ${SLOW_MS} ms`,
      holds: script <= SCRIPT_MS && slower.painted <= SLOW_MS,
    };
  });
}
