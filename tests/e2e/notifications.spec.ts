import type { Page } from '@playwright/test';
import { noteEncode } from 'nostr-tools/nip19';
import { expect, test } from './fixtures.ts';
import { hurryUntil } from './hurry.ts';
import {
  deeds,
  logIn,
  member,
  members,
  newPerson,
  nextSecond,
  nowS,
  openNotifications,
  rows,
  square,
  withNote,
  WORDS,
} from './notification-steps.ts';
import { skipSplash } from './screens.ts';
import { test as scripted } from './scripted-network.ts';
import { button, dialog, logInByNsec } from './session-steps.ts';
import { goTo, pressShortly } from './social-steps.ts';

const signOut = async (page: Page) => {
  await page.goto(`${new URL(page.url()).origin}/?signOut=true`);
  await button(dialog(page, 'Sign out'), 'Sign out').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Show these kinds' }).getByRole('button', { name });

test('[HEAD-07] [HEAD-08] [HEAD-09] [HEAD-10] [NOTIF-12] the square counts what is unread, live, and is there only after login', async ({
  app: page,
  network,
}) => {
  const { devnet } = network;
  const me = await withNote(network);
  const people = members(network, 12);
  const [first, second, third] = people;
  await devnet.publish(deeds.like(first!, me.note));
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(square(page)).toHaveCount(0);
  // another account of this browser has looked, later than anything that comes
  await page.evaluate(
    (other) => localStorage.setItem('notificationsLastSeen', JSON.stringify({ [other]: 4_000_000_000 })),
    second!.pubkey,
  );
  await page.reload();

  await logInByNsec(page, me.nsec);
  await expect(square(page, 'Notifications, 1 unread')).toHaveAttribute('data-tier', '1');
  await devnet.publish(deeds.reply(second!, me.note, 'Ours, too.'));
  await devnet.publish(deeds.mention(third!, me, 'Ask them.'));
  await devnet.publish(deeds.repost(first!, me.note));
  await expect(square(page, 'Notifications, 4 unread')).toHaveAttribute('data-tier', '2');
  await devnet.publish(deeds.zap(second!, me.note, 'for the feeder fund', third!));
  for (const by of people.slice(1, 4)) await devnet.publish(deeds.like(by, me.note));
  await expect(square(page, 'Notifications, 8 unread')).toHaveAttribute('data-tier', '3');
  for (const by of people.slice(4, 8)) await devnet.publish(deeds.like(by, me.note));
  await expect(square(page, 'Notifications, more than 10 unread')).toHaveAttribute('data-tier', '4');
  await expect(square(page)).toHaveText('10');

  // the short title is whole beside all of it (HEAD-07)
  const { width, height } = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height });
  const title = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Nuthatch', exact: true });
  expect(await title.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  await page.setViewportSize({ width, height });

  await openNotifications(page);
  await expect(page).toHaveURL(/\/notifications$/);
  await expect(square(page, 'Notifications')).toHaveAttribute('data-tier', '0');
});

test('[APP-06] [NOTIF-01] [NOTIF-04] [NOTIF-05] [NOTIF-06] [NOTIF-07] [NOTIF-08] rows say who did what to which note, likes of one note in one row', async ({
  page,
  network,
}) => {
  const { devnet } = network;
  const me = await withNote(network);
  const likers = members(network, 12);
  for (const by of likers) await devnet.publish(deeds.like(by, me.note));
  const [ines, otto, yuki] = ['ines', 'otto', 'yuki'].map((handle) => member(network, handle));
  await devnet.publish(deeds.like(ines!, me.note, '-'));
  await devnet.publish(deeds.reply(otto!, me.note, 'Ours empties it by seven.'));
  await devnet.publish(deeds.mention(ines!, me, 'Ask the one with the feeder.'));
  await devnet.publish(deeds.mention(yuki!, me, `Worth it. nostr:${noteEncode(me.note.id)}`));
  await devnet.publish(deeds.repost(yuki!, me.note));
  await devnet.publish(deeds.zap(yuki!, me.note, 'for the feeder fund', otto!));
  // whose a note is, no slip or trick of who likes it decides
  const named = (...people: readonly { pubkey: string }[]) => people.map(({ pubkey }) => ['p', pubkey]);
  const theirs = yuki!.sign({ kind: 1, content: 'Snow by noon.', created_at: nowS() - 7_200 });
  await devnet.publish(theirs);
  await devnet.publish(otto!.sign({ kind: 7, content: '+', tags: [['e', theirs.id], ...named(me)] }));
  await devnet.publish(otto!.sign({ kind: 7, content: '-', tags: [['e', me.note.id], ...named(me, yuki!)] }));
  // by the user, and about somebody else: nothing to tell
  await devnet.publish(deeds.like(me, me.note));
  await devnet.publish(deeds.like(ines!, otto!.sign({ kind: 1, content: 'Wood.' })));

  await logIn(page, network, me.nsec);
  await openNotifications(page);
  await expect(rows(page)).toHaveCount(8);
  const row = (text: RegExp) => rows(page).filter({ hasText: text });
  await expect(row(/, .+ and 10 others liked your note/)).toContainText(WORDS);
  await expect(row(/(Ines Okafor|Otto Grebe) and (Ines Okafor|Otto Grebe) disliked your note/)).toContainText(WORDS);
  await expect(row(/Otto Grebe liked a note by Yuki Amano/)).toContainText('Snow by noon.');
  await expect(row(/Otto Grebe replied/)).toContainText('Ours empties it by seven.');
  await expect(row(/Ines Okafor mentioned you/)).toContainText('Ask the one with the feeder.');
  await expect(row(/Yuki Amano mentioned you/)).toContainText('Quotes your note');
  await expect(row(/Yuki Amano reposted your note/)).toContainText(WORDS);
  await expect(row(/Yuki Amano zapped your note/)).toContainText('payment not confirmed');
  await expect(row(/Yuki Amano zapped your note/)).toContainText('“for the feeder fund”');
  await expect(page.getByText('Notifications go back 24 hours.')).toBeVisible();

  const reply = row(/Otto Grebe replied/);
  await pressShortly(reply.getByRole('button', { name: 'Like' }));
  await expect(reply.getByRole('button', { name: 'Like' })).toHaveAttribute('aria-pressed', 'true');
  await reply.getByRole('button', { name: 'Reply' }).click();
  await expect(page.getByRole('dialog', { name: /Otto Grebe/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await row(/others liked your note/)
    .getByRole('link')
    .click();
  await expect(page).toHaveURL(/\/note\//);
  await expect(page.getByRole('article').filter({ hasText: WORDS }).first()).toBeVisible();
  await page.goBack();
  await expect(rows(page).filter({ hasText: 'unread' })).toHaveCount(8);

  // which row the first key finds depends on where the window is
  await page.getByRole('main').focus();
  await page.keyboard.press('Home');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  const third = rows(page).nth(2).getByRole('article');
  for (const key of ['j', 'j', 'j', 'j', 'k']) await page.keyboard.press(key);
  await expect(third).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/note\//);
  await page.keyboard.press('u');
  await expect(third).toBeFocused();
});

test('[NOTIF-12] [NOTIF-13] what comes while the page is open is marked until all is read; a reload keeps that', async ({
  page,
  network,
}) => {
  const { devnet } = network;
  const me = await withNote(network);
  const ines = member(network, 'ines');
  await devnet.publish(deeds.reply(ines, me.note, 'Before.'));
  await logIn(page, network, me.nsec);
  await openNotifications(page);
  const marked = rows(page).filter({ hasText: 'unread' });
  await expect(marked).toHaveCount(1);
  await nextSecond();
  await devnet.publish(deeds.reply(ines, me.note, 'Meanwhile.'));
  await expect(rows(page).first()).toContainText('Meanwhile.');
  await expect(marked).toHaveCount(2);
  await expect(square(page, 'Notifications, 1 unread')).toBeVisible();
  // also to whoever chose the colours
  await page.emulateMedia({ forcedColors: 'active' });
  const [mark, ground] = await marked
    .first()
    .evaluate((row) =>
      [getComputedStyle(row, '::before'), getComputedStyle(document.body)].map(
        ({ backgroundColor }) => backgroundColor,
      ),
    );
  expect(mark).not.toBe(ground);
  await page.emulateMedia({ forcedColors: null });
  await button(page, 'Mark all read').click();
  await expect(marked).toHaveCount(0);
  await expect(square(page, 'Notifications')).toBeVisible();
  await expect(button(page, 'Mark all read')).toHaveAttribute('aria-disabled', 'true');
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expect(marked).toHaveCount(0);
});

test('[NOTIF-11] kinds that are switched off are neither shown nor counted, here and in other tabs, also next time', async ({
  page,
  network,
}) => {
  const { devnet } = network;
  const me = await withNote(network);
  const [ines, otto] = members(network, 2);
  await devnet.publish(deeds.like(ines!, me.note));
  await devnet.publish(deeds.repost(otto!, me.note));
  await logIn(page, network, me.nsec);
  await openNotifications(page);
  await expect(rows(page)).toHaveCount(2);
  await expect(chip(page, 'Likes')).toHaveAttribute('aria-pressed', 'true');
  await chip(page, 'Likes').click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('reposted your note');

  const other = await page.context().newPage();
  await skipSplash(other);
  await other.goto(`${network.url}/notifications`);
  await expect(chip(other, 'Likes')).toHaveAttribute('aria-pressed', 'false');
  await nextSecond();
  await devnet.publish(deeds.like(otto!, me.note));
  await devnet.publish(deeds.reply(otto!, me.note, 'One more.'));
  for (const tab of [page, other]) await expect(square(tab, 'Notifications, 1 unread')).toBeVisible();
  await chip(other, 'Likes').click();
  for (const tab of [page, other]) await expect(square(tab, 'Notifications, 2 unread')).toBeVisible();
  await button(other, 'Mark all read').click();
  await expect(square(page, 'Notifications')).toBeVisible();
  for (const name of ['Likes', 'Replies', 'Mentions', 'Reposts', 'Zaps', 'Ecash']) await chip(page, name).click();
  await expect(page.getByRole('heading', { name: 'None of these kinds' })).toBeVisible();
  await button(page, 'Show all kinds').click();
  await expect(rows(other)).toHaveCount(3);
});

test('[ROUTE-14] [NOTIF-13] [HEAD-09] each account has its own notifications and its own last look; signing out hides them', async ({
  page,
  network,
}) => {
  const { devnet } = network;
  const [one, two] = [await withNote(network), await withNote(network)];
  const ines = member(network, 'ines');
  await devnet.publish(deeds.reply(ines, one.note, 'For the first.'));
  await devnet.publish(deeds.reply(ines, two.note, 'For the second.'));
  await logIn(page, network, one.nsec);
  await openNotifications(page);
  await expect(rows(page)).toContainText(['For the first.']);
  await signOut(page);
  await expect(square(page)).toHaveCount(0);
  await page.goto(`${network.url}/notifications`);
  await expect(page.getByRole('heading', { name: 'Login Required' })).toBeVisible();
  await expect(page.getByText('For the first.')).toHaveCount(0);

  await logInByNsec(page, two.nsec);
  await expect(rows(page)).toContainText(['For the second.']);
  // the first account has read all, this one looks for the first time
  await expect(rows(page).filter({ hasText: 'unread' })).toHaveCount(1);
});

test('people whom the user mutes are left out', async ({ page, network }) => {
  const { devnet } = network;
  const me = await withNote(network);
  const { events } = devnet.content;
  const zapped = events.find(({ content }) => content.startsWith('Three weeks on five relays'))!;
  const receipts = events.filter(({ kind, tags }) => kind === 9735 && tags.some(([, id]) => id === zapped.id));
  const payers = receipts.map(({ tags }) => JSON.parse(tags.find(([name]) => name === 'description')![1]!).pubkey);
  const [ines, otto] = members(network, 12).filter(({ pubkey }) => !payers.includes(pubkey));
  await devnet.publish(
    me.sign({ kind: 10_000, tags: [['word', 'feeder'], ...[ines!.pubkey, ...payers].map((pubkey) => ['p', pubkey])] }),
  );
  await devnet.publish(deeds.reply(ines!, me.note, 'By one who is muted.'));
  await devnet.publish(deeds.reply(otto!, me.note, 'By another.'));
  await logIn(page, network, me.nsec);
  await expect(square(page, 'Notifications, 1 unread')).toBeVisible();
  await openNotifications(page);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('By another.');
  // nor are their words read where somebody else does something to a note of theirs, or one with muted words
  const theirs = ines!.sign({ kind: 1, content: 'Words of one who is muted.', tags: [['p', me.pubkey]] });
  await devnet.publish(theirs);
  await devnet.publish(
    otto!.sign({
      kind: 7,
      content: '+',
      tags: [
        ['e', theirs.id],
        ['p', me.pubkey],
        ['p', ines!.pubkey],
      ],
    }),
  );
  await expect(rows(page)).toHaveCount(2);
  const liked = rows(page).filter({ hasText: 'liked' });
  await expect(liked).toContainText(`${otto!.name} liked a muted note`);
  await expect(page.getByText('Words of one who is muted.')).toHaveCount(0);
  // one's own words are told, also with what one does not want to read of others
  await devnet.publish(deeds.like(otto!, me.note));
  await expect(liked.filter({ hasText: 'your note' })).toContainText(me.note.content);

  // of what they pay for a note the sum alone is told
  await goTo(page, `/note/${noteEncode(zapped.id)}`);
  await expect(page.getByText(/sats from/)).toBeVisible();
  await expect(page.getByText(/largest zap by/)).toHaveCount(0);
});

test('a reaction by a picture of its own is shown as that picture (NIP-30)', async ({ page, network }) => {
  const { devnet } = network;
  const me = await withNote(network);
  const [ines, otto] = members(network, 2);
  const url = devnet.content.events.flatMap(
    ({ content }) => /http:\/\/\S+\.(?:png|jpg|webp|svg)/.exec(content) ?? [],
  )[0]!;
  const custom = ines!.sign({
    kind: 7,
    content: ':nuthatch_on_the_trunk:',
    tags: [
      ['e', me.note.id],
      ['p', me.pubkey],
      ['emoji', 'nuthatch_on_the_trunk', url],
    ],
  });
  await devnet.publish(custom);
  await devnet.publish(deeds.like(otto!, me.note, '🤙'));
  await logIn(page, network, me.nsec);
  await openNotifications(page);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).getByRole('img', { name: ':nuthatch_on_the_trunk:' })).toBeVisible();
  await expect(rows(page)).toContainText('🤙');

  // where the picture is gone its name stands in letters, and the rows fit
  const gone = ['emoji', 'soap_box_on_the_corner_of_the_market', `${devnet.mediaUrl}/gone.png`];
  const name = `:${gone[1]}:`;
  const about = [['e', me.note.id], ['p', me.pubkey], gone];
  await devnet.publish(otto!.sign({ kind: 1, content: `Up on the ${name}`, tags: [['p', me.pubkey], gone] }));
  await devnet.publish(otto!.sign({ kind: 7, content: name, tags: about }));
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).getByText(`Up on the ${name}`)).toBeVisible();
  const emojis = rows(page).locator('.nt__emojis').filter({ hasText: name });
  await expect(emojis).toBeVisible();
  expect((await emojis.boundingBox())!.height).toBeLessThan(40);
  await devnet.publish(deeds.zap(ines!, me.note, '', otto!));
  await expect(rows(page)).toHaveCount(3);
  for (const letters of ['100%', '200%']) {
    await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), letters);
    for (const time of await rows(page).getByRole('time').all()) {
      const { x, width } = (await time.boundingBox())!;
      expect(x + width).toBeLessThanOrEqual(390);
    }
  }
});

scripted(
  'above earlier ones it is said that no relay answers, and a press asks again',
  async ({ page, relay, serve }) => {
    const [me, other] = [newPerson(), newPerson()];
    const note = me.sign({ kind: 1, content: 'At the feeder.' });
    const source = await relay({ events: [note, deeds.like(other, note)] });
    await page.clock.install();
    await page.goto(`${(await serve([source])).url}/about`);
    await logInByNsec(page, me.nsec);
    await openNotifications(page);
    await expect(rows(page)).toHaveCount(1);
    const said = page.getByRole('status').filter({ hasText: 'No relay is answering' });
    source.set({ refuse: true });
    source.dropAll();
    await hurryUntil(page, 'the loss is said', 60_000, () => said.isVisible());
    source.set({ refuse: false });
    await said.getByRole('button', { name: 'Try again' }).click();
    await expect(said).toHaveCount(0);
    await expect(rows(page)).toHaveCount(1);
  },
);
