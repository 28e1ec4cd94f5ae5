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

/**
 * Writes the state after `count` rounds into `out`, which may be `state`. `keyed` are words to which the round constants
 * were added, from the place `at` on.
 */
export const roundsInto = (out: Int32Array, state: Int32Array, keyed: Int32Array, at: number, count: number): void => {
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let t = at; t < at + count; t += 1) {
    const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + keyed[t]! + big1 + (((f ^ g) & e) ^ g)) | 0;
    const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (big0 + (((a ^ b) & (b ^ c)) ^ b)) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  out[0] = a;
  out[1] = b;
  out[2] = c;
  out[3] = d;
  out[4] = e;
  out[5] = f;
  out[6] = g;
  out[7] = h;
};

/** The state after `count` rounds over keyed words from the place `at` on. */
export const runRounds = (state: Int32Array, keyed: Int32Array, at: number, count: number): Int32Array => {
  const out = new Int32Array(8);
  roundsInto(out, state, keyed, at, count);
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
