import type { Page } from '@playwright/test';
import { expectAccessibleHere } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { savedCache, savedGroups, type SavedCache } from './saved-cache.ts';
import { skipSplash } from './screens.ts';
import { button, dialog, logInByNsec, testKey } from './session-steps.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Cache', exact: true });
const groups = (page: Page) => section(page).getByRole('list', { name: 'Cache by group' });
const line = (page: Page, group: string) => groups(page).getByRole('listitem').filter({ hasText: group });
const row = (page: Page, name: RegExp) => section(page).getByRole('button', { name });

const openCache = async (page: Page, url: string, over: '/' | '/about' = '/') => {
  await page.goto(`${url}${over}?settings=true`);
  await row(page, /^Clear Everything/).scrollIntoViewIfNeeded();
};

const groupsSaved = async (page: Page) => savedGroups(await savedCache(page));

/** All that the next page saves of its queries, one after the other. */
const watchSaves = async (page: Page): Promise<() => Promise<SavedCache[]>> => {
  await page.addInitScript(() => {
    const saves: unknown[] = [];
    Object.assign(window, { saves });
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...parts) {
      if (parts[1] === 'rq-cache-v1') saves.push(JSON.parse(JSON.stringify(parts[0])));
      return put.apply(this, parts);
    };
  });
  return () => page.evaluate(() => (window as unknown as { saves: SavedCache[] }).saves);
};

test('[CACHE-02] [SET-28] [SET-29] [SET-30] the cache by group with counts and bytes, memory and storage, and the sum', async ({
  app,
  network,
}) => {
  await app.getByRole('article').first().waitFor();
  await openCache(app, network.url);
  for (const group of ['feed', 'metadata', 'contacts', 'thread', 'zap-totals', 'other'])
    await expect(line(app, group)).toHaveText(/\d+ · \d+(\.\d)?\s[kM]B/);
  await expect(line(app, 'feed')).toHaveText(/[1-9]\d* · [1-9]\d*\skB/);
  await expect(row(app, /^Clear Everything/)).toHaveText(/[1-9]\d* items, about [1-9]\d* kB/);
  await expect(section(app).getByText('Memory pressure')).toBeVisible();
  await expect(section(app).getByText('Low', { exact: true })).toBeVisible();
  await expect(section(app).getByText(/Kept by the browser|May be removed by the browser/)).toBeVisible();
  await expect(row(app, /^Clear Preferences/)).toBeVisible();
  await expect(row(app, /^Clear Saved Keys/)).toBeVisible();
  await expect(row(app, /^Clear Stored Wallet/)).toContainText('No wallet is connected or saved');
});

test('[CACHE-17] [CACHE-19] [CACHE-30] a group is cleared after the question, is gone, and comes again', async ({
  app,
  network,
}) => {
  await app.getByRole('article').first().waitFor();
  const logged: string[] = [];
  app.on('console', (message) => logged.push(message.text()));
  const saves = await watchSaves(app);
  await openCache(app, network.url);
  await expect.poll(() => groupsSaved(app)).toContain('metadata');
  await button(line(app, 'metadata'), 'Clear metadata').click();
  const question = dialog(app, 'Clear Cache');
  await expect(question.getByText('Items')).toBeVisible();
  await button(question, 'Cancel').click();
  await expect(question).toHaveCount(0);
  expect((await savedCache(app))?.buster).toBe('nuthatch-1');

  await button(line(app, 'metadata'), 'Clear metadata').click();
  await button(question, 'Clear Cache').click();
  await expect(question).toHaveCount(0);
  // what was saved first after it: more follows soon
  const cleared = (await saves()).find(({ buster }) => /^nuthatch-1\.\d+\.metadata$/.test(buster))!;
  expect(savedGroups(cleared)).not.toContain('metadata');
  expect(savedGroups(cleared)).toContain('feed');
  await expect.poll(() => logged).toContain('Cleared: metadata');

  // the feed behind the settings asks for the names it shows again
  await expect(line(app, 'metadata')).toHaveText(/[1-9]\d* · /);
  await expect.poll(() => groupsSaved(app)).toContain('metadata');
});

test('the feed is cleared and loaded again from the relays', async ({ app, network }) => {
  await app.getByRole('article').first().waitFor();
  await app.goto(`${network.url}/?clearCache=feed`);
  await button(dialog(app, 'Clear Cache'), 'Clear Cache').click();
  await expect(dialog(app, 'Clear Cache')).toHaveCount(0);
  await expect(app.getByRole('article').first()).toBeVisible();
});

test('[CACHE-22] [SET-30] Clear Everything clears the caches, logs out, and keeps keys and choices', async ({
  app,
  network,
}) => {
  await app.getByRole('article').first().waitFor();
  await logInByNsec(app, testKey(41).nsec, 'correct horse battery');
  await app.evaluate(() => {
    localStorage.setItem('showReplies', 'false');
    localStorage.setItem('fiatRate', '{}');
  });
  await openCache(app, network.url);
  await expect(row(app, /^Clear Everything/)).toHaveText(/Logs you out/);
  await row(app, /^Clear Everything/).click();
  const question = dialog(app, 'Clear Everything');
  await expect(question).toContainText('Saved keys and accounts');
  await expect(question).not.toContainText('only in memory');
  await button(question, 'Clear Everything').click();
  await expect(question).toHaveCount(0);
  await expect(row(app, /^Clear Saved Keys/)).toHaveText(/1 account/);
  await expect(row(app, /^Clear Everything/)).not.toHaveText(/Logs you out/);
  const kept = await app.evaluate(() => Object.keys(localStorage));
  expect(kept.filter((key) => /^(?:nostrPubkey|fiatRate|nostrMetadata:.*)$/.test(key))).toEqual([]);
  expect(await app.evaluate(() => localStorage.getItem('showReplies'))).toBe('false');
});

test('[CACHE-23] a saved key that is damaged and of no account can be cleared, too', async ({
  about: app,
  network,
}) => {
  const keys = (damaged?: string) =>
    app.evaluate(
      (pubkey) =>
        new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open('nostr-feed');
          opening.onerror = () => reject(opening.error!);
          opening.onsuccess = () => {
            const database = opening.result;
            const store = database.transaction('keystore', 'readwrite').objectStore('keystore');
            if (pubkey) store.put({ pubkey });
            const counting = store.count();
            counting.onsuccess = () => {
              database.close();
              resolve(counting.result);
            };
          };
        }),
      damaged,
    );
  await app.goto(`${network.url}/about?settings=true&clearSavedKeys=true`);
  const question = dialog(app, 'Clear Saved Keys');
  // the database is there once it was looked into
  await expect(question.getByText('Saved keys', { exact: true })).toBeVisible();
  await expect(button(question, 'Clear Saved Keys')).toBeDisabled();
  expect(await keys('nsec_damaged')).toBe(1);
  await app.reload();
  await expect(question.getByRole('definition')).toHaveText('1');
  await button(question, 'Clear Saved Keys').click();
  await expect(question).toHaveCount(0);
  expect(await keys()).toBe(0);
});

test('a key that is only in memory is told of before Clear Everything', async ({ about: app }) => {
  await logInByNsec(app, testKey(42).nsec);
  await button(app.getByRole('navigation', { name: 'Main' }), 'Settings').click();
  await row(app, /^Clear Everything/).click();
  await expect(dialog(app, 'Clear Everything')).toContainText('Without your nsec you cannot log back in');
});

test('[CACHE-25] [CACHE-28] Clear Preferences says what it changes, and does it for good', async ({
  about: app,
  network,
}) => {
  const { readwrite, write, indexer, profile } = network.devnet.config;
  const [first = '', ...others] = [...readwrite, ...write, ...indexer, ...profile].map((url) => new URL(url).host);
  const relays = app.getByRole('list', { name: 'Your relays', exact: true }).getByRole('listitem');
  // one relay left, and not as it was at the start
  const chosen = JSON.stringify([{ url: readwrite[0], permission: 'read', source: 'user' }]);
  await app.evaluate((set) => {
    localStorage.setItem('imageMode', 'true');
    localStorage.setItem('nostrRelays', set);
  }, chosen);
  await app.goto(`${network.url}/about?settings=true&resetPreferences=true`);
  const question = dialog(app, 'Clear Preferences');
  await expect(question).toContainText('The feed will look different');
  await button(question, 'Clear Preferences').click();
  await expect(question).toHaveCount(0);
  for (const time of ['at once', 'after a reload']) {
    await expect(relays, time).toHaveCount(1 + others.length);
    await expect(relays.filter({ hasText: first }), time).toHaveCount(1);
    await expect(
      relays.getByRole('button', { name: `Permission of ${first}: read and write, RW` }),
      `${first}, ${time}`,
    ).toBeVisible();
    for (const host of others) await expect(relays.filter({ hasText: host }), time).toHaveCount(1);
    for (const name of ['Dark Mode', 'Image Notes Only', 'ASCII Mode', 'Color Mode', 'Show Replies', 'Image Mode'])
      await expect(app.getByRole('switch', { name, exact: true }), `${name}, ${time}`).toBeChecked();
    await app.reload();
  }
});

/** Those whose sheets differ; the others are made of the same parts. */
const SEEN = ['clearAllCaches', 'resetPreferences'];

test('[ROUTE-24] each question is opened by its address, accessible and left by the keyboard', async ({
  page: app,
  network,
}) => {
  await skipSplash(app);
  for (const [parameter, name] of [
    ['clearCache', 'Clear Cache'],
    ['clearContactsCache', 'Clear Cache'],
    ['clearAllCaches', 'Clear Everything'],
    ['clearSavedKeys', 'Clear Saved Keys'],
    ['clearStoredWallet', 'Clear Stored Wallet'],
    ['resetPreferences', 'Clear Preferences'],
  ] as const) {
    // over a screen that costs nothing
    await app.goto(`${network.url}/about?${parameter}=true`);
    const question = dialog(app, name);
    await expect(button(question, 'Cancel'), parameter).toBeVisible();
    if (SEEN.includes(parameter)) await expectAccessibleHere(app, parameter, question);
    await app.setViewportSize({ width: 1280, height: 800 });
    await app.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(app).toHaveURL(`${network.url}/about`);
  }
});

test('[CACHE-21] the keyboard leads from the settings through the question and back', async ({
  page: app,
  network,
}) => {
  await skipSplash(app);
  await openCache(app, network.url);
  const clear = button(line(app, 'contacts'), 'Clear contacts');
  await clear.focus();
  await app.keyboard.press('Enter');
  const question = dialog(app, 'Clear Cache');
  await expect(question).toBeVisible();
  await button(question, 'Clear Cache').focus();
  await app.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(clear).toBeFocused();
});

test('[CACHE-24] a wallet connection of an older version is offered to be cleared, and is', async ({
  about: app,
  network,
}) => {
  const nameOf = (prefix: string) => `${prefix}_${'ab'.repeat(32)}`;
  await app.evaluate(
    (names) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('nostr-feed', 8);
        opening.addEventListener('upgradeneeded', () =>
          opening.result.createObjectStore('keystore', { keyPath: 'pubkey' }).createIndex('timestamp', 'timestamp'),
        );
        opening.addEventListener('error', () => reject(opening.error!));
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction('keystore', 'readwrite');
          for (const pubkey of names) writing.objectStore('keystore').put({ pubkey, timestamp: 1 });
          writing.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      }),
    [nameOf('nwc'), nameOf('nsec')],
  );
  await openCache(app, network.url, '/about');
  await row(app, /^Clear Stored Wallet/).click();
  const question = dialog(app, 'Clear Stored Wallet');
  await expect(question).toContainText('Your sats stay in your wallet');
  await button(question, 'Clear Stored Wallet').click();
  await expect(question).toHaveCount(0);
  await expect(row(app, /^Clear Stored Wallet/)).toContainText('No wallet is connected or saved');
  const left = await app.evaluate(
    () =>
      new Promise<IDBValidKey[]>((resolve) => {
        const opening = indexedDB.open('nostr-feed');
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('keystore').objectStore('keystore').getAllKeys();
          reading.addEventListener('success', () => resolve(reading.result));
        });
      }),
  );
  expect(left).toEqual([nameOf('nsec')]);
});

test('without room to save the user is told once, room is made, and it is saved again', async ({ page, network }) => {
  await page.addInitScript(() => {
    sessionStorage.setItem('splash-shown', 'true');
    const { put } = IDBObjectStore.prototype;
    let refusals = 1;
    IDBObjectStore.prototype.put = function (...parts) {
      if (parts[1] === 'rq-cache-v1' && (refusals -= 1) >= 0) throw new DOMException('no room', 'QuotaExceededError');
      return put.apply(this, parts);
    };
  });
  await page.goto(network.url);
  await expect(page.getByText('Storage is full: not all notes are saved for the next visit.')).toBeVisible();
  await expect.poll(() => groupsSaved(page)).toContain('feed');
  await expect(page.getByRole('article').first()).toBeVisible();
});

/** Whatever the next pages save of their queries waits, for as long as they are told to. */
const holdSaves = async (page: Page): Promise<(held: boolean) => Promise<void>> => {
  await skipSplash(page);
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    Object.assign(window, { held: false });
    // holds the transaction open until it is let go
    IDBObjectStore.prototype.put = function (...parts) {
      if (parts[1] !== 'rq-cache-v1') return put.apply(this, parts);
      const wait = () => {
        if ((window as unknown as { held: boolean }).held) this.get('nothing').addEventListener('success', wait);
        else put.apply(this, parts);
      };
      wait();
      return this.get('nothing') as IDBRequest<IDBValidKey>;
    };
  });
  return (held) => page.evaluate((is) => void Object.assign(window, { held: is }), held);
};

test('[CACHE-20] the button reads Clearing... while it is busy, and the question stays', async ({ page, network }) => {
  const hold = await holdSaves(page);
  await page.goto(`${network.url}/?clearContactsCache=true`);
  const question = dialog(page, 'Clear Cache');
  await button(question, 'Clear Cache').waitFor();
  await hold(true);
  await button(question, 'Clear Cache').click();
  await expect(button(question, 'Clearing...')).toHaveAttribute('aria-busy', 'true');
  await expect(button(question, 'Cancel')).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(button(question, 'Clearing...')).toBeVisible();
  await hold(false);
  await expect(question).toHaveCount(0);
});

test('a question that is left by the way back while it clears is not taken for the next one', async ({
  page,
  network,
}) => {
  const hold = await holdSaves(page);
  await openCache(page, network.url, '/about');
  await hold(true);
  await button(line(page, 'contacts'), 'Clear contacts').click();
  await button(dialog(page, 'Clear Cache'), 'Clear Cache').click();
  await button(page, 'Clearing...').waitFor();
  await page.goBack();
  await row(page, /^Clear Preferences/).click();
  const next = dialog(page, 'Clear Preferences');
  await expect(button(next, 'Clear Preferences')).toBeDisabled();
  await hold(false);
  await button(next, 'Clear Preferences').click();
  await expect(next).toHaveCount(0);
});
