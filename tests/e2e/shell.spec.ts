import type { Locator, Page, Request } from '@playwright/test';
import { npubEncode } from 'nostr-tools/nip19';
import { startScriptedRelay } from '#devnet/scripted-relay.ts';
import { encodeNote } from '#domain/protocol/identifiers.ts';
import { STRAY_PRESS_MS } from '#domain/shell/shell-limits.ts';
import { expect, serveOver, test, visit } from './fixtures.ts';
import { firstNote, pageLightness, runInstalled, skipSplash, threadOpener } from './screens.ts';
import { test as scripted } from './scripted-network.ts';
import { goTo } from './social-steps.ts';

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const pathOf = (page: Page) => new URL(page.url()).pathname;
const parameters = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test.describe('header', () => {
  visit(
    '[ROUTE-01] [HEAD-01] [HEAD-05] [HEAD-06] [HEAD-13] leads to feed, search, about and settings',
    async ({ app: page }) => {
      await expect(firstNote(page)).toBeVisible();
      await expect(page.getByRole('feed')).toHaveCount(1);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      // who is there already is led to its top
      await page.mouse.move(600, 400);
      await page.mouse.wheel(0, 1_500);
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
      await bar(page).getByRole('link', { name: 'Nuthatch, to the feed' }).click();
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
      await bar(page).getByRole('link', { name: 'Search' }).click();
      await expect(page.getByRole('searchbox')).toBeVisible();
      expect(pathOf(page)).toBe('/search');
      await bar(page).getByRole('link', { name: 'Nuthatch notes over relays' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Nuthatch' })).toBeVisible();
      expect(pathOf(page)).toBe('/about');
      await bar(page).getByRole('link', { name: 'Nuthatch, to the feed' }).click();
      await expect(firstNote(page)).toBeVisible();
      expect(pathOf(page)).toBe('/');
      await bar(page).getByRole('button', { name: 'Settings' }).click();
      await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
    },
  );

  test('[HEAD-02] [HEAD-03] [HEAD-04] shows nine lights in three rows for eleven read relays', async ({ page }) => {
    const relay = await startScriptedRelay();
    const readwrite = Array.from({ length: 11 }, (_, index) => `${relay.url}/${index}`);
    const server = await serveOver({ readwrite, write: [], indexer: [], profile: [] });
    await skipSplash(page);
    await page.goto(`${server.url}/about`);
    const lights = bar(page).getByRole('button', { name: 'Relay Status: 11 of 11 read relays connected' });
    await expect(lights).toBeVisible();
    await expect(lights).toHaveAttribute('title', 'Relay Status');
    const boxes = await lights.locator('i').evaluateAll((all) => all.map((light) => light.getBoundingClientRect().y));
    expect(boxes).toHaveLength(9);
    expect(new Set(boxes).size).toBe(3);
    await lights.click();
    await expect(page.getByRole('list', { name: 'Your relays' }).getByRole('listitem')).toHaveCount(11);
    await server.close();
    await relay.close();
  });

  visit('[HEAD-07] [ROUTE-43] stands at the bottom with a short title under 640 px', async ({ app: page }) => {
    const place = async () => (await page.getByRole('banner').boundingBox())!;
    await page.setViewportSize({ width: 640, height: 800 });
    await expect(bar(page).getByRole('link', { name: 'Nuthatch notes over relays' })).toBeVisible();
    expect((await place()).y).toBe(0);
    await page.setViewportSize({ width: 639, height: 800 });
    await expect(bar(page).getByRole('link', { name: 'Nuthatch', exact: true })).toBeVisible();
    const { y, height } = await place();
    expect(Math.round(y + height)).toBe(800);
  });

  visit(
    '[HEAD-09] [APP-05] [ROLE-01] a visitor reads everything and is shown no notifications',
    async ({ app: page, network }) => {
      await expect(firstNote(page)).toBeVisible();
      await expect(page.getByRole('link', { name: /notification/i })).toHaveCount(0);
      await expect(page.getByRole('button', { name: /notification/i })).toHaveCount(0);
      const { person, onePicture } = network.devnet.content.guide;
      await goTo(page, `/note/${encodeNote(onePicture.id)}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Note', exact: true })).toBeVisible();
      await expect(page.getByText('Fog lifted at 6:40.').first()).toBeVisible();
      await goTo(page, `/npub/${person.npub}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Ines Okafor' })).toBeVisible();
    },
  );
});

test.describe('addresses', () => {
  test('[ROUTE-05] [ROUTE-13] [ROUTE-15] open their screen, and an unknown one says so with a way back', async ({
    page,
    network,
  }) => {
    await skipSplash(page);
    await page.goto(`${network.url}/search`);
    await expect(page.getByRole('searchbox', { name: 'Search people, notes and tags' })).toBeVisible();
    await page.goto(`${network.url}/about`);
    await expect(page.getByRole('heading', { level: 1, name: 'Nuthatch' })).toBeVisible();
    await expect(page.getByText(/^\d+\.\d+\.\d+$/)).toBeVisible();
    // the service worker gives the page to every address, other than the server of the tests
    await page.route('**/npub/**', async (route) =>
      route.fulfill({ response: await route.fetch({ url: network.url }) }),
    );
    for (const broken of ['npub1broken', '%E0%A4%A']) {
      await page.goto(`${network.url}/npub/${broken}`);
      await expect(page.getByText('Invalid npub', { exact: true })).toBeVisible();
    }
    await page.goto(`${network.url}/no/such/screen`);
    await expect(page.getByRole('heading', { level: 1, name: 'This page does not exist' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'To the feed' }).click();
    await expect(firstNote(page)).toBeVisible();
    expect(pathOf(page)).toBe('/');
  });

  visit('the licences of all parts are reached from About', async ({ about: page, network }) => {
    const href = await page.getByRole('link', { name: /Licences of bundled software/ }).getAttribute('href');
    const licences = await page.request.get(`${network.url}${href}`);
    expect(licences.ok()).toBe(true);
    const text = await licences.text();
    const parts = ['react', 'xstate', '@tanstack/react-router', '@noble/curves', 'libsecp256k1', 'Atkinson', 'workbox'];
    for (const part of parts) expect(text).toContain(`## ${part}`);
  });

  test('[ROUTE-28] back without a history goes to the feed', async ({ page, network }) => {
    await skipSplash(page);
    await page.goto(`${network.url}/npub/${network.devnet.content.guide.person.npub}`);
    await page.getByRole('main').getByRole('button', { name: 'Back' }).click();
    await expect(page).toHaveURL(`${network.url}/`);
    await expect(firstNote(page)).toBeVisible();
    await page.goto(`${network.url}/note/${encodeNote(network.devnet.content.guide.onePicture.id)}`);
    await page.getByRole('main').getByRole('button', { name: 'Back' }).click();
    await expect(page).toHaveURL(`${network.url}/`);
    await expect(firstNote(page)).toBeVisible();
  });

  test('[PWA-21] [PWA-22] a path comes back to where it was left, a new one starts at its top', async ({
    page,
    network,
  }) => {
    await skipSplash(page);
    await page.setViewportSize({ width: 800, height: 400 });
    const scrolled = () => page.evaluate(() => window.scrollY);
    await page.goto(`${network.url}/npub/${network.devnet.content.guide.person.npub}/following`);
    await expect(page.getByRole('list', { name: 'Following' }).getByRole('listitem').first()).toBeVisible();
    // the whole list must stand there before one can scroll so far
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(900);
    await page.mouse.move(400, 200);
    await page.mouse.wheel(0, 420);
    await expect.poll(scrolled).toBe(420);
    await bar(page).getByRole('link', { name: 'Nuthatch notes over relays' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Nuthatch' })).toBeVisible();
    await expect.poll(scrolled).toBe(0);
    await page.goBack();
    await expect(page.getByRole('list', { name: 'Following' })).toBeVisible();
    await expect.poll(scrolled).toBe(420);
  });
});

scripted(
  '[PWA-21] [PWA-22] a place is reached, too, when what stands there comes late',
  async ({ page, relay, serve, writer }) => {
    const people = Array.from({ length: 60 }, (_, number) => ['p', number.toString(16).padStart(64, '0')]);
    const names = ['mira', 'otto'] as const;
    // farther down than what stands there while it is waited for
    const PLACE = 1_200;
    const events = names.map((name) => writer.write(name, { kind: 3, at: 1_700_000_000, tags: people, content: '' }));
    const pathOfFollows = (name: string) => `/npub/${npubEncode(writer.pubkeyOf(name))}/following`;
    // later than a page may take to grow that has all it needs
    const { url } = await serve([await relay({ events, latencyMs: 2_500 })]);
    await page.setViewportSize({ width: 800, height: 400 });
    await page.addInitScript(
      (places) => {
        if (!sessionStorage.getItem('scroll-positions')) sessionStorage.setItem('scroll-positions', places);
      },
      JSON.stringify(names.map((name) => [pathOfFollows(name), PLACE])),
    );
    const reached = async () => {
      await expect(page.getByRole('list', { name: 'Following' }).getByRole('listitem').first()).toBeVisible();
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(PLACE);
    };
    await page.goto(`${url}${pathOfFollows('mira')}`);
    await reached();
    // left before it came, the place is kept
    await page.goto(`${url}${pathOfFollows('otto')}`);
    await expect(page.getByRole('main').getByRole('link', { name: 'Following' })).toBeVisible();
    await bar(page).getByRole('link', { name: 'Nuthatch notes over relays' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Nuthatch' })).toBeVisible();
    await page.goBack();
    await reached();
    // the feed, which has no place yet, is at its top while its relays are silent
    await bar(page).getByRole('link', { name: 'Nuthatch, to the feed' }).click();
    await expect(page.locator('main .skel__late').first()).toBeVisible();
    expect(await page.evaluate(() => [window.scrollY, document.documentElement.scrollHeight > 800])).toEqual([0, true]);
  },
);

/** As most people see it. */
const inMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

test.describe('overlays', () => {
  test.use(inMotion);

  test('[ROUTE-17] [ROUTE-18] [ROUTE-20] opening adds the parameter, closing and Back remove it', async ({
    about: page,
    network,
  }) => {
    const overlays = [
      {
        over: '/about',
        opener: async () => bar(page).getByRole('button', { name: 'Settings' }),
        title: 'Settings',
        closer: 'Back',
        is: 'settings',
      },
      {
        over: '/about',
        opener: async () => bar(page).getByRole('button', { name: /^Relay Status/ }),
        title: 'Settings',
        closer: 'Back',
        is: 'relayStatus',
      },
      {
        over: '/',
        opener: () => threadOpener(page),
        title: /^Thread/,
        closer: 'Feed',
        is: 'thread',
      },
      {
        over: '/',
        opener: async () => firstNote(page).getByRole('button', { name: 'More' }),
        title: /^Note by/,
        closer: 'Close',
        is: 'noteMenu',
      },
    ];
    for (const { over, opener, title, closer, is } of overlays) {
      const base = `${network.url}${over}`;
      if (page.url() !== base) await page.goto(base);
      const dialog = page.getByRole('dialog', { name: title });
      await (await opener()).click();
      await expect(dialog).toBeVisible();
      expect(Object.keys(parameters(page))).toEqual([is]);
      const address = page.url();
      await dialog.getByRole('button', { name: closer, exact: true }).first().click();
      await expect(dialog).toHaveCount(0);
      await expect(page).toHaveURL(base);
      await (await opener()).click();
      await expect(dialog).toBeVisible();
      await page.goBack();
      await expect(dialog).toHaveCount(0);
      await expect(page).toHaveURL(base);
      await page.goto(address);
      await expect(dialog).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(page).toHaveURL(base);
    }
  });

  test('[ROUTE-44] a sheet fills the width under 768 px and stands in the middle from there on', async ({
    about: page,
    network,
  }) => {
    await page.setViewportSize({ width: 767, height: 800 });
    await page.goto(`${network.url}/about?removeRelay=${encodeURIComponent(network.devnet.config.readwrite[0]!)}`);
    const sheet = page.getByRole('dialog', { name: 'Remove relay' });
    const box = async () => (await sheet.boundingBox())!;
    await expect.poll(async () => Math.round((await box()).y + (await box()).height)).toBe(800);
    expect(Math.round((await box()).width)).toBe(767);
    await page.setViewportSize({ width: 768, height: 800 });
    await expect.poll(async () => Math.round((await box()).width)).toBeLessThan(600);
    const { x, y, width, height } = await box();
    expect(Math.abs(x + width / 2 - 384)).toBeLessThan(2);
    expect(y + height).toBeLessThan(790);

    // what opens from the side stands there, and leaves the page in sight
    await page.goto(`${network.url}/about?thread=${'0'.repeat(64)}`);
    const thread = page.getByRole('dialog', { name: 'Thread' });
    await expect.poll(async () => (await thread.boundingBox())?.x).toBeGreaterThan(30);
    await page.setViewportSize({ width: 767, height: 800 });
    await expect.poll(async () => (await thread.boundingBox())?.width).toBe(767);
  });

  test('[ROUTE-17] the reactions and the event of a note are in the address, each above what it was opened from', async ({
    app: page,
  }) => {
    const [menu, event] = [/^Note by/, /^Event of/].map((name) => page.getByRole('dialog', { name }));
    await firstNote(page).getByRole('button', { name: 'More' }).click();
    await menu!.getByRole('button', { name: 'Show raw event' }).click();
    await expect(event!).toBeVisible();
    await page.reload();
    await expect(event!).toBeVisible();
    for (const left of [[menu!], []]) {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(left.length);
      for (const dialog of left) await expect(dialog).toBeVisible();
    }
    // as many steps back were taken as were gone, also over the reload
    expect(await page.evaluate(() => history.state.__TSR_index)).toBe(0);
    await firstNote(page).getByRole('button', { name: /^Like/ }).click({ button: 'right' });
    await expect(page.getByRole('dialog', { name: /^React/ })).toBeVisible();
    expect(Object.keys(parameters(page))).toEqual(['react']);
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(firstNote(page)).toBeVisible();
  });

  test('[SET-01] [SET-02] [SET-04] [SET-06] [CACHE-32] [SET-12] settings change theme and filters, and stay', async ({
    about: page,
  }) => {
    expect(await pageLightness(page)).toBeLessThan(0.2);
    await bar(page).getByRole('button', { name: 'Settings' }).click();
    const settings = page.getByRole('dialog', { name: 'Settings' });
    for (const section of ['Modes', 'Filters', 'Relay Management'])
      await expect(settings.getByRole('heading', { name: section })).toBeVisible();
    await expect(settings.getByRole('switch', { name: 'Show Replies' })).toBeChecked();
    await expect(settings.getByRole('switch', { name: 'Show Reposts' })).toBeChecked();
    await expect(settings.getByRole('switch', { name: 'NSFW Disrespector' })).toBeDisabled();
    await expect(settings.getByText('Always ON', { exact: true })).toBeVisible();
    await settings.getByRole('switch', { name: 'Dark Mode' }).click();
    await expect.poll(() => pageLightness(page)).toBeGreaterThan(0.8);
    expect(await page.evaluate(() => localStorage.getItem('darkMode'))).toBe('false');
    await settings.getByRole('button', { name: 'Back' }).click();
    await page.reload();
    await expect(bar(page)).toBeVisible();
    expect(await pageLightness(page)).toBeGreaterThan(0.8);
  });

  test('[SET-07] [SET-08] [SET-09] [SET-10] [SET-11] the hashtags of the feed are added and removed', async ({
    app: page,
  }) => {
    await bar(page).getByRole('button', { name: 'Settings' }).click();
    const settings = page.getByRole('dialog', { name: 'Settings' });
    const filters = settings.getByRole('region', { name: 'Filters' });
    const field = filters.getByRole('textbox', { name: 'Hashtags in the feed' });
    const tags = filters.getByRole('button', { name: /^Remove / });
    const add = async (text: string) => {
      await field.fill(text);
      await filters.getByRole('button', { name: 'Add', exact: true }).click();
    };
    await expect(tags).toHaveCount(3);
    for (const name of ['Bitcoin', 'Nostr', 'News'])
      await expect(settings.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
    for (const text of ['##birds', '   ', 'BITCOIN']) await add(text);
    await expect(settings.getByRole('button', { name: 'Remove birds', exact: true })).toBeVisible();
    await expect(tags).toHaveCount(4);
    await settings.getByRole('button', { name: 'Remove News' }).click();
    await expect(tags).toHaveCount(3);
    await settings.getByRole('button', { name: 'Back' }).click();
    const filter = page.getByRole('group', { name: 'Hashtag filter' });
    await expect(filter.getByRole('button', { name: 'birds' })).toBeVisible();
    await expect(filter.getByRole('button', { name: 'News' })).toHaveCount(0);
  });
});

test.describe('start', () => {
  test.use(inMotion);

  test('[PWA-12] [PWA-13] the splash stands 1200 ms, fades for 400 ms, and comes once per session', async ({
    page,
    network,
  }) => {
    const splash = page.getByRole('status').filter({ hasText: 'Starting' });
    const takesPresses = () => page.evaluate(() => document.elementFromPoint(5, 5)?.closest('#root') === null);
    await page.clock.install({ time: new Date() });
    await page.clock.pauseAt(new Date(Date.now() + 1_000));
    await page.goto(`${network.url}/about`);
    await expect(splash).toBeAttached();
    await expect(page.getByText('Nuthatch', { exact: true }).first()).toBeVisible();
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('splash-shown'))).not.toBeNull();
    await page.clock.runFor(1_199);
    expect(await takesPresses()).toBe(true);
    await page.clock.runFor(1);
    await expect.poll(takesPresses).toBe(false);
    await page.clock.runFor(399);
    await expect(splash).toBeAttached();
    await page.clock.runFor(1);
    await expect(splash).not.toBeAttached();
    await page.clock.resume();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Nuthatch' })).toBeVisible();
    await expect(splash).not.toBeAttached();
  });

  test('[PWA-12] the splash gives way to the first note in the frame that paints it, and fades behind it', async ({
    page,
    network,
  }) => {
    await page.addInitScript(() => {
      const look = () => {
        const note = document.querySelector('article');
        if (!note) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          const { left, top, width } = note.getBoundingClientRect();
          const splash = document.getElementById('splash');
          const isPressed = note.contains(document.elementFromPoint(left + width / 2, top + 20));
          const isBehind = !splash || getComputedStyle(splash).zIndex === '-1';
          document.documentElement.dataset['firstNote'] = isPressed && isBehind ? 'seen' : 'covered';
        });
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { childList: true, subtree: true });
    });
    await page.goto(network.url);
    await expect(page.locator('html')).toHaveAttribute('data-first-note', 'seen');
    await expect(page.locator('#splash')).toHaveCount(0);
  });

  test('[PWA-14] [PWA-15] [PWA-16] [PWA-17] [PWA-18] [PWA-19] installed: no splash, and the last route opens again', async ({
    page,
    network,
  }) => {
    const { url } = network;
    const about = page.getByRole('heading', { level: 1, name: 'Nuthatch' });
    const saved = () =>
      page.evaluate(
        () => JSON.parse(localStorage.getItem('lastRouteInfo') ?? '{}') as { path: string; savedAt: number },
      );
    const save = (path: string, savedAt: number) =>
      page.evaluate((json) => localStorage.setItem('lastRouteInfo', json), JSON.stringify({ path, savedAt }));
    await runInstalled(page);
    await page.goto(url);
    await expect(firstNote(page)).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem('splash-shown'))).toBeNull();
    await bar(page).getByRole('link', { name: 'Nuthatch notes over relays' }).click();
    await expect(about).toBeVisible();
    await expect.poll(async () => (await saved()).path).toBe('/about');
    expect(Math.abs((await saved()).savedAt - Date.now())).toBeLessThan(60_000);

    await page.goto(url);
    await expect(about).toBeVisible();
    expect(pathOf(page)).toBe('/about');

    const days = 24 * 60 * 60 * 1_000;
    const recent = Date.now() - 29 * days;
    await save('/about', recent);
    await page.goto(url);
    await expect(about).toBeVisible();
    // one start of each kind; all are in tests/domain/shell/last-route.test.ts
    for (const [start, savedAt] of [
      ['/', Date.now() - 31 * days],
      ['/?action=x', recent],
      ['/#top', recent],
      [`/note/${encodeNote(network.devnet.content.guide.onePicture.id)}`, recent],
    ] as const) {
      // the screen that is open has been saved by now, and is not saved again
      await expect.poll(async () => (await saved()).path).toBe(pathOf(page));
      await save('/about', savedAt);
      await page.goto(`${url}${start}`);
      await expect(page.getByRole('article').first()).toBeVisible();
      expect(pathOf(page)).toBe(start.split(/[?#]/)[0]);
    }
  });

  test('[PWA-20] in a browser the root opens the feed, whatever was read last', async ({ app: page, network }) => {
    await page.evaluate(() =>
      localStorage.setItem('lastRouteInfo', JSON.stringify({ path: '/about', savedAt: Date.now() })),
    );
    await page.goto(network.url);
    await expect(firstNote(page)).toBeVisible();
    expect(pathOf(page)).toBe('/');
  });
});

/** Another document does not have it. */
const markPage = (page: Page) => page.evaluate(() => void (document.documentElement.dataset['mark'] = 'same'));
const expectSamePage = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-mark', 'same');

/** Presses 'Try again' until the code is asked for anew, which it is after a short while. */
const expectTryAgain = (page: Page, shown: Locator) =>
  expect(async () => {
    // what stands on top: notes behind it may miss a part, too
    const again = page.getByRole('button', { name: 'Try again' }).last();
    if (await again.isVisible()) await again.click({ timeout: 1_000 });
    await expect(shown).toBeVisible({ timeout: 1_000 });
  }).toPass();

test.describe('code of screens', () => {
  const isScript = (request: Request) => request.resourceType() === 'script';

  test('[ROUTE-41] is loaded with the screen, from static files', async ({ page, network }) => {
    await skipSplash(page);
    const scripts: string[] = [];
    page.on('request', (request) => isScript(request) && scripts.push(request.url()));
    await page.goto(network.url);
    await expect(firstNote(page)).toBeVisible();
    const before = new Set(scripts);
    await bar(page).getByRole('link', { name: 'Nuthatch notes over relays' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Nuthatch' })).toBeVisible();
    const added = scripts.filter((url) => !before.has(url));
    expect(added.join()).toContain('/assets/about-');
    for (const url of scripts) expect(new URL(url).pathname).toMatch(/^\/assets\/[\w.-]+\.js$/);
  });

  test('[ROUTE-42] [ERR-01] that cannot be loaded fires vite:preloadError and leaves a screen with a retry', async ({
    page,
    network,
  }) => {
    await skipSplash(page);
    await page.addInitScript(() => {
      window.addEventListener('vite:preloadError', (event) => {
        const told = sessionStorage.getItem('preload-errors') ?? '';
        sessionStorage.setItem('preload-errors', `${told}${event.cancelable ? 'cancelable' : 'final'} `);
      });
    });
    await page.goto(network.url);
    await expect(firstNote(page)).toBeVisible();
    await markPage(page);
    await page.route('**/assets/about-*.js', (route) => route.abort());
    await bar(page).getByRole('link', { name: 'Nuthatch notes over relays' }).click();
    await expect(page.getByRole('heading', { name: 'Component Error' })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('This part of the app could not be loaded.');
    await expect(page.getByRole('alert')).toContainText('Failed to fetch dynamically imported module');
    expect(await page.evaluate(() => sessionStorage.getItem('preload-errors'))).toContain('cancelable');
    // a listener that prevents the error leaves the page without that code, and it is told of in the same words
    await page.evaluate(() => window.addEventListener('vite:preloadError', (event) => event.preventDefault()));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert')).toContainText('This part of the app could not be loaded.');
    await page.unroute('**/assets/about-*.js');
    await expectTryAgain(page, page.getByRole('heading', { level: 1, name: 'Nuthatch' }));
    await expectSamePage(page);
  });

  test('[ROUTE-42] whose styles cannot be loaded is not shown without them, at a retry neither', async ({
    page,
    network,
  }) => {
    await skipSplash(page);
    await page.goto(`${network.url}/search`);
    await expect(page.getByRole('searchbox')).toBeVisible();
    let asked = 0;
    await page.route('**/assets/about-*.css', (route) => {
      asked += 1;
      return route.abort();
    });
    await bar(page).getByRole('link', { name: 'Nuthatch notes over relays' }).click();
    await expect(page.getByRole('heading', { name: 'Component Error' })).toBeVisible();
    await expect(async () => {
      await page.getByRole('button', { name: 'Try again' }).click({ timeout: 1_000 });
      expect(asked).toBeGreaterThan(1);
    }).toPass();
    await expect(page.getByRole('alert')).toContainText('This part of the app could not be loaded.');
    await page.unroute('**/assets/about-*.css');
    await expectTryAgain(page, page.getByRole('heading', { level: 1, name: 'Nuthatch' }));
    await expect(page.locator('link[rel="stylesheet"][href*="/assets/about-"]')).toHaveCount(1);
  });

  for (const [part, locale, title, reload] of [
    ['system', 'en', 'Nuthatch could not be loaded', 'Reload'],
    ['libraries', 'de', 'Nuthatch konnte nicht geladen werden', 'Neu laden'],
    ['index', 'en', 'Nuthatch could not be loaded', 'Reload'],
  ] as const)
    test(`of the start: without the file '${part}' the page says so in ${locale}, and a reload helps`, async ({
      browser,
      network,
    }) => {
      const page = await browser.newPage({ locale, serviceWorkers: 'block' });
      let loads = 0;
      page.on('framenavigated', () => (loads += 1));
      // until the reload: what asks for it by itself before would start the app
      await page.route(`**/assets/${part}-*.js`, (route) => (loads > 1 ? route.continue() : route.abort()));
      await page.goto(network.url);
      await expect(page.getByRole('alert').getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByText('Starting')).toHaveCount(0);
      await page.getByRole('button', { name: reload }).click();
      await expect(page.getByRole('article').first()).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await page.context().close();
    });

  test('of the start: a browser that is too old for it is told so', async ({ browser, network }) => {
    const page = await browser.newPage({ serviceWorkers: 'block' });
    await page.addInitScript(() => Reflect.deleteProperty(Promise, 'withResolvers'));
    await page.goto(network.url);
    await expect(page.getByRole('alert')).toContainText('this browser may be too old');
    await page.context().close();
  });

  test('[ERR-01] that an update took from the server: a reload is offered, and never done by itself; a draft is kept', async ({
    page,
    network,
  }) => {
    await skipSplash(page);
    await page.goto(`${network.url}/create`);
    const field = page.getByRole('textbox', { name: 'Your note' });
    await field.fill('Half a thought');
    await markPage(page);
    await page.route('**/assets/search-*.js', (route) => route.fulfill({ status: 404, body: 'Not found' }));
    await goTo(page, '/search');
    await expect(page.getByRole('alert')).toContainText('what you wrote is kept.');
    const reload = page.getByRole('button', { name: 'Reload' });
    await expect(reload).toBeVisible();
    await page.context().setOffline(true);
    await expect(reload).toBeHidden();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await page.context().setOffline(false);
    await expectSamePage(page);
    await page.unroute('**/assets/search-*.js');
    await reload.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
    await page.goto(`${network.url}/create`);
    await expect(field).toHaveValue('Half a thought');
  });

  test('[ERR-01] of what stands over a screen: it says so, whichever part of it is missing, and a retry loads it', async ({
    page,
    network,
  }) => {
    await skipSplash(page);
    const settings = page.getByRole('dialog', { name: 'Settings' });
    for (const part of ['soon', 'settings', 'soon|settings|kit']) {
      const files = new RegExp(`/assets/(${part})-[^/]*\\.js$`);
      await page.route(files, (route) => route.abort());
      await page.goto(`${network.url}/about`);
      await markPage(page);
      await bar(page).getByRole('button', { name: 'Settings' }).click();
      // the last: the screen below may miss it, too
      await expect(page.getByRole('alert').last()).toContainText('This part of the app could not be loaded.');
      await page.unroute(files);
      await expectTryAgain(page, settings);
      await expectSamePage(page);
    }
  });

  test('[ERR-01] of long lists: the first notes stay, with the message below them; the menu of a note says so in its place', async ({
    page,
    network,
  }) => {
    await skipSplash(page);
    await page.route('**/assets/first-*.js', (route) => route.abort());
    await page.route('**/assets/note-*.js', (route) => route.abort());
    await page.goto(network.url);
    await expect(firstNote(page)).toBeVisible();
    const said = page.getByRole('alert').filter({ hasText: 'This part of the app could not be loaded.' });
    await expect(page.getByRole('main').getByRole('alert')).toContainText('could not be loaded');
    await page.unroute('**/assets/first-*.js');
    // pressed once and at once: before it may be asked for again
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).dispatchEvent('click');
    await expect(said).toHaveCount(0);
    const sheet = page.getByRole('dialog', { name: 'Not available' });
    await expect(async () => {
      // the rows of the whole list may take the place of the first ones at this moment
      await firstNote(page).getByRole('button', { name: 'More' }).click({ timeout: 2_000 });
      await expect(sheet).toContainText('This part of the app could not be loaded.', { timeout: 2_000 });
    }).toPass();
    await page.unroute('**/assets/note-*.js');
    await expectTryAgain(page, page.getByRole('dialog', { name: /^Note by/ }));
    await expect(firstNote(page)).toBeVisible();
  });

  test('[ERR-01] of the login: a press that needs it says so, and a retry asks for the login', async ({
    page,
    network,
  }) => {
    await skipSplash(page);
    await page.route('**/assets/soon-*.js', (route) => route.abort());
    await page.goto(network.url);
    const like = firstNote(page).getByRole('button', { name: /^Like/ });
    await like.click();
    await expect(page.getByRole('alert')).toContainText('This part of the app could not be loaded.');
    await page.unroute('**/assets/soon-*.js');
    await expectTryAgain(page, page.getByRole('dialog', { name: 'Log in' }));

    await page.evaluate((pubkey) => localStorage.setItem('nostrPubkey', pubkey), 'ab'.repeat(32));
    await page.route('**/assets/soon-*.js', (route) => route.abort());
    await page.goto(network.url);
    await like.click();
    await page.unroute('**/assets/soon-*.js');
    await expect(page.getByText('This could not be loaded. Try again.')).toBeVisible();
  });

  test('of the header comes as soon as it can be had', async ({ page, network }) => {
    await skipSplash(page);
    await page.route('**/assets/first-*.js', (route) => route.abort());
    await page.goto(network.url);
    await expect(firstNote(page)).toBeVisible();
    await expect(bar(page).getByRole('button', { name: 'Log in' })).toHaveCount(0);
    await page.unroute('**/assets/first-*.js');
    await expect(bar(page).getByRole('button', { name: 'Log in' })).toBeVisible();
  });

  test('[ROUTE-42] [ERR-01] that several screens share is not asked for without end, and a retry loads it', async ({
    page,
    network,
  }) => {
    let asked = 0;
    await skipSplash(page);
    await page.route('**/assets/reading*.js', (route) => {
      asked += 1;
      return route.abort();
    });
    await page.goto(`${network.url}/note/${encodeNote(network.devnet.content.guide.onePicture.id)}`);
    await expect(page.getByRole('heading', { name: 'Component Error' })).toBeVisible();
    expect(asked).toBeLessThan(5);
    await page.unroute('**/assets/reading*.js');
    await expectTryAgain(page, page.getByText('Fog lifted at 6:40.').first());
  });

  test('[ERR-01] [ERR-02] an overlay that fails says why, or that it was unexpected', async ({ page, network }) => {
    await skipSplash(page);
    let code = 'throw new Error("The branch broke")';
    await page.route('**/assets/settings-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: code }),
    );
    const failed = page.getByRole('dialog', { name: 'Not available' });
    await page.goto(`${network.url}/about?settings=true`);
    await expect(failed.getByRole('heading', { name: 'Component Error' })).toBeVisible();
    await expect(failed.getByText('The branch broke')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(failed).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'Nuthatch' })).toBeVisible();
    code = 'throw new Error("")';
    await page.goto(`${network.url}/about?settings=true&again`);
    await expect(failed.getByText('An unexpected error occurred')).toBeVisible();
  });
});

const RELAY_INFORMATION = 'what a relay tells about itself';

test('[APP-02] [APP-03] relays are asked over websockets; HTTP goes to the app, to media and to what relays tell of themselves', async ({
  page,
  network,
}) => {
  const { devnet, url } = network;
  const asked = new Set<string>();
  const sockets = new Set<string>();
  page.on('request', (request) => {
    const isInformation = request.headers()['accept'] === 'application/nostr+json';
    asked.add(isInformation ? RELAY_INFORMATION : new URL(request.url()).origin);
  });
  page.on('websocket', (socket) => void sockets.add(socket.url().replace(/\/$/, '')));
  await page.addInitScript(() => {
    window.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      sessionStorage.setItem('violation', `${violatedDirective} ${blockedURI}`),
    );
  });
  const answer = await page.goto(url);
  const policy = (answer?.headers()['content-security-policy'] ?? '').split('; ');
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      // the one script in the page itself, by its hash
      expect.stringMatching(/^script-src 'self' 'sha256-[\w+/]{43}=' 'wasm-unsafe-eval'$/),
      "style-src 'self'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
    ]),
  );
  await expect(firstNote(page)).toBeVisible();
  await page.goto(`${url}/?thread=${devnet.content.guide.hashtags.id}`);
  await expect(page.getByRole('dialog', { name: /^Thread/ })).toBeVisible();
  await page.goto(`${url}/npub/${devnet.content.guide.person.npub}`);
  await expect(page.getByText('Confirmed:')).toBeAttached();
  await page.goto(`${url}/search?q=fog`);
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible();
  asked.delete(RELAY_INFORMATION);
  expect([...asked].sort()).toEqual([devnet.mediaUrl, url].sort());
  const relays = devnet.relays.map((relay) => relay.url.replace(/\/$/, ''));
  expect(sockets.size).toBeGreaterThan(2);
  for (const socket of sockets) expect(relays).toContain(socket);
  expect(await page.evaluate(() => sessionStorage.getItem('violation'))).toBeNull();
});

visit('the second press of a double press does nothing to what the first one brought up', async ({ app: page }) => {
  const settings = page.getByRole('dialog', { name: 'Settings' });
  const opener = bar(page).getByRole('button', { name: 'Settings' });
  /** Presses it, and in the same place what closes the dialog as soon as that is there; ms between the two. */
  const pressTwice = () =>
    opener.evaluate(async (button) => {
      const press = (element: Element, detail: number) => {
        const at = { bubbles: true, cancelable: true, detail, clientX: 300, clientY: 300 };
        for (const type of ['mousedown', 'click']) element.dispatchEvent(new MouseEvent(type, at));
      };
      const start = performance.now();
      press(button, 1);
      const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
      const closer = () => [...document.querySelectorAll('dialog button')].find((one) => one.textContent === 'Back');
      while (!closer()) await frame();
      const took = performance.now() - start;
      press(closer()!, 2);
      await frame();
      return took;
    });
  // a machine that is slower than a hand shows nothing: then it is tried once more
  await expect(async () => {
    const took = await pressTwice();
    const isOpen = await settings.isVisible();
    if (isOpen) await page.keyboard.press('Escape');
    await expect(settings).toHaveCount(0);
    expect(took).toBeLessThan(STRAY_PRESS_MS);
    expect(isOpen).toBe(true);
  }).toPass({ timeout: 60_000 });
  await opener.click();
  await settings.getByRole('button', { name: 'Back' }).click();
  await expect(settings).toHaveCount(0);
});
