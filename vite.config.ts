import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { manifest, MANIFEST_FILE } from './app-manifest.ts';
import { HEADERS } from './scripts/headers.mjs';
import { headersPlugin } from './scripts/headers-plugin.mjs';
import { licencesPlugin } from './scripts/licences-plugin.mjs';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };
/** Another one lets a test build the next version of the same sources. */
const appVersion = process.env['APP_VERSION'] ?? version;

const icons = readFileSync(new URL('src/ui/kit/icons.svg', import.meta.url), 'utf8');

/** The words that explain states are for the diagrams; the app itself does without them. */
const withoutDescriptions: Plugin = {
  name: 'nuthatch-descriptions',
  apply: 'build',
  enforce: 'pre',
  // whole lines go, so positions stay as they are
  transform: (code, id) =>
    id.includes('/src/machines/')
      ? { code: code.replace(/^ *description:\s*(['"]).*\1,$/gm, ''), map: null }
      : undefined,
};

/**
 * What libraries bring along and nothing here uses: mutations and endless queries (who acts or pages is a statechart), and
 * the router's own way to restore where a page was scrolled to (screens bring their own place back).
 */
const unused: Readonly<Record<string, string>> = {
  './mutationCache.js':
    'export class MutationCache { findAll() { return []; } clear() {} resumePausedMutations() { return Promise.resolve(); } }',
  './infiniteQueryBehavior.js': 'export const infiniteQueryBehavior = () => undefined;',
  './scroll-restoration.js': 'export const setupScrollRestoration = () => {};',
};

const withoutUnused: Plugin = {
  name: 'nuthatch-without-unused',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source in unused && /(query-core.*\/(queryClient|query)|router-core.*\/router)\.js$/.test(importer ?? '')
      ? `\0unused${source}`
      : undefined,
  load: (id) => (id.startsWith('\0unused') ? unused[id.slice('\0unused'.length)] : undefined),
};

let outDir = 'dist';

/** The service worker gives nothing out that has another hash than the build made. */
const withIntegrity = <File extends { url: string }>(files: File[]) => ({
  manifest: files.map((file) => {
    const hash = createHash('sha256').update(readFileSync(resolve(outDir, file.url)));
    return { ...file, integrity: `sha256-${hash.digest('base64')}` };
  }),
});

export default defineConfig({
  define: { __APP_VERSION__: JSON.stringify(appVersion), __APP_HEADERS__: JSON.stringify(HEADERS) },
  build: {
    target: 'es2023',
    // older ones would get the colours converted, which changes how they mix
    cssTarget: ['chrome111', 'firefox113', 'safari16.4'],
    sourcemap: true,
    // what a lazy file imports is not named at the start: that list would be loaded by everybody
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed) => needed.filter((name) => name.endsWith('.css')),
    },
    assetsInlineLimit: 0,
    // what the feed needs is one file on purpose; the bench watches its size
    chunkSizeWarningLimit: 600,
    // one file for all that the feed needs: fewer requests, and it compresses better
    rolldownOptions: {
      // constants stand where they are used, not all of them in the file of the start
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] },
        // libraries say nothing in the console either
        minify: { compress: { dropConsole: true } },
      },
    },
    license: { fileName: 'licenses.md' },
  },
  resolve: {
    // React has this built in since version 18
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
      'use-sync-external-store/shim': 'use-sync-external-store',
    },
  },
  worker: { format: 'es' },
  plugins: [
    react(),
    headersPlugin(),
    { name: 'nuthatch-place', configResolved: ({ root, build }) => void (outDir = resolve(root, build.outDir)) },
    withoutDescriptions,
    withoutUnused,
    licencesPlugin(),
    { name: 'nuthatch-icons', transformIndexHtml: (html) => html.replace('<body>', `<body>${icons}`) },
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifestFilename: MANIFEST_FILE,
      manifest,
      // all code, so that no screen fails offline, and the licences
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,png,wasm,woff2,md}'],
        manifestTransforms: [withIntegrity],
      },
    }),
  ],
});
