import type { Plugin } from 'vite';
import { DEFAULT_RELAYS } from '../src/domain/relays/default-relays.ts';
import { readsFrom } from '../src/domain/relays/relay-set.ts';

const SCRIPT = '<script src="/first-paint.js"';

/** The one built file of the name. */
const builtAs = (name: string, bundle: object) => {
  const found = Object.keys(bundle).filter((file) => file.startsWith(`assets/${name}-`) && file.endsWith('.js'));
  if (found.length !== 1) throw new Error(`Not one file is named ${name}: ${found.join(', ')}`);
  return `/${found[0]}`;
};

/**
 * Vite plugin: tells `first-paint.js` what it may start: the worker that checks signatures, the file of what stands under
 * the first notes (scripts/code-groups.ts), and the public relays.
 */
export const earlyStartPlugin = (): Plugin => ({
  name: 'nuthatch-early-start',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const relays = DEFAULT_RELAYS.entries.filter(({ permission }) => readsFrom(permission)).map(({ url }) => url);
      const told = {
        worker: builtAs('verify.worker', bundle!),
        first: builtAs('first', bundle!),
        relays: relays.join(' '),
      };
      const data = Object.entries(told).map(([name, value]) => ` data-${name}="${value}"`);
      if (!html.includes(SCRIPT)) throw new Error('The page does not name first-paint.js');
      return html.replace(SCRIPT, `${SCRIPT}${data.join('')}`);
    },
  },
});
