import { normalizeZ } from '@noble/curves/abstract/curve.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { NUT_DLEQ } from '#domain/ecash/mints/nuts.ts';

const { Point } = secp256k1;
type CurvePoint = ReturnType<typeof Point.fromHex>;

/** Whether what a mint signs is taken only with the proof of it: where it says that it gives one. */
export const mustProve = (info: { readonly nuts: readonly number[] } | undefined): boolean =>
  info?.nuts.includes(NUT_DLEQ) === true;

/** What a mint proves of a signature (NUT-12), and the number that blinded the output; in hex. */
export type Dleq = { readonly e: string; readonly s: string; readonly r: string };

const scalar = (hex: string): bigint => Point.Fn.fromBytes(hexToBytes(hex));

type Signing = { readonly blinded: CurvePoint; readonly signed: CurvePoint; readonly key: CurvePoint };

/** Both sums go through their numbers once, in the time that it takes: everybody may know them. */
const isRight = ({ blinded, signed, key }: Signing, { e, s }: Pick<Dleq, 'e' | 's'>): boolean => {
  const [challenge, answer] = [scalar(e), scalar(s)];
  const taken = Point.Fn.neg(challenge);
  const sums = [Point.BASE.mulAddUnsafe(answer, key, taken), blinded.mulAddUnsafe(answer, signed, taken)];
  const told = [...normalizeZ(Point, sums), key, signed].map((point) => point.toHex(false)).join('');
  return bytesToHex(sha256(utf8ToBytes(told))) === e.toLowerCase();
};

/** Whether the key of a mint made this signature of a blinded output; all in hex. False for what is no point or number. */
export const isSignedBlind = (
  output: { readonly blinded: string; readonly signed: string; readonly key: string },
  proof: Pick<Dleq, 'e' | 's'>,
): boolean => {
  try {
    const [blinded, signed, key] = [output.blinded, output.signed, output.key].map((hex) => Point.fromHex(hex));
    return isRight({ blinded: blinded!, signed: signed!, key: key! }, proof);
  } catch {
    return false;
  }
};

/** The same of a proof, `y` its name at the mint: it was blinded by `r`, so that is how what was signed is found again. */
export const isSignedProof = (
  proof: { readonly y: string; readonly unblinded: string; readonly key: string },
  { e, s, r }: Dleq,
): boolean => {
  try {
    const [key, factor] = [Point.fromHex(proof.key), scalar(r)];
    // where it is zero nothing was blinded, which no wallet does
    const signed = Point.fromHex(proof.unblinded).add(key.multiply(factor));
    const blinded = Point.fromHex(proof.y).add(Point.BASE.multiply(factor));
    return isRight({ blinded, signed, key }, { e, s });
  } catch {
    return false;
  }
};
