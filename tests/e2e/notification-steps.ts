import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { nsecEncode } from 'nostr-tools/nip19';
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { expect, type Network } from './fixtures.ts';
import { skipSplash } from './screens.ts';
import { logInByNsec } from './session-steps.ts';

export const nowS = () => Math.floor(Date.now() / 1000);

type Draft = { kind: number; tags?: string[][]; content?: string; created_at?: number };

const signerOf =
  (secret: Uint8Array) =>
  ({ kind, tags = [], content = '', created_at = nowS() }: Draft): NostrEvent =>
    finalizeEvent({ kind, tags, content, created_at }, secret);

/** Somebody who is not in the sample content: nothing is known of them. */
export const newPerson = () => {
  const secret = Uint8Array.from(randomBytes(32));
  return { nsec: nsecEncode(secret), pubkey: getPublicKey(secret), sign: signerOf(secret) };
};

type Someone = Pick<ReturnType<typeof newPerson>, 'pubkey' | 'sign'>;

/** A person of the sample content, who can do things to others. */
export const member = ({ devnet }: Network, handle: string) => {
  const { pubkey, secret, name } = devnet.content.people.find((person) => person.handle === handle)!;
  return { pubkey, name, nsec: nsecEncode(secret), sign: signerOf(secret) };
};

/** So many people of the sample content. */
export const members = (network: Network, count: number) =>
  network.devnet.content.people.slice(0, count).map(({ handle }) => member(network, handle));

const aboutNote = (note: NostrEvent) => [
  ['e', note.id],
  ['p', note.pubkey],
];

/** What somebody does to a note. */
export const deeds = {
  like: (by: Someone, note: NostrEvent, content = '+') => by.sign({ kind: 7, tags: aboutNote(note), content }),
  repost: (by: Someone, note: NostrEvent) => by.sign({ kind: 6, tags: aboutNote(note) }),
  reply: (by: Someone, note: NostrEvent, content: string) =>
    by.sign({
      kind: 1,
      tags: [
        ['e', note.id, '', 'root'],
        ['p', note.pubkey],
      ],
      content,
    }),
  mention: (by: Someone, { pubkey }: Pick<Someone, 'pubkey'>, content: string) =>
    by.sign({ kind: 1, tags: [['p', pubkey]], content }),
  /** of 2,100 sats */
  zap: (by: Someone, note: NostrEvent, comment: string, provider: Someone) => {
    const request = by.sign({ kind: 9734, tags: [...aboutNote(note), ['amount', '2100000']], content: comment });
    const description = ['description', JSON.stringify(request)];
    return provider.sign({ kind: 9735, tags: [...aboutNote(note), ['bolt11', 'lnbc21u1pabc'], description] });
  },
};

/** The square in the header. */
export const square = (page: Page, name: string | RegExp = /^Notifications/): Locator =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

/** The rows of the page. */
export const rows = (page: Page): Locator => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');

export const openNotifications = async (page: Page) => {
  await square(page).click();
  await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible();
};

/** Time counts in whole seconds: what happens from now on is newer. */
export const nextSecond = async () => {
  const before = nowS();
  await expect.poll(nowS, { intervals: [50] }).toBeGreaterThan(before);
};

export const WORDS = 'First frost. The feeder was empty by eight.';

/** Somebody with a note of two hours ago, that is at the relays. */
export const withNote = async ({ devnet }: Network) => {
  const me = newPerson();
  const note = me.sign({ kind: 1, content: WORDS, created_at: nowS() - 7_200 });
  await devnet.publish(note);
  return { ...me, note };
};

export const logIn = async (page: Page, { url }: Network, nsec: string) => {
  await skipSplash(page);
  await page.goto(`${url}/about`);
  await logInByNsec(page, nsec);
};
