import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { firstNote, skipSplash } from './screens.ts';

type Hints = { saveData?: boolean; effectiveType?: string };

const personOf = (note: Locator) => note.getByRole('link', { name: /, profile$/ });
const settingsOf = (page: Page, hints: Hints) =>
  page.evaluate((value) => Object.assign(navigator, { testedHints: value }), hints);

/** All that the page asks for from now on: files by their name, and what it sends to relays. */
const watchRequests = (page: Page) => {
  const files: string[] = [];
  const frames: string[] = [];
  page.on('request', (request) => void files.push(new URL(request.url()).pathname.replace('/assets/', '')));
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => void frames.push(String(payload))));
  const clear = () => void (files.length = frames.length = 0);
  return { files, frames, clear };
};

/** The feed with its clock stopped, and a pointer on nothing. */
const openStill = async (page: Page, url: string) => {
  await skipSplash(page);
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'connection', {
      get: (): Hints => (navigator as { testedHints?: Hints }).testedHints ?? { effectiveType: '4g' },
    }),
  );
  const asked = watchRequests(page);
  await page.clock.install();
  await page.goto(url);
  await expect(personOf(firstNote(page))).toBeVisible();
  // the first rows are made anew once the code of long lists is there, and with them the link under the pointer
  await expect(page.getByRole('feed', { name: 'Notes' })).toHaveAttribute('aria-busy', 'false');
  await page.clock.pauseAt(Date.now() + 5_000);
  asked.clear();
  return asked;
};

/** Requests are told in order: after this one all earlier ones are known. */
const settle = (page: Page) => page.evaluate(() => fetch('/icon.svg').then((answer) => answer.text()));

const screens = (files: readonly string[]) => files.filter((name) => /^(profile|note|about|search)-/.test(name));

test('[ROUTE-32] a link that is hovered for 80 ms loads code and data of its screen, not sooner', async ({
  page,
  network,
}) => {
  const asked = await openStill(page, network.url);
  await personOf(firstNote(page)).hover();
  await page.clock.runFor(79);
  await settle(page);
  expect(screens(asked.files)).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => screens(asked.files).join()).toMatch(/profile-/);
  await page.clock.resume();
  await expect.poll(() => asked.frames.join()).toMatch(/"kinds":\[0\].*"limit":10\b|"limit":10\b.*"kinds":\[0\]/);
  expect(new URL(page.url()).pathname).toBe('/');
});

test('[ROUTE-32] a link to the feed loads its notes before it is opened', async ({ page, network }) => {
  await skipSplash(page);
  const { frames } = watchRequests(page);
  await page.goto(`${network.url}/about`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const isAsked = () => frames.some((frame) => frame.includes('"kinds":[1,6]'));
  expect(isAsked()).toBe(false);
  await page.getByRole('link', { name: 'Nuthatch, to the feed' }).hover();
  await expect.poll(isAsked).toBe(true);
  expect(new URL(page.url()).pathname).toBe('/about');
});

test('[ROUTE-32] [ROUTE-34] [ROUTE-37] [ROUTE-38] notes are loaded; other routes, broken ids and short stays are not', async ({
  page,
  network,
}) => {
  const asked = await openStill(page, network.url);
  const bar = page.getByRole('navigation', { name: 'Main' });
  const broken = ['/npub/npub1broken', '/note/note1broken'];
  await page.evaluate((addresses) => {
    for (const [index, address] of addresses.entries()) {
      const link = Object.assign(document.createElement('a'), { href: address, textContent: address });
      Object.assign(link.style, { position: 'fixed', insetBlockEnd: 0, insetInlineStart: `${200 * index}px` });
      document.body.append(link);
    }
  }, broken);
  const others = broken.map((name) => page.getByRole('link', { name }));
  for (const link of [
    bar.getByRole('link', { name: 'Search' }),
    bar.getByRole('link', { name: /notes over/ }),
    ...others,
  ]) {
    await link.hover();
    await page.clock.runFor(1_000);
  }
  await personOf(firstNote(page)).hover();
  await page.clock.runFor(79);
  await page.mouse.move(1_279, 700);
  await page.clock.runFor(1_000);
  await settle(page);
  expect(screens(asked.files)).toEqual([]);

  await page.route('**/assets/note-*.js', (route) => route.abort());
  const time = firstNote(page)
    .getByRole('link')
    .filter({ has: page.locator('time') })
    .first();
  await time.hover();
  await page.clock.runFor(80);
  await expect.poll(() => screens(asked.files).join()).toMatch(/note-/);
  await page.clock.resume();
  await expect(firstNote(page)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unroute('**/assets/note-*.js');
  await time.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Note' })).toBeVisible();
});

test('[ROUTE-35] [ROUTE-36] nothing is loaded in data-saver mode nor on 2g', async ({ page, network }) => {
  const asked = await openStill(page, network.url);
  const person = personOf(firstNote(page));
  for (const hints of [
    { saveData: true, effectiveType: '4g' },
    { effectiveType: '2g' },
    { effectiveType: 'slow-2g' },
  ]) {
    await settingsOf(page, hints);
    await page.mouse.move(1_279, 700);
    await person.hover();
    await page.clock.runFor(1_000);
    await settle(page);
    expect(screens(asked.files), JSON.stringify(hints)).toEqual([]);
  }
  await settingsOf(page, { effectiveType: '3g' });
  await page.mouse.move(1_279, 700);
  await person.hover();
  await page.clock.runFor(80);
  await expect.poll(() => screens(asked.files).join()).toMatch(/profile-/);
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('[ROUTE-33] a finger that rests on a link for 80 ms loads its screen', async ({ page, network }) => {
    const asked = await openStill(page, network.url);
    const { x, y, width, height } = (await personOf(firstNote(page)).boundingBox())!;
    const touch = await page.context().newCDPSession(page);
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [{ x: x + width / 2, y: y + height / 2 }],
    });
    await page.clock.runFor(79);
    await settle(page);
    expect(screens(asked.files)).toEqual([]);
    await page.clock.runFor(1);
    await expect.poll(() => screens(asked.files).join()).toMatch(/profile-/);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] });
    expect(new URL(page.url()).pathname).toBe('/');
  });
});
