import { readFileSync } from 'node:fs';
import { minifySync, type Plugin } from 'vite';
import { PERSISTED_CACHE_KEY } from '../src/domain/cache/cache-limits.ts';
import { feedQuery } from '../src/domain/feed/feed-filter.ts';
import { FEED_PAGES_ASKED, NOTES_PAGE_SIZE } from '../src/domain/feed/feed-limits.ts';
import { DISPLAY_NAMES_KEY } from '../src/domain/profile/profile-limits.ts';
import { DEFAULT_RELAYS } from '../src/domain/relays/default-relays.ts';
import { readsFrom } from '../src/domain/relays/relay-set.ts';
import { PERSISTED_CACHE_DATABASE, PERSISTED_CACHE_STORE } from '../src/store/storage/key-value-store.ts';

const FILE = 'first-paint.js';
const SCRIPT = `<script src="/${FILE}"`;
const source = new URL(`../public/${FILE}`, import.meta.url);

/** The file of the libraries that the start needs. It runs by itself, before the start file where it can: two short tasks for one. */
export const LIBRARIES = 'libraries';

const START = '<script type="module" crossorigin';

/** The one built file of the name. */
const builtAs = (name: string, end: string, bundle: object) => {
  const found = Object.keys(bundle).filter((file) => file.startsWith(`assets/${name}-`) && file.endsWith(end));
  if (found.length !== 1) throw new Error(`Not one file is named ${name}: ${found.join(', ')}`);
  return `/${found[0]}`;
};

/**
 * Vite plugin: tells `first-paint.js` what it may start: the worker that checks signatures, the file of what stands under
 * the first notes (scripts/code-groups.ts), the public relays, what it may ask them, and where what was saved is found. The
 * styles of that file come with the page: else they are waited for before it is even asked for. The libraries are a script of
 * their own, too.
 */
export const earlyStartPlugin = (): Plugin => ({
  name: 'nuthatch-early-start',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: FILE, source: minifySync(FILE, readFileSync(source, 'utf8')).code });
  },
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const relays = DEFAULT_RELAYS.entries.filter(({ permission }) => readsFrom(permission)).map(({ url }) => url);
      const told = {
        worker: builtAs('verify.worker', '.js', bundle!),
        first: builtAs('first', '.js', bundle!),
        relays: relays.join(' '),
        ask: JSON.stringify({ ...feedQuery({ hashtags: [] }), limit: FEED_PAGES_ASKED * NOTES_PAGE_SIZE }),
        saved: [PERSISTED_CACHE_DATABASE, PERSISTED_CACHE_STORE, PERSISTED_CACHE_KEY, DISPLAY_NAMES_KEY].join(' '),
      };
      const data = Object.entries(told).map(([name, value]) => ` data-${name}="${value.replaceAll('"', '&quot;')}"`);
      if (!html.includes(SCRIPT)) throw new Error(`The page does not name ${FILE}`);
      if (!html.includes(START)) throw new Error('The page does not name the start file');
      const styles = `<link rel="stylesheet" crossorigin href="${builtAs('first', '.css', bundle!)}">`;
      const libraries = `<script type="module" async crossorigin src="${builtAs(LIBRARIES, '.js', bundle!)}"></script>`;
      return html
        .replace(SCRIPT, `${SCRIPT}${data.join('')}`)
        .replace(START, `${libraries}$&`)
        .replace('</head>', `${styles}</head>`);
    },
  },
});
