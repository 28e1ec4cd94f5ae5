import { readFileSync } from 'node:fs';
import { minifySync, type Plugin } from 'vite';
import { PERSISTED_CACHE_KEY } from '../src/domain/cache/cache-limits.ts';
import { feedQuery } from '../src/domain/feed/feed-filter.ts';
import { FEED_PAGES_ASKED, NOTES_PAGE_SIZE } from '../src/domain/feed/feed-limits.ts';
import { DISPLAY_NAMES_KEY } from '../src/domain/profile/profile-limits.ts';
import { DEFAULT_RELAYS } from '../src/domain/relays/default-relays.ts';
import { readsFrom } from '../src/domain/relays/relay-permission.ts';
import { SYSTEM } from './code-groups.ts';
import { PERSISTED_CACHE_DATABASE, PERSISTED_CACHE_STORE } from '../src/store/storage/key-value-store.ts';

const SCRIPT = '<script></script>';
const source = new URL('../src/first-paint.js', import.meta.url);

/**
 * What runs before the page is painted stands in the page itself: a file of its own would cost a round trip, and only then
 * are relays called. The policy names it by its hash (scripts/headers.mjs).
 */
export const firstPaint = minifySync('first-paint.js', readFileSync(source, 'utf8')).code.trim();

/**
 * The file of the libraries that the views of the start need. The first script asks for it, and it runs by itself, before the
 * start file where it can.
 */
export const LIBRARIES = 'libraries';

const START = '<script type="module" crossorigin';

/** The one built file of the name. */
const builtAs = (name: string, end: string, bundle: object) => {
  const found = Object.keys(bundle).filter((file) => file.startsWith(`assets/${name}-`) && file.endsWith(end));
  if (found.length !== 1) throw new Error(`Not one file is named ${name}: ${found.join(', ')}`);
  return `/${found[0]}`;
};

/**
 * Vite plugin: writes `src/first-paint.js` into the page, and tells it what it may start: the libraries of the views,
 * the worker that checks signatures and what it computes with, the file of what stands under the first notes
 * (scripts/code-groups.ts), the public relays, what it may ask them, and where what was saved is found. The system is a script
 * of its own, too.
 */
export const earlyStartPlugin = (): Plugin => ({
  name: 'nuthatch-early-start',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      if (!html.includes(SCRIPT)) throw new Error('The page has no place for its first script');
      const inPage = (data: string) => html.replace(SCRIPT, () => `<script${data}>${firstPaint}</script>`);
      if (!bundle) return inPage('');
      const relays = DEFAULT_RELAYS.entries.filter(({ permission }) => readsFrom(permission)).map(({ url }) => url);
      const libraries = builtAs(LIBRARIES, '.js', bundle);
      const told = {
        libraries,
        worker: builtAs('verify.worker', '.js', bundle),
        check: builtAs('secp256k1', '.wasm', bundle),
        first: builtAs('first', '.js', bundle),
        relays: relays.join(' '),
        ask: JSON.stringify({ ...feedQuery({ hashtags: [] }), limit: FEED_PAGES_ASKED * NOTES_PAGE_SIZE }),
        saved: [PERSISTED_CACHE_DATABASE, PERSISTED_CACHE_STORE, PERSISTED_CACHE_KEY, DISPLAY_NAMES_KEY].join(' '),
      };
      const data = Object.entries(told).map(([name, value]) => ` data-${name}="${value.replaceAll('"', '&quot;')}"`);
      if (!html.includes(START)) throw new Error('The page does not name the start file');
      const preloaded = `<link rel="modulepreload" crossorigin href="${libraries}">`;
      return inPage(data.join(''))
        .replace(START, `<script type="module" async crossorigin src="${builtAs(SYSTEM, '.js', bundle)}"></script>$&`)
        .replace(preloaded, '');
    },
  },
});
