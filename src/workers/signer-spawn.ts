import type { WorkerPlace } from './worker-place.ts';
/** Starts a worker that answers `SignerWorker`; throws where workers are not allowed. */
export const spawnSignerWorker = ({ Worker }: WorkerPlace): InstanceType<typeof Worker> =>
  new Worker(new URL('./signer.worker.ts', import.meta.url), { type: 'module', name: 'signer' });
