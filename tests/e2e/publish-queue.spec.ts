import type { Locator, Page } from '@playwright/test';
import { getPow } from 'nostr-tools/nip13';
import { startScriptedRelay } from '#devnet/scripted-relay.ts';
import { expect, serveOver, test } from './fixtures.ts';
import { hurryUntil } from './hurry.ts';
import { skipSplash } from './screens.ts';
import { button, field, logInByNsec, testKey } from './session-steps.ts';

const MINUTE_MS = 60_000;

const posts = (page: Page): Locator => page.getByRole('region', { name: 'Posts under way' });

test('a post made while no relay can be reached waits, survives a closed tab, and arrives; a relay that wants work gets it', async ({
  context,
}) => {
  const relay = await startScriptedRelay({});
  const server = await serveOver({ readwrite: [relay.url], write: [], indexer: [], profile: [] });
  const taking = { reject: undefined, refuse: false };
  const key = testKey(44);
  const open = async () => {
    const page = await context.newPage();
    await skipSplash(page);
    await page.clock.install();
    await page.goto(server.url);
    return page;
  };
  const page = await open();
  await logInByNsec(page, key.nsec);
  const write = async (text: string) => {
    await page.getByRole('link', { name: 'Write a note' }).first().click();
    await field(page, 'Your note').fill(text);
    await field(page, 'Your note').press('Control+Enter');
    await expect(field(page, 'Your note')).toHaveCount(0);
  };
  const isShown = (text: string) => () => posts(page).filter({ hasText: text }).isVisible();
  const contents = () => relay.published.filter(({ kind }) => kind === 1).map(({ content }) => content);

  relay.set({ reject: 'pow: difficulty 0 is less than 9' });
  await write('Light words');
  await expect(posts(page)).toContainText('Not sent. Publish failed: ');
  await expect(posts(page)).toContainText('pow: difficulty 0 is less than 9');
  // on a phone the strip covers neither the pencil nor a reply field, and leaves that alone while one writes in it
  const desktop = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('group', { name: 'Whose notes' })).toBeVisible();
  await page.getByRole('link', { name: 'Write a note' }).filter({ visible: true }).click({ trial: true });
  await page.getByRole('main').getByText('Light words').click();
  await page.getByRole('button', { name: /^Reply to .*…$/ }).click();
  await expect(field(page, 'Your reply')).toBeFocused();
  await expect(posts(page)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(posts(page)).toBeVisible();
  await page.goBack();
  await page.setViewportSize(desktop);
  relay.set(taking);
  await button(posts(page), 'Mine 9 bits and send again').click();
  await expect(posts(page)).toContainText('Sent. 1 of 1 relays accepted');
  const heavy = relay.published.findLast(({ kind }) => kind === 1)!;
  expect(getPow(heavy.id)).toBeGreaterThanOrEqual(9);
  await button(posts(page), 'Dismiss').click();

  relay.set({ refuse: true });
  relay.dropAll();
  await write('Written in the tunnel');
  await hurryUntil(page, 'queued', MINUTE_MS, isShown('Queued. Sends when you are back online'));
  relay.set(taking);
  await hurryUntil(page, 'sent', MINUTE_MS, async () => contents().includes('Written in the tunnel'));

  relay.set({ refuse: true });
  relay.dropAll();
  await write('Written before the crash');
  await hurryUntil(page, 'queued', MINUTE_MS, isShown('Queued.'));
  await page.close();
  relay.set(taking);
  const next = await open();
  await hurryUntil(next, 'sent', MINUTE_MS, async () => contents().includes('Written before the crash'));
  await next.close();
  await server.close();
  await relay.close();
});
