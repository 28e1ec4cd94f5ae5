import { expect, type Locator, type Page } from '@playwright/test';

/** Before any script of the page: the splash was seen already, and no service worker is installed behind the test. */
export const skipSplash = (page: Page) =>
  page.addInitScript(() => {
    sessionStorage.setItem('splash-shown', 'true');
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error('not in this test'));
  });

/** A place of the app, and what stands there once it is shown. */
export type Screen = { readonly name: string; readonly path: string; readonly shows: (page: Page) => Locator };

/** A dialog with this title, and the parameter of the address that opens it: over a screen that is quickly made and looked at. */
export const sheet = (parameter: string, title: string | RegExp): Screen => ({
  name: parameter,
  path: `/about?${parameter}=true`,
  shows: (page) => page.getByRole('dialog', { name: title, exact: true }),
});

/** What a visitor sees of login and keys. */
export const LOGIN_SHEETS: readonly Screen[] = [
  sheet('login', 'Log in'),
  sheet('nsecLogin', 'Log in with your secret key'),
  sheet('savedAccounts', 'Saved accounts'),
  sheet('keyGeneration', 'Generate New User Key'),
];

/** What is asked and told about relays. */
export const RELAY_SHEETS: readonly Screen[] = [
  sheet('auxiliaryRelays', 'Auxiliary Relays'),
  sheet('restoreRelays', 'Restore default relays'),
];

/** The app runs as if it were installed. */
export const runInstalled = (page: Page) =>
  page.addInitScript(() => {
    const real = window.matchMedia.bind(window);
    window.matchMedia = (query) => real(query.includes('display-mode: standalone') ? 'all' : query);
  });

type Theme = 'dark' | 'light';

/** Chooses the theme as the settings of another tab do: without a reload. */
export const chooseTheme = (page: Page, theme: Theme): Promise<void> =>
  page.evaluate(
    (dark) => {
      localStorage.setItem('darkMode', dark);
      window.dispatchEvent(new StorageEvent('storage', { key: 'darkMode' }));
    },
    String(theme === 'dark'),
  );

/** Relative luminance of the page behind everything, from 0 to 1. */
export const pageLightness = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const pixel = new OffscreenCanvas(1, 1).getContext('2d')!;
    pixel.fillStyle = getComputedStyle(document.body).backgroundColor;
    pixel.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = pixel.getImageData(0, 0, 1, 1).data;
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
  });

/** The way into the thread of the first note that has one, scrolled to: how far down it stands depends on the hour. */
export const threadOpener = async (page: Page): Promise<Locator> => {
  const opener = page.getByRole('link', { name: /^Open the thread/ }).first();
  await expect(async () => {
    if ((await opener.count()) === 0) await page.mouse.wheel(0, 500);
    await expect(opener).toBeVisible({ timeout: 250 });
  }).toPass();
  return opener;
};

/** The first note of what is shown. */
export const firstNote = (page: Page) => page.getByRole('article', { name: /^Note by / }).first();

/** The field of the note that is being written. */
export const draftOf = (page: Page) => page.getByRole('textbox', { name: 'Your note', exact: true });
