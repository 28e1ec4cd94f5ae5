import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, resolve, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { listen } from '#devnet/listen.ts';
import { CACHE_HASHED, CACHE_OTHER, HASHED_FOLDER, headersFor, scriptIn } from './headers.mjs';
import { fillRelays, fitServiceWorker, sampleRelays } from './relays-meta.mjs';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.md': 'text/plain; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

const COMPRESSED = /^text\/|json|javascript|svg|wasm/;

const compress = {
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (body) => gzipSync(body),
};

const encodingFor = (request, type) => {
  if (!COMPRESSED.test(type)) return undefined;
  const accepted = request.headers['accept-encoding'] ?? '';
  return ['br', 'gzip'].find((name) => accepted.includes(name));
};

/** Files for other hosts and for tools, not for browsers. */
const isPrivate = (path) => path === '/_headers' || path.includes('/.');

/** Whether a person goes there, and no script or picture asks. */
const isNavigation = (request) => (request.headers.accept ?? '').includes('text/html');

/** A path of the app itself, such as a note: answered with index.html. A missing file is not one. */
const isRoute = (request, path) =>
  !isPrivate(path) &&
  !path.startsWith(HASHED_FOLDER) &&
  !(extname(path) in TYPES) &&
  (extname(path) === '' || isNavigation(request));

/** Reads files of `dist` and keeps their bodies, also compressed, until they change on disk. */
function createStore(dist, relays) {
  const root = resolve(dist);
  const kept = new Map();
  const read = (path, file) => {
    const bytes = readFileSync(file);
    const page = () => fillRelays(readFileSync(resolve(root, 'index.html'), 'utf8'), relays);
    if (path === '/index.html') return Buffer.from(page());
    if (path === '/sw.js') return Buffer.from(fitServiceWorker(bytes.toString(), { html: page(), relays }));
    return bytes;
  };
  return (path) => {
    const file = resolve(root, `.${path}`);
    if (!file.startsWith(root + sep) || isPrivate(path)) return undefined;
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat?.isFile()) return undefined;
    const known = kept.get(path);
    if (known?.changed === stat.mtimeMs) return known;
    const body = read(path, file);
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`;
    const entry = { changed: stat.mtimeMs, body, etag };
    kept.set(path, entry);
    return entry;
  };
}

/** Compressed bodies by encoding and content: servers beside each other compress a file once. */
const encoded = new Map();

const bodyOf = ({ body, etag }, encoding) => {
  if (!encoding) return body;
  const key = `${encoding} ${etag}`;
  if (!encoded.has(key)) encoded.set(key, compress[encoding](body));
  return encoded.get(key);
};

const pathOf = (request) => {
  try {
    const { pathname } = new URL(request.url, 'http://localhost');
    return decodeURIComponent(pathname === '/' ? '/index.html' : pathname);
  } catch {
    return undefined;
  }
};

/** What is asked for; the app itself says of an address that names nothing that it is not found. */
const askedBy = (request) => {
  const path = pathOf(request);
  if (path && !path.includes('\0')) return path;
  return isNavigation(request) ? '/index.html' : undefined;
};

const refuse = (response, status, text) =>
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text);

function answer(request, response, { find, onSent, always }) {
  for (const [name, value] of Object.entries(always)) response.setHeader(name, value);
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, 'Only GET and HEAD.');
  const asked = askedBy(request);
  if (!asked) return refuse(response, 400, 'That address cannot be read.');
  const found = find(asked);
  const path = found || !isRoute(request, asked) ? asked : '/index.html';
  const entry = found ?? (path === asked ? undefined : find(path));
  if (!entry) return refuse(response, 404, 'Not found.');
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  const encoding = encodingFor(request, type);
  const headers = {
    'Content-Type': type,
    'Cache-Control': path.startsWith(HASHED_FOLDER) ? CACHE_HASHED : CACHE_OTHER,
    ETag: entry.etag,
    Vary: 'Accept-Encoding',
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
  };
  if (request.headers['if-none-match'] === entry.etag) return response.writeHead(304, headers).end();
  const body = bodyOf(entry, encoding);
  response.writeHead(200, { ...headers, 'Content-Length': body.length });
  onSent(body.length);
  return response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * Serves the built app on loopback with the headers of production. `relays` fills the page's relay configuration;
 * `port` 0 takes any free one, a taken port the next one. `onSent` hears of the bytes of each file that is sent.
 */
export async function serveApp({ port = 0, relays, dist = 'dist', onSent = () => {} }) {
  const configured = sampleRelays(relays);
  const find = createStore(dist, configured);
  const always = headersFor(scriptIn(find('/index.html')?.body.toString() ?? ''), configured);
  const server = createServer((request, response) => answer(request, response, { find, onSent, always }));
  const bound = await listen(server, port);
  return {
    port: bound,
    url: `http://127.0.0.1:${bound}`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
