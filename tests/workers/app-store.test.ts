import { describe, expect, it, vi } from 'vitest';
import { packLine, parsePackLine } from '#domain/shell/offline-pack.ts';
import { EARLIER_CODE_FILES_MAX } from '#domain/shell/shell-limits.ts';
import { createAppStore, forgetEarlier } from '#workers/app-store.ts';
import type { AppFile } from '#workers/stored-files.ts';

const NAMES = ['a', 'b', 'c', 'd'].map((name) => `/assets/${name}.js`);
const OTHER = ['/index.html', '/icon.png'];
const textOf = (path: string) => `code of ${path}\n"ü"`;
const WHOLE = NAMES.map((path) => packLine(path, textOf(path))).join('');

/** A store with some files in it, beside a server whose pack comes in small pieces; undefined: there is none. */
const setUp = (pack: string | undefined, there: readonly string[] = []) => {
  const files = new Map([...OTHER, ...NAMES].map((path) => [path, { cacheKey: path, integrity: textOf(path) }]));
  const store = new Set(there);
  const kept: string[] = [];
  const stored = {
    has: async ({ cacheKey }: AppFile) => store.has(cacheKey),
    keep: async (path: string) => {
      if (!store.has(path)) kept.push(path);
      store.add(path);
    },
    take: async (path: string, { integrity }: AppFile, bytes: ArrayBuffer) => {
      if (new TextDecoder().decode(bytes) !== integrity) return false;
      store.add(path);
      return true;
    },
  };
  const body = (text: string) => {
    const bytes = new TextEncoder().encode(text);
    return new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.slice(at, at + 7));
        controller.close();
      },
    });
  };
  const fetch = vi.fn(async () =>
    pack === undefined ? new Response('Not found.', { status: 404 }) : new Response(body(pack)),
  );
  const storeAll = createAppStore({ files, packed: new Set(NAMES), stored, fetch });
  return { storeAll, store, kept, fetch, files, stored };
};

describe('storing the app', () => {
  it('takes late code from the pack, and fetches what is not in it by itself', async () => {
    const { storeAll, store, kept, fetch } = setUp(WHOLE);
    await storeAll();
    expect(store).toEqual(new Set([...OTHER, ...NAMES]));
    expect(kept).toEqual(OTHER);
    expect(fetch).toHaveBeenCalledExactlyOnceWith('/offline.txt', { cache: 'no-cache', credentials: 'same-origin' });
  });

  it('fetches by itself what the pack lacks, has of another version or twice, or what broke off', async () => {
    const [a, b, c, d] = NAMES as [string, string, string, string];
    const line = (path: string) => packLine(path, textOf(path));
    for (const [pack, missing] of [
      [line(a) + line(a) + line(c), [b, d]],
      [line(a) + packLine(b, 'code of another version') + line(c) + line(d), [b]],
      [line(a) + line(b).slice(0, 12), [b, c, d]],
      [`<!doctype html>\n${WHOLE}`, NAMES],
      ['', NAMES],
      [undefined, NAMES],
    ] as const) {
      const { storeAll, store, kept } = setUp(pack);
      await storeAll();
      expect(kept).toEqual([...OTHER, ...missing]);
      expect(store.size).toBe(6);
    }
  });

  it('takes nothing from the pack that is not to be in it', async () => {
    const { storeAll, kept, store } = setUp(
      WHOLE + packLine('/index.html', textOf('/index.html')) + packLine('/assets/evil.js', 'evil'),
    );
    await storeAll();
    expect(kept).toEqual(OTHER);
    expect(store.has('/assets/evil.js')).toBe(false);
  });

  it('asks for the pack no more where most is there, and stores what is left file by file', async () => {
    const { storeAll, kept, fetch } = setUp(WHOLE, NAMES.slice(0, 2));
    await storeAll();
    expect(fetch).not.toHaveBeenCalled();
    expect(kept).toEqual([...OTHER, ...NAMES.slice(2)]);
  });

  it('does not load to its end what is no pack', async () => {
    const cancelled = vi.fn();
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('<p>Not found</p>\n')),
      cancel: cancelled,
    });
    const { files, stored, kept } = setUp(undefined);
    const fetch = vi.fn(async () => new Response(endless));
    await createAppStore({ files, packed: new Set(NAMES), stored, fetch })();
    expect(kept).toEqual([...OTHER, ...NAMES]);
    await vi.waitFor(() => expect(cancelled).toHaveBeenCalled());
  });

  it('keeps what came before the network was gone, and fails so that the browser tries again', async () => {
    const first = new TextEncoder().encode(packLine(NAMES[0]!, textOf(NAMES[0]!)));
    let pulls = 0;
    const broken = new ReadableStream(
      {
        pull: (controller) =>
          (pulls += 1) === 1 ? controller.enqueue(first) : controller.error(new TypeError('network')),
      },
      { highWaterMark: 0 },
    );
    const { files, stored, store } = setUp(undefined);
    const fetch = vi.fn(async () => new Response(broken));
    const keep = () => Promise.reject(new TypeError('network'));
    const storeAll = createAppStore({ files, packed: new Set(NAMES), stored: { ...stored, keep }, fetch });
    await expect(storeAll()).rejects.toThrow('network');
    await vi.waitFor(() => expect([...store]).toEqual([NAMES[0]]));
  });
});

it('a line that is no file of the pack is none', () => {
  for (const line of ['', 'null', '{}', '["/a"]', '["/a",1]', '[1,"x"]', '<html>'])
    expect(parsePackLine(line)).toBeUndefined();
});

describe('files of earlier versions', () => {
  it('code of the versions just before stays, the oldest beyond a bound and all else go', async () => {
    const at = (path: string) => ({ url: `https://app.example${path}` }) as Request;
    const earlier = Array.from({ length: EARLIER_CODE_FILES_MAX + 2 }, (_, age) => at(`/assets/${age}.js`));
    const [mine, old] = [at('/assets/new.js'), at('/index.html')];
    const left: string[] = [];
    await forgetEarlier(
      {
        keys: async () => [mine, old, ...earlier],
        delete: async (request) => left.push((request as Request).url) > 0,
      },
      new Set([mine.url]),
    );
    expect(left).toEqual([old.url, earlier[0]!.url, earlier[1]!.url]);
  });
});
