import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BrowserContext, Page } from '@playwright/test';
import { startScriptedRelay } from '#devnet/scripted-relay.ts';
import { serveApp } from '../../scripts/serve.mjs';
import { openBrowser, timeToNote } from './browser.ts';
import { signedNotes } from './events.ts';
import { median, type Row } from './table.ts';

const ROUNDS = 5;
const SCREEN = { width: 1280, height: 6000 };

const ms = (value: number) => `${Math.round(value)} ms`;
const kib = (bytes: number) => `${(bytes / 1024).toFixed(0)} KiB`;

/** Waits until the app answers from its own store. */
const stored = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

const startIn = async (context: BrowserContext, url: string): Promise<number> => {
  const page = await context.newPage();
  const time = await timeToNote(page, url, 20);
  await page.close();
  return time;
};

/** Twenty notes on the page without a network, against the same with one. */
async function offlineStart(url: string) {
  const times: { online: number[]; offline: number[] } = { online: [], offline: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const { context, dispose } = await openBrowser(SCREEN);
    const first = await context.newPage();
    await timeToNote(first, url, 20);
    await stored(first);
    // the saved cache is written within two seconds of the last change
    await first.waitForTimeout(3_000);
    await first.close();
    times.online.push(await startIn(context, url));
    await context.setOffline(true);
    times.offline.push(await startIn(context, url));
    await dispose();
  }
  return { online: median(times.online), offline: median(times.offline) };
}

/** A server that counts the bytes it sends, compressed as they are. */
const countBytes = (served: string, relays: unknown) => {
  let [bytes, files] = [0, 0];
  const onSent = (sent: number) => {
    bytes += sent;
    files += 1;
  };
  const take = () => {
    const taken = { bytes, files };
    [bytes, files] = [0, 0];
    return taken;
  };
  return { starting: serveApp({ port: 0, dist: served, relays, onSent }), take };
};

/** From the word of a new version until it is stored, when one text of one screen changed. */
async function update(relays: unknown) {
  const folders = ['served', 'next'].map((name) => mkdtempSync(join(tmpdir(), `nuthatch-bench-${name}-`)));
  const [served, next] = folders as [string, string];
  cpSync('dist', served, { recursive: true });
  await promisify(execFile)('npx', ['vite', 'build', '--logLevel', 'error', '--outDir', next, '--emptyOutDir'], {
    env: { ...process.env, APP_VERSION: '9.9.9' },
  });
  const counter = countBytes(served, relays);
  const app = await counter.starting;
  const { context, dispose } = await openBrowser();
  const page = await context.newPage();
  await page.goto(app.url);
  await stored(page);
  const whole = counter.take();
  rmSync(served, { recursive: true });
  cpSync(next, served, { recursive: true });
  const time = await page.evaluate(async () => {
    const registration = (await navigator.serviceWorker.getRegistration())!;
    const began = performance.now();
    await registration.update();
    const worker = registration.installing ?? registration.waiting ?? registration.active!;
    while (worker.state === 'installing') await new Promise((done) => setTimeout(done, 10));
    return performance.now() - began;
  });
  const changed = counter.take();
  await dispose();
  await app.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  return { time, whole, changed };
}

/** The stored app: how soon it stands without a network, and what an update costs. */
export async function benchOffline(): Promise<Row[]> {
  const relay = await startScriptedRelay({
    events: await signedNotes(200, Math.floor(Date.now() / 1000)),
    latencyMs: 5,
  });
  const relays = { readwrite: [relay.url] };
  const app = await serveApp({ port: 0, dist: 'dist', relays });
  const { online, offline } = await offlineStart(app.url);
  await app.close();
  const { time, whole, changed } = await update(relays);
  await relay.close();
  return [
    {
      name: 'note 20, start without a network',
      value: ms(offline),
      against: `with one ${ms(online)}`,
      ratio: (offline / online).toFixed(2),
      budget: '',
    },
    {
      name: 'an update in which one text changed',
      value: `${kib(changed.bytes)}, ${changed.files} files`,
      against: `whole app ${kib(whole.bytes)}, ${whole.files} files`,
      ratio: (changed.bytes / whole.bytes).toFixed(2),
      budget: '<= 1',
      holds: changed.bytes <= whole.bytes,
    },
    { name: 'time until it is stored', value: ms(time), against: '', ratio: '', budget: '' },
  ];
}
