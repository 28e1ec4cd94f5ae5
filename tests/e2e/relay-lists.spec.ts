import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { neventEncode, npubEncode, nsecEncode } from 'nostr-tools/nip19';
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { connect } from '#tests/devnet/relay-client.ts';
import { expect, test, type Network } from './fixtures.ts';
import { skipSplash } from './screens.ts';

const hostOf = (url: string) => new URL(url).host;
const section = (page: Page) => page.getByRole('region', { name: 'Relay Management' });
const row = (page: Page, url: string) =>
  section(page)
    .getByRole('list', { name: 'Your relays' })
    .getByRole('listitem')
    .filter({ hasText: hostOf(url) });
const permission = (page: Page, url: string) => row(page, url).getByRole('button', { name: /^Permission of / });

/** A person who is not in the sample content. */
const newPerson = () => {
  const secret = Uint8Array.from(randomBytes(32));
  const sign = (kind: number, tags: string[][], at: number): NostrEvent =>
    finalizeEvent({ kind, tags, content: '', created_at: at }, secret);
  return { nsec: nsecEncode(secret), pubkey: getPublicKey(secret), sign };
};

const send = async (url: string, event: NostrEvent) => {
  const client = await connect(url);
  client.send('EVENT', event);
  expect((await client.until(([type]) => type === 'OK'))[2]).toBe(true);
  client.close();
};

/** The relay list that a relay holds of somebody. */
const held = async (url: string, pubkey: string) => {
  const client = await connect(url);
  client.send('REQ', 'list', { kinds: [10_002], authors: [pubkey] });
  await client.until(([type]) => type === 'EOSE');
  const events = client.messages.filter(([type]) => type === 'EVENT').map(([, , event]) => event as NostrEvent);
  client.close();
  return events[0];
};

const nowS = () => Math.floor(Date.now() / 1000);

const logIn = async (page: Page, { url }: Network, nsec: string) => {
  await skipSplash(page);
  await page.goto(`${url}/?nsecLogin=true`);
  await page
    .getByLabel(/^Secret key/)
    .first()
    .click();
  await page.keyboard.insertText(nsec);
  await page.getByRole('button', { name: 'Log in', exact: true }).last().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

const openRelays = async (page: Page) => {
  await page.getByRole('button', { name: /^Relay Status/ }).click();
  await expect(section(page)).toBeVisible();
};

test('[APP-09] [RLIST-01] [RLIST-04] [RLIST-06] [PUB-08] the list of the user comes in at login, and a change is published', async ({
  page,
  network,
}) => {
  const { readwrite, write, indexer } = network.devnet.config;
  const [one, two] = readwrite as [string, string];
  const person = newPerson();
  const tags = [
    ['alt', 'my relays'],
    ['r', one],
    ['r', two, 'read'],
    ['r', write[0]!, 'write'],
    ['x', 'y'],
  ];
  await send(indexer[0]!, person.sign(10_002, tags, nowS() - 1_000));

  await logIn(page, network, person.nsec);
  await openRelays(page);
  await expect(permission(page, one)).toHaveText('RW');
  await expect(permission(page, two)).toHaveText('R');
  await expect(permission(page, write[0]!)).toHaveText('W');
  await expect(row(page, readwrite[2]!)).toHaveCount(0);

  await permission(page, two).click();
  await expect(permission(page, two)).toHaveText('W');
  await expect(
    section(page)
      .getByText(/Taken by|accepted/i)
      .first(),
  ).toBeVisible();
  const changed = [
    ['alt', 'my relays'],
    ['r', one],
    ['r', two, 'write'],
    ['r', write[0]!, 'write'],
    ['x', 'y'],
    ['client', 'Nuthatch'],
  ];
  for (const url of [one, two, write[0]!, indexer[0]!])
    await expect(async () => expect((await held(url, person.pubkey))?.tags).toEqual(changed)).toPass();

  await section(page).getByText('Earlier versions of your list').click();
  await section(page)
    .getByRole('button', { name: /^Publish the version of / })
    .click();
  await expect(permission(page, two)).toHaveText('R');
  const restored = [...tags, ['client', 'Nuthatch']];
  await expect(async () => expect((await held(indexer[0]!, person.pubkey))?.tags).toEqual(restored)).toPass();

  // a default that the list does not name is taken out here alone, and a later list brings it not back
  await row(page, indexer[0]!)
    .getByRole('button', { name: /^Remove / })
    .click();
  const question = page.getByRole('dialog', { name: 'Remove relay' });
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(row(page, indexer[0]!)).toHaveCount(0);
  await expect(section(page).getByRole('button', { name: 'Publish now' })).toHaveCount(0);
  await permission(page, two).click();
  await section(page).getByRole('button', { name: 'Publish now' }).click();
  await expect(section(page).getByText(/^Published: /)).toBeVisible();
  await expect(permission(page, two)).toHaveText('W');
  await expect(row(page, indexer[0]!)).toHaveCount(0);
});

test('[FEED-03] notes of a person who writes elsewhere are found by their relay list, and the page says why', async ({
  page,
  network,
}) => {
  const { write, indexer } = network.devnet.config;
  const person = newPerson();
  const note = person.sign(1, [['t', 'elsewhere']], nowS() - 60);
  await send(indexer[0]!, person.sign(10_002, [['r', write[0]!, 'write']], nowS() - 1_000));
  await send(write[0]!, note);
  await skipSplash(page);

  await page.goto(`${network.url}/npub/${npubEncode(person.pubkey)}`);
  await expect(page.getByRole('article')).toHaveCount(1);
  const why = page.locator('details').filter({ hasText: /relays were asked/ });
  const reason = why.getByRole('listitem').filter({ hasText: hostOf(write[0]!) });
  await page
    .getByRole('navigation', { name: 'Lists of the profile' })
    .getByRole('link', { name: /relays?$/ })
    .click();
  await why.locator('summary').click();
  await expect(reason).toContainText('writes there');

  await page.goto(`${network.url}/note/${neventEncode({ id: note.id, author: person.pubkey })}`);
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('button', { name: /^(seen on .*|.* asked)$/ }).click();
  const asked = page.getByRole('list', { name: /^Why th.* asked$/ }).getByRole('listitem');
  await expect(asked.filter({ hasText: hostOf(write[0]!) })).toContainText('writes there');
});

test('[RLIST-07] [RELAY-28] with a public key alone the list comes in, a change stays here and can be undone, restored defaults stay in later tabs; at sign-out the set of visitors is back', async ({
  page,
  network,
}) => {
  const { readwrite, write, indexer } = network.devnet.config;
  const [one, two, three] = readwrite as [string, string, string];
  const person = newPerson();
  const list = person.sign(
    10_002,
    [
      ['r', one],
      ['r', write[0]!, 'write'],
    ],
    nowS() - 1_000,
  );
  await send(indexer[0]!, list);
  await skipSplash(page);
  await page.addInitScript((pubkey) => localStorage.setItem('nostrPubkey', pubkey), person.pubkey);
  await page.goto(`${network.url}/?relayStatus=true`);
  await expect(permission(page, one)).toHaveText('RW');
  await expect(row(page, two)).toHaveCount(0);

  await permission(page, one).click();
  await expect(permission(page, one)).toHaveText('I');
  await expect(section(page).getByText('You are using a public key only.', { exact: false })).toBeVisible();
  await section(page).getByRole('button', { name: 'Undo' }).click();
  await expect(permission(page, one)).toHaveText('RW');
  expect((await held(indexer[0]!, person.pubkey))?.id).toBe(list.id);

  await section(page).getByRole('button', { name: 'Restore default relays' }).click();
  await expect(permission(page, two)).toHaveText('RW');
  const later = await page.context().newPage();
  await page.close();
  await skipSplash(later);
  const isRead = later
    .waitForEvent('websocket', (socket) => hostOf(socket.url()) === hostOf(indexer[0]!))
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes(list.id)));
  await later.goto(`${network.url}/?relayStatus=true`);
  await isRead;
  await expect(section(later).getByText('Looking for your published list…')).toBeHidden();
  await expect(permission(later, two)).toHaveText('RW');

  await later.getByRole('button', { name: 'Sign Out' }).click();
  await later.getByRole('dialog', { name: 'Sign out' }).getByRole('button', { name: 'Sign out' }).click();
  for (const url of [one, two, three]) await expect(permission(later, url)).toHaveText('RW');
});
