import type { EventCheck } from '#domain/protocol/verify-frame.ts';
import { instantiateCheck } from './verify-wasm.ts';
import url from './secp256k1/secp256k1.wasm?url&no-inline';

/** The fastest check this browser runs: libsecp256k1 as WebAssembly, else JavaScript loaded for the purpose. */
export const loadCheck = async (): Promise<EventCheck> => {
  try {
    return await instantiateCheck(await WebAssembly.compileStreaming(fetch(url)));
  } catch {
    return (await import('./verify-noble.ts')).nobleCheck;
  }
};
