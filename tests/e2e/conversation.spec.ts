import type { Page } from '@playwright/test';
import { noteEncode } from 'nostr-tools/nip19';
import { startScriptedRelay } from '#devnet/scripted-relay.ts';
import { card, cards, personIn, posts, showNew, write } from './acting-steps.ts';
import { expectAccessibleHere } from './axe.ts';
import { expect, serveOver, test } from './fixtures.ts';
import { openNotifications, rows, square } from './notification-steps.ts';
import { skipSplash } from './screens.ts';
import { button, dialog, field } from './session-steps.ts';
import { goTo, held, newPerson, pressShortly } from './social-steps.ts';

const answer = async (page: Page, to: string, text: string) => {
  await button(card(page, to).first(), /^Reply/).click();
  await field(page, 'Your reply').fill(text);
  await field(page, 'Your reply').press('Control+Enter');
  await expect(field(page, 'Your reply')).toHaveCount(0);
};

test('two people talk and hear of each other live; a like that is taken back and a note that is deleted vanish for the other', async ({
  browser,
  network,
}) => {
  const [ana, bea] = [await personIn(browser, network, newPerson()), await personIn(browser, network, newPerson())];

  await write(ana.page, 'Who saw the first crane?');
  await showNew(bea.page);
  await answer(bea.page, 'Who saw the first crane?', 'I did, at the weir.');
  await expect(square(ana.page, 'Notifications, 1 unread')).toBeVisible();
  await openNotifications(ana.page);
  await expect(rows(ana.page)).toContainText(['I did, at the weir.']);

  // the answer to the answer arrives while Bea looks at her notifications
  await openNotifications(bea.page);
  await rows(ana.page)
    .getByRole('link', { name: /I did, at the weir/ })
    .first()
    .click();
  await button(cards(ana.page).filter({ hasText: 'I did, at the weir.' }).last(), /^Reply/).click();
  await field(ana.page, 'Your reply').fill('How many?');
  await field(ana.page, 'Your reply').press('Control+Enter');
  await expect(rows(bea.page)).toContainText(['How many?']);

  // a like comes and goes
  await bea.page.getByRole('link', { name: /Nuthatch, to the feed/ }).click();
  await pressShortly(button(card(bea.page, 'Who saw the first crane?').first(), /^Like/));
  await ana.page.getByRole('link', { name: /Nuthatch, to the feed/ }).click();
  const like = button(card(ana.page, 'Who saw the first crane?').first(), /^Like/);
  await openNotifications(ana.page);
  await expect(rows(ana.page).filter({ hasText: 'liked your note' })).toHaveCount(1);
  await pressShortly(button(card(bea.page, 'Who saw the first crane?').first(), /^Like/));
  await expect(rows(ana.page).filter({ hasText: 'liked your note' })).toHaveCount(0);
  await ana.page.getByRole('link', { name: /Nuthatch, to the feed/ }).click();
  await expect(like).toHaveAccessibleName('Like');

  // Ana deletes her note: it vanishes for Bea, and stays away
  await expect(card(bea.page, 'Who saw the first crane?').first()).toBeVisible();
  await button(card(ana.page, 'Who saw the first crane?').first(), /^More/).click();
  await button(ana.page.getByRole('dialog'), /^Delete note/).click();
  await button(dialog(ana.page, 'Delete note?'), 'Delete').click();
  await expect(posts(ana.page)).toContainText(/Deletion: Sent\./);
  await expect(card(bea.page, 'Who saw the first crane?')).toHaveCount(0);
  await bea.page.reload();
  await cards(bea.page).first().waitFor();
  await expect(card(bea.page, 'Who saw the first crane?')).toHaveCount(0);
  await ana.close();
  await bea.close();
});

test('a note that its author deleted vanishes and stays away, though the relay keeps it; what somebody else deletes stays', async ({
  page,
}) => {
  const [ana, bea] = [newPerson(), newPerson()];
  const [gone, kept, later] = ['Nobody may read this', 'Everybody may read this', 'Written by mistake'].map(
    (text, at) => ana.sign(1, [], text, 100 - at),
  );
  const relay = await startScriptedRelay({ events: [gone!, kept!, later!] });
  const server = await serveOver({ readwrite: [relay.url], write: [], indexer: [], profile: [] });
  await skipSplash(page);
  await page.goto(server.url);
  await expect(card(page, 'Nobody may read this')).toBeVisible();
  await expect.poll(() => JSON.stringify(relay.requests)).toContain('"kinds":[5]');
  relay.push(bea.sign(5, [['e', kept!.id]], '', 0));
  relay.push(ana.sign(5, [['e', gone!.id]], '', 0));
  await expect(card(page, 'Nobody may read this')).toHaveCount(0);
  await expect(card(page, 'Everybody may read this')).toBeVisible();
  // deleted while nobody looks
  await page.goto(`${server.url}/about`);
  relay.push(ana.sign(5, [['e', later!.id]], '', 0));
  await page.goto(server.url);
  await expect(card(page, 'Everybody may read this')).toBeVisible();
  await expect(card(page, 'Written by mistake')).toHaveCount(0);
  await expect(card(page, 'Nobody may read this')).toHaveCount(0);
  await page.reload();
  await expect(card(page, 'Everybody may read this')).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  await page.goto(`${server.url}/note/${noteEncode(gone!.id)}`);
  await expect(page.getByRole('heading', { name: 'Note not found' })).toBeVisible();
  await server.close();
  await relay.close();
});

test('what was written about a note stays when the note is deleted: in the field under it, in the large editor, in a quote', async ({
  browser,
  network,
}) => {
  const ana = newPerson();
  const [answered, edited, quoted] = ['Gone at noon', 'Gone at one', 'Gone at two'].map((text, at) =>
    ana.sign(1, [], text, 60 - at),
  );
  for (const note of [answered!, edited!, quoted!]) await network.devnet.publish(note);
  const { page, close } = await personIn(browser, network, newPerson());
  const take = (note: { id: string }) => network.devnet.publish(ana.sign(5, [['e', note.id]], '', 0));
  const main = page.getByRole('main');

  await goTo(page, `/note/${noteEncode(answered!.id)}`);
  await button(main, /^Reply to /).click();
  await field(page, 'Your reply').fill('But I was there');
  await take(answered!);
  await expect(main.getByRole('heading', { name: 'Note not found' })).toBeVisible();
  await expect(main).toContainText('Its author deleted it.');
  await expect(field(page, 'Your reply')).toHaveValue('But I was there');
  // which begins with the note
  await expect(button(main, 'Open in the large editor')).toHaveCount(0);

  await goTo(page, `/note/${noteEncode(edited!.id)}?reply=${edited!.id}`);
  await field(page, 'Your reply').fill('At length');
  await take(edited!);
  await expect(page.getByRole('dialog')).toContainText('This note was deleted');
  await expect(field(page, 'Your reply')).toHaveValue('At length');
  await field(page, 'Your reply').fill('');
  await page.keyboard.press('Escape');

  // of which nothing is written goes as a whole
  await goTo(page, `/note/${noteEncode(quoted!.id)}?repost=${quoted!.id}`);
  await expect(page.getByRole('dialog')).toContainText('Gone at two');
  await take(quoted!);
  await expect(page.getByRole('dialog')).toContainText('This note was deleted');
  await expect(button(page.getByRole('dialog'), 'Repost')).toHaveCount(0);
  await close();
});

test('what is typed before the reply field is there goes into it; closed it shows how the draft begins', async ({
  browser,
  network,
}) => {
  const note = newPerson().sign(1, [], 'Is the ice on the pond thick enough?', 60);
  await network.devnet.publish(note);
  const { page, close } = await personIn(browser, network, newPerson());
  await goTo(page, `/note/${noteEncode(note.id)}`);
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(/\/assets\/publish-[^/]*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  const main = page.getByRole('main');
  await button(main, /^Reply to /).press('Enter');
  await expect(main.locator('textarea')).toBeFocused();
  await page.keyboard.type('No, and I like');
  letThrough();
  const reply = field(page, 'Your reply');
  await expect(reply).toBeFocused();
  await page.keyboard.type(' your note');
  await expect(reply).toHaveValue('No, and I like your note');
  await page.keyboard.press('Escape');
  await expect(reply).toHaveCount(0);
  await expect(button(main, /^Reply to .*… Draft: No, and I like your note$/)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(reply).toHaveValue('No, and I like your note');
  await reply.press('Control+Enter');
  await expect(button(main, /^Reply to .*…$/)).toBeVisible();
  await close();
});

test('what is typed before a reply field that could not be loaded is there again, and goes behind the draft of it', async ({
  browser,
  network,
}) => {
  const note = newPerson().sign(1, [], 'Does the ice hold?', 60);
  await network.devnet.publish(note);
  const { page, close } = await personIn(browser, network, newPerson());
  await page.evaluate(
    (key) => localStorage.setItem(key, JSON.stringify({ text: 'Not yet', mentions: [], at: 1 })),
    `nuthatch-draft visitor reply ${note.id}`,
  );
  await goTo(page, `/note/${noteEncode(note.id)}`);
  let fail = () => {};
  const failed = new Promise<void>((resolve) => (fail = resolve));
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  let isFailed = false;
  await page.route(/\/assets\/publish-[^/]*\.js/, async (route) => {
    await (isFailed ? held : failed);
    await (isFailed ? route.continue() : route.abort());
    isFailed = true;
  });
  const main = page.getByRole('main');
  await button(main, /^Reply to /).press('Enter');
  const early = main.locator('textarea');
  await expect(early).toBeFocused();
  await page.keyboard.type('but it will');
  fail();
  const again = button(main, 'Try again');
  await expect(again).toBeVisible();
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 });
    await expect(early).toHaveValue('but it will', { timeout: 1_000 });
  }).toPass();
  await page.keyboard.type(' soon');
  letThrough();
  await expect(field(page, 'Your reply')).toHaveValue('Not yet but it will soon');
  await close();
});

test('the pencil says when a note was begun', async ({ app: page }) => {
  await cards(page).first().waitFor();
  const pencil = page.getByRole('link', { name: 'Write a note' }).first();
  await expect(pencil).toHaveAccessibleName('Write a note');
  await pencil.click();
  await field(page, 'Your note').fill('Not yet');
  await button(page, 'Cancel').click();
  await expect(pencil).toHaveAccessibleName('Write a note, draft saved');
  // also when it is emptied in another tab, or begun there
  const other = await page.context().newPage();
  await other.goto(new URL('/create', page.url()).href);
  await field(other, 'Your note').fill('');
  await expect(pencil).toHaveAccessibleName('Write a note');
  await field(other, 'Your note').fill('Not yet');
  await expect(pencil).toHaveAccessibleName('Write a note, draft saved');
});

test('what is typed between the press on the pencil and the open composer goes into it, and does nothing else', async ({
  app: page,
}) => {
  await cards(page).first().waitFor();
  const pencil = page.getByRole('link', { name: 'Write a note' }).first();
  await expect(pencil).toBeVisible();
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(/\/assets\/publish-[^/]*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  const before = await page.evaluate(() => history.length);
  // the keys of the shortcuts are heard
  await page.keyboard.press('j');
  await expect(cards(page).first()).toBeFocused();
  await page.keyboard.type('n');
  await expect(page).toHaveURL(/\/create$/);
  const early = page.getByRole('textbox', { name: 'New Note' });
  await expect(early).toBeFocused();
  await page.keyboard.type('just go on?\nNot');
  await page.keyboard.press('Backspace');
  // it waits for a composer, whichever that is
  await page.keyboard.press('Escape');
  await expect(early).toHaveCount(0);
  await pencil.press('Enter');
  await expect(early).toBeFocused();
  await page.keyboard.type('w');
  const place = await early.boundingBox();
  letThrough();
  const note = field(page, 'Your note');
  await expect(button(page, 'Post')).toBeVisible();
  await expect(note).toHaveValue('just go on?\nNow');
  expect(await note.boundingBox()).toEqual(place);
  await expect(note).toBeFocused();
  await page.keyboard.type(' then');
  await expect(note).toHaveValue('just go on?\nNow then');
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
  // the next one is not begun with it
  await note.fill('');
  await page.keyboard.press('Escape');
  await pencil.press('Enter');
  await expect(note).toHaveValue('');
});

test('replies and quotes that were begun are listed beside a new note: they are gone on with, or discarded, which can be undone', async ({
  browser,
  network,
}) => {
  const someone = newPerson();
  const [asked, told] = ['Who has seen the nuthatch?', 'It was in the old oak'].map((text, at) =>
    someone.sign(1, [], text, 60 + at),
  );
  for (const note of [asked!, told!]) await network.devnet.publish(note);
  const { page, pubkey, close } = await personIn(browser, network, newPerson());
  const keepOnDisk = (place: string, draft: object) =>
    page.evaluate(
      ([key, kept]) => localStorage.setItem(key!, kept!),
      [`nuthatch-draft ${pubkey} ${place}`, JSON.stringify({ mentions: [], ...draft })],
    );
  await goTo(page, `/about?reply=${asked!.id}`);
  await field(page, 'Your reply').fill('I have, at the pond');
  await goTo(page, `/about?repost=${told!.id}&quote=true`);
  await field(page, 'Your words').fill('As I always said');
  await goTo(page, '/create');
  const drafts = button(page, /^Drafts/);
  await expect(drafts).toHaveAccessibleName('Drafts 2');
  await drafts.click();
  const list = page.getByRole('list', { name: 'Drafts' });
  await expect(list.getByRole('listitem')).toHaveText([
    /^Quote of .* now ?As I always saidDiscard$/,
    /^Reply to .* now ?I have, at the pondDiscard$/,
  ]);
  await expectAccessibleHere(page, 'drafts', list);

  await button(list, 'Discard: As I always said').press('Enter');
  const undo = button(list, 'Undo: As I always said');
  await expect(undo).toBeFocused();
  await expect(drafts).toHaveAccessibleName('Drafts 1');
  await undo.press('Enter');
  await expect(button(list, 'Discard: As I always said')).toBeFocused();
  await expect(drafts).toHaveAccessibleName('Drafts 2');
  await button(list, 'Discard: As I always said').click();

  // what another tab began anew stays, and what it begins is in the list
  await keepOnDisk(`quote ${told!.id}`, { text: 'Said anew' });
  await undo.click();
  await button(list, 'Discard: Said anew').click();
  await keepOnDisk(`reply ${told!.id}`, { text: '', warning: 'Oaks' });
  await page.evaluate(
    (key) => dispatchEvent(new StorageEvent('storage', { key })),
    `nuthatch-draft ${pubkey} reply ${told!.id}`,
  );
  await button(list, 'Discard: Oaks').click();

  await button(list, /I have, at the pond$/)
    .first()
    .click();
  const reply = page.getByRole('textbox', { name: 'Your reply', exact: true });
  await expect(reply).toHaveValue('I have, at the pond');
  await reply.fill('I have, in the old oak');
  await page.keyboard.press('Escape');
  await expect(reply).toHaveCount(0);
  await expect(list).toContainText('I have, in the old oak');
  await button(list, /^Reply to .*oak$/).click();
  await reply.press('Control+Enter');
  await expect(reply).toHaveCount(0);
  // one that was posted is none any more
  await expect(list.getByRole('listitem')).toHaveText([/Discarded/, /Discarded/]);
  await expect(list.getByRole('listitem').last()).toBeFocused();
  // nor one that another tab threw away
  await button(list, 'Undo: Said anew').press('Enter');
  await expect(button(list, 'Discard: Said anew')).toBeFocused();
  await page.evaluate((key) => {
    localStorage.removeItem(key);
    dispatchEvent(new StorageEvent('storage', { key }));
  }, `nuthatch-draft ${pubkey} quote ${told!.id}`);
  await expect(list.getByRole('listitem')).toHaveText([/Discarded/]);
  await expect(list.getByRole('listitem')).toBeFocused();
  await drafts.press('Enter');
  await expect(list).toHaveCount(0);
  await expect(drafts).toBeFocused();
  await expect(field(page, 'Your note')).toHaveValue('');
  await close();
});

test('a picture in the reply field of a thread is shown, described, and taken out again', async ({
  browser,
  network,
}) => {
  const note = newPerson().sign(1, [], 'Who has a picture of the pond?', 60);
  await network.devnet.publish(note);
  const picture = network.devnet.content.events.flatMap(
    ({ content }) => /http:\/\/\S+\.(?:png|jpg|webp|svg)/.exec(content) ?? [],
  )[0]!;
  const { page, pubkey, close } = await personIn(browser, network, newPerson());
  await goTo(page, `/note/${noteEncode(note.id)}`);
  await button(page.getByRole('main'), /^Reply to /).click();
  const reply = field(page, 'Your reply');
  await reply.fill(`Here ${picture}`);
  const form = page.getByRole('form', { name: 'Reply' });
  await button(form, /^Remove /).click();
  await expect(reply).toHaveValue('Here');
  await reply.fill(`Here ${picture}`);
  await form.getByPlaceholder('Describe this picture').fill('The pond');
  await expect(form.locator('.cr__thumb img')).toHaveJSProperty('complete', true);
  await reply.press('Control+Enter');
  await expect(reply).toHaveCount(0);
  await expect
    .poll(async () => (await held(network.devnet.config.readwrite[0]!, { authors: [pubkey], kinds: [1] }))[0]?.tags)
    .toContainEqual(['imeta', `url ${picture}`, expect.stringMatching(/^dim \d+x\d+$/), 'alt The pond']);
  await close();
});

test('replies that come late go below those that are read, until the order is chosen', async ({ page }) => {
  const ana = newPerson();
  const note = ana.sign(1, [], 'What grows in the shade?', 900);
  const reply = (text: string, secondsAgo: number) => ana.sign(1, [['e', note.id, '', 'root']], text, secondsAgo);
  const quick = await startScriptedRelay({ events: [note, reply('Ferns', 60), reply('Moss', 50)] });
  const slow = await startScriptedRelay({ events: [reply('Ivy', 800)], latencyMs: 2_000 });
  const server = await serveOver({ readwrite: [quick.url, slow.url], write: [], indexer: [], profile: [] });
  await skipSplash(page);
  await page.goto(`${server.url}/note/${noteEncode(note.id)}`);
  const texts = page.getByRole('article', { name: /^Reply by/ }).locator('.note__body');
  await expect(texts).toHaveText(['Ferns', 'Moss']);
  await expect(texts).toHaveText(['Ferns', 'Moss', 'Ivy']);
  const sort = button(page, /^Sort replies/);
  await sort.click();
  await expect(texts).toHaveText(['Moss', 'Ferns', 'Ivy']);
  await sort.click();
  await sort.click();
  await expect(texts).toHaveText(['Ivy', 'Ferns', 'Moss']);
  await server.close();
  await Promise.all([quick.close(), slow.close()]);
});
