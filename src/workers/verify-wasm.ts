import type { EventCheck } from '#domain/protocol/verify-frame.ts';

type Exports = {
  readonly memory: WebAssembly.Memory;
  /** where to write a text of so many bytes; 0 when memory has run out */
  readonly input: (length: number) => number;
  readonly check: (length: number) => number;
};

/** A check by libsecp256k1; `secp256k1/check.c` describes the text it reads. Rejects where WASM is not allowed. */
export const instantiateCheck = async (module: WebAssembly.Module): Promise<EventCheck> => {
  const { memory, input, check } = (await WebAssembly.instantiate(module)).exports as Exports;
  const encoder = new TextEncoder();
  return (serialised, id, pubkey, sig) => {
    const text = id + pubkey + sig + serialised;
    const space = text.length * 3;
    const start = input(space);
    if (start === 0) return false;
    const { written } = encoder.encodeInto(text, new Uint8Array(memory.buffer, start, space));
    return check(written) === 1;
  };
};
