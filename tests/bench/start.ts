import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startScriptedRelay } from '#devnet/scripted-relay.ts';
import { gzipBytes, START_BUDGET_BYTES, startScripts } from '../../scripts/start-size.mjs';
import { serveApp } from '../../scripts/serve.mjs';
import { signedNotes } from './events.ts';
import { median, type Row } from './table.ts';
import { openUntapped, pause } from './untapped.ts';

const ROUNDS = 5;
const NOTES = 200;
/** a usual screen for the first note; tall enough for twenty notes otherwise */
const SCREENS = { 1: { width: 1280, height: 800 }, 20: { width: 1280, height: 6000 } } as const;

/** The least a page can do: one socket, one REQ, the notes as plain paragraphs, nothing checked. */
const floorPage = (relay: string) => `<!doctype html><body><script>
const socket = new WebSocket(${JSON.stringify(relay)});
socket.onopen = () => socket.send('["REQ","floor",{"kinds":[1],"limit":20}]');
socket.onmessage = ({ data }) => { const [verb, , event] = JSON.parse(data); if (verb !== 'EVENT') return;
  const note = document.createElement('article'); note.textContent = event.content; document.body.append(note); };
</script>`;

const serveFloor = (relay: string) =>
  new Promise<{ url: string; close(): void }>((resolve) => {
    const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(floorPage(relay)));
    server.listen(0, '127.0.0.1', () =>
      resolve({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }),
    );
  });

/** the saved cache is written within two seconds of the last change */
const SAVED_MS = 3_000;
/** Cold and warm times of one address: a new profile each round, then the same profile again. */
async function coldAndWarm(url: string, nth: keyof typeof SCREENS) {
  const times: { cold: number[]; warm: number[] } = { cold: [], warm: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await openUntapped(SCREENS[nth]);
    times.cold.push(await page.timeToNote(url, nth));
    await pause(SAVED_MS);
    await page.visit('about:blank');
    times.warm.push(await page.timeToNote(url, nth));
    await page.dispose();
  }
  return { cold: median(times.cold), warm: median(times.warm) };
}

/** gzip bytes of the scripts that the page loads at once, and of the worker that starts beside it. */
function initialJavaScript(): { page: number; worker: number } {
  const workers = readdirSync('dist/assets').filter((name) => /^verify\.worker-.*\.js$/.test(name));
  return { page: gzipBytes(startScripts()), worker: gzipBytes(workers.map((name) => `dist/assets/${name}`)) };
}

const ms = (value: number) => `${Math.round(value)} ms`;

/** How soon notes stand on the page, against a bare page on the same relay, and how much code that takes. */
export async function benchStart(): Promise<Row[]> {
  const relay = await startScriptedRelay({
    events: await signedNotes(NOTES, Math.floor(Date.now() / 1000)),
    latencyMs: 5,
  });
  const app = await serveApp({ port: 0, dist: 'dist', relays: { readwrite: [relay.url] } });
  const floor = await serveFloor(relay.url);
  const scripts = initialJavaScript();
  const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;
  const rows: Row[] = [
    {
      name: 'initial JavaScript of the page, gzip',
      value: kib(scripts.page),
      against: `${kib(START_BUDGET_BYTES)} (worker: ${kib(scripts.worker)} more)`,
      ratio: (scripts.page / START_BUDGET_BYTES).toFixed(2),
      budget: '<= 1',
      holds: scripts.page <= START_BUDGET_BYTES,
    },
  ];
  for (const nth of [1, 20] as const) {
    const ours = await coldAndWarm(app.url, nth);
    const least = await coldAndWarm(floor.url, nth);
    rows.push(
      {
        name: `note ${nth}, cold start`,
        value: ms(ours.cold),
        against: `bare page ${ms(least.cold)}`,
        ratio: (ours.cold / least.cold).toFixed(1),
        budget: nth === 1 ? '<= 700 ms' : '',
        ...(nth === 1 ? { holds: ours.cold <= 700 } : {}),
      },
      {
        name: `note ${nth}, warm start`,
        value: ms(ours.warm),
        against: `bare page ${ms(least.warm)}`,
        ratio: (ours.warm / least.warm).toFixed(1),
        budget: nth === 1 ? '<= 325 ms' : '',
        ...(nth === 1 ? { holds: ours.warm <= 325 } : {}),
      },
    );
  }
  floor.close();
  await app.close();
  await relay.close();
  return rows;
}
