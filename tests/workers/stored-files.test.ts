import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { createStoredFiles, type AppFile } from '#workers/stored-files.ts';

const POLICY = 'Content-Security-Policy';
const headers = { [POLICY]: "default-src 'none'", 'X-Content-Type-Options': 'nosniff' };
const PAGE = '<title>App</title>';
const FORGED = '<script>evil</script>';
const page: AppFile = {
  cacheKey: 'https://app.example/index.html?__WB_REVISION__=1',
  integrity: `sha256-${createHash('sha256').update(PAGE).digest('base64')}`,
};

/** A store with one file in it, and a server; `server` left out: there is no network. */
const setUp = (kept: Response | undefined, server?: () => Response) => {
  const store = new Map<unknown, Response>(kept ? [[page.cacheKey, kept]] : []);
  const cache = {
    match: (key: unknown) => Promise.resolve(store.get(key instanceof Request ? key.url : key)?.clone()),
    put: (key: unknown, response: Response) => Promise.resolve(void store.set(key, response)),
  };
  const fetch = vi.fn(() => (server ? Promise.resolve(server()) : Promise.reject(new TypeError('offline'))));
  const files = createStoredFiles({
    open: () => Promise.resolve(cache),
    fetch: fetch as typeof globalThis.fetch,
    headers,
  });
  return { files, fetch, store };
};
const asHtml = (body: string, more: Record<string, string> = {}) =>
  new Response(body, { headers: { 'Content-Type': 'text/html', ...more } });

describe('stored files of the app', () => {
  it('are given out without the network, with the headers of the app and none of the stored ones', async () => {
    const { files, fetch } = setUp(new Response(PAGE, { headers: { 'Content-Type': 'text/plain', 'X-Evil': 'yes' } }));
    const response = await files.serve('/index.html', page);
    expect(await response.text()).toBe(PAGE);
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-security-policy': "default-src 'none'",
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    expect(fetch).not.toHaveBeenCalled();
  });

  it('that were changed are loaded anew and put right, each time that it happens', async () => {
    const { files, fetch, store } = setUp(asHtml(PAGE), () => asHtml(PAGE));
    await files.serve('/index.html', page);
    for (const time of [1, 2]) {
      store.set(page.cacheKey, asHtml(FORGED));
      const response = await files.serve('/index.html', page);
      expect(await response.text()).toBe(PAGE);
      expect(response.headers.get(POLICY)).toBe(headers[POLICY]);
      expect(await store.get(page.cacheKey)!.clone().text()).toBe(PAGE);
      expect(fetch).toHaveBeenCalledTimes(time);
    }
    expect(fetch).toHaveBeenLastCalledWith('/index.html', { cache: 'reload', credentials: 'same-origin' });
  });

  it('that were changed or are gone are refused without a network', async () => {
    for (const kept of [asHtml(FORGED), undefined]) {
      const { files } = setUp(kept);
      expect((await files.serve('/index.html', page)).type).toBe('error');
    }
  });

  it('that cannot be read are as if there were none: the server is asked', async () => {
    const broken = Object.assign(asHtml(PAGE), {
      clone: () => ({ arrayBuffer: () => Promise.reject(new Error('disk')) }),
    });
    const { files, fetch } = setUp(broken, () => asHtml(PAGE));
    expect(await (await files.serve('/index.html', page)).text()).toBe(PAGE);
    const gone = createStoredFiles({ open: () => Promise.reject(new Error('no cache')), fetch, headers } as never);
    expect(await (await gone.serve('/index.html', page)).text()).toBe(PAGE);
    expect(await gone.has(page)).toBe(false);
    fetch.mockRejectedValue(new TypeError('offline'));
    expect((await gone.serveEarlier(new Request('https://app.example/assets/old.js'))).type).toBe('error');
  });

  it('of another version come from the server under its policy, or else that of the app, and are not stored', async () => {
    const next = '<title>Next</title>';
    const { files, store } = setUp(asHtml(FORGED), () => asHtml(next, { [POLICY]: "default-src 'self'" }));
    const response = await files.serve('/index.html', page);
    expect([await response.text(), response.headers.get(POLICY)]).toEqual([next, "default-src 'self'"]);
    expect(await store.get(page.cacheKey)!.clone().text()).toBe(FORGED);
    const bare = setUp(asHtml(FORGED), () => asHtml(next));
    expect((await bare.files.serve('/index.html', page)).headers.get(POLICY)).toBe(headers[POLICY]);
  });

  it('are no page of an error, and no page in the place of code', async () => {
    const failing = setUp(asHtml(FORGED), () => new Response('no', { status: 500 }));
    expect((await failing.files.serve('/index.html', page)).type).toBe('error');
    const answering = setUp(undefined, () => asHtml(PAGE));
    expect((await answering.files.serve('/assets/a.js', page)).type).toBe('error');
  });

  it('are kept ahead, by what the browser has lately loaded or else by the server, and once', async () => {
    const { files, fetch, store } = setUp(undefined, () => asHtml(PAGE));
    await files.keep('/index.html', page);
    expect(await store.get(page.cacheKey)!.clone().text()).toBe(PAGE);
    expect(fetch).toHaveBeenCalledExactlyOnceWith('/index.html', { cache: 'default', credentials: 'same-origin' });
    await files.keep('/index.html', page);
    expect(fetch).toHaveBeenCalledTimes(1);
    store.set(page.cacheKey, asHtml(FORGED));
    await files.keep('/index.html', page);
    expect(await store.get(page.cacheKey)!.clone().text()).toBe(PAGE);
  });

  it('that came with others are stored only as the very bytes of this version', async () => {
    const { files, fetch, store } = setUp(undefined);
    const bytes = (text: string) => new TextEncoder().encode(text).buffer;
    expect(await files.has(page)).toBe(false);
    expect(await files.take('/index.html', page, bytes(FORGED))).toBe(false);
    expect(store.size).toBe(0);
    expect(await files.take('/index.html', page, bytes(PAGE))).toBe(true);
    expect(await files.has(page)).toBe(true);
    store.set(page.cacheKey, asHtml(FORGED));
    expect(await files.has(page)).toBe(false);
    expect(fetch).not.toHaveBeenCalled();
  });

  it('that the browser has of another version are asked of the server; what that has not is not stored', async () => {
    const answers = [asHtml(FORGED), asHtml(PAGE)];
    const { files, fetch, store } = setUp(undefined, () => answers.shift()!);
    await files.keep('/index.html', page);
    expect(fetch).toHaveBeenLastCalledWith('/index.html', { cache: 'reload', credentials: 'same-origin' });
    expect(await store.get(page.cacheKey)!.clone().text()).toBe(PAGE);
    for (const server of [() => asHtml(FORGED), () => new Response('', { status: 404 }), undefined]) {
      const without = setUp(undefined, server);
      await expect(without.files.keep('/index.html', page)).rejects.toThrow();
      expect(without.store.size).toBe(0);
    }
  });

  it('of an earlier version come from the server while it has them, then from the store with the headers of the app', async () => {
    const request = new Request('https://app.example/assets/old.js');
    const old = () => new Response('old', { headers: { 'X-Evil': 'yes' } });
    const code = setUp(undefined, () => new Response('server'));
    code.store.set(request.url, old());
    expect(await (await code.files.serveEarlier(request)).text()).toBe('server');
    for (const server of [undefined, () => new Response('', { status: 404 }), () => asHtml(PAGE)]) {
      const { files, store } = setUp(undefined, server);
      store.set(request.url, old());
      const response = await files.serveEarlier(request);
      expect(await response.text()).toBe('old');
      expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
      expect(response.headers.get(POLICY)).toBe(headers[POLICY]);
      expect(response.headers.has('X-Evil')).toBe(false);
    }
  });
});
