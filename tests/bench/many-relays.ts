import type { Page } from '@playwright/test';
import { startDevnet } from '#devnet/devnet.ts';
import type { FaultProxy } from '#devnet/fault-proxy.ts';
import { NO_FAULT } from '#devnet/faults/fault.ts';
import { type ScriptedRelay, startScriptedRelay } from '#devnet/scripted-relay.ts';
import { serveApp } from '../../scripts/serve.mjs';
import { heapMb, openBrowser, timeToNote } from './browser.ts';
import { signedNotes } from './events.ts';
import { startStations } from './stations.ts';
import type { Row } from './table.ts';

const QUIET_RELAYS = 15;
const QUIET_S = 35;
const STORM_RELAYS = 20;
const STORM_LIMIT_MS = 60_000;
const FLOOD_PER_SECOND = 5_000;
const FLOOD_S = 15;
const SCROLLED_NOTES = 100;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const notes = (count: number) => signedNotes(count, Math.floor(Date.now() / 1_000));

const allConnected = (page: Page, count: number, limitMs: number) =>
  page
    .getByRole('button', { name: `Relay Status: ${count} of ${count} read relays connected` })
    .waitFor({ timeout: limitMs });

/** The app over so many scripted relays, all connected and its first notes shown. */
async function openOver(count: number) {
  const events = await notes(60);
  const relays: ScriptedRelay[] = [];
  for (let at = 0; at < count; at += 1) relays.push(await startScriptedRelay({ events, latencyMs: 5 }));
  const app = await serveApp({ port: 0, dist: 'dist', relays: { readwrite: relays.map(({ url }) => url) } });
  const browser = await openBrowser();
  const page = await browser.context.newPage();
  await timeToNote(page, app.url, 5);
  await allConnected(page, count, 30_000);
  return {
    page,
    relays,
    async close() {
      await browser.dispose();
      await app.close();
      await Promise.all(relays.map((relay) => relay.close()));
    },
  };
}

/** What a tab costs that nobody touches, with its sockets open and pings going out; seconds of main thread per second. */
export async function benchIdle(): Promise<Row[]> {
  const { page, close } = await openOver(QUIET_RELAYS);
  await sleep(8_000);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'timeTicks' });
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const of = (name: string) => metrics.find((metric) => metric.name === name)!.value;
    return { busy: of('TaskDuration'), script: of('ScriptDuration'), at: of('Timestamp') };
  };
  const before = await read();
  await sleep(QUIET_S * 1_000);
  const after = await read();
  await close();
  const share = (100 * (after.busy - before.busy)) / (after.at - before.at);
  const script = (100 * (after.script - before.script)) / (after.at - before.at);
  return [
    {
      name: `main thread of an idle tab, ${QUIET_RELAYS} relays`,
      value: `${share.toFixed(2)} %`,
      against: `script ${script.toFixed(2)} %, over ${QUIET_S} s`,
      budget: '< 1 %',
      holds: share < 1,
    },
  ];
}

/** All relays drop at once: how soon they are back, at what cost. */
export async function benchStorm(): Promise<Row[]> {
  const { page, relays, close } = await openOver(STORM_RELAYS);
  await sleep(3_000);
  await page.evaluate(() => (window.bench.longTasks = []));
  const opened = () => relays.reduce((sum, { connections }) => sum + connections, 0);
  const before = opened();
  const began = performance.now();
  for (const relay of relays) relay.dropAll(1012);
  await page.getByRole('button', { name: /^Relay Status: 0 of / }).waitFor({ timeout: 10_000 });
  await allConnected(page, STORM_RELAYS, STORM_LIMIT_MS);
  const seconds = (performance.now() - began) / 1_000;
  await sleep(2_000);
  const sockets = opened() - before;
  const longest = Math.max(0, ...(await page.evaluate(() => window.bench.longTasks)));
  await close();
  return [
    {
      name: `reconnect storm, ${STORM_RELAYS} relays all back`,
      value: `${seconds.toFixed(1)} s`,
      against: 'first try after 3 s',
      budget: '<= 6 s',
      holds: seconds <= 6,
    },
    {
      name: 'reconnect storm, sockets opened',
      value: String(sockets),
      budget: `<= ${STORM_RELAYS}`,
      holds: sockets <= STORM_RELAYS,
    },
    {
      name: 'reconnect storm, longest main-thread task',
      value: longest ? `${longest.toFixed(0)} ms` : 'under 50 ms',
      budget: '< 100 ms',
      holds: longest < 100,
    },
  ];
}

/** How much of what relays send was there already, on the sample network: the feed and its people, 100 notes down. */
export async function benchDuplicates(): Promise<Row[]> {
  const devnet = await startDevnet();
  const app = await serveApp({ port: 0, dist: 'dist', relays: devnet.config });
  const browser = await openBrowser();
  const page = await browser.context.newPage();
  const seen = new Set<string>();
  let [all, again] = [0, 0];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const text = String(payload);
      const id = text.startsWith('["EVENT"') ? /"id":"([0-9a-f]{64})"/.exec(text)?.[1] : undefined;
      if (id === undefined) return;
      all += text.length;
      if (seen.has(id)) again += text.length;
      seen.add(id);
    }),
  );
  await timeToNote(page, app.url, 5);
  await page.evaluate(async (wanted) => {
    const places = () => [...document.querySelectorAll('article')].map((one) => Number(one.ariaPosInSet));
    for (let frame = 0; frame < 3_000 && Math.max(...places(), 0) < wanted; frame += 1) {
      window.scrollBy(0, 120);
      await new Promise(requestAnimationFrame);
    }
  }, SCROLLED_NOTES);
  await sleep(2_000);
  await browser.dispose();
  await app.close();
  const copies = devnet.content.relayEvents.slice(0, 3).map((events) => events.length);
  const distinct = new Set(devnet.content.relayEvents.slice(0, 3).flatMap((events) => events.map(({ id }) => id))).size;
  const held = copies.reduce((sum, count) => sum + count, 0);
  await devnet.close();
  return [
    {
      name: `bytes of events that were there already`,
      value: `${((100 * again) / all).toFixed(0)} %`,
      against: `${((100 * (held - distinct)) / held).toFixed(0)} % of what the relays hold are copies`,
      ratio: `${(all / 1_000_000).toFixed(2)} MB in all`,
    },
  ];
}

/** One of two relays floods: how much memory its frames may take while they wait, and how much is left afterwards. */
export async function benchBackPressure(): Promise<Row[]> {
  const { url, proxies, close } = await startStations(2, 60);
  const [flooding] = proxies as [FaultProxy, FaultProxy];
  const browser = await openBrowser();
  const page = await browser.context.newPage();
  await timeToNote(page, url, 5);
  await sleep(4_000);
  const before = await heapMb(page);
  await flooding.set({ kind: 'flood', perSecond: FLOOD_PER_SECOND });
  let most = 0;
  for (const end = performance.now() + FLOOD_S * 1_000; performance.now() < end; await sleep(1_000))
    most = Math.max(most, await heapMb(page));
  await flooding.set(NO_FAULT);
  await sleep(5_000);
  const after = await heapMb(page);
  const sent = flooding.sockets.reduce((sum, { madeUp }) => sum + madeUp, 0);
  await browser.dispose();
  await close();
  const row = (name: string, value: number, addedMb: number): Row => ({
    name,
    value: `${value.toFixed(1)} MB`,
    against: `before ${before.toFixed(1)} MB`,
    ratio: (value / before).toFixed(2),
    budget: `<= +${addedMb} MB`,
    holds: value - before <= addedMb,
  });
  return [row(`heap while a relay floods, ${sent} events`, most, 50), row('heap after the flood', after, 5)];
}
