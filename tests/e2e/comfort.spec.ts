import type { Locator, Page } from '@playwright/test';
import { encodeNote } from '#domain/protocol/identifiers.ts';
import { expectAccessibleHere } from './axe.ts';
import { expect, test, visit } from './fixtures.ts';
import { skipSplash } from './screens.ts';
import { logInByNsec, testKey } from './session-steps.ts';
import { goTo, newPerson } from './social-steps.ts';

const articles = (page: Page) => page.getByRole('feed').getByRole('article', { name: /^Note by / });
const help = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

/** The keys are heard once the page is idle: asks for the list of shortcuts until it is there. */
const untilHeard = async (page: Page) => {
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(help(page)).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(help(page)).toHaveCount(0);
};

visit('reading by keys: from note to note, into one and back', async ({ app: page }) => {
  await expect(articles(page).nth(4)).toBeVisible();
  await untilHeard(page);
  await page.keyboard.press('j');
  await expect(articles(page).first()).toBeFocused();
  for (let note = 1; note <= 12; note += 1) {
    await page.keyboard.press('j');
    const current = page.locator(`article[aria-posinset="${note + 1}"]`);
    await expect(current).toBeFocused();
    await expect(current).toBeInViewport();
  }
  await page.keyboard.press('k');
  await expect(page.locator('article[aria-posinset="12"]')).toBeFocused();
  const name = await page.locator('article:focus').getAttribute('aria-label');
  await page.keyboard.press('o');
  await expect(page).toHaveURL(/\/note\//);
  await expect(page.getByRole('article', { name: name!, exact: true }).first()).toBeVisible();
  await page.keyboard.press('u');
  await expect(page).toHaveURL(/\/$/);
  await expect(page.locator('article[aria-posinset="12"]')).toBeInViewport();
});

visit('reading by keys: the way back to a conversation leads to the reply that was open', async ({ page, network }) => {
  const { root } = network.devnet.content.guide.thread;
  await goTo(page, `/note/${encodeNote(root.id)}`);
  const reply = page.getByRole('article', { name: /^Reply by / }).nth(1);
  await expect(reply).toBeVisible();
  await untilHeard(page);
  const note = page.url();
  for (const key of ['j', 'j', 'j']) await page.keyboard.press(key);
  await expect(reply).toBeFocused();
  await page.keyboard.press('o');
  await expect(page).not.toHaveURL(note);
  await page.goBack();
  await expect(reply).toBeFocused();
});

test('the key for new notes shows them, and the focus stays at the top', async ({ app: page, network }) => {
  await expect(articles(page).nth(4)).toBeVisible();
  await untilHeard(page);
  for (let note = 1; note <= 6; note += 1) await page.keyboard.press('j');
  // a note of a late relay may have come above it
  await expect(page.locator('article:focus')).toHaveAttribute('aria-posinset', /[2-9]/);
  await network.devnet.publish(newPerson().sign(1, [], 'Just hatched', 0));
  await expect(page.getByRole('button', { name: /new notes?$/ })).toBeVisible();
  await page.keyboard.press('.');
  await expect(articles(page).filter({ hasText: 'Just hatched' })).toBeInViewport();
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('j');
  await expect(articles(page).first()).toBeFocused();
});

visit('going by keys: two of them in time lead to a place', async ({ app: page }) => {
  await expect(articles(page).first()).toBeVisible();
  await untilHeard(page);
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/notifications$/);
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  // a dialog is open: no shortcut but its own Esc
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(page).toHaveURL(/\/notifications\?settings/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('/');
  const field = page.getByRole('searchbox');
  await expect(field).toBeFocused();
  await page.keyboard.type('gh?jn/');
  await expect(field).toHaveValue('gh?jn/');
  await expect(page).toHaveURL(/\/search/);
  await page.getByRole('main').focus();
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(page).toHaveURL(/\/$/);
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/create/);
});

test('acting by keys: reply and repost open, a visitor is asked to log in; Cyrillic keys do the same', async ({
  app: page,
}) => {
  await expect(articles(page).first()).toBeVisible();
  await untilHeard(page);
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await logInByNsec(page, testKey(31).nsec);
  const key = (letter: string, code: string) =>
    page.evaluate(
      (press) =>
        document.activeElement!.dispatchEvent(
          new KeyboardEvent('keydown', { ...press, bubbles: true, cancelable: true }),
        ),
      { key: letter, code },
    );
  await page.getByRole('main').focus();
  await page.keyboard.press('j');
  await key('к', 'KeyR');
  await expect(page.getByRole('dialog', { name: /^Reply to / })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('main').focus();
  await page.keyboard.press('j');
  await page.keyboard.press('t');
  await expect(page.getByRole('dialog', { name: 'Repost' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/\/npub\/npub1/);
});

visit('shortcuts of one character can be switched off', async ({ app: page }) => {
  await expect(articles(page).first()).toBeVisible();
  await untilHeard(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: /^Keyboard shortcuts/ }).click();
  await expect(help(page).getByText('Next note')).toBeVisible();
  // the list leaves it its room
  await expect(help(page).getByText(/^Turn off if you use voice control/)).toBeInViewport({ ratio: 1 });
  await help(page).getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('main').focus();
  await page.keyboard.press('n');
  await page.keyboard.press('?');
  await page.keyboard.press('j');
  // what a key opens would be there before this
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(help(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await expect(articles(page).first()).toBeVisible();
  await expect(articles(page).first()).not.toBeFocused();
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('the app speaks the language of the browser from its first word, and is accessible', async ({
    page,
    network,
  }) => {
    await skipSplash(page);
    await page.goto(`${network.url}/?settings=true`);
    const settings = page.getByRole('dialog', { name: 'Einstellungen' });
    await expect(settings.getByRole('switch', { name: 'Dunkel' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expectAccessibleHere(page, 'settings in German', settings);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('Escape');
    await expect(
      page
        .getByRole('feed', { name: 'Notizen' })
        .getByRole('article', { name: /^Notiz von / })
        .first(),
    ).toBeVisible();
    await expectAccessibleHere(page, 'feed in German');
  });

  test('another language is chosen in the settings, at once and for the next visit', async ({ page, network }) => {
    await skipSplash(page);
    await page.goto(`${network.url}/about?settings=true`);
    await page.getByRole('dialog', { name: 'Einstellungen' }).getByLabel('Sprache').selectOption('English');
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await expect(settings.getByRole('switch', { name: 'Dark Mode' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(settings.getByLabel('Language')).toBeFocused();
    await page.reload();
    await expect(settings.getByRole('switch', { name: 'Dark Mode' })).toBeVisible();
    await page.route('**/assets/german-*.js', (route) => route.abort());
    await settings.getByLabel('Language').selectOption('Browser language');
    await expect(page.getByText('This could not be loaded. Try again.')).toBeVisible();
    await page.unroute('**/assets/german-*.js');
    await settings.getByLabel('Language').selectOption('English');
    await settings.getByLabel('Language').selectOption('Browser language');
    await expect(page.getByRole('dialog', { name: 'Einstellungen' })).toBeVisible();
  });

  test('letters twice as large leave whole what one presses on a phone: whose notes, how to log in, posting', async ({
    page,
    network,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await skipSplash(page);
    await page.goto(network.url);
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('html { font-size: 200% !important; }');
      document.adoptedStyleSheets = [sheet];
    });
    const whose = page.getByRole('group', { name: 'Wessen Notizen' }).getByRole('button');
    await expect(whose).toHaveCount(3);
    const cut = (controls: Locator) =>
      controls.evaluateAll((all) =>
        all
          .filter(
            (one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > window.innerWidth,
          )
          .map(({ textContent }) => textContent),
      );
    expect(await cut(whose.or(whose.locator('bdi')))).toEqual([]);
    // what one can do with a note goes on in a second line: nothing lies on a number
    const acts = page.getByRole('article').first().locator('.note__acts');
    const across = () =>
      acts.evaluate((row) => {
        const boxes = [...row.querySelectorAll('button, a')].map((one) => one.getBoundingClientRect());
        return boxes.filter((one, at) =>
          boxes
            .slice(at + 1)
            .some(
              ({ left, top, bottom }) =>
                top < one.bottom - 1 && bottom > one.top + 1 && left > one.left && left < one.right - 1,
            ),
        ).length;
      });
    await expect(acts).toContainText(/\d\.\d{3}/);
    expect(await across()).toBe(0);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    const way = page.getByRole('button', { name: /^Neuen Schlüssel erzeugen/ }).getByText('Neuen Schlüssel');
    // a word a line, not a few letters
    await expect.poll(async () => (await way.boundingBox())!.height).toBeLessThan(130);
    await page.keyboard.press('Escape');
    await goTo(page, '/create');
    const post = page.getByRole('dialog').getByRole('button', { name: 'Veröffentlichen' });
    await expect(post).toBeVisible();
    expect(await cut(post)).toEqual([]);
  });
});

test('in other languages the app speaks English', async ({ browser, network }) => {
  const context = await browser.newContext({ locale: 'fr-FR' });
  const page = await context.newPage();
  await skipSplash(page);
  await page.goto(`${network.url}/about?settings=true`);
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await context.close();
});

test('another language takes nothing away: the key, which is only in memory, and what is being written', async ({
  app: page,
}) => {
  await expect(articles(page).first()).toBeVisible();
  await logInByNsec(page, testKey(32).nsec);
  await page.getByRole('link', { name: 'Write a note' }).click();
  await page.getByRole('textbox', { name: 'Your note' }).fill('Two languages, one draft');
  await page.goBack();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog', { name: 'Settings' }).getByLabel('Language').selectOption('Deutsch');
  const settings = page.getByRole('dialog', { name: 'Einstellungen' });
  await expect(settings.getByLabel('Sprache')).toBeFocused();
  await expect(settings.getByText('Schlüssel: entsperrt')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Notiz schreiben' }).click();
  await expect(page.getByRole('textbox', { name: 'Deine Notiz' })).toHaveValue('Two languages, one draft');
});

test('a language that cannot be loaded is told of, and the words stay', async ({ about: page }) => {
  await page.route('**/assets/german-*.js', (route) => route.abort());
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog', { name: 'Settings' }).getByLabel('Language').selectOption('Deutsch');
  await expect(page.getByText('This could not be loaded. Try again.')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
});

visit(
  'whoever wants less motion sees an open ring in place of the icon of a button at work',
  async ({ about: page }) => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Log in' }).click();
    // as the kit draws it
    const drawn = await page.getByRole('dialog', { name: 'Log in' }).evaluate((dialog) => {
      const button = document.createElement('button');
      button.className = 'btn';
      const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
      icon.classList.add('i');
      button.append(icon, 'Send');
      dialog.append(button);
      const look = () => [
        getComputedStyle(icon).display === 'none' ? 'no icon' : 'icon',
        getComputedStyle(button, '::before').content === 'none' ? 'no ring' : 'ring',
      ];
      const atRest = look();
      button.ariaBusy = 'true';
      return [atRest, look()];
    });
    expect(drawn).toEqual([
      ['icon', 'no ring'],
      ['no icon', 'ring'],
    ]);
  },
);

test('whoever wants less motion sees a sheet where it stays from its first frame on: a press is not lost', async ({
  about: page,
}) => {
  await page.evaluate(() => {
    const places = new Set<number>();
    Object.assign(window, { places });
    let frames = 0;
    const look = () => {
      const dialog = document.querySelector('dialog[open]');
      if (dialog) places.add(dialog.getBoundingClientRect().top);
      if (dialog) frames += 1;
      if (frames < 10) requestAnimationFrame(look);
      else document.documentElement.dataset['looked'] = '';
    };
    look();
  });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('dialog', { name: 'Log in' }).getByRole('heading', { level: 2 })).toBeFocused();
  await expect(page.locator('html[data-looked]')).toHaveCount(1);
  expect(await page.evaluate(() => [...(window as unknown as { places: Set<number> }).places])).toHaveLength(1);
});

visit('whoever chose the colours sees where one writes', async ({ app: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(page.locator('.fab')).toHaveCSS('border-top-style', 'solid');
});
