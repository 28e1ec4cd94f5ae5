import type { WorkerPlace } from './worker-place.ts';
import type { MiningOrder } from '#domain/pow/mining.ts';
import type { PowSearch } from './pow/search.ts';

/** Starts one mining worker; throws where workers are not allowed. */
export const spawnPowWorker = ({ Worker }: WorkerPlace): InstanceType<typeof Worker> =>
  new Worker(new URL('./pow.worker.ts', import.meta.url), { type: 'module', name: 'pow' });

/** Starts the worker that mines on the graphics card. */
export const spawnGpuWorker = ({ Worker }: WorkerPlace): InstanceType<typeof Worker> =>
  new Worker(new URL('./pow-gpu.worker.ts', import.meta.url), { type: 'module', name: 'pow on the graphics card' });

/** The same search for the page itself, loaded only when there is no worker. */
export const loadSearchHere = async (order: MiningOrder): Promise<PowSearch> => {
  const [{ chooseKernel }, { createPowSearch }] = await Promise.all([
    import('./pow/fastest-kernel.ts'),
    import('./pow/search.ts'),
  ]);
  return createPowSearch(await chooseKernel(() => performance.now()), order);
};
