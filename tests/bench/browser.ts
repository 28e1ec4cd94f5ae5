import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { chromiumArgs, ensureChromium } from '../../scripts/chromium.mjs';

/** What the page notes about itself while it runs; times are ms since the navigation started, of notes when they were seen. */
type PageLog = { articles: Record<number, number>; mostArticles: number; longTasks: number[] };
declare global {
  interface Window {
    bench: PageLog;
  }
}

/** Runs in the page before its own scripts: when the nth note could be seen, and tasks over 50 ms. */
export const watchPage = () => {
  const log: PageLog = { articles: {}, mostArticles: 0, longTasks: [] };
  window.bench = log;
  /** no part of the bench asks for more */
  const MOST = 20;
  const articles = document.getElementsByTagName('article');
  // what lets presses through, as a splash that fades, covers a note all the same
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('body > * { pointer-events: auto !important }');
  document.adoptedStyleSheets.push(sheet);
  /** Nothing lies over its first line; what is further down than the screen counts as it stands there. */
  const isSeen = (note: Element) => {
    const { left, top, width } = note.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + 8];
    return y >= innerHeight || y < 0 || note.contains(document.elementFromPoint(x, y));
  };
  let isLooking = false;
  const look = () => {
    isLooking = false;
    while (log.mostArticles < Math.min(articles.length, MOST) && isSeen(articles[log.mostArticles]!)) {
      const nth = (log.mostArticles += 1);
      // once this frame is drawn
      setTimeout(() => (log.articles[nth] = performance.now()));
    }
    if (log.mostArticles === MOST) observer.disconnect();
    else if (log.mostArticles < articles.length) lookSoon();
  };
  const lookSoon = () => {
    if (!isLooking) requestAnimationFrame(look);
    isLooking = true;
  };
  const observer = new MutationObserver(lookSoon);
  observer.observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) log.longTasks.push(entry.duration);
  }).observe({ type: 'longtask', buffered: true });
};

/** A Chromium with a profile of its own that survives until `dispose`. */
export async function openBrowser(viewport = { width: 1280, height: 800 }) {
  const profile = mkdtempSync(join(tmpdir(), 'nuthatch-bench-'));
  const context: BrowserContext = await chromium.launchPersistentContext(profile, {
    executablePath: ensureChromium(),
    args: [...chromiumArgs, '--enable-precise-memory-info', '--js-flags=--expose-gc'],
    viewport,
  });
  await context.addInitScript(watchPage);
  return {
    context,
    async dispose() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** ms from navigation until the nth note can be seen. */
export async function timeToNote(page: Page, url: string, nth: number): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction((count) => window.bench?.articles[count] !== undefined, nth, { timeout: 30_000 });
  return page.evaluate((count) => window.bench.articles[count]!, nth);
}

/** Used JavaScript heap in MB after a full collection. */
export async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1_000_000;
}
