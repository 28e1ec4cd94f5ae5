import { isPackWorth, PACK_PATH, parsePackLine } from '#domain/shell/offline-pack.ts';
import { APP_FILES_AT_ONCE, EARLIER_CODE_FILES_MAX } from '#domain/shell/shell-limits.ts';
import type { AppFile, StoredFiles } from './stored-files.ts';

type Deps = {
  /** by path */
  readonly files: ReadonlyMap<string, AppFile>;
  /** the paths of those that the pack holds */
  readonly packed: ReadonlySet<string>;
  readonly stored: Pick<StoredFiles, 'has' | 'keep' | 'take'>;
  readonly fetch: typeof globalThis.fetch;
};

type Entry = readonly [path: string, file: AppFile];

/** The lines of a body as they arrive, none of them held back until the last is there. */
async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + part.value).split('\n');
      rest = lines.pop()!;
      yield* lines;
    }
  } finally {
    // what nobody reads would hold one of the few connections
    reader.cancel().catch(() => {});
  }
}

/**
 * Stores the whole version. Where much is missing, most of it comes in one file, the pack; each part of that is checked like
 * a file of its own, and what is not in it, or not as it should be, is fetched by itself. What is stored stays when this
 * fails, and the browser tries again later.
 */
export const createAppStore = ({ files, packed, stored, fetch }: Deps) => {
  const storeEach = async (entries: readonly Entry[]) => {
    const waiting = entries.values();
    const lane = async () => {
      for (const [path, file] of waiting) await stored.keep(path, file);
    };
    await Promise.all(Array.from({ length: APP_FILES_AT_ONCE }, lane));
  };

  /** The paths of what was stored from the pack, also when it broke off. */
  const storePack = async (): Promise<ReadonlySet<string>> => {
    const done = new Set<string>();
    const taking: Promise<void>[] = [];
    const take = async (path: string, text: string) => {
      const file = packed.has(path) ? files.get(path) : undefined;
      const bytes = new TextEncoder().encode(text).buffer;
      if (file && (await stored.take(path, file, bytes).catch(() => false))) done.add(path);
    };
    try {
      const { ok, body } = await fetch(PACK_PATH, { cache: 'no-cache', credentials: 'same-origin' });
      if (!ok || !body) return done;
      for await (const line of linesOf(body)) {
        const found = parsePackLine(line);
        // another thing than the pack lies there
        if (!found) break;
        taking.push(take(found.path, found.text));
      }
    } catch {
      // what did not come is fetched by itself
    }
    await Promise.all(taking);
    return done;
  };

  return async (): Promise<void> => {
    const entries = [...files];
    const inPack = entries.filter(([path]) => packed.has(path));
    const has = await Promise.all(inPack.map(([, file]) => stored.has(file)));
    if (!isPackWorth(has.filter((isThere) => !isThere).length, packed.size)) return storeEach(entries);
    const [done] = await Promise.all([storePack(), storeEach(entries.filter(([path]) => !packed.has(path)))]);
    await storeEach(inPack.filter(([path]) => !done.has(path)));
  };
};

/** Code has a hash in its name, so that what has the name of an earlier version is that version's. */
export const isCode = ({ url }: Pick<Request, 'url'>): boolean => new URL(url).pathname.startsWith('/assets/');

/**
 * Deletes what this version has no more, but for the code of the versions just before, which a page that is still open may ask
 * for. `wanted`: the URLs under which this version is stored.
 */
export const forgetEarlier = async (
  cache: Pick<Cache, 'keys' | 'delete'>,
  wanted: ReadonlySet<string>,
): Promise<void> => {
  const earlier = (await cache.keys()).filter(({ url }) => !wanted.has(url));
  const leaving = [
    ...earlier.filter((request) => !isCode(request)),
    // in the order in which they came
    ...earlier.filter(isCode).slice(0, -EARLIER_CODE_FILES_MAX),
  ];
  await Promise.all(leaving.map((request) => cache.delete(request)));
};
