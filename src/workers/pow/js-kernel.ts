import { INNER_NONCES, innerWord, type InnerJob } from '#domain/pow-job.ts';
import { expandInPlace, roundsInto, SHA256_K } from '#domain/sha256.ts';
import type { PowKernel } from './kernel.ts';

const TABLE = Int32Array.from({ length: INNER_NONCES }, (_, inner) => innerWord(inner));

const addInPlace = (state: Int32Array, other: Int32Array) => {
  for (let index = 0; index < 8; index += 1) state[index] = (state[index]! + other[index]!) | 0;
};

/** A kernel in plain TypeScript, for where WebAssembly does not run. It makes no objects while it searches. */
export const createJsKernel = (): PowKernel => {
  let job: InnerJob | undefined;
  const words = new Int32Array(64);
  const keyed = new Int32Array(64);
  const early = new Int32Array(8);
  const hash = new Int32Array(8);
  const before = new Int32Array(8);
  const firstWord = ({ words: block, at, state, tail }: InnerJob, inner: number): number => {
    words.set(block);
    words[at] = TABLE[inner]!;
    expandInPlace(words);
    for (let t = at; t < 64; t += 1) keyed[t] = words[t]! + SHA256_K[t]!;
    roundsInto(hash, early, keyed, at, 64 - at);
    addInPlace(hash, state);
    for (let from = 0; from < tail.length; from += 64) {
      before.set(hash);
      roundsInto(hash, hash, tail, from, 64);
      addInPlace(hash, before);
    }
    return hash[0]!;
  };
  return {
    name: 'TypeScript',
    group: 1,
    load(inner) {
      job = inner;
      for (let t = 0; t < inner.at; t += 1) keyed[t] = inner.words[t]! + SHA256_K[t]!;
      roundsInto(early, inner.state, keyed, 0, inner.at);
    },
    search(from, bits) {
      if (!job) return undefined;
      const mask = bits === 0 ? 0 : -1 << (32 - bits);
      for (let inner = from; inner < INNER_NONCES; inner += 1) if ((firstWord(job, inner) & mask) === 0) return inner;
      return undefined;
    },
  };
};
