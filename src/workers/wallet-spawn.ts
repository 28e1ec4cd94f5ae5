import type { WorkerPlace } from './worker-place.ts';
/** Starts a worker that answers `WalletWorker`; throws where workers are not allowed. */
export const spawnWalletWorker = ({ Worker }: WorkerPlace): InstanceType<typeof Worker> =>
  new Worker(new URL('./wallet.worker.ts', import.meta.url), { type: 'module', name: 'wallet' });
