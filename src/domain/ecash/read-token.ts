import { bytesToHex } from '@noble/hashes/utils.js';
import { calmLine, calmText, cutText } from '#domain/text/calm-text.ts';
import { readCbor } from './cbor.ts';
import { EcashError, type TokenProblem } from './ecash-problem.ts';
import { isKeysetId, isShortId } from './keyset.ts';

/** TOKEN-18 */
export const DEFAULT_UNIT = 'sat';
/** not in the specification: some hundred locked proofs; what is longer is not read */
export const TOKEN_MAX_CHARACTERS = 512_000;
export const TOKEN_MAX_PROOFS = 1000;
export const TOKEN_MEMO_MAX_CHARACTERS = 500;
/** as the mints bound it */
const SECRET_MAX_CHARACTERS = 1024;

/** A proof as it stands in a token: whoever has it has the money. */
export type BareProof = {
  readonly amount: number;
  readonly id: string;
  readonly secret: string;
  readonly C: string;
  readonly witness?: string;
  readonly dleq?: { readonly e: string; readonly s: string; readonly r: string };
};

/** A token with its secrets, for the worker alone. */
export type BareToken = {
  readonly mint: string;
  readonly unit: string;
  readonly memo?: string;
  readonly proofs: readonly BareProof[];
};

const PREFIX = /^(?:web\+cashu:(?:\/\/)?|cashu:\/\/|cashu:)/i;
const TOKEN = /^cashu([A-Za-z\d_-])([A-Za-z\d_+/-]*=*)$/;

const fail = (code: Exclude<TokenProblem['code'], 'token-unit'>): never => {
  throw new EcashError({ code });
};

/** What is pasted or scanned, without the address it may stand in (TOKEN-04) and without breaks. */
export const bareTokenText = (text: string): string => text.replace(/\s+/g, '').replace(PREFIX, '');

const bytesOf = (base64: string): Uint8Array => {
  const plain = base64.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');
  return Uint8Array.from(atob(plain), (letter) => letter.codePointAt(0)!);
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : fail('token-unreadable'));
const textOf = (value: unknown): string => (typeof value === 'string' ? value : fail('token-unreadable'));
const hexOf = (value: unknown): string =>
  value instanceof Uint8Array ? bytesToHex(value) : textOf(value).toLowerCase();

/** Rows of a token: the same in both versions, but for the names of their parts. */
type Row = { readonly amount: unknown; readonly id: unknown; readonly secret: unknown; readonly C: unknown } & {
  readonly witness: unknown;
  readonly dleq: { readonly e: unknown; readonly s: unknown; readonly r: unknown } | undefined;
};

const SCALAR = /^[\da-f]{64}$/;
const POINT = /^0[23][\da-f]{64}$/;

/** As text: what opens a locked proof. It is an object, or text that holds one. */
const witnessOf = (value: unknown): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return isRecord(JSON.parse(text)) ? text : fail('token-unreadable');
};

const proofOf = ({ amount, id, secret, C, witness, dleq }: Row): BareProof => {
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0) return fail('token-amounts');
  const keyset = id instanceof Uint8Array ? bytesToHex(id) : textOf(id);
  const bare = { amount, id: keyset, secret: textOf(secret), C: hexOf(C) };
  const proof = dleq && { e: hexOf(dleq.e), s: hexOf(dleq.s), r: hexOf(dleq.r) };
  const isRight =
    (isKeysetId(keyset) || isShortId(keyset)) &&
    bare.secret.length > 0 &&
    bare.secret.length <= SECRET_MAX_CHARACTERS &&
    POINT.test(bare.C) &&
    (!proof || Object.values(proof).every((part) => SCALAR.test(part)));
  if (!isRight) return fail('token-unreadable');
  const said = witnessOf(witness);
  return { ...bare, ...(proof && { dleq: proof }), ...(said !== undefined && { witness: said }) };
};

/** A proof as JSON has it. Throws 'token-unreadable' or 'token-amounts'. */
export const readProof = ({ amount, id, secret, C, witness, dleq }: Readonly<Record<string, unknown>>): BareProof =>
  proofOf({ amount, id, secret, C, witness, dleq: isRecord(dleq) ? { e: dleq.e, s: dleq.s, r: dleq.r } : undefined });

/** Version A: JSON with one entry (TOKEN-02, TOKEN-06). */
const partsOfA = (encoded: string) => {
  const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(encoded)));
  if (!isRecord(json)) return fail('token-unreadable');
  const entries = listOf(json.token);
  if (entries.length > 1) return fail('token-entries');
  const entry = entries[0];
  if (!isRecord(entry)) return fail('token-unreadable');
  const rows = listOf(entry.proofs).map((proof): Row => {
    if (!isRecord(proof)) return fail('token-unreadable');
    const { amount, id, secret, C, witness, dleq } = proof;
    return { amount, id, secret, C, witness, dleq: isRecord(dleq) ? { e: dleq.e, s: dleq.s, r: dleq.r } : undefined };
  });
  return { mint: entry.mint, unit: json.unit, memo: json.memo, rows };
};

const mapOf = (value: unknown): ReadonlyMap<unknown, unknown> =>
  value instanceof Map ? value : fail('token-unreadable');

/** Version B: CBOR, its proofs by their keysets (TOKEN-03). */
const partsOfB = (encoded: string) => {
  const token = mapOf(readCbor(bytesOf(encoded)));
  const rows = listOf(token.get('t')).flatMap((entry) => {
    const group = mapOf(entry);
    return listOf(group.get('p')).map((one): Row => {
      const proof = mapOf(one);
      const dleq = proof.get('d') instanceof Map ? (proof.get('d') as ReadonlyMap<unknown, unknown>) : undefined;
      return {
        amount: proof.get('a'),
        id: group.get('i'),
        secret: proof.get('s'),
        C: proof.get('c'),
        witness: proof.get('w'),
        dleq: dleq && { e: dleq.get('e'), s: dleq.get('s'), r: dleq.get('r') },
      };
    });
  });
  return { mint: token.get('m'), unit: token.get('u'), memo: token.get('d'), rows };
};

/** What fails inside is a token that cannot be read. */
const orUnreadable = <Value>(read: () => Value): Value => {
  try {
    return read();
  } catch (error) {
    if (error instanceof EcashError) throw error;
    return fail('token-unreadable');
  }
};

/**
 * Reads a token of version A or B. Throws an EcashError: 'token-none' for another text, 'token-version' (TOKEN-05),
 * 'token-entries' (TOKEN-06), and for what else is wrong with it. Ids of keysets may be short ones.
 */
export const readBareToken = (text: string): BareToken => {
  if (text.length > TOKEN_MAX_CHARACTERS) return fail('token-too-long');
  const [, version, encoded = ''] = TOKEN.exec(bareTokenText(text)) ?? [];
  if (version === undefined) return fail('token-none');
  if (version !== 'A' && version !== 'B') return fail('token-version');
  const {
    mint,
    unit = DEFAULT_UNIT,
    memo,
    rows,
  } = orUnreadable(() => (version === 'A' ? partsOfA(encoded) : partsOfB(encoded)));
  if (rows.length === 0) return fail('token-unreadable');
  if (rows.length > TOKEN_MAX_PROOFS) return fail('token-too-long');
  const named = textOf(unit);
  if (named !== DEFAULT_UNIT) throw new EcashError({ code: 'token-unit', unit: calmLine(named, 20) });
  const proofs = orUnreadable(() => rows.map(proofOf));
  if (new Set(proofs.map(({ secret }) => secret)).size !== proofs.length) return fail('token-twice');
  if (!Number.isSafeInteger(proofs.reduce((sum, { amount }) => sum + amount, 0))) return fail('token-amounts');
  const said = typeof memo === 'string' ? cutText(calmText(memo), TOKEN_MEMO_MAX_CHARACTERS) : '';
  return { mint: textOf(mint), unit: named, proofs, ...(said !== '' && { memo: said }) };
};
