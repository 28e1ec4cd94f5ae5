import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { test } from './scripted-network.ts';

const hostOf = (url: string) => new URL(url).host;
const section = (page: Page) => page.getByRole('region', { name: 'Relay Management' });
const rows = (page: Page) => section(page).getByRole('list', { name: 'Your relays' }).getByRole('listitem');
const saved = (page: Page) => page.evaluate(() => localStorage.getItem('nostrRelays'));

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
