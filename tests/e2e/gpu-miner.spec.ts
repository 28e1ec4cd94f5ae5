import { chromium, expect, test as base, type Browser, type Page } from '@playwright/test';
import type { Remote } from 'comlink';
import { getPow } from 'nostr-tools/nip13';
import { getEventHash } from 'nostr-tools/pure';
import type { MiningOrder } from '#domain/pow/mining.ts';
import type { UnminedEvent } from '#domain/pow/pow-job.ts';
import type { GpuWorker } from '#tests/bench/gpu.worker.ts';
import { servePage } from '#tests/bench/worker-page.ts';
import { chromiumArgs } from '../../scripts/chromium.mjs';

type GpuWindow = { readonly gpu: Remote<GpuWorker> };

/** A Chromium in which software stands in for the graphics card: slow, but it runs the same programs. */
const test = base.extend<{ card: Page }, { standIn: { browser: Browser; url: string } }>({
  standIn: [
    async ({}, use) => {
      const served = await servePage('gpu.page.ts');
      const browser = await chromium.launch({
        executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
        args: [...chromiumArgs, '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'],
      });
      await use({ browser, url: served.url });
      await browser.close();
      await served.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  card: async ({ standIn }, use) => {
    const page = await standIn.browser.newPage();
    await page.goto(standIn.url);
    await page.waitForFunction(() => 'gpu' in window);
    await use(page);
    await page.close();
  },
});

const note = (length: number, tag = 'Nuthatch'): UnminedEvent => ({
  pubkey: 'ab'.repeat(32),
  created_at: 1_790_000_000,
  kind: 1,
  tags: [['client', tag]],
  content: 'n'.repeat(length),
});

const mineOn = (page: Page, order: MiningOrder) =>
  page.evaluate((what) => (window as unknown as GpuWindow).gpu.mine(what), order);

test('the program for graphics cards finds exactly what the processor finds, wherever the nonce stands', async ({
  card,
}) => {
  // lengths of a tag and of the text, which say where the nonce ends in its block and how many blocks follow
  const events = [note(60, ''), note(0, 't'.repeat(20)), note(60, 't'.repeat(32)), note(120, 't'.repeat(44))];
  const places: number[] = [];
  for (const event of events) {
    const { at, ...best } = await card.evaluate(
      ([asked, from, count]) => (window as unknown as GpuWindow).gpu.compare(asked, from, count),
      [event, 128 * 77, 2 ** 14] as const,
    );
    expect(best.card).toEqual(best.processor);
    expect(best.card?.bits).toBeGreaterThanOrEqual(8);
    places.push(at);
  }
  expect(places).toEqual([1, 3, 6, 9]);
});

test('[POW-14] a post is mined on it', async ({ card }) => {
  const order = { event: note(50), targetBits: 16, place: 4, places: 5 };
  const { mined, reports } = await mineOn(card, order);
  const bits = getPow(getEventHash({ ...mined, tags: mined.tags.map((tag) => [...tag]) }));
  expect(bits).toBeGreaterThanOrEqual(16);
  expect(reports.at(-1)?.bestBits).toBe(bits);
});

test('mining ends with an error when the card is taken away', async ({ card }) => {
  const order = { event: note(50), targetBits: 32, place: 4, places: 5 };
  const end = await card.evaluate((what) => (window as unknown as GpuWindow).gpu.loseCard(what), order);
  expect(end).toMatch(/Error/);
});
