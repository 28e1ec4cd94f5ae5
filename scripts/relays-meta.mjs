import { createHash } from 'node:crypto';

const META = /(<meta name="nuthatch-relays" content=)"[^"]*"/;

const escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Puts the relays into the meta element of index.html; without relays the page stays as it is. */
export const fillRelays = (html, relays) =>
  relays ? html.replace(META, (_, start) => `${start}"${escape(JSON.stringify(relays))}"`) : html;

const PRECACHED_PAGE = /(revision["'`]?:\s*["'`][\w-]+)(["'`],\s*["'`]?url["'`]?:\s*["'`]index\.html)/;

/** Gives index.html another revision in the precache list of the service worker, so that other relays reach the page. */
export function markServiceWorker(script, relays) {
  if (!relays) return script;
  const mark = createHash('sha256').update(JSON.stringify(relays)).digest('hex').slice(0, 8);
  return script.replace(PRECACHED_PAGE, (_, revision, rest) => `${revision}-${mark}${rest}`);
}
