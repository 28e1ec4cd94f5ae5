import { availableParallelism } from 'node:os';
import { chromium, type Locator, type Page } from '@playwright/test';
import { getPow } from 'nostr-tools/nip13';
import { verifyEvent } from 'nostr-tools/pure';
import { POW_MAX_WORKERS, POW_WORKER_TIMEOUT_MS } from '#domain/pow/pow-limits.ts';
import { chromiumArgs } from '../../scripts/chromium.mjs';
import { expect, test, type Network } from './fixtures.ts';
import { skipSplash } from './screens.ts';
import { test as onScripted } from './scripted-network.ts';
import { button, field, logInByNsec, openSettings, testKey } from './session-steps.ts';
import { goTo, held, newPerson, openAs } from './social-steps.ts';

/** What becomes of the orders that mining workers get; the page may change it while it runs. */
type Orders = {
  /** so many workers never hear theirs */
  deaf?: number;
  /** what is asked for is never found */
  hopeless?: boolean;
  /** how many there were */
  given?: number;
};

declare global {
  interface Window {
    orders: Orders;
  }
}

const tamper = (page: Page, orders: Orders) =>
  page.addInitScript((chosen) => {
    window.orders = chosen;
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, ...sent: unknown[]) {
      const [message] = sent as [{ argumentList?: { value?: { targetBits?: number } }[] }];
      const order = message.argumentList?.[0]?.value;
      if (order?.targetBits !== undefined) {
        window.orders.given = (window.orders.given ?? 0) + 1;
        if (window.orders.hopeless) order.targetBits = 40;
        if ((window.orders.deaf ?? 0) > 0) {
          window.orders.deaf! -= 1;
          return;
        }
      }
      Reflect.apply(postMessage, this, sent);
    };
  }, orders);

/** What is being posted is shown and cannot be changed. */
const expectFixed = async (page: Page) => {
  for (const name of ['Your note', 'Reason for the warning optional'])
    await expect(field(page, name)).not.toBeEditable();
  await expect(button(page, /^To \d+ write relays?$/)).toBeDisabled();
  await expect(page.locator('.cr__pic')).toHaveCount(1);
  await expect(button(page, 'Remove x.jpg')).toHaveCount(0);
};

const minerOf = (page: Page): Locator => page.getByRole('region', { name: 'Proof of work' });
const sent = (page: Page) =>
  expect(page.getByRole('region', { name: 'Posts under way' })).toContainText(/Sent\. (\d) of \1 relays accepted/, {
    timeout: 60_000,
  });

/** Opens the app as somebody who is logged in, and writes a note that is to have so many bits. */
const write = async (page: Page, network: Network, key: ReturnType<typeof testKey>, bits: number) => {
  await skipSplash(page);
  await page.goto(network.url);
  await page.getByRole('main').getByRole('article').first().waitFor();
  await logInByNsec(page, key.nsec);
  await page.getByRole('link', { name: 'Write a note' }).first().click();
  await field(page, 'Your note').fill('Heavy words');
  await button(page, 'Proof of work: No work').click();
  await page.getByRole('slider', { name: 'Work for this post' }).fill(String(bits));
  await field(page, 'Your note').press('Control+Enter');
};

/** What a relay has of somebody, checked by code that the app does not run. */
const expectMined = async (network: Network, key: ReturnType<typeof testKey>, bits: number) => {
  const [note] = await held(network.devnet.config.readwrite[0]!, { kinds: [1], authors: [key.pubkey] });
  expect(verifyEvent({ ...note!, tags: note!.tags.map((tag) => [...tag]) })).toBe(true);
  expect(getPow(note!.id)).toBeGreaterThanOrEqual(bits);
  expect(note!.tags.filter(([name]) => name === 'nonce')).toEqual([['nonce', expect.any(String), String(bits)]]);
};

/** The mining workers that the page started, and which of them run still. */
const watchMiners = (page: Page) => {
  const started: string[] = [];
  const ended: string[] = [];
  page.on('worker', (worker) => {
    const name = /\/(pow[\w-]*)\.worker/.exec(worker.url())?.[1];
    if (name === undefined) return;
    started.push(name);
    worker.on('close', () => ended.push(name));
  });
  return { started, ended };
};

test('[POW-13] [POW-18] a post is mined, the mining cancelled at once, and mined again with 20 bits', async ({
  page,
  network,
}) => {
  const key = testKey(42);
  const { started, ended } = watchMiners(page);
  await tamper(page, { hopeless: true });
  await write(page, network, key, 24);
  const mining = minerOf(page);
  // the numbers move
  await expect(mining).toContainText(/best [1-9]\d* of 24 bits/);
  await expect(mining).toContainText(/[1-9][\d.]* ?[kM]?H\/s/);
  await expect(mining.getByRole('progressbar', { name: 'Expected work done' })).toBeVisible();
  // another tab says so, and cannot stop it
  const other = await page.context().newPage();
  await other.goto(`${network.url}/create`);
  await expect(other.getByText('Another tab is sending it')).toBeVisible();
  await expect(field(other, 'Your note')).not.toBeEditable();
  await expect(button(other, 'Keep editing')).toHaveCount(0);
  await button(page, 'Cancel mining').click();
  await expect(field(other, 'Your note')).toBeEditable();
  await other.close();
  await expect(mining).toHaveCount(0);
  await expect(page.getByText('aborted', { exact: true })).toBeVisible();
  await expect.poll(() => ended.length).toBe(started.length);
  await field(page, 'Your note').fill('Heavy words https://a.example/x.jpg');
  await button(page, 'Content warning').click();
  await field(page, 'Your note').press('Control+Enter');
  await mining.waitFor();
  await expectFixed(page);
  await button(page, 'Cancel mining').click();
  await button(page, 'Remove x.jpg').click();
  await button(page, 'Content warning').click();
  await page.evaluate(() => Object.assign(window.orders, { hopeless: false }));
  await expect(field(page, 'Your note')).toHaveValue('Heavy words');
  await button(page, 'Proof of work: 24 bits').click();
  await page.getByRole('slider', { name: 'Work for this post' }).fill('20');
  await field(page, 'Your note').press('Control+Enter');
  await sent(page);
  await expectMined(network, key, 20);
  await expect.poll(() => ended.length).toBe(started.length);
  // without a graphics card there is one attempt with it, and no word of that
  expect(started.filter((name) => name === 'pow-gpu')).toHaveLength(1);
});

test('[POW-22] workers that never say anything leave the mining to the page after 5 s', async ({ page, network }) => {
  const key = testKey(81);
  const workers = Math.min(availableParallelism(), POW_MAX_WORKERS);
  const { started, ended } = watchMiners(page);
  const given = () => page.evaluate(() => window.orders.given);
  await tamper(page, { deaf: workers });
  await page.clock.install();
  await write(page, network, key, 12);
  await expect.poll(given).toBe(workers);
  await page.clock.fastForward(POW_WORKER_TIMEOUT_MS / 2);
  await expect(minerOf(page)).toBeVisible();
  await page.clock.fastForward(POW_WORKER_TIMEOUT_MS / 2);
  await sent(page);
  await expectMined(network, key, 12);
  expect(await given()).toBe(workers);
  await expect.poll(() => ended.length).toBe(started.length);
});

test('where software stands in for the graphics card, the processor mines alone', async ({ network }) => {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [...chromiumArgs, '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'],
  });
  const page = await browser.newPage();
  const { started, ended } = watchMiners(page);
  const noise: string[] = [];
  page.on('console', (message) => noise.push(message.text()));
  page.on('pageerror', (error) => noise.push(String(error)));
  await write(page, network, testKey(83), 20);
  await sent(page);
  await expectMined(network, testKey(83), 20);
  expect(started).toContain('pow-gpu');
  await expect.poll(() => ended.length).toBe(started.length);
  expect(
    noise.filter((text) => /gpu|worker|policy/i.test(text) && !text.startsWith('Not installed: service worker')),
  ).toEqual([]);
  await browser.close();
});

onScripted(
  '[POW-08] a relay that asks for more than is mined here will refuse, which is said before, while writing and while mining',
  async ({ page, relay, serve }) => {
    const refuses = 'A relay you write to asks for 30 bits. At most 24 are mined here, so it will refuse your posts.';
    await tamper(page, { hopeless: true });
    const network = await serve([await relay({ information: { limitation: { min_pow_difficulty: 30 } } })]);
    await openAs(page, network, newPerson(), '/about');
    await openSettings(page);
    await page.getByRole('switch', { name: 'Mine my notes' }).click();
    await expect(page.getByText(refuses)).toBeVisible();
    await expect(page.getByRole('slider', { name: 'Difficulty' })).toHaveValue('24');
    await page.keyboard.press('Escape');
    await goTo(page, '/create');
    await field(page, 'Your note').fill('Heavy words');
    const work = button(page, 'Proof of work: 24 bits');
    await work.click();
    await expect(page.getByText(refuses)).toBeVisible();
    await work.click();
    await expect(page.getByText(refuses)).toHaveCount(0);
    await field(page, 'Your note').press('Control+Enter');
    await expect(minerOf(page)).toContainText(refuses);
  },
);
