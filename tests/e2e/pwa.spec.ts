import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { neventEncode, npubEncode } from 'nostr-tools/nip19';
import { expectAccessibleHere } from './axe.ts';
import { expect, serveOver } from './fixtures.ts';
import { dist, openBrowser, takenOver } from './installed.ts';
import { draftOf, firstNote, skipSplash } from './screens.ts';
import { test } from './scripted-network.ts';
import { button } from './session-steps.ts';

test.use({ serviceWorker: true });

const prompt = (page: Page) => page.getByRole('region', { name: 'Install', exact: true });

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
    await expect(firstNote(page)).toBeVisible();
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
    await expect(firstNote(page)).toBeVisible();
    const other = await page.context().newPage();
    await skipSplash(other);
    await other.goto(url);
    await expect(firstNote(other)).toBeVisible();
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
    await expect(firstNote(app.page)).toBeVisible();
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
    await expect(firstNote(page)).toBeVisible();
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
      [`/npub/${npubEncode(writer.pubkeyOf('mira'))}`, firstNote(page)],
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
