import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import { chromiumArgs, ensureChromium, headlessShell } from '../../scripts/chromium.mjs';
import { serveApp } from '../../scripts/serve.mjs';
import { cutWrite, killBrowser, logIsRenewed, storedLogs } from '../support/killed-browser.ts';
import { bare as test } from './fixtures.ts';

const KILLS = 20;
/** each starts a browser anew: 5 s, on a machine that does much else several times that */
const LIMIT_MS = 600_000;

test('[PROOF-08] [PROOF-09] ecash is all there after each SIGKILL of the browser, in whatever it was', async () => {
  test.setTimeout(LIMIT_MS);
  const { failures, ms, underWay } = await killBrowser(KILLS, { kind: 'page' });
  expect(failures).toEqual([]);
  expect(ms).toHaveLength(KILLS);
  // or nothing would be tried
  expect(underWay).toBeGreaterThan(2);
});

/** Another database of the same origin than the app's own; gives what was in it. */
const keep = (page: Page) =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('not stored')));
      });
    const opening = indexedDB.open('kept', 1);
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('kept', { autoIncrement: true }));
    const database = await done(opening);
    const writing = database.transaction('kept', 'readwrite', { durability: 'strict' });
    const written = new Promise((resolve) => writing.addEventListener('complete', resolve));
    const store = writing.objectStore('kept');
    const count = await done(store.count());
    await done(store.add('kept'));
    await written;
    database.close();
    return count;
  });

test('what is stored outlives a browser that was killed in the middle of a write, and the start after that', async () => {
  const profile = mkdtempSync(join(tmpdir(), 'nuthatch-cut-'));
  const relays = { readwrite: [], write: [], indexer: [], profile: [], mints: [] };
  const app = await serveApp({ port: 0, relays, dist: process.env['DIST'] ?? 'dist' });
  try {
    for (const stored of [0, 1, 2, 3]) {
      const before = storedLogs(profile);
      const executablePath = headlessShell() || ensureChromium();
      const context = await chromium.launchPersistentContext(profile, { executablePath, args: chromiumArgs });
      const page = await context.newPage();
      await page.goto(`${app.url}/about`);
      expect(await keep(page)).toBe(stored);
      await logIsRenewed(profile, before);
      await context.close();
      cutWrite(profile);
    }
  } finally {
    await app.close();
    rmSync(profile, { recursive: true, force: true });
  }
});
