import { expose } from 'comlink';
import { callsOnly } from './calls-only.ts';
import { asWorker } from './ecash/as-worker.ts';
import { createEcashCore } from './ecash-core.ts';

const worker = asWorker(
  createEcashCore({
    subtle: crypto.subtle,
    getRandomValues: crypto.getRandomValues.bind(crypto),
    fetch: fetch.bind(globalThis),
    now: Date.now,
  }),
);

expose(worker, callsOnly(globalThis as unknown as DedicatedWorkerGlobalScope, worker));
