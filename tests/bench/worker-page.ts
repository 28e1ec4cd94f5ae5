import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview } from 'vite';

const root = join(import.meta.dirname, '../..');

/** Builds and serves a page of one script of this folder, as the app is built. */
export async function servePage(script: string) {
  const outDir = mkdtempSync(join(tmpdir(), 'nuthatch-bench-page-'));
  const entry = join(import.meta.dirname, script);
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
