import { startScriptedRelay } from '#devnet/scripted-relay.ts';
import { serveApp } from '../../scripts/serve.mjs';
import { openBrowser, timeToNote } from './browser.ts';
import { signedNotes } from './events.ts';
import { scrollThrough } from './scroll.ts';
import type { Row } from './table.ts';

const RELAYS = 3;
const READ_ON = 200;
/** a person who reads on: slower than the bench of scrolling, which flies by */
const PIXELS_PER_FRAME = 30;

/** Scripts and REQs of a first visit, and REQs while somebody reads on; counts, which no other load of the machine changes much. */
export async function benchRequests(): Promise<Row[]> {
  const events = await signedNotes(READ_ON + 100, Math.floor(Date.now() / 1000));
  const relays = await Promise.all(Array.from({ length: RELAYS }, () => startScriptedRelay({ events, latencyMs: 5 })));
  const readwrite = relays.map(({ url }) => url);
  const app = await serveApp({ port: 0, dist: 'dist', relays: { readwrite } });
  const browser = await openBrowser();
  const page = await browser.context.newPage();
  const scripts = new Set<string>();
  let asked = 0;
  page.on('response', (response) => void (response.url().endsWith('.js') && scripts.add(response.url())));
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => void (String(payload).startsWith('["REQ"') && (asked += 1))),
  );
  await timeToNote(page, app.url, 1);
  await page.waitForTimeout(6_000);
  const cold = { scripts: scripts.size, asked };
  const { reached } = await page.evaluate(scrollThrough, { count: READ_ON, step: PIXELS_PER_FRAME });
  await page.waitForTimeout(3_000);
  await browser.dispose();
  await app.close();
  for (const relay of relays) await relay.close();
  const count = (name: string, value: number, most: number): Row => ({
    name,
    value: String(value),
    budget: `<= ${most}`,
    holds: value <= most,
  });
  return [
    count('scripts of a first visit', cold.scripts, 30),
    count(`REQs of a cold start, ${RELAYS} relays`, cold.asked, 20),
    count(`REQs for ${reached} notes read on, ${RELAYS} relays`, asked - cold.asked, 150),
  ];
}
