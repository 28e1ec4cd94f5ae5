import { startScriptedRelay } from '#devnet/scripted-relay.ts';
import { card } from './acting-steps.ts';
import { expect, serveOver, test } from './fixtures.ts';
import { skipSplash } from './screens.ts';
import { newPerson, openAs, store } from './social-steps.ts';

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
  const people = () => notes.evaluateAll((cards) => new Set(cards.map((one) => one.getAttribute('aria-label'))).size);
  await expect.poll(people).toBeGreaterThan(1);
  await page.evaluate((pubkey) => localStorage.setItem('nostrPubkey', pubkey), reader.pubkey);
  await page.reload();
  await expect(page.getByRole('article', { name: `Note by ${followed.name}` }).first()).toBeVisible();
  const others = page.getByRole('article').filter({ hasNot: page.getByRole('link', { name: followed.name }) });
  await expect(page.getByRole('feed').getByRole('article', { name: /^Note by/ })).not.toHaveCount(0);
  await expect(others).toHaveCount(0);
});

test('[FEED-07] who is no longer followed leaves the feed at once, and is not in it after a reload', async ({
  page,
}) => {
  const [reader, kept, left] = [newPerson(), newPerson(), newPerson()];
  const follows = reader.sign(3, [
    ['p', kept.pubkey],
    ['p', left.pubkey],
  ]);
  const relay = await startScriptedRelay({
    events: [follows, kept.sign(1, [], 'Of who stays', 100), left.sign(1, [], 'Of who leaves', 90)],
  });
  const server = await serveOver({ readwrite: [relay.url], write: [], indexer: [], profile: [] });
  await openAs(page, server, reader);
  await page.getByRole('group', { name: 'Whose notes' }).getByRole('button', { name: 'Following' }).click();
  await expect(card(page, 'Of who stays')).toBeVisible();
  await card(page, 'Of who leaves').getByRole('link').first().click();
  await page.getByRole('button', { name: /^Following .*, unfollow$/ }).click();
  await expect.poll(() => relay.published.at(-1)?.tags).toEqual([['p', kept.pubkey]]);
  await page.goBack();
  await expect(card(page, 'Of who stays')).toBeVisible();
  await expect(card(page, 'Of who leaves')).toHaveCount(0);
  await page.reload();
  await expect(card(page, 'Of who stays')).toBeVisible();
  await expect(card(page, 'Of who leaves')).toHaveCount(0);
  await server.close();
  await relay.close();
});

test('[FEED-07] somebody who follows nobody is told so and sees all notes', async ({ page, network }) => {
  const reader = newPerson();
  await skipSplash(page);
  await page.addInitScript((pubkey) => {
    localStorage.setItem('filterByFollow', 'true');
    localStorage.setItem('nostrPubkey', pubkey);
  }, reader.pubkey);
  await page.goto(network.url);
  await expect(page.getByText('You do not follow anyone yet, so you see notes by everyone.')).toBeVisible();
  await expect(page.getByRole('article', { name: /^Note by/ }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Find people' }).click();
  await page.getByRole('dialog', { name: 'People to follow' }).getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(network.url + '/');
});

test('a filter that was chosen before moves nothing when the line that tells of it comes', async ({ page }) => {
  const [writer, other] = [newPerson(), newPerson()];
  const note = writer.sign(1, [], 'What is it?', 60);
  const notes = Array.from({ length: 12 }, (_, index) => writer.sign(1, [], `Note ${index}`, 100 + index));
  const reply = other.sign(1, [['e', note.id, '', 'root']], 'An answer', 30);
  const relay = await startScriptedRelay({ events: [reply, note, ...notes] });
  const server = await serveOver({ readwrite: [relay.url], write: [], indexer: [], profile: [] });
  await page.setViewportSize({ width: 320, height: 900 });
  await skipSplash(page);
  await page.addInitScript(() => {
    localStorage.setItem('showReplies', 'false');
    type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };
    const moves: string[] = [];
    Object.assign(window, { moves });
    // of rows; a letter whose font comes late is none
    const holdsRow = (node: Node | null) =>
      node instanceof Element && (node.matches('article') || node.querySelector('article') !== null);
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as unknown as { sources: Source[] }[])
        for (const { node, previousRect, currentRect } of sources)
          if (holdsRow(node) && previousRect.y !== currentRect.y) moves.push(`${previousRect.y} to ${currentRect.y}`);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const coming = Promise.withResolvers<void>();
  await page.route('**/assets/first-*.js', async (route) => {
    await coming.promise;
    await route.continue();
  });
  await page.goto(server.url);
  const first = page.getByRole('article', { name: /^Note by/ }).first();
  await expect(first).toContainText('What is it?');
  const place = async () => (await first.boundingBox())?.y;
  const before = await place();
  coming.resolve();
  await expect(page.getByText(/^1 of \d+ loaded notes? hidden/)).toBeVisible();
  expect(await place()).toBe(before);
  expect(await page.evaluate(() => (window as unknown as { moves: string[] }).moves)).toEqual([]);
  await server.close();
  await relay.close();
});
