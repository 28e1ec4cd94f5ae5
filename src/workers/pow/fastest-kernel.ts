import { createPowJob, INNER_NONCES, prepareJob } from '#domain/pow/pow-job.ts';
import { createJsKernel } from './js-kernel.ts';
import type { PowKernel } from './kernel.ts';
import { scalarWords, simdWords } from './wasm-code.ts';
import { createWasmKernel } from './wasm-kernel.ts';

const SAMPLE = { pubkey: '0'.repeat(64), created_at: 0, kind: 1, tags: [], content: 'n'.repeat(300) };
/** of each kernel; the first runs are slow: the browser still works on the code */
const WARM_UP_RUNS = 2;
const TIMED_RUNS = 3;
/** enough for the choice and some runs more */
const RATE_RUNS = 15;

const loaders = {
  'SIMD, two streams': () => createWasmKernel('SIMD, two streams', simdWords, 2),
  SIMD: () => createWasmKernel('SIMD', simdWords, 1),
  WebAssembly: () => createWasmKernel('WebAssembly', scalarWords, 1),
  TypeScript: () => Promise.resolve(createJsKernel()),
} as const;

export type KernelName = keyof typeof loaders;

/** One kernel by its name; rejects where it cannot run. */
export const loadKernel = (name: KernelName): Promise<PowKernel> => loaders[name]();

const available = async (...names: KernelName[]): Promise<PowKernel[]> => {
  const loaded = await Promise.allSettled(names.map(loadKernel));
  return loaded.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
};

/** Lets kernels take turns at the work itself, and then leaves it to the fastest. They have groups of the same size. */
const fastestOf = (kernels: readonly PowKernel[], now: () => number): PowKernel => {
  const trials = kernels.map((kernel) => ({ kernel, best: Number.POSITIVE_INFINITY }));
  let current = trials[0]!;
  let turn = -1;
  let spent = 0;
  const settled = () => turn >= trials.length * (WARM_UP_RUNS + TIMED_RUNS);
  const nextTurn = () => {
    if (turn >= trials.length * WARM_UP_RUNS) current.best = Math.min(current.best, spent);
    turn += 1;
    spent = 0;
    current = settled()
      ? trials.reduce((best, next) => (next.best < best.best ? next : best))
      : trials[turn % trials.length]!;
  };
  return {
    get name() {
      return current.kernel.name;
    },
    group: current.kernel.group,
    load(inner) {
      if (!settled()) nextTurn();
      current.kernel.load(inner);
    },
    search(from, bits, to) {
      if (settled()) return current.kernel.search(from, bits, to);
      const started = now();
      const found = current.kernel.search(from, bits, to);
      spent += now() - started;
      return found;
    },
  };
};

/** The fastest kernel of this machine, found in its first tens of milliseconds of work. `now`: ms. */
export const chooseKernel = async (now: () => number): Promise<PowKernel> => {
  const fast = await available('SIMD, two streams', 'SIMD');
  if (fast.length > 1) return fastestOf(fast, now);
  return fast[0] ?? (await available('WebAssembly'))[0] ?? createJsKernel();
};

/** Nonces a millisecond, of a note of middle length, when nothing else holds the machine up: the best of some runs. */
export const nonceRate = (kernel: PowKernel, now: () => number): number => {
  const { inner } = prepareJob(createPowJob(SAMPLE, 32));
  const times = Array.from({ length: RATE_RUNS }, (_, run) => {
    const started = now();
    kernel.load(inner(run));
    kernel.search(0, 32);
    return now() - started;
  });
  return INNER_NONCES / Math.min(...times);
};
