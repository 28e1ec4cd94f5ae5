import type { WorkerPlace } from './worker-place.ts';
import type { EventCheck } from '#domain/protocol/verify-frame.ts';

/** Starts one verification worker; throws where workers are not allowed. */
export const spawnVerifyWorker = ({ Worker }: WorkerPlace): InstanceType<typeof Worker> =>
  new Worker(new URL('./verify.worker.ts', import.meta.url), { type: 'module', name: 'verify' });

/** The same check for the page itself, loaded only when there is no worker. */
export const loadCheckHere = async (): Promise<EventCheck> => (await import('./verify-check.ts')).loadCheck();
