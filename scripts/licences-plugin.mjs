import { readFileSync } from 'node:fs';

const FILE = 'licenses.md';

/** Parts that the bundler does not see as packages of the page: the fonts, the compiled C, the service worker's library. */
const PARTS = {
  'Atkinson Hyperlegible Next and Mono (OFL-1.1)': 'src/ui/fonts/OFL-LICENSE.txt',
  'libsecp256k1 (MIT)': 'src/workers/secp256k1/LICENSE',
  'workbox (MIT)': 'node_modules/workbox-precaching/LICENSE',
};

const texts = () =>
  Object.entries(PARTS).map(
    ([name, file]) => `\n## ${name}\n\n${readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').trim()}\n`,
  );

/** Vite plugin: adds the licences of these parts to the file that Vite writes for the bundled packages. */
export const licencesPlugin = () => ({
  name: 'nuthatch-licences',
  apply: /** @type {const} */ ('build'),
  generateBundle: {
    order: /** @type {const} */ ('post'),
    handler(_, bundle) {
      const written = bundle[FILE];
      if (written?.type === 'asset') written.source = [written.source, ...texts()].join('\n');
    },
  },
});
