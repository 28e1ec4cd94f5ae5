import { INNER_NONCES, innerWord, type InnerJob } from '#domain/pow/pow-job.ts';
import { addRounds, expandInPlace, SHA256_K } from '#domain/protocol/sha256.ts';
import type { PowKernel } from './kernel.ts';

const TABLE = Int32Array.from({ length: INNER_NONCES }, (_, inner) => innerWord(inner));

/** A kernel in plain TypeScript, for where WebAssembly does not run. It makes no objects while it searches. */
export const createJsKernel = (): PowKernel => {
  let job: InnerJob | undefined;
  const words = new Int32Array(64);
  const keyed = new Int32Array(64);
  const early = new Int32Array(8);
  const hash = new Int32Array(8);
  const firstWord = ({ words: block, at, state, tail }: InnerJob, inner: number): number => {
    words.set(block);
    words[at] = TABLE[inner]!;
    expandInPlace(words);
    const first = at & ~7;
    for (let t = first; t < 64; t += 1) keyed[t] = words[t]! + SHA256_K[t]!;
    hash.set(state);
    addRounds(hash, early, keyed, first, 64);
    for (let from = 0; from < tail.length; from += 64) addRounds(hash, hash, tail, from, from + 64);
    return hash[0]!;
  };
  return {
    name: 'TypeScript',
    group: 1,
    load(inner) {
      job = inner;
      const first = inner.at & ~7;
      for (let t = 0; t < first; t += 1) keyed[t] = inner.words[t]! + SHA256_K[t]!;
      early.fill(0);
      addRounds(early, inner.state, keyed, 0, first);
    },
    search(from, bits, to = INNER_NONCES) {
      if (!job) return undefined;
      const mask = bits === 0 ? 0 : -1 << (32 - bits);
      for (let inner = from; inner < to; inner += 1) if ((firstWord(job, inner) & mask) === 0) return inner;
      return undefined;
    },
  };
};
