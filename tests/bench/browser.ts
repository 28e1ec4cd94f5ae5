import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { chromiumArgs, ensureChromium } from '../../scripts/chromium.mjs';

/** What the page notes about itself while it runs; times are ms since the navigation started. */
type PageLog = { articles: Record<number, number>; mostArticles: number; longTasks: number[] };
declare global {
  interface Window {
    bench: PageLog;
  }
}

/** Runs in the page before its own scripts: when the nth note stood in the document, and tasks over 50 ms. */
const watchPage = () => {
  const log: PageLog = { articles: {}, mostArticles: 0, longTasks: [] };
  window.bench = log;
  sessionStorage.setItem('splash-shown', 'true');
  const articles = document.getElementsByTagName('article');
  new MutationObserver(() => {
    const count = articles.length;
    if (count <= log.mostArticles) return;
    for (let nth = log.mostArticles + 1; nth <= count; nth += 1) log.articles[nth] = performance.now();
    log.mostArticles = count;
  }).observe(document, { childList: true, subtree: true });
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

/** ms from navigation to the nth note in the document. */
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
