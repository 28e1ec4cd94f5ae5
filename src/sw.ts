/// <reference lib="webworker" />
import { PrecacheController } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { WRITING_PATH } from '#domain/shell/app-launch.ts';
import { SHARED_FORM_MAX } from '#domain/shell/shell-limits.ts';
import { readAtMost } from '#domain/text/read-at-most.ts';
import { createAppStore, forgetEarlier, isCode } from '#workers/app-store.ts';
import { createStoredFiles, isForSeenPicture, seenPicture, type AppFile } from '#workers/stored-files.ts';
import { SHARED_CACHE, SHARED_KEY, SHARED_SEARCH, sharedOf, sharedText } from '#domain/shell/shared-text.ts';

/** The service worker: the app itself from the cache, so that it starts at once and offline. */
declare const self: ServiceWorkerGlobalScope;

/** What the build says of each file (scripts/offline-pack.ts); no hash: the description for installing. */
type Listed = { url: string; revision: string | null; integrity?: string; packed?: true };

/** The response headers of the app, from the build. */
declare const __APP_HEADERS__: Readonly<Record<string, string>>;

/** What looks like a file is none of the app's screens. Addresses of people end like files, too. */
const FILE = /\.(?:css|html|ico|jpe?g|js|json|map|md|mjs|png|svg|txt|wasm|webmanifest|webp|woff2|xml)$/;

const app = new PrecacheController();
// what the build gave no hash is the server's to give out
const listed = (self.__WB_MANIFEST as readonly Listed[]).filter(({ integrity }) => integrity !== undefined);
app.addToCacheList(listed);

const files = new Map<string, AppFile>();
for (const [url, cacheKey] of app.getURLsToCacheKeys())
  files.set(new URL(url).pathname, { cacheKey, integrity: app.getIntegrityForCacheKey(cacheKey) ?? '' });

const stored = createStoredFiles({
  open: () => caches.open(app.strategy.cacheName),
  fetch: (...asked) => fetch(...asked),
  headers: __APP_HEADERS__,
});

const packed = new Set(listed.filter((file) => file.packed).map(({ url }) => `/${url}`));

const storeAll = createAppStore({ files, packed, stored, fetch: (...asked) => fetch(...asked) });

const cleanUp = async () =>
  forgetEarlier(await caches.open(app.strategy.cacheName), new Set(app.getURLsToCacheKeys().values()));

self.addEventListener('install', (event) => event.waitUntil(storeAll()));
self.addEventListener('activate', (event) => {
  // the first visit too: a screen that is opened later on in it must not fail offline
  event.waitUntil(cleanUp().then(() => self.clients.claim()));
});

type Asked = { readonly url: URL; readonly request: Request };
const isLoad = ({ request }: Asked) => request.mode === 'navigate';
const pathOf = (asked: Asked) => (isLoad(asked) && !FILE.test(asked.url.pathname) ? '/index.html' : asked.url.pathname);

registerRoute(
  ({ sameOrigin, ...asked }) => sameOrigin && files.has(pathOf(asked)),
  (asked) => stored.serve(pathOf(asked), files.get(pathOf(asked))!),
);
registerRoute(
  ({ sameOrigin, ...asked }) => sameOrigin && isCode(asked.request) && !isLoad(asked),
  ({ request }) => stored.serveEarlier(request),
);
registerRoute(
  ({ request }) => isForSeenPicture(request, self.navigator.onLine),
  ({ request }) => seenPicture(request),
);

/** Keeps what another app shares until the page takes it, so that it is in no address and no server sees it. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === WRITING_PATH,
  async ({ request }) => {
    // any site may send a form here, of any length
    const { text: form } = await readAtMost(request.body, SHARED_FORM_MAX);
    const text = sharedText(form);
    if (text === undefined) return Response.redirect(WRITING_PATH, 303);
    const cache = await caches.open(SHARED_CACHE);
    await cache.put(SHARED_KEY, Response.json(sharedOf(text)));
    return Response.redirect(WRITING_PATH + SHARED_SEARCH, 303);
  },
  'POST',
);

self.addEventListener('message', ({ data }) => {
  if ((data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});
