import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from '@playwright/test';
import { startScriptedRelay } from '#devnet/scripted-relay.ts';
import { serveApp } from '../../scripts/serve.mjs';
import { openBrowser, timeToNote } from './browser.ts';
import { createSigner } from './events.ts';
import { scrollThrough } from './scroll.ts';
import { percentile, type Row } from './table.ts';

/** how many pictures are scrolled through */
export const SCROLLED = 200;
const PIXELS_PER_FRAME = 60;

/** Serves one picture under any number of addresses, readable by scripts. */
export const servePictures = async () => {
  const picture = readFileSync(new URL('../../devnet/art/forest.jpg', import.meta.url));
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg', 'access-control-allow-origin': '*' });
    response.end(picture);
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
};

/** Notes of one picture each, more than are scrolled through. */
export const pictureNotes = async (pictures: string) => {
  const sign = await createSigner();
  const until = Math.floor(Date.now() / 1_000);
  return Array.from({ length: SCROLLED + 50 }, (_, index) => {
    const url = `${pictures}/${index}.jpg`;
    return sign(index % 50, `Picture ${index} ${url}`, until - index, [['imeta', `url ${url}`, 'dim 960x720']]);
  });
};

/** ms of processor time that all processes of the browser have used. */
const usedMs = async (context: BrowserContext): Promise<number> => {
  const session = await context.browser()!.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return 1_000 * processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
};

/** Scrolls the feed in these modes. */
export const scrollIn = async (url: string, mode: object) => {
  const browser = await openBrowser();
  const page = await browser.context.newPage();
  await page.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, String(value));
  }, mode);
  await timeToNote(page, url, 5);
  await page.waitForTimeout(2_000);
  const before = await usedMs(browser.context);
  const { frames, reached } = await page.evaluate(scrollThrough, { count: SCROLLED, step: PIXELS_PER_FRAME });
  const used = (await usedMs(browser.context)) - before;
  await page.waitForTimeout(1_000);
  const drawn = await page.locator('.art pre').count();
  await browser.dispose();
  const total = frames.reduce((sum, ms) => sum + ms, 0);
  return {
    p95: percentile(frames, 0.95),
    fps: (1_000 * frames.length) / total,
    used: used / frames.length,
    reached,
    drawn,
  };
};

type Scrolled = Awaited<ReturnType<typeof scrollIn>>;

const rowsOf = (name: string, { p95, fps, used, reached, drawn }: Scrolled, plain: Scrolled): Row[] => [
  {
    name: `${name}, ${reached} pictures scrolled, p95 frame`,
    value: `${p95.toFixed(1)} ms, ${fps.toFixed(1)} frames a second`,
    against: `plain pictures ${plain.p95.toFixed(1)} ms, ${plain.fps.toFixed(1)}`,
    ratio: (p95 / plain.p95).toFixed(2),
    budget: '< 20 ms',
    holds: p95 < 20 && reached >= SCROLLED && drawn > 0,
  },
  {
    name: `${name}, processor time of a frame`,
    value: `${used.toFixed(1)} ms`,
    against: `plain pictures ${plain.used.toFixed(1)} ms`,
    ratio: (used / plain.used).toFixed(2),
    budget: '<= 1.5 of plain',
    holds: used <= 1.5 * plain.used,
  },
];

/** A feed with a picture in every note, scrolled at 3,600 px a second, with pictures as they are and in letters. */
export async function benchAscii(): Promise<Row[]> {
  const pictures = await servePictures();
  const relay = await startScriptedRelay({ events: await pictureNotes(pictures.url), latencyMs: 5 });
  const app = await serveApp({ port: 0, dist: 'dist', relays: { readwrite: [relay.url] } });
  const plain = await scrollIn(app.url, {});
  const ascii = await scrollIn(app.url, { useAscii: true, useColor: false });
  const colour = await scrollIn(app.url, { useAscii: true, useColor: true });
  await app.close();
  await relay.close();
  pictures.close();
  return [...rowsOf('ASCII Mode', ascii, plain), ...rowsOf('Color Mode', colour, plain)];
}
