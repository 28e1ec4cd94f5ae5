import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { build, type Rolldown } from 'vite';
import type { BrowserContext, Page } from '@playwright/test';
import { startRelay } from '#devnet/relays/relay.ts';
import { RELAY_PLANS } from '#devnet/relays/plans.ts';
import { serveApp } from '../../scripts/serve.mjs';
import type { RushPage } from '../bench/rush.page.ts';
import { openRushWorld } from './rush-world.ts';

const FIRST_SATS = 2_000;
const DEPOSITS = 3;
/** ms in which what was left in the middle is over */
const END_MS = 60_000;
const LOOK_MS = 100;

/** The script that every page has: an extension that signs, and a hand that uses the app's own commands. */
const pageScript = async (): Promise<string> => {
  const built = (await build({
    root: join(import.meta.dirname, '../..'),
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(import.meta.dirname, '../bench/rush.page.ts'),
        output: { format: 'iife' },
      },
    },
  })) as Rolldown.RolldownOutput;
  return built.output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
};

/** The built app over two relays on which there is nothing yet. */
const openNetwork = async () => {
  const relays = await Promise.all(RELAY_PLANS.slice(0, 2).map((plan) => startRelay(plan, 0)));
  const readwrite = relays.map(({ url }) => url);
  const nothing = { write: [], indexer: [], profile: [], mints: [] };
  const server = await serveApp({
    port: 0,
    relays: { readwrite, ...nothing },
    dist: process.env['DIST'] ?? 'dist',
  });
  return {
    url: `${server.url}/about?money=ecash`,
    async close() {
      await server.close();
      for (const relay of relays) await relay.close();
    },
  };
};

/** The commands of the app in a page. */
export const hand = (page: Page) => page.evaluateHandle(() => (window as unknown as { rush: RushPage }).rush);

/** Does something in the page; undefined when the page is gone. */
export const inPage = async <T>(page: Page, act: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await act();
  } catch (error) {
    if (page.isClosed()) return undefined;
    throw error;
  }
};

/** Two mints, and tabs of the built app in a browser that had nothing of it: somebody's, who signs with an extension. */
export const openTabsPlace = async (context: BrowserContext, seed: string) => {
  const [world, network] = [await openRushWorld(seed), await openNetwork()];
  await context.exposeFunction('payInvoice', world.payInvoice);
  await context.exposeFunction('makeInvoice', world.makeInvoice);
  await context.addInitScript({ content: await pageScript() });
  const go = async (page: Page) => {
    await page.goto(network.url, { waitUntil: 'commit' });
    return page;
  };
  const ready = async (page: Page) => {
    await (await hand(page)).evaluate((rush) => rush.ready());
    return page;
  };
  return {
    world,
    url: network.url,
    ready,
    open: async () => ready(await go(await context.newPage())),
    /** The first tab, in which a wallet is made and filled. */
    async begin() {
      const page = await go(await context.newPage());
      await (await hand(page)).evaluate((here, mints) => here.create(mints), world.urls);
      for (const mint of world.urls)
        for (let count = 0; count < DEPOSITS; count += 1)
          await (await hand(page)).evaluate((here, given) => here.deposit(...given), [mint, FIRST_SATS] as const);
      return page;
    },
    /** What the books do not agree on with what this tab says in the end, or what is never over. */
    async faults(page: Page): Promise<readonly string[]> {
      const late = Date.now() + END_MS;
      for (;;) {
        const there = await (await hand(page)).evaluate((here) => here.end());
        const found = Array.isArray(there) ? there : world.faults((mint) => there[mint] ?? 0);
        if (found.length === 0 || Date.now() > late) return found;
        await setTimeout(LOOK_MS);
      }
    },
    async close() {
      await network.close();
      await world.stop();
    },
  };
};

export type TabsPlace = Awaited<ReturnType<typeof openTabsPlace>>;
