import type { Locator, Page } from '@playwright/test';
import { createTestModel } from 'xstate/graph';
import { tourOf } from '#tests/support/tour.ts';
import { expect, test } from './fixtures.ts';
import { loginModel } from './login.model.ts';
import { skipSplash } from './screens.ts';
import {
  button,
  dialog,
  field,
  injectExtension,
  openSettings,
  panel,
  PASSPHRASE,
  skipWelcome,
  testKey,
  type ExtensionMood,
} from './session-steps.ts';

const LIMIT_MS = 300_000;
const KEY = testKey(21);
const WRONG = 'not the passphrase';

type World = { page: Page; extension: { mood: ExtensionMood }; npub: string };

const settings = (page: Page) => dialog(page, 'Settings');

/** The panel in the settings, which are opened when they are not. */
const openPanel = async (page: Page): Promise<Locator> => {
  if ((await settings(page).count()) === 0) await openSettings(page);
  return panel(page);
};

const leaveSettings = async (page: Page) => {
  if ((await settings(page).count()) === 0) return;
  await button(settings(page), 'Back').click();
  await expect(settings(page)).toHaveCount(0);
};

const submitPassphrase = async (page: Page, passphrase: string) => {
  await field(page, 'Passphrase').fill(passphrase);
  await page.keyboard.press('Enter');
};

const typeToKeep = async (page: Page, repeated: string) => {
  await field(page, 'Passphrase').fill(PASSPHRASE);
  await field(page, 'Repeat passphrase').fill(repeated);
  await button(page, 'Save and log in').click();
};

/** What a person sees in each state. */
const statesOf = ({ page }: World) => {
  const shows = (name: string, text: string) => async () => {
    await expect(dialog(page, name)).toContainText(text);
  };
  const alerts = (name: string, text: string) => async () => {
    await expect(dialog(page, name).getByRole('alert')).toHaveText(text);
  };
  const account = (text: string) => async () => {
    await expect(await openPanel(page)).toContainText(text);
    await expect(page.getByRole('dialog')).toHaveCount(1);
  };
  const savedChoice = (count: number) => expect(button(panel(page), /^Login with Saved Account/)).toHaveCount(count);
  /** What the browser keeps of the login: who, how, and whether the key is saved. */
  const keeps = (...expected: readonly (string | null)[]) =>
    expect
      .poll(() =>
        page.evaluate(() => [
          localStorage.getItem('nostrPubkey'),
          sessionStorage.getItem('nostrLoginMethod'),
          sessionStorage.getItem('nostrNsecPersisted'),
        ]),
      )
      .toEqual(expected);
  return {
    visitor: async () => {
      await account('Generate New User Key')();
      await expect(button(panel(page), /^Nsec Secret Key/)).toBeVisible();
      await savedChoice(0);
      await keeps(null, null, null);
    },
    visitorSaved: async () => {
      await account('Generate New User Key')();
      await savedChoice(1);
    },
    options: async () => {
      await shows('Log in', 'Nsec Secret Key')();
      await expect(button(dialog(page, 'Log in'), /^Saved Account/)).toHaveCount(0);
    },
    optionsSaved: shows('Log in', 'Saved Account'),
    pubkeyRefused: alerts('Log in', 'Invalid pubkey or npub'),
    extensionRefused: async () => {
      await shows('Log in', 'It did not log you in.')();
      await expect(page.getByRole('alert')).toHaveCount(0);
    },
    waiting: shows('Log in', 'Waiting for NIP-07 Extension'),
    nsecForm: shows('Log in with your secret key', 'nsec, hex or ncryptsec'),
    secretRefused: alerts('Log in with your secret key', 'Invalid secret key format'),
    keepRefused: alerts('Log in with your secret key', 'Passphrases do not match'),
    generation: shows('Generate New User Key', 'Nobody can reset it'),
    generated: shows('Your new key', 'npub1'),
    prompt: shows('Protect your key', 'Nobody can reset the passphrase'),
    memory: async () => {
      await account('Key: Unlocked')();
      await expect(button(panel(page), /^View nsec/)).toHaveCount(0);
    },
    signOutOne: async () => {
      await expect(button(dialog(page, 'Sign out'), 'Sign out')).toBeVisible();
      await expect(page.getByRole('radio')).toHaveCount(0);
    },
    signOutTwo: async () => {
      await expect(dialog(page, 'Sign out').getByRole('radio')).toHaveCount(2);
    },
    readOnly: account('Using Public Key Only'),
    extension: account('Using Extension Key'),
    saved: async () => {
      await account('Key: Unlocked')();
      await expect(button(panel(page), /^View nsec/)).toBeVisible();
      await keeps(expect.stringMatching(/^[0-9a-f]{64}$/) as unknown as string, 'nsec', 'true');
    },
    viewing: shows('View nsec', 'Enter your passphrase'),
    viewRefused: alerts('View nsec', 'Invalid passphrase or no saved secret for this account'),
    shown: shows('View nsec', 'nsec1'),
    locked: account('Key: Locked'),
    unlocking: async () => {
      await expect(button(dialog(page, 'Unlock saved key'), 'Unlock & Continue')).toBeVisible();
    },
    unlockEmpty: alerts('Unlock saved key', 'Enter your passphrase'),
    unlockRefused: alerts('Unlock saved key', 'Incorrect passphrase. Please check your passphrase and try again.'),
    accounts: async () => {
      await expect(dialog(page, 'Saved accounts').getByRole('listitem')).toHaveCount(1);
    },
    accountUnlock: async () => {
      await expect(button(dialog(page, 'Unlock saved key'), 'Unlock & Log in')).toBeVisible();
    },
    accountRefused: alerts('Unlock saved key', 'Invalid passphrase or no saved account'),
    deleting: shows('Delete saved key', 'It cannot be brought back'),
    noAccounts: shows('Saved accounts', 'No saved accounts found on this device.'),
  };
};

/** The topmost dialog: the others are hidden under it. */
const top = (page: Page) => page.getByRole('dialog').last();

const loginEvents = ({ page, extension, npub }: World) => {
  const askExtension = async (mood: ExtensionMood) => {
    extension.mood = mood;
    await button(top(page), /^NIP-07 Extension/).click();
  };
  const typePubkey = async (text: string) => {
    await page.getByRole('textbox', { name: 'Or look around with a public key' }).last().fill(text);
    await button(top(page), 'Save').click();
  };
  const openForm = async () => button(top(page), /^Nsec Secret Key/).click();
  return {
    openOptions: async () => {
      await leaveSettings(page);
      await button(page.getByRole('navigation', { name: 'Main' }), 'Log in').click();
    },
    chooseNsec: openForm,
    chooseGenerate: () => button(page, /^Generate a new user key/).click(),
    chooseSaved: () => button(top(page), /^Saved Account/).click(),
    typeBadPubkey: () => typePubkey('npub1nobody'),
    typePubkey: () => typePubkey(npub),
    askRefusingExtension: () => askExtension('refuses'),
    askSilentExtension: () => askExtension('silent'),
    askExtension: () => askExtension('answers'),
    stopWaiting: () => button(top(page), 'Cancel').click(),
    typeBadSecret: async () => {
      await field(page, 'Secret key').fill('not a key');
      await button(top(page), 'Log in').click();
    },
    typeNsec: async () => {
      await field(page, 'Secret key').fill(KEY.nsec);
      await button(top(page), 'Log in').click();
    },
    typeDifferentPassphrases: async () => {
      await field(page, 'Secret key').fill(KEY.nsec);
      await page.getByRole('checkbox', { name: 'Save it on this device' }).check();
      await typeToKeep(page, WRONG);
    },
    typeNsecToKeep: () => typeToKeep(page, PASSPHRASE),
    generate: () => button(top(page), 'Generate key').click(),
    goOn: async () => {
      await page.getByRole('checkbox', { name: 'I have saved the secret key somewhere safe' }).check();
      await button(top(page), 'Log in').click();
    },
    skip: async () => {
      await button(top(page), 'Log in without saving').click();
      await skipWelcome(page);
    },
    save: async () => {
      await typeToKeep(page, PASSPHRASE);
      await skipWelcome(page);
    },
    close: () => page.keyboard.press('Escape'),
  };
};

const keyEvents = ({ page }: World) => {
  const inPanel = (name: RegExp | string) => async () => button(await openPanel(page), name).click();
  const press = (name: RegExp | string) => () => button(top(page), name).click();
  return {
    cancel: press('Cancel'),
    back: () => button(top(page), /^(Back|Cancel)$/).click(),
    lock: inPanel('Lock now'),
    unlock: inPanel('Unlock key'),
    view: inPanel(/^View nsec/),
    hide: press('Hide and close'),
    empty: press(/^Unlock/),
    wrong: () => submitPassphrase(page, WRONG),
    right: () => submitPassphrase(page, PASSPHRASE),
    askSignOut: inPanel(/^Sign Out/),
    signOut: async () => {
      await inPanel(/^Sign Out/)();
      await button(dialog(page, 'Sign out'), 'Sign out').click();
    },
    confirm: press('Sign out'),
    choose: () => top(page).getByRole('listitem').getByRole('button').first().click(),
    askDelete: press(/^Delete the saved key of /),
    delete: async () => {
      const radio = page.getByRole('radio', { name: 'Sign out and delete saved key' });
      if ((await radio.count()) === 1) await radio.check();
      await button(top(page), /delete saved key$/i).click();
    },
  };
};

test('[LOGIN-01][LOGIN-03][LOGIN-08][LOGIN-10][LOGIN-21][LOGIN-27][LOGIN-32][LOGIN-33][LOGIN-35][LOGIN-39][KEY-17][KEY-19][KEY-34][SET-13][SET-16][SET-22][SET-23] every way through login and keys that a user can take', async ({
  page,
  context,
  network,
}) => {
  test.setTimeout(LIMIT_MS);
  const extension: { mood: ExtensionMood; key: ReturnType<typeof testKey> } = { mood: 'answers', key: testKey(22) };
  await injectExtension(context, extension);
  await skipSplash(page);
  await page.goto(`${network.url}/about`);
  const world = { page, extension, npub: network.devnet.content.guide.person.npub };
  const events = { ...loginEvents(world), ...keyEvents(world) };
  const [path] = createTestModel(loginModel).getPathsFromEvents([...tourOf(loginModel)] as never);
  expect(new Set(path!.steps.map(({ state }) => state.value)).size).toBe(Object.keys(loginModel.states).length);
  await path!.test({
    states: statesOf(world),
    events: Object.fromEntries(
      Object.entries(events).map(([name, act]) => [name, async () => test.step(name, async () => act())]),
    ),
  });
});
