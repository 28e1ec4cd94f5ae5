import {
  Amount,
  getEncodedToken,
  hashToCurve,
  OutputData,
  schnorrSignMessage,
  signMintQuote,
  type Proof,
  type SerializedOutputData,
} from '@cashu/cashu-ts';
import { schnorr } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import type { BlindSignature } from '#domain/ecash/mints/mint-answers.ts';
import type { KeysetKeys } from '#domain/ecash/mints/mint.ts';
import type { Lock } from '#domain/ecash/proof.ts';
import type { BareProof } from '#domain/ecash/proofs/bare-proof.ts';
import type { BareToken } from '#domain/ecash/tokens/read-token.ts';
import { isSignedBlind, isSignedProof } from './dleq.ts';

/*
 * The only file that imports the Cashu library: what it does with curves and bytes, in types of this app. It asks no mint and
 * keeps nothing. Its next version is to be a change of this file alone.
 */

/** An output with what makes a proof of the mint's signature; as it is written down. */
export type BareOutput = SerializedOutputData;

/** What a mint is sent for an output. */
export type BlindedMessage = { readonly amount: number; readonly id: string; readonly B_: string };

const cannot = (code: 'mint-signature' | 'curve-no-point' | 'ecash-pubkey'): never => {
  throw new EcashError({ code });
};

/** The name of a proof at its mint (TOKEN-17). */
export const yOf = (secret: string): string => {
  try {
    return hashToCurve(utf8ToBytes(secret)).toHex(true);
  } catch {
    return cannot('curve-no-point');
  }
};

/** An output that the seed leads back to (NUT-13, TOKEN-24). */
export const seededOutput = (seed: Uint8Array, keyset: string, counter: number, amount: number): BareOutput =>
  OutputData.serialize(OutputData.createSingleDeterministicData(amount, seed, counter, keyset));

/** An output that only the key of the lock opens (NUT-11). It is random: no seed brings it back. */
export const lockedOutput = (keyset: string, amount: number, { pubkey, locktime, refund }: Lock): BareOutput => {
  const options = {
    pubkey,
    ...(locktime !== undefined && { locktime }),
    ...(refund && refund.length > 0 && { refundKeys: [...refund] }),
  };
  try {
    return OutputData.serialize(OutputData.createSingleP2PKData(options, amount, keyset));
  } catch {
    return cannot('ecash-pubkey');
  }
};

/** What the mint is sent for an output. */
export const messageOf = ({ blindedMessage: { amount, id, B_ } }: BareOutput): BlindedMessage => ({
  amount: Number(amount),
  id,
  B_,
});

/**
 * The proof that a signature makes of an output. Throws 'mint-signature' when it is of another keyset or amount (a blank takes
 * any), or not proven to be made with the key of the keyset (NUT-12) where `needsDleq`.
 */
export const proofOf = (
  output: BareOutput,
  signature: BlindSignature,
  { keys, needsDleq, blank }: { readonly keys: KeysetKeys; readonly needsDleq: boolean; readonly blank: boolean },
): BareProof => {
  const { id, amount } = output.blindedMessage;
  const isRight = signature.id === id && (blank || String(signature.amount) === amount);
  const isThere = Object.hasOwn(keys, String(signature.amount));
  if (!isRight || !isThere || (needsDleq && !signature.dleq)) return cannot('mint-signature');
  const { dleq, C_ } = signature;
  const blind = { blinded: output.blindedMessage.B_, signed: C_, key: keys[String(signature.amount)]! };
  if (dleq && !isSignedBlind(blind, dleq)) return cannot('mint-signature');
  try {
    const opening = OutputData.deserialize(output);
    // what it proves is checked above, by the quicker way
    const { secret, C } = opening.toProof({ id, C_, amount: Amount.from(signature.amount) }, { id, keys: { ...keys } });
    const r = opening.blindingFactor.toString(16).padStart(64, '0');
    return { amount: signature.amount, id, secret, C, ...(dleq && { dleq: { ...dleq, r } }) };
  } catch {
    return cannot('mint-signature');
  }
};

// a witness that stays a text would be written into a token as a text within a text
const libraryProof = ({ witness, ...proof }: BareProof): Proof => ({
  ...proof,
  amount: Amount.from(proof.amount),
  ...(witness !== undefined && { witness: JSON.parse(witness) as { signatures?: string[] } }),
});

/** Whether the mint that has these keys signed a proof, as far as the proof itself tells (NUT-12). */
export const dleqOf = (proof: BareProof, keys: KeysetKeys): 'valid' | 'missing' | 'invalid' => {
  if (!proof.dleq) return 'missing';
  if (!Object.hasOwn(keys, String(proof.amount))) return 'invalid';
  const named = { y: yOf(proof.secret), unblinded: proof.C, key: keys[String(proof.amount)]! };
  return isSignedProof(named, proof.dleq) ? 'valid' : 'invalid';
};

/**
 * A locked proof with the signature that opens it, and none besides. The library would refuse to sign once its time is over by the
 * clock of this device.
 */
export const signedProof = (proof: BareProof, key: string): BareProof => ({
  ...proof,
  witness: JSON.stringify({ signatures: [schnorrSignMessage(proof.secret, key)] }),
});

const QUOTE_DOMAIN = utf8ToBytes('Cashu_MintQuoteSig_v1');

const framed = (bytes: Uint8Array): Uint8Array => {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, bytes.length);
  return concatBytes(length, bytes);
};

const amountBytes = (amount: number): Uint8Array => {
  const hex = amount === 0 ? '' : amount.toString(16);
  return hexToBytes(hex.length % 2 === 1 ? `0${hex}` : hex);
};

/** The signature that opens a locked quote (NUT-20); mints of before 2026 know the `old` one alone. */
export const quoteSignature = (
  key: string,
  quote: string,
  messages: readonly BlindedMessage[],
  old: boolean,
): string => {
  if (old)
    return signMintQuote(
      key,
      quote,
      messages.map((one) => ({ ...one, amount: Amount.from(one.amount) })),
    );
  const rows = messages.flatMap(({ amount, B_ }) => [framed(amountBytes(amount)), framed(hexToBytes(B_))]);
  const digest = sha256(concatBytes(QUOTE_DOMAIN, framed(utf8ToBytes(quote)), ...rows));
  return bytesToHex(schnorr.sign(digest, hexToBytes(key)));
};

/** A token as text, in version B. Its keysets have ids of the newer kind. */
export const writeTokenB = (token: BareToken): string =>
  getEncodedToken({ ...token, proofs: token.proofs.map(libraryProof) });
