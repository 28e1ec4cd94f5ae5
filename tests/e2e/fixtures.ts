import { test as base, expect, type Page } from '@playwright/test';
import { startDevnet } from '#devnet/devnet.ts';
import { serveApp } from '../../scripts/serve.mjs';

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
  { ownNetwork: Network }
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
  /** The relays as they were at the start: no test meets what another one wrote, not even at its very end. */
  network: async ({ ownNetwork }, use) => {
    ownNetwork.devnet.restore();
    await use(ownNetwork);
  },
  quietConsole: [
    async ({ page, serviceWorker }, use) => {
      if (!serviceWorker) await page.context().addInitScript(refuseServiceWorker);
      const noise: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') noise.push(message.text());
      });
      page.on('pageerror', (error) => noise.push(String(error)));
      await use();
      expect(noise.filter((text) => !isNetworkNoise(text) && !isOwnLine(text))).toEqual([]);
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

const refuseServiceWorker = () => {
  if (!('serviceWorker' in navigator)) return;
  ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error('not in this test'));
};

/** What the browser itself writes of a provider of Lightning addresses that pages may not read; one sample person has such. */
const CLOSED_PROVIDER = /^Access to fetch at '[^']+\/(?:\.well-known\/lnurlp|lnurl)\/[^']+' .* blocked by CORS policy/;

/** What the browser itself writes when a server does not answer; no script can keep it from that. */
const isNetworkNoise = (text: string) =>
  /net::ERR_|Failed to load resource|WebSocket connection to .* failed/.test(text) || CLOSED_PROVIDER.test(text);

/** What the app itself says of a failure it lives with (ERR-03, CACHE-18); that a part of it crashed is not among that. */
const isOwnLine = (text: string) => /^Not [a-z]+: [a-z]+([ /-][a-z]+)* \([A-Za-z-]+\)$/.test(text);

export { expect };
