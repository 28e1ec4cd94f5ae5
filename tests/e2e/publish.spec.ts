import type { Browser, Locator, Page } from '@playwright/test';
import { decode, nsecEncode } from 'nostr-tools/nip19';
import { finalizeEvent, verifyEvent } from 'nostr-tools/pure';
import { createSigner } from '#devnet/content/signer.ts';
import type { Filter, NostrEvent } from '#domain/protocol/event.ts';
import { expect, test, type Network } from './fixtures.ts';
import { skipSplash } from './screens.ts';
import { button, dialog, field, logInByNsec, openSettings, panel, PASSPHRASE, testKey } from './session-steps.ts';
import { goTo, newPerson } from './social-steps.ts';
import { hearSpoken } from './spoken.ts';

const { keyOf } = createSigner('nuthatch');

const posts = (page: Page): Locator => page.getByRole('region', { name: 'Posts under way' });
const cards = (page: Page): Locator => page.getByRole('main').getByRole('article', { name: /^(Note|Reply) by / });

/** Asks a relay over a socket of the test's own. */
const storedAt = (relay: string, filter: Filter): Promise<NostrEvent[]> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(relay);
    const found: NostrEvent[] = [];
    socket.addEventListener('open', () => socket.send(JSON.stringify(['REQ', 'check', filter])));
    socket.addEventListener('error', () => reject(new Error(relay)));
    socket.addEventListener('message', ({ data }) => {
      const [verb, , event] = JSON.parse(String(data)) as [string, string, NostrEvent];
      if (verb === 'EVENT') found.push(event);
      if (verb !== 'EOSE') return;
      socket.close();
      resolve(found);
    });
  });

/** The newest event of somebody at a relay; checked by code that the app does not run. */
const newestOf = async (network: Network, pubkey: string, kind: number): Promise<NostrEvent> => {
  const found = await storedAt(network.devnet.config.readwrite[0]!, { authors: [pubkey], kinds: [kind], limit: 1 });
  const event = found[0]!;
  expect(verifyEvent({ ...event, tags: event.tags.map((tag) => [...tag]) })).toBe(true);
  return event;
};

const tags = (event: NostrEvent, name: string) => event.tags.filter((tag) => tag[0] === name);

/** A browser of its own in which somebody of the sample network is logged in. */
const personIn = async (browser: Browser, network: Network, handle: string) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await skipSplash(page);
  await page.goto(network.url);
  await cards(page).first().waitFor();
  const { secret, pubkey } = keyOf(handle);
  await logInByNsec(page, nsecEncode(secret));
  return { page, pubkey, close: () => context.close() };
};

/** Shows the notes that came while one was reading. */
const showNew = async (page: Page) => {
  await page.getByRole('button', { name: /new notes?$/ }).click();
};

const sent = (page: Page) => expect(posts(page)).toContainText(/Sent\. (\d) of \1 relays accepted/);

test('[APP-01][APP-07][ROUTE-21][ROUTE-22][PUB-02][PUB-03][PUB-04][PUB-05] two people talk: note, reply, reply to it, quote, repost', async ({
  browser,
  network,
}) => {
  const otto = await personIn(browser, network, 'otto');
  const ines = await personIn(browser, network, 'ines');

  // the note, by keyboard alone
  await otto.page.getByRole('link', { name: 'Write a note' }).first().focus();
  await otto.page.keyboard.press('Enter');
  await expect(field(otto.page, 'Your note')).toBeFocused();
  await otto.page.keyboard.type('Ice on the pond, @ine');
  await otto.page.getByRole('option', { name: /Ines Okafor/ }).waitFor();
  await otto.page.keyboard.press('Enter');
  await otto.page.keyboard.type('was cross about it. #Birds');
  await otto.page.keyboard.press('Control+Enter');
  await expect(cards(otto.page).first()).toContainText('Ice on the pond, @Ines Okafor was cross about it. #Birds');
  await sent(otto.page);
  const note = await newestOf(network, otto.pubkey, 1);
  expect(note.content).toMatch(/^Ice on the pond, nostr:npub1\w+ was cross about it\. #Birds$/);
  expect(tags(note, 'p').map(([, pubkey]) => pubkey)).toEqual([ines.pubkey]);
  expect(tags(note, 't')).toEqual([['t', 'birds']]);
  expect(tags(note, 'client')).toEqual([['client', 'Nuthatch']]);
  expect(tags(note, 'e')).toEqual([]);

  // Ines answers
  await showNew(ines.page);
  await button(cards(ines.page).filter({ hasText: 'Ice on the pond' }), 'Reply').click();
  const replying = dialog(ines.page, 'Reply to Otto Grebe');
  await expect(replying).toContainText('Ice on the pond');
  expect(new URL(ines.page.url()).searchParams.get('reply')).toBe(note.id);
  await field(ines.page, 'Your reply').fill('Four is a good number.');
  await button(replying, 'Reply').click();
  await expect(replying).toHaveCount(0);
  await expect(posts(ines.page)).toContainText(/Reply: Sent\. (\d) of \1/);
  const reply = await newestOf(network, ines.pubkey, 1);
  expect(tags(reply, 'e')).toEqual([['e', note.id, expect.any(String), 'root', otto.pubkey]]);
  expect(tags(reply, 'p').map(([, pubkey]) => pubkey)).toEqual([otto.pubkey]);

  // Otto answers the answer: root and reply are marked
  await showNew(otto.page);
  await button(cards(otto.page).filter({ hasText: 'Four is a good number.' }), /^Reply/).click();
  await field(otto.page, 'Your reply').fill('Five is better.');
  await field(otto.page, 'Your reply').press('Control+Enter');
  await expect(dialog(otto.page, 'Reply to Ines Okafor')).toHaveCount(0);
  await expect(cards(otto.page).first()).toContainText('Five is better.');
  await expect(posts(otto.page)).toContainText(/Reply: Sent\. (\d) of \1/);
  const answer = await newestOf(network, otto.pubkey, 1);
  expect(tags(answer, 'e').map(([, id, , marker]) => [id, marker])).toEqual([
    [note.id, 'root'],
    [reply.id, 'reply'],
  ]);
  expect(tags(answer, 'p').map(([, pubkey]) => pubkey)).toEqual([ines.pubkey]);

  // Ines quotes, and reposts
  const first = ines.page.getByRole('article', { name: 'Note by Otto Grebe' }).filter({ hasText: 'Ice on the pond' });
  await button(first, /^Repost/).click();
  const repost = dialog(ines.page, 'Repost');
  await expect(repost).toBeVisible();
  expect(new URL(ines.page.url()).searchParams.get('repost')).toBe(note.id);
  await repost.getByRole('radio', { name: 'Quote' }).check();
  await button(repost, 'Repost').click();
  await expect(repost.getByText('Quote repost content required')).toBeVisible();
  await field(ines.page, 'Your words').fill('The whole truth:');
  await button(repost, 'Repost').click();
  await expect(repost).toHaveCount(0);
  await expect(cards(ines.page).first()).toContainText('The whole truth:');
  await expect(posts(ines.page)).toContainText(/Quote: Sent\. (\d) of \1/);
  const quote = await newestOf(network, ines.pubkey, 1);
  expect(tags(quote, 'q')).toEqual([['q', note.id, expect.stringMatching(/^ws/), otto.pubkey]]);
  const reference = /nostr:(nevent1\w+)$/.exec(quote.content)?.[1] ?? '';
  expect(decode(reference as `nevent1${string}`).data).toMatchObject({ id: note.id, author: otto.pubkey });
  expect(tags(quote, 'e')).toEqual([]);

  await button(first, /^Repost/).click();
  await button(repost, 'Repost').click();
  await expect(repost).toHaveCount(0);
  await expect(posts(ines.page)).toContainText(/Repost: Sent\. (\d) of \1/);
  const reposted = await newestOf(network, ines.pubkey, 6);
  expect(JSON.parse(reposted.content)).toEqual(note);
  expect(tags(reposted, 'e')).toEqual([['e', note.id, expect.stringMatching(/^ws/)]]);
  expect(tags(reposted, 'p')).toEqual([['p', otto.pubkey]]);
  await otto.close();
  await ines.close();
});

test('[ROUTE-12] a draft survives a reload and the login, which comes when the visitor posts; a secret key is refused', async ({
  app: page,
  network,
}) => {
  const key = testKey(41);
  await page.goto(`${network.url}/create`);
  await field(page, 'Your note').fill('Begun before the login');
  await page.reload();
  await expect(field(page, 'Your note')).toHaveValue('Begun before the login');
  // another tab goes on with it, and this one follows
  const other = await page.context().newPage();
  await other.goto(`${network.url}/create`);
  await field(other, 'Your note').fill('Begun before the login, and gone on with');
  await expect(field(page, 'Your note')).toHaveValue('Begun before the login, and gone on with');
  await other.close();
  await field(page, 'Your note').fill(`Begun before the login ${key.nsec}`);
  await expect(page.getByText('There is a secret key in this text').first()).toBeVisible();
  await button(page, 'Post').click();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(key.nsec);
  // in the description of a picture it is gone with the picture
  await field(page, 'Your note').fill('https://a.example/cat.jpg');
  await field(page, 'Describe this picture: cat.jpg').fill(key.nsec);
  await expect(page.getByText('There is a secret key in this text').first()).toBeVisible();
  await button(page, 'Remove cat.jpg').click();
  await expect(page.getByText('There is a secret key in this text')).toHaveCount(0);
  // of a version to come, too
  await field(page, 'Your note').fill(`cashuC${'a'.repeat(40)}`);
  await expect(page.getByText('There is ecash in this text')).toBeVisible();
  await field(page, 'Your note').fill('Begun before the login, nostr');
  await button(page, 'Post').click();
  await button(dialog(page, 'Log in to post'), /^Nsec Secret Key/).click();
  await field(page, 'Secret key').fill(key.nsec);
  await page.keyboard.press('Enter');
  await expect(posts(page)).toContainText(/Sent\. (\d) of \1 relays accepted/);
  await expect(cards(page).first()).toContainText('Begun before the login, nostr');
  expect((await newestOf(network, key.pubkey, 1)).content).toBe('Begun before the login, nostr');
  await page.goto(`${network.url}/create`);
  await expect(field(page, 'Your note')).toHaveValue('');
});

test('what was shown at the press goes out as the account that is unlocked for it, whose own draft comes back afterwards', async ({
  about: page,
  network,
}) => {
  const [first, second] = [testKey(45), testKey(46)];
  const unlock = dialog(page, 'Unlock saved key');
  const pass = async (action: string | RegExp) => {
    await field(page, 'Passphrase').fill(PASSPHRASE);
    await button(unlock, action).click();
    await expect(unlock).toHaveCount(0);
  };
  await logInByNsec(page, first.nsec, PASSPHRASE);
  await openSettings(page);
  await button(panel(page), /^Sign Out/).click();
  await button(dialog(page, 'Sign out'), 'Sign out').click();
  await goTo(page, '/about');
  await logInByNsec(page, second.nsec, PASSPHRASE);
  await goTo(page, '/create');
  await field(page, 'Your note').fill('Old and unseen');
  await goTo(page, '/about');
  await openSettings(page);
  await button(panel(page), /^Switch account/).click();
  const others = dialog(page, 'Saved accounts').getByRole('listitem').filter({ hasNotText: 'logged in' });
  await others.getByRole('button').first().click();
  await pass(/^Unlock/);
  await button(panel(page), 'Lock now').click();
  await goTo(page, '/create');
  await field(page, 'Your note').fill('Shown at the press');
  await button(page, 'Post').click();
  await unlock.getByRole('region', { name: 'Other saved accounts' }).getByRole('button').click();
  await expect(field(page, 'Your note')).toHaveValue('Shown at the press');
  await pass('Unlock & Post');
  await expect(field(page, 'Your note')).toHaveCount(0);
  await sent(page);
  expect((await newestOf(network, second.pubkey, 1)).content).toBe('Shown at the press');
  await goTo(page, '/create');
  await expect(field(page, 'Your note')).toHaveValue('Old and unseen');
});

test('a sheet over the composer lies above it after a reload, too, when the composer comes last', async ({
  about: page,
  network,
}) => {
  await logInByNsec(page, testKey(47).nsec, PASSPHRASE);
  await page.goto(`${network.url}/create`);
  await field(page, 'Your note').fill('Written before the key is open');
  await button(page, 'Post').click();
  const unlock = dialog(page, 'Unlock saved key');
  await expect(unlock).toBeVisible();
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(/\/assets\/publish-[^/]*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await expect(field(page, 'Passphrase')).toBeFocused();
  letThrough();
  await expect(page.locator('textarea')).toHaveValue('Written before the key is open');
  await expect(field(page, 'Passphrase')).toBeFocused();
  await page.keyboard.type(PASSPHRASE);
  await button(unlock, 'Unlock & Continue').click();
  await expect(unlock).toHaveCount(0);
  await expect(field(page, 'Your note')).toBeFocused();
});

test('of several posts the newest stands first, and its answers alone stand open', async ({ about: page }) => {
  await logInByNsec(page, testKey(48).nsec);
  for (const text of ['The first of three', 'The second of three', 'The third of three']) {
    await goTo(page, '/create');
    await field(page, 'Your note').fill(text);
    // they wait
    await page.context().setOffline(true);
    await field(page, 'Your note').press('Control+Enter');
    await expect(posts(page).getByRole('article').first()).toContainText(text);
  }
  await expect(posts(page).getByRole('article')).toHaveCount(3);
  const open = posts(page).locator('details[open]');
  await expect(open).toHaveCount(1);
  await expect(open).toContainText('The third of three');
});

test('[PUB-10] where no relay takes posts, it is said, with the way to the relays', async ({
  about: page,
  network,
}) => {
  await page.evaluate(
    (relays) => localStorage.setItem('nostrRelays', JSON.stringify(relays)),
    network.devnet.config.readwrite.map((url) => ({ url, permission: 'read' })),
  );
  await page.goto(`${network.url}/create`);
  await field(page, 'Your note').fill('For nobody');
  await field(page, 'Your note').press('Control+Enter');
  const why = page.getByRole('alert').filter({ hasText: 'No relays configured for publishing' });
  await button(why, 'Relay Management').click();
  await expect(dialog(page, 'Settings').getByRole('heading', { name: 'Relay Management' })).toBeInViewport();
  await page.goBack();
  await expect(field(page, 'Your note')).toHaveValue('For nobody');
});

test("[ROUTE-23] the profile is edited and keeps what other apps put there; a note of one's own is deleted", async ({
  app: page,
  network,
}) => {
  const key = testKey(43);
  const before = { name: 'abc', about: 'Old', lud06: 'lnurl1old', 'x-other': { deep: [1] } };
  const now = Math.floor(Date.now() / 1000);
  await network.devnet.publish(
    finalizeEvent(
      { kind: 0, created_at: now - 100, tags: [['i', 'x:y']], content: JSON.stringify(before) },
      key.secret,
    ),
  );
  await network.devnet.publish(
    finalizeEvent({ kind: 1, created_at: now - 50, tags: [], content: 'To be gone' }, key.secret),
  );
  await cards(page).first().waitFor();
  await logInByNsec(page, key.nsec);
  await page.getByRole('link', { name: /, your profile$/ }).click();
  await button(page, 'Edit profile').click();
  await expect(dialog(page, 'Edit profile')).toBeVisible();
  expect(new URL(page.url()).searchParams.get('edit')).toBe('true');
  await field(page, 'About').fill('New');
  await field(page, 'Website').fill('nowhere');
  await button(dialog(page, 'Edit profile'), 'Save').click();
  await expect(page.getByText('This is not a web address')).toBeVisible();
  await expect(field(page, 'Website')).toBeFocused();
  await field(page, 'Website').fill('https://example.com/');
  await button(dialog(page, 'Edit profile'), 'Save').click();
  await expect(dialog(page, 'Edit profile')).toHaveCount(0);
  await expect(posts(page)).toContainText(/Profile: Sent\. \d of \d relays accepted/);
  await expect(page.getByRole('main')).toContainText('New');
  const profile = await newestOf(network, key.pubkey, 0);
  expect(JSON.parse(profile.content)).toEqual({ ...before, about: 'New', website: 'https://example.com/' });
  expect(profile.tags).toEqual([['i', 'x:y']]);

  const mine = page.getByRole('article', { name: /^Note by / }).filter({ hasText: 'To be gone' });
  await button(mine, /^More/).click();
  await button(page.getByRole('dialog'), /^Delete note/).click();
  const spoken = await hearSpoken(page);
  await button(dialog(page, 'Delete note?'), 'Delete').click();
  await expect(mine).toHaveCount(0);
  await expect(posts(page)).toContainText(/Deletion: Sent\. (\d) of \1 relays accepted/);
  // what each relay answers is seen, and spoken only at the end
  const words = (await spoken()).filter((text) => text.startsWith('Deletion'));
  expect(words).not.toContainEqual(expect.stringMatching(/^Deletion: Sending\../));
  expect(words).toContainEqual(expect.stringMatching(/^Deletion: Sent\. (\d) of \1 relays accepted$/));
  // these relays do as they are asked
  for (const relay of network.devnet.config.readwrite)
    expect(await storedAt(relay, { authors: [key.pubkey], kinds: [1] })).toEqual([]);
  await page.goto(`${network.url}/?edit=true`);
  await expect(dialog(page, 'Edit profile')).toBeVisible();
});

test('what is put into the text for its author is undone like what they typed, also where an input method composes', async ({
  app: page,
}) => {
  await cards(page).first().waitFor();
  await page.getByRole('link', { name: 'Write a note' }).first().click();
  const text = field(page, 'Your note');
  const ines = page.getByRole('option', { name: /Ines Okafor/ }).first();
  const { keyboard } = page;
  await expect(text).toBeFocused();
  await keyboard.type('Some words');
  await button(page, 'Mention someone').click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await keyboard.type('ine');
  await ines.click();
  await expect(text).toHaveValue('Some words @Ines Okafor ');
  await keyboard.press('Control+z');
  await expect(text).toHaveValue('Some words @ine');
  await keyboard.press('Control+Shift+z');
  await keyboard.type('and more');
  await button(page, 'Add picture or video').click();
  await field(page, 'Picture or video link').fill('https://birch.example/weir.jpg');
  await keyboard.press('Enter');
  await expect(text).toHaveValue('Some words @Ines Okafor and more\nhttps://birch.example/weir.jpg');
  await expect(text).toBeFocused();
  await expect(page.getByText('Picture not available')).toBeAttached();
  await button(page, 'Remove weir.jpg').click();
  await expect(text).toHaveValue('Some words @Ines Okafor and more');
  await keyboard.press('Control+z');
  await expect(text).toHaveValue('Some words @Ines Okafor and more\nhttps://birch.example/weir.jpg');
  await keyboard.press('Control+z');
  await expect(text).toHaveValue('Some words @Ines Okafor and more');

  // what is pasted as an id
  const { npub } = newPerson();
  await text.fill(npub);
  await keyboard.press('Control+a');
  await keyboard.press('Control+x');
  await keyboard.type('To ');
  await keyboard.press('Control+v');
  await expect(text).toHaveValue(`To nostr:${npub}`);
  await keyboard.press('Control+z');
  await expect(text).toHaveValue('To ');

  // letters that are not settled yet, as on the keyboard of a phone
  const input = await page.context().newCDPSession(page);
  await input.send('Input.imeSetComposition', { text: '@ine', selectionStart: 4, selectionEnd: 4 });
  await ines.click();
  await expect(text).toHaveValue('To @Ines Okafor ');
  await input.send('Input.imeSetComposition', { text: 'さ', selectionStart: 1, selectionEnd: 1 });
  await input.send('Input.imeSetComposition', { text: 'さん', selectionStart: 2, selectionEnd: 2 });
  await input.send('Input.insertText', { text: 'さん' });
  await expect(text).toHaveValue('To @Ines Okafor さん');
});

test('of a text longer than the screen the names, the tools and what hinders it stay in sight', async ({
  app: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await cards(page).first().waitFor();
  await page.getByRole('link', { name: 'Write a note' }).last().click();
  const text = field(page, 'Your note');
  const lines = Array.from({ length: 40 }, (_, line) => `Line ${line}`).join('\n');
  await text.fill(`${testKey(50).nsec}\n${lines}`);
  await text.press('Control+Home');
  await expect(page.getByText(/^Whoever reads it can act in your name/)).toBeInViewport({ ratio: 1 });
  const why = page.getByRole('alert').filter({ hasText: /^There is a secret key in this text$/ });
  await button(page, 'Post').click();
  await expect(why).toBeInViewport({ ratio: 1 });
  // pressed again from where it is out of sight
  await button(page, 'Preview').click();
  await page.setViewportSize({ width: 390, height: 300 });
  await page.locator('.scroll').evaluate((scroll) => scroll.scrollTo(0, scroll.scrollHeight));
  await expect(why).not.toBeInViewport();
  await button(page, 'Post').click();
  await expect(why).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 390, height: 844 });
  await button(page, 'Preview').click();

  await text.fill(lines);
  for (const place of ['Control+Home', 'Control+End']) {
    await text.press(place);
    await page.keyboard.type(place === 'Control+Home' ? '@ott' : '\n@ott');
    await expect(page.getByRole('option').first()).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(button(page, 'Add picture or video')).toBeInViewport({ ratio: 1 });
  }
});
