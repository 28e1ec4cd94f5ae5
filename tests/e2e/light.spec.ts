import type { Page } from '@playwright/test';
import { startScriptedRelay } from '#devnet/scripted-relay.ts';
import { signedNotes } from '#tests/bench/events.ts';
import { expect, serveOver, test } from './fixtures.ts';

type Shift = PerformanceEntry & { readonly value: number };

/** How much of the page has moved by itself until now. */
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve((list.getEntries() as Shift[]).reduce((sum, { value }) => sum + value, 0)),
        ).observe({ type: 'layout-shift', buffered: true });
        // the observer hears in the next task of what there is, and of nothing where nothing moved
        setTimeout(() => resolve(0), 500);
      }),
  );

test('a first visit loads few files and asks the relays little; the page stays small when one reads on', async ({
  page,
  network,
}) => {
  const scripts = new Set<string>();
  const questions: string[] = [];
  let asked = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.add(response.url());
  });
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (!String(payload).startsWith('["REQ"')) return;
      asked += 1;
      const question = JSON.stringify((JSON.parse(String(payload)) as unknown[]).slice(2));
      questions.push(`${socket.url()} ${question.replace(/"until":\d+,/, '')}`);
    }),
  );
  await page.goto(network.url);
  const notes = page.getByRole('feed').getByRole('article');
  await expect(notes.first().getByRole('button', { name: 'Reply' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  // what the page asks before the code is there is what the code asks, and not asked twice
  const feed = questions.filter((text) => text.endsWith(' [{"kinds":[1,6],"limit":20}]'));
  expect(feed.length).toBeGreaterThan(0);
  expect(new Set(feed).size).toBe(feed.length);
  expect(scripts.size).toBeLessThanOrEqual(20);
  // five relays are asked for names, three of them for notes, counts and deletions; more often where answers trickle in
  expect(asked).toBeLessThanOrEqual(60);
  const before = asked;
  await expect(async () => {
    await page.mouse.wheel(0, 700);
    expect(Number(await notes.last().getAttribute('aria-posinset'))).toBeGreaterThan(60);
  }).toPass();
  await expect(notes.last().getByRole('button', { name: 'Reply' })).toBeVisible();
  expect(asked - before).toBeLessThanOrEqual(90);
  expect(await notes.count()).toBeLessThanOrEqual(40);
  expect(await page.locator('*').count()).toBeLessThanOrEqual(2_000);
});

test('nothing that stands moves while the feed of a relay is loaded', async ({ page }) => {
  const relay = await startScriptedRelay({ events: await signedNotes(60, Math.floor(Date.now() / 1_000)) });
  const app = await serveOver({ readwrite: [relay.url] });
  await page.goto(app.url);
  await expect(page.getByRole('article').first().getByRole('button', { name: 'Reply' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await shiftOf(page)).toBeLessThan(0.01);
  await app.close();
  await relay.close();
});

/** How often React was called to draw: it comes back by messages to itself. */
const countDrawings = () => {
  const counted = globalThis as unknown as { drawings: number };
  counted.drawings = 0;
  MessagePort.prototype.postMessage = new Proxy(MessagePort.prototype.postMessage, {
    apply(post, port, message: unknown[]) {
      counted.drawings += 1;
      Reflect.apply(post, port, message);
    },
  });
};

test('what comes around the first screen is drawn a few times, not again and again until it is shown', async ({
  page,
  network,
}) => {
  await page.addInitScript(countDrawings);
  await page.goto(`${network.url}/about`);
  // where notices will stand: it comes with all that comes later
  await expect(page.locator('output[aria-atomic=false]')).toBeAttached();
  expect(await page.evaluate('drawings')).toBeLessThan(300);
});
