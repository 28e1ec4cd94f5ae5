import type { Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { npubEncode, nsecEncode } from 'nostr-tools/nip19';
import { encodeBech32 } from '#domain/protocol/bech32.ts';
import { readRemains } from '#tests/support/page-remains.ts';
import { expect } from './fixtures.ts';
import { test } from './scripted-network.ts';
import { button, dialog, field, injectExtension, openSettings, panel, testKey } from './session-steps.ts';
import { goTo } from './social-steps.ts';

const me = testKey(71);
const npub = npubEncode(me.pubkey);

/** Each of its own, so that one field does not hide another. */
const newSecret = (kind: 'nsec' | 'ncryptsec' | 'pairing'): string => {
  if (kind === 'nsec') return nsecEncode(randomBytes(32));
  if (kind === 'ncryptsec') return encodeBech32('ncryptsec', [2, 16, ...randomBytes(89)]);
  const [key, secret] = [randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString('hex'));
  return `nostr+walletconnect://${key}?relay=wss%3A%2F%2Frelay.example&secret=${secret}`;
};

const GONE = 'That was a secret key. It was removed from the field.';

/** What left the page: to relays, as pictures or documents, for a signature. The address that is typed goes to the server of the app. */
const watchLeaving = async (page: Page) => {
  const left: string[] = [];
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) left.push(request.url(), request.postData() ?? '');
  });
  page.on('websocket', (socket) => {
    left.push(socket.url());
    socket.on('framesent', ({ payload }) => left.push(String(payload)));
  });
  page.on('console', (message) => left.push(message.text()));
  return left;
};

const hide = (secret: string) => (secret.split('secret=')[1] ?? secret.split('1')[1]!).slice(0, 25).toLowerCase();

/** What stays: storages, databases, caches, address, history, title. */
const remaining = async (page: Page): Promise<string> => {
  const {
    document: _,
    fields: __,
    objects: ___,
    'performance entries': ____,
    ...kept
  } = await page.evaluate(readRemains);
  return `${JSON.stringify(kept)} ${await page.title()}`.toLowerCase();
};

const expectNothing = async (page: Page, left: readonly string[], secrets: readonly string[]) => {
  const kept = await remaining(page);
  const gone = decodeURIComponent(left.join('\n').replaceAll(/%(?![\da-f]{2})/gi, '')).toLowerCase();
  expect(secrets.filter((secret) => kept.includes(hide(secret)))).toEqual([]);
  expect(secrets.filter((secret) => gone.includes(hide(secret)))).toEqual([]);
};

for (const kind of ['nsec', 'ncryptsec', 'pairing'] as const) {
  test(`a pasted ${kind} leaves no field: nothing is sent, asked of a name server, signed or kept`, async ({
    page,
    context,
    relay,
    serve,
    writer,
  }) => {
    const secrets: string[] = [];
    const secret = () => {
      secrets.push(newSecret(kind));
      return secrets.at(-1)!;
    };
    await injectExtension(context, { mood: 'answers', key: me });
    const mine = await relay({ events: [writer.profile('mira'), writer.note('mira', 60, 'Good morning.')] });
    const left = await watchLeaving(page);
    const { url } = await serve({ readwrite: [mine.url], write: [], indexer: [], profile: [] });
    await page.goto(url);
    await openSettings(page);
    await button(panel(page), /^NIP-07 Extension/).click();
    await expect(panel(page)).toContainText('Using Extension Key');

    await test.step('relays', async () => {
      const relays = page.getByRole('region', { name: 'Relay Management' });
      const add = relays.getByRole('textbox', { name: 'Add a relay' });
      for (const text of [
        secret(),
        `wss://${secret()}`,
        `nostr:${secret().toUpperCase()}`,
        `wss://a.example/${secret()}`,
      ]) {
        await add.fill(text);
        await add.press('Enter');
        await expect(relays.getByRole('alert')).toHaveText(GONE);
        await expect(add).toHaveValue('');
      }
      if (kind !== 'pairing') {
        // in pieces that are no key by themselves
        await add.fill(
          `wss://${secret()
            .match(/.{1,15}/g)!
            .join('.')}`,
        );
        await add.press('Enter');
        await expect(relays.getByRole('alert')).toHaveText('Invalid relay URL');
      }
      await add.fill(npub);
      await add.press('Enter');
      await expect(relays.getByRole('alert')).toHaveText(
        'Invalid relay URL. That names a person or a note, not a relay.',
      );
    });

    await test.step('hashtags', async () => {
      const hashtag = page.getByRole('textbox', { name: 'Hashtags in the feed' });
      await hashtag.fill(`birds ${secret()}`);
      await expect(page.getByText(GONE)).toBeVisible();
      await expect(hashtag).toHaveValue('');
    });

    await test.step('a note', async () => {
      await goTo(page, '/create');
      const note = field(page, 'Your note');
      await note.fill(`Look: ${secret()}`);
      await expect(
        page
          .getByRole('alert')
          .getByText(/secret key (of a wallet )?in this text$/)
          .first(),
      ).toBeVisible();
      await note.press('Control+Enter');
      await note.fill(`https://pictures.example/${secret()}.png #${secret()} @${secret()}`);
      await button(page, 'Preview').click();
      await button(page, 'Preview').click();
      await note.fill('Hello');
      await button(page, 'Content warning').click();
      await page.getByRole('textbox', { name: /^Reason for the warning/ }).fill(secret());
      await note.press('Control+Enter');
      await expect(
        page
          .getByRole('alert')
          .getByText(/secret key (of a wallet )?in this text$/)
          .first(),
      ).toBeVisible();
      await button(page, 'Content warning').click();
      await button(page, 'Add picture or video').click();
      const picture = field(page, 'Picture or video link');
      await picture.fill(`https://pictures.example/${secret()}.png`);
      await picture.press('Enter');
      await expect(page.getByText('This is not a link to a picture or video')).toBeVisible();
      await button(page, 'Add picture or video').click();
      await note.fill('');
      await button(page, 'Cancel').click();
    });

    await test.step('the profile', async () => {
      await goTo(page, `/npub/${npub}?edit=true`);
      const sheet = dialog(page, 'Edit profile');
      for (const name of ['Display name', 'Username', 'About', 'Verified address', 'Lightning address']) {
        await sheet.getByRole('textbox', { name, exact: true }).fill(`${secret()}@a.example`);
        await expect(sheet.getByText('This holds a secret key.')).toBeVisible();
        await button(sheet, 'Save').click();
        await sheet.getByRole('textbox', { name, exact: true }).fill('');
      }
      for (const name of ['Picture', 'Banner', 'Website']) {
        await sheet.getByRole('textbox', { name, exact: true }).fill(`https://pictures.example/${secret()}.png`);
        await expect(sheet.getByText('This holds a secret key.')).toBeVisible();
        await button(sheet, 'Save').click();
        await sheet.getByRole('textbox', { name, exact: true }).fill('');
      }
      await button(sheet, 'Cancel').click();
    });

    await test.step('lists and search', async () => {
      for (const [part, label] of [
        ['following', 'Follow someone by their key'],
        ['mute-list', 'Mute someone by their key'],
      ] as const) {
        await goTo(page, `/npub/${npub}/${part}`);
        await field(page, label).fill(secret());
        await expect(page.getByRole('alert').getByText(GONE)).toBeVisible();
        await expect(field(page, label)).toHaveValue('');
      }
      await goTo(page, '/search');
      const search = page.getByRole('searchbox');
      await search.fill(`who is ${secret()}`);
      await expect(page.getByText('That was a secret key')).toBeVisible();
      await expect(search).toHaveValue('');
    });

    await test.step('addresses', async () => {
      // the code of a wallet is for the sheet that asks whether to connect it
      const isCode = kind === 'pairing';
      const told = isCode
        ? dialog(page, 'Connect a Lightning wallet')
        : page.getByRole('heading', { name: 'That is a secret key' });
      const expectTaken = async () => {
        await expect(told).toBeVisible();
        expect(page.url()).toBe(isCode ? `${url}/?walletConnect=true` : `${url}/open`);
      };
      const addresses = [
        `/npub/${secret()}`,
        `/search?q=${secret()}`,
        `/?relay=${secret()}`,
        `/?settings=true#${secret()}`,
      ];
      for (const address of addresses) {
        await page.goto(url + address);
        await expectTaken();
      }
      await page.goto(`${url}/about`);
      await page.evaluate((hash) => (location.hash = hash), secret());
      await expectTaken();
      await page.goBack();
      await expect(told).toHaveCount(0);
      await page.goto(`${url}/create?${new URLSearchParams({ title: 'x', text: secret() })}`);
      await expect(page.getByText(/^The shared text held (an?|the) (encrypted )?secret key/)).toBeVisible();
    });

    await page.goto(`${url}/about`);
    await expectNothing(page, left, secrets);
    expect(JSON.stringify([mine.requests, mine.published]).toLowerCase()).not.toMatch(/(nsec|ncryptsec)1|secret=/);
  });
}

test('a link to a new relay asks before it is connected to', async ({ page, relay, serve, writer }) => {
  const mine = await relay({ events: [writer.profile('mira'), writer.note('mira', 60, 'Good morning.')] });
  const other = await relay({ information: { name: 'The other one' } });
  const left = await watchLeaving(page);
  const { url } = await serve([mine]);
  const asked = () => left.filter((text) => text.includes(new URL(other.url).host));
  await page.goto(`${url}/?relay=${encodeURIComponent(other.url)}`);
  const question = dialog(page, 'Add this relay?');
  await expect(question).toContainText(other.url);
  await expect(page.getByRole('article').first()).toBeVisible();
  await button(question, 'Cancel').click();
  await expect(question).toHaveCount(0);
  expect([asked(), other.connections]).toEqual([[], 0]);
  for (const text of [npub, `wss://${npub}`, 'notaurl']) {
    await page.goto(`${url}/?relay=${encodeURIComponent(text)}`);
    await expect(page.getByRole('heading', { name: 'This is not a relay address.' })).toBeVisible();
  }
  await page.goto(`${url}/?relay=${encodeURIComponent(other.url)}`);
  await button(question, 'Add').click();
  await expect(page.getByRole('region', { name: 'Relay information' })).toContainText('The other one');
  await expect.poll(() => other.connections).toBeGreaterThan(0);
});
