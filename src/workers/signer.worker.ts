import { expose } from 'comlink';
import { callsOnly } from './calls-only.ts';
import { createSigner } from './signer-core.ts';

const source = { subtle: crypto.subtle, getRandomValues: crypto.getRandomValues.bind(crypto) };
const signer = createSigner(source, () => performance.now());

expose(signer, callsOnly(globalThis as unknown as DedicatedWorkerGlobalScope, signer));
