import { encodeNote, encodeNpub } from '#domain/protocol/identifiers.ts';
import { expect, test, visit } from './fixtures.ts';
import { expectFocusRing, expectNeverCovered, expectWholeRings, tabTo } from './keyboard-steps.ts';
import { skipSplash } from './screens.ts';
import { goTo } from './social-steps.ts';

visit(
  'keyboard only: skip link, header, settings and back, through the feed to a note and its thread',
  async ({ app: page }) => {
    const bar = page.getByRole('navigation', { name: 'Main' });
    const articles = page.getByRole('feed').getByRole('article', { name: /^Note by / });
    await expect(articles.nth(1)).toBeVisible();
    // it comes a moment later than the rest of the header
    await expect(bar.getByRole('button', { name: 'Log in' })).toBeVisible();
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await page.keyboard.press('Tab');
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await expectFocusRing(page, 'skip link');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    const settingsButton = bar.getByRole('button', { name: 'Settings' });
    await expect(settingsButton).toBeFocused();

    for (const control of [
      bar.getByRole('button', { name: 'Log in' }),
      bar.getByRole('link', { name: /notes over relays/ }),
      bar.getByRole('link', { name: 'Search' }),
      bar.getByRole('button', { name: /^Relay Status/ }),
      bar.getByRole('link', { name: 'Nuthatch, to the feed' }),
      skip,
    ]) {
      await page.keyboard.press('Shift+Tab');
      await expect(control).toBeFocused();
      await expectFocusRing(page, String(control));
    }

    await tabTo(page, settingsButton);
    await page.keyboard.press('Enter');
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await expect(settings.locator(':focus')).toHaveCount(1);
    const darkMode = settings.getByRole('switch', { name: 'Dark Mode' });
    await tabTo(page, darkMode);
    await page.keyboard.press('Space');
    await expect(darkMode).not.toBeChecked();
    await page.keyboard.press('Escape');
    await expect(settings).toHaveCount(0);
    await expect(settingsButton).toBeFocused();

    await tabTo(page, page.getByRole('group', { name: 'Hashtag filter' }).getByRole('button', { name: 'Nostr' }));
    await page.keyboard.press('Enter');
    await expect(articles.getByRole('link', { name: /^Open the thread/ }).first()).toBeVisible();
    await tabTo(page, articles.first());
    await page.keyboard.press('PageDown');
    await expect(articles.nth(1)).toBeFocused();
    await expectFocusRing(page, 'second note');
    await page.keyboard.press('PageUp');
    await expect(articles.first()).toBeFocused();

    const threadLink = articles.getByRole('link', { name: /^Open the thread/ }).first();
    await tabTo(page, threadLink);
    await page.keyboard.press('Enter');
    const thread = page.getByRole('dialog', { name: /^Thread/ });
    await expect(thread.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(thread).toHaveCount(0);
    await expect(threadLink).toBeFocused();

    const menuButton = articles.first().getByRole('button', { name: 'More' });
    await articles.first().focus();
    await tabTo(page, menuButton);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: /^Note by / })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menuButton).toBeFocused();

    const words = (await articles.first().getByRole('time').getAttribute('datetime'))!;
    await articles.first().focus();
    await tabTo(
      page,
      articles
        .first()
        .getByRole('link')
        .filter({ has: page.getByRole('time') }),
    );
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Note' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('time').first()).toHaveAttribute('datetime', words);
    await expect(page.getByRole('main')).toBeFocused();
    await tabTo(page, page.getByRole('main').getByRole('button', { name: 'Back' }));
    await page.keyboard.press('Enter');
    await expect(articles.first()).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
  },
);

visit('keyboard only: the pictures of a note, and a profile with its parts', async ({ page, network }) => {
  const { fourPictures } = network.devnet.content.guide;
  await goTo(page, `/note/${encodeNote(fourPictures.id)}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Note' })).toBeVisible();
  const note = page.getByRole('article', { name: 'Note by Salma Idrissi' }).first();
  const picture = note.getByRole('link', { name: /^Open picture/ }).first();
  await expect(picture).toBeVisible();
  // on a phone, too, where the reply field stands in its place
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: /^Reply to .*…$/ })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Note' })).toHaveCount(1);
  await page.setViewportSize({ width: 1280, height: 800 });
  await tabTo(page, picture);
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog', { name: 'Pictures of a note' });
  await expect(viewer.getByText('1 of 4')).toBeVisible();
  await expect(viewer.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByText('3 of 4')).toBeVisible();
  // spoken with what it shows
  await expect(viewer.getByRole('status')).toHaveText(/\S+3 of 4$/);
  await page.keyboard.press('ArrowLeft');
  await expect(viewer.getByText('2 of 4')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(picture).toBeFocused();

  await note.focus();
  await tabTo(page, note.getByRole('link', { name: 'Salma Idrissi', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile of Salma Idrissi' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  const following = page.getByRole('link', { name: / following$/ });
  // before it is known how many, the link is called otherwise, and the way by Tab is past it then
  await expect(following).toBeVisible();
  await tabTo(page, following);
  await page.keyboard.press('Enter');
  // the pressed link went with its bar
  await expect(
    page.getByRole('navigation', { name: 'Sections of the profile' }).getByRole('link', { name: /^Following/ }),
  ).toBeFocused();
  await expect(page).toHaveTitle('Following · Salma Idrissi · Nuthatch');
  const person = page.getByRole('list', { name: 'Following' }).getByRole('link').first();
  await expect(person).toBeVisible();
  await tabTo(page, person);
});

test('the pictures of a note close where they were opened by their address, also after the next one', async ({
  page,
  network,
}) => {
  const { fourPictures } = network.devnet.content.guide;
  await skipSplash(page);
  await page.goto(`${network.url}/about?image=0&of=${fourPictures.id}`);
  const viewer = page.getByRole('dialog', { name: 'Pictures of a note' });
  await expect(viewer.getByText('1 of 4')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByText('2 of 4')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(page).toHaveURL(`${network.url}/about`);
});

visit('keyboard only: neither a bar nor the reply field covers what has the focus', async ({ app: page, network }) => {
  const articles = page.getByRole('feed').getByRole('article', { name: /^Note by / });
  for (const size of [
    { width: 1280, height: 800 },
    { width: 640, height: 400 },
    { width: 390, height: 600 },
  ]) {
    await page.setViewportSize(size);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(articles.nth(2)).toBeVisible();
    await articles.first().focus();
    await expectNeverCovered(page, 'Tab', 40, `feed, ${size.width} px`);
    await expectNeverCovered(page, 'Shift+Tab', 30, `feed, ${size.width} px`);
  }
  const { root } = network.devnet.content.guide.thread;
  await goTo(page, `/about?thread=${root.id}`);
  const thread = page.getByRole('dialog', { name: /^Thread/ });
  await expect(thread.getByRole('article').nth(8)).toBeVisible();
  await expectNeverCovered(page, 'Tab', 50, 'thread');
});

test('keyboard only: the ring around what has the focus is whole, in lists and tabs and on pictures', async ({
  page,
  network,
}) => {
  const { fourPictures } = network.devnet.content.guide;
  await skipSplash(page);
  await page.goto(`${network.url}/note/${encodeNote(fourPictures.id)}`);
  const note = page.getByRole('article', { name: 'Note by Salma Idrissi' }).first();
  await expect(note.getByRole('link', { name: /^Open picture/ })).toHaveCount(4);
  await expectWholeRings(page, 20, 'note');
  const screens = [
    { path: `/npub/${encodeNpub(fourPictures.pubkey)}/following`, shown: page.getByRole('list'), presses: 22 },
    { path: '/about?login=true', shown: page.getByRole('dialog', { name: 'Log in' }), presses: 8 },
    { path: '/about?settings=true', shown: page.getByRole('dialog', { name: 'Settings' }), presses: 60 },
    { path: '/about?relayHealth=true', shown: page.getByRole('dialog', { name: 'Relay health' }), presses: 10 },
  ];
  for (const { path, shown, presses } of screens) {
    await page.evaluate((to) => history.pushState({}, '', to), path);
    await expect(shown.first()).toBeVisible();
    await expectWholeRings(page, presses, path);
  }
});
