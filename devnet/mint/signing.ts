import { createHash, randomBytes } from 'node:crypto';
import { hashToCurve } from '@cashu/cashu-ts';
import { normalizeZ } from '@noble/curves/abstract/curve.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { BlindSignature } from './wire.ts';
import { MintError } from './mint-error.ts';

const { Point } = secp256k1;
const { Fn } = Point;

/** A secret key of a mint for one amount. */
export type AmountKey = { readonly secret: bigint; readonly pubkey: string };

/** The key that these words give. */
export function keyOf(words: string): AmountKey {
  const secret = Fn.create(BigInt(`0x${createHash('sha256').update(words).digest('hex')}`));
  return { secret, pubkey: Point.BASE.multiply(secret).toHex(true) };
}

function pointOf(hex: string) {
  try {
    return Point.fromHex(hex);
  } catch {
    throw new MintError('malformed');
  }
}

const randomScalar = (): bigint => Fn.create(BigInt(`0x${randomBytes(48).toString('hex')}`));
const hex = (scalar: bigint): string => scalar.toString(16).padStart(64, '0');

/**
 * The blind signature of an output and the proof that the mint's key made it (NUT-12). Not in constant time, which is what
 * makes it quick: these keys guard nothing of worth.
 */
export function signBlind(B_: string, key: AmountKey): Pick<BlindSignature, 'C_' | 'dleq'> {
  const blinded = pointOf(B_);
  const nonce = randomScalar();
  const signed = blinded.multiplyUnsafe(key.secret);
  const points = [Point.BASE.multiply(nonce), blinded.multiplyUnsafe(nonce), Point.fromHex(key.pubkey), signed];
  const text = normalizeZ(Point, points)
    .map((point) => point.toHex(false))
    .join('');
  const e = createHash('sha256').update(text).digest('hex');
  return { C_: signed.toHex(true), dleq: { e, s: hex(Fn.create(nonce + BigInt(`0x${e}`) * key.secret)) } };
}

const curvePoint = (secret: string) => hashToCurve(new TextEncoder().encode(secret));

/** The point of a secret, by which everybody names a proof (NUT-07). */
export const yOf = (secret: string): string => curvePoint(secret).toHex(true);

/** Whether this key signed the secret. */
export const isSigned = (secret: string, C: string, key: AmountKey): boolean =>
  curvePoint(secret).multiplyUnsafe(key.secret).equals(pointOf(C));
