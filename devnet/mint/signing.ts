import { createHash, createHmac } from 'node:crypto';
import { hashToCurve } from '@cashu/cashu-ts';
import { normalizeZ } from '@noble/curves/abstract/curve.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { BlindSignature } from './wire.ts';
import { MintError } from './mint-error.ts';

const { Point } = secp256k1;
const { Fn } = Point;

/** A secret key of a mint for one amount. */
export type AmountKey = { readonly secret: bigint; readonly pubkey: string };

/** The key with this secret, in hex. */
export function keyFrom(secretHex: string): AmountKey {
  const secret = Fn.create(BigInt(`0x${secretHex}`));
  return { secret, pubkey: Point.BASE.multiply(secret).toHex(true) };
}

/** The key that these words give. */
export const keyOf = (words: string): AmountKey => keyFrom(createHash('sha256').update(words).digest('hex'));

function pointOf(hex: string) {
  try {
    return Point.fromHex(hex);
  } catch {
    throw new MintError('malformed');
  }
}

const hex = (scalar: bigint): string => scalar.toString(16).padStart(64, '0');

type Point = ReturnType<typeof pointOf>;

/** A nonce that follows from what it signs, so that the same output gets the same proof (NUT-12). */
function nonceOf(key: AmountKey, points: readonly Point[]): bigint {
  const data = [Buffer.from('Cashu_DLEQ_R_v1'), ...points.map((point) => point.toBytes(false))];
  for (let counter = 0; ; counter += 1) {
    const hmac = createHmac('sha256', Buffer.from(hex(key.secret), 'hex'));
    for (const part of [...data, Uint8Array.of(counter)]) hmac.update(part);
    const nonce = BigInt(`0x${hmac.digest('hex')}`);
    if (Fn.isValidNot0(nonce)) return nonce;
  }
}

/**
 * The blind signature of an output and the proof that the mint's key made it (NUT-12). Not in constant time, which is what
 * makes it quick: these keys guard nothing of worth.
 */
export function signBlind(B_: string, key: AmountKey): Pick<BlindSignature, 'C_' | 'dleq'> {
  const blinded = pointOf(B_);
  const signed = blinded.multiplyUnsafe(key.secret);
  const [pubkey, output, signature] = normalizeZ(Point, [Point.fromHex(key.pubkey), blinded, signed]) as [
    Point,
    Point,
    Point,
  ];
  const nonce = nonceOf(key, [pubkey, output, signature]);
  const points = [...normalizeZ(Point, [Point.BASE.multiply(nonce), blinded.multiplyUnsafe(nonce)]), pubkey, signature];
  const e = createHash('sha256')
    .update(points.map((point) => point.toHex(false)).join(''))
    .digest('hex');
  return { C_: signature.toHex(true), dleq: { e, s: hex(Fn.create(nonce + BigInt(`0x${e}`) * key.secret)) } };
}

const curvePoint = (secret: string) => hashToCurve(new TextEncoder().encode(secret));

/** The point of a secret, by which everybody names a proof (NUT-07). */
export const yOf = (secret: string): string => curvePoint(secret).toHex(true);

/** Whether this key signed the secret. */
export const isSigned = (secret: string, C: string, key: AmountKey): boolean =>
  curvePoint(secret).multiplyUnsafe(key.secret).equals(pointOf(C));
