import { test as base, expect, type Page } from '@playwright/test';
import { startDevnet } from '#devnet/devnet.ts';
import { serveApp } from '../../scripts/serve.mjs';
import { createVisits } from './visits.ts';

type Devnet = Awaited<ReturnType<typeof startDevnet>>;
export type Network = { devnet: Devnet; url: string };

/** of the relays; another one lets two runs stand beside each other */
const FIRST_PORT = Number(process.env['DEVNET_PORT'] ?? 4720);

/** Serves the built app (of the folder DIST) over the given relays; the caller closes it. */
export const serveOver = (relays: unknown) => serveApp({ port: 0, relays, dist: process.env['DIST'] ?? 'dist' });

/**
 * Every worker has its own embedded relays with the sample content and its own server of the built app. A test fails when
 * the page logs an error or breaks the content security policy.
 */
export const test = base.extend<
  { serviceWorker: boolean; quietConsole: void; network: Network; app: Page; about: Page },
  { ownNetwork: Network; visits: ReturnType<typeof createVisits> }
>({
  /** whether the app is stored for offline use: only where that is tested, for it loads all files and answers from them */
  serviceWorker: [false, { option: true }],
  ownNetwork: [
    async ({}, use, { parallelIndex }) => {
      // the ports of the worker before it: what was made for them is kept
      const devnet = await startDevnet({ ports: FIRST_PORT + 10 * parallelIndex, cacheFolder: '.cache' });
      const server = await serveOver(devnet.config);
      await use({ devnet, url: server.url });
      await server.close();
      await devnet.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  visits: [
    async ({}, use) => {
      const visits = createVisits();
      await use(visits);
      await visits.close();
    },
    { scope: 'worker' },
  ],
  /** The relays as they were at the start: no test meets what another one wrote, not even at its very end. */
  network: async ({ ownNetwork, visits }, use) => {
    // a page that stayed open heard of what was written
    if (ownNetwork.devnet.restore()) await visits.close();
    await use(ownNetwork);
  },
  quietConsole: [
    async ({ page, serviceWorker }, use) => {
      if (!serviceWorker) await page.context().addInitScript(refuseServiceWorker);
      const expectQuiet = watchNoise(page);
      await use();
      expectQuiet();
    },
    { auto: true },
  ],
  /** The app on its feed, splash already seen. */
  app: async ({ page, network }, use) => {
    await page.addInitScript(() => sessionStorage.setItem('splash-shown', 'true'));
    await page.goto(network.url);
    await use(page);
  },
  /** The same on a screen that loads little, for what has nothing to do with the feed. */
  about: async ({ page, network }, use) => {
    await page.addInitScript(() => sessionStorage.setItem('splash-shown', 'true'));
    await page.goto(`${network.url}/about`);
    await use(page);
  },
});

/** For what opens browsers or pages of its own, of which nothing is watched; in the workers of all others, so that none starts anew. */
export const bare = test.extend({ quietConsole: async ({}, use) => use() });

/**
 * For a visitor who only reads: the page is loaded once for all such tests of a worker, and each begins on the feed, or with
 * `about` on that screen. Not for what is about a load, counts what is asked for, or needs a page or storage prepared.
 */
export const visit = test.extend({
  page: async (
    { visits, network, browser, viewport, colorScheme, locale, hasTouch, isMobile, contextOptions },
    use,
    testInfo,
  ) => {
    const options = { viewport, colorScheme, locale, hasTouch, isMobile, contextOptions };
    let expectQuiet = () => {};
    const page = await visits.enter(browser, network.url, options, {
      prepare: async (fresh) => {
        await fresh.context().addInitScript(refuseServiceWorker);
        await fresh.addInitScript(() => sessionStorage.setItem('splash-shown', 'true'));
      },
      watch: (watched) => void (expectQuiet = watchNoise(watched)),
    });
    await use(page);
    // what is wrong on the way back is of this test, too
    const unlike = testInfo.status === testInfo.expectedStatus ? await visits.leave(options) : await visits.close();
    if (unlike) testInfo.annotations.push({ type: 'page of visitors not kept', description: unlike });
    expectQuiet();
  },
  context: async ({ page }, use) => use(page.context()),
  quietConsole: async ({}, use) => use(),
  app: async ({ page }, use) => use(page),
  about: async ({ page }, use) => {
    await page.evaluate(() => history.pushState({}, '', '/about'));
    await page.getByRole('heading', { level: 1, name: 'Nuthatch' }).waitFor();
    await use(page);
  },
});

const refuseServiceWorker = () => {
  if (!('serviceWorker' in navigator)) return;
  ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error('not in this test'));
};

/** Hears what the page complains of from now on; the answer fails where that is something. */
const watchNoise = (page: Page) => {
  const noise: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') noise.push(message.text());
  });
  page.on('pageerror', (error) => noise.push(String(error)));
  return () => expect(noise.filter((text) => !isNetworkNoise(text) && !isOwnLine(text))).toEqual([]);
};

/** What the browser itself writes of a provider of Lightning addresses that pages may not read; one sample person has such. */
const CLOSED_PROVIDER = /^Access to fetch at '[^']+\/(?:\.well-known\/lnurlp|lnurl)\/[^']+' .* blocked by CORS policy/;

/** What the browser itself writes when a server does not answer; no script can keep it from that. */
const isNetworkNoise = (text: string) =>
  /net::ERR_|Failed to load resource|WebSocket connection to .* failed/.test(text) || CLOSED_PROVIDER.test(text);

/** What the app itself says of a failure it lives with (ERR-03, CACHE-18); that a part of it crashed is not among that. */
const isOwnLine = (text: string) => /^Not [a-z]+: [a-z]+([ /-][a-z]+)* \([A-Za-z-]+\)$/.test(text);

export { expect };
