import { expect, test } from './fixtures.ts';
import { skipSplash } from './screens.ts';
import { newPerson, store } from './social-steps.ts';

test('[FEED-07] Follow Only shows notes of followed people alone, to somebody who is logged in', async ({
  page,
  network,
}) => {
  const { devnet, url } = network;
  const reader = newPerson();
  const authors = devnet.content.events.filter(({ kind }) => kind === 1).map(({ pubkey }) => pubkey);
  const followed = devnet.content.people.find(({ pubkey }) => authors.includes(pubkey))!;
  for (const relay of [...devnet.config.readwrite, ...devnet.config.indexer])
    await store(relay, reader.sign(3, [['p', followed.pubkey]]));
  await skipSplash(page);
  await page.addInitScript(() => localStorage.setItem('filterByFollow', 'true'));
  await page.goto(url);
  const notes = page.getByRole('feed', { name: 'Notes' }).getByRole('article');
  await expect(notes.first()).toBeVisible();
  const everybody = new Set(await notes.evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label'))));
  expect(everybody.size).toBeGreaterThan(1);
  await page.evaluate((pubkey) => localStorage.setItem('nostrPubkey', pubkey), reader.pubkey);
  await page.reload();
  await expect(page.getByRole('article', { name: `Note by ${followed.name}` }).first()).toBeVisible();
  const others = page.getByRole('article').filter({ hasNot: page.getByRole('link', { name: followed.name }) });
  await expect(page.getByRole('feed').getByRole('article', { name: /^Note by/ })).not.toHaveCount(0);
  await expect(others).toHaveCount(0);
});

test('[FEED-07] somebody who follows nobody is told so and sees all notes', async ({ page, network }) => {
  const reader = newPerson();
  await skipSplash(page);
  await page.addInitScript((pubkey) => {
    localStorage.setItem('filterByFollow', 'true');
    localStorage.setItem('nostrPubkey', pubkey);
  }, reader.pubkey);
  await page.goto(network.url);
  await expect(page.getByText('You follow nobody yet, so notes of everybody are shown.')).toBeVisible();
  await expect(page.getByRole('article', { name: /^Note by/ }).first()).toBeVisible();
});
