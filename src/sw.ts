/// <reference lib="webworker" />
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { SHARED_SEARCH, sharedOf, sharedText, WRITING_PATH } from '#domain/app-launch.ts';
import { SHARED_CACHE, SHARED_KEY } from '#domain/limits.ts';

/** The service worker: the app itself from the cache, so that it starts at once and offline. */
declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: { url: string; revision: string | null }[];
};

/** Code has a hash in its name and lies here; so many files of earlier versions stay, for pages that still run those. */
const HASHED = '/assets/';
const EARLIER_MAX = 400;

const app = new PrecacheController();
app.addToCacheList(self.__WB_MANIFEST);

/** Deletes what this version has no more, but for the code of the versions just before. */
const cleanUp = async () => {
  const cache = await caches.open(app.strategy.cacheName);
  const wanted = new Set(app.getURLsToCacheKeys().values());
  const earlier = (await cache.keys()).filter(({ url }) => !wanted.has(url));
  const isCode = ({ url }: Request) => new URL(url).pathname.startsWith(HASHED);
  const leaving = [
    ...earlier.filter((request) => !isCode(request)),
    // in the order in which they came
    ...earlier.filter(isCode).slice(0, -EARLIER_MAX),
  ];
  await Promise.all(leaving.map((request) => cache.delete(request)));
};

self.addEventListener('install', (event) => {
  void app.install(event);
});
self.addEventListener('activate', (event) => {
  // the first visit too: a screen that is opened later on in it must not fail offline
  event.waitUntil(cleanUp().then(() => self.clients.claim()));
});

registerRoute(new PrecacheRoute(app));
// what looks like a file is none of the app's screens
registerRoute(new NavigationRoute(app.createHandlerBoundToURL('/index.html'), { denylist: [/\.\w+$/] }));
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(HASHED),
  async ({ request }) =>
    (await caches.match(request, { cacheName: app.strategy.cacheName, ignoreVary: true })) ?? fetch(request),
);
// pictures seen before are in the browser's own cache, which offline does not ask whether they are still fresh
registerRoute(
  ({ request }) => request.destination === 'image' && !self.navigator.onLine,
  ({ request }) => fetch(new Request(request, { cache: 'force-cache' })),
);

/** Keeps what another app shares until the page takes it, so that it is in no address and no server sees it. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === WRITING_PATH,
  async ({ request }) => {
    const text = sharedText(await request.text());
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
