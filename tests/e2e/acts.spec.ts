import type { Page } from '@playwright/test';
import { neventEncode, noteEncode, npubEncode } from 'nostr-tools/nip19';
import { startScriptedRelay } from '#devnet/scripted-relay.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { card, openComposer, personIn, posts } from './acting-steps.ts';
import { expect, serveOver, test, type Network } from './fixtures.ts';
import { hurryUntil } from './hurry.ts';
import { skipSplash } from './screens.ts';
import { button, field } from './session-steps.ts';
import { goTo, held, newPerson, openAs } from './social-steps.ts';

const newestOf = async ({ devnet }: Network, pubkey: string, kind = 1): Promise<NostrEvent> => {
  const [event] = await held(devnet.config.readwrite[0]!, { authors: [pubkey], kinds: [kind] });
  return event!;
};

const tags = (event: NostrEvent, name: string) => event.tags.filter((tag) => tag[0] === name);

/** As from the clipboard of the system. */
const paste = (page: Page, text: string) =>
  field(page, 'Your note').evaluate((area: HTMLTextAreaElement, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    area.focus();
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

/** A picture out of a folder, as by a hand; whether the app takes it instead of the browser. */
const giveFile = (page: Page, way: 'paste' | 'drop') =>
  field(page, 'Your note').evaluate((area: HTMLTextAreaElement, type) => {
    const data = new DataTransfer();
    data.items.add(new File(['x'], 'weir.jpg', { type: 'image/jpeg' }));
    const may = { bubbles: true, cancelable: true };
    if (type === 'paste') return !area.dispatchEvent(new ClipboardEvent(type, { clipboardData: data, ...may }));
    const drag = (name: string) => !area.dispatchEvent(new DragEvent(name, { dataTransfer: data, ...may }));
    return drag('dragover') && drag(type);
  }, way);

const sent = (page: Page) => expect(posts(page)).toContainText(/Sent\. (\d) of \1 relays accepted/);

test('pasted ids become a quote and a mention; a picture comes by its address; readers see the warning first', async ({
  browser,
  page,
  network,
}) => {
  const { devnet } = network;
  const someone = newPerson();
  const quoted = someone.sign(1, [], 'To be quoted, by its id');
  await devnet.publish(quoted);
  const picture = devnet.content.events.flatMap(
    ({ content }) => /http:\/\/\S+\.(?:png|jpg|webp|svg)/.exec(content) ?? [],
  )[0]!;
  const ana = await personIn(browser, network, newPerson());
  const written = await openComposer(ana.page);
  await written.fill('https://x.example/#');
  await paste(ana.page, npubEncode(someone.pubkey));
  await expect(written).toHaveValue('https://x.example/#');
  await written.fill('');
  await paste(ana.page, `Read this: ${noteEncode(quoted.id)} by ${npubEncode(someone.pubkey)} `);
  await expect(field(ana.page, 'Your note')).toHaveValue(/Read this: nostr:note1\w+ by nostr:npub1\w+ /);
  // a picture itself cannot be kept
  const toTake = await giveFile(ana.page, 'drop');
  expect(toTake).toBe(true);
  await expect(field(ana.page, 'Picture or video link')).toBeFocused();
  await expect(field(ana.page, 'Picture or video link')).toHaveAccessibleDescription(/does not store files/);
  await button(ana.page, 'Add picture or video').click();
  await expect(field(ana.page, 'Picture or video link')).toHaveCount(0);
  expect(await giveFile(ana.page, 'paste')).toBe(true);
  await field(ana.page, 'Picture or video link').fill('no address');
  await button(ana.page, 'Add').click();
  await expect(ana.page.getByText('This is not a link to a picture or video')).toBeVisible();
  await field(ana.page, 'Picture or video link').fill(picture);
  await button(ana.page, 'Add').click();
  await ana.page.getByPlaceholder('Describe this picture').fill('A weir\nin fog');
  const thumb = ana.page.locator('.cr__thumb img');
  await expect(thumb).toHaveJSProperty('complete', true);
  const size = await thumb.evaluate((image: HTMLImageElement) => `${image.naturalWidth}x${image.naturalHeight}`);
  await button(ana.page, 'Content warning').click();
  await ana.page.getByRole('textbox', { name: /^Reason for the warning/ }).fill('Feathers');
  await button(ana.page, 'Post').click();
  await sent(ana.page);
  const note = await newestOf(network, ana.pubkey);
  expect(tags(note, 'q').map(([, id]) => id)).toEqual([quoted.id]);
  expect(tags(note, 'p').map(([, pubkey]) => pubkey)).toContain(someone.pubkey);
  expect(tags(note, 'content-warning')).toEqual([['content-warning', 'Feathers']]);
  expect(note.content).toContain(picture);
  expect(tags(note, 'imeta')).toEqual([['imeta', `url ${picture}`, `dim ${size}`, 'alt A weir in fog']]);

  // a reader who is not logged in
  await skipSplash(page);
  await page.goto(`${network.url}/note/${neventEncode({ id: note.id, author: ana.pubkey })}`);
  const shown = page.getByRole('article').first();
  await expect(shown).toContainText('Feathers');
  await expect(shown.getByRole('img', { name: /picture/i })).toHaveCount(0);
  await expect(shown).not.toContainText('Read this:');
  await button(shown, 'Show').click();
  await expect(shown).toContainText('Read this:');
  await expect(shown).toContainText('To be quoted, by its id');
  await expect(shown.getByRole('link', { name: /A weir in fog/ })).toBeVisible();
  await ana.close();
});

/** Mining workers never hear what they are to do. */
const deafenMiners = (page: Page) =>
  page.evaluate(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, ...sent: unknown[]) {
      const [message] = sent as [{ argumentList?: { value?: { targetBits?: number } }[] }];
      if (message.argumentList?.[0]?.value?.targetBits === undefined) Reflect.apply(postMessage, this, sent);
    };
  });

test('mining is left: without work the note goes out at once; what is being mined is in the draft after a reload', async ({
  browser,
  network,
}) => {
  const ana = await personIn(browser, network, newPerson());
  await deafenMiners(ana.page);
  const begin = async () => {
    const note = await openComposer(ana.page);
    await note.fill('Too heavy to wait for');
    await button(ana.page, /^Proof of work: /).click();
    await ana.page.getByRole('slider', { name: 'Work for this post' }).fill('24');
    await note.press('Control+Enter');
    await expect(ana.page.getByRole('region', { name: 'Proof of work' })).toContainText(/of 24 bits/);
  };
  await begin();
  await button(ana.page, 'Post without').click();
  await sent(ana.page);
  const posted = await newestOf(network, ana.pubkey);
  expect([posted.content, tags(posted, 'nonce')]).toEqual(['Too heavy to wait for', []]);
  await begin();
  await ana.page.reload();
  await expect(field(ana.page, 'Your note')).toHaveValue('Too heavy to wait for');
  await ana.close();
});

test('a reply that is being mined is none of the drafts, which can be discarded', async ({ browser, network }) => {
  const asked = newPerson().sign(1, [], 'How heavy is it?', 60);
  await network.devnet.publish(asked);
  const { page, close } = await personIn(browser, network, newPerson());
  await deafenMiners(page);
  await goTo(page, `/about?repost=${asked.id}&quote=true`);
  await field(page, 'Your words').fill('Only begun');
  await goTo(page, `/about?reply=${asked.id}`);
  const reply = field(page, 'Your reply');
  await reply.fill('Too heavy to wait for');
  await button(page, /^Proof of work: /).click();
  await page.getByRole('slider', { name: 'Work for this post' }).fill('24');
  await reply.press('Control+Enter');
  const work = page.getByRole('dialog').getByRole('region', { name: 'Proof of work' });
  await expect(work).toContainText(/of 24 bits/);
  await goTo(page, '/create');
  const drafts = button(page, /^Drafts/);
  await expect(drafts).toHaveAccessibleName('Drafts 1');
  await drafts.click();
  await expect(page.getByRole('list', { name: 'Drafts' })).toHaveText(/Only begun/);
  // stopped, it is one again
  await goTo(page, `/create?reply=${asked.id}`);
  await button(page, 'Cancel mining').click();
  await expect(work).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(drafts).toHaveAccessibleName('Drafts 2');
  await close();
});

test('a note is posted once, however often one presses', async ({ browser, network }) => {
  const relay = network.devnet.config.readwrite[0]!;
  const ana = await personIn(browser, network, newPerson());
  const note = await openComposer(ana.page);
  await note.fill('Said once');
  await ana.page.evaluate(() => {
    const area = document.activeElement!;
    const key = () => new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true });
    area.dispatchEvent(key());
    area.dispatchEvent(key());
  });
  await sent(ana.page);
  const second = await openComposer(ana.page);
  await second.fill('Pressed twice');
  await button(ana.page, 'Post').dblclick();
  await expect(card(ana.page, 'Pressed twice')).toBeVisible();
  await expect.poll(async () => (await held(relay, { authors: [ana.pubkey], kinds: [1] })).length).toBe(2);

  await ana.close();
});

test('what is written while the device is offline arrives when it is online again', async ({ page, context }) => {
  const relay = await startScriptedRelay({});
  const server = await serveOver({ readwrite: [relay.url], write: [], indexer: [], profile: [] });
  const contents = () => relay.published.filter(({ kind }) => kind === 1).map(({ content }) => content);
  await page.clock.install();
  await openAs(page, server, newPerson());
  const note = await openComposer(page);
  await note.fill('Written');
  await context.setOffline(true);
  relay.set({ refuse: true });
  relay.dropAll();
  expect(await page.evaluate(() => navigator.onLine)).toBe(false);
  await note.fill('Written in the tunnel');
  await note.press('Control+Enter');
  const queued = posts(page).filter({ hasText: 'Queued. Sends when you are back online' });
  await hurryUntil(page, 'queued', 60_000, () => queued.isVisible());
  relay.set({ reject: undefined, refuse: false });
  expect(contents()).toEqual([]);
  await context.setOffline(false);
  await hurryUntil(page, 'sent', 60_000, async () => contents().length > 0);
  expect(contents()).toEqual(['Written in the tunnel']);
  await server.close();
  await relay.close();
});

test('a text that is too long to be read by anybody here is not posted, and by how much is said', async ({
  about: page,
}) => {
  await goTo(page, '/create');
  await field(page, 'Your note').fill('a'.repeat(65_536));
  await expect(page.getByText('65536 characters')).toBeVisible();
  await field(page, 'Your note').fill('a'.repeat(66_000));
  await expect(page.getByText('-464', { exact: true })).toBeVisible();
  await button(page, 'Post').click();
  await expect(page.getByRole('alert').filter({ hasText: 'Too long by 464 characters.' })).toBeVisible();
  // no login was asked for
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

test('of several with one name only who is confirmed by the domain stands there with the address', async ({
  page,
  network: { devnet, url },
}) => {
  const address = `ines@${new URL(devnet.mediaUrl).host}`;
  for (const claim of [{ name: 'ines', nip05: address }, { name: address }]) {
    const impostor = newPerson();
    await devnet.publish(impostor.sign(0, [], JSON.stringify({ display_name: 'Ines Okafor', ...claim })));
    await devnet.publish(impostor.sign(1, [], 'I am the real one', 10));
  }
  await skipSplash(page);
  await page.goto(url);
  await expect(page.getByText('I am the real one')).toHaveCount(2);
  await openComposer(page);
  await field(page, 'Your note').pressSequentially('@ine');
  const called = page.getByRole('option', { name: /^Ines Okafor/ });
  await expect(called.nth(2)).toBeVisible();
  await expect(called.filter({ hasText: new RegExp(`[^@]${address}`) })).toHaveCount(1);
  await expect(called.filter({ hasText: `@${address}` })).toHaveCount(1);
});
