import { wrap } from 'comlink';

type BenchWorker = { benchVerify: typeof import('./verify.bench.ts').benchVerify };

const worker = new Worker(new URL('./verify.worker.ts', import.meta.url), { type: 'module' });
Object.assign(window, { benchVerify: () => wrap<BenchWorker>(worker).benchVerify() });
