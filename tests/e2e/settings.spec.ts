import type { Page } from '@playwright/test';
import { FEED_PAGES_IN_VAIN, PAGE_ROUNDS_MAX } from '#domain/feed/feed-limits.ts';
import { atRest } from './at-rest.ts';
import type { ScriptedRelay } from '#devnet/scripted-relay.ts';
import { expect } from './fixtures.ts';
import { pageLightness, skipSplash } from './screens.ts';
import { card, pageFilters, scrollTo, test as base, type Writer } from './scripted-network.ts';

const SECTIONS = [
  'Modes',
  'Filters',
  'Lightning Wallet',
  'Ecash',
  'User Login & Keys',
  'Cache',
  'Relay Management',
  'Proof of Work',
  'Statecharts',
];

const settingsOf = (page: Page) => page.getByRole('dialog', { name: 'Settings' });

const openSettings = async (page: Page) => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Settings' }).click();
  await expect(settingsOf(page)).toBeVisible();
  return settingsOf(page);
};

const closeSettings = (page: Page) => settingsOf(page).getByRole('button', { name: 'Back' }).click();

/** 60 notes: every third an answer, every fifth with a picture, one that is not safe for work. */
const mixed = ({ note, profile }: Writer) => {
  const root = note('mira', 90_000, 'Who feeds the birds?');
  const tags = (number: number) => (number % 3 === 0 ? [['e', root.id, '', 'root']] : []);
  const text = (number: number) => (number % 5 === 0 ? ' http://127.0.0.1:4/bird.jpg' : '');
  const notes = Array.from({ length: 60 }, (_, index) =>
    note('mira', (index + 1) * 60, `Note ${index + 1} of the day.${text(index + 1)}`, tags(index + 1)),
  );
  return [profile('mira'), root, ...notes, note('mira', 30, 'Nothing for the office.', [['t', 'nsfw']])];
};

/** The feed of these notes is open. */
const test = base.extend<{ mixed: { source: ScriptedRelay; url: string } }>({
  mixed: async ({ page, relay, serve, writer }, use) => {
    await skipSplash(page);
    await page.route('http://127.0.0.1:4/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    );
    const source = await relay({ events: mixed(writer) });
    const { url } = await serve([source]);
    await page.goto(url);
    await expect(card(page, 'Note 1 of the day.')).toBeVisible();
    await use({ source, url });
  },
});

test('[APP-12] [SET-01] [SET-02] [SET-03] [SET-12] every section in its order, reached by keyboard and by address; Color Mode says what it waits for', async ({
  page,
  mixed: { url },
}) => {
  await page.goto(`${url}/?settings=true#cache`);
  const settings = settingsOf(page);
  await expect(settings.getByRole('heading', { level: 2 })).toHaveText(SECTIONS);
  await expect(settings.getByRole('region', { name: 'Cache', exact: true })).toBeFocused();
  await settings.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Modes' }).press('Enter');
  const modes = settings.getByRole('region', { name: 'Modes' });
  await expect(modes).toBeFocused();
  for (const name of ['Dark Mode', 'Image Notes Only', 'Image Mode', 'ASCII Mode'])
    await expect(modes.getByRole('switch', { name, exact: true })).toBeEnabled();
  const colour = modes.getByRole('switch', { name: 'Color Mode' });
  await expect(colour).toBeDisabled();
  await expect(colour).toHaveAccessibleDescription('Turn on ASCII Mode to color its letters.');
  await modes.getByRole('switch', { name: 'ASCII Mode' }).press('Space');
  await expect(colour).toBeEnabled();
  expect(await page.evaluate(() => localStorage.getItem('useAscii'))).toBe('true');
  await closeSettings(page);
  await expect(settings).toBeHidden();
  await expect(page).toHaveURL(/\/$/);
});

test('[SET-02] [CACHE-32] the theme is that of the device until one is chosen, in every tab, and again afterwards', async ({
  page,
  context,
  mixed: { url },
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => pageLightness(page)).toBeGreaterThan(0.8);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => pageLightness(page)).toBeLessThan(0.2);

  const settings = await openSettings(page);
  const other = await context.newPage();
  await skipSplash(other);
  await other.emulateMedia({ colorScheme: 'dark' });
  await other.goto(url);
  await page.bringToFront();
  const [dark, system] = [
    settings.getByRole('switch', { name: 'Dark Mode' }),
    settings.getByRole('switch', { name: 'Match the system' }),
  ];
  await expect(system).toBeChecked();
  await dark.click();
  await expect(system).not.toBeChecked();
  for (const tab of [page, other]) await expect.poll(() => pageLightness(tab)).toBeGreaterThan(0.8);
  expect(await page.evaluate(() => localStorage.getItem('darkMode'))).toBe('false');
  await system.click();
  for (const tab of [page, other]) await expect.poll(() => pageLightness(tab)).toBeLessThan(0.2);
  expect(await page.evaluate(() => localStorage.getItem('darkMode'))).toBeNull();
});

test('[SET-02] the first paint has the theme already, whatever stands in the storage', async ({
  page,
  mixed: { url },
}) => {
  // without the code of the app: only what runs before the first paint
  await page.route('**/assets/*.js', (route) => route.abort());
  for (const [device, chosen, isLight] of [
    ['light', null, true],
    ['dark', null, false],
    ['light', 'true', false],
    ['dark', 'false', true],
    ['light', 'nonsense', true],
  ] as const) {
    await page.emulateMedia({ colorScheme: device });
    await page.evaluate((value) => {
      if (value === null) localStorage.removeItem('darkMode');
      else localStorage.setItem('darkMode', value);
    }, chosen);
    await page.goto(url);
    expect((await pageLightness(page)) > 0.5, `${device}, ${chosen}`).toBe(isLight);
  }
});

test('[FEED-05] [SET-04] filters act on the notes that were read, ask no relay, and say how many they hide', async ({
  page,
  mixed: { source },
}) => {
  await scrollTo(page, 'Note 45 of the day.');
  // so far from the end that no more is wanted
  await page.mouse.wheel(0, -3_000);
  await expect(card(page, 'Note 45 of the day.')).toBeHidden();
  const asked = await atRest(() => pageFilters(source).length);
  const first = await page.getByRole('article').evaluateAll((articles) =>
    articles
      .filter((article) => article.getBoundingClientRect().top > 0)
      .map((article) => Number(/Note (\d+)/.exec(article.textContent)?.[1]))
      .find((number) => number % 3 !== 0),
  );

  const settings = await openSettings(page);
  const replies = settings.getByRole('switch', { name: 'Show Replies' });
  await expect(replies).toHaveAccessibleDescription(/^\d+ of \d+ loaded notes are replies$/);
  await replies.click();
  await expect(replies).toHaveAccessibleDescription(/^Hides \d+ of \d+ loaded notes$/);
  await expect(settings.getByRole('switch', { name: 'NSFW Disrespector' })).toHaveAccessibleDescription(
    /Hides 1 of \d+ loaded notes/,
  );
  await closeSettings(page);
  await expect(card(page, `Note ${first} of the day.`)).toBeInViewport();
  expect(pageFilters(source)).toHaveLength(asked);
});

test('[FEED-10] Image Notes Only leaves the notes with pictures; a line says how many are hidden and leads to the filters', async ({
  page,
  mixed: _,
}) => {
  const settings = await openSettings(page);
  await settings.getByRole('switch', { name: 'Image Notes Only' }).click();
  await expect(settings.getByRole('switch', { name: 'Image Notes Only' })).toHaveAccessibleDescription(/^Hides \d+ of/);
  await closeSettings(page);
  await expect(page.getByRole('article').filter({ hasText: /Note \d*[1-46-9] of/ })).toHaveCount(0);
  await expect(
    page
      .getByRole('article')
      .filter({ hasText: /Note \d*[05] of/ })
      .first(),
  ).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.getByText(/^\d+ of \d+ loaded notes hidden/)).toBeVisible();
  await page.getByRole('button', { name: 'Filter settings' }).click();
  await expect(settingsOf(page).getByRole('region', { name: 'Filters' })).toBeFocused();
});

test('a feed of which nothing passes the filters looks on for a while, and then only when it is told to', async ({
  page,
  relay,
  serve,
  writer: { note, profile },
}) => {
  await skipSplash(page);
  await page.addInitScript(() => localStorage.setItem('filterByImageNotesOnly', 'true'));
  const notes = Array.from({ length: 2_500 }, (_, index) => note('mira', index + 1, `Note ${index + 1} of the day.`));
  const source = await relay({ events: [profile('mira'), ...notes] });
  await page.goto((await serve([source])).url);
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible({ timeout: 45_000 });
  const further = page.getByRole('button', { name: 'Keep looking' });
  // until then it looks on by itself, with pauses on a busy machine
  await expect(further).toBeVisible();
  const asked = await atRest(() => pageFilters(source).length);
  expect(asked).toBeLessThanOrEqual(24);
  await test.step('where the last page before the pause fails, that alone is said', async () => {
    source.set({ latencyMs: 500 });
    await further.click();
    await expect
      .poll(() => pageFilters(source).length, { intervals: [50] })
      .toBe(asked + PAGE_ROUNDS_MAX * (FEED_PAGES_IN_VAIN - 1) + 1);
    source.set({ dead: true });
    await expect(page.getByText('Failed to load notes')).toBeVisible();
    await expect(further).toBeHidden();
    source.set({ dead: false, latencyMs: 0 });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Failed to load notes')).toBeHidden();
  });
  await page.getByRole('button', { name: 'Filter settings' }).click();
  await settingsOf(page).getByRole('switch', { name: 'Image Notes Only' }).click();
  await closeSettings(page);
  await expect(card(page, 'Note 1 of the day.')).toBeVisible();
});

test('[SET-07] [SET-08] [SET-09] [SET-10] hashtags are added and removed with the keyboard alone, several at once, and refused in words', async ({
  page,
  mixed: _,
}) => {
  await page.getByRole('button', { name: 'Add tag' }).click();
  const filters = settingsOf(page).getByRole('region', { name: 'Filters' });
  await expect(filters).toBeFocused();
  const field = filters.getByRole('textbox', { name: 'Hashtags in the feed' });
  const tags = filters.getByRole('button', { name: /^Remove / });
  const enter = async (text: string) => {
    await field.fill(text);
    await field.press('Enter');
  };
  await enter('  ');
  await expect(tags).toHaveCount(3);
  await enter('#bitcoin');
  await expect(filters.getByText('Already in the list: bitcoin.')).toBeVisible();
  await expect(field).toHaveValue('bitcoin');
  await enter('##Vögel, 鳥;news');
  await expect(filters.getByText('Added: Vögel, 鳥. Already in the list: news.')).toBeVisible();
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  await expect(tags).toHaveCount(5);
  await filters.getByRole('button', { name: 'Remove Vögel' }).press('Enter');
  await expect(field).toBeFocused();
  await expect(tags).toHaveCount(4);
  await page.keyboard.press('Escape');
  await expect(settingsOf(page)).toBeHidden();
  const chips = page.getByRole('group', { name: 'Hashtag filter' });
  await expect(chips.getByRole('button', { name: '鳥' })).toBeVisible();
  await expect(chips.getByRole('button', { name: 'Vögel' })).toHaveCount(0);
});

test('[CACHE-31] another tab changes at once, and values that make no sense count for nothing', async ({
  page,
  context,
  mixed: { url },
}) => {
  const settings = await openSettings(page);
  const other = await context.newPage();
  await skipSplash(other);
  await other.goto(url);
  await expect(card(other, 'Note 3 of the day.')).toBeVisible();
  await page.bringToFront();
  await settings.getByRole('switch', { name: 'Show Replies' }).click();
  await expect(card(other, 'Note 3 of the day.')).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('showReplies'))).toBe('false');
  await page.evaluate(() => {
    for (const key of ['showReplies', 'customHashtags', 'useAscii']) localStorage.setItem(key, '{"no');
  });
  await page.reload();
  await expect(settings.getByRole('switch', { name: 'Show Replies' })).toBeChecked();
  await expect(settings.getByRole('button', { name: 'Remove Nostr' })).toBeVisible();
});

test('a storage that is full is told of, each thing beside the other, and the choice holds until the page is closed', async ({
  page,
  mixed: { url },
}) => {
  await page.addInitScript(() => {
    const put = Storage.prototype.setItem;
    Storage.prototype.setItem = function setItem(key: string, value: string) {
      if (this === localStorage) throw new DOMException('full', 'QuotaExceededError');
      put.call(this, key, value);
    };
  });
  await page.goto(url);
  const settings = await openSettings(page);
  await settings.getByRole('switch', { name: 'Show Replies' }).click();
  await expect(settings.getByRole('switch', { name: 'Show Replies' })).not.toBeChecked();
  const choice = page.getByText('your choice lasts until the page is closed', { exact: false });
  const relays = page.getByText('your relays last until the page is closed', { exact: false });
  await expect(choice).toBeVisible();
  await settings
    .getByRole('button', { name: /^Permission of / })
    .first()
    .click();
  await expect(relays).toBeVisible();
  await expect(choice).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await expect(choice).toBeHidden();
  await expect(relays).toBeVisible();
  await closeSettings(page);
  await expect(card(page, 'Note 3 of the day.')).toBeHidden();
});

test('[SET-33] a copy button says that it copied for 1500 ms', async ({ page, context, mixed: _ }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await card(page, 'Note 1 of the day.').getByRole('time').click();
  const icon = page.getByRole('button', { name: 'Copy link' });
  await expect(icon).toBeVisible();
  const place = await atRest(() => icon.boundingBox());
  await icon.click();
  await expect(icon.locator('.tag')).toHaveText('Copied');
  expect(await atRest(() => icon.boundingBox())).toEqual(place);
  await expect(icon.locator('.tag')).toHaveCount(0);
  await page.goBack();
  await expect(icon).toHaveCount(0);
  await card(page, 'Note 1 of the day.').getByRole('button', { name: 'More' }).click();
  const menu = page.getByRole('dialog', { name: /^Note by/ });
  const copy = menu.getByRole('button', { name: 'Copy link' });
  await expect(copy).toBeVisible();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await copy.click();
  await expect(menu).toContainText('Copied');
  await page.clock.runFor(1_499);
  await expect(menu).toContainText('Copied');
  await page.clock.runFor(1);
  await expect(menu).not.toContainText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/note/');
});
