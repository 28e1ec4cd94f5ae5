import { expect, test } from './fixtures.ts';
import { skipSplash } from './screens.ts';
import { button, dialog, field, logInByNsec, openSettings, panel, PASSPHRASE, testKey } from './session-steps.ts';

const KEY = testKey(41);
const MINUTE_MS = 60_000;

test('the key is locked after the chosen time without a touch; a key that is viewed hides again', async ({
  page,
  network,
}) => {
  await skipSplash(page);
  await page.clock.install();
  await page.goto(`${network.url}/about`);
  await logInByNsec(page, KEY.nsec, PASSPHRASE);
  await openSettings(page);
  await button(panel(page), /^View nsec/).click();
  await field(page, 'Passphrase').fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'View nsec')).toContainText(KEY.nsec);
  await page.clock.runFor(MINUTE_MS);
  await expect(dialog(page, 'View nsec')).toContainText('The key is hidden again');
  await expect(page.locator('body')).not.toContainText(KEY.nsec);
  await button(dialog(page, 'View nsec'), 'Cancel').click();
  await panel(page).getByRole('combobox', { name: 'Lock the key when idle' }).selectOption('1 minute');
  await expect(panel(page)).toContainText('Key: Unlocked');
  await page.clock.runFor(MINUTE_MS + 1000);
  await expect(panel(page)).toContainText('Key: Locked');

  // for a key that would be gone somebody else has to choose it, and is told
  await button(panel(page), /^Sign Out/).click();
  await button(dialog(page, 'Sign out'), 'Sign out').click();
  await button(panel(page), /^Nsec Secret Key/).click();
  await field(page, 'Secret key').fill(testKey(42).nsec);
  await page.keyboard.press('Enter');
  await expect(panel(page)).toContainText('The key stays in memory until you close this page.');
  const choice = panel(page).getByRole('combobox', { name: 'Lock the key when idle' });
  await expect(choice).toHaveValue('0');
  await page.clock.runFor(MINUTE_MS + 1000);
  await expect(panel(page)).toContainText('Key: Unlocked');
  await choice.selectOption('5 minutes');
  await expect(panel(page)).toContainText('until you close this page or are idle for 5 minutes.');
  await page.clock.runFor(5 * MINUTE_MS + 1000);
  await expect(panel(page)).toContainText('Using Public Key Only');
  await expect(page.getByText('You were idle, so your secret key was locked.')).toBeVisible();
});

for (const [id, lacking, said] of [
  ['KEY-03', 'getRandomValues', 'Secure randomness not available'],
  ['KEY-04', 'subtle', 'Secure persistence requires WebCrypto. Please use a modern browser over HTTPS.'],
] as const)
  test(`[${id}] without crypto.${lacking} no key can be saved, and why`, async ({ page, network }) => {
    await skipSplash(page);
    await page.addInitScript((name) => {
      Object.defineProperty(Crypto.prototype, name, { value: undefined });
    }, lacking);
    await page.goto(`${network.url}/about?nsecLogin=true`);
    const keep = page.getByRole('checkbox', { name: 'Save it on this device' });
    await expect(keep).toBeDisabled();
    await expect(keep).toHaveAccessibleDescription(said);
    await expect(dialog(page, 'Log in with your secret key')).toContainText(said);
  });

test('[KEY-38][KEY-39] no new key: none was generated, none can be without secure randomness', async ({
  page,
  network,
}) => {
  await skipSplash(page);
  await page.addInitScript(() => {
    Object.defineProperty(Crypto.prototype, 'getRandomValues', { value: undefined });
  });
  await page.goto(`${network.url}/about?passphrasePrompt=true`);
  await expect(dialog(page, 'Protect your key').getByRole('alert')).toHaveText('No key generated yet');
  await button(page, 'Done').click();
  await page.goto(`${network.url}/about?keyGeneration=true`);
  await button(page, 'Generate key').click();
  await expect(dialog(page, 'Generate New User Key').getByRole('alert')).toHaveText('Secure randomness not available');
});

test('[LOGIN-28] a key that was only in memory is gone after a reload, a saved one is locked', async ({
  page,
  network,
}) => {
  await skipSplash(page);
  await page.goto(`${network.url}/about`);
  await logInByNsec(page, KEY.nsec);
  await page.reload();
  await openSettings(page);
  await expect(panel(page)).toContainText('Using Public Key Only');
  await button(panel(page), 'Log in').click();
  // whose key is gone is said, and a new one is offered last
  await expect(button(dialog(page, 'Log in'), /^(Nsec|NIP-07|Generate)/)).toHaveText([
    /^Nsec Secret KeyFor npub1/,
    /^NIP-07/,
    /^Generate/,
  ]);
  await button(dialog(page, 'Log in'), /^Nsec Secret Key/).click();
  await field(page, 'Secret key').fill(KEY.nsec);
  await page.getByRole('checkbox', { name: 'Save it on this device' }).check();
  await field(page, 'Passphrase').fill(PASSPHRASE);
  await field(page, 'Repeat passphrase').fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(panel(page)).toContainText('Key: Unlocked');
  // the way of the login out of the history would cross with the reload
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.reload();
  await expect(panel(page)).toContainText('Key: Locked');
});
