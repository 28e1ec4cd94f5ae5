import type { Plugin } from 'vite';
import { DEFAULT_RELAYS } from '../src/domain/relays/default-relays.ts';
import { readsFrom } from '../src/domain/relays/relay-set.ts';

const SCRIPT = '<script src="/first-paint.js"';
const WORKER = /(?:^|\/)verify\.worker-[^/]+\.js$/;

/** Vite plugin: tells `first-paint.js` what it may start, the worker that checks signatures and the public relays. */
export const earlyStartPlugin = (): Plugin => ({
  name: 'nuthatch-early-start',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const workers = Object.keys(bundle ?? {}).filter((name) => WORKER.test(name));
      if (workers.length !== 1) throw new Error('There is not one verification worker');
      const relays = DEFAULT_RELAYS.entries.filter(({ permission }) => readsFrom(permission)).map(({ url }) => url);
      const told = html.replace(SCRIPT, `${SCRIPT} data-worker="/${workers[0]}" data-relays="${relays.join(' ')}"`);
      if (told === html) throw new Error('The page does not name first-paint.js');
      return told;
    },
  },
});
