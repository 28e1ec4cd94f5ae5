import type { Page } from '@playwright/test';
import { naddrEncode, neventEncode, noteEncode, npubEncode, nsecEncode } from 'nostr-tools/nip19';
import { startScriptedRelay } from '#devnet/scripted-relay.ts';
import { SEARCH_DEBOUNCE_MS } from '#domain/search/search-limits.ts';
import { expect, serveOver, test, visit } from './fixtures.ts';
import { newPerson, nowS } from './notification-steps.ts';
import { skipSplash } from './screens.ts';
import { goTo } from './social-steps.ts';

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search people, notes and tags' });
const wordsInAddress = (page: Page) => new URL(page.url()).searchParams.get('q');

/** Every frame and address that leaves the page. */
const watchSent = (page: Page): string[] => {
  const sent: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => void sent.push(String(payload))));
  page.on('request', (request) => void sent.push(request.url()));
  return sent;
};

const searchScreen = async (page: Page, url: string) => {
  await skipSplash(page);
  await page.goto(`${url}/search`);
  await expect(field(page)).toBeFocused();
};

test('[APP-06] [ROUTE-13] words find people and notes on relays that can search', async ({ page, network }) => {
  const sent = watchSent(page);
  await page.clock.install();
  await searchScreen(page, network.url);
  await expect(page.getByText('Look for people and notes')).toBeVisible();
  // however slowly the keys come, they come faster than the search waits
  await page.clock.pauseAt(Date.now() + 60_000);
  await field(page).pressSequentially('Fog lifted');
  await page.clock.runFor(SEARCH_DEBOUNCE_MS);
  await page.clock.resume();
  const notes = page.getByRole('region', { name: 'Notes' });
  await expect(notes.getByRole('article', { name: 'Note by Yuki Amano' }).first()).toContainText('Fog lifted at 6:40.');
  for (const article of await notes.getByRole('article').all()) await expect(article).toContainText(/fog|lifted/i);
  expect(sent.some((frame) => frame.startsWith('["REQ"') && frame.includes('"search":"Fog lifted"'))).toBe(true);
  expect(sent.some((frame) => frame.includes('"search":"F"'))).toBe(false);
  await expect.poll(() => wordsInAddress(page)).toBe('Fog lifted');

  await field(page).fill('Okafor');
  await field(page).press('Enter');
  const people = page.getByRole('region', { name: 'People' });
  await expect(people.getByRole('link', { name: /^Ines Okafor Runs a small relay/ })).toBeVisible();
  await expect(notes.getByText('Fog lifted at 6:40.')).toHaveCount(0);

  await page.reload();
  await expect(field(page)).toHaveValue('Okafor');
  await people.getByRole('link', { name: /^Ines Okafor Runs a small relay/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile of Ines Okafor' })).toBeVisible();
  await page.goBack();
  await expect(field(page)).toHaveValue('Okafor');
  await expect(people.getByRole('link', { name: /^Ines Okafor Runs a small relay/ })).toBeVisible();

  await field(page).fill('bird');
  const parts = page.getByRole('navigation', { name: 'What was found' });
  await parts.getByRole('link', { name: /^Hashtags/ }).click();
  const hashtags = page.getByRole('region', { name: 'Hashtags' });
  await hashtags.getByRole('link', { name: /^#birds/ }).click();
  await expect(field(page)).toHaveValue('#birds');
  await expect(notes.getByRole('article').first()).toBeVisible();
  await expect.poll(() => sent.some((frame) => frame.includes('"#t":["birds"]'))).toBe(true);
  // spaces look for nothing
  await field(page).fill('  ');
  await expect(page.getByText('Look for people and notes')).toBeVisible();
  await expect.poll(() => wordsInAddress(page)).toBeNull();
  await expect(field(page)).toHaveValue('  ');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(field(page)).toBeFocused();
  await expect(page.getByText('Look for people and notes')).toBeVisible();
});

visit(
  '[ROUTE-13] a pasted npub, nprofile, note, nevent, key, id or NIP-05 address opens its screen',
  async ({ page, network }) => {
    const { content, mediaUrl } = network.devnet;
    const { person, onePicture } = content.guide;
    const profile = page.getByRole('heading', { level: 1, name: 'Profile of Ines Okafor' });
    const note = page.getByRole('main').getByText('Fog lifted at 6:40.').first();
    await goTo(page, '/search');
    await expect(field(page)).toBeFocused();
    for (const [pasted, shown] of [
      [person.npub, profile],
      [`nostr:${person.nprofile}`, profile],
      [person.pubkey, profile],
      [`ines@${new URL(mediaUrl).host}`, profile],
      [noteEncode(onePicture.id), note],
      [neventEncode({ id: onePicture.id }), note],
      [onePicture.id, note],
    ] as const) {
      await field(page).fill(pasted);
      await field(page).press('Enter');
      await expect(page, pasted).toHaveURL(shown === profile ? /\/npub\// : /\/note\//);
      await expect(shown, pasted).toBeVisible();
      await page.goBack();
      await expect(field(page)).toHaveValue(pasted);
      await expect(page.getByRole('region', { name: 'Direct match' }).getByRole('link')).toBeVisible();
    }
    await field(page).fill(naddrEncode({ identifier: 'x', pubkey: person.pubkey, kind: 30_023 }));
    await field(page).press('Enter');
    await expect(page.getByRole('heading', { name: 'Nuthatch cannot show this' })).toBeVisible();
    await page.getByRole('link', { name: 'Open the profile of the author' }).click();
    await expect(profile).toBeVisible();
    await page.goBack();
    await field(page).fill(`nobody@${new URL(mediaUrl).host}`);
    await field(page).press('Enter');
    await expect(page.getByRole('heading', { name: 'Nobody found' })).toBeVisible();
  },
);

test('[ROUTE-13] a secret key is refused, cleared and never sent', async ({ page, network }) => {
  const secret = nsecEncode(Uint8Array.from({ length: 32 }, (_, index) => index + 1));
  const sent = watchSent(page);
  await searchScreen(page, network.url);
  await field(page).fill(`my key ${secret}`);
  await expect(page.getByText('That was a secret key')).toBeVisible();
  await expect(field(page)).toHaveValue('');
  await field(page).press('Enter');
  await expect(page.getByText('That was a secret key')).toBeVisible();
  await field(page).fill('Okafor');
  await expect(page.getByRole('link', { name: /^Ines Okafor Runs a small relay/ })).toBeVisible();
  await expect(page.getByText('That was a secret key')).toHaveCount(0);
  expect(sent.filter((text) => text.includes(secret))).toEqual([]);

  // one that came in the address is taken out of it and of the history
  await page.goto(`${network.url}/search?q=${secret}`);
  await expect(page.getByRole('heading', { name: 'That is a secret key' })).toBeVisible();
  expect(page.url()).toBe(`${network.url}/open`);
  expect(sent.filter((text) => text.startsWith('[') && text.includes(secret))).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(secret);
});

test('what people say of themselves is shown as it is meant, where they are found and in their profile', async ({
  page,
  network,
}) => {
  const [bob, wren] = [newPerson(), newPerson()];
  const url = network.devnet.content.events.flatMap(
    ({ content }) => /http:\/\/\S+\.(?:png|jpg|webp|svg)/.exec(content) ?? [],
  )[0]!;
  const about = `I am :ostrich: from the house of nostr:${npubEncode(bob.pubkey)}\nand more`;
  const relay = await startScriptedRelay({
    events: [
      bob.sign({ kind: 0, content: JSON.stringify({ name: 'bob' }) }),
      wren.sign({ kind: 0, content: JSON.stringify({ name: 'Wren', about }), tags: [['emoji', 'ostrich', url]] }),
    ],
  });
  const server = await serveOver({ readwrite: [relay.url], write: [], indexer: [], profile: [] });
  await searchScreen(page, server.url);
  await field(page).fill('Wren');
  const found = page.getByRole('region', { name: 'People' }).getByRole('link', { name: /^Wren/ });
  await expect(found).toHaveAccessibleName('Wren I am :ostrich: from the house of @bob');
  await expect(found.getByRole('img', { name: ':ostrich:' })).toBeVisible();
  await found.click();
  const main = page.getByRole('main');
  await expect(main.getByRole('img', { name: ':ostrich:' })).toBeVisible();
  await expect(main.getByRole('link', { name: '@bob' })).toBeVisible();
  await server.close();
  await relay.close();
});

test('[ROUTE-13] no results, relays that cannot search, and a search that works again', async ({ page, network }) => {
  await searchScreen(page, network.url);
  await field(page).fill('zqxjvwk');
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  // an address is asked of its domain, which may not answer
  await page.route('https://nowhere.example/**', (route) => route.abort());
  await field(page).fill('ada@nowhere.example');
  await expect(page.getByRole('heading', { name: 'Nobody found' })).toBeVisible();
  await expect(page.getByText('nowhere.example does not know this address, or did not answer.')).toBeVisible();

  const { onePicture } = network.devnet.content.guide;
  const relay = await startScriptedRelay({ dead: true });
  const server = await serveOver({ readwrite: [relay.url], write: [], indexer: [], profile: [] });
  const asked = (words: string) =>
    relay.requests.find((message) => message[0] === 'REQ' && JSON.stringify(message).includes(`"search":"${words}"`));
  const answer = async (words: string, ...messages: unknown[][]) => {
    await expect.poll(() => asked(words)).toBeDefined();
    for (const [verb, ...rest] of messages) relay.sendRaw(JSON.stringify([verb, asked(words)![1], ...rest]));
  };
  await page.goto(`${server.url}/search`);
  // a relay that says so
  await field(page).fill('owls');
  await answer('owls', ['CLOSED', 'unsupported: search']);
  await expect(page.getByRole('heading', { name: 'No relay could search' })).toBeVisible();
  // a relay that does not look at the words at all
  await field(page).fill('swifts');
  await answer('swifts', ['EVENT', onePicture], ['EOSE']);
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  await expect(page.getByText('Fog lifted')).toHaveCount(0);
  // how many were found is told once, at the end
  await field(page).fill('fog');
  await answer('fog', ['EVENT', onePicture]);
  await expect(page.getByText('Fog lifted').first()).toBeVisible();
  const found = page.getByRole('status').filter({ hasText: / found$/ });
  await expect(found).toHaveCount(0);
  await answer('fog', ['EOSE']);
  await expect(found).toContainText('1 note');
  // a relay that says nothing, until it is asked again; what was read already would be found at once
  const unread = network.devnet.content.events.find(({ content }) => content.startsWith('Three weeks on five relays'))!;
  await field(page).fill('three weeks on');
  await expect(page.getByText('Searching the relays')).toBeAttached();
  await expect(page.getByRole('heading', { name: 'No relay could search' })).toBeVisible();
  relay.set({ dead: false });
  relay.push(unread);
  // the button goes, and the keyboard goes on from where it stood
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByText('Three weeks on five relays')).toBeVisible();
  await server.close();
  await relay.close();
});

test('a hashtag can be read on to its oldest note, and is there again on the way back', async ({ page }) => {
  const { sign } = newPerson();
  const noteAt = (age: number) =>
    sign({ kind: 1, content: `Owl ${age}`, tags: [['t', 'owls']], created_at: nowS() - 60 * age });
  const relay = await startScriptedRelay({ events: Array.from({ length: 90 }, (_, at) => noteAt(at + 1)) });
  const app = await serveOver({ readwrite: [relay.url] });
  await skipSplash(page);
  await page.goto(`${app.url}/search?q=%23owls`);
  const notes = page.getByRole('region', { name: 'Notes' });
  await expect(notes.getByText('Owl 1', { exact: true })).toBeVisible();
  const oldest = notes.getByText('Owl 90', { exact: true });
  await expect(async () => {
    await page.mouse.wheel(0, 2_000);
    await expect(oldest).toBeVisible({ timeout: 100 });
  }).toPass();
  await expect(page.getByRole('link', { name: 'Notes 90' })).toBeVisible();
  await oldest.click();
  await expect(page).toHaveURL(/\/note\//);
  await page.goBack();
  await expect(oldest).toBeInViewport();
  await app.close();
  await relay.close();
});

visit(
  '[ROUTE-13] each search that was submitted is a step of its own on the way back; typing on is none',
  async ({ about: page }) => {
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    const found = page.getByRole('region', { name: 'People' });
    const ines = found.getByRole('link', { name: /^Ines Okafor Runs a small relay/ });
    const notes = page.getByRole('region', { name: 'Notes' });
    const words = async (q: string) => {
      await expect.poll(() => wordsInAddress(page)).toBe(q);
      await expect(field(page)).toHaveValue(q);
    };
    // what is found while somebody types is found again by nobody
    await field(page).fill('Oka');
    await words('Oka');
    await field(page).fill('Okafor');
    await field(page).press('Enter');
    await words('Okafor');
    await expect(ines).toBeVisible();
    await field(page).fill('Fog');
    await words('Fog');
    await field(page).fill('Fog lifted');
    await words('Fog lifted');
    await field(page).press('Enter');
    await expect(notes.getByText('Fog lifted at 6:40.').first()).toBeVisible();
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(page.getByText('Look for people and notes')).toBeVisible();
    await field(page).fill('bird');
    await words('bird');

    await page.goBack();
    await words('Fog lifted');
    await expect(notes.getByText('Fog lifted at 6:40.').first()).toBeVisible();
    await page.goBack();
    await words('Okafor');
    await expect(ines).toBeVisible();
    await page.goForward();
    await words('Fog lifted');
    await page.goBack();
    await words('Okafor');
    await page.goBack();
    await expect(page).toHaveURL(/\/about$/);
  },
);
