import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { manifest, MANIFEST_FILE } from './app-manifest.ts';
import { lateGroups, SYSTEM, systemGroup } from './scripts/code-groups.ts';
import { earlyStartPlugin, firstPaint, LIBRARIES } from './scripts/early-start-plugin.ts';
import { hashOf, headersFor } from './scripts/headers.mjs';
import { headersPlugin } from './scripts/headers-plugin.mjs';
import { leaveOutPlugin } from './scripts/leave-out.ts';
import { licencesPlugin } from './scripts/licences-plugin.mjs';
import { withPack } from './scripts/offline-pack.ts';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };
/** Another one lets a test build the next version of the same sources. */
const appVersion = process.env['APP_VERSION'] ?? version;

/** What the policy calls the one script that stands in the page. */
const script = hashOf(firstPaint);

const icons = readFileSync(new URL('src/ui/kit/icons.svg', import.meta.url), 'utf8');

/** The words that explain states are for the diagrams; the app itself does without them. */
const withoutDescriptions: Plugin = {
  name: 'nuthatch-descriptions',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes('/src/machines/')
      ? { code: code.replace(/\bdescription:\s*(['"`])(?:\\.|(?!\1).)*\1,?/gs, blanks), map: null }
      : undefined,
};

/** As long and with as many lines, so that positions stay as they are. */
const blanks = (text: string) => text.replace(/[^\n]/g, ' ');

/** No console call is left, of libraries neither; the log of the app itself goes by another way (actors/shell/log.ts). */
const minify = { compress: { dropConsole: true } } as const;

/** What is changed in the preload helper of Vite; each is found there once. */
const PRELOAD_CHANGES = [
  // where a listener prevented the error of code that cannot be loaded, Vite gives `undefined` in place of the code, and
  // whoever wants something of it fails in words that nobody understands: it fails as code that is missing instead
  [
    /\.catch\(handlePreloadError\)/g,
    `.catch((error) => { handlePreloadError(error); throw new Error("A dynamically imported module is missing"); })`,
  ],
  // a style sheet that failed counts as loaded by its link, and by the promise that was made of it
  [/(?<=if \(e\.type === "error"\) )rej\(/g, 'link.remove(), rej('],
  [/seen\[href\] = void 0;(?=\s*throw err;)/g, 'delete seen[href];'],
  // every browser of the target preloads modules
  [/(?<=const scriptRel = )[^]*?(?=;const assetsURL)/g, '"modulepreload"'],
  // the policy of the app names no nonce
  [/const cspNonceMeta =[^;]*;\s*const cspNonce =[^;]*;/g, ''],
  [/if \(cspNonce\)[^;]*;/g, ''],
] as const;

const preloadHelper: Plugin = {
  name: 'nuthatch-preload-helper',
  apply: 'build',
  transform(code, id) {
    if (!id.includes('vite/preload-helper')) return;
    const change = (before: string, [place, told]: (typeof PRELOAD_CHANGES)[number]) => {
      if (before.match(place)?.length !== 1) this.error(`Not found once in the preload helper: ${place}`);
      return before.replace(place, () => told);
    };
    return { code: PRELOAD_CHANGES.reduce(change, code), map: null };
  },
};

/**
 * The first notes take two thousand functions of the start file. Chromium is told to translate it as a whole while it
 * arrives, beside the page's thread: by itself it reads each function there again when it is first called. The same for its
 * libraries.
 */
const compiledWhole: Plugin = {
  name: 'nuthatch-compiled-whole',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || (!file.isEntry && ![SYSTEM, LIBRARIES].includes(file.name))) continue;
        // nothing may stand before it
        file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        const map = bundle[`${file.fileName}.map`];
        if (map?.type !== 'asset') this.error('The start file has no map');
        const told = JSON.parse(String(map.source)) as { mappings: string };
        map.source = JSON.stringify({ ...told, mappings: `;${told.mappings}` });
      }
    },
  },
};

const quietServiceWorker: Plugin = {
  name: 'nuthatch-quiet-service-worker',
  config: () => ({ build: { rolldownOptions: { output: { minify } } } }),
};

let outDir = 'dist';

export default defineConfig({
  define: { __APP_VERSION__: JSON.stringify(appVersion), __APP_HEADERS__: JSON.stringify(headersFor(script)) },
  build: {
    // the oldest that have all that is used: see the README
    target: ['chrome119', 'firefox125', 'safari17.4'],
    sourcemap: true,
    // the page names all that its script imports; a lazy file is asked for beside its styles, not after them; what it
    // imports is not named at the start: that list would be loaded by everybody
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, needed, { hostType }) => (hostType === 'html' ? needed : [file]),
    },
    assetsInlineLimit: 0,
    // what the feed needs comes in few files on purpose; the bench watches their size
    chunkSizeWarningLimit: 600,
    // three files for all that the feed needs: the system starts while the others arrive, what runs is shorter than what anybody
    // feels, and the libraries stay when the app changes; more would be more requests, and compress worse
    rolldownOptions: {
      // which file late code comes in is said by the groups
      checks: { ineffectiveDynamicImport: false },
      // constants stand where they are used, not all of them in the file of the start
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        codeSplitting: {
          groups: [
            systemGroup,
            { name: LIBRARIES, tags: ['$initial'], test: /\/node_modules\//, priority: 2 },
            { name: 'start', tags: ['$initial'] },
            ...lateGroups,
          ],
        },
        minify,
      },
    },
    license: { fileName: 'licenses.md' },
  },
  resolve: {
    // React has this built in since version 18
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
      'use-sync-external-store/shim': 'react',
    },
  },
  worker: { format: 'es', rolldownOptions: { output: { minify } } },
  plugins: [
    react(),
    headersPlugin(script),
    { name: 'nuthatch-place', configResolved: ({ root, build }) => void (outDir = resolve(root, build.outDir)) },
    withoutDescriptions,
    leaveOutPlugin(),
    preloadHelper,
    licencesPlugin(),
    earlyStartPlugin(),
    compiledWhole,
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
        manifestTransforms: [(files) => ({ manifest: withPack(outDir, files) })],
        buildPlugins: { vite: [quietServiceWorker] },
      },
    }),
  ],
});
