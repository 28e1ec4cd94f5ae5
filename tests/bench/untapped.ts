import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket, type RawData } from 'ws';
import { chromiumArgs, ensureChromium } from '../../scripts/chromium.mjs';
import { watchPage } from './browser.ts';

/** Waits so many ms. */
export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** until then Chromium is busy with its own start, which takes as much of the processor as a page */
const CHROMIUM_STARTS_MS = 2_000;

type Answer = { id?: number; result?: unknown; error?: { message: string } };
type Send = <Result>(method: string, params?: object, sessionId?: string) => Promise<Result>;

/** The DevTools protocol over one socket, one answer to each call. */
const talkTo = async (url: string): Promise<Send> => {
  const socket = new WebSocket(url, { maxPayload: 1_000_000_000 });
  await once(socket, 'open');
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.on('message', (data: RawData) => {
    const answer = JSON.parse((data as Buffer).toString()) as Answer;
    if (answer.id === undefined) return;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let calls = 0;
  return (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      const id = (calls += 1);
      waiting.set(id, ({ error, result }) => (error ? reject(new Error(error.message)) : resolve(result as never)));
      socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
};

/** The address that Chromium says it can be driven at. */
const addressOf = (stderr: NodeJS.ReadableStream) =>
  new Promise<string>((resolve) => {
    let said = '';
    stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    });
  });

type Metrics = { metrics: readonly { name: string; value: number }[] };
type Evaluated = { result: { value?: unknown }; exceptionDetails?: { text: string } };

/**
 * A page of a Chromium that has started and in which nobody listens, with a profile of its own. Playwright is told of every frame of every socket,
 * which costs a page that gets fifty thousand more than all else; and of every file that is asked for and by which line of
 * which script, for which V8 reads the whole start file a second time on the page's thread.
 */
export async function openUntapped({ width, height } = { width: 1280, height: 800 }) {
  const profile = mkdtempSync(join(tmpdir(), 'nuthatch-bench-'));
  const place = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const chromium = spawn(
    ensureChromium(),
    [...chromiumArgs, ...place, `--window-size=${width},${height}`, 'about:blank'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const send = await talkTo(await addressOf(chromium.stderr));
  const { targetId } = await send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
  await send('Page.enable', {}, sessionId);
  await send('Performance.enable', {}, sessionId);
  await send('Page.addScriptToEvaluateOnNewDocument', { source: `(${String(watchPage)})()` }, sessionId);
  const page = {
    visit: (url: string) => send<object>('Page.navigate', { url }, sessionId),
    /** Makes the processor so many times slower for the page's thread. */
    slowDown: (rate: number) => send<object>('Emulation.setCPUThrottlingRate', { rate }, sessionId),
    /** Runs in each page before its own scripts. */
    atFirst: (act: () => void) =>
      send<object>('Page.addScriptToEvaluateOnNewDocument', { source: `(${String(act)})()` }, sessionId),
    /** Processor seconds of the process that the page is in; it may have had another page before. */
    async processTime() {
      const { metrics } = await send<Metrics>('Performance.getMetrics', {}, sessionId);
      return metrics.find(({ name }) => name === 'ProcessTime')?.value ?? NaN;
    },
    /** ms from the navigation until the nth note can be seen */
    async timeToNote(url: string, nth: number) {
      await page.visit(url);
      return page.noteSeen(nth);
    },
    /** the same of a navigation that has begun */
    noteSeen: (nth: number) =>
      page.evaluate(async (count) => {
        while (window.bench.articles[count] === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
        return window.bench.articles[count];
      }, nth),
    /** What the function gives in the page; it sees nothing but its argument. */
    async evaluate<Result, Given = undefined>(act: (given: Given) => Result | Promise<Result>, given?: Given) {
      const expression = `(${String(act)})(${JSON.stringify(given) ?? ''})`;
      const asked = { expression, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = await send<Evaluated>('Runtime.evaluate', asked, sessionId);
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result.value as Result;
    },
    async dispose() {
      const gone = once(chromium, 'exit');
      await send('Browser.close');
      await gone;
      rmSync(profile, { recursive: true, force: true });
    },
  };
  await pause(CHROMIUM_STARTS_MS);
  return page;
}
