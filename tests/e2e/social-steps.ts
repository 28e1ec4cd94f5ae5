import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { npubEncode, nsecEncode } from 'nostr-tools/nip19';
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import type { Filter, NostrEvent } from '#domain/protocol/event.ts';
import { connect } from '#tests/devnet/relay-client.ts';
import { expect, type Network } from './fixtures.ts';
import { skipSplash } from './screens.ts';

/** A person who is not in the sample content, and who signs as another app of theirs does. */
export const newPerson = () => {
  const secret = Uint8Array.from(randomBytes(32));
  const pubkey = getPublicKey(secret);
  return {
    nsec: nsecEncode(secret),
    npub: npubEncode(pubkey),
    pubkey,
    sign: (kind: number, tags: string[][], content = '', secondsAgo = 3600): NostrEvent =>
      finalizeEvent({ kind, tags, content, created_at: Math.floor(Date.now() / 1000) - secondsAgo }, secret),
  };
};

export type NewPerson = ReturnType<typeof newPerson>;

/** Stores an event on a relay, as another app does. */
export const store = async (url: string, event: NostrEvent) => {
  const client = await connect(url);
  client.send('EVENT', event);
  expect((await client.until(([type]) => type === 'OK'))[2]).toBe(true);
  client.close();
};

/** What a relay holds, newest first. */
export const held = async (url: string, filter: Filter): Promise<readonly NostrEvent[]> => {
  const client = await connect(url);
  client.send('REQ', 'held', filter);
  await client.until(([type]) => type === 'EOSE');
  const events = client.messages.filter(([type]) => type === 'EVENT').map(([, , event]) => event as NostrEvent);
  client.close();
  return events.toSorted((a, b) => b.created_at - a.created_at);
};

/** Enters the nsec into the form that is open. */
export const enterNsec = async (page: Page, nsec: string) => {
  await page
    .getByLabel(/^Secret key/)
    .first()
    .click();
  await page.keyboard.insertText(nsec);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: /, your profile$/ }).waitFor();
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

/** Opens the app for somebody whose key is in memory: on the feed, or where that is not looked at. */
export const openAs = async (
  page: Page,
  { url }: Pick<Network, 'url'>,
  { nsec }: Pick<NewPerson, 'nsec'>,
  at: '/' | '/about' = '/',
) => {
  await skipSplash(page);
  await page.goto(`${url}${at}?nsecLogin=true`);
  await enterNsec(page, nsec);
};

/** Goes to a place of the app without a reload, which would forget the key. */
export const goTo = async (page: Page, place: string) => {
  await page.evaluate((path) => {
    history.pushState({}, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, place);
};

/**
 * A press that is over at once, of a button that means something else when it is held: on a busy machine a click of the mouse, which
 * is two messages to the browser, can last that long.
 */
export const pressShortly = async (button: Locator) => {
  await button.click({ trial: true });
  await button.evaluate((element: HTMLElement) => {
    const press = { bubbles: true, cancelable: true, button: 0, detail: 1 };
    element.focus();
    element.dispatchEvent(new PointerEvent('pointerdown', press));
    element.dispatchEvent(new PointerEvent('pointerup', press));
    element.dispatchEvent(new MouseEvent('click', press));
  });
};
