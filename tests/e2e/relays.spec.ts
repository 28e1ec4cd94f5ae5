import type { Page } from '@playwright/test';
import { startScriptedRelay, type Script } from '#devnet/scripted-relay.ts';
import { expect, serveOver, test, visit } from './fixtures.ts';
import { skipSplash } from './screens.ts';

const hostOf = (url: string) => new URL(url).host;
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const section = (page: Page) => page.getByRole('region', { name: 'Relay Management' });
const rows = (page: Page) =>
  section(page).getByRole('list', { name: 'Your relays', exact: true }).getByRole('listitem');
const row = (page: Page, url: string) => rows(page).filter({ hasText: hostOf(url) });
const permission = (page: Page, url: string) =>
  row(page, url).getByRole('button', { name: new RegExp(`^Permission of ${hostOf(url)}: `) });
/** Not 'disconnected', nor 'not connected'. */
const isConnected = /(^|[^a-z ]\s*)connected/i;
const field = (page: Page) => section(page).getByRole('textbox', { name: 'Add a relay' });

/** The app at Relay Management over scripted relays: two to read and write, one to write, one indexer. */
const withRelays = async (
  page: Page,
  run: (relays: Awaited<ReturnType<typeof startScriptedRelay>>[], url: string) => Promise<void>,
  script: Script = {},
) => {
  const relays = await Promise.all(Array.from({ length: 4 }, () => startScriptedRelay(script)));
  const [first, second, third, fourth] = relays.map(({ url }) => url);
  const server = await serveOver({ readwrite: [first, second], write: [third], indexer: [fourth], profile: [] });
  await skipSplash(page);
  await page.goto(`${server.url}/?relayStatus=true`);
  await expect(rows(page)).toHaveCount(4);
  await run(relays, server.url);
  await server.close();
  await Promise.all(relays.map((relay) => relay.close()));
};

visit(
  '[SET-12] [SET-32] [RELAY-02] [HEAD-04] the status lights open Relay Management',
  async ({ app: page, network }) => {
    await page.getByRole('button', { name: /^Relay Status/ }).click();
    await expect(dialog(page, 'Settings')).toBeVisible();
    await expect(section(page).getByRole('heading', { name: 'Relay Management' })).toBeInViewport();
    const { readwrite, write, indexer } = network.devnet.config;
    for (const url of readwrite) {
      await expect(row(page, url)).toContainText(isConnected);
      await expect(permission(page, url)).toHaveAccessibleName(`Permission of ${hostOf(url)}: read and write, RW`);
    }
    await expect(row(page, write[0]!)).toContainText('Connects when you publish');
    await expect(permission(page, indexer[0]!)).toHaveAccessibleName(
      `Permission of ${hostOf(indexer[0]!)}: indexer, I`,
    );
  },
);

test('[RELAY-04] [RELAY-20] [RELAY-21] [RELAY-22] a press on the badge changes the permission, says so, and connects or disconnects', async ({
  page,
}) => {
  await withRelays(page, async ([relay]) => {
    const { url } = relay!;
    const host = hostOf(url);
    await expect(row(page, url)).toContainText(/connected/i);
    await expect(permission(page, url)).toHaveText('RW');
    for (const [badge, words, stands] of [
      ['I', 'indexer', /Connects for profiles/],
      ['R', 'read', isConnected],
      ['W', 'write', /Connects when you publish/],
      ['RW', 'read and write', isConnected],
    ] as const) {
      await permission(page, url).click();
      await expect(permission(page, url)).toHaveText(badge);
      await expect(permission(page, url)).toHaveAccessibleName(`Permission of ${host}: ${words}, ${badge}`);
      await expect(
        section(page)
          .getByRole('status')
          .filter({ hasText: `${host}: ${words}` }),
      ).toBeAttached();
      await expect(row(page, url)).toContainText(stands);
    }
    // of large letters it grows with its row, and touches neither line
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    const badge = (await permission(page, url).getByText('RW', { exact: true }).boundingBox())!;
    const around = (await row(page, url).boundingBox())!;
    expect(badge.y - around.y).toBeGreaterThanOrEqual(4);
    expect(around.y + around.height - (badge.y + badge.height)).toBeGreaterThanOrEqual(4);
  });
});

test('[RELAY-07] [RELAY-08] [RELAY-09] [RELAY-10] [RELAY-11] a relay is added with Enter, and the field says what is wrong', async ({
  page,
}) => {
  await withRelays(page, async ([relay]) => {
    const said = section(page).getByRole('alert');
    for (const [typed, words] of [
      ['', 'Please enter a relay URL'],
      ['   ', 'Please enter a relay URL'],
      ['https://relay.example', 'Invalid relay URL'],
      ['not a relay', 'Invalid relay URL'],
      [`${relay!.url}/`, 'This relay is already added'],
    ] as const) {
      await field(page).fill(typed);
      await expect(said).toHaveCount(0);
      await field(page).press('Enter');
      await expect(said).toHaveText(words);
      await expect(field(page)).toHaveValue(typed);
      await expect(field(page)).toHaveAccessibleDescription(words);
    }
    await field(page).fill('Relay.Example');
    await field(page).press('Enter');
    await expect(said).toHaveCount(0);
    await expect(field(page)).toHaveValue('');
    await expect(field(page)).toBeFocused();
    await expect(rows(page)).toHaveCount(5);
    await expect(permission(page, 'wss://relay.example')).toHaveText('RW');
    await rows(page)
      .last()
      .getByRole('button', { name: /^relay\.example / })
      .click();
    await expect(dialog(page, 'relay.example')).toContainText('wss://relay.example');
  });
});

test('[RELAY-41] a relay that is looked at is not added to a full list, and why is said', async ({ page }) => {
  const relay = await startScriptedRelay();
  const readwrite = Array.from({ length: 20 }, (_, at) => `${relay.url}/${at}`);
  const profile = `${relay.url}/profiles`;
  const server = await serveOver({ readwrite, write: [], indexer: [], profile: [profile] });
  await skipSplash(page);
  await page.goto(`${server.url}/about?relay=${encodeURIComponent(profile)}`);
  const sheet = page.getByRole('dialog').filter({ hasText: profile });
  await expect(sheet.getByRole('button', { name: 'Add to your relays' })).toBeDisabled();
  await expect(sheet).toContainText('Maximum connections (20) reached');
  await server.close();
  await relay.close();
});

test('[RELAY-27] [RELAY-31] [ROUTE-27] removing a relay asks first; its address opens the same question; it comes back as it was', async ({
  page,
}) => {
  await withRelays(page, async ([relay, other], address) => {
    const question = dialog(page, 'Remove relay');
    const remove = row(page, relay!.url).getByRole('button', { name: `Remove ${hostOf(relay!.url)}` });
    await remove.click();
    await expect(question).toContainText(hostOf(relay!.url));
    expect(new URL(page.url()).searchParams.get('removeRelay')).toBe(relay!.url);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await expect(remove).toBeFocused();
    await expect(rows(page)).toHaveCount(4);
    await remove.click();
    await question.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(question).toHaveCount(0);
    await expect(rows(page)).toHaveCount(3);
    await expect(row(page, relay!.url)).toHaveCount(0);
    await expect(dialog(page, 'Settings').locator(':focus')).toHaveCount(1);
    await page.goto(`${address}/?removeRelay=${encodeURIComponent(other!.url)}`);
    await expect(question).toContainText(hostOf(other!.url));
    await page.goto(`${address}/?removeRelay=${encodeURIComponent('wss://nowhere.example')}`);
    await expect(question).toContainText('This relay is not on your list.');
    await page.goto(`${address}/?relay=${encodeURIComponent(relay!.url)}`);
    const sheet = page.getByRole('dialog').filter({ hasText: relay!.url });
    await sheet.getByRole('button', { name: /^Add( to your relays)?$/ }).click();
    await expect(sheet.getByRole('definition').first()).toHaveText('read and write');
  });
});

test('that no relay is read from, or none written to, is said before the last one goes and while it is so', async ({
  page,
}) => {
  const relay = await startScriptedRelay({});
  const server = await serveOver({ readwrite: [relay.url], write: [], indexer: [], profile: [] });
  await skipSplash(page);
  await page.goto(`${server.url}/?relayStatus=true`);
  const said = section(page).getByRole('status');
  const noReading = said.filter({ hasText: 'You read from none of these relays' });
  const noWriting = said.filter({ hasText: 'You write to none of these relays' });
  await expect(permission(page, relay.url)).toHaveText('RW');
  await expect(noReading.or(noWriting)).toHaveCount(0);
  // each is said in a banner, and of the press
  for (const [badge, reading, writing] of [
    ['I', 2, 2],
    ['R', 0, 2],
    ['W', 2, 0],
  ] as const) {
    await permission(page, relay.url).click();
    await expect(permission(page, relay.url)).toHaveText(badge);
    await expect(noReading).toHaveCount(reading);
    await expect(noWriting).toHaveCount(writing);
  }
  await row(page, relay.url)
    .getByRole('button', { name: /^Remove/ })
    .click();
  const question = dialog(page, 'Remove relay');
  await expect(question).toContainText('This is the last relay you write to');
  await expect(question).not.toContainText('This is the last relay you read from');
  await server.close();
  await relay.close();
});

test('[RELAY-28] the default relays come back; what the user added is named before it goes', async ({ page }) => {
  await withRelays(page, async ([relay]) => {
    const restore = section(page).getByRole('button', { name: 'Restore default relays' });
    const question = dialog(page, 'Restore default relays');
    await row(page, relay!.url)
      .getByRole('button', { name: /^Remove/ })
      .click();
    await dialog(page, 'Remove relay').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(rows(page)).toHaveCount(3);
    await restore.click();
    await expect(rows(page)).toHaveCount(4);
    await expect(question).toHaveCount(0);
    await expect(row(page, relay!.url)).toContainText(isConnected);
    await permission(page, relay!.url).click();
    await expect(permission(page, relay!.url)).toHaveText('I');
    await restore.click();
    await expect(permission(page, relay!.url)).toHaveText('RW');
    await field(page).fill('relay.example');
    await field(page).press('Enter');
    await restore.click();
    await expect(question.getByRole('listitem')).toHaveText(/relay\.example/);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(rows(page)).toHaveCount(5);
    await restore.click();
    await question.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(rows(page)).toHaveCount(4);
    await expect(row(page, 'wss://relay.example')).toHaveCount(0);
    await page.reload();
    await expect(rows(page)).toHaveCount(4);
  });
});

test('[RELAY-26] a relay that breaks shows so within 5 s, and that it is back', async ({ page }) => {
  await withRelays(page, async ([relay]) => {
    const { url } = relay!;
    await expect(row(page, url)).toContainText(/connected/i);
    relay!.set({ refuse: true });
    relay!.dropAll(1011);
    await expect(row(page, url)).toContainText('Connection lost, reconnecting', { timeout: 5_000 });
    relay!.set({ refuse: false });
    await expect(row(page, url)).toContainText(isConnected);
    await expect(row(page, url)).not.toContainText('lost');
  });
});

const openRelay = async (page: Page, url: string) => {
  await row(page, url)
    .getByRole('button', { name: new RegExp(`^${hostOf(url)} `) })
    .click();
  return dialog(page, hostOf(url));
};

test('[RELAY-23] [RELAY-59] a relay that went away with 1001 says so, and is connected to on request', async ({
  page,
}) => {
  await withRelays(page, async ([relay]) => {
    const { url } = relay!;
    await expect(row(page, url)).toContainText(isConnected);
    relay!.dropAll(1001);
    await expect(row(page, url)).toContainText('The relay closed the connection (1001) · Not connected');
    const sheet = await openRelay(page, url);
    await sheet.getByRole('button', { name: 'Connect again' }).click();
    await expect(sheet.getByRole('status').first()).toContainText(isConnected);
    await expect(sheet.getByRole('button', { name: 'Connect again' })).toHaveCount(0);
  });
});

test('no relay is blamed while the device is offline', async ({ page }) => {
  await withRelays(page, async ([relay]) => {
    const { url } = relay!;
    const why = 'The relay closed the connection (1001)';
    await expect(row(page, url)).toContainText(isConnected);
    relay!.dropAll(1001);
    await expect(row(page, url)).toContainText(why);
    await page.context().setOffline(true);
    await expect(row(page, url)).not.toContainText(why);
    await expect(row(page, url)).toContainText('Not connected');
  });
});

visit('a relay tells of itself: name, software, limits, NIPs, proof of work', async ({ app: page, network }) => {
  const [relay] = network.devnet.relays;
  await page.getByRole('button', { name: /^Relay Status/ }).click();
  const sheet = await openRelay(page, relay!.url);
  const information = sheet.getByRole('region', { name: 'Relay information' });
  await expect(information).toContainText(relay!.name);
  await expect(information).toContainText('keeper@127.0.0.1');
  await expect(information).toContainText('@nostr-relay/core');
  await expect(information.getByRole('list', { name: 'Supported NIPs' }).getByRole('listitem')).toHaveText([
    '01',
    '09',
    '11',
    '40',
    '50',
  ]);
  await expect(information).toContainText(/Open subscriptions\s*50/);
});

test('[RELAY-40] information that cannot be loaded is said, and asked for again', async ({ page }) => {
  const document = { name: 'Hazel', limitation: { min_pow_difficulty: 18, auth_required: true } };
  await withRelays(
    page,
    async ([relay]) => {
      let fails = true;
      await page.route(
        (url) => url.host === hostOf(relay!.url),
        (route) => (fails ? route.abort() : route.continue()),
      );
      await page.reload();
      await expect(rows(page)).toHaveCount(4);
      const sheet = await openRelay(page, relay!.url);
      await expect(sheet.getByText('Failed to load relay information')).toBeVisible();
      fails = false;
      await sheet.getByRole('button', { name: 'Retry' }).click();
      await expect(sheet.getByRole('region', { name: 'Relay information' })).toContainText('Hazel');
      await expect(sheet.getByText('18 bits')).toBeVisible();
      await sheet.getByRole('button', { name: 'Done' }).click();
      await expect(row(page, relay!.url)).toContainText('Connected, asks you to log in');
    },
    { information: document },
  );
});

test('one relay is tested step by step, with a plain verdict', async ({ page }) => {
  await withRelays(page, async ([relay, broken]) => {
    const steps = page.getByRole('list', { name: 'Test' }).getByRole('listitem');
    const good = await openRelay(page, relay!.url);
    await good.getByRole('button', { name: 'Test this relay' }).click();
    await expect(good.getByText('You can read from it; writing was not tested')).toBeVisible();
    await expect(steps).toHaveText([
      /^Connect[\d,]+ ms$/,
      /^Relay information[\d,]+ ms$/,
      /^Round-trip time[\d,]+ ms$/,
      /^Read[\d,]+ ms$/,
      /^Writenot tested$/,
    ]);
    await good.getByRole('button', { name: 'Done' }).click();
    broken!.set({ refuse: true });
    const bad = await openRelay(page, broken!.url);
    await bad.getByRole('button', { name: 'Test this relay' }).click();
    await expect(bad.getByText('It cannot be reached')).toBeVisible();
    await expect(steps.last()).toHaveText('Writenot tested');
  });
});

test('[RELAY-35] [RELAY-36] [RELAY-37] [RELAY-38] [RELAY-39] healthy and unhealthy relays with what is known of each', async ({
  page,
}) => {
  await withRelays(page, async ([, broken], address) => {
    const health = dialog(page, 'Relay health');
    const tab = (name: string) => health.getByRole('tab', { name: new RegExp(`^${name} \\d`) });
    const entries = health.getByRole('tabpanel').getByRole('listitem');
    await section(page).getByRole('button', { name: 'Relay health' }).click();
    await expect(tab('Healthy')).toHaveAttribute('aria-selected', 'true');
    await tab('Unhealthy').click();
    await expect(health.getByText('No unhealthy relays found')).toBeVisible();
    await expect(health.getByText('No healthy relays found')).toHaveCount(0);
    await tab('Healthy').click();
    // twice: a relay is healthy after two answers
    await expect(async () => {
      await health.getByRole('button', { name: 'Check now' }).click();
      await expect(entries.first()).toContainText(/\d ms/, { timeout: 1_000 });
    }).toPass();
    await expect(health.getByText(/No (un)?healthy relays found/)).toHaveCount(0);
    await expect(entries.filter({ hasText: hostOf(broken!.url) })).toHaveCount(1);
    await expect(entries.first()).toContainText(/success100%.*requests\d+.*last successJust now.*last failurenever/s);
    broken!.set({ refuse: true });
    broken!.dropAll(1011);
    await expect(async () => {
      await health.getByRole('button', { name: 'Check now' }).click();
      await expect(tab('Unhealthy')).toHaveText('Unhealthy 1', { timeout: 1_000 });
    }).toPass();
    await tab('Healthy').press('ArrowRight');
    await expect(tab('Unhealthy')).toBeFocused();
    await expect(entries).toContainText([hostOf(broken!.url)]);
    await expect(health.getByText(/No (un)?healthy relays found/)).toHaveCount(0);
    await tab('Healthy').click();
    await expect(entries.filter({ hasText: hostOf(broken!.url) })).toHaveCount(0);
    await tab('Unhealthy').click();
    await expect(entries.first()).toContainText('last failureJust now');
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${address}/about`);
    await page.goto(`${address}/?relayHealth=true`);
    await expect(health).toBeVisible();
  });
  const none = await serveOver({ readwrite: ['ws://127.0.0.1:1'], write: [], indexer: [], profile: [] });
  await page.goto(`${none.url}/?relayHealth=true`);
  await expect(page.getByText('No healthy relays found')).toBeVisible();
  await none.close();
});

test('[SET-32] auxiliary relays are those the app reads from besides', async ({ page, network }) => {
  const { content, relays } = network.devnet;
  const server = await serveOver({ readwrite: [relays[1]!.url], write: [], indexer: [], profile: [] });
  await skipSplash(page);
  await page.goto(`${server.url}/npub/${content.guide.person.npub}`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByRole('button', { name: /^Relay Status/ }).click();
  await section(page).getByRole('button', { name: 'Auxiliary Relays' }).click();
  const sheet = dialog(page, 'Auxiliary Relays');
  await expect(sheet.getByRole('row').nth(1)).toContainText(/127\.0\.0\.1:\d+/);
  await expect(sheet.getByRole('term').filter({ hasText: 'Open now' })).toBeVisible();
  // on a phone with letters twice as large nothing is cut off but what can be scrolled to
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const cut = await sheet
    .locator('dt, .sheet__body')
    .evaluateAll((all) =>
      all
        .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > window.innerWidth)
        .map(({ textContent }) => textContent),
    );
  expect(cut).toEqual([]);
  await server.close();
});

test('keyboard only: from the lights through list, field and question and back', async ({ page }) => {
  await withRelays(page, async ([relay], address) => {
    await page.goto(address);
    await page.getByRole('button', { name: /^Relay Status/ }).focus();
    await page.keyboard.press('Enter');
    const settings = dialog(page, 'Settings');
    await expect(section(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(row(page, relay!.url).getByRole('button').first()).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(permission(page, relay!.url)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(permission(page, relay!.url)).toHaveText('I');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(dialog(page, 'Remove relay')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(row(page, relay!.url).getByRole('button', { name: /^Remove/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(settings).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Relay Status/ })).toBeFocused();
  });
});

test('[RELAY-68] [RELAY-69] a dead default is replaced, which is told and can be undone', async ({ page }) => {
  const [sound, dead, fallback] = await Promise.all([
    startScriptedRelay(),
    startScriptedRelay({ refuse: true }),
    startScriptedRelay(),
  ]);
  const relays = { readwrite: [sound.url, dead.url], write: [], indexer: [], profile: [], fallback: [fallback.url] };
  const server = await serveOver(relays);
  await skipSplash(page);
  await page.clock.install();
  await page.goto(`${server.url}/?relayStatus=true`);
  await expect(row(page, dead.url)).toHaveCount(1);
  const advice = section(page).getByRole('list', { name: 'What the app did about your relays' });
  await expect(async () => {
    await page.clock.fastForward(31_000);
    await expect(advice).toContainText(`Replaced ${hostOf(dead.url)} with ${hostOf(fallback.url)}`, { timeout: 1_000 });
  }).toPass();
  await expect(row(page, dead.url)).toHaveCount(0);
  await expect(row(page, fallback.url)).toContainText(/connected/i);
  await advice.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, dead.url)).toHaveCount(1);
  await expect(row(page, fallback.url)).toHaveCount(0);
  await expect(advice).toHaveCount(0);
  await server.close();
  await Promise.all([sound, dead, fallback].map((relay) => relay.close()));
});

test('[RELAY-27] [RELAY-68] a dead relay that the user added leaves only after a question', async ({ page }) => {
  const [sound, dead, fallback] = await Promise.all([
    startScriptedRelay(),
    startScriptedRelay({ refuse: true }),
    startScriptedRelay(),
  ]);
  const relays = { readwrite: [sound.url], write: [], indexer: [], profile: [], fallback: [fallback.url] };
  const server = await serveOver(relays);
  await skipSplash(page);
  await page.clock.install();
  await page.goto(`${server.url}/?relayStatus=true`);
  await field(page).fill(dead.url);
  await field(page).press('Enter');
  await expect(row(page, dead.url)).toHaveCount(1);
  const replace = section(page).getByRole('button', { name: 'Replace', exact: true });
  await expect(async () => {
    await page.clock.fastForward(31_000);
    await expect(replace).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const question = dialog(page, 'Remove relay');
  await replace.click();
  await expect(question).toContainText(`${hostOf(fallback.url)} takes its place.`);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(row(page, dead.url)).toHaveCount(1);
  await replace.click();
  await question.getByRole('button', { name: 'Replace' }).click();
  await expect(question).toHaveCount(0);
  await expect(row(page, dead.url)).toHaveCount(0);
  await expect(row(page, fallback.url)).toHaveCount(1);
  await server.close();
  await Promise.all([sound, dead, fallback].map((relay) => relay.close()));
});
