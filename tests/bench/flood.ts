import type { Page } from '@playwright/test';
import { startScriptedRelay } from '#devnet/scripted-relay.ts';
import { serveApp } from '../../scripts/serve.mjs';
import { openBrowser, timeToNote } from './browser.ts';
import { createSigner, forged, signedNotes } from './events.ts';
import type { Row } from './table.ts';

const EVENTS = 20_000;
const FORGED = EVENTS * 0.05;
const DUPLICATES = EVENTS * 0.3;
const STORED = 100;

/** How often a text stands on the page while it is scrolled down for some seconds. */
const countWhileScrolling = (text: string) =>
  new Promise<number>((resolve) => {
    let [frames, seen] = [0, 0];
    const frame = () => {
      scrollBy(0, innerHeight);
      if (document.body.innerText.includes(text)) seen += 1;
      if ((frames += 1) < 120) requestAnimationFrame(frame);
      else resolve(seen);
    };
    frame();
  });

type Flood = {
  /** does something to the page before */
  readonly prepare?: (page: Page) => Promise<void>;
  /** waits until all is worked on, where nobody asks for the new notes meanwhile; they are shown after that */
  readonly settled?: (page: Page) => Promise<void>;
};

/** 20,000 live events, 5 % forged and 30 % duplicates, while somebody reads. */
export async function measureFlood({ prepare, settled }: Flood = {}) {
  const now = Math.floor(Date.now() / 1000);
  const distinct = await signedNotes(EVENTS - FORGED - DUPLICATES + STORED, now);
  const fresh = distinct.slice(STORED);
  const relay = await startScriptedRelay({ events: distinct.slice(0, STORED), latencyMs: 5 });
  const app = await serveApp({ port: 0, dist: 'dist', relays: { readwrite: [relay.url] } });
  const browser = await openBrowser();
  const page = await browser.context.newPage();
  await timeToNote(page, app.url, 5);
  await page.waitForTimeout(2_000);
  await prepare?.(page);
  await page.evaluate(() => (window.bench.longTasks = []));

  const arriving = [
    ...fresh,
    ...Array.from({ length: FORGED }, (_, index) => forged(fresh[index * 7]!, index)),
    ...Array.from({ length: DUPLICATES }, (_, index) => fresh[(index * 3) % fresh.length]!),
  ];
  // mixed, in an order that is the same every time
  const shuffled = arriving.map((event, index) => ({ event, at: (index * 7919) % arriving.length }));
  shuffled.sort((a, b) => a.at - b.at);
  const newest = (await createSigner())(501, 'The newest note of all', now + 1);
  const started = performance.now();
  for (const { event } of shuffled) relay.push(event);
  relay.push(newest);
  await settled?.(page);
  // it comes last and frames of one relay keep their order: when it stands there, everything before it was checked
  const pill = page.getByRole('button', { name: /new notes?$/ });
  const isThere = () => page.getByText(newest.content).first().isVisible();
  while (!(await isThere())) await pill.click({ timeout: 250 }).catch(() => {});
  const seconds = (performance.now() - started) / 1000;
  const longTasks = await page.evaluate(() => window.bench.longTasks);
  const shown = await page.evaluate(countWhileScrolling, 'FORGED');
  await browser.dispose();
  await app.close();
  await relay.close();
  return { seconds, longTasks, shown };
}

export async function benchFlood(): Promise<Row[]> {
  const { seconds, longTasks, shown } = await measureFlood();
  return [
    { name: `forged notes shown of ${FORGED}`, value: String(shown), budget: '0', holds: shown === 0 },
    {
      name: 'main-thread tasks over 50 ms',
      value: String(longTasks.length),
      against: longTasks.length ? `longest ${Math.max(...longTasks).toFixed(0)} ms` : '',
      budget: '0',
      holds: longTasks.length === 0,
    },
    {
      name: 'events per second',
      value: (EVENTS / seconds).toFixed(0),
      against: `${EVENTS} in ${seconds.toFixed(1)} s`,
    },
  ];
}
