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

  /** What the server has: this version again, or else another one with the policy that belongs to it. */
  const load = async (path: string, { cacheKey, integrity }: AppFile): Promise<Response> => {
    const response = await fetch(path, { cache: 'reload', credentials: 'same-origin' });
    if (!response.ok || (isPage(response) && !path.endsWith('.html'))) return Response.error();
    const bytes = await response.arrayBuffer();
    if ((await integrityOf(bytes)) === integrity) {
      await (await open()).put(cacheKey, answer(path, bytes)).catch(() => {});
      return answer(path, bytes);
    }
    const policy = response.headers.get('Content-Security-Policy');
    const other = answer(path, bytes);
    if (policy !== null) other.headers.set('Content-Security-Policy', policy);
    return other;
  };

  return {
    /** A file of this version; one that was changed in the store is loaded anew, and without a network it is refused. */
    async serve(path: string, file: AppFile): Promise<Response> {
      const kept = await (await open()).match(file.cacheKey, { ignoreVary: true });
      const bytes = await kept?.arrayBuffer();
      if (bytes && (await integrityOf(bytes)) === file.integrity) return answer(path, bytes);
      return load(path, file).catch(() => Response.error());
    },

    /**
     * Code of an earlier version, for a page that still runs it. Its hash is known no more, so the store is the last place
     * that is asked; a page that is loaded from now on asks for none of it.
     */
    async serveEarlier(request: Request): Promise<Response> {
      const response = await fetch(request).catch(() => undefined);
      if (response?.ok && !isPage(response)) return response;
      const kept = await (await open()).match(request, { ignoreVary: true });
      return kept ? answer(new URL(request.url).pathname, await kept.arrayBuffer()) : (response ?? Response.error());
    },
  };
};
