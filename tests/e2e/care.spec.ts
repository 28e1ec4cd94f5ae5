import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { test } from './scripted-network.ts';

const hostOf = (url: string) => new URL(url).host;
const section = (page: Page) => page.getByRole('region', { name: 'Relay Management' });
const rows = (page: Page) => section(page).getByRole('list', { name: 'Your relays' }).getByRole('listitem');
const saved = (page: Page) => page.evaluate(() => localStorage.getItem('nostrRelays'));

/** Nothing listens there. */
const DEAD = 'ws://127.0.0.1:9';

test('[RLIST-08] relays and permissions are there again after a reload; what cannot be read leaves the defaults', async ({
  page,
  relay,
  serve,
}) => {
  const [one, two] = [await relay(), await relay()];
  const { url } = await serve([one, two]);
  await page.goto(`${url}/?relayStatus=true`);
  await expect(rows(page)).toHaveCount(2);
  await section(page)
    .getByRole('button', { name: `Permission of ${hostOf(two.url)}: read and write` })
    .click();
  await section(page).getByRole('textbox', { name: 'Add a relay' }).fill('relay.example');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(3);
  await expect.poll(() => saved(page)).toContain('wss://relay.example');
  await page.reload();
  await expect(rows(page)).toHaveCount(3);
  await expect(section(page).getByRole('button', { name: `Permission of ${hostOf(two.url)}: indexer` })).toBeVisible();
  await page.evaluate(() => localStorage.setItem('nostrRelays', '[{"url":"wss://relay.example"}]'));
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
});

test('[RELAY-68] a dead default is replaced, which is said and can be undone', async ({ page, relay, serve }) => {
  const [works, fallback] = [await relay(), await relay()];
  const { url } = await serve({ readwrite: [DEAD, works.url], fallback: [fallback.url] });
  await page.goto(`${url}/?relayStatus=true`);
  await expect(rows(page)).toContainText([hostOf(DEAD), hostOf(works.url)]);
  const advice = section(page).getByRole('list', { name: 'What the app did about your relays' });
  await expect(advice).toContainText(`Replaced ${hostOf(DEAD)} by ${hostOf(fallback.url)}`, { timeout: 65_000 });
  await expect(rows(page)).toContainText([hostOf(fallback.url), hostOf(works.url)]);
  await expect.poll(() => fallback.connections).toBeGreaterThan(0);
  await advice.getByRole('button', { name: 'Undo' }).click();
  await expect(advice).toHaveCount(0);
  await expect(rows(page)).toContainText([hostOf(DEAD), hostOf(works.url)]);
});
