import type { Locator, Page } from '@playwright/test';
import { npubEncode } from 'nostr-tools/nip19';
import { encodeNote, shortNpub } from '#domain/protocol/identifiers.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { expectAccessibleHere } from './axe.ts';
import { expect, test, type Network } from './fixtures.ts';
import { test as onScripted } from './scripted-network.ts';
import { skipSplash } from './screens.ts';
import { button, skipWelcome } from './session-steps.ts';
import { enterNsec, goTo, held, newPerson, openAs, pressShortly, store, type NewPerson } from './social-steps.ts';

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const nameOf = ({ devnet }: Network, handle: string) => {
  const { name, pubkey, npub } = devnet.content.people.find((person) => person.handle === handle)!;
  return { name, pubkey, npub };
};
const card = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('article', { name: `Note by ${name}` })
    .first();
const openNote = async (page: Page, note: NostrEvent) => {
  await goTo(page, `/note/${encodeNote(note.id)}`);
  const article = page
    .getByRole('main')
    .getByRole('article', { name: /^Note by / })
    .last();
  await expect(article.getByRole('button', { name: 'More' })).toBeVisible();
  return article;
};
type Named = ReturnType<typeof nameOf>;
const readwrite = ({ devnet }: Network) => devnet.config.readwrite[0]!;
const relaysOf = ({ devnet }: Network) => [
  ...devnet.config.readwrite,
  ...devnet.config.write,
  ...devnet.config.indexer,
];

/** The person's newest list on a relay. */
const list = async (network: Network, kind: 3 | 10_000, { pubkey }: Pick<NewPerson, 'pubkey'>) =>
  (await held(readwrite(network), { kinds: [kind], authors: [pubkey] }))[0];
const people = (event: NostrEvent | undefined) =>
  event?.tags.flatMap(([name, key]) => (name === 'p' ? [key] : [])) ?? [];

/** Somebody with a name whose note is the newest one. */
const newcomer = async (network: Network, name: string) => {
  const somebody = newPerson();
  await network.devnet.publish(somebody.sign(0, [], JSON.stringify({ name })));
  await network.devnet.publish(somebody.sign(1, [], `Hello from ${name}`, 5));
  return { ...somebody, name };
};

test('[APP-08] [APP-09] [NOTE-07] a like shows at once, is stored as NIP-25 says, and is taken back', async ({
  page,
  network,
}) => {
  const me = newPerson();
  const note = network.devnet.content.guide.zapped;
  await openAs(page, network, me, '/about');
  const article = await openNote(page, note);
  const like = article.getByRole('button', { name: /^Like/ });
  await expect(like).toHaveAccessibleName(/, 31 likes$/);
  await pressShortly(like);
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(like).toHaveAccessibleName(/, 32 likes$/);
  const mine = { kinds: [7], authors: [me.pubkey] };
  await expect.poll(() => held(readwrite(network), mine)).toHaveLength(1);
  const [reaction] = await held(readwrite(network), mine);
  expect(reaction?.content).toBe('+');
  expect(reaction?.tags).toContainEqual(['p', note.pubkey]);
  expect(reaction?.tags).toContainEqual(['k', '1']);
  expect(reaction?.tags.find(([name]) => name === 'e')?.[1]).toBe(note.id);

  await pressShortly(like);
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await expect(like).toHaveAccessibleName(/, 31 likes$/);
  await expect.poll(() => held(readwrite(network), mine)).toEqual([]);

  await like.hover();
  await page.mouse.down();
  // what comes late above it moves it away below the pointer
  await article.evaluate((card: HTMLElement) => void (card.style.paddingBlockStart = '4rem'));
  const sheet = dialog(page, /^React to /);
  await expect(sheet).toBeVisible();
  await page.mouse.up();
  await expect(sheet.getByRole('button', { name: 'Like', exact: true })).toHaveAttribute('aria-pressed', 'false');
  const columns = await sheet
    .locator('.face')
    .evaluateAll((faces) => faces.map((face) => face.getBoundingClientRect().x));
  expect([columns.length, new Set(columns).size]).toEqual([12, 6]);
  await sheet.getByRole('button', { name: 'Dislike', exact: true }).click();
  await expect(article.getByRole('button', { name: 'Your reaction Dislike, 31 likes' })).toBeVisible();
  await expect.poll(async () => (await held(readwrite(network), mine)).map(({ content }) => content)).toContain('-');
});

test('[FOLLOW-01] [FOLLOW-03] following and unfollowing keep all else of the list, and an earlier version comes back', async ({
  page,
  network,
}) => {
  const me = newPerson();
  const yuki = nameOf(network, 'yuki');
  const ines = nameOf(network, 'ines');
  const tags = [
    ['p', yuki.pubkey, 'wss://far.example', 'fog'],
    ['x-unknown', 'of', 'another', 'app'],
    ['p', ines.pubkey, ''],
  ];
  for (const relay of relaysOf(network)) await store(relay, me.sign(3, tags));
  await openAs(page, network, me, '/about');
  await goTo(page, `/npub/${nameOf(network, 'marlow').npub}`);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Follow Marlow Tate' }).click();
  await expect(main.getByRole('button', { name: 'Following Marlow Tate, unfollow' })).toBeVisible();
  await expect
    .poll(async () => (await list(network, 3, me))?.tags.map((tag) => tag.slice(0, 2)))
    .toEqual([...tags.map((tag) => tag.slice(0, 2)), ['p', nameOf(network, 'marlow').pubkey]]);
  expect((await list(network, 3, me))?.tags.slice(0, 3)).toEqual(tags);
  expect((await list(network, 3, me))?.content).toBe('');

  await goTo(page, `/npub/${me.npub}/following`);
  const rows = main.getByRole('list', { name: 'Following' });
  await expect(rows.getByRole('listitem')).toHaveCount(3);
  await rows.getByRole('button', { name: 'Following Ines Okafor, unfollow' }).click();
  await expect(rows.getByRole('button', { name: 'Follow Ines Okafor' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Following 2' })).toBeVisible();
  await expect.poll(async () => people(await list(network, 3, me))).not.toContain(ines.pubkey);
  expect((await list(network, 3, me))?.tags.slice(0, 2)).toEqual(tags.slice(0, 2));

  const versions = main.getByText('Earlier versions on this device');
  await versions.click();
  await main
    .getByRole('button', { name: /^Restore the version of / })
    .last()
    .click();
  await expect.poll(async () => (await list(network, 3, me))?.tags).toEqual(tags);
  await expect(rows.getByRole('button', { name: 'Following Ines Okafor, unfollow' })).toBeVisible();
});

test('[PROF-11] whom another device dropped leaves the list on screen, whom the user dropped there keeps the place', async ({
  page,
  network,
}) => {
  const me = newPerson();
  const [yuki, ines, marlow] = ['yuki', 'ines', 'marlow'].map((name) => nameOf(network, name)) as [Named, Named, Named];
  const tagsOf = (...named: readonly Named[]) => named.map(({ pubkey }) => ['p', pubkey]);
  for (const relay of relaysOf(network)) await store(relay, me.sign(3, tagsOf(yuki, ines)));
  await openAs(page, network, me, '/about');
  await goTo(page, `/npub/${me.npub}/following`);
  const rows = page.getByRole('main').getByRole('list', { name: 'Following' }).getByRole('listitem');
  await expect(rows).toHaveText([/Yuki Amano/, /Ines Okafor/]);
  await rows.getByRole('button', { name: 'Following Ines Okafor, unfollow' }).click();
  await expect(rows.getByRole('button', { name: 'Follow Ines Okafor' })).toBeVisible();
  await expect.poll(async () => people(await list(network, 3, me))).toEqual([yuki.pubkey]);
  await expect(rows).toHaveText([/Yuki Amano/, /Ines Okafor/]);
  for (const relay of relaysOf(network)) await store(relay, me.sign(3, tagsOf(marlow), '', -2));
  await expect(rows).toHaveText([/Marlow Tate/, /Ines Okafor/]);
});

test('[FOLLOW-08] [FOLLOW-10] [PUB-12] somebody is followed or muted by their key; wrong ones stay in the field', async ({
  page,
  network,
}) => {
  const me = newPerson();
  const main = page.getByRole('main');
  await openAs(page, network, me, '/about');
  await goTo(page, `/npub/${me.npub}/following`);
  const field = main.getByRole('textbox', { name: 'Follow someone by their key' });
  const wrongs = [
    ['nobody', 'Invalid pubkey format. Please enter a valid 64-character hex pubkey or npub.'],
    [me.npub, "Can't follow yourself"],
  ] as const;
  for (const [typed, text] of wrongs) {
    await field.fill(typed);
    await field.press('Enter');
    await expect(main.getByRole('alert')).toHaveText(text);
    await expect(field).toHaveValue(typed);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  }
  await field.fill(me.nsec);
  await field.press('Enter');
  await expect(main.getByRole('alert')).toHaveText('That was a secret key. It was removed from the field.');
  await expect(field).toHaveValue('');
  await field.fill(nameOf(network, 'yuki').npub);
  await field.press('Enter');
  await expect(field).toHaveValue('');
  await expect(main.getByRole('button', { name: 'Following Yuki Amano, unfollow' })).toBeVisible();
  await expect.poll(async () => people(await list(network, 3, me))).toEqual([nameOf(network, 'yuki').pubkey]);

  await goTo(page, `/npub/${me.npub}/mute-list`);
  const muteField = main.getByRole('textbox', { name: 'Mute someone by their key' });
  await muteField.fill('12');
  await muteField.press('Enter');
  await expect(main.getByRole('alert')).toHaveText('Invalid pubkey to mute');

  // without the key a login is asked for first: what was pasted stays until it is in the list
  await page.goto(`${network.url}/npub/${me.npub}/following`);
  const { npub } = nameOf(network, 'otto');
  await field.fill(npub);
  await field.press('Enter');
  await expect(dialog(page, 'Log in')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(field).toHaveValue(npub);
  await field.press('Enter');
  await button(dialog(page, 'Log in'), /^Nsec Secret Key/).click();
  await enterNsec(page, me.nsec);
  await expect(main.getByRole('button', { name: 'Following Otto Grebe, unfollow' })).toBeVisible();
  await expect(field).toHaveValue('');
});

test('whoever has a profile without a name is one line in a list of people, their key', async ({ page, network }) => {
  const [lister, nameless] = [newPerson(), newPerson()];
  await network.devnet.publish(nameless.sign(0, [], '{}'));
  await network.devnet.publish(lister.sign(3, [['p', nameless.pubkey]]));
  await skipSplash(page);
  await page.goto(`${network.url}/npub/${lister.npub}/following`);
  const row = page.getByRole('list', { name: 'Following' }).getByRole('listitem');
  await expect(row.locator('.item__txt')).toHaveText(shortNpub(nameless.pubkey));
});

onScripted(
  '[FOLLOW-04] [FOLLOW-16] a follow that no relay takes goes back and says so',
  async ({ page, relay, serve, writer }) => {
    const me = newPerson();
    const old = me.sign(3, [['p', writer.pubkeyOf('Ada')]]);
    const refusing = await relay({
      events: [writer.profile('Ada'), writer.profile('Ben'), writer.note('Ben', 60, 'Hello'), old],
      reject: 'blocked: not here',
    });
    await openAs(page, await serve([refusing]), me);
    const note = page.getByRole('article', { name: 'Note by Ben' });
    await note.getByRole('link', { name: 'Ben', exact: true }).click();
    const follow = page.getByRole('button', { name: 'Follow Ben' });
    await expect(follow).toBeVisible();
    // long enough to see what stands there meanwhile
    refusing.set({ latencyMs: 1_000 });
    await follow.click();
    await expect(page.getByRole('button', { name: 'Following Ben, unfollow' })).toBeVisible();
    await expect(page.getByText('Follow failed')).toBeVisible();
    await expect(follow).toBeVisible();
    expect(refusing.published.filter(({ kind }) => kind === 3).length).toBeGreaterThan(0);
  },
);

onScripted(
  'the key of somebody stays in its field until they are in the list for good, and so does what is typed meanwhile',
  async ({ page, relay, serve, writer }) => {
    const me = newPerson();
    const own = [me.sign(3, [['p', writer.pubkeyOf('Ada')]]), me.sign(10_000, [['p', writer.pubkeyOf('Ada')]])];
    const refusing = await relay({ events: [writer.profile('Ben'), ...own] });
    await openAs(page, await serve([refusing]), me, '/about');
    const main = page.getByRole('main');
    const npub = npubEncode(writer.pubkeyOf('Ben'));
    const lists = [
      { kind: 3, part: 'following', act: 'Follow', isIn: 'Following Ben, unfollow' },
      { kind: 10_000, part: 'mute-list', act: 'Mute', isIn: 'Unmute Ben' },
    ];
    for (const { kind, part, act, isIn } of lists) {
      const published = () => refusing.published.filter((event) => event.kind === kind).length;
      await goTo(page, `/npub/${me.npub}/${part}`);
      const field = main.getByRole('textbox', { name: `${act} someone by their key` });
      // long enough to write on meanwhile
      refusing.set({ latencyMs: 500, reject: 'blocked: not here' });
      await field.fill(npub);
      await field.press('Enter');
      await expect(page.getByText(`${act} failed`)).toBeVisible();
      await expect(main.getByRole('button', { name: isIn })).toHaveCount(0);
      await expect(field).toHaveValue(npub);

      refusing.set({ reject: undefined });
      await field.press('Enter');
      await expect(field).toHaveValue('');
      await expect(main.getByRole('button', { name: isIn })).toBeVisible();
      expect(published()).toBe(2);

      await field.fill(npubEncode(writer.pubkeyOf('Cem')));
      await field.press('Enter');
      await field.fill('whoever is next');
      await expect.poll(published).toBe(3);
      refusing.set({ latencyMs: 0 });
      await expect(field).toHaveValue('whoever is next');
    }
  },
);

test('[APP-09] [PUB-15] muting makes the notes of a person vanish at once, unmuting brings them back; other tags stay', async ({
  page,
  network,
}) => {
  const me = newPerson();
  const tags = [
    ['t', 'spam'],
    ['word', 'giveaway'],
  ];
  for (const relay of relaysOf(network)) await store(relay, me.sign(10_000, tags, 'encrypted by another app'));
  const loud = await newcomer(network, 'Lark Quill');
  await openAs(page, network, me);
  await expect(card(page, loud.name)).toBeVisible();
  await card(page, loud.name).getByRole('button', { name: 'More' }).click();
  await dialog(page, `Note by ${loud.name}`)
    .getByRole('button', { name: new RegExp(`^Mute ${loud.name}`) })
    .click();
  await expect(card(page, loud.name)).toHaveCount(0);
  await expect.poll(async () => people(await list(network, 10_000, me))).toEqual([loud.pubkey]);
  const muted = await list(network, 10_000, me);
  expect(muted?.tags.slice(0, 2)).toEqual(tags);
  expect(muted?.content).toBe('encrypted by another app');

  await goTo(page, `/npub/${me.npub}/mute-list`);
  await page.getByRole('button', { name: `Unmute ${loud.name}` }).click();
  await expect(page.getByRole('button', { name: `Mute ${loud.name}` })).toBeVisible();
  await expect.poll(async () => people(await list(network, 10_000, me))).toEqual([]);
  await goTo(page, '/');
  await expect(card(page, loud.name)).toBeVisible();
});

test('[NOTE-07] [ROLE-05] a visitor and a read-only login are asked to log in first, and what they wanted then happens', async ({
  page,
  network,
}) => {
  const me = newPerson();
  const note = network.devnet.content.guide.quoted;
  await skipSplash(page);
  await page.goto(`${network.url}/note/${encodeNote(note.id)}`);
  const like = page
    .getByRole('main')
    .getByRole('article', { name: /^Note by / })
    .last()
    .getByRole('button', { name: /^Like/ });
  await pressShortly(like);
  await expect(dialog(page, 'Log in to Like')).toBeVisible();
  // a public key alone signs nothing
  await expect(page.getByPlaceholder(/^npub1/)).toHaveCount(0);
  await dialog(page, 'Log in to Like').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Log in' }).click();
  await page.getByPlaceholder(/^npub1/).fill(me.npub);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(like).toHaveAttribute('aria-pressed', 'false');

  await pressShortly(like);
  await dialog(page, 'Log in to Like')
    .getByRole('button', { name: /^Nsec Secret Key/ })
    .click();
  expect(await held(readwrite(network), { kinds: [7], authors: [me.pubkey] })).toEqual([]);
  await enterNsec(page, me.nsec);
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => held(readwrite(network), { kinds: [7], authors: [me.pubkey] })).toHaveLength(1);
});

test('[NOTE-07] a visitor who answers a note with a new key finds the sheet open after the login, and the first steps below', async ({
  page,
  network,
}) => {
  await skipSplash(page);
  await page.goto(network.url);
  const reply = page
    .getByRole('feed')
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Reply/ });
  await reply.click();
  await button(dialog(page, 'Log in to Reply'), /^Generate a new user key/).click();
  await button(dialog(page, 'Generate New User Key'), 'Generate key').click();
  const made = dialog(page, 'Your new key');
  await made.getByRole('checkbox').check();
  await button(made, 'Log in').click();
  await button(dialog(page, 'Protect your key'), 'Log in without saving').click();
  await expect(page).toHaveURL(/\?reply=[0-9a-f]{64}$/);
  await expect(page.getByRole('textbox', { name: 'Your reply' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.goBack();
  // the first steps come only now, so that they hide nothing
  await expect(dialog(page, 'Your name and picture')).toBeVisible();
  await skipWelcome(page);
  await expect(page).toHaveURL(`${network.url}/`);
});

onScripted('[PUB-02] a note that its author protects offers no repost', async ({ page, relay, serve, writer }) => {
  const at = await relay({
    events: [
      writer.profile('Ada'),
      writer.profile('Ben'),
      writer.note('Ada', 60, 'Mine alone', [['-']]),
      writer.note('Ben', 30, 'For all'),
    ],
  });
  await page.goto((await serve([at])).url);
  const note = (name: string) => page.getByRole('article', { name: `Note by ${name}` });
  await expect(note('Ben').getByRole('button', { name: 'Repost' })).toBeVisible();
  await expect(note('Ada').getByRole('button', { name: 'Reply' })).toBeVisible();
  await expect(note('Ada').getByRole('button', { name: 'Repost' })).toHaveCount(0);
});

test('[SET-05] [FEED-07] Follow Only shows the people one follows, and only to somebody who is logged in', async ({
  page,
  network,
}) => {
  const me = newPerson();
  const ines = nameOf(network, 'ines');
  for (const relay of relaysOf(network)) await store(relay, me.sign(3, [['p', ines.pubkey]]));
  const { name: stranger } = await newcomer(network, 'Wren Stray');
  await skipSplash(page);
  await page.goto(`${network.url}/?settings=true`);
  const toggle = dialog(page, 'Settings').getByRole('switch', { name: 'Follow Only' });
  await expect(toggle).toBeDisabled();
  await expect(toggle).toHaveAccessibleDescription('Log in to use this');
  await openAs(page, network, me);
  await expect(card(page, stranger)).toBeVisible();
  await goTo(page, '/?settings=true');
  await expect(toggle).toBeEnabled();
  await toggle.check();
  await goTo(page, '/');
  await expect(card(page, ines.name)).toBeVisible();
  await expect(card(page, stranger)).toHaveCount(0);
  await goTo(page, '/?settings=true');
  await toggle.uncheck();
  await goTo(page, '/');
  await expect(card(page, stranger)).toBeVisible();
});

test('two devices follow different people: each sees at once what the other did, and both stay followed', async ({
  page,
  network,
  browser,
}) => {
  const me = newPerson();
  const first = nameOf(network, 'yuki');
  const second = nameOf(network, 'priya');
  const other = await browser.newContext();
  const there = await other.newPage();
  await openAs(page, network, me, '/about');
  await openAs(there, network, me, '/about');
  await goTo(page, `/npub/${first.npub}`);
  await goTo(there, `/npub/${first.npub}`);
  const follow = (at: Page, { name }: { name: string }) => at.getByRole('button', { name: `Follow ${name}` });
  await expect(follow(there, first)).toBeVisible();
  await follow(page, first).click();
  await expect.poll(async () => people(await list(network, 3, me))).toEqual([first.pubkey]);
  await expect(there.getByRole('button', { name: `Following ${first.name}, unfollow` })).toBeVisible();
  await goTo(there, `/npub/${second.npub}`);
  await follow(there, second).click();
  await expect.poll(async () => people(await list(network, 3, me))).toEqual([first.pubkey, second.pubkey]);
  await other.close();
});

test('keyboard only: like, take it back, follow and mute', async ({ page, network }) => {
  const me = newPerson();
  await openAs(page, network, me, '/about');
  const article = await openNote(page, network.devnet.content.guide.quoted);
  const like = article.getByRole('button', { name: /^Like/ });
  const tabTo = async (control: Locator) => {
    for (let presses = 0; presses < 80; presses += 1) {
      if (await control.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('not reached by Tab');
  };
  await tabTo(like);
  await page.keyboard.press('Space');
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Enter');
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  for (const _ of ['once', 'again']) {
    await page.keyboard.press('ContextMenu');
    await expect(dialog(page, /^React to /)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page, /^React to /)).toHaveCount(0);
    await expect(like).toBeFocused();
  }
  const more = article.getByRole('button', { name: 'More' });
  await tabTo(more);
  await page.keyboard.press('Enter');
  const menu = dialog(page, /^Note by /);
  await tabTo(menu.getByRole('button', { name: /^Follow / }));
  await page.keyboard.press('Enter');
  await expect(menu).toHaveCount(0);
  await expect(more).toBeFocused();
  await expect
    .poll(async () => people(await list(network, 3, me)))
    .toEqual([network.devnet.content.guide.quoted.pubkey]);
});

test('keyboard only: what stood below a note that is muted or deleted has the focus, and muting is said', async ({
  page,
  network,
}) => {
  const me = newPerson();
  const mine = ['Mine, and soon gone', 'Mine, and gone as well'];
  const notes = mine.map((text) => me.sign(1, [], text, 5));
  for (const relay of relaysOf(network)) for (const note of notes) await store(relay, note);
  const loud = await newcomer(network, 'Lark Quill');
  await openAs(page, network, me);
  const openMenu = (note: Locator) => note.getByRole('button', { name: 'More' }).press('Enter');
  const inPlace = (place: string) => expect(page.locator(`article[aria-posinset="${place}"]`)).toBeFocused();

  const place = (await card(page, loud.name).getAttribute('aria-posinset'))!;
  await openMenu(card(page, loud.name));
  await dialog(page, `Note by ${loud.name}`)
    .getByRole('button', { name: new RegExp(`^Mute ${loud.name}`) })
    .press('Enter');
  await expect(card(page, loud.name)).toHaveCount(0);
  await inPlace(place);
  await expect(page.getByRole('status').filter({ hasText: 'muted' })).toHaveText(`${loud.name} muted`);

  for (const text of mine) {
    const own = page.getByRole('main').getByRole('article').filter({ hasText: text });
    const place = (await own.getAttribute('aria-posinset'))!;
    await openMenu(own);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete note/ })
      .press('Enter');
    await dialog(page, 'Delete note?').getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(own).toHaveCount(0);
    await inPlace(place);
  }

  const strip = page.getByRole('region', { name: 'Posts under way' });
  const dismiss = strip.getByRole('button', { name: 'Dismiss' });
  await expect(dismiss).toHaveCount(2);
  await dismiss.last().press('Enter');
  await expect(strip.getByRole('article')).toBeFocused();
  await dismiss.press('Enter');
  await expect(strip).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});

test('accessible by WCAG 2.2 AA: reactions, the menu of a note, own lists', async ({ page, network }) => {
  const me = newPerson();
  for (const relay of relaysOf(network))
    await store(relay, me.sign(3, [['p', nameOf(network, 'yuki').pubkey]], '', 7200));
  await openAs(page, network, me, '/about');
  const article = await openNote(page, network.devnet.content.guide.zapped);
  await pressShortly(article.getByRole('button', { name: /^Like/ }));
  await expectAccessibleHere(page, 'liked note');
  await article.getByRole('button', { name: /^Like/ }).click({ button: 'right' });
  await expectAccessibleHere(page, 'reactions', dialog(page, /^React to /));
  await page.keyboard.press('Escape');
  await article.getByRole('button', { name: 'More' }).click();
  await expectAccessibleHere(page, 'menu', dialog(page, /^Note by /));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await goTo(page, `/npub/${me.npub}/following`);
  await page.getByRole('button', { name: 'Following Yuki Amano, unfollow' }).click();
  await page.getByRole('textbox', { name: 'Follow someone by their key' }).fill('x');
  await page.keyboard.press('Enter');
  await page.getByText('Earlier versions on this device').click();
  await expectAccessibleHere(page, 'own list', page.getByRole('button', { name: /^Restore/ }));
});
