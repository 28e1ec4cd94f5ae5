import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOf, headersFile, headersFor } from '../../scripts/headers.mjs';
import { serveApp } from '../../scripts/serve.mjs';

const relays = { readwrite: ['ws://127.0.0.1:1'], write: [], indexer: [], profile: ['ws://x"<>&'] };
const code = "document.title='ready'";
const page = `<!doctype html><meta name="nuthatch-relays" content=""><script data-x="1">${code}</script><title>App</title>`;
const script = hashOf(code);
const worker =
  'precache([{"revision":"abc","url":"index.html","integrity":"sha256-abc="},{"revision":"def","url":"icon.svg","integrity":"sha256-def="}])' +
  `;send("${headersFor(script)['Content-Security-Policy']}")`;
const policyOf = async (url: string) => (await fetch(url)).headers.get('content-security-policy') ?? '';

describe('serving the built app', () => {
  const dist = mkdtempSync(join(tmpdir(), 'nuthatch-dist-'));
  let app: Awaited<ReturnType<typeof serveApp>>;
  beforeAll(async () => {
    mkdirSync(join(dist, 'assets'));
    mkdirSync(join(dist, '.vite'));
    writeFileSync(join(dist, 'index.html'), page);
    writeFileSync(join(dist, 'sw.js'), worker);
    writeFileSync(join(dist, '_headers'), headersFile(script));
    writeFileSync(join(dist, '.vite/license.md'), 'secret');
    writeFileSync(join(dist, 'assets/main-1234.js'), 'x'.repeat(5_000));
    app = await serveApp({ port: 0, relays, dist });
  });
  afterAll(async () => {
    await app.close();
    rmSync(dist, { recursive: true });
  });
  const get = (path: string, headers: Record<string, string> = {}) => fetch(app.url + path, { headers });

  it('sends the production headers on every answer', async () => {
    for (const path of ['/', '/sw.js', '/assets/main-1234.js', '/assets/none.js', '/note/abc']) {
      const { headers } = await get(path);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('content-security-policy')).toContain(`script-src 'self' ${script} 'wasm-unsafe-eval';`);
      expect(headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toContain('geolocation=()');
    }
  });

  it('writes the same headers for other hosts', () => {
    expect(headersFile(script)).toContain("Content-Security-Policy: default-src 'none'");
    expect(headersFile(script)).toMatch(/\/assets\/\*\n {2}Cache-Control: public, max-age=31536000, immutable/);
  });

  it('keeps hashed files for ever and asks again for the rest', async () => {
    expect((await get('/assets/main-1234.js')).headers.get('cache-control')).toContain('immutable');
    const first = await get('/');
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const again = await get('/', { 'if-none-match': first.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  it('compresses text', async () => {
    for (const encoding of ['br', 'gzip']) {
      const response = await get('/assets/main-1234.js', { 'accept-encoding': encoding });
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(await response.text()).toBe('x'.repeat(5_000));
    }
  });

  it('answers routes with the page and missing files with 404', async () => {
    for (const path of ['/', '/note/nevent1abc', '/ines@example.com'])
      expect(await (await get(path, { accept: 'text/html' })).text()).toContain('<title>App');
    for (const path of ['/assets/none.js', '/none.css', '/_headers', '/.vite/license.md', '/..%2f..%2fetc/passwd.txt'])
      expect((await get(path, { accept: 'text/html' })).status).toBe(404);
    expect((await fetch(`${app.url}/`, { method: 'POST' })).status).toBe(405);
    expect((await get('/%E0%A4%A')).status).toBe(400);
  });

  it('[ROUTE-03] answers a person with the page, and nobody else, where an address cannot be read', async () => {
    for (const path of ['/note/%E0%A4%A', '/note/%00']) {
      const shown = await get(path, { accept: 'text/html,*/*' });
      expect([shown.status, await shown.text()]).toEqual([200, await (await get('/')).text()]);
      expect((await get(path)).status).toBe(400);
    }
  });

  it('fills in the relays, escaped, and gives the page another revision and hash in the service worker', async () => {
    const html = await (await get('/')).text();
    const content = /content="([^"]*)"/.exec(html)?.[1] ?? '';
    const entities: Record<string, string> = { quot: '"', lt: '<', gt: '>', amp: '&' };
    expect(content).not.toMatch(/[<>]/);
    expect(JSON.parse(content.replaceAll(/&(\w+);/g, (_, name: string) => entities[name] ?? ''))).toEqual({
      loopback: true,
      ...relays,
    });
    const script = await (await get('/sw.js')).text();
    const hash = createHash('sha256').update(html).digest('base64');
    expect(script).toMatch(/"revision":"abc-[0-9a-f]{8}","url":"index.html"/);
    expect(script).toContain(`"url":"index.html","integrity":"sha256-${hash}"`);
    expect(script).toContain('{"revision":"def","url":"icon.svg","integrity":"sha256-def="}');
    expect(script).toContain(`send("${await policyOf(app.url)}")`);
  });

  it('lets a page reach this device only as far as it says so', async () => {
    const strict = await serveApp({ port: 0, relays: { ...relays, loopback: false }, dist });
    const bare = await serveApp({ port: 0, dist });
    expect(await policyOf(app.url)).toMatch(/img-src [^;]*http:\/\/127\.0\.0\.1:\*/);
    expect(await policyOf(strict.url)).toContain(
      "connect-src 'self' https: wss: ws://127.0.0.1:1 http://127.0.0.1:1; worker-src",
    );
    expect(await policyOf(strict.url)).toContain(
      "img-src 'self' data: blob: https:; media-src 'self' data: blob: https:;",
    );
    for (const text of [await policyOf(bare.url), headersFile(script)])
      expect(text).not.toMatch(/127\.0|localhost|ws:|http:/);
    await Promise.all([strict.close(), bare.close()]);
  });

  it('serves no service worker that it cannot fit to the page', async () => {
    const { fitServiceWorker } = await import('../../scripts/relays-meta.mjs');
    expect(() => fitServiceWorker('precache([])', { html: page, relays })).toThrow('built in another way');
  });

  it('takes the next port when one is taken, and leaves the page as it is without relays', async () => {
    const other = await serveApp({ port: app.port, dist });
    expect(other.port).toBeGreaterThan(app.port);
    expect(await (await fetch(other.url)).text()).toBe(page);
    expect(await (await fetch(`${other.url}/sw.js`)).text()).toBe(worker);
    await other.close();
  });
});
