import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { finalizeEvent, getPublicKey, type EventTemplate } from 'nostr-tools/pure';
import { nsecEncode } from 'nostr-tools/nip19';
import { decrypt, encrypt, getConversationKey } from 'nostr-tools/nip44';

export const PASSPHRASE = 'correct horse battery';

/** A key made from one byte: the same in every run, and nobody's. */
export const testKey = (byte: number) => {
  const secret = new Uint8Array(32).fill(byte);
  return { secret, pubkey: getPublicKey(secret), nsec: nsecEncode(secret) };
};

export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });
export const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });
export const button = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true });

/** A field does not take a secret key, and says so; Enter sends nothing in its place. */
export const expectNoSecretIn = async (text: Locator) => {
  await text.fill(`birds ${testKey(1).nsec}`);
  await text.press('Enter');
  await expect(text).toHaveValue('');
  await expect(text).toHaveAccessibleDescription(/That was a secret key\. It was removed from the field\.$/);
};

/** Passes the steps that follow a new key. */
export const skipWelcome = async (page: Page) => {
  for (const step of ['Your name and picture', 'People to follow']) await button(dialog(page, step), 'Skip').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

/** The panel of the login in the settings. */
export const panel = (page: Page): Locator => page.getByRole('region', { name: 'User Login & Keys' });

export const openSettings = async (page: Page) => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Settings' }).click();
  await panel(page).getByRole('button').first().waitFor();
};

/** Logs in by an nsec out of the login options; with a passphrase the key is saved. */
export const logInByNsec = async (page: Page, nsec: string, passphrase?: string) => {
  await button(page.getByRole('navigation', { name: 'Main' }), 'Log in').click();
  await button(dialog(page, 'Log in'), /^Nsec Secret Key/).click();
  await field(page, 'Secret key').fill(nsec);
  if (passphrase !== undefined) {
    await page.getByRole('checkbox', { name: 'Save it on this device' }).check();
    await field(page, 'Passphrase').fill(passphrase);
    await field(page, 'Repeat passphrase').fill(passphrase);
  }
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: /, your profile$/ }).waitFor();
  // its way out of the history would cross with what comes next
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

/** How the injected extension behaves; it can be changed while the page runs. */
export type ExtensionMood = 'answers' | 'silent' | 'refuses' | 'refuses without a word';

type CipherCall = { readonly act: 'encrypt' | 'decrypt'; readonly pubkey: string; readonly text: string };

/**
 * Puts a NIP-07 extension into every page of the context. It signs outside the page, as real ones do. `mood`, `key` and
 * `opens` are read at each call. `opens`: it can encrypt (NIP-44), and whether it decrypts.
 */
export const injectExtension = async (
  context: BrowserContext,
  state: { mood: ExtensionMood; key: ReturnType<typeof testKey>; opens?: boolean },
) => {
  await context.exposeFunction('extensionAnswer', async (ask: 'pubkey' | EventTemplate | CipherCall) => {
    if (state.mood === 'silent') return new Promise(() => {});
    if (state.mood === 'refuses') return { error: 'The user said no' };
    if (state.mood === 'refuses without a word') return { error: '' };
    if (ask === 'pubkey') return { value: state.key.pubkey };
    if (!('act' in ask)) return { value: finalizeEvent(ask, state.key.secret) };
    if (ask.act === 'decrypt' && state.opens !== true) return { error: 'The user said no' };
    const cipher = ask.act === 'encrypt' ? encrypt : decrypt;
    return { value: cipher(ask.text, getConversationKey(state.key.secret, ask.pubkey)) };
  });
  await context.addInitScript((canEncrypt) => {
    const { extensionAnswer } = window as unknown as {
      extensionAnswer: (ask: unknown) => Promise<{ value?: unknown; error?: string }>;
    };
    const ask = async (what: unknown) => {
      const { value, error } = await extensionAnswer(what);
      if (error === undefined) return value;
      throw error === '' ? undefined : new Error(error);
    };
    const cipher = (act: string) => (pubkey: string, text: string) => ask({ act, pubkey, text });
    Object.assign(window, {
      nostr: {
        getPublicKey: () => ask('pubkey'),
        signEvent: (event: unknown) => ask(event),
        ...(canEncrypt && { nip44: { encrypt: cipher('encrypt'), decrypt: cipher('decrypt') } }),
      },
    });
  }, state.opens !== undefined);
};
