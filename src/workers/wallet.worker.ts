import { expose } from 'comlink';
import { callsOnly } from './calls-only.ts';
import { createWalletKeeper } from './wallet-core.ts';

const keeper = createWalletKeeper({ subtle: crypto.subtle, getRandomValues: crypto.getRandomValues.bind(crypto) });

expose(keeper, callsOnly(globalThis as unknown as DedicatedWorkerGlobalScope, keeper));
