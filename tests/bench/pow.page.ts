import { wrap } from 'comlink';

type BenchWorker = Pick<typeof import('./pow.bench.ts'), 'benchPow' | 'minePart'>;

const start = () => wrap<BenchWorker>(new Worker(new URL('./pow.worker.ts', import.meta.url), { type: 'module' }));
const [first, second] = [start(), start()];
const PART_MS = 2_000;

/** Durations of the clicks on the page, ms; the browser rounds them to 8. */
const clicks: number[] = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (entry.name === 'click') clicks.push(entry.duration);
}).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);

Object.assign(window, {
  clicks,
  mineBoth: (ms: number) => Promise.all([first.minePart(ms), second.minePart(ms)]),
  benchPow: () => first.benchPow(),
  /** nonces a second of one worker, and of two at the same time */
  benchTogether: async () => {
    const alone = await first.minePart(PART_MS);
    const both = await Promise.all([first.minePart(PART_MS), second.minePart(PART_MS)]);
    return { alone, together: both[0] + both[1] };
  },
});
