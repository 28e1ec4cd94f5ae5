import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

const { Point } = secp256k1;
type CurvePoint = ReturnType<typeof Point.fromHex>;

/** What a mint proves of a signature (NUT-12), and the number that blinded the output; in hex. */
export type Dleq = { readonly e: string; readonly s: string; readonly r: string };

const scalar = (hex: string): bigint => Point.Fn.fromBytes(hexToBytes(hex));
/** In the time that it takes: for numbers that everybody may know. */
const times = (point: CurvePoint, number: bigint): CurvePoint =>
  number === 0n ? Point.ZERO : point.multiplyUnsafe(number);

type Signing = { readonly blinded: CurvePoint; readonly signed: CurvePoint; readonly key: CurvePoint };

const isRight = ({ blinded, signed, key }: Signing, { e, s }: Pick<Dleq, 'e' | 's'>): boolean => {
  const [challenge, answer] = [scalar(e), scalar(s)];
  const first = times(Point.BASE, answer).subtract(times(key, challenge));
  const second = times(blinded, answer).subtract(times(signed, challenge));
  const told = [first, second, key, signed].map((point) => point.toHex(false)).join('');
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
