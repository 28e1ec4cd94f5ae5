import { proxy, wrap } from 'comlink';
import type { PowWorker } from '#workers/pow.worker.ts';
import { spawnPowWorker } from '#workers/pow-pool.ts';

type BenchWorker = Pick<typeof import('./pow.bench.ts'), 'benchPow' | 'minePart'>;

const start = () => wrap<BenchWorker>(new Worker(new URL('./pow.worker.ts', import.meta.url), { type: 'module' }));
const [first, second] = [start(), start()];
const PART_MS = 2_000;

/** ms from the order to the first nonces that a new worker of the app has tried. */
const startWorker = async (): Promise<number> => {
  const event = { pubkey: 'ab'.repeat(32), created_at: 1_790_000_000, kind: 1, tags: [], content: 'start' };
  const started = performance.now();
  const worker = spawnPowWorker(window);
  await new Promise<void>((resolve) => {
    const order = { event, targetBits: 33, place: 0, places: 1 };
    void wrap<PowWorker>(worker).mine(
      order,
      proxy(() => resolve()),
    );
  });
  worker.terminate();
  return performance.now() - started;
};

Object.assign(window, {
  benchPow: () => first.benchPow(),
  startWorker,
  mineAlone: (characters: number) => first.minePart(PART_MS, characters),
  /** nonces a second of two workers at the same time */
  async mineTogether(characters: number) {
    const both = await Promise.all([first.minePart(PART_MS, characters), second.minePart(PART_MS, characters)]);
    return both[0] + both[1];
  },
});
