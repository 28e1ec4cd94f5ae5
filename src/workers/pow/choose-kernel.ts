import { createPowJob, INNER_NONCES, prepareJob } from '#domain/pow-job.ts';
import { createJsKernel } from './js-kernel.ts';
import type { PowKernel } from './kernel.ts';
import { scalarWords, simdWords } from './wasm-code.ts';
import { createWasmKernel } from './wasm-kernel.ts';

const SAMPLE = { pubkey: '0'.repeat(64), created_at: 0, kind: 1, tags: [], content: 'n'.repeat(300) };
/** the first runs are slow: the browser still works on the code */
const WARM_UP_RUNS = 2;
const TIMED_RUNS = 3;

const loaders = {
  'SIMD, two streams': () => createWasmKernel('SIMD, two streams', simdWords, 2),
  SIMD: () => createWasmKernel('SIMD', simdWords, 1),
  WebAssembly: () => createWasmKernel('WebAssembly', scalarWords, 1),
  TypeScript: () => Promise.resolve(createJsKernel()),
} as const;

export type KernelName = keyof typeof loaders;

/** One kernel by its name; rejects where it cannot run. */
export const loadKernel = (name: KernelName): Promise<PowKernel> => loaders[name]();

/** Nonces a millisecond, of a note of middle length, when nothing else holds the machine up: the best of some runs. */
export const nonceRate = (kernel: PowKernel, now: () => number): number => {
  const { inner } = prepareJob(createPowJob(SAMPLE, 32));
  const times = Array.from({ length: WARM_UP_RUNS + TIMED_RUNS }, (_, run) => {
    const started = now();
    kernel.load(inner(run));
    kernel.search(0, 32);
    return now() - started;
  });
  return INNER_NONCES / Math.min(...times.slice(WARM_UP_RUNS));
};

const available = async (...names: KernelName[]): Promise<PowKernel[]> => {
  const loaded = await Promise.allSettled(names.map(loadKernel));
  return loaded.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
};

/** The fastest kernel of this machine, found by trying for some 30 ms. `now`: ms. */
export const chooseKernel = async (now: () => number): Promise<PowKernel> => {
  const fast = await available('SIMD, two streams', 'SIMD');
  const [first = (await available('WebAssembly'))[0] ?? createJsKernel(), ...others] = fast;
  if (others.length === 0) return first;
  const timed = fast.map((kernel) => ({ kernel, rate: nonceRate(kernel, now) }));
  return timed.reduce((best, next) => (next.rate > best.rate ? next : best)).kernel;
};
