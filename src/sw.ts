/// <reference lib="webworker" />
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** The service worker: the app itself from the cache, so that it starts at once and offline. */
declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: { url: string; revision: string | null }[];
};

/** Files of earlier versions, for pages that still run them; the oldest go first. */
const EARLIER = 'nuthatch-earlier';
const EARLIER_MAX = 400;
const HASHED = '/assets/';

const app = new PrecacheController();
app.addToCacheList(self.__WB_MANIFEST);

/** Puts aside what this version has no more, before it is deleted. */
const keepEarlier = async () => {
  const [current, earlier] = await Promise.all([caches.open(app.strategy.cacheName), caches.open(EARLIER)]);
  const wanted = new Set(app.getCachedURLs());
  const leaving = (await current.keys()).filter(({ url }) => url.includes(HASHED) && !wanted.has(url));
  for (const request of leaving) {
    const response = await current.match(request);
    if (response) await earlier.put(request, response);
  }
  const kept = await earlier.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - EARLIER_MAX)).map((request) => earlier.delete(request)));
};

self.addEventListener('install', (event) => {
  void app.install(event);
});
self.addEventListener('activate', (event) => {
  // without room for the earlier files the new version works all the same
  const kept = keepEarlier().catch(() => {});
  event.waitUntil(kept.then(() => app.activate(event)));
});

registerRoute(new PrecacheRoute(app));
// what looks like a file is none of the app's screens
registerRoute(new NavigationRoute(app.createHandlerBoundToURL('/index.html'), { denylist: [/\.\w+$/] }));
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(HASHED),
  async ({ request }) => (await caches.match(request, { cacheName: EARLIER, ignoreVary: true })) ?? fetch(request),
);
// pictures seen before are in the browser's own cache, which offline does not ask whether they are still fresh
registerRoute(
  ({ request }) => request.destination === 'image' && !self.navigator.onLine,
  ({ request }) => fetch(new Request(request, { cache: 'force-cache' })),
);

self.addEventListener('message', ({ data }) => {
  if ((data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});
