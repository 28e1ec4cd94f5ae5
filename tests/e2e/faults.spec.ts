import type { Page, TestInfo } from '@playwright/test';
import { openSockets } from '#devnet/fault-proxy.ts';
import { NO_FAULT } from '#devnet/faults/fault.ts';
import { FAULT_CASES, type FaultCase } from './fault-cases.ts';
import {
  connectedCount,
  expect,
  type FaultNetwork,
  hurryUntil,
  missingNotes,
  openReqs,
  type Station,
  test,
  wordOf,
} from './fault-network.ts';
import { FAULT_ROW, type FaultRow } from './fault-reporter.ts';

type When = FaultRow['when'];

const report = (info: TestInfo, row: FaultRow) =>
  info.annotations.push({ type: FAULT_ROW, description: JSON.stringify(row) });

const expectShown = (page: Page, stations: readonly Station[]) =>
  expect.poll(() => missingNotes(page, stations), { timeout: 15_000 }).toEqual([]);

/** Opens a note beside the feed and leaves it: asks every relay that can be asked. */
const readThread = async (page: Page) => {
  await page.getByRole('article').last().getByRole('link', { name: 'Open the thread' }).click();
  await expect(
    page
      .getByRole('dialog')
      .or(page.getByRole('complementary', { name: 'Thread' }))
      .first(),
  ).toBeVisible();
  await page.goBack();
};

/** The app says of the relay what is true, in time, and goes on with the others. Answers with the ms that took. */
const expectTold = async (page: Page, { sick, sound, publish }: FaultNetwork, told: FaultCase['start'], when: When) => {
  const ms = await hurryUntil(page, `'${told.word.source}' is said`, told.withinMs, async () =>
    told.word.test(await wordOf(page, sick.proxy.url)),
  );
  expect(await connectedCount(page)).toBe(told.connected);
  await publish(sick, `From the harmed relay, ${when}.`);
  await publish(sound[0], `From a sound relay, ${when}.`);
  await expectShown(page, sound);
  return ms;
};

/** Everything is as before: all connected, the same REQs open on all, nothing missing. Answers with the ms that took. */
const expectRecovered = async (page: Page, { sick, all, sound }: FaultNetwork, limitMs: number) => {
  const ms = await hurryUntil(page, 'recovered', limitMs, async () => {
    const [here, there] = [openReqs(sick), openReqs(sound[0])];
    return (await connectedCount(page)) === 3 && here.length > 0 && here.join() === there.join();
  });
  await expectShown(page, all);
  return ms;
};

const expectNoLeak = async (page: Page, { sick, sound }: FaultNetwork, live: number) => {
  await readThread(page);
  await expect.poll(() => [openReqs(sick).length, openReqs(sound[0]).length]).toEqual([live, live]);
  expect(openSockets(sick.proxy)).toHaveLength(1);
};

for (const one of FAULT_CASES) {
  test(`a relay with the fault: ${one.name}`, async ({ page, faults }, info) => {
    const { sick, sound, open } = faults;
    const rounds: [When, FaultCase['start'] | undefined, number][] = [
      ['before the start', one.start, one.recoverMs[0]],
      ['while it runs', one.running, one.recoverMs[1]],
    ];
    let live = 0;
    for (const [when, told, recoverMs] of rounds) {
      if (!told) continue;
      await sick.proxy.set(one.fault);
      if (when === 'before the start') {
        await open();
        await expectShown(page, sound);
        live = openReqs(sound[0]).length;
      }
      const toldMs = await expectTold(page, faults, told, when);
      await sick.proxy.set(NO_FAULT);
      if (one.wantsReason) await readThread(page);
      const recoveredMs = await expectRecovered(page, faults, recoverMs + 250);
      await expectNoLeak(page, faults, live);
      report(info, { fault: one.name, when, told: told.word.source, toldMs, recoveredMs, missing: 0, leaked: 0 });
    }
  });
}
