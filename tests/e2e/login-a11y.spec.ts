import { expectAccessibleHere } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { expectGoodScreens } from './screen-tour.ts';
import { LOGIN_SHEETS, sheet, skipSplash } from './screens.ts';
import { button, dialog, field, logInByNsec, openSettings, panel, PASSPHRASE, testKey } from './session-steps.ts';

test.beforeEach(async ({ page }) => {
  await skipSplash(page);
});

test('[ROUTE-25][ROUTE-24] accessible by WCAG 2.2 AA, and fits: what a visitor sees of login and keys, each by its address', async ({
  page,
  network,
}) => {
  const screens = [
    sheet('passphrasePrompt', 'Protect your key'),
    sheet('clearSavedKeys', 'Clear Saved Keys'),
    ...LOGIN_SHEETS,
  ];
  await expectGoodScreens(page, network.url, screens, 'by address');
  await button(page, 'Generate key').click();
  await expect(dialog(page, 'Your new key')).toBeVisible();
  await expect(dialog(page, 'Your new key')).toContainText('Secret key, hex');
  await button(page, 'Show the secret key').click();
  await expectAccessibleHere(page, 'generated key');
  await page.getByRole('checkbox', { name: 'I have saved the secret key somewhere safe' }).check();
  await button(page, 'Log in').last().click();
  await button(page, 'Save and log in').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessibleHere(page, 'passphrase refused');
});

test('[ROUTE-25] accessible by WCAG 2.2 AA, and fits: what somebody who is logged in sees of login and keys', async ({
  page,
  network,
}) => {
  await page.goto(`${network.url}/about`);
  await logInByNsec(page, testKey(31).nsec, PASSPHRASE);
  await openSettings(page);
  await expectAccessibleHere(page, 'settings');
  await button(panel(page), 'Lock now').click();
  const screens = [
    { name: 'locked', path: '/about?settings=true', shows: panel },
    sheet('unlockKey', 'Unlock saved key'),
    sheet('signOut', 'Sign out'),
    sheet('exportKey', 'Export encrypted key'),
    sheet('viewNsec', 'View nsec'),
  ];
  await expectGoodScreens(page, network.url, screens, 'by address');
  await field(page, 'Passphrase').fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Passphrase verified')).toBeVisible();
  await expectAccessibleHere(page, 'nsec');
});

test('keyboard only: log in by a key that is saved, look at it, sign out', async ({ app: page }) => {
  const tabTo = async (name: string | RegExp) => {
    const control = button(page, name).last();
    for (let presses = 0; presses < 40; presses += 1) {
      if (await control.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await expect(control).toBeFocused();
  };
  const type = (text: string) => page.keyboard.type(text);
  await expect(page.getByRole('article').first()).toBeVisible();
  await tabTo('Log in');
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Log in')).toBeVisible();
  await tabTo(/^Nsec Secret Key/);
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Log in with your secret key')).toBeVisible();
  await tabTo('Show secret key');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(field(page, 'Secret key')).toBeFocused();
  await type(testKey(32).nsec);
  await tabTo('Show passphrase');
  await page.keyboard.press('Shift+Tab');
  await type(PASSPHRASE);
  await tabTo('Show repeat passphrase');
  await page.keyboard.press('Shift+Tab');
  await type(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const settings = button(page, 'Settings');
  await settings.focus();
  await page.keyboard.press('Enter');
  await expect(button(panel(page), /^View nsec/)).toBeVisible();
  await tabTo(/^View nsec/);
  await page.keyboard.press('Enter');
  await expect(field(page, 'Passphrase')).toBeFocused();
  await type(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'View nsec')).toContainText('nsec1');
  await page.keyboard.press('Escape');
  await expect(button(panel(page), /^View nsec/)).toBeFocused();
  await tabTo(/^Sign Out/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: 'Sign out', exact: true })).toBeVisible();
  await tabTo('Sign out');
  await page.keyboard.press('Enter');
  await expect(button(panel(page), /^Generate New User Key/)).toBeVisible();
});
