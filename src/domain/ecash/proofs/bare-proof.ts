import { isRecord } from '#domain/record.ts';
import { bytesToHex } from '@noble/hashes/utils.js';
import { SECRET_MAX_CHARACTERS } from '#domain/ecash/ecash-limits.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { isKeysetId, isShortId } from '#domain/ecash/mints/keyset.ts';
import { isPoint, isScalar } from '#domain/ecash/proof.ts';

/** A proof as it stands in a token: whoever has it has the money. */
export type BareProof = {
  readonly amount: number;
  readonly id: string;
  readonly secret: string;
  readonly C: string;
  readonly witness?: string;
  readonly dleq?: { readonly e: string; readonly s: string; readonly r: string };
};

const fail = (code: 'token-unreadable' | 'token-amounts'): never => {
  throw new EcashError({ code });
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : fail('token-unreadable'));
const hexOf = (value: unknown): string =>
  value instanceof Uint8Array ? bytesToHex(value) : textOf(value).toLowerCase();

/** Parts of a proof as somebody wrote them, bytes or hex. */
export type ProofParts = {
  readonly amount: unknown;
  readonly id: unknown;
  readonly secret: unknown;
  readonly C: unknown;
  readonly witness: unknown;
  readonly dleq: { readonly e: unknown; readonly s: unknown; readonly r: unknown } | undefined;
};

/** As text: what opens a locked proof. It is an object, or text that holds one. */
const witnessOf = (value: unknown): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return isRecord(JSON.parse(text)) ? text : fail('token-unreadable');
};

/** A proof out of its parts. Throws what is wrong with them; anything that is thrown means that it cannot be read. */
export const bareProofOf = ({ amount, id, secret, C, witness, dleq }: ProofParts): BareProof => {
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0) return fail('token-amounts');
  const keyset = id instanceof Uint8Array ? bytesToHex(id) : textOf(id);
  const bare = { amount, id: keyset, secret: textOf(secret), C: hexOf(C) };
  const proof = dleq && { e: hexOf(dleq.e), s: hexOf(dleq.s), r: hexOf(dleq.r) };
  const isRight =
    (isKeysetId(keyset) || isShortId(keyset)) &&
    bare.secret.length > 0 &&
    bare.secret.length <= SECRET_MAX_CHARACTERS &&
    isPoint(bare.C) &&
    (!proof || Object.values(proof).every(isScalar));
  if (!isRight) return fail('token-unreadable');
  const said = witnessOf(witness);
  return { ...bare, ...(proof && { dleq: proof }), ...(said !== undefined && { witness: said }) };
};

/** The parts of a proof as JSON has it, in a token of version A or in an event. */
export const partsOfJson = (proof: unknown): ProofParts => {
  if (!isRecord(proof)) return fail('token-unreadable');
  const { amount, id, secret, C, witness, dleq } = proof;
  return { amount, id, secret, C, witness, dleq: isRecord(dleq) ? { e: dleq.e, s: dleq.s, r: dleq.r } : undefined };
};

/** A proof as JSON has it. Throws 'token-unreadable' or 'token-amounts'. */
export const readProof = (proof: unknown): BareProof => bareProofOf(partsOfJson(proof));
