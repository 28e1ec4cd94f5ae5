import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { naddrEncode, neventEncode, noteEncode, nprofileEncode, npubEncode } from 'nostr-tools/nip19';
import { expectAccessibleHere } from './axe.ts';
import { expect, serveOver } from './fixtures.ts';
import { hurryUntil } from './hurry.ts';
import { dist, openBrowser, takenOver } from './installed.ts';
import { savedCache } from './saved-cache.ts';
import { skipSplash } from './screens.ts';
import { card, test } from './scripted-network.ts';
import { button, field, logInByNsec, testKey } from './session-steps.ts';

test.use({ serviceWorker: true });

const prompt = (page: Page) => page.getByRole('region', { name: 'Install', exact: true });
const note = (page: Page) => page.getByRole('article', { name: /^Note by / }).first();
const savedText = async (page: Page): Promise<string> => JSON.stringify(await savedCache(page));
const draftOf = (page: Page) => field(page, 'Your note');

test.describe('installing', () => {
  test('[APP-01] the browser finds nothing wrong with the app, and every file of it is stored for offline use', async ({
    relay,
    writer,
  }) => {
    const source = await relay({ events: [writer.note('mira', 60, 'A note.')] });
    const server = await serveOver({ readwrite: [source.url] });
    const { context, page, close } = await openBrowser();
    const fetched: string[] = [];
    context.on('request', (request) => request.serviceWorker() && fetched.push(new URL(request.url()).pathname));
    await page.goto(server.url);
    await expect(note(page)).toBeVisible();
    await takenOver(page);
    // what is not loaded by the start comes in one file: on a slow line each costs a round trip
    expect(fetched).toContain('/offline.txt');
    expect(fetched.length).toBeLessThanOrEqual(30);
    const session = await context.newCDPSession(page);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);
    const { data, errors, url } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(url).toBe(`${server.url}/manifest.json`);
    const manifest = JSON.parse(data!) as { id: string; icons: { src: string }[]; screenshots: { src: string }[] };
    expect(manifest).toMatchObject({ id: '/', display: 'standalone', launch_handler: {}, share_target: {} });
    for (const { src } of [...manifest.icons, ...manifest.screenshots]) {
      const answer = await page.request.get(`${server.url}/${src}`);
      expect(answer.headers()['content-type'], src).toMatch(/^image\/(png|svg\+xml|jpeg)/);
    }
    const stored = await page.evaluate(async () => {
      const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const requests = (await Promise.all(caches_.map((cache) => cache.keys()))).flat();
      return requests.map(({ url }) => new URL(url).pathname);
    });
    const code = readdirSync(`${dist()}/assets`).filter((name) => !name.endsWith('.map'));
    expect(code.filter((name) => !stored.includes(`/assets/${name}`))).toEqual([]);
    expect(readdirSync(dist())).not.toContain('sw.mjs');
    await close();
    await server.close();
  });

  test("[PWA-01] [PWA-02] [PWA-04] the browser's own offer shows the prompt; 'Not now' is remembered, About still installs", async ({
    relay,
    writer,
  }) => {
    const source = await relay({ events: [writer.note('mira', 60, 'A note.')] });
    const server = await serveOver({ readwrite: [source.url] });
    const { page, close } = await openBrowser({ args: ['--bypass-app-banner-engagement-checks'] });
    await page.goto(server.url);
    await expect(prompt(page)).toBeVisible();
    await expect(prompt(page).getByRole('heading', { name: 'Install', exact: true })).toBeVisible();
    await expect(button(prompt(page), 'Install')).toBeVisible();
    await expectAccessibleHere(page, 'install prompt', prompt(page));
    const pencil = page.getByRole('link', { name: 'Write a note' }).last();
    for (const width of [390, 768]) {
      await page.setViewportSize({ width, height: 844 });
      const between = async () => {
        const [offer, below] = await Promise.all([prompt(page).boundingBox(), pencil.boundingBox()]);
        return below!.y - (offer!.y + offer!.height);
      };
      await expect.poll(between).toBeGreaterThanOrEqual(0);
    }
    await page.setViewportSize({ width: 360, height: 640 });
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    // of large letters on a small phone the words scroll
    await expect(prompt(page)).toBeInViewport({ ratio: 1 });
    for (const name of ['Not now', 'Install']) {
      await expect(button(prompt(page), name)).toBeInViewport({ ratio: 1 });
      const { y, height } = (await button(prompt(page), name).boundingBox())!;
      const around = (await prompt(page).boundingBox())!;
      expect(around.y + around.height).toBeGreaterThan(y + height);
    }
    await page.evaluate(() => (document.documentElement.style.fontSize = ''));
    await page.setViewportSize({ width: 1280, height: 800 });
    await prompt(page).getByRole('link', { name: 'About Nuthatch' }).click();
    await expect(page).toHaveURL(`${server.url}/about`);
    await page.getByRole('main').focus();
    await button(prompt(page), 'Not now').focus();
    await page.keyboard.press('Enter');
    await expect(prompt(page)).toHaveCount(0);
    // the focus is where it was before the answer
    await expect(page.getByRole('main')).toBeFocused();
    await page.reload();
    const section = page.getByRole('region', { name: 'As an app' });
    await expect(button(section, 'Install')).toBeVisible();
    await expect(prompt(page)).toHaveCount(0);
    await close();
    await server.close();
  });

  test('[PWA-03] the prompt is gone once the app is installed, and never comes in a window of its own', async ({
    relay,
    serve,
    writer,
    page,
  }) => {
    await skipSplash(page);
    const { url } = await serve([await relay({ events: [writer.note('mira', 60, 'A note.')] })]);
    const offer = (tab = page) =>
      tab.evaluate(() => {
        const event = new Event('beforeinstallprompt', { cancelable: true });
        window.dispatchEvent(Object.assign(event, { prompt: async () => ({ outcome: 'accepted' }) }));
        return event.defaultPrevented;
      });
    await page.goto(url);
    await expect(note(page)).toBeVisible();
    const other = await page.context().newPage();
    await skipSplash(other);
    await other.goto(url);
    await expect(note(other)).toBeVisible();
    expect(await offer(other)).toBe(true);
    await expect(prompt(other)).toBeVisible();
    expect(await offer()).toBe(true);
    await button(prompt(page), 'Install').click();
    await expect(prompt(page)).toHaveCount(0);
    await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
    // the browser tells only the tab it was asked in
    await expect(prompt(other)).toHaveCount(0);
    await other.close();
    await offer();
    await page.getByRole('link', { name: 'Nuthatch notes over relays' }).click();
    await expect(page.getByRole('region', { name: 'As an app' })).toContainText('Installed');
    await expect(prompt(page)).toHaveCount(0);

    const app = await openBrowser({ app: url });
    await expect(note(app.page)).toBeVisible();
    await app.page.goto(`${url}/about`);
    await expect(app.page.getByRole('region', { name: 'As an app' })).toContainText('Installed');
    await app.page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt')));
    await expect(prompt(app.page)).toHaveCount(0);
    await app.close();
  });
});

test('on an iPhone, which offers nothing, About says how the app comes to the home screen', async ({
  browser,
  relay,
  serve,
  writer,
}) => {
  const { url } = await serve([await relay({ events: [writer.note('mira', 60, 'A note.')] })]);
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1';
  const context = await browser.newContext({ userAgent, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await skipSplash(page);
  await page.goto(`${url}/about`);
  const section = page.getByRole('region', { name: 'As an app' });
  await expect(section).toContainText('Tap Share in Safari, then Add to Home Screen.');
  await expectAccessibleHere(page, 'About', section);
  await context.close();
});

test.describe('installed', () => {
  test('[PWA-14] [PWA-16] [PWA-17] [PWA-18] an app window: no splash, the last route, and wishes stand', async ({
    relay,
    writer,
  }) => {
    const notes = Array.from({ length: 40 }, (_, index) => writer.note('mira', 60 * (index + 1), `Note ${index + 1}.`));
    const source = await relay({ events: [writer.profile('mira'), ...notes] });
    const server = await serveOver({ readwrite: [source.url] });
    const { page, close } = await openBrowser({ app: server.url });
    await expect(note(page)).toBeVisible();
    expect(await page.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true);
    expect(await page.evaluate(() => sessionStorage.getItem('splash-shown'))).toBeNull();
    await expect(page.getByRole('status').filter({ hasText: 'Starting' })).toHaveCount(0);
    await page.goto(`${server.url}/about`);
    await expect(page.getByRole('heading', { level: 1, name: 'Nuthatch' })).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('lastRouteInfo'))).toContain('"/about"');
    await page.goto(server.url);
    await expect(page.getByRole('heading', { level: 1, name: 'Nuthatch' })).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/about`);
    await page.goto(`${server.url}/?settings=true`);
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
    const saved = () => page.evaluate(() => localStorage.getItem('lastRouteInfo') ?? '');
    const wishes = [
      [`/note/${neventEncode({ id: notes[3]!.id })}`, page.getByRole('article').filter({ hasText: 'Note 4.' }).first()],
      [`/npub/${npubEncode(writer.pubkeyOf('mira'))}`, note(page)],
      ['/create', draftOf(page)],
    ] as const;
    for (const [wish, shown] of wishes) {
      // what is open has been saved by now and is not saved again: the last route is another one
      await expect.poll(saved).toContain(`"path":"${new URL(page.url()).pathname}`);
      const savedAt = Date.now() - 60_000;
      await page.evaluate((at) => localStorage.setItem('lastRouteInfo', `{"path":"/about","savedAt":${at}}`), savedAt);
      await page.goto(server.url + wish);
      await expect(shown, wish).toBeVisible();
      // the first screen that is shown is saved once it is decided which one that is
      await expect.poll(saved, wish).toContain(`"path":"${wish}`);
      expect(new URL(page.url()).pathname).toBe(wish);
    }
    await close();
    await server.close();
  });
});

test.describe('what the system opens', () => {
  test.beforeEach(({ page }) => skipSplash(page));

  test('a shared text is offered beside the draft that was begun, and leaves the address', async ({
    page,
    relay,
    serve,
    writer,
  }) => {
    const { url } = await serve([await relay({ events: [writer.note('mira', 60, 'A note.')] })]);
    await page.goto(`${url}/create`);
    await draftOf(page).fill('Begun here');
    const shared = new URLSearchParams({
      title: 'A find',
      text: 'Look https://a.example/x',
      url: 'https://a.example/x',
    });
    await page.goto(`${url}/create?${shared}`);
    await expect(draftOf(page)).toHaveValue('Begun here');
    await button(page, 'Add to my note').click();
    await expect(draftOf(page)).toHaveValue('Begun here\n\nA find\nLook https://a.example/x');
    expect(page.url()).toBe(`${url}/create`);
    await page.reload();
    await expect(draftOf(page)).toHaveValue('Begun here\n\nA find\nLook https://a.example/x');
  });

  test('a shared secret key is refused and told of, and stays nowhere', async ({ page, relay, serve, writer }) => {
    const { url } = await serve([await relay({ events: [writer.note('mira', 60, 'A note.')] })]);
    const { nsec } = testKey(62);
    await page.goto(`${url}/create?${new URLSearchParams({ text: `my key ${nsec}` })}`);
    await expect(page.getByText('The shared text held a secret key and was dropped')).toBeVisible();
    await expect(draftOf(page)).toHaveValue('');
    const remains = await page.evaluate(() =>
      JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }]),
    );
    expect(remains).not.toContain(nsec.slice(0, 20));
  });

  test('links of web+nostr open their screens, and others say what they are', async ({
    page,
    relay,
    serve,
    writer,
  }) => {
    const events = [writer.profile('mira'), writer.note('mira', 60, 'A note of mira.')];
    const { id, pubkey } = events[1]!;
    const article = naddrEncode({ identifier: 'x', pubkey, kind: 30_023 });
    events.push(writer.note('mira', 30, `Read nostr:${article}`));
    events.push(writer.note('mira', 20, '', [['q', `30023:${pubkey}:x`]]));
    events.push(writer.note('mira', 10, ''));
    const answer = writer.note('mira', 5, 'Well said.', [
      ['a', `30023:${pubkey}:x`, '', 'root'],
      ['e', 'ab'.repeat(32), '', 'root'],
    ]);
    events.push(answer);
    const { url } = await serve([await relay({ events })]);
    const open = (link: string) => page.goto(`${url}/open?q=${encodeURIComponent(`web+nostr:${link}`)}`);
    for (const link of [noteEncode(id), neventEncode({ id }), `//${noteEncode(id)}`]) {
      await open(link);
      await expect(card(page, 'A note of mira.'), link).toBeVisible();
      expect(new URL(page.url()).pathname).toMatch(/^\/note\/nevent1/);
    }
    await open(nprofileEncode({ pubkey }));
    await expect(page.getByRole('heading', { level: 1, name: 'mira' })).toBeVisible();
    await open(article);
    const notShown = page.getByRole('heading', { name: 'Nuthatch cannot show this' });
    await expect(notShown).toBeVisible();
    // an address of another app, with its host exchanged
    for (const path of [noteEncode(id), `p/${neventEncode({ id, kind: 1 })}`]) {
      await page.goto(`${url}/${path}`);
      await expect(card(page, 'A note of mira.'), path).toBeVisible();
      await page.goBack();
      await expect(notShown).toBeVisible();
    }
    await page.goto(url);
    const named = page.getByRole('link', { name: 'an article by mira' });
    await expect(card(page, 'Read an article by mira')).toBeVisible();
    await expect(named).toHaveCount(2);
    await expect(page.getByRole('article').filter({ hasText: 'No text' })).toBeVisible();
    await named.last().click();
    await expect(notShown).toBeVisible();
    await expect(page.getByText('The link leads to an article.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open in another app' })).toHaveAttribute('href', `nostr:${article}`);
    await expect(page.getByRole('button', { name: 'Copy code' })).toBeVisible();
    await page.goto(`${url}/note/${noteEncode(answer.id)}`);
    await expect(card(page, 'Well said.')).toBeVisible();
    await named.click();
    await expect(notShown).toBeVisible();
    await page.goto(`${url}/note/${neventEncode({ id, author: pubkey, kind: 20 })}`);
    await expect(notShown).toBeVisible();
    await page.getByRole('link', { name: 'Open the profile of the author' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'mira' })).toBeVisible();
    await open('npub1broken');
    await expect(page.getByRole('heading', { name: 'This link leads nowhere' })).toBeVisible();
    await open(testKey(63).nsec);
    await expect(page.getByRole('heading', { name: 'That is a secret key' })).toBeVisible();
    expect(page.url()).toBe(`${url}/open`);
    await expectAccessibleHere(page, 'a link that leads nowhere');
  });

  test('the running app goes where it is launched, without a load', async ({ page, relay, serve, writer }) => {
    await page.addInitScript(() => {
      type Consumer = (launch: { targetURL: string }) => void;
      const setConsumer = (launch: Consumer) => {
        Object.assign(window, { launch });
        launch({ targetURL: location.href });
      };
      Object.defineProperty(window, 'launchQueue', { value: { setConsumer } });
    });
    const { url } = await serve([await relay({ events: [writer.note('mira', 60, 'A note.')] })]);
    const launch = (path: string) =>
      page.evaluate(
        (target) => (window as unknown as { launch: (_: object) => void }).launch({ targetURL: target }),
        url + path,
      );
    await page.goto(url);
    await expect(note(page)).toBeVisible();
    await page.waitForFunction(() => 'launch' in window);
    await page.evaluate(() => Object.assign(window, { same: true }));
    await launch('/search');
    await expect(page.getByRole('searchbox')).toBeVisible();
    await launch('/');
    await expect(page.getByRole('searchbox')).toBeVisible();
    await launch('/create?text=From%20afar');
    await expect(draftOf(page)).toHaveValue('From afar');
    await draftOf(page).fill('From afar, changed');
    await launch('/create?text=More');
    await button(page, 'Add to my note').click();
    await expect(draftOf(page)).toHaveValue('From afar, changed\n\nMore');
    expect(page.url()).toBe(`${url}/create`);
    expect(await page.evaluate(() => 'same' in window)).toBe(true);
  });
});

/** What a script that got into the page could do to the stored app: a page without a policy, and code of its own. */
const forgeStored = (page: Page) =>
  page.evaluate(async () => {
    const name = (await caches.keys()).find((key) => key.includes('precache'))!;
    const cache = await caches.open(name);
    const scripts = [...document.scripts].flatMap(({ src }) => (src ? [new URL(src).pathname] : []));
    const forged: string[] = [];
    for (const { url } of await cache.keys()) {
      const isPage = url.includes('/index.html');
      if (!isPage && !scripts.includes(new URL(url).pathname)) continue;
      const body = isPage ? '<title>Forged</title><script>window.forged = true</script>' : 'window.forged = true';
      await cache.put(
        url,
        new Response(body, { headers: { 'Content-Type': isPage ? 'text/html' : 'text/javascript' } }),
      );
      forged.push(url);
    }
    return forged;
  });

const isForged = (page: Page) => page.evaluate(() => 'forged' in window || document.title === 'Forged');

test('a script that changes the stored app changes no later load: it comes anew with its policy, or not at all', async ({
  page,
  relay,
  serve,
  writer,
}) => {
  const { url } = await serve([await relay({ events: [writer.profile('mira'), writer.note('mira', 60, 'A note.')] })]);
  await page.goto(url);
  await expect(note(page)).toBeVisible();
  await takenOver(page);
  // twice, for a worker that looked once must look again
  for (const time of [1, 2]) {
    expect((await forgeStored(page)).length, `forged ${time}`).toBeGreaterThanOrEqual(3);
    const loaded = await page.reload();
    expect(loaded?.fromServiceWorker()).toBe(true);
    expect(loaded?.headers()['content-security-policy']).toContain("default-src 'none'");
    await expect(note(page)).toBeVisible();
    expect(await isForged(page)).toBe(false);
  }
  await forgeStored(page);
  await page.context().setOffline(true);
  await expect(page.reload()).rejects.toThrow('ERR_FAILED');
  await page.context().setOffline(false);
  await page.goto(url);
  await expect(note(page)).toBeVisible();
  expect(await isForged(page)).toBe(false);
});

test.describe('offline', () => {
  test('after a day the app starts without a network and says what one can do', async ({
    page,
    relay,
    serve,
    writer,
  }) => {
    const source = await relay({ events: [writer.profile('mira'), writer.note('mira', 60, 'A note.')] });
    const { url } = await serve([source]);
    await page.clock.install();
    await page.goto(url);
    await expect(note(page)).toBeVisible();
    await takenOver(page);
    await expect(note(page)).toBeVisible();
    await page.goto('about:blank');
    await page.clock.fastForward('25:00:00');
    await page.context().setOffline(true);
    // its time is not enough for an attempt to come to its end
    await page.clock.pauseAt(Date.now() + 26 * 3_600_000);
    await page.goto(url);
    await expect(page.getByText('You are offline')).toBeVisible();
    const told = page.getByRole('heading', { name: 'No notes saved here' });
    await hurryUntil(page, 'told', 1_000, () => told.isVisible());
    await expect(page.getByRole('article')).toHaveCount(0);
    await page.clock.resume();
    await page.getByRole('main').getByRole('link', { name: 'Write a note' }).click();
    await expect(draftOf(page)).toBeVisible();
    await button(page, 'Cancel').click();
    await page.context().setOffline(false);
    await expect(note(page)).toBeVisible();
  });

  test('what was read before opens without a network, with its pictures, and what cannot be says so', async ({
    page,
    network,
  }) => {
    const { person, onePicture, thread } = network.devnet.content.guide;
    const noteOf = (id: string) => `/note/${neventEncode({ id })}`;
    const shown = () =>
      page
        .getByRole('main')
        .locator('article img')
        .evaluateAll((all) => (all as HTMLImageElement[]).map((image) => image.complete && image.naturalWidth > 0));
    /** path, and what the saved cache holds once it was read */
    const visits: readonly (readonly [path: string, saved: string])[] = [
      ['/', '"queryKey":["feed"'],
      [noteOf(onePicture.id), `"queryKey":["thread","${onePicture.id}"`],
      [`/npub/${person.npub}`, `"queryKey":["profile/notes","${person.pubkey}"`],
      [noteOf(thread.root.id), `"queryKey":["thread","${thread.root.id}"`],
    ];
    await page.addInitScript(() => sessionStorage.setItem('splash-shown', 'true'));
    await page.goto(network.url);
    await expect(note(page)).toBeVisible();
    await takenOver(page);
    for (const [path, saved] of visits) {
      await page.goto(network.url + path);
      await expect(note(page)).toBeVisible();
      await expect.poll(async () => (await shown()).filter(Boolean).length, path).toBeGreaterThan(0);
      await expect.poll(() => savedText(page), path).toContain(saved);
    }
    await page.context().setOffline(true);
    for (const [path] of visits) {
      await page.goto(network.url + path);
      await expect(page.getByText('You are offline')).toBeVisible();
      await expect(note(page), path).toBeVisible();
      await expect.poll(async () => (await shown()).filter(Boolean).length, path).toBeGreaterThan(0);
    }
    // an address that ends like the name of a file
    await page.goto(`${network.url}/search?q=nostr.band`);
    await expect(page.getByRole('heading', { name: 'No relay could search' })).toBeVisible();
    await page.goto(`${network.url}${noteOf('a'.repeat(64))}`);
    await expect(page.getByRole('heading', { name: 'Note not found' })).toBeVisible();
    await page.goto(`${network.url}/licenses.md`);
    await expect(page.getByText('## react')).toBeVisible();
  });

  test('a network that goes while the first notes load is told of at once', async ({ page, relay, serve }) => {
    const source = await relay({ events: [] });
    const { url } = await serve([source]);
    await page.clock.install();
    await page.goto(url);
    await takenOver(page);
    source.set({ dead: true });
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Feed' })).toHaveCount(1);
    await page.context().setOffline(true);
    const told = page.getByRole('heading', { name: 'No notes saved here' });
    await hurryUntil(page, 'told', 1_000, () => told.isVisible());
  });

  test('a post written without a network waits and goes out when it is back', async ({
    page,
    relay,
    serve,
    writer,
  }) => {
    const source = await relay({ events: [writer.note('mira', 60, 'A note.')] });
    const { url } = await serve([source]);
    await page.clock.install();
    await page.goto(url);
    await expect(note(page)).toBeVisible();
    // the very first visit: nothing was loaded a second time
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    await logInByNsec(page, testKey(64).nsec);
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Write a note' }).first().click();
    await draftOf(page).fill('Written under ground');
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await draftOf(page).press('Control+Enter');
    const posts = page.getByRole('region', { name: 'Posts under way' });
    const queued = posts.filter({ hasText: 'Queued. Sends when you are back online' });
    await hurryUntil(page, 'queued', 1_000, () => queued.isVisible());
    await page.clock.resume();
    await page.context().setOffline(false);
    const isSent = async () => source.published.some(({ content }) => content === 'Written under ground');
    await hurryUntil(page, 'sent', 60_000, isSent);
  });
});
