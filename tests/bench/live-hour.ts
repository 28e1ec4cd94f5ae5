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

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Sign = Awaited<ReturnType<typeof createSigner>>;

type Hour = {
  /** does something to the page before */
  readonly prepare?: (page: Page) => Promise<void>;
  /** lets that many ms of the page's time go by */
  readonly pass: (page: Page, ms: number) => Promise<void>;
  readonly minutes?: number;
  /** looks at the page every 5 minutes */
  readonly look?: (page: Page) => Promise<void>;
};

/** One minute of the page's time, in which its relays send their notes; each note comes from both. */
const liveMinute = async (
  page: Page,
  relays: readonly ScriptedRelay[],
  sign: Sign,
  minute: number,
  pass: Hour['pass'],
) => {
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
    await pass(page, STEP_MS);
  }
};

/** every timer as often as it comes */
const passAll = async (page: Page, ms: number) => {
  await page.clock.runFor(ms);
  await sleep(SETTLE_MS);
};

/** each timer once, however often it would have come: much faster, and frames are of no matter to the heap */
export const passQuickly = async (page: Page, ms: number) => {
  await page.clock.fastForward(ms);
  await sleep(SETTLE_MS);
};

/** Heaps of a page that shows the feed for an hour or longer while 100 notes a minute come, every 5 minutes. */
export async function measureHour({ prepare, pass, minutes = MINUTES, look }: Hour) {
  // so that no note is dated in the future of the workers, whose time is the real one
  const begin = Date.now() - (minutes + 10) * MINUTE_MS;
  const events = await signedNotes(100, Math.floor(begin / 1_000));
  const relays = [await startScriptedRelay({ events }), await startScriptedRelay({ events })];
  const dist = process.env['DIST'] ?? 'dist';
  const app = await serveApp({ port: 0, dist, relays: { readwrite: relays.map(({ url }) => url) } });
  const browser = await openBrowser();
  const page = await browser.context.newPage();
  await page.clock.install({ time: begin });
  await timeToNote(page, app.url, 5);
  await prepare?.(page);
  const sign = await createSigner();
  const heaps: number[] = [];
  for (let minute = 0; minute < minutes; minute += 1) {
    await liveMinute(page, relays, sign, minute, pass);
    if ((minute + 1) % EARLY_MINUTES !== 0) continue;
    heaps.push(await heapMb(page));
    await look?.(page);
  }
  const text = await page.evaluate(() => document.body.innerText);
  await browser.dispose();
  await app.close();
  await Promise.all(relays.map((relay) => relay.close()));
  return { heaps, text };
}

/** The heap of that page against what it was after 5 minutes. */
export async function benchLiveHour(): Promise<Row[]> {
  const { heaps, text } = await measureHour({ pass: passAll });
  const waiting = /^.*new notes?$/m.exec(text)?.[0] ?? 'no new notes';
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
