import type { Page } from '@playwright/test';
import { npubEncode } from 'nostr-tools/nip19';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { expect } from './fixtures.ts';
import { savedCache, type SavedCache } from './saved-cache.ts';
import { skipSplash } from './screens.ts';
import { field, logInByNsec, openSettings, panel, PASSPHRASE, testKey } from './session-steps.ts';
import { card, feedOf, filtersOf, scrollTo, test, type Writer } from './scripted-network.ts';
import { newPerson, openAs } from './social-steps.ts';

test.use({ serviceWorker: true });

const HOUR_MS = 3_600_000;

const saveRecord = (page: Page, record: unknown): Promise<void> =>
  page.evaluate(
    (value) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('keyval-store');
        opening.onerror = () => reject(opening.error!);
        opening.onsuccess = () => {
          const writing = opening.result.transaction('keyval', 'readwrite');
          writing.objectStore('keyval').put(value, 'rq-cache-v1');
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    record,
  );

const shownIn = (record: SavedCache | null): string => JSON.stringify(record?.clientState.queries ?? []);

const notes = ({ note, profile }: Writer, count = 30): NostrEvent[] => [
  profile('mira'),
  ...Array.from({ length: count }, (_, index) => note('mira', 60 * (index + 1), `Note ${index + 1} of the day.`)),
];

test.describe('the saved cache', () => {
  test.beforeEach(({ page }) => skipSplash(page));

  test('[CACHE-07] [CACHE-08] [CACHE-12] a second visit shows the notes at once although all relays are gone', async ({
    page,
    relay,
    serve,
    writer,
  }) => {
    const source = await relay({ events: notes(writer) });
    const { url } = await serve([source]);
    const began = Date.now();
    await page.goto(url);
    await expect(card(page, 'Note 1 of the day.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'mira', exact: true }).first()).toBeVisible();
    await expect.poll(async () => shownIn(await savedCache(page))).toMatch(/Note 1 of the day\..*"mira"/);
    const record = (await savedCache(page))!;
    expect(Object.keys(record).sort()).toEqual(['buster', 'clientState', 'timestamp']);
    expect(record.buster).toMatch(/\w/);
    expect(record.timestamp).toBeGreaterThanOrEqual(began);
    expect(record.timestamp).toBeLessThanOrEqual(Date.now());
    expect(Array.isArray(record.clientState.mutations)).toBe(true);

    await source.close();
    await page.goto(url);
    await expect(card(page, 'Note 1 of the day.')).toBeVisible();
    await expect(page.getByRole('article', { name: 'Note by mira' }).first()).toBeVisible();
    await expect(page.getByText('No relay is answering')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Failed to load notes' })).toBeHidden();
    await card(page, 'Note 2 of the day.').getByRole('time').click();
    await expect(page.getByRole('heading', { name: 'Note', exact: true })).toBeVisible();
    await expect(page.getByRole('article', { name: 'Note by mira' })).toContainText('Note 2 of the day.');
  });

  test('above saved notes it is said that there are no relays, and a press brings the defaults back', async ({
    page,
    relay,
    serve,
    writer,
  }) => {
    const source = await relay({ events: notes(writer) });
    const { url } = await serve([source]);
    await page.goto(`${url}/?relayStatus=true`);
    await expect.poll(async () => shownIn(await savedCache(page))).toContain('Note 1 of the day.');
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await settings.getByRole('button', { name: /^Remove 127/ }).click();
    await page
      .getByRole('dialog', { name: 'Remove relay' })
      .getByRole('button', { name: 'Remove', exact: true })
      .click();
    await page.goto(url);
    await expect(card(page, 'Note 1 of the day.')).toBeVisible();
    await expect(page.getByText('No relays yet')).toBeVisible();
    await page.getByRole('button', { name: 'Restore defaults' }).first().click();
    await expect(page.getByText('No relays yet')).toBeHidden();
    await expect(card(page, 'Note 1 of the day.')).toBeVisible();
  });

  test('[CACHE-09] [CACHE-10] [CACHE-11] [CACHE-13] a record that is too old, of another build or broken is removed', async ({
    page,
    relay,
    serve,
    writer,
  }) => {
    const source = await relay({ events: notes(writer) });
    const { url } = await serve([source]);
    await page.goto(url);
    await expect.poll(async () => shownIn(await savedCache(page))).toContain('Note 1 of the day.');
    const record = (await savedCache(page))!;
    source.set({ refuse: true });
    source.dropAll();

    const { timestamp: _, ...timeless } = record;
    const records: readonly (readonly [what: string, record: unknown, stays: boolean])[] = [
      ['23 hours old', { ...record, timestamp: Date.now() - 23 * HOUR_MS }, true],
      ['25 hours old', { ...record, timestamp: Date.now() - 25 * HOUR_MS }, false],
      ['without a timestamp', timeless, false],
      ['of another build', { ...record, buster: 'another' }, false],
      ['a text', 'no record at all', false],
      ['without queries', { ...record, clientState: { queries: 5, mutations: null } }, false],
    ];
    for (const [what, saved, stays] of records) {
      // a page of the same origin without the app, which would write the record itself
      await page.goto(`${url}/icon.svg`);
      await saveRecord(page, saved);
      await page.goto(url);
      if (stays) await expect(card(page, 'Note 1 of the day.'), what).toBeVisible();
      else await expect.poll(() => savedCache(page), what).not.toEqual(saved);
      if (!stays) await expect(page.getByRole('article'), what).toHaveCount(0);
    }

    await expect(page.getByRole('heading', { name: 'Failed to load notes' })).toBeVisible();
    source.set({ refuse: false });
    await expect(card(page, 'Note 1 of the day.')).toBeVisible();
  });
});

test('[CACHE-14] nothing is asked before what was saved is read, and what is still fresh is not asked at all', async ({
  page,
  relay,
  serve,
  writer,
}) => {
  const follows = { kind: 3, at: 1_700_000_000, tags: [['p', writer.pubkeyOf('otto')]], content: '' };
  const source = await relay({ events: [writer.profile('mira'), writer.write('mira', follows)] });
  const { url } = await serve([source]);
  const path = `${url}/npub/${npubEncode(writer.pubkeyOf('mira'))}/following`;
  const following = page.getByRole('list', { name: 'Following' }).getByRole('listitem');
  // her own; followers are asked for each time, for none were found
  const askedForLists = () =>
    filtersOf(source).filter(({ kinds, authors }) => kinds?.includes(3) && authors !== undefined).length;
  await page.goto(path);
  await expect(following).toHaveCount(1);
  await expect.poll(async () => shownIn(await savedCache(page))).toContain('profile/contacts');
  const before = askedForLists();

  // a disk that takes until the page stands there
  await page.addInitScript(() => {
    const { get } = IDBObjectStore.prototype;
    const isThere = () => document.querySelector('main [aria-current=page]') !== null;
    IDBObjectStore.prototype.get = function (key) {
      const request = get.call(this, key);
      if (key !== 'rq-cache-v1') return request;
      const late = Object.assign(new EventTarget(), { result: undefined as unknown });
      const tell = () => {
        if (!isThere()) return void requestAnimationFrame(tell);
        late.dispatchEvent(new Event('success'));
      };
      request.addEventListener('success', () => {
        late.result = request.result;
        tell();
      });
      return late as IDBRequest;
    };
  });
  await page.goto(path);
  await expect(following).toHaveCount(1);
  expect(askedForLists()).toBe(before);
});

test('the app starts offline with what was saved, without relays and without its server', async ({
  page,
  relay,
  serve,
  writer,
}) => {
  const source = await relay({ events: notes(writer) });
  const server = await serve([source]);
  await page.goto(server.url);
  await expect(card(page, 'Note 1 of the day.')).toBeVisible();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(async () => shownIn(await savedCache(page))).toMatch(/Note 1 of the day\..*"mira"/);
  await Promise.all([server.close(), source.close()]);

  await page.goto(server.url);
  await expect(card(page, 'Note 1 of the day.')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Note by mira' }).first()).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline')).toBeVisible();
  await scrollTo(page, 'Note 9 of the day.');
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  await page.goBack();
  await page.goto(`${server.url}/about`);
  await expect(page.getByRole('heading', { name: /About|Nuthatch/ }).first()).toBeVisible();

  await page.goto(`${server.url}/?inspect=true`);
  const inspector = page.getByRole('dialog', { name: 'Statechart inspector' });
  await expect(inspector.getByRole('region', { name: /^Statechart of app/ })).toBeVisible();
  await expect(inspector.getByRole('button', { name: 'Record', exact: true })).toBeVisible();
});

test('[CACHE-16] where the browser keeps nothing the app works and says so quietly', async ({
  page,
  relay,
  serve,
  writer,
}) => {
  await page.addInitScript(() => {
    const blocked = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { get: blocked });
    window.BroadcastChannel = new Proxy(BroadcastChannel, { construct: blocked });
    LockManager.prototype.request = async () => blocked();
  });
  const source = await relay({ events: notes(writer, 60) });
  await page.goto((await serve([source])).url);
  await expect(card(page, 'Note 1 of the day.')).toBeVisible();
  await expect(
    page.getByText('This browser keeps no data here: notes are not saved for the next visit.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('This browser keeps no data here')).toBeHidden();

  await scrollTo(page, 'Note 40 of the day.');
  await page.getByRole('switch', { name: 'Show replies' }).click();
  await expect(page.getByRole('switch', { name: 'Show replies' })).not.toBeChecked();
  await expect(page.getByText('your choice lasts until the page is closed')).toBeVisible();
  await card(page, 'Note 40 of the day.').getByRole('time').click();
  await expect(page.getByRole('heading', { name: 'Note', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(feedOf(page)).toBeVisible();

  await logInByNsec(page, testKey(9).nsec, PASSPHRASE);
  await expect(page.getByText('Storage is full or blocked, so no key can be saved.')).toBeVisible();
  await page.getByRole('link', { name: 'Write a note' }).first().click();
  const note = field(page, 'Your note');
  await note.fill('Kept by relays alone.');
  await note.press('Control+Enter');
  await expect.poll(() => source.published.map(({ content }) => content)).toContain('Kept by relays alone.');
});

test('a full storage is told of once and stops nothing', async ({ page, relay, serve, writer }) => {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('No room is left.', 'QuotaExceededError');
    };
  });
  const source = await relay({ events: notes(writer) });
  await page.goto((await serve([source])).url);
  await expect(card(page, 'Note 1 of the day.')).toBeVisible();
  await expect(page.getByText('Storage is full: not all notes are saved for the next visit.')).toBeVisible();
  await page.reload();
  await expect(card(page, 'Note 1 of the day.')).toBeVisible();
});

test('[CACHE-13] a saved cache that cannot be read is removed and told of', async ({ page, relay, serve, writer }) => {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.get = () => {
      throw new DOMException('The data is damaged.', 'DataError');
    };
  });
  const source = await relay({ events: notes(writer) });
  await page.goto((await serve([source])).url);
  await expect(card(page, 'Note 1 of the day.')).toBeVisible();
  // of a first visit nothing is saved
  await page.reload();
  await expect(card(page, 'Note 1 of the day.')).toBeVisible();
  await expect(page.getByText('The saved notes could not be read and were removed.')).toBeVisible();
});

test('[LOGIN-34] who is logged in stands there by name, however long ago a relay told it', async ({
  page,
  relay,
  serve,
}) => {
  const me = newPerson();
  const source = await relay({ events: [me.sign(0, [], JSON.stringify({ name: 'mia' }))] });
  const { url } = await serve([source]);
  await openAs(page, { url }, me, '/about');
  const mine = page.getByRole('link', { name: 'mia, your profile' });
  await expect(mine).toBeVisible();
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).toContain('nostrMetadata:');
  source.set({ dead: true });
  // names of others are remembered for 7 days
  await page.clock.setSystemTime(Date.now() + 8 * 86_400_000);
  await page.goto(`${url}/about`);
  await expect(mine).toBeVisible();
  await openSettings(page);
  await expect(panel(page).getByText('mia', { exact: true })).toBeVisible();
});
