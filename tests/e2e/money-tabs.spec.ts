import { chromium, expect, type Page } from '@playwright/test';
import { hand, openTabsPlace, type TabsPlace } from '#tests/support/tabs-place.ts';
import { rushInBrowser } from '#tests/support/browser-tabs.ts';
import { chromiumArgs, ensureChromium } from '../../scripts/chromium.mjs';
import { bare as test } from './fixtures.ts';
import { button, dialog } from './session-steps.ts';

const TABS = 3;
const EACH = 4;
const CLOSE_MS = 1_500;
/** ms that a mint takes, so that what is done to a page is done in the middle */
const SLOW_MS = 1_500;
const SATS = 10;

const quiet = { serviceWorkers: 'block' } as const;

const wallet = (page: Page) => dialog(page, 'Ecash wallet');

test('[PROOF-07] [PROOF-08] tabs at once, while the one that acts is closed again and again: nothing lost, no number taken twice, nobody is told of a failure', async ({
  browser,
}) => {
  const context = await browser.newContext(quiet);
  const wish = { context, seed: 'journey', tabs: TABS, each: EACH, closeEveryMs: CLOSE_MS };
  const { done, cut, told, faults, failovers } = await rushInBrowser(wish);
  expect([told, faults]).toEqual([[], []]);
  expect(done + cut).toBe(TABS * EACH);
  expect(failovers.length).toBeGreaterThan(0);
});

test('[PROOF-07] without Web Locks a second tab only shows the ecash and says so, until the first is closed', async ({
  browser,
}) => {
  const context = await browser.newContext(quiet);
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'locks', { value: undefined }));
  const place = await openTabsPlace(context, 'no locks');
  try {
    const first = await place.begin();
    const second = await place.open();
    await expect(wallet(second)).toContainText('Open in another tab');
    await expect(button(wallet(second), 'Send')).toHaveCount(0);
    await expect(wallet(first)).not.toContainText('Open in another tab');
    await second.evaluate(() => history.pushState({}, '', '/about?money=send'));
    await expect(dialog(second, 'Send ecash')).toContainText('Open in another tab');
    await expect(button(dialog(second, 'Send ecash'), 'Make token')).toHaveCount(0);
    const refused = (await hand(second)).evaluate((rush, mint) => rush.token(mint, 5), place.world.urls[0]!);
    await expect(refused).rejects.toThrow();
    // what the first one does is seen in both
    await (await hand(first)).evaluate((rush, mint) => rush.deposit(mint, 5), place.world.urls[0]!);
    await second.evaluate(() => history.pushState({}, '', '/about?money=ecash'));
    for (const page of [first, second])
      await expect(page.getByRole('region', { name: 'Balance' })).toContainText('12,005');
    await first.close();
    await expect(wallet(second)).not.toContainText('Open in another tab');
    await (await hand(second)).evaluate((rush, mint) => rush.deposit(mint, 5), place.world.urls[0]!);
    expect(await place.faults(second)).toEqual([]);
  } finally {
    await place.close();
  }
});

/** What is under way while something is done to its page; the mint is asked for this. */
const UNDER_WAY = {
  async deposit(page: Page, mint: string) {
    await (await hand(page)).evaluate((rush, given) => rush.deposit(...given), [mint, SATS] as const);
  },
  async send(page: Page, mint: string) {
    await (await hand(page)).evaluate((rush, given) => rush.token(...given), [mint, SATS, true] as const);
  },
  async receive(page: Page, mint: string, token: string) {
    await (await hand(page)).evaluate((rush, given) => rush.receive(given), token);
  },
  async pay(page: Page, mint: string) {
    await (await hand(page)).evaluate((rush, given) => rush.pay(...given), [mint, SATS] as const);
  },
} as const;
const ASKS = { deposit: 'mint', send: 'swap', receive: 'swap', pay: 'melt' } as const;
type Kind = keyof typeof UNDER_WAY;

/** Begins it in the page, and settles in the middle: the mint has the request, and has not answered yet. */
const beginIn = async ({ world }: TabsPlace, page: Page, kind: Kind) => {
  const { url, faults } = world.mints[0]!;
  const token = kind === 'receive' ? await (await hand(page)).evaluate((rush, mint) => rush.token(mint, 9), url) : '';
  const before = faults.seen.length;
  faults.script({ on: ASKS[kind], fault: { type: 'slow', ms: SLOW_MS } });
  // what the page is at when it goes never ends
  void UNDER_WAY[kind](page, url, token).catch(() => {});
  await expect.poll(() => faults.seen.slice(before)).toContain(ASKS[kind]);
};

/** A tab says what the books say, in its own words too. */
const tellsTruth = async (place: TabsPlace, page: Page) => {
  expect(await place.faults(page)).toEqual([]);
  const balance = await (await hand(page)).evaluate((rush) => rush.balance());
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText(balance!.toLocaleString('en'));
};

test('[PROOF-08] [PROOF-09] a page that is kept for the way back, or whose renderer dies, in the middle of a deposit, a token and a payment: nothing is lost, and each tab says what is true', async () => {
  // a browser of its own: the others keep no page
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: chromiumArgs,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  const place = await openTabsPlace(await browser.newContext(quiet), 'gone pages');
  try {
    let acting = await place.begin();
    let other = await place.open();
    for (const kind of ['deposit', 'pay'] as const)
      await test.step(`kept in the middle of a ${kind}`, async () => {
        await beginIn(place, acting, kind);
        await acting.goto(new URL('/icon.svg', place.url).href);
        await tellsTruth(place, other);
        await acting.goBack({ waitUntil: 'commit' });
        await place.ready(acting);
        await tellsTruth(place, acting);
        [acting, other] = [other, acting];
      });
    for (const kind of ['send', 'receive'] as const)
      await test.step(`killed in the middle of a ${kind}`, async () => {
        await beginIn(place, acting, kind);
        const session = await acting.context().newCDPSession(acting);
        void session.send('Page.crash').catch(() => {});
        await tellsTruth(place, other);
        acting = other;
        other = await place.open();
        await tellsTruth(place, other);
      });
  } finally {
    await browser.close();
    await place.close();
  }
});
