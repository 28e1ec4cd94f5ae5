import type { WorkerPlace } from './worker-place.ts';
/** Starts a worker that answers `EcashWorker`; throws where workers are not allowed. */
export const spawnEcashWorker = ({ Worker }: WorkerPlace): InstanceType<typeof Worker> =>
  new Worker(new URL('./ecash.worker.ts', import.meta.url), { type: 'module', name: 'ecash' });
