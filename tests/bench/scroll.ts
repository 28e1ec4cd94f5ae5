import { startScriptedRelay } from '#devnet/scripted-relay.ts';
import { serveApp } from '../../scripts/serve.mjs';
import { heapMb, openBrowser, timeToNote } from './browser.ts';
import { signedNotes } from './events.ts';
import { percentile, type Row } from './table.ts';

const NOTES = 1_000;
const PIXELS_PER_FRAME = 60;

/** Scrolls down frame by frame until `count` notes are loaded; frame times in ms and the most cards mounted. */
export const scrollThrough = ({ count, step }: { count: number; step: number }) =>
  new Promise<{ frames: number[]; cards: number; reached: number }>((resolve) => {
    const frames: number[] = [];
    const articles = document.getElementsByTagName('article');
    let cards = 0;
    let last = performance.now();
    let idle = 0;
    const frame = (now: number) => {
      frames.push(now - last);
      last = now;
      cards = Math.max(cards, articles.length);
      const before = scrollY;
      scrollBy(0, step);
      idle = scrollY === before ? idle + 1 : 0;
      const reached = Number(articles[articles.length - 1]?.getAttribute('aria-posinset') ?? 0);
      if (reached >= count || idle > 180) resolve({ frames, cards, reached });
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });

/** 1,000 notes scrolled at 3,600 pixels a second. */
export async function benchScroll(): Promise<Row[]> {
  const relay = await startScriptedRelay({
    events: await signedNotes(NOTES + 100, Math.floor(Date.now() / 1000)),
    latencyMs: 5,
  });
  const app = await serveApp({ port: 0, dist: 'dist', relays: { readwrite: [relay.url] } });
  const browser = await openBrowser();
  const page = await browser.context.newPage();
  await timeToNote(page, app.url, 5);
  await page.waitForTimeout(2_000);
  const before = await heapMb(page);
  const { frames, cards, reached } = await page.evaluate(scrollThrough, { count: NOTES, step: PIXELS_PER_FRAME });
  const after = await heapMb(page);
  await browser.dispose();
  await app.close();
  await relay.close();
  const p95 = percentile(frames, 0.95);
  return [
    {
      name: `scrolling ${reached} notes, p95 frame`,
      value: `${p95.toFixed(1)} ms`,
      against: '16.7 ms',
      ratio: (p95 / 16.7).toFixed(2),
      budget: '< 20 ms',
      holds: p95 < 20 && reached >= NOTES,
    },
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
