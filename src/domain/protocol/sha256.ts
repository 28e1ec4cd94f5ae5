/**
 * The inside of SHA-256 (FIPS 180-4), for the one who must stop in the middle of a message: proof of work hashes the same
 * beginning millions of times. Words are signed 32-bit numbers. For a plain hash take @noble/hashes.
 */

const primes = (count: number): number[] => {
  const found: number[] = [];
  for (let number = 2; found.length < count; number += 1)
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  return found;
};

const fractionBits = (value: number): number => ((value % 1) * 2 ** 32) | 0;

/** the round constants */
export const SHA256_K = Int32Array.from(primes(64), (prime) => fractionBits(Math.cbrt(prime)));

/** the state before the first block */
export const SHA256_START = Int32Array.from(primes(8), (prime) => fractionBits(Math.sqrt(prime)));

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** Works out the words 16 to 63 of a schedule from the first 16. */
export const expandInPlace = (words: Int32Array): void => {
  for (let t = 16; t < 64; t += 1) {
    const early = words[t - 15]!;
    const late = words[t - 2]!;
    const small0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const small1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[t] = (words[t - 16]! + small0 + words[t - 7]! + small1) | 0;
  }
};

/** The 64 words of the schedule of a block; `block` are its 16 words. */
export const expandBlock = (block: Int32Array): Int32Array => {
  const words = new Int32Array(64);
  words.set(block);
  expandInPlace(words);
  return words;
};

const big0 = (word: number): number => rotate(word, 2) ^ rotate(word, 13) ^ rotate(word, 22);
const big1 = (word: number): number => rotate(word, 6) ^ rotate(word, 11) ^ rotate(word, 25);

/**
 * Adds the state after the rounds `from` to `to` (excluded) to `sum`, which may be `state`. `keyed` are words to which the
 * round constants were added. Both places are multiples of 8: instead of moving the eight variables on, each of eight
 * rounds names them anew.
 */
export const addRounds = (sum: Int32Array, state: Int32Array, keyed: Int32Array, from: number, to: number): void => {
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  let first = 0;
  for (let t = from; t < to; t += 8) {
    first = (h + keyed[t]! + (((f ^ g) & e) ^ g) + big1(e)) | 0;
    d = (d + first) | 0;
    h = (first + big0(a) + (((a ^ b) & (b ^ c)) ^ b)) | 0;
    first = (g + keyed[t + 1]! + (((e ^ f) & d) ^ f) + big1(d)) | 0;
    c = (c + first) | 0;
    g = (first + big0(h) + (((h ^ a) & (a ^ b)) ^ a)) | 0;
    first = (f + keyed[t + 2]! + (((d ^ e) & c) ^ e) + big1(c)) | 0;
    b = (b + first) | 0;
    f = (first + big0(g) + (((g ^ h) & (h ^ a)) ^ h)) | 0;
    first = (e + keyed[t + 3]! + (((c ^ d) & b) ^ d) + big1(b)) | 0;
    a = (a + first) | 0;
    e = (first + big0(f) + (((f ^ g) & (g ^ h)) ^ g)) | 0;
    first = (d + keyed[t + 4]! + (((b ^ c) & a) ^ c) + big1(a)) | 0;
    h = (h + first) | 0;
    d = (first + big0(e) + (((e ^ f) & (f ^ g)) ^ f)) | 0;
    first = (c + keyed[t + 5]! + (((a ^ b) & h) ^ b) + big1(h)) | 0;
    g = (g + first) | 0;
    c = (first + big0(d) + (((d ^ e) & (e ^ f)) ^ e)) | 0;
    first = (b + keyed[t + 6]! + (((h ^ a) & g) ^ a) + big1(g)) | 0;
    f = (f + first) | 0;
    b = (first + big0(c) + (((c ^ d) & (d ^ e)) ^ d)) | 0;
    first = (a + keyed[t + 7]! + (((g ^ h) & f) ^ h) + big1(f)) | 0;
    e = (e + first) | 0;
    a = (first + big0(b) + (((b ^ c) & (c ^ d)) ^ c)) | 0;
  }
  sum[0] = sum[0]! + a;
  sum[1] = sum[1]! + b;
  sum[2] = sum[2]! + c;
  sum[3] = sum[3]! + d;
  sum[4] = sum[4]! + e;
  sum[5] = sum[5]! + f;
  sum[6] = sum[6]! + g;
  sum[7] = sum[7]! + h;
};

/** The state after the rounds `from` to `to` (excluded); both are multiples of 8. */
export const runRounds = (state: Int32Array, keyed: Int32Array, from: number, to: number): Int32Array => {
  const out = new Int32Array(8);
  addRounds(out, state, keyed, from, to);
  return out;
};

/** Words with the round constants added, 64 at a time. */
export const keyedWords = (words: Int32Array): Int32Array => words.map((word, t) => word + SHA256_K[t]!);

/** Adds a state to another, word by word. */
export const addState = (state: Int32Array, other: Int32Array): Int32Array =>
  state.map((word, index) => word + other[index]!);

/** The 16 words of the block that begins at a byte. */
export const blockWords = (bytes: Uint8Array, at: number): Int32Array => {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, 64);
  return Int32Array.from({ length: 16 }, (_, index) => view.getInt32(index * 4));
};

/** The state after one more block. */
export const compressBlock = (state: Int32Array, block: Int32Array): Int32Array =>
  addState(state, runRounds(state, keyedWords(expandBlock(block)), 0, 64));

/** A message with the padding of SHA-256, whole blocks long. */
export const padMessage = (message: Uint8Array): Uint8Array => {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  return padded;
};
