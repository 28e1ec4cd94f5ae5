import type { Page } from '@playwright/test';
import { neventEncode } from 'nostr-tools/nip19';
import { expect } from './fixtures.ts';
import { draftOf, firstNote } from './screens.ts';
import { hurryUntil } from './hurry.ts';
import { takenOver } from './installed.ts';
import { savedCache } from './saved-cache.ts';
import { test } from './scripted-network.ts';
import { button, logInByNsec, testKey } from './session-steps.ts';

test.use({ serviceWorker: true });

const savedText = async (page: Page): Promise<string> => JSON.stringify(await savedCache(page));

/** What a script that got into the page could do to the stored app: a page without a policy, and code of its own. */
const forgeStored = (page: Page) =>
  page.evaluate(async () => {
    const name = (await caches.keys()).find((key) => key.includes('precache'))!;
    const cache = await caches.open(name);
    const scripts = [...document.scripts].flatMap(({ src }) => (src ? [new URL(src).pathname] : []));
    const forged: string[] = [];
    for (const { url } of await cache.keys()) {
      const isPage = url.includes('/index.html');
      if (!isPage && !scripts.includes(new URL(url).pathname)) continue;
      const body = isPage ? '<title>Forged</title><script>window.forged = true</script>' : 'window.forged = true';
      await cache.put(
        url,
        new Response(body, { headers: { 'Content-Type': isPage ? 'text/html' : 'text/javascript' } }),
      );
      forged.push(url);
    }
    return forged;
  });

const isForged = (page: Page) => page.evaluate(() => 'forged' in window || document.title === 'Forged');

test('a script that changes the stored app changes no later load: it comes anew with its policy, or not at all', async ({
  page,
  relay,
  serve,
  writer,
}) => {
  const { url } = await serve([await relay({ events: [writer.profile('mira'), writer.note('mira', 60, 'A note.')] })]);
  await page.goto(url);
  await expect(firstNote(page)).toBeVisible();
  await takenOver(page);
  // twice, for a worker that looked once must look again
  for (const time of [1, 2]) {
    expect((await forgeStored(page)).length, `forged ${time}`).toBeGreaterThanOrEqual(3);
    const loaded = await page.reload();
    expect(loaded?.fromServiceWorker()).toBe(true);
    expect(loaded?.headers()['content-security-policy']).toContain("default-src 'none'");
    await expect(firstNote(page)).toBeVisible();
    expect(await isForged(page)).toBe(false);
  }
  await forgeStored(page);
  await page.context().setOffline(true);
  await expect(page.reload()).rejects.toThrow('ERR_FAILED');
  await page.context().setOffline(false);
  await page.goto(url);
  await expect(firstNote(page)).toBeVisible();
  expect(await isForged(page)).toBe(false);
});

test.describe('offline', () => {
  test('after a day the app starts without a network and says what one can do', async ({
    page,
    relay,
    serve,
    writer,
  }) => {
    const source = await relay({ events: [writer.profile('mira'), writer.note('mira', 60, 'A note.')] });
    const { url } = await serve([source]);
    await page.clock.install();
    await page.goto(url);
    await expect(firstNote(page)).toBeVisible();
    await takenOver(page);
    await expect(firstNote(page)).toBeVisible();
    await page.goto('about:blank');
    await page.clock.fastForward('25:00:00');
    await page.context().setOffline(true);
    // its time is not enough for an attempt to come to its end
    await page.clock.pauseAt(Date.now() + 26 * 3_600_000);
    await page.goto(url);
    await expect(page.getByText('You are offline')).toBeVisible();
    const told = page.getByRole('heading', { name: 'No notes saved here' });
    await hurryUntil(page, 'told', 1_000, () => told.isVisible());
    await expect(page.getByRole('article')).toHaveCount(0);
    await page.clock.resume();
    await page.getByRole('main').getByRole('link', { name: 'Write a note' }).click();
    await expect(draftOf(page)).toBeVisible();
    await button(page, 'Cancel').click();
    await page.context().setOffline(false);
    await expect(firstNote(page)).toBeVisible();
  });

  test('what was read before opens without a network, with its pictures, and what cannot be says so', async ({
    page,
    network,
  }) => {
    const { person, onePicture, thread } = network.devnet.content.guide;
    const noteOf = (id: string) => `/note/${neventEncode({ id })}`;
    const shown = () =>
      page
        .getByRole('main')
        .locator('article img')
        .evaluateAll((all) => (all as HTMLImageElement[]).map((image) => image.complete && image.naturalWidth > 0));
    /** path, and what the saved cache holds once it was read */
    const visits: readonly (readonly [path: string, saved: string])[] = [
      ['/', '"queryKey":["feed"'],
      [noteOf(onePicture.id), `"queryKey":["thread","${onePicture.id}"`],
      [`/npub/${person.npub}`, `"queryKey":["profile/notes","${person.pubkey}"`],
      [noteOf(thread.root.id), `"queryKey":["thread","${thread.root.id}"`],
    ];
    await page.addInitScript(() => sessionStorage.setItem('splash-shown', 'true'));
    await page.goto(network.url);
    await expect(firstNote(page)).toBeVisible();
    await takenOver(page);
    for (const [path, saved] of visits) {
      await page.goto(network.url + path);
      await expect(firstNote(page)).toBeVisible();
      await expect.poll(async () => (await shown()).filter(Boolean).length, path).toBeGreaterThan(0);
      await expect.poll(() => savedText(page), path).toContain(saved);
    }
    await page.context().setOffline(true);
    for (const [path] of visits) {
      await page.goto(network.url + path);
      await expect(page.getByText('You are offline')).toBeVisible();
      await expect(firstNote(page), path).toBeVisible();
      await expect.poll(async () => (await shown()).filter(Boolean).length, path).toBeGreaterThan(0);
    }
    // an address that ends like the name of a file
    await page.goto(`${network.url}/search?q=nostr.band`);
    await expect(page.getByRole('heading', { name: 'No relay could search' })).toBeVisible();
    await page.goto(`${network.url}${noteOf('a'.repeat(64))}`);
    await expect(page.getByRole('heading', { name: 'Note not found' })).toBeVisible();
    await page.goto(`${network.url}/licenses.md`);
    await expect(page.getByText('## react')).toBeVisible();
  });

  test('a network that goes while the first notes load is told of at once', async ({ page, relay, serve }) => {
    const source = await relay({ events: [] });
    const { url } = await serve([source]);
    await page.clock.install();
    await page.goto(url);
    await takenOver(page);
    source.set({ dead: true });
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Feed' })).toHaveCount(1);
    await page.context().setOffline(true);
    const told = page.getByRole('heading', { name: 'No notes saved here' });
    await hurryUntil(page, 'told', 1_000, () => told.isVisible());
  });

  test('a post written without a network waits and goes out when it is back', async ({
    page,
    relay,
    serve,
    writer,
  }) => {
    const source = await relay({ events: [writer.note('mira', 60, 'A note.')] });
    const { url } = await serve([source]);
    await page.clock.install();
    await page.goto(url);
    await expect(firstNote(page)).toBeVisible();
    // the very first visit: nothing was loaded a second time
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    await logInByNsec(page, testKey(64).nsec);
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Write a note' }).first().click();
    await draftOf(page).fill('Written under ground');
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await draftOf(page).press('Control+Enter');
    const posts = page.getByRole('region', { name: 'Posts under way' });
    const queued = posts.filter({ hasText: 'Queued. Sends when you are back online' });
    await hurryUntil(page, 'queued', 1_000, () => queued.isVisible());
    await page.clock.resume();
    await page.context().setOffline(false);
    const isSent = async () => source.published.some(({ content }) => content === 'Written under ground');
    await hurryUntil(page, 'sent', 60_000, isSent);
  });
});
