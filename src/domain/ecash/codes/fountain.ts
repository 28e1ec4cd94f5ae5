import { sha256 } from '@noble/hashes/sha2.js';
import { wordBytes } from './bytewords.ts';

const MASK = (1n << 64n) - 1n;
const ALL = 2 ** 64;

const turn = (value: bigint, by: bigint): bigint => ((value << by) | (value >> (64n - by))) & MASK;

/** Xoshiro256** from a seed: numbers from 0 to below 1, the same for both sides. */
const createRandom = (seed: Uint8Array): (() => number) => {
  const view = new DataView(sha256(seed).buffer);
  let [a, b, c, d] = [view.getBigUint64(0), view.getBigUint64(8), view.getBigUint64(16), view.getBigUint64(24)];
  return () => {
    const made = (turn((b * 5n) & MASK, 7n) * 9n) & MASK;
    const shifted = (b << 17n) & MASK;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = turn(d, 45n);
    return Number(made) / ALL;
  };
};

/** Which of so many fragments: the first is as likely as all others together are by 1/2, 1/3 and so on (Vose's aliases). */
const chooseDegree = (count: number, random: () => number): number => {
  const weights = Array.from({ length: count }, (_, at) => 1 / (at + 1));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const rest = weights.map((weight) => (weight * count) / sum);
  const [shares, others] = [
    Array.from<number>({ length: count }).fill(1),
    Array.from<number>({ length: count }).fill(0),
  ];
  const [small, large]: [number[], number[]] = [[], []];
  for (let at = count - 1; at >= 0; at -= 1) (rest[at]! < 1 ? small : large).push(at);
  while (small.length > 0 && large.length > 0) {
    const [less, more] = [small.pop()!, large.pop()!];
    shares[less] = rest[less]!;
    others[less] = more;
    rest[more]! += rest[less]! - 1;
    (rest[more]! < 1 ? small : large).push(more);
  }
  const [first, second] = [random(), random()];
  const at = Math.floor(count * first);
  return (second < shares[at]! ? at : others[at]!) + 1;
};

/** Which fragments part `number` of a message holds, mixed: each of the first ones is one alone (BCR-2024-001). */
export const fragmentsOf = (number: number, count: number, checksum: number): readonly number[] => {
  if (number <= count) return [number - 1];
  const random = createRandom(Uint8Array.of(...wordBytes(number), ...wordBytes(checksum)));
  const degree = chooseDegree(count, random);
  const left = Array.from({ length: count }, (_, at) => at);
  const mixed: number[] = [];
  while (mixed.length < degree) mixed.push(...left.splice(Math.floor(random() * left.length), 1));
  return mixed;
};

/** Fragments of one length on top of each other; the same done again takes them off. */
export const mix = (one: Uint8Array, other: Uint8Array): Uint8Array => one.map((byte, at) => byte ^ other[at]!);
