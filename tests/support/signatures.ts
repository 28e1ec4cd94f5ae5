import { schnorr } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Signed } from '#domain/protocol/verify-frame.ts';

const { Point } = schnorr;
const N = Point.Fn.ORDER;
const P = Point.Fp.ORDER;

const bytesOf = (hex: string) => hexToBytes(hex);
const numberOf = (hex: string) => BigInt(`0x${hex}`);
const hex32 = (value: bigint) => value.toString(16).padStart(64, '0');
const mod = (value: bigint) => ((value % N) + N) % N;
const hashOf = (text: string) => bytesToHex(sha256(utf8ToBytes(text)));
const tag = sha256(utf8ToBytes('BIP0340/challenge'));
const challenge = (r: string, key: string, id: string) =>
  mod(numberOf(bytesToHex(sha256(concatBytes(tag, tag, bytesOf(r), bytesOf(key), bytesOf(id))))));

type Affine = ReturnType<typeof Point.BASE.toAffine>;
const isOdd = ({ y }: Affine) => (y & 1n) === 1n;
/** The number whose point has the even y that BIP-340 demands. */
const evenOf = (secret: bigint, point: Affine) => (isOdd(point) ? N - secret : secret);

type Author = { readonly secret: bigint; readonly key: string };
const authorOf = (seed: string): Author => {
  const secret = mod(numberOf(hashOf(seed)));
  const point = Point.BASE.multiply(secret).toAffine();
  return { secret: evenOf(secret, point), key: hex32(point.x) };
};

/** Signatures as quickly as they can be made: of nonces that count up, which nobody outside a test may do. */
const createSigner = (seed: string) => {
  let nonce = mod(numberOf(hashOf(seed)));
  let point = Point.BASE.multiply(nonce);
  return ({ secret, key }: Author, text: string, oddY = false): Signed => {
    nonce = mod(nonce + 1n);
    point = point.add(Point.BASE);
    const affine = point.toAffine();
    const [id, r] = [hashOf(text), hex32(affine.x)];
    const even = evenOf(nonce, affine);
    const s = mod((oddY ? N - even : even) + challenge(r, key, id) * secret);
    return [text, id, key, r + hex32(s)];
  };
};

const flip = (hex: string, random: () => number) => {
  const at = Math.floor(random() * hex.length);
  const digit = Number.parseInt(hex.charAt(at), 16) ^ (1 << Math.floor(random() * 4));
  return hex.slice(0, at) + digit.toString(16) + hex.slice(at + 1);
};

type Break = (signed: Signed, other: Signed, random: () => number) => Signed;
const withSig = ([text, id, key]: Signed, r: string, s: string): Signed => [text, id, key, r + s];
const [r, s] = [(signed: Signed) => signed[3].slice(0, 64), (signed: Signed) => signed[3].slice(64)];

/** Each makes a signed event wrong in a way of its own; `other` is another event. */
export const BREAKS: readonly (readonly [name: string, Break])[] = [
  ['a bit of R', (one, _other, random) => withSig(one, flip(r(one), random), s(one))],
  ['a bit of s', (one, _other, random) => withSig(one, r(one), flip(s(one), random))],
  ['a bit of the key', ([text, id, key, sig], _other, random) => [text, id, flip(key, random), sig]],
  ['a bit of the id', ([text, id, key, sig], _other, random) => [text, flip(id, random), key, sig]],
  ['another text', ([text, id, key, sig]) => [`${text}!`, id, key, sig]],
  ['another text and its id', ([text, , key, sig]) => [`${text}!`, hashOf(`${text}!`), key, sig]],
  ['another s', (one) => withSig(one, r(one), hex32(mod(numberOf(s(one)) + 1n)))],
  ['minus s', (one) => withSig(one, r(one), hex32(mod(-numberOf(s(one)))))],
  ['s of nothing', (one) => withSig(one, r(one), hex32(0n))],
  ['s of the order', (one) => withSig(one, r(one), hex32(N))],
  ['s beyond the order', (one) => withSig(one, r(one), 'f'.repeat(64))],
  ['R of nothing', (one) => withSig(one, hex32(0n), s(one))],
  ['R beyond the field', (one) => withSig(one, hex32(P), s(one))],
  ['R beyond all', (one) => withSig(one, 'f'.repeat(64), s(one))],
  ['the R of another', (one, other) => withSig(one, r(other), s(one))],
  ['the s of another', (one, other) => withSig(one, r(one), s(other))],
  ['the signature of another', ([text, id, key], other) => [text, id, key, other[3]]],
  ['the key of another', ([text, id, key, sig], other) => [text, id, other[2] === key ? hex32(1n) : other[2], sig]],
  ['no key on the curve', ([text, id, , sig]) => [text, id, hex32(5n), sig]],
  ['a key of nothing', ([text, id, , sig]) => [text, id, hex32(0n), sig]],
  ['a key beyond the field', ([text, id, , sig]) => [text, id, hex32(P + 1n), sig]],
  ['too short', ([text, id, key, sig]) => [text, id, key, sig.slice(0, 126)]],
];

/** Two events whose errors take each other away where signatures are but added up. */
const breakTogether = (one: Signed, other: Signed): readonly [Signed, Signed] => [
  withSig(one, r(one), hex32(mod(numberOf(s(one)) + 7n))),
  withSig(other, r(other), hex32(mod(numberOf(s(other)) - 7n))),
];

export type Batch = { readonly signed: readonly Signed[]; readonly broken: number };

/**
 * Batches of signed events of a few authors each: whole ones, ones with a single broken signature, ones that are broken in
 * pairs, and ones that are broken all over; together half of the signatures are broken, and in every way.
 */
export const createBatches = (seed: string, random: () => number, people = 97) => {
  const authors = Array.from({ length: people }, (_, index) => authorOf(`${seed} ${index}`));
  const sign = createSigner(seed);
  let count = 0;
  const event = (oddY = false) =>
    sign(authors[Math.floor(random() ** 2 * authors.length)]!, `${seed} ${(count += 1)}`, oddY);
  const brokenOf = (one: Signed, other: Signed) => {
    const way = Math.floor(random() * (BREAKS.length + 1));
    return BREAKS[way]?.[1](one, other, random) ?? event(true);
  };
  const kinds: readonly ((whole: readonly Signed[]) => readonly (readonly [place: number, Signed])[])[] = [
    () => [],
    (whole) => {
      const at = Math.floor(random() * whole.length);
      return [[at, brokenOf(whole[at]!, whole.at(at - 1)!)]];
    },
    (whole) => {
      if (whole.length < 2) return [];
      const at = Math.floor(random() * (whole.length - 1));
      const [one, other] = breakTogether(whole[at]!, whole[at + 1]!);
      return [
        [at, one],
        [at + 1, other],
      ];
    },
    (whole) => whole.flatMap((one, at) => (random() < 0.98 ? [[at, brokenOf(one, whole.at(at - 1)!)] as const] : [])),
    (whole) => whole.map((one, at) => [at, brokenOf(one, whole.at(at - 1)!)] as const),
    (whole) => whole.map((one, at) => [at, brokenOf(one, whole.at(at - 1)!)] as const),
  ];
  let made = 0;
  return (length: number): Batch => {
    const signed = Array.from({ length }, () => event());
    const broken = kinds[made++ % kinds.length]!(signed);
    for (const [at, one] of broken) signed[at] = one;
    return { signed, broken: broken.length };
  };
};
