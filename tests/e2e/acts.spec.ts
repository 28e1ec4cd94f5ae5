import type { Page } from '@playwright/test';
import { neventEncode, noteEncode, npubEncode } from 'nostr-tools/nip19';
import type { NostrEvent } from '#domain/event.ts';
import { card, cards, openComposer, personIn, posts, showNew, write } from './acting-steps.ts';
import { expect, test, type Network } from './fixtures.ts';
import { skipSplash } from './screens.ts';
import { button, dialog, field } from './session-steps.ts';
import { held, newPerson, store } from './social-steps.ts';

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
  await openComposer(ana.page);
  await paste(ana.page, `Read this: ${noteEncode(quoted.id)} by ${npubEncode(someone.pubkey)} `);
  await expect(field(ana.page, 'Your note')).toHaveValue(/Read this: nostr:note1\w+ by nostr:npub1\w+ /);
  await button(ana.page, 'Add picture or video').click();
  await field(ana.page, 'Address of the picture or video').fill('no address');
  await button(ana.page, 'Add').click();
  await expect(ana.page.getByText('This is no address of a picture or video')).toBeVisible();
  await field(ana.page, 'Address of the picture or video').fill(picture);
  await button(ana.page, 'Add').click();
  await button(ana.page, 'Content warning').click();
  await ana.page.getByRole('textbox', { name: /^Why it is hidden at first/ }).fill('Feathers');
  await button(ana.page, 'Post').click();
  await sent(ana.page);
  const note = await newestOf(network, ana.pubkey);
  expect(tags(note, 'q').map(([, id]) => id)).toEqual([quoted.id]);
  expect(tags(note, 'p').map(([, pubkey]) => pubkey)).toContain(someone.pubkey);
  expect(tags(note, 'content-warning')).toEqual([['content-warning', 'Feathers']]);
  expect(note.content).toContain(picture);

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
  await ana.close();
});

test('mining is left: without work the note goes out at once; what is being mined is in the draft after a reload', async ({
  browser,
  network,
}) => {
  const ana = await personIn(browser, network, newPerson());
  const note = await openComposer(ana.page);
  await note.fill('Too heavy to wait for');
  await button(ana.page, 'Proof of work: No work').click();
  await ana.page.getByRole('slider', { name: 'Work for this post' }).fill('32');
  await note.press('Control+Enter');
  await expect(ana.page.getByRole('region', { name: 'Proof of work' })).toContainText(/of 32 bits/);
  await ana.page.reload();
  await expect(field(ana.page, 'Your note')).toHaveValue('Too heavy to wait for');
  await ana.close();

  const bea = await personIn(browser, network, newPerson());
  const again = await openComposer(bea.page);
  await again.fill('Light enough');
  await button(bea.page, 'Proof of work: No work').click();
  await bea.page.getByRole('slider', { name: 'Work for this post' }).fill('32');
  await again.press('Control+Enter');
  await button(bea.page, 'Post without').click();
  await sent(bea.page);
  const posted = await newestOf(network, bea.pubkey);
  expect([posted.content, tags(posted, 'nonce')]).toEqual(['Light enough', []]);
  await bea.close();
});

test('a note is posted once, however often one presses; written without a network it arrives when that is back', async ({
  browser,
  network,
}) => {
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

  await ana.context.setOffline(true);
  expect(await ana.page.evaluate(() => navigator.onLine)).toBe(false);
  await write(ana.page, 'Written in the tunnel');
  await expect(posts(ana.page)).toContainText('Queued.', { timeout: 25_000 });
  expect(await held(relay, { authors: [ana.pubkey], kinds: [1] })).toHaveLength(2);
  await ana.context.setOffline(false);
  await expect
    .poll(async () => (await held(relay, { authors: [ana.pubkey], kinds: [1] })).map(({ content }) => content), {
      timeout: 20_000,
    })
    .toContain('Written in the tunnel');
  await ana.close();
});

test('a repost of mine is marked and can be taken back; a note of mine is sent again to relays that lack it', async ({
  browser,
  network,
}) => {
  const { devnet } = network;
  const someone = newPerson();
  const one = someone.sign(1, [], 'Worth passing on', 0);
  const ana = await personIn(browser, network, newPerson());
  await devnet.publish(one);
  await showNew(ana.page);
  const repost = button(card(ana.page, 'Worth passing on').first(), /^Repost/);
  await expect(repost).toHaveAttribute('aria-pressed', 'false');
  await repost.click();
  await button(dialog(ana.page, 'Repost'), 'Repost').click();
  await expect(repost).toHaveAttribute('aria-pressed', 'true');
  await expect(repost).toHaveAccessibleName('Repost, 1 repost');
  await expect.poll(() => newestOf(network, ana.pubkey, 6)).toBeTruthy();
  await repost.click();
  await expect(dialog(ana.page, 'Repost')).toContainText('You reposted this.');
  await button(dialog(ana.page, 'Repost'), 'Take back').click();
  await expect(repost).toHaveAttribute('aria-pressed', 'false');
  await expect(repost).toHaveAccessibleName('Repost');
  await expect.poll(async () => held(devnet.config.readwrite[0]!, { authors: [ana.pubkey], kinds: [6] })).toEqual([]);

  // liked and unliked faster than a relay can answer
  const like = button(card(ana.page, 'Worth passing on').first(), /^Like/);
  await like.click();
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(async () => held(devnet.config.readwrite[0]!, { authors: [ana.pubkey], kinds: [7] })).toEqual([]);

  // another app of hers told one relay only
  const lonely = ana.sign(1, [], 'Only in one place', 0);
  await store(devnet.config.readwrite[0]!, lonely);
  await showNew(ana.page);
  await button(card(ana.page, 'Only in one place').first(), 'More').click();
  await button(ana.page.getByRole('dialog'), /^Send again to all relays/).click();
  await sent(ana.page);
  for (const relay of [...devnet.config.readwrite, ...devnet.config.write])
    expect((await held(relay, { ids: [lonely.id] })).length).toBe(1);
  await expect(cards(ana.page).filter({ hasText: 'Only in one place' })).toHaveCount(1);
  await ana.close();
});

test('what was changed in the profile and not saved is there again', async ({ browser, network }) => {
  const ana = await personIn(browser, network, newPerson());
  await ana.page.getByRole('link', { name: /, your profile$/ }).click();
  const edit = button(ana.page, 'Edit profile');
  const sheet = dialog(ana.page, 'Edit profile');
  await edit.click();
  await field(ana.page, 'About').fill('I count cranes');
  await button(sheet, 'Cancel').click();
  await edit.click();
  await expect(field(ana.page, 'About')).toHaveValue('I count cranes');
  await button(sheet, 'Start over').click();
  await expect(field(ana.page, 'About')).toHaveValue('');
  await field(ana.page, 'About').fill('I count crows');
  await button(sheet, 'Save').click();
  await expect(sheet).toHaveCount(0);
  await expect.poll(async () => (await newestOf(network, ana.pubkey, 0))?.content).toBe('{"about":"I count crows"}');
  await edit.click();
  await expect(field(ana.page, 'About')).toHaveValue('I count crows');
  await expect(button(sheet, 'Start over')).toHaveCount(0);
  await ana.close();
});
