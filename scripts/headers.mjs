// The response headers of the built app. The server here sends them, and the build writes them into dist/_headers for
// hosts that read that file. They belong on every file: a worker obeys the policy of its own response.
import { createHash } from 'node:crypto';

const LOOPBACK = ['http', 'ws'].map((scheme) => `${scheme}://127.0.0.1:* ${scheme}://localhost:*`);

/** What the page may load besides the public network, as it is configured. */
const nearby = (relays) => {
  if (!relays) return { pictures: '', services: '' };
  if (relays.loopback) return { pictures: ` ${LOOPBACK[0]}`, services: ` ${LOOPBACK.join(' ')}` };
  const urls = Object.values(relays).flatMap((list) => (Array.isArray(list) ? list : []));
  const plain = urls.filter((url) => URL.canParse(url) && url.startsWith('ws:')).map((url) => new URL(url).host);
  const origins = [...new Set(plain)].flatMap((host) => [`ws://${host}`, `http://${host}`]);
  return { pictures: '', services: origins.map((origin) => ` ${origin}`).join('') };
};

/** What the policy calls the one script that stands in the page itself, of a page as it was built. */
export const scriptIn = (page) => hashOf(/<script\b[^>]*>([^<]+)<\/script>/.exec(page)?.[1] ?? '');

/** The same of the script's text. */
export const hashOf = (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const policyFor = (script, relays) => {
  const { pictures, services } = nearby(relays);
  return {
    'default-src': "'none'",
    'script-src': `'self' ${script} 'wasm-unsafe-eval'`,
    'style-src': "'self'",
    'font-src': "'self'",
    'img-src': `'self' data: blob: https:${pictures}`,
    'media-src': `'self' data: blob: https:${pictures}`,
    'connect-src': `'self' https: wss:${services}`,
    'worker-src': "'self'",
    'manifest-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'default',
  };
};

const permissions = 'accelerometer geolocation gyroscope magnetometer microphone midi payment usb';

/**
 * Sent with every file. `script`: the one of the page, as the policy calls it. `relays`: what the page is configured with. This
 * device can be reached only as far as it says so: all of loopback over the sample network (`loopback`), else its own relays.
 */
export const headersFor = (script, relays) => ({
  'Content-Security-Policy': Object.entries(policyFor(script, relays))
    .map(([name, value]) => `${name} ${value}`)
    .join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // codes are read by the camera, which the browser asks the user for
  'Permissions-Policy': [...permissions.split(' ').map((name) => `${name}=()`), 'camera=(self)'].join(', '),
});

/** Built files with a hash in their name lie in this folder. */
export const HASHED_FOLDER = '/assets/';

export const CACHE_HASHED = 'public, max-age=31536000, immutable';
export const CACHE_OTHER = 'no-cache';

/** The text of the file `_headers`, of a page over public relays. */
export function headersFile(script) {
  const block = (path, headers) =>
    [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  return `${[
    block('/*', headersFor(script)),
    block('/', { 'Cache-Control': CACHE_OTHER }),
    block('/index.html', { 'Cache-Control': CACHE_OTHER }),
    block('/sw.js', { 'Cache-Control': CACHE_OTHER }),
    block('/offline.txt', { 'Cache-Control': CACHE_OTHER }),
    block(`${HASHED_FOLDER}*`, { 'Cache-Control': CACHE_HASHED }),
  ].join('\n\n')}\n`;
}
