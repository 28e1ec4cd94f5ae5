import type { WorkerPlace } from './worker-place.ts';
/** Starts a worker that answers `AsciiWorker`; throws where workers are not allowed. */
export const spawnAsciiWorker = ({ Worker }: WorkerPlace): InstanceType<typeof Worker> =>
  new Worker(new URL('./ascii.worker.ts', import.meta.url), { type: 'module', name: 'ascii' });
