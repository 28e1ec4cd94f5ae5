import { eachBy, type EventCheck } from '#domain/protocol/verify-frame.ts';
import { instantiateChecks, type Checks } from './verify-wasm.ts';
import url from './secp256k1/secp256k1.wasm?url&no-inline';

/** The fastest checks this browser runs: libsecp256k1 as WebAssembly, else JavaScript loaded for the purpose. */
export const loadChecks = async (): Promise<Checks> => {
  try {
    return await instantiateChecks(await WebAssembly.compileStreaming(fetch(url)));
  } catch {
    const { nobleCheck } = await import('./verify-noble.ts');
    return { check: nobleCheck, checkAll: eachBy(nobleCheck) };
  }
};

/** The check of one event alone. */
export const loadCheck = async (): Promise<EventCheck> => (await loadChecks()).check;
