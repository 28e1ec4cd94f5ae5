import type { Locator } from '@playwright/test';
import { decode, noteEncode } from 'nostr-tools/nip19';
import { decrypt, encrypt, getConversationKey } from 'nostr-tools/nip44';
import { startScriptedRelay, type Script } from '#devnet/scripted-relay.ts';
import { card, cards, openComposer, posts, showNew, write } from './acting-steps.ts';
import { expect, serveOver, test as base } from './fixtures.ts';
import { hurryUntil } from './hurry.ts';
import { skipSplash } from './screens.ts';
import { button, dialog, field, logInByNsec, openSettings, panel } from './session-steps.ts';
import { goTo, newPerson, openAs } from './social-steps.ts';

const MINUTE_MS = 60_000;

type Started = { relay: Awaited<ReturnType<typeof startScriptedRelay>>; url: string };

/** The app over one relay with these events. */
const test = base.extend<{ start: (script: Script) => Promise<Started> }>({
  start: async ({}, use) => {
    const closing: (() => Promise<unknown>)[] = [];
    await use(async (script) => {
      const relay = await startScriptedRelay(script);
      const server = await serveOver({ readwrite: [relay.url], write: [], indexer: [], profile: [] });
      closing.push(server.close, () => relay.close());
      return { relay, url: server.url };
    });
    for (const close of closing) await close();
  },
});

const newestOf = ({ relay }: Started, kind: number) => relay.published.findLast((event) => event.kind === kind);

test('[FEED-07] with Follow Only the line above the notes counts those of others, and so do the settings', async ({
  page,
  start,
}) => {
  const [reader, friend, stranger] = [newPerson(), newPerson(), newPerson()];
  const notes = [friend.sign(1, [], 'By a friend', 60), stranger.sign(1, [], 'By a stranger', 50)];
  const started = await start({
    events: [reader.sign(3, [['p', friend.pubkey]]), ...notes, stranger.sign(1, [], 'Once more', 40)],
  });
  await openAs(page, started, reader);
  await expect(cards(page)).toHaveCount(3);
  await openSettings(page);
  const toggle = dialog(page, 'Settings').getByRole('switch', { name: 'Follow Only' });
  await expect(toggle).toHaveAccessibleDescription(/2 of 3 loaded notes/);
  await toggle.check();
  await expect(toggle).toHaveAccessibleDescription(/Hides 2 of 3 loaded notes/);
  await goTo(page, '/');
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByText('2 of 3 loaded notes hidden')).toBeVisible();
  started.relay.push(stranger.sign(1, [], 'By a stranger, just now', 0));
  started.relay.push(friend.sign(1, [], 'By a friend, just now', 0));
  await showNew(page);
  await expect(cards(page)).toHaveCount(2);
  await expect(page.getByText('2 of 4 loaded notes hidden')).toBeVisible();
});

test('who mentions themselves is named in the note and not told of it', async ({ page, start }) => {
  const me = newPerson();
  const started = await start({ events: [me.sign(0, [], JSON.stringify({ name: 'Mira' }))] });
  await openAs(page, started, me);
  await page.getByRole('link', { name: 'Write a note' }).first().click();
  await field(page, 'Your note').fill(`It was me, nostr:${me.npub}`);
  await field(page, 'Your note').press('Control+Enter');
  await expect(cards(page).getByRole('link', { name: '@Mira' })).toBeVisible();
  await expect.poll(() => newestOf(started, 1)?.content).toBe(`It was me, nostr:${me.npub}`);
  expect(newestOf(started, 1)?.tags.filter(([name]) => name === 'p')).toEqual([['p', me.pubkey]]);
  await goTo(page, '/notifications');
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  await expect(page.getByText('Nothing new')).toBeVisible();
  await expect(page.getByText(/mentioned you/)).toHaveCount(0);
});

test('[APP-09] a note that its author protects is quoted, not reposted (NIP-70)', async ({ page, start }) => {
  const [me, author] = [newPerson(), newPerson()];
  const note = author.sign(1, [['-']], 'Mine alone', 60);
  const started = await start({ events: [note] });
  await openAs(page, started, me);
  await goTo(page, `/?repost=${note.id}`);
  const sheet = dialog(page, 'Repost');
  await expect(sheet.getByText('Its author does not want it reposted')).toBeVisible();
  await expect(button(sheet, 'Repost')).toBeDisabled();
  await page.keyboard.press('Escape');
  await button(card(page, 'Mine alone'), 'More').click();
  await button(page.getByRole('dialog'), 'Quote').click();
  await expect(sheet.getByRole('radio', { name: 'Quote' })).toBeChecked();
  await expect(field(page, 'Your words')).toBeFocused();
  await field(page, 'Your words').fill('Well said');
  await button(sheet, 'Repost').click();
  await expect(sheet).toHaveCount(0);
  await expect.poll(() => newestOf(started, 1)?.content).toMatch(/^Well said\n\nnostr:nevent1/);
  const quote = newestOf(started, 1)!;
  expect(quote.tags.find(([name]) => name === 'q')).toEqual(['q', note.id, expect.anything(), author.pubkey]);
  expect(quote.tags.some(([name]) => name === '-')).toBe(false);
  expect(started.relay.published.filter(({ kind }) => kind === 6 || kind === 16)).toEqual([]);
  expect(started.relay.published.some(({ id }) => id === note.id)).toBe(false);
});

test('a post that waits goes out as its author, whoever is logged in by then', async ({ page, start }) => {
  const [first, second] = [newPerson(), newPerson()];
  const started = await start({ events: [newPerson().sign(1, [], 'Of today', 60)] });
  const { relay } = started;
  await page.clock.install();
  await skipSplash(page);
  await page.goto(started.url);
  await logInByNsec(page, first.nsec);
  await expect(card(page, 'Of today')).toBeVisible();
  relay.set({ refuse: true });
  relay.dropAll();
  await page.getByRole('link', { name: 'Write a note' }).first().click();
  await field(page, 'Your note').fill('Said by the first');
  await field(page, 'Your note').press('Control+Enter');
  await hurryUntil(page, 'queued', MINUTE_MS, () => posts(page).filter({ hasText: 'Queued.' }).isVisible());
  await openSettings(page);
  await button(panel(page), /^Sign Out/).click();
  await button(dialog(page, 'Sign out'), 'Sign out').click();
  await expect(dialog(page, 'Sign out')).toHaveCount(0);
  await goTo(page, '/');
  await logInByNsec(page, second.nsec);
  relay.set({ reject: undefined, refuse: false });
  const isThere = async () => relay.published.some(({ content }) => content === 'Said by the first');
  await hurryUntil(page, 'sent', MINUTE_MS, isThere);
  await write(page, 'Said by the second');
  await expect.poll(() => relay.published.filter(({ kind }) => kind === 1)).toHaveLength(2);
  const authors = relay.published.filter(({ kind }) => kind === 1).map(({ content, pubkey }) => [content, pubkey]);
  expect(Object.fromEntries(authors)).toEqual({
    'Said by the first': first.pubkey,
    'Said by the second': second.pubkey,
  });
});

test('words are not lost: a post that is discarded is a draft again, and a quote that was begun is shown at once', async ({
  page,
  start,
}) => {
  const me = newPerson();
  const { relay, url } = await start({ events: [newPerson().sign(1, [], 'Of today', 60)] });
  await openAs(page, { url }, me);
  relay.set({ reject: 'blocked: not on the list of people who may write here, see https://relay.example/about' });
  await write(page, 'The first one, with many words');
  await write(page, 'The second one');
  const strip = posts(page).getByRole('article');
  await expect(strip).toHaveCount(2);
  const second = strip.filter({ hasText: 'The second one' });
  await expect(second).toContainText('Not sent. Publish failed: ');
  await expect(second).toHaveAccessibleName('Note: The second one');
  // where there is little room, too, it is read which relay said so
  const window = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  const name = second.getByText(new URL(relay.url).host, { exact: true });
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.setViewportSize(window);
  await button(second, 'Discard').click();
  await expect(strip).toHaveCount(1);
  await expect(strip).toContainText('The first one, with many words');
  await expect(card(page, 'The second one')).toHaveCount(0);
  await expect(await openComposer(page)).toHaveValue('The second one');
  await button(page, 'Cancel').click();

  const again = button(card(page, 'Of today').first(), /^Repost/);
  const repost = dialog(page, 'Repost');
  await again.click();
  await expect(repost.getByRole('radio', { name: 'Repost' })).toBeChecked();
  await repost.getByRole('radio', { name: 'Quote' }).check();
  await field(page, 'Your words').fill('Begun');
  await button(repost, 'Cancel').click();
  await again.click();
  await expect(field(page, 'Your words')).toHaveValue('Begun');
  await field(page, 'Your words').fill('');
  await button(repost, 'Cancel').click();
  await again.click();
  await expect(repost.getByRole('radio', { name: 'Repost' })).toBeChecked();
});

test('[PUB-15] somebody who is muted privately is unmuted; what else is in the encrypted part stays', async ({
  page,
  start,
}) => {
  const [reader, hidden, other] = [newPerson(), newPerson(), newPerson()];
  const key = getConversationKey(decode(reader.nsec as `nsec1${string}`).data, reader.pubkey);
  const secret = [
    ['p', hidden.pubkey],
    ['word', 'jackpot'],
  ];
  const list = reader.sign(10_000, [['p', other.pubkey]], encrypt(JSON.stringify(secret), key));
  const started = await start({
    events: [
      list,
      hidden.sign(0, [], JSON.stringify({ name: 'Hilde' })),
      hidden.sign(1, [], 'Back again', 20),
      newPerson().sign(1, [], 'A jackpot', 10),
      newPerson().sign(1, [], 'A quiet note', 5),
    ],
  });
  await openAs(page, started, reader);
  await expect(card(page, 'A quiet note')).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  await goTo(page, `/npub/${reader.npub}/mute-list`);
  const rows = page.getByRole('list', { name: 'Mute list' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'Private' })).toHaveText(/Hilde/);
  await expect(page.getByText('Only you can see those marked “Private”.')).toBeVisible();
  await button(page, 'Unmute Hilde').click();
  // their row stays, and does not offer to tell everybody
  await expect(button(page, 'Mute privately Hilde')).toBeVisible();
  await goTo(page, '/');
  await expect(card(page, 'Back again')).toBeVisible();
  await expect(card(page, 'A jackpot')).toHaveCount(0);
  await expect.poll(() => newestOf(started, 10_000)?.content).toBeTruthy();
  const { content, tags } = newestOf(started, 10_000)!;
  expect(JSON.parse(decrypt(content, key))).toEqual([['word', 'jackpot']]);
  expect(tags.filter(([name]) => name === 'p')).toEqual([['p', other.pubkey]]);
});

test('[PUB-15] what is muted is not found, nor told above an answer, in a quote, in the count of a thread, as news', async ({
  page,
  start,
}) => {
  const [reader, loud, other] = [newPerson(), newPerson(), newPerson()];
  const tagged = [['t', 'owls']];
  const asked = other.sign(1, tagged, 'Who has seen the barn owl?', 60);
  const told = loud.sign(1, tagged, 'Loud about owls', 50);
  const won = newPerson().sign(1, [], 'A jackpot', 40);
  const under = ({ id, pubkey }: typeof asked) => [
    ['e', id, '', 'root'],
    ['p', pubkey],
  ];
  const started = await start({
    events: [
      reader.sign(10_000, [
        ['p', loud.pubkey],
        ['word', 'jackpot'],
      ]),
      asked,
      told,
      won,
      other.sign(1, under(told), 'Not so sure', 30),
      other.sign(1, [['q', won.id]], `Think twice nostr:${noteEncode(won.id)}`, 20),
      newPerson().sign(1, under(asked), 'By the old mill', 10),
      loud.sign(1, under(asked), 'Nobody has', 5),
      loud.sign(1, [['p', reader.pubkey]], 'Look at me', 3),
    ],
  });
  await openAs(page, started, reader);
  await expect(cards(page).filter({ hasText: 'Not so sure' })).toContainText('In reply to another note');
  await expect(card(page, 'Think twice')).toContainText('The quoted note is hidden by your mute list.');
  await goTo(page, `/?thread=${asked.id}`);
  const thread = page.getByRole('dialog', { name: /^Thread/ });
  await expect(thread.getByText('By the old mill')).toBeVisible();
  await expect(thread.getByRole('heading', { name: 'Thread 1 reply' })).toBeVisible();
  await goTo(page, '/search?q=%23owls');
  await expect(card(page, 'Who has seen the barn owl?')).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  await goTo(page, '/search?q=Loud');
  await expect(page.getByText('Everything that was found is hidden by your mute list.')).toBeVisible();
  await goTo(page, '/notifications');
  await expect(page.getByRole('heading', { name: 'Nothing new' })).toBeVisible();
});

test('a name from right to left stays apart in the words around it', async ({ page, start }) => {
  const [reader, author] = [newPerson(), newPerson()];
  const started = await start({
    events: [author.sign(0, [], JSON.stringify({ name: 'שרה 3' })), author.sign(1, [], 'Shalom', 60)],
  });
  await openAs(page, started, reader);
  await button(card(page, 'Shalom'), 'Reply').click();
  await expect(dialog(page, 'Reply to \u2068שרה 3\u2069')).toBeVisible();
  await page.keyboard.press('Escape');
  await button(card(page, 'Shalom'), 'More').click();
  await expect(button(page.getByRole('dialog'), 'Follow \u2068שרה 3\u2069')).toBeVisible();
});

test('by keys the focus stays in a conversation: at what is uncovered, and where a note was that is deleted or muted', async ({
  page,
  start,
}) => {
  const [me, asks, loud] = [newPerson(), newPerson(), newPerson()];
  const asked = asks.sign(1, [['content-warning', 'moths']], 'Who is awake?', 60);
  const under = [
    ['e', asked.id, '', 'root'],
    ['p', asked.pubkey],
  ];
  const mine = me.sign(1, under, 'Written too fast', 50);
  const alone = me.sign(1, [], 'Written in vain', 20);
  const others = [loud.sign(1, under, 'Loud at night', 40), asks.sign(1, under, 'Then good night', 30)];
  const started = await start({ events: [asked, mine, ...others, alone] });
  await openAs(page, started, me, '/about');
  const pressKey = async (control: Locator) => {
    await control.focus();
    await page.keyboard.press('Enter');
  };
  const top = page.getByRole('dialog').last();
  const remove = async (text: string) => {
    await pressKey(button(page.getByRole('article').filter({ hasText: text }).last(), 'More'));
    await pressKey(button(top, /^Delete note/));
    await pressKey(button(dialog(page, 'Delete note?'), 'Delete'));
    await expect(page.getByRole('article').filter({ hasText: text })).toHaveCount(0);
  };

  await goTo(page, `/about?thread=${asked.id}`);
  const replies = dialog(page, 'Thread 3 replies').getByRole('article');
  await expect(replies).toHaveCount(4);
  await pressKey(button(replies.first(), 'Show'));
  await expect(replies.first()).toContainText('Who is awake?');
  await expect(replies.first()).toBeFocused();
  await remove('Written too fast');
  const thread = page.getByRole('dialog', { name: /^Thread/ });
  await expect(thread.getByRole('article').filter({ hasText: 'Loud at night' })).toBeFocused();
  await pressKey(button(thread.getByRole('article').filter({ hasText: 'Loud at night' }), 'More'));
  await pressKey(button(top, /^Mute privately/));
  await expect(thread.getByText('Loud at night')).toHaveCount(0);
  await expect(thread.getByRole('article').filter({ hasText: 'Then good night' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await goTo(page, `/note/${noteEncode(alone.id)}`);
  await remove('Written in vain');
  await expect(page.getByRole('heading', { name: 'Note not found' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('long words of others break where a reply or a quote shows them, and in the title of a sheet', async ({
  page,
  start,
}) => {
  const [me, other] = [newPerson(), newPerson()];
  const word = 'Donaudampfschifffahrtsgesellschaftskapitaenspatent';
  const note = other.sign(1, [], word.repeat(3), 60);
  const started = await start({ events: [other.sign(0, [], JSON.stringify({ name: word })), note] });
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, started, me, '/about');
  for (const place of ['reply', 'repost']) {
    await goTo(page, `/about?${place}=${note.id}`);
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByText(word.repeat(3))).toBeVisible();
    const cut = await sheet.evaluate((top) =>
      [...top.querySelectorAll('h2, .quote, .quote *')]
        .filter((part) => part.getBoundingClientRect().right > window.innerWidth)
        .map(({ outerHTML }) => outerHTML.slice(0, 60)),
    );
    expect(cut, place).toEqual([]);
  }
});
