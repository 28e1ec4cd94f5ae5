import type { Page } from '@playwright/test';
import { startScriptedRelay } from '#devnet/scripted-relay.ts';
import { expect, serveOver, test } from './fixtures.ts';
import { skipSplash } from './screens.ts';
import { testKey } from './session-steps.ts';
import { newPerson } from './social-steps.ts';

const strip = (page: Page) => page.getByRole('group', { name: 'Whose notes' });
const choice = (page: Page, name: string | RegExp) => strip(page).getByRole('button', { name });
const notes = (page: Page) => page.getByRole('feed', { name: 'Notes' });
const pressed = (page: Page, name: string | RegExp) =>
  expect(choice(page, name)).toHaveAttribute('aria-pressed', 'true');

/** A note that came after those of the other relay waits behind a button. */
const expectStranger = (page: Page) =>
  expect(async () => {
    const waiting = page.getByRole('button', { name: '1 new note' });
    if (await waiting.isVisible()) await waiting.click({ timeout: 1_000 });
    await expect(notes(page)).toContainText('By a stranger', { timeout: 1_000 });
  }).toPass();

/** A phone of somebody who follows one of two writers, who write to relays of their own. */
const setUp = async (page: Page) => {
  const [reader, friend, stranger] = [newPerson(), newPerson(), newPerson()];
  const list = reader.sign(3, [['p', friend.pubkey]]);
  const written = Array.from({ length: 15 }, (_, index) => friend.sign(1, [], `By a friend ${index}`, 100 + index));
  const one = await startScriptedRelay({ events: [list, ...written] });
  const other = await startScriptedRelay({ events: [stranger.sign(1, [], 'By a stranger', 50)] });
  const server = await serveOver({ readwrite: [one.url, other.url], write: [], indexer: [], profile: [] });
  await page.setViewportSize({ width: 390, height: 844 });
  await skipSplash(page);
  await page.addInitScript((pubkey) => localStorage.setItem('nostrPubkey', pubkey), reader.pubkey);
  await page.goto(server.url);
  await expectStranger(page);
  await expect(notes(page)).toContainText('By a friend 0');
  return { one, other, server, stranger };
};

test('[FEED-07] the strip above the dock is the setting Follow Only, and out of the way of who reads down', async ({
  page,
}) => {
  const { one, other, server } = await setUp(page);
  await pressed(page, 'Global');
  await choice(page, 'Following').click();
  await expect(notes(page).getByText('By a stranger')).toHaveCount(0);
  await expect(notes(page)).toContainText('By a friend 0');
  await pressed(page, 'Following');
  await page.goto(`${server.url}/?settings=true#filters`);
  const setting = page.getByRole('dialog').getByRole('switch', { name: 'Follow Only' });
  await expect(setting).toBeChecked();
  await setting.click();
  await page.goto(server.url);
  await pressed(page, 'Global');
  await expectStranger(page);
  await expect(strip(page)).toBeInViewport();
  await page.mouse.move(195, 400);
  await page.mouse.wheel(0, 900);
  const place = page.locator('.fsw');
  await expect(place).toHaveCSS('opacity', '0');
  await page.mouse.wheel(0, -60);
  await expect(place).toHaveCSS('opacity', '1');
  await server.close();
  await Promise.all([one.close(), other.close()]);
});

test('one relay is read alone, live and after a reload, until somebody chooses otherwise', async ({ page }) => {
  const { one, other, server, stranger } = await setUp(page);
  const { host } = new URL(other.url);
  await choice(page, 'One relay').click();
  const sheet = page.getByRole('dialog', { name: 'Read one relay' });
  await expect(sheet.getByRole('radio')).toHaveCount(2);
  await sheet.getByLabel('Another relay').fill('https://no.relay');
  await sheet.getByRole('button', { name: /^Read/ }).click();
  await expect(sheet.getByRole('alert')).toBeVisible();
  await sheet.getByLabel('Another relay').fill(testKey(77).nsec);
  await sheet.getByLabel('Another relay').press('Enter');
  await expect(sheet.getByRole('alert')).toHaveText('That was a secret key. It was removed from the field.');
  await expect(sheet.getByLabel('Another relay')).toHaveValue('');
  await sheet.getByLabel('Another relay').fill('ws://127.0.0.1:9');
  await sheet.getByRole('button', { name: /^Read/ }).click();
  await expect(sheet.getByRole('alert')).toHaveText('This relay did not answer');
  await sheet.getByLabel('Another relay').fill('wss://relay.example');
  await expect(sheet.getByRole('alert')).toHaveCount(0);
  await sheet.getByRole('radio', { name: host }).check();
  await sheet.getByRole('button', { name: `Read ${host}` }).click();
  await expect(sheet).toHaveCount(0);
  await pressed(page, host);
  await expect(notes(page).getByRole('article')).toHaveCount(1);
  await expect(notes(page)).toContainText('By a stranger');
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await expect(settings).toContainText('0 of 1 loaded note');
  await page.keyboard.press('Escape');
  await expect(settings).toHaveCount(0);
  await page.reload();
  await pressed(page, host);
  await expect(notes(page).getByRole('article')).toHaveCount(1);
  other.push(stranger.sign(1, [], 'Just now', 0));
  await page.getByRole('button', { name: '1 new note' }).click();
  await expect(notes(page).getByRole('article')).toHaveCount(2);
  await choice(page, 'Global').click();
  await expect(notes(page)).toContainText('By a friend 0');
  await pressed(page, 'Global');
  await server.close();
  await Promise.all([one.close(), other.close()]);
});

test('[FEED-15] a feed of one relay names that relay where it has nothing or does not answer, and leads back', async ({
  page,
}) => {
  const { one, other, server } = await setUp(page);
  const empty = await startScriptedRelay({});
  const { host } = new URL(empty.url);
  await choice(page, 'One relay').click();
  const sheet = page.getByRole('dialog', { name: 'Read one relay' });
  await sheet.getByLabel('Another relay').fill('https://no.relay');
  await sheet.getByRole('button', { name: /^Read/ }).click();
  await expect(sheet.getByRole('alert')).toContainText('Invalid relay URL');
  await sheet.getByLabel('Another relay').fill(empty.url);
  await sheet.getByRole('button', { name: `Read ${host}` }).click();
  await expect(page.getByText(`${host}, the only relay of this feed, sent no notes.`)).toBeVisible();
  await empty.close();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Failed to load notes' })).toBeVisible();
  await expect(page.getByText(`${host}, the only relay of this feed, did not answer.`)).toBeVisible();
  await page.getByRole('button', { name: 'Read your own relays' }).click();
  await expect(notes(page)).toContainText('By a friend 0');
  await pressed(page, 'Global');
  await server.close();
  await Promise.all([one.close(), other.close()]);
});
