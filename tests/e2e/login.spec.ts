import type { Locator, Page } from '@playwright/test';
import { npubEncode } from 'nostr-tools/nip19';
import { encrypt as encryptSecret } from 'nostr-tools/nip49';
import { encode } from 'uqr';
import { expect, test } from './fixtures.ts';
import { skipSplash } from './screens.ts';
import {
  button,
  dialog,
  field,
  injectExtension,
  logInByNsec,
  openSettings,
  panel,
  PASSPHRASE,
  testKey,
  type ExtensionMood,
} from './session-steps.ts';

/** Changes what the first relay is used for, in Relay Management. */
const changeAUse = (relays: Locator) =>
  relays
    .getByRole('button', { name: /^Permission of / })
    .first()
    .click();

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const me = (page: Page) => bar(page).getByRole('link', { name: /, your profile$/ });
const noDialog = (page: Page) => expect(page.getByRole('dialog')).toHaveCount(0);
const logInButton = (page: Page) => button(bar(page), 'Log in');

/** No passphrase opens the records of the saved keys any more. */
const damageSavedKeys = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('nostr-feed');
        opening.addEventListener('success', () => {
          const database = opening.result;
          const transaction = database.transaction('keystore', 'readwrite');
          const store = transaction.objectStore('keystore');
          const records = store.getAll();
          records.addEventListener('success', () =>
            records.result.forEach((record: object) => store.put({ ...record, algo: 'none' })),
          );
          transaction.addEventListener('complete', () => {
            database.close();
            resolve();
          });
        });
      }),
  );

/** The silent extension is named with the seconds it has left, then given up on. */
const cancelWaiting = async (page: Page) => {
  await expect(panel(page)).toContainText('Waiting for NIP-07 Extension');
  await expect(panel(page)).toContainText(/(?<!\d)[1-9]\d? s of 15 s/);
  await button(panel(page), 'Cancel').click();
};

test('[KEY-36][KEY-37][LOGIN-29][KEY-31][KEY-32][KEY-26][LOGIN-38][SET-14][LOGIN-41] a new key: generated, saved, locked, unlocked, viewed, signed out, come back with, deleted', async ({
  about: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await logInButton(page).click();
  await expect(button(dialog(page, 'Log in'), /^Saved Account/)).toHaveCount(0);
  await expect(dialog(page, 'Log in').locator('.opt').first()).toContainText('Generate a new user key');
  await button(page, /^Generate a new user key/).click();
  await button(dialog(page, 'Generate New User Key'), 'Generate key').click();
  const made = dialog(page, 'Your new key');
  const keys: string[] = [];
  for (const name of ['Public key', 'Secret key', 'Public key, hex', 'Secret key, hex']) {
    await button(made, `Copy ${name}`).click();
    await expect(button(made, `Copy ${name}`).getByRole('status')).toHaveText('Copied');
    keys.push(await copied());
  }
  const [npub = '', nsec = '', pubkey = '', hex = ''] = keys;
  expect(npub).toMatch(/^npub1/);
  expect(nsec).toMatch(/^nsec1/);
  expect(pubkey).toMatch(/^[0-9a-f]{64}$/);
  expect(hex).toMatch(/^[0-9a-f]{64}$/);
  await expect(made).not.toContainText(nsec);
  await button(made, 'Show the secret key').click();
  await expect(made).toContainText(nsec);
  await expect(made).toContainText(hex);
  await expect(button(made, 'Log in')).toBeDisabled();
  await made.getByRole('checkbox', { name: 'I have saved the secret key somewhere safe' }).check();
  await button(made, 'Log in').click();
  await field(page, 'Passphrase').fill('seven77');
  await field(page, 'Repeat passphrase').fill('seven77');
  await button(page, 'Save and log in').click();
  await expect(page.getByRole('alert')).toHaveText('Passphrase must be at least 8 characters');
  await field(page, 'Passphrase').fill(PASSPHRASE);
  await button(page, 'Save and log in').click();
  await expect(page.getByRole('alert')).toHaveText('Passphrases do not match');
  await field(page, 'Repeat passphrase').fill(PASSPHRASE);
  await button(page, 'Save and log in').click();
  await expect(me(page)).toHaveAttribute('href', new RegExp(`/npub/${npub}$`));
  // a new account is led to the feed
  const naming = dialog(page, 'Your name and picture');
  await expect(naming).toContainText('Step 1 of 3, your key is ready');
  await page.evaluate(() => navigator.clipboard.writeText('https://pics.example/mira.jpg '));
  await button(naming, 'Paste').click();
  await expect(field(page, 'Picture link optional')).toHaveValue('https://pics.example/mira.jpg');
  await button(naming, 'Skip').click();
  const people = dialog(page, 'People to follow');
  const suggested = people.getByRole('button', { name: /^Follow ./ });
  for (const place of [0, 1]) await suggested.nth(place).click();
  const topic = people.getByRole('group', { name: 'Topics' }).getByRole('button').nth(1);
  const before = await suggested.count();
  await topic.click();
  await expect(topic).toHaveAttribute('aria-pressed', 'true');
  expect(await suggested.count()).toBeLessThan(before);
  // somebody else, by the key
  await button(people, 'Find somebody else').click();
  await field(page, 'Name or npub').fill(nsec);
  await expect(field(page, 'Name or npub')).toHaveValue('');
  await expect(people.getByRole('alert')).toContainText('That was a secret key.');
  await field(page, 'Name or npub').fill(npub);
  await expect(people).toContainText('That is you.');
  await field(page, 'Name or npub').fill(npubEncode(testKey(9).pubkey));
  await people.getByRole('button', { name: /^Follow npub1/ }).click();
  await button(people, 'Back to the suggestions').click();
  await expect(people.getByRole('button', { name: /^Follow npub1/ })).toHaveAttribute('aria-pressed', 'true');
  // the way back leads to the step before, and takes no choice
  await page.goBack();
  await button(naming, 'Skip').click();
  await button(people, 'Follow 3 people').click();
  await noDialog(page);
  expect(new URL(page.url()).search).toBe('');
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
  await noDialog(page);
  await page.goForward();
  await me(page).click();
  await expect(page.getByText('You have no profile yet.')).toBeVisible();
  await expect(page.getByRole('link', { name: '3 following' })).toBeVisible();
  await bar(page)
    .getByRole('link', { name: /to the feed$/ })
    .click();

  await openSettings(page);
  await expect(panel(page)).toContainText('Key: Unlocked');
  await button(panel(page), 'Lock now').click();
  await expect(panel(page)).toContainText('Key: Locked');
  await button(panel(page), 'Unlock key').click();
  const unlock = dialog(page, 'Unlock saved key');
  const wide = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  const heightOf = async (name: string) => (await button(unlock, name).boundingBox())!.height;
  expect(await heightOf('Unlock & Continue')).toBe(await heightOf('Cancel'));
  expect(await heightOf('Cancel')).toBe(44);
  await page.setViewportSize(wide);
  await button(unlock, 'Unlock & Continue').click();
  await expect(unlock.getByRole('alert')).toHaveText('Enter your passphrase');
  await field(page, 'Passphrase').fill('not the passphrase');
  await page.keyboard.press('Enter');
  await expect(unlock.getByRole('alert')).toHaveText(
    'Incorrect passphrase. Please check your passphrase and try again.',
  );
  await expect(field(page, 'Passphrase')).toBeFocused();
  // takes the place of the wrong one, which nobody sees
  await page.keyboard.type(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(unlock).toHaveCount(0);
  await expect(panel(page)).toContainText('Key: Unlocked');

  await button(panel(page), /^View nsec/).click();
  const view = dialog(page, 'View nsec');
  await field(page, 'Passphrase').fill('not the passphrase');
  await page.keyboard.press('Enter');
  await expect(view.getByRole('alert')).toHaveText('Invalid passphrase or no saved secret for this account');
  await expect(view).not.toContainText(nsec);
  await field(page, 'Passphrase').fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(view).toContainText(nsec);
  const qr = view.getByRole('img', { name: 'QR code of the secret key' });
  await expect(qr).toHaveCount(0);
  await button(view, 'Show as QR code').click();
  const { data, size } = encode(nsec, { ecc: 'M', border: 4 });
  const drawn = () =>
    qr.evaluate((canvas: HTMLCanvasElement, modules) => {
      if (canvas.width === 0) return [];
      const { data: pixels } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      const side = canvas.width / modules;
      const at = (row: number, column: number) =>
        pixels[4 * ((row + 0.5) * side * canvas.width + (column + 0.5) * side)];
      return Array.from({ length: modules }, (_, row) =>
        Array.from({ length: modules }, (__, column) => at(row, column) === 0),
      );
    }, size);
  await expect.poll(drawn).toEqual(data);
  await button(view, 'Hide the QR code').click();
  await expect(qr).toHaveCount(0);
  await button(view, 'Hide and close').click();
  await expect(view).toHaveCount(0);
  await expect(page.locator('body')).not.toContainText(nsec);

  await button(panel(page), /^Sign Out/).click();
  const out = dialog(page, 'Sign out');
  await expect(out.getByRole('radio')).toHaveCount(2);
  await expect(out.getByRole('radio', { name: 'Sign out', exact: true })).toBeChecked();
  await button(out, 'Sign out').click();
  await button(panel(page), /^Login with Saved Account/).click();
  const saved = dialog(page, 'Saved accounts');
  await saved.getByRole('listitem').getByRole('button').first().click();
  await field(page, 'Passphrase').fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(panel(page)).toContainText('Key: Unlocked');

  await button(panel(page), /^Sign Out/).click();
  await out.getByRole('radio', { name: 'Sign out and delete saved key' }).check();
  await button(out, 'Sign out and delete saved key').click();
  await expect(button(panel(page), /^Nsec Secret Key/)).toBeVisible();
  await expect(button(panel(page), /^Login with Saved Account/)).toHaveCount(0);
  await page.goto(`${new URL(page.url()).origin}/about?savedAccounts=true`);
  await expect(dialog(page, 'Saved accounts')).toContainText('No saved accounts found on this device.');
});

test('[LOGIN-22][LOGIN-24][LOGIN-25][LOGIN-26][LOGIN-28][LOGIN-40][SET-26] a typed key: what is wrong with it, and kept in memory only', async ({
  about: page,
}) => {
  await page.goto(`${page.url()}?nsecLogin=true`);
  const form = dialog(page, 'Log in with your secret key');
  for (const [typed, said] of [
    ['', 'No secret provided'],
    ['nsec1nothing', 'Invalid nsec encoding'],
    ['not hex', 'Invalid secret key format'],
    ['f'.repeat(63), 'Invalid secret key format'],
  ] as const) {
    await field(page, 'Secret key').fill(typed);
    await button(form, 'Log in').click();
    await expect(form.getByRole('alert')).toHaveText(said);
    await expect(field(page, 'Secret key')).toHaveValue(typed);
  }
  // there is nothing yet that a passphrase could protect
  const keep = page.getByRole('checkbox', { name: 'Save it on this device' });
  await keep.check();
  await field(page, 'Secret key').fill('');
  await button(form, 'Save and log in').click();
  await expect(form.getByRole('alert')).toHaveText('No secret provided');
  await field(page, 'Secret key').fill('not hex');
  await button(form, 'Save and log in').click();
  await expect(form.getByRole('alert')).toHaveText('Invalid secret key format');
  await keep.uncheck();
  await button(form, 'Show secret key').click();
  await expect(field(page, 'Secret key')).toHaveAttribute('type', 'text');
  // as a note app gives it back
  await field(page, 'Secret key').fill(`N${testKey(7).nsec.slice(1, 30)} ${testKey(7).nsec.slice(30)}`);
  await button(form, 'Log in').click();
  await expect(me(page)).toBeVisible();
  await noDialog(page);
  await openSettings(page);
  await expect(panel(page)).toContainText('Key: Unlocked');
  await expect(button(panel(page), /^View nsec/)).toHaveCount(0);
  // it looks like the list that it is
  await expect(panel(page).getByRole('combobox', { name: 'Lock the key when idle' })).toHaveCSS(
    'background-image',
    /gradient/,
  );
  await button(panel(page), /^Sign Out/).click();
  await expect(dialog(page, 'Sign out').getByRole('radio')).toHaveCount(0);
  await button(dialog(page, 'Sign out'), 'Cancel').click();
  await expect(panel(page)).toContainText('Key: Unlocked');
});

test('[SET-17][SET-18][SET-19][SET-20][SET-21][SET-25][SET-27][LOGIN-04][HEAD-11][HEAD-12][ROUTE-31] a public key only: read only, with name and picture; the own profile and back', async ({
  about: page,
  context,
  network,
}) => {
  const { name, npub } = network.devnet.content.guide.person as { name: string; npub: string };
  await openSettings(page);
  const typed = panel(page).getByRole('textbox', { name: 'Or look around with a public key' });
  await typed.fill('npub1zzzz');
  await button(panel(page), 'Save').click();
  await expect(panel(page).getByRole('alert')).toHaveText('Invalid pubkey or npub');
  await page.keyboard.press('Escape');
  await noDialog(page);
  await openSettings(page);
  await expect(typed).toHaveValue('');
  await expect(panel(page).getByRole('alert')).toHaveCount(0);
  await typed.fill(testKey(9).nsec);
  await typed.press('Enter');
  await expect(panel(page).getByRole('alert')).toHaveText('That was a secret key. It was removed from the field.');
  await expect(typed).toHaveValue('');
  await button(panel(page), 'Paste Clipboard').click();
  await expect(panel(page).getByRole('alert')).toHaveText('Failed to read clipboard');
  const taken = 'Read as a public key, which relays get to see.';
  await typed.fill('a'.repeat(64));
  await expect(panel(page)).toContainText(taken);
  // as another client shares a profile
  await typed.fill(`https://njump.me/${npub}`);
  await expect(panel(page)).not.toContainText(taken);
  await button(panel(page), 'Save').click();
  await expect(panel(page)).toContainText('Using Public Key Only');
  await expect(panel(page)).toContainText(`${npub.slice(0, 13)}…`);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(panel(page), 'Copy npub').click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(npub);
  const card = panel(page).getByRole('link', { name: `${name}, your profile` });
  await expect(card).toContainText(name);
  await expect(card.locator('.avatar img')).toBeVisible();
  await card.click();
  await expect(page.getByRole('heading', { level: 1, name: `Profile of ${name}` })).toBeVisible();
  await expect(page).toHaveURL(`${network.url}/npub/${npub}`);
  expect(await page.evaluate(() => history.state as unknown)).toMatchObject({
    fromNoteView: true,
    backToPath: '/about',
  });
  await page.reload();
  await expect(me(page)).toHaveAccessibleName(`${name}, your profile`);
  await expect(me(page)).toHaveAttribute('href', `/npub/${npub}`);
  await openSettings(page);
  const { width, height } = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height });
  const key = card.getByText(`${npub.slice(0, 13)}…`);
  expect(await key.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.setViewportSize({ width, height });
  await button(panel(page), /^Sign Out/).click();
  await expect(dialog(page, 'Sign out')).toContainText('A key that is open in another tab and not saved will be gone.');
  await button(dialog(page, 'Sign out'), 'Sign out').click();
  await expect(button(panel(page), /^Generate New User Key/)).toBeVisible();
  await page.goto(`${network.url}/about`);
  await expect(me(page)).toHaveCount(0);
  await logInButton(page).click();
  await expect(dialog(page, 'Log in')).toBeVisible();
});

test('[SET-15][SET-24][LOGIN-02][LOGIN-09][LOGIN-11][LOGIN-20] an extension: answers, refuses, stays silent and is cancelled', async ({
  page,
  context,
  network,
}) => {
  const state: { mood: ExtensionMood; key: ReturnType<typeof testKey> } = { mood: 'refuses', key: testKey(9) };
  await injectExtension(context, state);
  await skipSplash(page);
  await page.goto(`${network.url}/about`);
  await openSettings(page);
  const choice = button(panel(page), /^NIP-07 Extension/);
  await choice.click();
  await expect(panel(page).getByRole('alert')).toHaveText('The extension says: “The user said no”');
  state.mood = 'refuses without a word';
  await choice.click();
  await expect(panel(page).getByRole('alert')).toHaveText('Failed to sign in with extension');
  state.mood = 'silent';
  await choice.click();
  await expect(panel(page)).toContainText('Waiting for NIP-07 Extension');
  // the other ways stay, and one of them needs not wait
  await expect(choice).toBeDisabled();
  await expect(button(panel(page), /^Generate New User Key/)).toBeEnabled();
  await cancelWaiting(page);
  state.mood = 'answers';
  await choice.click();
  await expect(panel(page)).toContainText('Using Extension Key');
  await page.evaluate(() => void Object.assign(window, { nostr: undefined }));
  // seen at the next look, after 5 s
  await expect(panel(page)).toContainText('The extension is not available, so nothing can be signed.', {
    timeout: 15_000,
  });
  state.key = testKey(10);
  await page.reload();
  await expect(panel(page)).toContainText('Your extension uses another key now.');
  const takeOther = button(panel(page), 'Use the extension’s key');
  state.mood = 'refuses';
  await takeOther.click();
  await expect(panel(page).getByRole('alert')).toHaveText('The extension says: “The user said no”');
  state.mood = 'silent';
  await takeOther.click();
  await cancelWaiting(page);
  await expect(panel(page)).toContainText('Your extension uses another key now.');
  state.mood = 'answers';
  await takeOther.click();
  await expect(panel(page)).toContainText('Using Extension Key');
  state.key = testKey(11);
  await page.reload();
  const second = await context.newPage();
  await skipSplash(second);
  await second.goto(`${network.url}/about`);
  await openSettings(second);
  await expect(panel(second)).toContainText('Your extension uses another key now.');
  await button(panel(page), 'Keep reading only').click();
  await expect(panel(page)).toContainText('Using Public Key Only');
  await second.close();
  const third = await context.newPage();
  await skipSplash(third);
  await third.goto(`${network.url}/about`);
  await openSettings(third);
  await expect(panel(third)).toContainText('Using Public Key Only');
});

test('[LOGIN-05][LOGIN-06][LOGIN-20][LOGIN-21] what the extension says is told where an act asked for the login, in the header it is not', async ({
  page,
  context,
  network,
}) => {
  const extension: { mood: ExtensionMood; key: ReturnType<typeof testKey> } = { mood: 'refuses', key: testKey(23) };
  await injectExtension(context, extension);
  await skipSplash(page);
  await page.goto(network.url);
  const said = (sheet: string) => dialog(page, sheet).getByRole('alert');
  const ask = async (sheet: string) => button(dialog(page, sheet), /^NIP-07 Extension/).click();
  await logInButton(page).click();
  await ask('Log in');
  await expect(dialog(page, 'Log in')).toContainText('It did not log you in.');
  await expect(said('Log in')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await noDialog(page);

  await button(page.getByRole('group', { name: 'Whose notes' }), 'Following').click();
  await ask('Log in to see people you follow');
  await expect(said('Log in to see people you follow')).toHaveText('The extension says: “The user said no”');
  await page.keyboard.press('Escape');
  await noDialog(page);

  await page.goto(`${network.url}/about?login=true`);
  await ask('Log in');
  await expect(said('Log in')).toHaveText('The extension says: “The user said no”');

  await page.goto(`${network.url}/about`);
  const profile = dialog(page, 'Log in to see your profile');
  // until the shortcuts are listened to
  await expect(async () => {
    await page.getByRole('main').focus();
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await expect(profile).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await ask('Log in to see your profile');
  await expect(profile.getByRole('alert')).toHaveText('The extension says: “The user said no”');
  extension.mood = 'answers';
  await ask('Log in to see your profile');
  await noDialog(page);
  await expect(page).toHaveURL(new RegExp(`/npub/${npubEncode(testKey(23).pubkey)}$`));
});

test('[LOGIN-12] whoever signs by extension does so in a new tab, too, and after the last one was closed, until they sign out', async ({
  page,
  context,
  network,
}) => {
  await injectExtension(context, { mood: 'answers', key: testKey(19) });
  await skipSplash(page);
  await page.goto(`${network.url}/about`);
  await openSettings(page);
  const beside = await context.newPage();
  await skipSplash(beside);
  await beside.goto(`${network.url}/about`);
  await expect(logInButton(beside)).toBeVisible();
  await button(panel(page), /^NIP-07 Extension/).click();
  await expect(panel(page)).toContainText('Using Extension Key');
  await openSettings(beside);
  await expect(panel(beside)).toContainText('Using Extension Key');
  await beside.reload();
  await expect(panel(beside)).toContainText('Using Extension Key');
  await beside.close();
  await page.close();
  const next = await context.newPage();
  await skipSplash(next);
  await next.goto(`${network.url}/about`);
  await openSettings(next);
  await expect(panel(next)).toContainText('Using Extension Key');
  await button(panel(next), /^Sign Out/).click();
  await button(dialog(next, 'Sign out'), 'Sign out').click();
  await expect(logInButton(next)).toBeVisible();
  await next.close();
  const last = await context.newPage();
  await skipSplash(last);
  await last.goto(`${network.url}/about`);
  await expect(logInButton(last)).toBeVisible();
});

test('[LOGIN-12] an extension that does not answer when asked to sign: which, for how long, and a way to stop', async ({
  page,
  context,
  network,
}) => {
  const state: { mood: ExtensionMood; key: ReturnType<typeof testKey> } = { mood: 'answers', key: testKey(9) };
  await injectExtension(context, state);
  await skipSplash(page);
  await page.goto(`${network.url}/about`);
  await openSettings(page);
  await button(panel(page), /^NIP-07 Extension/).click();
  await expect(panel(page)).toContainText('Using Extension Key');
  state.mood = 'silent';
  const relays = page.getByRole('region', { name: 'Relay Management' });
  await expect(relays).toContainText('Your list is published 3 seconds after your last change');
  await changeAUse(relays);
  await button(relays, 'Publish now').click();
  await expect(page.getByText('It was asked to sign. Look for its window.')).toBeVisible();
  await expect(page.getByText(/^[1-9]\d? s of 20 s/)).toBeVisible();
  await button(page, 'Cancel').click();
  await expect(relays).toContainText('Not published');
  state.mood = 'answers';
  await button(relays, 'Publish now').click();
  await expect(relays).toContainText(/Published: \d of \d relays accepted it/);
});

test('[SET-15][LOGIN-09][LOGIN-11] without an extension the choice is disabled and says why; it wakes up when one comes', async ({
  about: page,
}) => {
  await openSettings(page);
  await expect(button(panel(page), /^NIP-07 Extension/)).toBeDisabled();
  await page.keyboard.press('Escape');
  await noDialog(page);
  await logInButton(page).click();
  const choice = button(dialog(page, 'Log in'), /^NIP-07 Extension/);
  await expect(choice).toBeDisabled();
  await expect(choice).toContainText('Not found. Looking again every 5 s');
  await page.evaluate(() =>
    Object.assign(window, { nostr: { getPublicKey: async () => 'a', signEvent: async () => {} } }),
  );
  await expect(choice).toBeEnabled();
});

test('[SET-26][LOGIN-38] a new tab with a saved key tells of it before the key is unlocked, and leaves the choice to delete it', async ({
  about: page,
  context,
  network,
}) => {
  await logInByNsec(page, testKey(18).nsec, PASSPHRASE);
  await page.close();
  const next = await context.newPage();
  await skipSplash(next);
  await next.goto(`${network.url}/about`);
  await openSettings(next);
  await expect(panel(next)).toContainText('Key: Locked');
  await expect(panel(next)).not.toContainText('not saved');
  await expect(button(panel(next), /^View nsec/)).toBeVisible();
  await expect(button(panel(next), /^Export encrypted key/)).toBeVisible();
  await button(panel(next), /^Sign Out/).click();
  const out = dialog(next, 'Sign out');
  await expect(out).not.toContainText('not saved');
  await out.getByRole('radio', { name: 'Sign out and delete saved key' }).check();
  await button(out, 'Sign out and delete saved key').click();
  await expect(button(panel(next), /^Nsec Secret Key/)).toBeVisible();
  await expect(button(panel(next), /^Login with Saved Account/)).toHaveCount(0);
});

test('the people to follow at first wait for the passphrase: a cancel keeps the choice, then all are followed', async ({
  about: page,
  network,
}) => {
  await logInByNsec(page, testKey(19).nsec, PASSPHRASE);
  await page.goto(`${network.url}/about?welcome=follow`);
  const people = dialog(page, 'People to follow');
  for (const place of [0, 1])
    await people
      .getByRole('button', { name: /^Follow ./ })
      .nth(place)
      .click();
  await button(people, 'Follow 2 people').click();
  const unlock = dialog(page, 'Unlock saved key');
  await button(unlock, 'Cancel').click();
  await expect(unlock).toHaveCount(0);
  await button(people, 'Follow 2 people').click();
  await field(page, 'Passphrase').fill(PASSPHRASE);
  await button(unlock, 'Unlock & Follow').click();
  await expect(page).toHaveURL(`${network.url}/`);
  await noDialog(page);
  await me(page).click();
  await expect(page.getByRole('link', { name: '2 following' })).toBeVisible();
});

test('[KEY-24][KEY-25][ROLE-06] two tabs agree: one signs out, the other knows; another account is unlocked without a reload', async ({
  about: page,
  context,
  network,
}) => {
  await logInByNsec(page, testKey(11).nsec, PASSPHRASE);
  const second = await context.newPage();
  await skipSplash(second);
  await second.goto(`${network.url}/about`);
  await expect(me(second)).toBeVisible();
  await openSettings(page);
  await button(panel(page), /^Sign Out/).click();
  await button(dialog(page, 'Sign out'), 'Sign out').click();
  await expect(logInButton(second)).toBeVisible();
  await logInByNsec(second, testKey(12).nsec, PASSPHRASE);
  await openSettings(second);
  await button(panel(second), /^Switch account/).click();
  await dialog(second, 'Saved accounts')
    .getByRole('listitem')
    .filter({ hasNotText: 'logged in' })
    .getByRole('button')
    .first()
    .click();
  await field(second, 'Passphrase').fill(PASSPHRASE);
  await second.keyboard.press('Enter');
  await expect(dialog(second, 'Unlock saved key')).toHaveCount(0);
  await expect(button(panel(second), /^Switch account/)).toContainText('2 accounts saved on this device');
  await expect(panel(second)).toContainText('Key: Unlocked');
  await button(panel(second), /^Switch account/).click();
  await second.evaluate(() => {
    IDBObjectStore.prototype.delete = () => {
      throw new DOMException('not now', 'UnknownError');
    };
  });
  const saved = dialog(second, 'Saved accounts');
  const deletion = dialog(second, 'Delete saved key');
  for (const which of [0, 1]) {
    await saved
      .getByRole('button', { name: /^Delete the saved key of / })
      .nth(which)
      .click();
    await expect(button(deletion, 'Delete saved key')).toBeEnabled();
    await expect(deletion.getByRole('alert')).toHaveCount(0);
    await button(deletion, 'Delete saved key').click();
    await expect(deletion.getByRole('alert')).toHaveCount(1);
    await button(deletion, 'Cancel').click();
  }
  await second.keyboard.press('Escape');
  await expect(second.getByRole('dialog')).toHaveCount(1);
  await button(panel(second), 'Lock now').click();
  await button(panel(second), 'Unlock key').click();
  const unlock = dialog(second, 'Unlock saved key');
  await expect(unlock).toContainText('Other saved accounts');
  await unlock.getByRole('region', { name: 'Other saved accounts' }).getByRole('button').click();
  await field(second, 'Passphrase').fill(PASSPHRASE);
  await button(unlock, 'Unlock & Log in').click();
  await expect(unlock).toHaveCount(0);
  await expect(panel(second)).toContainText('Key: Unlocked');
  await expect.poll(() => second.evaluate(() => localStorage.getItem('nostrPubkey'))).toBe(testKey(12).pubkey);
});

test('[LOGIN-41][KEY-19] a saved account that another tab deletes leaves the form of its passphrase, and nobody else is unlocked', async ({
  about: page,
  context,
  network,
}) => {
  for (const byte of [24, 25]) {
    await logInByNsec(page, testKey(byte).nsec, PASSPHRASE);
    await openSettings(page);
    await button(panel(page), /^Sign Out/).click();
    await button(dialog(page, 'Sign out'), 'Sign out').click();
    await page.keyboard.press('Escape');
    await noDialog(page);
  }
  const other = await context.newPage();
  await skipSplash(other);
  await other.goto(`${network.url}/about?savedAccounts=true`);
  await page.goto(`${network.url}/about?savedAccounts=true`);
  const saved = dialog(page, 'Saved accounts');
  const choose = () => saved.getByRole('listitem').getByRole('button').first().click();
  const deleteFirst = async () => {
    await other
      .getByRole('button', { name: /^Delete the saved key of / })
      .first()
      .click();
    await button(dialog(other, 'Delete saved key'), 'Delete saved key').click();
  };
  await choose();
  await field(page, 'Passphrase').fill(PASSPHRASE);
  await deleteFirst();
  await expect(saved.getByRole('listitem')).toHaveCount(1);
  await expect(field(page, 'Passphrase')).toHaveCount(0);
  await choose();
  await expect(field(page, 'Passphrase')).toBeVisible();
  await deleteFirst();
  await expect(saved).toContainText('No saved accounts found on this device.');
  await expect(logInButton(other)).toHaveCount(1);
});

test('an ncryptsec goes out and comes in again under its passphrase', async ({ about: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await logInByNsec(page, testKey(13).nsec, PASSPHRASE);
  await openSettings(page);
  await button(panel(page), /^Export encrypted key/).click();
  await field(page, 'Passphrase').fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  const exported = dialog(page, 'Export encrypted key');
  await expect(exported).toContainText('ncryptsec1');
  await button(exported, 'Copy Encrypted key').click();
  await expect(exported.getByRole('status').last()).toHaveText('Copied');
  const text = await page.evaluate(() => navigator.clipboard.readText());
  await button(exported, 'Hide and close').click();
  await button(panel(page), /^Sign Out/).click();
  await page.getByRole('radio', { name: 'Sign out and delete saved key' }).check();
  await button(dialog(page, 'Sign out'), 'Sign out and delete saved key').click();
  await button(panel(page), /^Nsec Secret Key/).click();
  await field(page, 'Secret key').fill(`${text.slice(0, 60)} ${text.slice(60)}`);
  await field(page, 'Passphrase').fill('not the passphrase');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Incorrect passphrase');
  await field(page, 'Passphrase').fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(panel(page)).toContainText('Key: Unlocked');
});

test('[LOGIN-24] a key with a slip is told at its own field before a passphrase is typed, a passphrase too short to save it at the other; an empty clipboard takes nothing away', async ({
  about: page,
  context,
}) => {
  const ncryptsec = encryptSecret(testKey(30).secret, 'short');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSettings(page);
  const pubkey = panel(page).getByRole('textbox', { name: 'Or look around with a public key' });
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await pubkey.fill('npub1');
  await button(panel(page), 'Paste Clipboard').click();
  await expect(panel(page).getByRole('alert')).toHaveText('Failed to read clipboard');
  await expect(pubkey).toHaveValue('npub1');

  await button(panel(page), /^Nsec Secret Key/).click();
  const form = dialog(page, 'Log in with your secret key');
  const secret = field(page, 'Secret key');
  const passphrase = field(page, 'Passphrase');
  const said = form.getByRole('alert');
  await page.getByRole('checkbox', { name: 'Save it on this device' }).check();
  for (const [typed, words] of [
    [testKey(30).nsec.slice(0, -1), 'Invalid nsec encoding'],
    [ncryptsec.slice(0, -1), 'This encrypted key is incomplete or mistyped.'],
  ] as const) {
    await secret.fill(typed);
    await expect(said).toHaveCount(0);
    await passphrase.click();
    await expect(said).toHaveText(words);
    await expect(secret).toHaveAttribute('aria-invalid', 'true');
    await expect(passphrase).toBeFocused();
  }
  for (const typed of ['', 'short']) {
    await passphrase.fill(typed);
    await page.keyboard.press('Enter');
    await expect(said).toHaveText('This encrypted key is incomplete or mistyped.');
    await expect(secret).toBeFocused();
    await expect(secret).toHaveAccessibleDescription(/incomplete or mistyped/);
    await expect(passphrase).toHaveAttribute('aria-invalid', 'false');
  }
  await secret.fill(ncryptsec);
  await page.keyboard.press('Enter');
  await expect(said).toHaveText(
    'Passphrase must be at least 8 characters to save the key. You can log in without saving it.',
  );
  await expect(passphrase).toBeFocused();
  await page.getByRole('checkbox', { name: 'Save it on this device' }).uncheck();
  await button(form, 'Log in').click();
  await expect(panel(page)).toContainText('Key: Unlocked');
});

test('[KEY-27] where no passphrase opens the key, the nsec does: for another account, and for what waits, and it saves the key anew', async ({
  about: page,
}) => {
  const { nsec, pubkey } = testKey(31);
  await logInByNsec(page, testKey(32).nsec, PASSPHRASE);
  await openSettings(page);
  await button(panel(page), /^Switch account/).click();
  await button(dialog(page, 'Saved accounts'), /logged in/).click();
  await button(dialog(page, 'Unlock saved key'), 'Log in with your nsec').click();
  const form = dialog(page, 'Log in with your secret key');
  const saveAnew = async () => {
    await field(page, 'Secret key').fill(nsec);
    await page.getByRole('checkbox', { name: 'Save it on this device' }).check();
    await field(page, 'Passphrase').fill(PASSPHRASE);
    await field(page, 'Repeat passphrase').fill(PASSPHRASE);
    await page.keyboard.press('Enter');
    // the settings
    await expect(page.getByRole('dialog')).toHaveCount(1);
  };
  await saveAnew();
  await expect(panel(page)).toContainText(`${npubEncode(pubkey).slice(0, 13)}…`);
  await damageSavedKeys(page);
  await button(panel(page), 'Lock now').click();
  const relays = page.getByRole('region', { name: 'Relay Management' });
  await changeAUse(relays);
  await button(relays, 'Publish now').click();
  const unlock = dialog(page, 'Unlock saved key');
  await field(page, 'Passphrase').fill(PASSPHRASE);
  await button(unlock, 'Unlock & Publish').click();
  await expect(unlock.getByRole('alert')).toContainText('Please log in with your NSEC directly');
  await button(unlock, 'Log in with your nsec').click();
  await button(form, 'Cancel').click();
  await expect(button(unlock, 'Unlock & Publish')).toBeVisible();
  await button(unlock, 'Log in with your nsec').click();
  await saveAnew();
  await expect(relays).toContainText(/Published: \d of \d relays accepted it/);
  await button(panel(page), 'Lock now').click();
  await button(panel(page), 'Unlock key').click();
  await field(page, 'Passphrase').fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(panel(page)).toContainText('Key: Unlocked');
});

test('on a phone what is said of the extension stands above its buttons, and a key in place of a name is whole', async ({
  page,
  context,
  network,
}) => {
  const state: { mood: ExtensionMood; key: ReturnType<typeof testKey> } = { mood: 'answers', key: testKey(9) };
  await injectExtension(context, state);
  await skipSplash(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${network.url}/about`);
  await openSettings(page);
  await button(panel(page), /^NIP-07 Extension/).click();
  await expect(panel(page)).toContainText('Using Extension Key');
  state.key = testKey(10);
  await page.reload();
  const said = panel(page).getByText('Your extension uses another key now.');
  for (const width of [390, 430, 480]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(async () => (await said.boundingBox())!.width).toBeGreaterThan(180);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  const npub = panel(page).getByText(/^npub1/);
  for (const letters of ['100%', '150%']) {
    await page.evaluate((size) => void (document.documentElement.style.fontSize = size), letters);
    const cut = await npub.evaluate((name) => {
      const line = name.closest('b')!;
      return line.scrollWidth - line.clientWidth;
    });
    expect(cut).toBe(0);
  }
});

test('[LOGIN-07] an act is dropped by the way back before the sheet is there that asks for the login', async ({
  page,
  network,
}) => {
  const code = Promise.withResolvers<void>();
  await page.route(/\/assets\/session-[^/]*\.js$/, async (route) => {
    await code.promise;
    await route.continue();
  });
  await skipSplash(page);
  await page.goto(network.url);
  const like = (place: number) => button(page.getByRole('article').nth(place), /^Like/);
  await like(0).click();
  await expect(page).toHaveURL(/login=true/);
  await noDialog(page);
  await page.goBack();
  await expect(page).not.toHaveURL(/login=true/);
  code.resolve();
  await logInByNsec(page, testKey(27).nsec);
  // one that is not dropped comes after it
  await like(1).click();
  await expect(like(1)).toHaveAttribute('aria-pressed', 'true');
  await expect(like(0)).toHaveAttribute('aria-pressed', 'false');
});

test('[LOGIN-05][LOGIN-06][LOGIN-07][KEY-24] publishing with a locked key asks for the passphrase and goes on after it; a cancel drops it', async ({
  about: page,
}) => {
  await logInByNsec(page, testKey(14).nsec, PASSPHRASE);
  await openSettings(page);
  await button(panel(page), 'Lock now').click();
  const relays = page.getByRole('region', { name: 'Relay Management' });
  await changeAUse(relays);
  const publish = button(relays, 'Publish now');
  await publish.click();
  const unlock = dialog(page, 'Unlock saved key');
  await expect(button(unlock, 'Unlock & Publish')).toBeVisible();
  await button(unlock, 'Cancel').click();
  await button(panel(page), 'Unlock key').click();
  await expect(button(unlock, 'Unlock & Continue')).toBeVisible();
  await page.keyboard.press('Escape');
  await publish.click();
  await field(page, 'Passphrase').fill(PASSPHRASE);
  await button(unlock, 'Unlock & Publish').click();
  await expect(unlock).toHaveCount(0);
  const isPublished = /Published: \d of \d relays accepted it/;
  await expect(relays).toContainText(isPublished);

  // an earlier version, too
  await changeAUse(relays);
  await publish.click();
  await expect(relays).toContainText(isPublished);
  await button(panel(page), 'Lock now').click();
  const earlier = relays.locator('summary').filter({ hasText: 'Earlier versions of your list' });
  await expect(earlier).toContainText('1');
  await earlier.click();
  await relays.getByRole('button', { name: /^Publish the version of / }).click();
  await field(page, 'Passphrase').fill(PASSPHRASE);
  await button(unlock, 'Unlock & Publish').click();
  await expect(unlock).toHaveCount(0);
  await expect(earlier).toContainText('2');
});

test('[LOGIN-06] what waits for a login waits for the passphrase, too, where another tab logs in by a saved key; a cancel drops it', async ({
  about: page,
  context,
  network,
}) => {
  await logInByNsec(page, testKey(33).nsec, PASSPHRASE);
  await openSettings(page);
  const signOut = async () => {
    await button(panel(page), /^Sign Out/).click();
    await button(dialog(page, 'Sign out'), 'Sign out').click();
  };
  const logInAgain = async () => {
    await button(panel(page), /^Login with Saved Account/).click();
    await dialog(page, 'Saved accounts').getByRole('listitem').getByRole('button').first().click();
    await field(page, 'Passphrase').fill(PASSPHRASE);
    await page.keyboard.press('Enter');
    await expect(panel(page)).toContainText('Key: Unlocked');
    await expect(page.getByRole('dialog')).toHaveCount(1);
  };
  await signOut();
  const waiting = await context.newPage();
  await skipSplash(waiting);
  await waiting.goto(network.url);
  const like = waiting.getByRole('article').first().getByRole('button', { name: /^Like/ });
  await like.click();
  await expect(dialog(waiting, 'Log in to like')).toBeVisible();
  await logInAgain();
  const unlock = dialog(waiting, 'Unlock saved key');
  await button(unlock, 'Cancel').click();
  await noDialog(waiting);
  await expect(waiting).toHaveURL(`${network.url}/`);
  await signOut();

  await like.click();
  await expect(dialog(waiting, 'Log in to like')).toBeVisible();
  await logInAgain();
  await field(waiting, 'Passphrase').fill(PASSPHRASE);
  await button(unlock, 'Unlock & Like').click();
  await noDialog(waiting);
  await expect(like).toHaveAttribute('aria-pressed', 'true');
});
