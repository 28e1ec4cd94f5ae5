import { wrap } from 'comlink';
import type { GpuWorker } from './gpu.worker.ts';

Object.assign(window, {
  gpu: wrap<GpuWorker>(new Worker(new URL('./gpu.worker.ts', import.meta.url), { type: 'module' })),
});
