import { wrap } from 'comlink';

type BenchWorker = Pick<typeof import('./pow.bench.ts'), 'benchPow' | 'minePart'>;

const start = () => wrap<BenchWorker>(new Worker(new URL('./pow.worker.ts', import.meta.url), { type: 'module' }));
const [first, second] = [start(), start()];
const PART_MS = 2_000;

Object.assign(window, {
  benchPow: () => first.benchPow(),
  /** nonces a second of one worker, and of two at the same time */
  benchTogether: async () => {
    const alone = await first.minePart(PART_MS);
    const both = await Promise.all([first.minePart(PART_MS), second.minePart(PART_MS)]);
    return { alone, together: both[0] + both[1] };
  },
});
