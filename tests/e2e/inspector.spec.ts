import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { startScriptedRelay } from '#devnet/scripted-relay.ts';
import { expectAccessibleHere } from './axe.ts';
import { ENDED_SHOWN_MS } from '#domain/inspector/inspector-limits.ts';
import { findEncodings } from '#tests/support/secret-search.ts';
import { expect, serveOver, test, visit } from './fixtures.ts';
import { tabTo } from './keyboard-steps.ts';
import { skipSplash } from './screens.ts';
import { goTo } from './social-steps.ts';
import { button, dialog, field, logInByNsec, openSettings, panel, PASSPHRASE, testKey } from './session-steps.ts';

const inspector = (page: Page) => dialog(page, 'Statechart inspector');
const actors = (page: Page) => inspector(page).getByRole('region', { name: 'Actors', exact: true });
const log = (page: Page) => inspector(page).getByRole('region', { name: 'Event log' });
const chart = (page: Page) => inspector(page).getByRole('region', { name: 'Statechart', exact: true });
/** The chart as text says the same as the picture. */
const states = (page: Page) => chart(page).getByRole('list', { name: 'States' });
const entry = (page: Page, text: string | RegExp): Locator => log(page).getByRole('button').filter({ hasText: text });

const filterLog = async (page: Page, event: string) => {
  await button(log(page), 'Filter').click();
  await log(page).getByRole('searchbox', { name: 'Event' }).fill(event);
};

test('a relay dies and comes back, and its chart and the log say why', async ({ page }) => {
  const relay = await startScriptedRelay();
  const server = await serveOver({ readwrite: [relay.url], write: [], indexer: [], profile: [] });
  await skipSplash(page);
  await page.goto(`${server.url}/?inspect=true`);
  const { host } = new URL(relay.url);
  await actors(page)
    .getByRole('treeitem', { name: new RegExp(`${host}.*connected`) })
    .first()
    .click();
  await expect(chart(page)).toContainText('active.connected');
  await filterLog(page, 'socket.');
  relay.dropAll(1012);
  await expect(entry(page, 'active.connected → active.recovering').first()).toContainText('socket.lost');
  await expect(entry(page, 'active.recovering → active.connected').first()).toContainText('socket.opened', {
    timeout: 30_000,
  });
  await expect(chart(page).getByRole('heading')).toContainText('active.connected');
  await expect(states(page)).toContainText(/connected\s*active/);
  // what the event brought stands beside the data
  await entry(page, 'active.connected → active.recovering').first().click();
  const brought = inspector(page).getByRole('region', { name: 'Event', exact: true });
  await expect(brought).toContainText('socket.lost active.connected → active.recovering');
  await expect(brought.getByRole('list', { name: 'What it brought' })).toContainText('relay-closed');
  // it holds values in values, which are opened and closed by their names
  await actors(page)
    .getByRole('treeitem', { name: /^relay-directory/ })
    .click();
  const inner = inspector(page).getByRole('list', { name: 'Values' }).getByRole('button').first();
  await expect(inner).toHaveAttribute('aria-expanded', 'true');
  await inner.click();
  await expect(inner).toHaveAttribute('aria-expanded', 'false');
  await expectAccessibleHere(page, 'inspector', inspector(page));
  await server.close();
  await relay.close();
});

test('an actor that ended goes from the tree while it has the focus: the one in its place has it then', async ({
  page,
}) => {
  const relay = await startScriptedRelay();
  const server = await serveOver({ readwrite: [relay.url], write: [], indexer: [], profile: [] });
  await skipSplash(page);
  await page.clock.install();
  await page.goto(`${server.url}/about?inspect=true`);
  const socket = (how: string) => actors(page).getByRole('treeitem', { name: new RegExp(`^socket\\s*${how}$`) });
  await expect(socket('running')).toHaveCount(1);
  relay.dropAll(1012);
  await filterLog(page, 'xstate.stop');
  await socket('stopped').focus();
  await expect(socket('running')).toHaveCount(1);
  await page.clock.fastForward(ENDED_SHOWN_MS + 1);
  await expect(socket('stopped')).toHaveCount(0);
  await expect(socket('running')).toBeFocused();
  // it is gone, and its events are still there
  await entry(page, 'socket').first().click();
  await expect(chart(page)).toContainText('socket has ended.');
  await button(chart(page), 'Step through the last 2 min').click();
  await button(chart(page), 'Go to its last event').click();
  await expect(chart(page).getByRole('heading')).toContainText('socket');
  await server.close();
  await relay.close();
});

/** Leads back to the inspector while it records out of sight. */
const stillRecording = (page: Page) => button(page, /^Recording statecharts/);

const saveRecording = async (page: Page): Promise<string> => {
  await button(inspector(page), 'Stop and save').click();
  const sheet = dialog(page, 'Save recording');
  await expect(sheet.getByRole('switch', { name: 'Without names and addresses' })).toBeChecked();
  await expect(page).toHaveURL(/saveRecording=all/);
  const [download] = await Promise.all([page.waitForEvent('download'), button(sheet, 'Save file').click()]);
  await expect(sheet).toHaveCount(0);
  return download.path();
};

test('a login with a wrong passphrase: the log names the transition that failed, and the recording holds no secret', async ({
  app: page,
}) => {
  const key = testKey(7);
  await logInByNsec(page, key.nsec, PASSPHRASE);
  await openSettings(page);
  await button(panel(page), 'Lock now').click();
  await expect(panel(page)).toContainText('Key: Locked');
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await button(inspector(page), 'Record').press('Enter');
  await expect(inspector(page)).toContainText('Recording');
  await page.keyboard.press('Escape');
  await expect(stillRecording(page)).toBeVisible();
  await openSettings(page);
  await button(panel(page), 'Unlock key').click();
  const unlock = dialog(page, 'Unlock saved key');
  await field(page, 'Passphrase').fill('not the passphrase');
  await page.keyboard.press('Enter');
  await expect(unlock.getByRole('alert')).toContainText('Incorrect passphrase');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await stillRecording(page).press('Enter');
  await button(log(page), 'Filter').press('Enter');
  await log(page).getByRole('checkbox', { name: 'Only errors' }).press('Space');
  await expect(entry(page, 'key-unlock').first()).toContainText('unlock failed');
  await expect(entry(page, 'key-unlock').first()).toContainText('open.unlocking.counting → open.ready');
  const text = await readFile(await saveRecording(page), 'utf8');
  expect(text).toContain('key-unlock');
  for (const secret of ['not the passphrase', PASSPHRASE, key.nsec, Buffer.from(key.secret).toString('hex')])
    expect(text).not.toContain(secret);
  await button(inspector(page), 'Step through the last 2 min').press('Enter');
  // whichever events the log shows
  await log(page).getByRole('checkbox', { name: 'Only errors' }).uncheck();
  await log(page).getByRole('searchbox', { name: 'Event' }).fill('relay');
  await button(inspector(page), 'Error before').press('Enter');
  await expect(chart(page).getByRole('heading')).toContainText('key-unlock');
  await expect(states(page)).toContainText('failed → open.sorting (last)');
});

test('[ROUTE-17] a mining session is recorded, saved, opened in a fresh page and gone through step by step', async ({
  app: page,
  network,
}) => {
  await logInByNsec(page, testKey(8).nsec);
  await openSettings(page);
  const settings = page.getByRole('region', { name: 'Statecharts' });
  await button(settings, /^Watch the app at work/).click();
  await button(inspector(page), 'Record').click();
  await button(inspector(page), 'Back').click();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Write a note' }).first().click();
  await field(page, 'Your note').fill('Heavy words');
  await button(page, 'Proof of work: No work').click();
  await page.getByRole('slider', { name: 'Work for this post' }).fill('10');
  await field(page, 'Your note').press('Control+Enter');
  await expect(page.getByRole('region', { name: 'Posts under way' })).toContainText(/Sent\./, { timeout: 60_000 });
  await stillRecording(page).click();
  const file = await saveRecording(page);
  expect(await readFile(file, 'utf8')).not.toContain('Heavy words');

  // [ROUTE-17] Back closes the sheet and nothing else, and its address opens it
  const sheet = dialog(page, 'Save recording');
  await button(inspector(page), 'Keep last 2 min').click();
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  await expect(inspector(page)).toBeVisible();
  await page.goto(`${network.url}/?inspect=true&saveRecording=last`);
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL(`${network.url}/?inspect=true`);
  await inspector(page).locator('input[type=file]').setInputFiles(file);
  const replay = inspector(page).getByRole('region', { name: 'Replay' });
  await filterLog(page, 'mining');
  await replay.getByRole('slider', { name: 'Step' }).press('End');
  await actors(page)
    .getByRole('treeitem', { name: /^mining/ })
    .click();
  const step = replay.getByRole('status');
  const last = await step.textContent();
  await button(replay, 'Step back').click();
  await expect(step).not.toHaveText(last!);
  await button(replay, 'Step forward').press('Enter');
  await expect(step).toHaveText(last!);
  const slider = replay.getByRole('slider', { name: 'Step' });
  const steps = Number(await slider.inputValue());
  await log(page).getByRole('searchbox', { name: 'Event' }).fill('');
  const entries = log(page).getByRole('listitem').getByRole('button');
  const before = await entries.nth(1).textContent();
  await entries.nth(1).click();
  await expect(slider).toHaveValue(String(steps - 1));
  await expect(entries.first()).toHaveText(before!);
  await expect(entries.first()).toHaveAttribute('aria-current', 'true');
  await expectAccessibleHere(page, 'replay', inspector(page));
  await slider.press('Home');
  await expect(button(replay, 'Step back')).toHaveAttribute('aria-disabled', 'true');
  await expect(button(replay, 'Step forward')).not.toHaveAttribute('aria-disabled');
  await slider.press('End');
  await expect(button(replay, 'Step forward')).toHaveAttribute('aria-disabled', 'true');
  await button(inspector(page), 'Back').click();
  await expect(button(inspector(page), 'Record')).toBeVisible();
  await expect(page).toHaveURL(`${network.url}/?inspect=true`);

  // [ROUTE-17] the way back of the browser leads from it to the page as it is, too, and only then out of the inspector
  await page.goto(`${network.url}/about`);
  await page.goto(`${network.url}/about?inspect=true`);
  await inspector(page).locator('input[type=file]').setInputFiles(file);
  await expect(replay).toBeVisible();
  await page.goBack();
  await expect(replay).toHaveCount(0);
  await expect(button(inspector(page), 'Record')).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL(/inspect=true$/);
  await page.goBack();
  await expect(inspector(page)).toHaveCount(0);
  await expect(page).toHaveURL(`${network.url}/about`);
  // a recording is in no address
  await page.goto(`${network.url}/about?inspect=replay`);
  await expect(button(inspector(page), 'Record')).toBeVisible();
  await expect(page).toHaveURL(/inspect=true$/);
});

test('a recording that was stopped is kept until it is saved or thrown away, and the page asks before it goes', async ({
  about: page,
}) => {
  await page.goto(`${page.url()}?inspect=true`);
  const bar = inspector(page).getByRole('region', { name: 'Recording' });
  await button(bar, 'Record').click();
  await button(bar, 'Stop and save').click();
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'Save recording')).toHaveCount(0);
  await expect(bar).toContainText('Recording not saved yet');
  await expect(button(bar, 'Record')).toHaveCount(0);
  await button(inspector(page), 'Back').click();
  const asked = page.waitForEvent('dialog');
  void page.reload().catch(() => {});
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await button(page, /^Recording not saved yet/).click();
  await button(bar, 'Save').click();
  const sheet = dialog(page, 'Save recording');
  await Promise.all([page.waitForEvent('download'), button(sheet, 'Save file').click()]);
  await button(bar, 'Record').click();
  await button(bar, 'Stop and save').click();
  await page.keyboard.press('Escape');
  await button(bar, 'Discard').click();
  await expect(button(bar, 'Record')).toBeVisible();
});

/** Lets a file fall onto the inspector. */
const drop = async (page: Page, name: string, text: string) => {
  const files = await page.evaluateHandle(
    ([called, held]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([held], called, { type: 'application/json' }));
      return transfer;
    },
    [name, text] as const,
  );
  const target = inspector(page).locator('.scroll');
  await target.dispatchEvent('dragover', { dataTransfer: files });
  await expect(inspector(page)).toContainText('Drop the recording here');
  await target.dispatchEvent('drop', { dataTransfer: files });
};

test('a wallet is paired while it records: its code is nowhere in the inspector nor in a file, which is opened where it is dropped', async ({
  page,
  network,
}) => {
  const { pairingCode } = network.devnet.wallet;
  const secret = new URL(pairingCode).searchParams.get('secret')!;
  await skipSplash(page);
  await page.goto(`${network.url}/about`);
  await logInByNsec(page, testKey(9).nsec, PASSPHRASE);
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await button(inspector(page), 'Record').click();
  await button(inspector(page), 'Back').click();
  await openSettings(page);
  const wallet = page.getByRole('region', { name: 'Lightning Wallet' });
  await button(wallet, 'Connect wallet').click();
  await field(page, 'Connection string').fill(pairingCode);
  await button(dialog(page, 'Connect a Lightning wallet'), 'Connect').click();
  await expect(wallet.getByRole('status', { name: 'Balance' })).toHaveText(/sats$/);
  await page.keyboard.press('Escape');
  await stillRecording(page).click();
  await filterLog(page, 'wallet.connect');
  await entry(page, 'wallet-connection').first().click();
  await expect(chart(page).getByRole('heading')).toContainText('wallet-connection');
  await expect(states(page)).toContainText(/connected\s*active/);
  const shown = await inspector(page).innerHTML();

  await button(inspector(page), 'Stop and save').click();
  const sheet = dialog(page, 'Save recording');
  await sheet.getByRole('switch', { name: 'Without names and addresses' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), button(sheet, 'Save file').click()]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain('wallet.connect');
  for (const held of [shown, text]) {
    expect(held).not.toContain(pairingCode);
    expect(findEncodings(held, secret)).toEqual([]);
  }

  await drop(page, 'my-wallet.json', text);
  await expect(inspector(page).getByRole('region', { name: 'Replay' })).toBeVisible();
  await expect(inspector(page)).toContainText('my-wallet.json');
  await page.keyboard.press('Escape');
  await expect(button(inspector(page), 'Record')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(inspector(page)).toHaveCount(0);
});

test.describe('on a phone in German', () => {
  test.use({ locale: 'de-DE', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('two fingers zoom the chart, and each part of the inspector has its tab', async ({ page, network }) => {
    await skipSplash(page);
    await page.goto(`${network.url}/?inspect=true`);
    const view = dialog(page, 'Inspektor der Zustandsdiagramme');
    const frame = view.getByRole('region', { name: /^Zustandsdiagramm von app/ });
    // the tabs have a line of their own: the way back says so in words
    expect((await button(view, 'Zurück').boundingBox())!.width).toBeGreaterThan(60);
    for (const tab of ['Akteure', 'Ablauf', 'Daten', 'Diagramm']) {
      await expect(view.getByRole('tab', { name: tab })).toBeInViewport({ ratio: 1 });
      await view.getByRole('tab', { name: tab }).tap();
    }
    const scale = () => frame.evaluate((box) => (box.querySelector('g[transform]') as SVGGElement).getCTM()!.a);
    const before = await scale();
    const box = (await frame.boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 3];
    const touch = await page.context().newCDPSession(page);
    const fingers = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          apart === undefined
            ? []
            : [
                { x: x - apart, y, id: 1 },
                { x: x + apart, y, id: 2 },
              ],
      });
    await fingers('touchStart', 30);
    for (const apart of [45, 60, 75, 90]) await fingers('touchMove', apart);
    await fingers('touchEnd');
    await expect.poll(scale).toBeGreaterThan(2 * before);
    expect(await page.evaluate(() => visualViewport!.scale)).toBe(1);
  });
});

test.describe('on a phone without touch', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('keyboard only: an actor, the log and the last minutes, and the focus is never lost', async ({
    page,
    network,
  }) => {
    await skipSplash(page);
    await page.goto(network.url);
    await page.getByRole('feed').getByRole('article').first().waitFor();
    await page.goto(`${network.url}/?inspect=true`);
    const drawn = inspector(page).getByRole('region', { name: /^Statechart of / });
    await tabTo(page, inspector(page).getByRole('tab', { name: 'Chart' }));
    await page.keyboard.press('ArrowLeft');
    const rows = actors(page).getByRole('tree', { name: 'Actors' }).getByRole('treeitem');
    await tabTo(page, rows.first());
    await page.keyboard.press('ArrowDown');
    await expect(rows.nth(1)).toBeFocused();
    await expect(rows.nth(1)).toHaveAttribute('aria-level', '2');
    await page.keyboard.press('ArrowLeft');
    await expect(rows.first()).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(rows.nth(1)).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(drawn).toBeFocused();
    const asText = button(chart(page), 'Show as text');
    await tabTo(page, asText);
    await page.keyboard.press('Enter');
    await expect(button(chart(page), 'Show as picture')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(asText).toBeFocused();

    await tabTo(page, inspector(page).getByRole('tab', { name: 'Chart' }));
    await page.keyboard.press('ArrowRight');
    await tabTo(page, inspector(page).getByRole('region', { name: 'Events', exact: true }));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(log(page).getByRole('listitem').getByRole('button').and(page.locator(':focus'))).toHaveCount(1);
    // past the log, however long it is
    await page.keyboard.press('Tab');
    await tabTo(page, button(inspector(page), 'Step through the last 2 min'));
    await page.keyboard.press('Enter');
    const steps = inspector(page).getByRole('slider', { name: 'Step' });
    await expect(steps).toBeFocused();
    const before = Number(await steps.inputValue());
    await page.keyboard.press('ArrowLeft');
    await expect(steps).toHaveValue(String(before - 1));
  });
});

visit('in a window too short for it the inspector scrolls, and no part lies on another', async ({ page }) => {
  await goTo(page, '/about?inspect=true');
  const record = inspector(page).getByRole('region', { name: 'Recording' });
  for (const size of [
    { width: 320, height: 256 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(size);
    const drawn = chart(page).getByRole('region', { name: /^Statechart of / });
    const shading = chart(page).getByRole('group', { name: 'What the chart shows' });
    const parts = [chart(page).getByRole('heading'), drawn, shading, record];
    await expect(drawn).toBeVisible();
    const boxes = (await Promise.all(parts.map((part) => part.boundingBox()))).map((box) => box!);
    for (const [at, { y }] of boxes.slice(1).entries())
      expect(y, `part ${at + 1} at ${size.width} px`).toBeGreaterThanOrEqual(boxes[at]!.y + boxes[at]!.height - 1);
    expect(boxes[1]!.height).toBeGreaterThan(80);
    await button(record, 'Record').scrollIntoViewIfNeeded();
    await expect(button(record, 'Record')).toBeInViewport({ ratio: 1 });
  }
});

visit('with large letters no part of it is cut or lies on another, on a desktop and on a phone', async ({ page }) => {
  await goTo(page, '/about?inspect=true');
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html { font-size: 200% !important; }');
    document.adoptedStyleSheets.push(sheet);
  });
  const record = inspector(page).getByRole('region', { name: 'Recording' });
  for (const size of [
    { width: 1280, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    for (const tab of await inspector(page).getByRole('tab').all()) await expect(tab).toBeInViewport({ ratio: 0.99 });
    expect((await chart(page).boundingBox())!.width).toBe(size.width);
    for (const one of await record.getByRole('button').all()) {
      await one.scrollIntoViewIfNeeded();
      await expect(one).toBeInViewport({ ratio: 0.99 });
      expect(await one.evaluate((node) => node.scrollWidth - node.clientWidth)).toBeLessThanOrEqual(0);
    }
  }
});

test('beside the app it is no dialog; in a narrow window it is one, and the shortcut takes it away', async ({
  about: page,
}) => {
  const beside = page.getByRole('complementary', { name: 'Statechart inspector' });
  await goTo(page, '/about?inspect=true');
  await button(inspector(page), 'Beside the app').click();
  await expect(beside).toBeVisible();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  const wide = page.viewportSize()!;
  await page.setViewportSize({ ...wide, width: 1099 });
  await expect(inspector(page)).toBeVisible();
  await expect(beside).toHaveCount(0);
  await expect(inspector(page).locator(':focus')).toHaveCount(1);
  await page.setViewportSize({ ...wide, width: 1100 });
  await expect(beside).toBeVisible();
  await expect(inspector(page)).toHaveCount(0);
  // asked for once more, it stays where it is, and the address does not say otherwise
  await openSettings(page);
  await button(page.getByRole('region', { name: 'Statecharts' }), /^Watch the app at work/).click();
  await expect.poll(() => new URL(page.url()).searchParams.has('inspect')).toBe(false);
  // what lies over the app leaves the inspector in sight
  const [over, left] = [(await panel(page).boundingBox())!, (await beside.boundingBox())!];
  expect(over.x + over.width).toBeLessThanOrEqual(left.x + 1);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await button(beside, 'Pause').focus();
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await expect(beside).toHaveCount(0);
  await expect(inspector(page)).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
  expect(new URL(page.url()).search).toBe('');

  // a recording that is looked at goes there, too, and is in no address
  const replay = (shown: Locator) => shown.getByRole('region', { name: 'Replay' });
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await button(inspector(page), 'Step through the last 2 min').click();
  await expect(replay(inspector(page))).toBeVisible();
  await button(inspector(page), 'Beside the app').click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await expect(replay(beside)).toBeVisible();
});

visit('a file that is no recording is refused in words, and the page goes on', async ({ page }) => {
  await goTo(page, '/?inspect=true');
  const choose = inspector(page).locator('input[type=file]');
  for (const [text, words] of [
    ['{"format":"nuthatch-recording","version":1,', 'Its end is missing'],
    ['{"some":"file"}', 'not a recording'],
    ['{"format":"nuthatch-recording","version":99}', 'newer version'],
  ] as const) {
    await choose.setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await expect(inspector(page)).toContainText(words);
  }
  await expect(button(inspector(page), 'Record')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('feed').getByRole('article').first()).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
});
