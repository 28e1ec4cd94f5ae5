import type { Page } from '@playwright/test';
import { createCipheriv, createDecipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';
import { getPublicKey } from 'nostr-tools/pure';
import { nsecEncode } from 'nostr-tools/nip19';
import { readRemains } from '#tests/support/page-remains.ts';
import { encodingsOf, findBytes, findEncodings, takeHeap } from '#tests/support/secret-search.ts';
import { expect } from './fixtures.ts';
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

type Row = Record<string, unknown>;

/** Makes a record with nothing but Node's own cryptography. */
const sealByNode = (pubkey: string, plain: string, changes: Row = {}): Row => {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', pbkdf2Sync(PASSPHRASE, salt, 250_000, 32, 'sha256'), iv);
  const data = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return {
    pubkey: `nsec_${pubkey}`,
    kdf: 'PBKDF2',
    iterations: 250_000,
    saltB64: salt.toString('base64'),
    algo: 'AES-GCM',
    ivB64: iv.toString('base64'),
    ciphertextB64: data.toString('base64'),
    version: 1,
    timestamp: Date.now(),
    ...changes,
  };
};

/** Opens a record with nothing but Node's own cryptography. */
const openByNode = (record: Row): string => {
  const bytes = (field: string) => Buffer.from(record[field] as string, 'base64');
  const key = pbkdf2Sync(PASSPHRASE, bytes('saltB64'), record['iterations'] as number, 32, 'sha256');
  const data = bytes('ciphertextB64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes('ivB64'));
  decipher.setAuthTag(data.subarray(-16));
  return Buffer.concat([decipher.update(data.subarray(0, -16)), decipher.final()]).toString('utf8');
};

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

const expectUnlocked = async (page: Page, url: string) => {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto(`${url}/?settings=true`);
};

test.describe('a key that was typed', () => {
  test('[LOGIN-28] [KEY-12] is nowhere in the page after login', async ({ page, relay, serve, writer }) => {
    test.setTimeout(80_000);
    const [key, decoy, hidden] = [newKey(), newKey(), newKey()];
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    const { url } = await serve([await relay({ events: feedEvents(writer) })]);
    await page.goto(`${url}/?nsecLogin=true`);
    await type(page, /^Secret key/, key.nsec);
    await page.getByRole('checkbox', { name: /^Save it on this device/ }).check();
    await type(page, /^Passphrase/, PASSPHRASE);
    await type(page, /^Repeat it/, PASSPHRASE);
    await page.getByRole('button', { name: 'Save and log in' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('banner').getByRole('button', { name: 'Log in' })).toHaveCount(0);

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
    expect(openByNode(record!)).toBe(key.hex);
  });
});
