import { startScriptedRelay } from '#devnet/scripted-relay.ts';
import { serveApp } from '../../scripts/serve.mjs';
import { signedNotes } from './events.ts';
import { median, type Row } from './table.ts';
import { openUntapped, pause } from './untapped.ts';

const ROUNDS = 3;
/** by then nothing goes on any more */
const SETTLED_MS = 8_000;
const LONG_MS = 50;

type Shift = PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean };

/** Runs in the page before its own scripts: how much of it moved by itself. */
const watchShifts = () => {
  const moved = { sum: 0 };
  Object.assign(window, { moved });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) if (!entry.hadRecentInput) moved.sum += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
};

/** One visit until nothing goes on: processor seconds of the page's process, tasks that were too long, what moved. */
async function visit(page: Awaited<ReturnType<typeof openUntapped>>, url: string) {
  await page.visit(url);
  const before = await page.processTime();
  await page.noteSeen(1);
  await pause(SETTLED_MS);
  const cpu = (await page.processTime()) - before;
  const { longTasks, moved } = await page.evaluate(() => ({
    longTasks: window.bench.longTasks,
    moved: (window as unknown as { moved: { sum: number } }).moved.sum,
  }));
  await page.visit('about:blank');
  const blocked = longTasks.reduce((sum, length) => sum + length - LONG_MS, 0);
  return { cpu, moved, blocked, longest: Math.max(0, ...longTasks) };
}

/** What a first and a second visit cost until nothing goes on. */
export async function benchSettled(): Promise<Row[]> {
  const relay = await startScriptedRelay({
    events: await signedNotes(200, Math.floor(Date.now() / 1000)),
    latencyMs: 5,
  });
  const app = await serveApp({ port: 0, dist: 'dist', relays: { readwrite: [relay.url] } });
  type Visit = Awaited<ReturnType<typeof visit>>;
  const visits: { cold: Visit[]; warm: Visit[] } = { cold: [], warm: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await openUntapped();
    await page.atFirst(watchShifts);
    visits.cold.push(await visit(page, app.url));
    visits.warm.push(await visit(page, app.url));
    await page.dispose();
  }
  await app.close();
  await relay.close();
  return (['cold', 'warm'] as const).flatMap((start) => {
    const of = (name: keyof Visit) => median(visits[start].map((seen) => seen[name]));
    const [cpu, blocked, moved] = [of('cpu'), of('blocked'), of('moved')];
    return [
      {
        name: `processor time of the page until settled, ${start}`,
        value: `${cpu.toFixed(1)} s`,
        budget: '<= 1.5 s',
        holds: cpu <= 1.5,
      },
      {
        name: `blocking time, ${start}`,
        value: `${Math.round(blocked)} ms`,
        against: `longest task ${Math.round(of('longest'))} ms`,
        budget: '0',
        holds: blocked === 0,
      },
      { name: `layout shift, ${start}`, value: moved.toFixed(3), budget: '0', holds: moved < 0.001 },
    ];
  });
}
