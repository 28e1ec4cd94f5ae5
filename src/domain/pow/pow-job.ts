import {
  blockWords,
  compressBlock,
  expandBlock,
  keyedWords,
  padMessage,
  runRounds,
  SHA256_START,
} from '#domain/protocol/sha256.ts';
import type { EventTemplate } from '#domain/protocol/signer.ts';

/** What is mined: an event that has an author, but no id and no signature. */
export type UnminedEvent = EventTemplate & { readonly pubkey: string };

/** decimal digits that change in the innermost loop: one word of SHA-256 */
export const INNER_DIGITS = 4;
/** nonces that differ only in their inner digits */
export const INNER_NONCES = 10 ** INNER_DIGITS;
/** digits before them that are counted; more are zeros */
const OUTER_DIGITS = 12;
/** numbers that are shared between workers; each stands for INNER_NONCES nonces */
export const OUTER_NONCES = 10 ** OUTER_DIGITS;

const EXTRA_DIGITS = 68;
const ZERO = 0x30;

/**
 * An event prepared for mining (NIP-13): its serialisation (NIP-01) with padding, in which only the digits of the nonce
 * change. The nonce ends on a word of SHA-256, so that the last four digits are one word.
 */
export type PowJob = {
  readonly targetBits: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** where the nonce begins in `bytes`, and how many digits it has */
  readonly nonceAt: number;
  readonly nonceDigits: number;
};

const withNonce = (event: UnminedEvent, nonce: string, targetBits: number) => [
  ...event.tags.filter(([name]) => name !== 'nonce'),
  ['nonce', nonce, String(targetBits)],
];

const serialise = ({ pubkey, created_at, kind, content }: UnminedEvent, tags: readonly (readonly string[])[]) =>
  JSON.stringify([0, pubkey, created_at, kind, tags, content]);

/** Where the event stands around a nonce: bytes before and after it, and how many words at its end must share a block. */
type Place = { readonly before: number; readonly after: number; readonly together: number };

/** Rounds that must be run for each nonce, when the nonce has so many digits. */
const costOf = ({ before, after, together }: Place, digits: number): number => {
  const end = before + digits;
  const word = (end - INNER_DIGITS) >> 2;
  if ((word & 15) < together - 1) return Number.POSITIVE_INFINITY;
  const blocks = Math.ceil((end + after + 9) / 64);
  return 64 * (blocks - (word >> 4)) - (word & 15);
};

/** Digits with the cheapest end: the fewest rounds follow the word that changes. Longer only where that saves a block. */
const chooseDigits = (place: Place): number => {
  const shortest = OUTER_DIGITS + INNER_DIGITS;
  const first = shortest + ((4 - ((place.before + shortest) % 4)) % 4);
  let best = first;
  for (let digits = first; digits < shortest + EXTRA_DIGITS; digits += 4)
    if (costOf(place, digits) < costOf(place, best) - 16) best = digits;
  return best;
};

/**
 * Prepares an event; a nonce tag it has already is replaced, the new one is its last tag. The last words of the nonce, as
 * many as `together`, stand in one block of SHA-256.
 */
export const createPowJob = (event: UnminedEvent, targetBits: number, together = 1): PowJob => {
  const mark = 'NONCE';
  const tags = withNonce(event, mark, targetBits);
  const text = serialise(event, tags);
  // the tags end where the content begins; the nonce tag is the last of them
  const at = text.length - JSON.stringify(event.content).length - `","${targetBits}"]],`.length - mark.length - 1;
  const encoder = new TextEncoder();
  const head = encoder.encode(text.slice(0, at));
  const tail = encoder.encode(text.slice(at + mark.length));
  const nonceDigits = chooseDigits({ before: head.length, after: tail.length, together });
  const message = new Uint8Array(head.length + nonceDigits + tail.length).fill(ZERO);
  message.set(head);
  message.set(tail, head.length + nonceDigits);
  return { targetBits, bytes: padMessage(message) as Uint8Array<ArrayBuffer>, nonceAt: head.length, nonceDigits };
};

/** The nonce as its tag holds it. */
export const nonceText = ({ nonceDigits }: Pick<PowJob, 'nonceDigits'>, outer: number, inner: number): string =>
  `${outer}`.padStart(nonceDigits - INNER_DIGITS, '0') + `${inner}`.padStart(INNER_DIGITS, '0');

/** The event with its proof of work (POW-14); not yet signed. */
export const minedEvent = (event: UnminedEvent, targetBits: number, nonce: string): UnminedEvent => ({
  ...event,
  tags: withNonce(event, nonce, targetBits),
});

/** The outer numbers of one of some workers: `from` to `to` (excluded). No two of them share one. */
export const outerRange = (index: number, count: number): { readonly from: number; readonly to: number } => ({
  from: Math.floor((OUTER_NONCES / count) * index),
  to: index + 1 === count ? OUTER_NONCES : Math.floor((OUTER_NONCES / count) * (index + 1)),
});

/** What stays the same while the inner digits run through all their values. */
export type InnerJob = {
  /** the words of the block that holds the inner digits; the one with the digits is 0 */
  readonly words: Int32Array;
  /** which of them holds the digits */
  readonly at: number;
  /** the state before that block */
  readonly state: Int32Array;
  /** the words of the blocks after it with the round constants added, 64 for each */
  readonly tail: Int32Array;
};

/** A job with everything that no nonce changes worked out; `at` gives the rest for one outer number. */
export type PreparedJob = { readonly job: PowJob; inner(outer: number): InnerJob };

export const prepareJob = (job: PowJob): PreparedJob => {
  const bytes = job.bytes.slice();
  const wordAt = job.nonceAt + job.nonceDigits - INNER_DIGITS;
  const [first, block] = [(job.nonceAt >> 6) << 6, (wordAt >> 6) << 6];
  let start: Int32Array = SHA256_START;
  for (let at = 0; at < first; at += 64) start = compressBlock(start, blockWords(bytes, at));
  const tail = new Int32Array(bytes.length - block - 64);
  const keyed = new Int32Array(tail.length);
  for (let at = block + 64; at < bytes.length; at += 64)
    keyed.set(keyedWords(expandBlock(blockWords(bytes, at))), at - block - 64);
  return {
    job,
    inner(outer) {
      let rest = outer;
      for (let at = wordAt - 1; at >= job.nonceAt; at -= 1) {
        bytes[at] = ZERO + (rest % 10);
        rest = Math.floor(rest / 10);
      }
      let state = start;
      for (let at = first; at < block; at += 64) state = compressBlock(state, blockWords(bytes, at));
      const words = blockWords(bytes, block);
      const at = (wordAt - block) >> 2;
      words[at] = 0;
      return { words, at, state, tail: keyed };
    },
  };
};

/** The inner digits as the word that SHA-256 sees. */
export const innerWord = (inner: number): number => {
  const digit = (power: number) => ZERO + (Math.floor(inner / power) % 10);
  return (digit(1000) << 24) | (digit(100) << 16) | (digit(10) << 8) | digit(1);
};

/** The first word of the id that a nonce gives. */
export const firstIdWord = ({ words, at, state, tail }: InnerJob, inner: number): number => {
  const block = words.slice();
  block[at] = innerWord(inner);
  let hash: Int32Array = compressBlock(state, block);
  for (let from = 0; from < tail.length; from += 64) {
    const after = runRounds(hash, tail, from, from + 64);
    hash = hash.map((word, index) => word + after[index]!);
  }
  return hash[0]!;
};
