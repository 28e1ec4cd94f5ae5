import { rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { startScriptedRelay, type ScriptedRelay } from '#devnet/scripted-relay.ts';
import { expectAccessibleHere } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { buildNext, openBrowser, serveVersions, takenOver, type Window } from './installed.ts';
import { firstNote, runInstalled } from './screens.ts';
import { writeEvents } from './scripted-network.ts';
import { button, field, logInByNsec, testKey } from './session-steps.ts';

// one after the other: the next version is built once
test.describe.configure({ mode: 'default' });

const NEXT = '9.9.9';
/** The whole next version is loaded and stored before it is offered. */
const STORED = { timeout: 60_000 };
const prompt = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true });
const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const about = (page: Page) => bar(page).getByRole('link', { name: /^Nuthatch notes over relays/ });

/** Looks for a new version now instead of in half an hour. */
const look = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())!.update()));

test.describe('update', () => {
  let next: string;
  let relay: ScriptedRelay;
  let server: Awaited<ReturnType<typeof serveVersions>>;
  let window: Window;

  test.beforeAll(async () => {
    next = await buildNext(NEXT);
  });
  test.afterAll(() => rmSync(next, { recursive: true, force: true }));

  test.beforeEach(async () => {
    const { note, profile } = writeEvents();
    const notes = Array.from({ length: 25 }, (_, index) => note('mira', 60 * (index + 1), `Note ${index + 1}.`));
    relay = await startScriptedRelay({ events: [profile('mira'), ...notes] });
    server = await serveVersions({ readwrite: [relay.url], write: [], indexer: [], profile: [] });
  });
  test.afterEach(async () => {
    await window.close();
    await server.close();
    await relay.close();
  });

  test('[PWA-05] [PWA-06] [PWA-08] [PWA-09] [PWA-14] an installed app asks, updates, and keeps the text that was begun', async () => {
    window = await openBrowser({ app: server.url });
    const { page } = window;
    await expect(firstNote(page)).toBeVisible();
    expect(await page.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true);
    await takenOver(page);
    await expect(firstNote(page)).toBeVisible();
    await page.getByRole('link', { name: 'Write a note' }).first().click();
    await field(page, 'Your note').fill('Begun before the update');
    await button(page, 'Cancel').click();

    server.deploy(next);
    await look(page);
    const asks = prompt(page, 'Update Available');
    await expect(asks).toBeVisible(STORED);
    await button(asks, 'Later').click();
    await expect(asks).toHaveCount(0);
    await page.reload();
    await expect(asks).toBeVisible();
    await expectAccessibleHere(page, 'update prompt', asks);
    await page.setViewportSize({ width: 1280, height: 800 });

    const splashes: boolean[] = [];
    await page.exposeFunction('tellSplash', (shown: boolean) => void splashes.push(shown));
    await page.addInitScript(() => {
      const { tellSplash } = globalThis as unknown as { tellSplash: (shown: boolean) => void };
      document.addEventListener('DOMContentLoaded', () => {
        const splash = document.getElementById('splash');
        tellSplash(splash !== null && getComputedStyle(splash).display !== 'none');
      });
    });
    await Promise.all([page.waitForEvent('load'), button(asks, 'Update Now').click()]);
    await expect.poll(() => splashes).toEqual([true]);
    await expect(firstNote(page)).toBeVisible();
    await about(page).click();
    await expect(page.getByText(NEXT, { exact: true })).toBeVisible();
    await expect(asks).toHaveCount(0);
    await page.reload();
    await expect.poll(() => splashes).toEqual([true, false]);
    await page.goto(`${server.url}/create`);
    await expect(field(page, 'Your note')).toHaveValue('Begun before the update');
  });

  test('[PWA-05] [PWA-10] an app that stays open finds the new version within half an hour, and does not reload while a post is sent', async () => {
    window = await openBrowser();
    const { context } = window;
    // the clock must be there before the page; an app window has its page already
    const page = await context.newPage();
    await runInstalled(page);
    await page.clock.install();
    await page.goto(server.url);
    await expect(firstNote(page)).toBeVisible();
    await takenOver(page);
    await expect(firstNote(page)).toBeVisible();
    await logInByNsec(page, testKey(61).nsec);
    server.deploy(next);
    await page.clock.fastForward('29:00');
    await expect(prompt(page, 'Update Available')).toHaveCount(0);
    await page.clock.fastForward('02:00');
    const asks = prompt(page, 'Update Available');
    await expect(asks).toContainText('your key is not saved here', STORED);

    // the relay takes the post and does not answer
    relay.set({ dead: true });
    await page.getByRole('link', { name: 'Write a note' }).first().click();
    await field(page, 'Your note').fill('Sent before the update');
    await field(page, 'Your note').press('Control+Enter');
    await expect(field(page, 'Your note')).toHaveCount(0);
    await button(asks, 'Update Now').click();
    await expect(prompt(page, 'Updating')).toContainText('Finishing your post first.');
    await page.clock.runFor(2_000);
    await expect(prompt(page, 'Updating')).toBeVisible();
    // in real time from here: the new version takes over in the browser's time, not in the page's
    const loaded = page.waitForEvent('load');
    relay.set({ dead: false });
    await page.clock.resume();
    await loaded;
    await about(page).click();
    await expect(page.getByText(NEXT, { exact: true })).toBeVisible();
  });

  test('[PWA-07] a browser asks nothing: the next load is of the new version, and the open page loses no screen', async () => {
    window = await openBrowser();
    const { page } = window;
    await page.goto(server.url);
    await expect(firstNote(page)).toBeVisible();
    await takenOver(page);
    await expect(firstNote(page)).toBeVisible();
    server.deploy(next);
    await look(page);
    const states = () =>
      page.evaluate(async () => {
        const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration())!;
        return [installing?.state, waiting?.state, active?.state];
      });
    await expect.poll(states, STORED).toEqual([undefined, undefined, 'activated']);
    await expect(prompt(page, /Update/)).toHaveCount(0);
    // code of the version before that this page has not loaded yet, and that the server has no more
    await about(page).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Nuthatch' })).toBeVisible();
    await expect(page.getByText(NEXT, { exact: true })).toHaveCount(0);
    await page.reload();
    await expect(page.getByText(NEXT, { exact: true })).toBeVisible();
  });
});
