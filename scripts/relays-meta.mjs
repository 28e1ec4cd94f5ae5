import { createHash } from 'node:crypto';
import { headersFor, scriptIn } from './headers.mjs';

/** Relays that a server here puts into its page are of the sample network, unless they say otherwise. */
export const sampleRelays = (relays) => relays && { loopback: true, ...relays };

const META = /(<meta name="nuthatch-relays" content=)"[^"]*"/;

const escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Puts the relays into the meta element of index.html; without relays the page stays as it is. */
export const fillRelays = (html, relays) =>
  relays ? html.replace(META, (_, start) => `${start}"${escape(JSON.stringify(relays))}"`) : html;

const PRECACHED_PAGE = /\{[^{}]*"url":"index\.html"[^{}]*\}/;
const POLICY = 'Content-Security-Policy';

const replaced = (text, from, to) => {
  const found = text.replace(from, to);
  if (found === text) throw new Error('The service worker was built in another way than it is served');
  return found;
};

/** Makes the service worker give out the page as it is served here: with its hash, under a revision and policy of its own. */
export function fitServiceWorker(script, { html, relays }) {
  if (!relays) return script;
  const hash = createHash('sha256').update(html);
  const mark = hash.copy().digest('hex').slice(0, 8);
  const entry = (text) =>
    replaced(text, /sha256-[^"]+/, `sha256-${hash.digest('base64')}`).replace(/("revision":"[^"]+)/, `$1-${mark}`);
  const fitted = replaced(script, PRECACHED_PAGE, entry);
  const own = scriptIn(html);
  return replaced(fitted, headersFor(own)[POLICY], () => headersFor(own, relays)[POLICY]);
}
