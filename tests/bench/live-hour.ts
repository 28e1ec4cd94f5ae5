import type { Page } from '@playwright/test';
import { type ScriptedRelay, startScriptedRelay } from '#devnet/scripted-relay.ts';
import { serveApp } from '../../scripts/serve.mjs';
import { heapMb, openBrowser, timeToNote } from './browser.ts';
import { createSigner, signedNotes } from './events.ts';
import type { Row } from './table.ts';

const MINUTES = 60;
const EARLY_MINUTES = 5;
const NOTES_A_MINUTE = 100;
const AUTHORS = 300;
const MINUTE_MS = 60_000;
/** the page's time goes on by so much at once: little enough that relays answer within their time limits */
const STEP_MS = 1_000;
const SETTLE_MS = 10;
/** so that no note is dated in the future of the workers, whose time is the real one */
const BEHIND_MS = (MINUTES + 10) * MINUTE_MS;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Sign = Awaited<ReturnType<typeof createSigner>>;

/** One minute of the page's time, in which its relays send their notes; each note comes from both. */
const liveMinute = async (page: Page, relays: readonly ScriptedRelay[], sign: Sign, minute: number) => {
  const start = await page.evaluate(() => Date.now());
  const every = MINUTE_MS / NOTES_A_MINUTE;
  let sent = 0;
  for (let passed = 0; passed < MINUTE_MS; passed += STEP_MS) {
    for (; sent * every < passed + STEP_MS && sent < NOTES_A_MINUTE; sent += 1) {
      const at = Math.floor((start + sent * every) / 1_000);
      const number = minute * NOTES_A_MINUTE + sent;
      const note = sign(number % AUTHORS, `live ${number}: ${'the wind in the trees '.repeat(1 + (number % 12))}`, at);
      for (const relay of relays) relay.push(note);
    }
    await page.clock.runFor(STEP_MS);
    await sleep(SETTLE_MS);
  }
};

/** The heap of a page that shows the feed for an hour while 100 notes a minute come, against that after 5 minutes. */
export async function benchLiveHour(): Promise<Row[]> {
  const begin = Date.now() - BEHIND_MS;
  const events = await signedNotes(100, Math.floor(begin / 1_000));
  const relays = [await startScriptedRelay({ events }), await startScriptedRelay({ events })];
  const dist = process.env['DIST'] ?? 'dist';
  const app = await serveApp({ port: 0, dist, relays: { readwrite: relays.map(({ url }) => url) } });
  const browser = await openBrowser();
  const page = await browser.context.newPage();
  await page.clock.install({ time: begin });
  await timeToNote(page, app.url, 5);
  const sign = await createSigner();
  const heaps: number[] = [];
  for (let minute = 0; minute < MINUTES; minute += 1) {
    await liveMinute(page, relays, sign, minute);
    const passed = minute + 1;
    if (passed % EARLY_MINUTES === 0) heaps.push(await heapMb(page));
  }
  const waiting = await page.getByRole('button', { name: /new note/ }).innerText();
  await browser.dispose();
  await app.close();
  await Promise.all(relays.map((relay) => relay.close()));
  const [early = 0] = heaps;
  const late = heaps.at(-1) ?? 0;
  return [
    {
      name: `heap after ${MINUTES} min of ${NOTES_A_MINUTE} notes a minute (${waiting.trim()})`,
      value: `${late.toFixed(1)} MB`,
      against: `${EARLY_MINUTES} min ${early.toFixed(1)} MB, most ${Math.max(...heaps).toFixed(1)} MB`,
      ratio: (late / early).toFixed(2),
      budget: '<= 1.1',
      holds: late / early <= 1.1,
    },
  ];
}
