import type { Page } from '@playwright/test';
import { startScriptedRelay } from '#devnet/scripted-relay.ts';
import { serveApp } from '../../scripts/serve.mjs';
import { heapMb, openBrowser, timeToNote } from './browser.ts';
import { signedNotes } from './events.ts';
import { percentile, type Row } from './table.ts';

const NOTES = 1_000;
const PIXELS_PER_FRAME = 60;
/** as a person reads on */
const READ_ON = 200;
const READING = 30;

/** Scrolls down frame by frame until `count` notes are loaded; frame times in ms and the most cards mounted. */
export const scrollThrough = ({ count, step }: { count: number; step: number }) =>
  new Promise<{ frames: number[]; cards: number; elements: number; reached: number }>((resolve) => {
    const frames: number[] = [];
    const articles = document.getElementsByTagName('article');
    let [cards, elements] = [0, 0];
    const all = document.getElementsByTagName('*');
    let last = performance.now();
    let idle = 0;
    const frame = (now: number) => {
      frames.push(now - last);
      last = now;
      cards = Math.max(cards, articles.length);
      elements = Math.max(elements, all.length);
      const before = scrollY;
      scrollBy(0, step);
      idle = scrollY === before ? idle + 1 : 0;
      const reached = Number(articles[articles.length - 1]?.getAttribute('aria-posinset') ?? 0);
      if (reached >= count || idle > 180) resolve({ frames, cards, elements, reached });
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });

const fps = (frames: readonly number[]) => (1_000 * frames.length) / frames.reduce((sum, frame) => sum + frame, 0);

type Scroll = {
  /** does something to the page before */
  readonly prepare?: ((page: Page) => Promise<void>) | undefined;
  /** looks at the page when all is scrolled */
  readonly look?: (page: Page) => Promise<void>;
  readonly readOn?: number;
  readonly notes?: number;
};

/** 200 notes read on at 1,800 pixels a second, then 1,000 scrolled at twice that, which takes minutes; or fewer. */
export async function measureScroll({ prepare, look, readOn = READ_ON, notes = NOTES }: Scroll = {}) {
  const relay = await startScriptedRelay({
    events: await signedNotes(notes + 100, Math.floor(Date.now() / 1000)),
    latencyMs: 5,
  });
  const app = await serveApp({ port: 0, dist: 'dist', relays: { readwrite: [relay.url] } });
  const browser = await openBrowser();
  const page = await browser.context.newPage();
  await timeToNote(page, app.url, 5);
  await page.waitForTimeout(2_000);
  await prepare?.(page);
  const before = await heapMb(page);
  const reading = await page.evaluate(scrollThrough, { count: readOn, step: READING });
  await page.waitForTimeout(1_000);
  const { frames, cards, elements, reached } = await page.evaluate(scrollThrough, {
    count: notes,
    step: PIXELS_PER_FRAME,
  });
  await look?.(page);
  const after = await heapMb(page);
  await browser.dispose();
  await app.close();
  await relay.close();
  return { p95: percentile(frames, 0.95), reading, elements, cards, reached, before, after };
}

export async function benchScroll(): Promise<Row[]> {
  const { p95, reading, elements, cards, reached, before, after } = await measureScroll();
  return [
    {
      name: `scrolling ${reached} notes, p95 frame`,
      value: `${p95.toFixed(1)} ms`,
      against: '16.7 ms',
      ratio: (p95 / 16.7).toFixed(2),
      budget: '< 20 ms',
      holds: p95 < 20 && reached >= NOTES,
    },
    {
      name: `reading on to note ${reading.reached}, frames a second`,
      value: fps(reading.frames).toFixed(1),
      against: `p95 ${percentile(reading.frames, 0.95).toFixed(1)} ms, p99 ${percentile(reading.frames, 0.99).toFixed(1)} ms`,
      budget: 'p95 <= 17, p99 <= 33 ms',
      holds: percentile(reading.frames, 0.95) <= 17 && percentile(reading.frames, 0.99) <= 33.4,
    },
    { name: 'elements in the page at most', value: String(Math.max(elements, reading.elements)) },
    { name: 'note cards mounted at most', value: String(cards), budget: '<= 40', holds: cards <= 40 },
    {
      name: 'heap after 1,000 notes',
      value: `${after.toFixed(1)} MB`,
      against: `before ${before.toFixed(1)} MB`,
      ratio: (after / before).toFixed(2),
      budget: '< 45 MB',
      holds: after < 45,
    },
  ];
}
