import { startScriptedRelay } from '#devnet/scripted-relay.ts';
import { serveApp } from '../../scripts/serve.mjs';
import { signedNotes } from './events.ts';
import { createSlowLine } from './slow-line.ts';
import { median, type Row } from './table.ts';
import { openUntapped, pause } from './untapped.ts';

const ROUNDS = 5;
/** the saved cache is written within two seconds of the last change, by a processor that is slower */
const SAVED_MS = 6_000;
const LINE = { roundTripMs: 150, bitsPerSecond: 5_000_000 };
const SLOWER = 4;
const NAME = '150 ms round trip, 5 Mbit/s, processor 4 times slower';

const ms = (value: number) => `${Math.round(value)} ms`;

/** ms until the start file has arrived and run: before the first note nothing else must have. */
const startRan = () =>
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).domContentLoadedEventEnd;

/** ms until the app answers from its own store. */
const whenStored = async (): Promise<number> => {
  while (navigator.serviceWorker.controller?.state !== 'activated')
    await new Promise((resolve) => setTimeout(resolve, 50));
  return performance.now();
};

async function visit(url: string) {
  const page = await openUntapped();
  await page.slowDown(SLOWER);
  const cold = await page.timeToNote(url, 1);
  const ran = await page.evaluate(startRan);
  const stored = await page.evaluate(whenStored);
  await pause(SAVED_MS);
  await page.visit('about:blank');
  const warm = await page.timeToNote(url, 1);
  await page.dispose();
  return { cold, ran, stored, warm };
}

/** A first and a second visit over a slow line with a slow processor. */
export async function benchSlow(): Promise<Row[]> {
  const events = await signedNotes(200, Math.floor(Date.now() / 1000));
  const relay = await startScriptedRelay({ events });
  const line = createSlowLine(LINE);
  const readwrite = [await line.before(relay.url)];
  let [bytes, files] = [0, 0];
  const onSent = (sent: number) => {
    bytes += sent;
    files += 1;
  };
  const app = await serveApp({ port: 0, dist: 'dist', relays: { readwrite }, onSent });
  const url = await line.before(app.url);
  const visits: Awaited<ReturnType<typeof visit>>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) visits.push(await visit(url));
  line.close();
  await app.close();
  await relay.close();
  const of = (name: keyof (typeof visits)[number]) => median(visits.map((times) => times[name]));
  const [cold, ran, stored, warm] = [of('cold'), of('ran'), of('stored'), of('warm')];
  return [
    {
      name: `${NAME}: note 1, cold start`,
      value: ms(cold),
      against: `start file arrived and ran ${ms(ran)}`,
      ratio: (cold / ran).toFixed(2),
      budget: '<= 1.3',
      holds: cold / ran <= 1.3,
    },
    { name: 'same: note 1, warm start', value: ms(warm), budget: '<= 700 ms', holds: warm <= 700 },
    {
      name: 'same: everything stored for offline',
      value: `${(stored / 1_000).toFixed(1)} s`,
      against: `${Math.round(files / ROUNDS)} files, ${(bytes / ROUNDS / 1e6).toFixed(2)} MB sent a visit`,
      budget: '<= 5 s',
      holds: stored <= 5_000,
    },
  ];
}
