import type { Page, TestInfo } from '@playwright/test';
import { openSockets } from '#devnet/fault-proxy.ts';
import { type Fault, NO_FAULT } from '#devnet/faults/fault.ts';
import { MADE_UP } from '#devnet/faults/made-up.ts';
import { POOL_HEALTH_CHECK_MS, VAIN_EVENTS_MAX } from '#domain/relays/relays-limits.ts';
import { heapMb } from '#tests/bench/browser.ts';
import { FAULT_GROUPS, type FaultGroup, FIRST_BREAK_MS, SEEN_MS, TRIES_MS } from './fault-cases.ts';
import {
  connectedCount,
  expect,
  type FaultNetwork,
  lights,
  missingNotes,
  openReqs,
  type Station,
  test,
  watchedReqs,
  wordOf,
  wordsOf,
} from './fault-network.ts';
import { FAULT_ROW, type FaultRow } from './fault-reporter.ts';
import { hurryUntil, pageNow } from './hurry.ts';

type When = FaultRow['when'];

const FLOOD_HEAP_MB = 25;
/** by the real clock, also on a busy machine */
const FLOOD_ENDED_MS = 60_000;

/** Puts a row into the table of faults, with what is missing and left open now. */
const report = async (
  info: TestInfo,
  page: Page,
  { all, sick, sound }: FaultNetwork,
  row: Omit<FaultRow, 'missing' | 'leaked'>,
  station = sick,
) => {
  const missing = (await missingNotes(page, all)).length;
  const leaked = openReqs(station).length - openReqs(sound[0]).length;
  info.annotations.push({
    type: FAULT_ROW,
    description: JSON.stringify({ ...row, missing, leaked } satisfies FaultRow),
  });
};

const expectShown = (page: Page, stations: readonly Station[]) =>
  expect.poll(() => missingNotes(page, stations), { timeout: 25_000 }).toEqual([]);

/** Opens a note with its thread and leaves it: asks every relay that can be asked. */
const readThread = async (page: Page) => {
  const note = page.getByRole('article').last();
  await note
    .getByRole('link')
    .filter({ has: page.getByRole('time') })
    .first()
    .click();
  await page.waitForURL(/\/note\//);
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('feed', { name: 'Notes' })).toBeVisible();
};

const openProfile = async (page: Page) => {
  await page
    .getByRole('article')
    .first()
    .getByRole('link', { name: /, profile$/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: /^Profile of / })).toBeVisible();
};

const readProfile = async (page: Page) => {
  await openProfile(page);
  await page.goBack();
  await expect(page.getByRole('feed', { name: 'Notes' })).toBeVisible();
};

/** Lets the time pass until each of the relays is said to stand so. Answers with the ms that took for each. */
const expectWords = async (page: Page, stations: readonly Station[], { word, withinMs }: FaultGroup['start']) => {
  const urls = stations.map(({ proxy }) => proxy.url);
  const began = await pageNow(page);
  const taken: number[] = [];
  await hurryUntil(page, `'${word.source}' is said`, withinMs, async () => {
    const [said, now] = [await wordsOf(page, urls), await pageNow(page)];
    for (const [at, one] of said.entries()) if (word.test(one)) taken[at] ??= now - began;
    return said.every((one) => word.test(one));
  });
  return taken;
};

/** The app says of the relays what is true, in time, and goes on with the others. Answers with the ms that took for each. */
const expectTold = async (
  page: Page,
  { harmed, all, sound, publish }: FaultNetwork,
  { told, when, unhurried }: { told: FaultGroup['start']; when: When; unhurried?: true | undefined },
) => {
  for (const [at, station] of harmed.entries()) await publish(station, `From harmed relay ${at + 1}, ${when}.`);
  await publish(sound[0], `From a sound relay, ${when}.`);
  if (unhurried)
    for (const { proxy } of harmed)
      await expect.poll(() => wordOf(page, proxy.url), { timeout: FLOOD_ENDED_MS }).toMatch(told.word);
  const ms = await expectWords(page, harmed, told);
  expect(await connectedCount(page)).toBe(told.isConnected ? all.length : sound.length);
  await expectShown(page, sound);
  return ms;
};

/** Everything is as before: all connected, nothing missing. Answers with the ms that took. */
const expectRecovered = (page: Page, { all }: FaultNetwork, limitMs: number) =>
  hurryUntil(page, 'recovered', limitMs, async () => {
    const isBack = (await connectedCount(page)) === all.length;
    return isBack && (await missingNotes(page, all)).length === 0;
  });

/** Only what is watched is still asked, on the relay that was harmed as on the others, and over one socket each. */
const expectNoLeak = (page: Page, { all }: FaultNetwork) =>
  expect
    .poll(
      async () => {
        const [first, ...others] = all.map((station) => openReqs(station));
        const isSame = others.every((ids) => ids.join() === first?.join());
        const isLive = all.every((station) => watchedReqs(station).length === openReqs(station).length);
        const sockets = all.map(({ proxy }) => openSockets(proxy).length);
        return { isSame, isLive, watches: Math.sign(first?.length ?? 0), sockets: new Set(sockets) };
      },
      { timeout: 10_000 },
    )
    .toEqual({ isSame: true, isLive: true, watches: 1, sockets: new Set([1]) });

for (const { name, faults: cases, start, running, recoverMs, unhurried } of FAULT_GROUPS) {
  const list = Object.entries(cases);
  test.describe(`relays ${name}`, () => {
    test.use({ harmedCount: list.length });

    test(`are told of, and are read again: ${Object.keys(cases).join('; ')}`, async ({ page, faults }, info) => {
      const { harmed, all, open } = faults;
      const rounds = [
        ['before the start', start, recoverMs[0]],
        ['while it runs', running, recoverMs[1]],
      ] as const;
      for (const [when, told, limitMs] of rounds) {
        await Promise.all(list.map(([, fault], at) => harmed[at]!.proxy.set(fault)));
        if (when === 'before the start') await open();
        const toldMs = await expectTold(page, faults, { told, when, unhurried });
        const said = await wordsOf(
          page,
          harmed.map(({ proxy }) => proxy.url),
        );
        await Promise.all(harmed.map(({ proxy }) => proxy.set(NO_FAULT)));
        const recoveredMs = await expectRecovered(page, faults, limitMs);
        await readThread(page);
        await readProfile(page);
        await expectNoLeak(page, faults);
        await expectShown(page, all);
        for (const [at, [fault]] of list.entries()) {
          const row = { fault, when, told: said[at]!, toldMs: toldMs[at]!, recoveredMs };
          await report(info, page, faults, row, harmed[at]);
        }
      }
    });
  });
}

test('addresses at which no relay can be are given up, and harm nobody', async ({ page, faults }, info) => {
  const { all, open } = faults;
  const nowhere = { 'unknown host': 'wss://nowhere.invalid', 'port that browsers block': 'ws://127.0.0.1:9' };
  await open(Object.values(nowhere));
  await expectShown(page, all);
  const tries = new Map<string, number>();
  for (const [fault, url] of Object.entries(nowhere)) {
    const isGivenUp = async () => (await wordOf(page, url)) === 'no answer';
    tries.set(fault, await hurryUntil(page, `${fault} is given up`, 15_000, isGivenUp));
  }
  await expect(lights(page)).toHaveAccessibleName('Relay Status: 3 of 5 read relays connected');
  await expectNoLeak(page, faults);
  for (const [fault, toldMs] of tries) {
    const row = { fault, when: 'before the start', told: 'no answer', toldMs, recoveredMs: null } as const;
    await report(info, page, faults, row);
  }
});

test('a relay that stays away while the app runs is given up after five tries, and found again', async ({
  page,
  faults,
}, info) => {
  const { sick, sound, all, open, publish } = faults;
  await open();
  await expectShown(page, all);
  await sick.proxy.set({ kind: 'refuse' });
  const word = () => wordOf(page, sick.proxy.url);
  const toldMs = await hurryUntil(page, 'given up', TRIES_MS + 2 * SEEN_MS, async () => (await word()) === 'no answer');
  expect(toldMs).toBeGreaterThan(TRIES_MS);
  await publish(sick, 'Written while nobody could read it.');
  await publish(sound[1], 'Written at the third relay.');
  await expectShown(page, sound);
  await lights(page).click();
  const list = page.getByRole('list', { name: 'Your relays' });
  await expect(list.getByRole('button', { name: /(Connected|· connected)/ })).toHaveCount(2);
  await expect(
    list.getByRole('button', { name: new RegExp(`^${sick.proxy.url.slice(5)} .*(closed|answer)`) }),
  ).toHaveCount(1);
  await page.goBack();
  await sick.proxy.set(NO_FAULT);
  const recoveredMs = await expectRecovered(page, faults, POOL_HEALTH_CHECK_MS + SEEN_MS);
  await expectNoLeak(page, faults);
  await report(info, page, faults, {
    fault: 'refuse, for a minute',
    when: 'while it runs',
    told: 'no answer',
    toldMs,
    recoveredMs,
  });
});

test('a profile that is open while a relay comes back gets the notes of that relay', async ({ page, faults }) => {
  const { sick, sound, open } = faults;
  await sick.proxy.set({ kind: 'refuse' });
  await open();
  await expectShown(page, sound);
  await openProfile(page);
  await expectShown(page, sound);
  await sick.proxy.set(NO_FAULT);
  await expectRecovered(page, faults, POOL_HEALTH_CHECK_MS + SEEN_MS);
});

test('all relays away: the app says so and comes back by itself', async ({ page, faults }, info) => {
  const { all, open, publish } = faults;
  const setAll = (fault: Fault) => Promise.all(all.map(({ proxy }) => proxy.set(fault)));
  await setAll({ kind: 'refuse' });
  await open();
  const failed = page.getByText('Failed to load notes');
  const toldMs = await hurryUntil(page, 'the failure is said', 15_000, () => failed.isVisible());
  await expect(lights(page)).toHaveAccessibleName('Relay Status: 0 of 3 read relays connected');
  await setAll(NO_FAULT);
  const recoveredMs = await expectRecovered(page, faults, POOL_HEALTH_CHECK_MS + SEEN_MS);
  await expectNoLeak(page, faults);
  const fault = 'all relays refuse';
  await report(info, page, faults, {
    fault,
    when: 'before the start',
    told: 'Failed to load notes',
    toldMs,
    recoveredMs,
  });

  await setAll({ kind: 'drop' });
  const unreachable = page.getByText('No relay is answering');
  const againMs = await hurryUntil(page, 'the loss is said', 60_000, () => unreachable.isVisible());
  for (const [at, station] of all.entries()) await publish(station, `Written in the dark, ${at + 1}.`);
  await setAll(NO_FAULT);
  const backMs = await expectRecovered(page, faults, POOL_HEALTH_CHECK_MS + SEEN_MS);
  await expect(unreachable).toBeHidden();
  await expectNoLeak(page, faults);
  await report(info, page, faults, {
    fault: 'all relays drop',
    when: 'while it runs',
    told: 'No relay is answering',
    toldMs: againMs,
    recoveredMs: backMs,
  });
});

test('a relay that floods with forged notes is closed, costs no memory, shows nothing forged and is read again afterwards', async ({
  page,
  faults,
}, info) => {
  const { sick, sound, open, publish, all } = faults;
  await open();
  await expectShown(page, all);
  const before = await heapMb(page);
  await sick.proxy.set({ kind: 'flood', perSecond: 5_000 });
  await publish(sound[0], 'Calm beside the flood.');
  await publish(sick, 'True in the flood.');
  await expectShown(page, [sound[0]]);
  await expect.poll(() => wordOf(page, sick.proxy.url), { timeout: FLOOD_ENDED_MS }).toBe('on a break');
  const flooded = sick.proxy.sockets.reduce((sum, { madeUp }) => sum + madeUp, 0);
  // the one that is too many has come from the relay, or is on its way
  expect(flooded).toBeGreaterThanOrEqual(VAIN_EVENTS_MAX);
  expect(await connectedCount(page)).toBe(2);
  expect(await heapMb(page)).toBeLessThan(before + FLOOD_HEAP_MB);
  expect(await page.getByText(MADE_UP).count()).toBe(0);
  await sick.proxy.set(NO_FAULT);
  const recoveredMs = await expectRecovered(page, faults, FIRST_BREAK_MS);
  expect(await heapMb(page)).toBeLessThan(before + FLOOD_HEAP_MB);
  expect(await page.getByText(MADE_UP).count()).toBe(0);
  await expectNoLeak(page, faults);
  await report(info, page, faults, {
    fault: 'flood of 5,000/s',
    when: 'while it runs',
    told: 'on a break',
    toldMs: 0,
    recoveredMs,
  });
});
