import { eachBy, type EventCheck, type EventsCheck, type Signed } from '#domain/protocol/verify-frame.ts';

type Exports = {
  readonly memory: WebAssembly.Memory;
  /** where to write a text of so many bytes; 0 when memory has run out */
  readonly input: (length: number) => number;
  readonly check: (length: number) => number;
  readonly clear: () => void;
  /** 0 when the event is invalid and not in the batch */
  readonly add: (length: number) => number;
  /** where to write CHANCE_BYTES before `all` */
  readonly chance: () => number;
  readonly all: () => number;
  readonly one: (place: number) => number;
};

/** One event, and many of them, which is twice as fast. */
export type Checks = { readonly check: EventCheck; readonly checkAll: EventsCheck };

/** signatures in one batch; fewer are checked one by one, which is faster then */
export const BATCH_MOST = 256;
export const BATCH_LEAST = 24;
/** so many batches after one with a forgery are checked one by one: who forges makes nobody check twice */
export const WARY_BATCHES = 16;
const CHANCE_BYTES = 32;

/** Puts the text of an event into the module's memory, and hands on its length; false when there is no room. */
const writer = ({ memory, input }: Exports) => {
  const encoder = new TextEncoder();
  return ([serialised, id, pubkey, sig]: Signed, read: (length: number) => number): boolean => {
    const text = id + pubkey + sig + serialised;
    const space = text.length * 3;
    const start = input(space);
    if (start === 0) return false;
    const { written } = encoder.encodeInto(text, new Uint8Array(memory.buffer, start, space));
    return read(written) === 1;
  };
};

/** Which of a batch hold; `isRight` tells whether all did that were not refused at once. */
const batchBy = (exports: Exports) => {
  const write = writer(exports);
  return (batch: readonly Signed[]) => {
    exports.clear();
    let places = 0;
    const added = batch.map((signed) => (write(signed, exports.add) ? places++ : undefined));
    crypto.getRandomValues(new Uint8Array(exports.memory.buffer, exports.chance(), CHANCE_BYTES));
    const isRight = exports.all() === 1;
    const holds = added.map((place) => place !== undefined && (isRight || exports.one(place) === 1));
    return { holds, isRight };
  };
};

/** The checks of libsecp256k1; `secp256k1/check.c` describes the text it reads. Rejects where WASM is not allowed. */
export const instantiateChecks = async (module: WebAssembly.Module): Promise<Checks> => {
  const exports = (await WebAssembly.instantiate(module)).exports as Exports;
  const write = writer(exports);
  const check: EventCheck = (...signed) => write(signed, exports.check);
  const each = eachBy(check);
  const asBatch = batchBy(exports);
  let wary = 0;
  const some = (batch: readonly Signed[]) => {
    if (batch.length < BATCH_LEAST) return each(batch);
    if (wary > 0) {
      wary -= 1;
      return each(batch);
    }
    const { holds, isRight } = asBatch(batch);
    if (!isRight) wary = WARY_BATCHES;
    return holds;
  };
  const checkAll: EventsCheck = (all) =>
    Array.from({ length: Math.ceil(all.length / BATCH_MOST) }, (_, at) =>
      some(all.slice(at * BATCH_MOST, (at + 1) * BATCH_MOST)),
    ).flat();
  return { check, checkAll };
};
