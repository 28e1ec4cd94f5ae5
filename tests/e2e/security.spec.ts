import type { Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { getPublicKey } from 'nostr-tools/pure';
import { nsecEncode } from 'nostr-tools/nip19';
import { openByNode, sealByNode } from '#tests/support/node-records.ts';
import { readRemains } from '#tests/support/page-remains.ts';
import { encodingsOf, findBytes, findEncodings, takeHeap } from '#tests/support/secret-search.ts';
import { expect } from './fixtures.ts';
import { skipWelcome } from './session-steps.ts';
import { test as base, type Writer } from './scripted-network.ts';

const PASSPHRASE = 'tall heron by grey water';
const WRONG = 'short heron by grey water';

/** A trace would keep copies of the fields in the page. */
const test = base.extend({});
test.use({ trace: 'off' });

const newKey = () => {
  const secret = randomBytes(32);
  return { secret, hex: secret.toString('hex'), nsec: nsecEncode(secret), pubkey: getPublicKey(secret) };
};

/** undefined for a number that is no key */
const pubkeyOf = (hex: string): string | undefined => {
  try {
    return getPublicKey(Buffer.from(hex, 'hex'));
  } catch {
    return undefined;
  }
};

type Row = Record<string, unknown>;

/** All rows of the store of saved keys, as they lie there. */
const rowsOf = (page: Page): Promise<Row[]> =>
  page.evaluate(
    () =>
      new Promise<Row[]>((resolve, reject) => {
        const request = indexedDB.open('nostr-feed');
        request.addEventListener('error', () => reject(new Error('unreadable')));
        request.addEventListener('success', () => {
          const all = request.result.transaction('keystore').objectStore('keystore').getAll();
          all.addEventListener('success', () => resolve(all.result as Row[]));
          request.result.close();
        });
      }),
  );

/** Leaves records as an earlier version of the database had them. */
const leaveRecords = (page: Page, version: number, rows: readonly Row[]) =>
  page.evaluate(
    ([at, records]) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('nostr-feed', at);
        request.addEventListener('error', () => reject(new Error('not opened')));
        request.addEventListener('upgradeneeded', () => {
          const store = request.result.createObjectStore('keystore', { keyPath: 'pubkey' });
          store.createIndex('timestamp', 'timestamp');
          for (const record of records) store.put(record);
        });
        request.addEventListener('success', () => {
          request.result.close();
          resolve();
        });
      }),
    [version, rows] as const,
  );

/** Types as a keyboard does: no script of the page or of the test sees the text before its field. */
const type = async (page: Page, label: RegExp, text: string) => {
  await page.getByLabel(label).first().click();
  await page.keyboard.insertText(text);
};

const feedEvents = ({ note, profile }: Writer) => [profile('mira'), note('mira', 60, 'Good morning.')];

/** The login panel of the settings. */
const openSettings = async (page: Page) => {
  await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('region', { name: 'User Login & Keys' })).toBeVisible();
};

test.describe('a key that was typed', () => {
  test('[LOGIN-28] [KEY-12] is nowhere in the page after login', async ({ page, relay, serve, writer }) => {
    const [key, decoy, hidden] = [newKey(), newKey(), newKey()];
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    const { url } = await serve([await relay({ events: feedEvents(writer) })]);
    await page.goto(`${url}/?nsecLogin=true`);
    await type(page, /^Secret key/, key.nsec);
    await page.getByRole('checkbox', { name: /^Save it on this device/ }).check();
    await type(page, /^Passphrase/, PASSPHRASE);
    await type(page, /^Repeat passphrase/, PASSPHRASE);
    await page.getByRole('button', { name: 'Save and log in' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('banner').getByRole('button', { name: 'Log in' })).toHaveCount(0);

    // also the key that is shown is gone once it is hidden
    await openSettings(page);
    await page.getByRole('button', { name: /^View nsec/ }).click();
    await type(page, /^Passphrase/, PASSPHRASE);
    await page.getByRole('button', { name: 'Show the key' }).click();
    await expect(page.getByText('Passphrase verified')).toBeVisible();
    await page.getByRole('button', { name: 'Hide and close' }).click();
    await expect(page.getByRole('dialog', { name: 'View nsec' })).toHaveCount(0);

    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.enable');
    // the searches prove themselves on another key
    await session.send('Runtime.evaluate', {
      expression: `{
        const text = ${JSON.stringify(decoy.hex)}.slice(0);
        window.decoy = (() => { const kept = text + '.'; return () => kept.length; })();
        const bytesOf = (hex) => Uint8Array.from(hex.match(/../g).map((pair) => parseInt(pair, 16)));
        window.decoyBytes = { list: [bytesOf(text)] };
        window.decoyClosure = ((kept) => () => kept.length)(bytesOf(${JSON.stringify(hidden.hex)}));
        sessionStorage.setItem('decoy', text);
      }`,
    });
    const remains = await page.evaluate(readRemains);
    expect(remains['actors']).toContain('login');
    expect(remains['actors']!.split('\n').length).toBeGreaterThan(10);
    expect(findEncodings(remains['session storage']!, decoy.hex)).toContain('hex');
    for (const [place, text] of Object.entries({ ...remains, console: said.join('\n') }))
      expect([place, findEncodings(text, key.hex), text.includes(PASSPHRASE)]).toEqual([place, [], false]);

    const heap = await takeHeap(session);
    const found = await findBytes(session, heap, [key.hex, decoy.hex, hidden.hex]);
    expect(found.toSorted()).toEqual([decoy.hex, hidden.hex].toSorted());
    expect(heap.length).toBeGreaterThan(1_000_000);
    expect(findEncodings(heap, decoy.hex)).toContain('hex');
    expect([findEncodings(heap, key.hex), heap.includes(PASSPHRASE)]).toEqual([[], false]);

    const [record, ...others] = await rowsOf(page);
    expect(others).toEqual([]);
    expect(record).toMatchObject({ pubkey: `nsec_${key.pubkey}`, iterations: 250_000, version: 1 });
    expect(openByNode(record!, PASSPHRASE)).toBe(key.hex);
  });

  test('[KEY-37] that was generated and shown is gone after login', async ({ page, relay, serve, writer }) => {
    const NSEC = /nsec1[02-9ac-hj-np-z]{50,}/i;
    const { url } = await serve([await relay({ events: feedEvents(writer) })]);
    await page.goto(`${url}/?keyGeneration=true`);
    await page.getByRole('button', { name: 'Generate key' }).click();
    await page.getByRole('button', { name: 'Show the secret key' }).click();
    await expect(page.getByRole('button', { name: 'Hide the secret key' })).toBeVisible();
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.enable');
    expect((await takeHeap(session)).match(NSEC)).not.toBeNull();

    await page.getByRole('checkbox', { name: /^I have saved the secret key/ }).check();
    await page.getByRole('button', { name: 'Log in', exact: true }).last().click();
    await page.getByRole('button', { name: 'Log in without saving' }).click();
    await skipWelcome(page);
    const pubkeyHere = () => page.evaluate(() => localStorage.getItem('nostrPubkey'));
    await expect.poll(pubkeyHere).toMatch(/^[0-9a-f]{64}$/);
    const pubkey = await pubkeyHere();

    const heap = await takeHeap(session);
    expect(heap.match(NSEC)).toBeNull();
    const numbers = [...new Set(heap.match(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g))];
    expect(numbers).toContain(pubkey);
    expect(numbers.filter((hex) => pubkeyOf(hex) === pubkey)).toEqual([]);
  });

  test('[LOGIN-28] cannot be had from its worker by a script in the page', async ({ page, relay, serve, writer }) => {
    const key = newKey();
    await page.addInitScript(() => {
      const started: Worker[] = [];
      const Native = window.Worker;
      class Watched extends Native {
        constructor(url: string | URL, options?: WorkerOptions) {
          super(url, options);
          if (options?.name === 'signer') started.push(this);
        }
      }
      Object.assign(window, { Worker: Watched, started });
    });
    const { url } = await serve([await relay({ events: feedEvents(writer) })]);
    await page.goto(`${url}/?nsecLogin=true`);
    await type(page, /^Secret key/, key.nsec);
    await page.getByRole('button', { name: 'Log in', exact: true }).last().click();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    const answers = await page.evaluate(async () => {
      const { started } = window as unknown as { started: Worker[] };
      const raw = (value: unknown) => ({ type: 'RAW', value });
      const saving = { passphrase: 'chosen by a thief', algo: 'AES-GCM', timestamp: 0 };
      const call = (path: string[], ...values: unknown[]) => ({ type: 'APPLY', path, argumentList: values.map(raw) });
      const asks = [
        call(['adopt']),
        call(['saveGenerated'], saving),
        call(['generate', 'constructor'], 'return held'),
        call(['constructor']),
        call(['toString']),
        ...['held', 'secret', 'generated', '__proto__', 'hold'].map((name) => ({ type: 'GET', path: [name] })),
        { type: 'SET', path: ['constructor', 'prototype', 'fill'], value: raw('x') },
        { type: 'CONSTRUCT', path: ['hold', 'constructor'], argumentList: [raw('return this')] },
        { type: 'ENDPOINT', path: [] },
        // what a script can do, and no more: sign and decrypt as long as the key is unlocked
        call(['sign'], { kind: 1, created_at: 1, tags: [], content: 'not mine' }),
      ];
      const heard: string[] = [];
      for (const worker of started) {
        const { promise: done, resolve } = Promise.withResolvers<void>();
        worker.addEventListener('message', ({ data }) => {
          heard.push(JSON.stringify(data));
          if ((data as { id?: unknown }).id === `ask ${asks.length - 1}`) resolve();
        });
        asks.forEach((ask, index) => worker.postMessage({ id: `ask ${index}`, ...ask }, []));
        await Promise.race([done, new Promise((late) => setTimeout(late, 20_000))]);
      }
      return heard;
    });
    const text = answers.join('\n');
    expect(answers).toHaveLength(3);
    expect(text).toContain('"content":"not mine"');
    expect(text.match(/"problem":"no-key"/g)).toHaveLength(2);
    expect(findEncodings(text, key.hex)).toEqual([]);
    expect(Object.keys(encodingsOf(key.hex)).length).toBeGreaterThan(10);
  });

  test('[LOGIN-27] stays in its field when the signer cannot be loaded', async ({ page, relay, serve, writer }) => {
    const key = newKey();
    await page.context().route(/signer\.worker/, (route) => route.abort());
    const { url } = await serve([await relay({ events: feedEvents(writer) })]);
    await page.goto(`${url}/?nsecLogin=true`);
    await type(page, /^Secret key/, key.hex);
    await page.getByRole('dialog').getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('The signer of this page stopped or could not be loaded.')).toBeVisible();
    await expect(page.getByLabel(/^Secret key/).first()).toHaveValue(key.hex);
  });
});

test.describe('saved records', () => {
  const others = Array.from({ length: 5 }, newKey);
  const sound = newKey();

  test('[KEY-16] [KEY-19] [KEY-22] [KEY-26] [KEY-27] bad ones get the right words and stay; a sound one of elsewhere opens', async ({
    page,
    relay,
    serve,
    writer,
  }) => {
    const [cut, wallet, newer, foreign, mistaken] = others as [
      typeof sound,
      typeof sound,
      typeof sound,
      typeof sound,
      typeof sound,
    ];
    const uri = `nostr+walletconnect://${wallet.pubkey}?relay=wss%3A%2F%2Frelay.invalid&secret=${wallet.hex}`;
    const whole = sealByNode(cut.pubkey, cut.hex, PASSPHRASE);
    const rows: Row[] = [
      { ...whole, ciphertextB64: (whole['ciphertextB64'] as string).slice(0, 60), timestamp: 1 },
      sealByNode(wallet.pubkey, uri, PASSPHRASE, { timestamp: 2 }),
      sealByNode(newer.pubkey, newer.hex, PASSPHRASE, { version: 3, timestamp: 3 }),
      { pubkey: `nsec_${foreign.pubkey}`, app: 'another', settings: { theme: 'dark' }, timestamp: 4 },
      sealByNode(mistaken.pubkey, 'this is no key, but it is as long as one is: 64 letters in all..', PASSPHRASE, {
        timestamp: 5,
      }),
      sealByNode(sound.pubkey, sound.hex, PASSPHRASE, { timestamp: 6 }),
      { pubkey: 'settings', theme: 'dark' },
    ];
    const { url } = await serve([await relay({ events: feedEvents(writer) })]);
    await page.goto(`${url}/logo.svg`);
    await leaveRecords(page, 5, rows);
    await page.goto(`${url}/?savedAccounts=true`);

    const dialog = page.getByRole('dialog', { name: /^(Saved accounts|Unlock saved key)/ });
    const list = dialog.getByRole('list', { name: 'Accounts on this device' });
    await expect(list.getByRole('listitem')).toHaveCount(6);
    const attempt = async (place: number, passphrase: string, words: string) => {
      await list.getByRole('listitem').nth(place).getByRole('button').first().click();
      await type(page, /^Passphrase/, passphrase);
      await dialog.getByRole('button', { name: /^Unlock & / }).click();
      await expect(dialog.getByText(words)).toBeVisible();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    };
    const corrupted =
      'Your saved key appears to be corrupted. Please log in with your NSEC directly to re-save your key.';
    await attempt(0, WRONG, 'Invalid passphrase or no saved account');
    await attempt(1, PASSPHRASE, 'The decrypted key is not in the expected format');
    await attempt(2, PASSPHRASE, corrupted);
    await attempt(3, PASSPHRASE, corrupted);
    await attempt(4, PASSPHRASE, 'This saved account appears to be a wallet connection, not a private key.');
    await attempt(5, PASSPHRASE, corrupted);
    const byName = (a: Row, b: Row) => String(a['pubkey']).localeCompare(String(b['pubkey']));
    expect((await rowsOf(page)).toSorted(byName)).toEqual(rows.toSorted(byName));

    await list.getByRole('listitem').first().getByRole('button').first().click();
    await type(page, /^Passphrase/, PASSPHRASE);
    await dialog.getByRole('button', { name: /^Unlock & / }).click();
    await expect(dialog).toHaveCount(0);
    await openSettings(page);
    await expect(page.getByText('Key: Unlocked')).toBeVisible();
    expect((await rowsOf(page)).toSorted(byName)).toEqual(rows.toSorted(byName));

    // a reload locks it again
    await page.goto(`${url}/?unlockKey=true`);
    await type(page, /^Passphrase/, WRONG);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Unlock / })
      .click();
    await expect(page.getByText('Incorrect passphrase. Please check your passphrase and try again.')).toBeVisible();
  });
});
