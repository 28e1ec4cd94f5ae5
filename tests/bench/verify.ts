import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview } from 'vite';
import { openBrowser } from './browser.ts';
import type { Row } from './table.ts';
import type { VerifyRow } from './verify.bench.ts';

const root = join(import.meta.dirname, '../..');

/** Builds and serves a page whose `benchVerify()` measures in a worker, as the app verifies. */
async function servePage() {
  const outDir = mkdtempSync(join(tmpdir(), 'nuthatch-verify-'));
  const entry = join(import.meta.dirname, 'verify.page.ts');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      copyPublicDir: false,
      rolldownOptions: { input: entry, output: { entryFileNames: 'page.js' } },
    },
  });
  writeFileSync(join(outDir, 'index.html'), '<!doctype html><script type="module" src="/page.js"></script>');
  const server = await preview({
    root,
    configFile: false,
    logLevel: 'error',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const url = server.resolvedUrls?.local[0] ?? '';
  return { url, close: () => server.close().finally(() => rmSync(outDir, { recursive: true, force: true })) };
}

/** Verification on one worker against nostr-tools' verifyEvent. */
export async function benchVerification(): Promise<Row[]> {
  const served = await servePage();
  const browser = await openBrowser();
  const page = await browser.context.newPage();
  await page.goto(served.url);
  await page.waitForFunction(() => 'benchVerify' in window);
  const rows = await page.evaluate(() => (window as unknown as { benchVerify(): Promise<VerifyRow[]> }).benchVerify());
  await browser.dispose();
  await served.close();
  return rows.map(({ name, ours, theirs, ratio, unit }, at) => ({
    name,
    value: `${Math.round(ours)} ${unit}`,
    against: `nostr-tools ${Math.round(theirs)} ${unit}`,
    ratio: ratio.toFixed(1),
    ...(at < 2 ? { budget: '>= 2', holds: ratio >= 2 } : {}),
  }));
}
