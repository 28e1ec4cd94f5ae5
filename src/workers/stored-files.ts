/** A file of the app: where it is stored, and the hash that the build gave it (as in subresource integrity). */
export type AppFile = { readonly cacheKey: string; readonly integrity: string };

type Deps = {
  readonly open: () => Promise<Pick<Cache, 'match' | 'put'>>;
  readonly fetch: typeof globalThis.fetch;
  /** those of the app, above all its policy */
  readonly headers: Readonly<Record<string, string>>;
};

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  md: 'text/plain; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
  woff2: 'font/woff2',
};

const typeOf = (path: string): string => TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';

const integrityOf = async (bytes: ArrayBuffer): Promise<string> => {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `sha256-${btoa(String.fromCharCode(...hash))}`;
};

const isPage = ({ headers }: Response): boolean => headers.get('Content-Type')?.includes('html') === true;

/**
 * Answers with files of the app. Every script of this address can write into the store, so nothing in it is taken on trust:
 * each answer is hashed anew, made of the very bytes that were hashed, and bears the headers of the app.
 */
export const createStoredFiles = ({ open, fetch, headers }: Deps) => {
  const answer = (path: string, bytes: ArrayBuffer) =>
    new Response(bytes, { headers: { ...headers, 'Content-Type': typeOf(path) } });

  /** A store that cannot be read has nothing. */
  const stored = async (request: Request | string): Promise<ArrayBuffer | undefined> => {
    try {
      return await (await (await open()).match(request, { ignoreVary: true }))?.arrayBuffer();
    } catch {
      return undefined;
    }
  };

  const cached = async ({ cacheKey, integrity }: AppFile): Promise<ArrayBuffer | undefined> => {
    const bytes = await stored(cacheKey);
    return bytes && (await integrityOf(bytes)) === integrity ? bytes : undefined;
  };

  const ask = async (path: string, cache: RequestCache) => {
    const response = await fetch(path, { cache, credentials: 'same-origin' });
    if (!response.ok || (isPage(response) && !path.endsWith('.html'))) throw new Error(`Not on the server: ${path}`);
    return { bytes: await response.arrayBuffer(), policy: response.headers.get('Content-Security-Policy') };
  };

  const put = async (path: string, { cacheKey }: AppFile, bytes: ArrayBuffer) =>
    (await open()).put(cacheKey, answer(path, bytes));

  /** What the server has: this version again, or else another one with the policy that belongs to it. */
  const load = async (path: string, file: AppFile): Promise<Response> => {
    const { bytes, policy } = await ask(path, 'reload');
    if ((await integrityOf(bytes)) === file.integrity) {
      await put(path, file, bytes).catch(() => {});
      return answer(path, bytes);
    }
    const other = answer(path, bytes);
    if (policy !== null) other.headers.set('Content-Security-Policy', policy);
    return other;
  };

  return {
    /** A file of this version; one that was changed in the store is loaded anew, and without a network it is refused. */
    async serve(path: string, file: AppFile): Promise<Response> {
      const bytes = await cached(file);
      return bytes ? answer(path, bytes) : load(path, file).catch(() => Response.error());
    },

    /** Whether a file of this version is stored as it should be. */
    has: async (file: AppFile): Promise<boolean> => (await cached(file)) !== undefined,

    /** Stores these bytes where they are the file of this version; tells whether they were. */
    async take(path: string, file: AppFile, bytes: ArrayBuffer): Promise<boolean> {
      if ((await integrityOf(bytes)) !== file.integrity) return false;
      await put(path, file, bytes);
      return true;
    },

    /** Stores a file of this version unless it is there. Rejects when the server has another one, or none. */
    async keep(path: string, file: AppFile): Promise<void> {
      if (await cached(file)) return;
      // a file that bears its hash in its name is the one that the page has just loaded
      for (const cache of ['default', 'reload'] as const) {
        const { bytes } = await ask(path, cache);
        if ((await integrityOf(bytes)) === file.integrity) return put(path, file, bytes);
      }
      throw new Error(`Another version is on the server: ${path}`);
    },

    /**
     * Code of an earlier version, for a page that still runs it. Its hash is known no more, so the store is the last place
     * that is asked; a page that is loaded from now on asks for none of it.
     */
    async serveEarlier(request: Request): Promise<Response> {
      const response = await fetch(request).catch(() => undefined);
      if (response?.ok && !isPage(response)) return response;
      const kept = await stored(request);
      return kept ? answer(new URL(request.url).pathname, kept) : (response ?? Response.error());
    },
  };
};

export type StoredFiles = ReturnType<typeof createStoredFiles>;

/** Whether a request is for a picture that only the browser's own cache can answer. */
export const isForSeenPicture = ({ destination }: Request, isOnline: boolean): boolean =>
  destination === 'image' && !isOnline;

/** A picture seen before, however old it is. */
export const seenPicture = (request: Request): Promise<Response> =>
  fetch(new Request(request, { cache: 'force-cache' }));
