import { isRecord } from '#domain/record.ts';
import { readBase64Url } from '#domain/text/base64.ts';
import { calmLine, calmText, cutText } from '#domain/text/calm-text.ts';
import { bareProofOf, partsOfJson, type BareProof, type ProofParts } from '#domain/ecash/proofs/bare-proof.ts';
import { readCbor } from '#domain/ecash/codes/cbor.ts';
import { TOKEN_MAX_CHARACTERS, TOKEN_MAX_PROOFS, TOKEN_MEMO_MAX_CHARACTERS } from '#domain/ecash/ecash-limits.ts';
import { EcashError, type TokenProblem } from '#domain/ecash/ecash-problem.ts';
import { tokensInText } from './token-link.ts';

/** TOKEN-18 */
export const DEFAULT_UNIT = 'sat';
/** A token with its secrets, for the worker alone. */
export type BareToken = {
  readonly mint: string;
  readonly unit: string;
  readonly memo?: string;
  readonly proofs: readonly BareProof[];
};

const PREFIX = /^(?:web\+cashu:(?:\/\/)?|cashu:\/\/|cashu:)/i;
const TOKEN = /^cashu([AB])([A-Za-z\d_+/-]*=*)$/;

/** One of a version to come may be written in other signs. */
const TO_COME = /^cashu[C-Z\d]/;

const fail = (code: Exclude<TokenProblem['code'], 'token-unit' | 'token-partly-spent'>): never => {
  throw new EcashError({ code });
};

/** What is pasted or scanned, without the address it may stand in (TOKEN-04) and without breaks. */
export const bareTokenText = (text: string): string => text.replace(/\s+/g, '').replace(PREFIX, '');

const bytesOf = (base64: string): Uint8Array => readBase64Url(base64) ?? fail('token-unreadable');

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : fail('token-unreadable'));
const textOf = (value: unknown): string => (typeof value === 'string' ? value : fail('token-unreadable'));
/** Version A: JSON with one entry (TOKEN-02, TOKEN-06). */
const partsOfA = (encoded: string) => {
  const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(encoded)));
  if (!isRecord(json)) return fail('token-unreadable');
  const entries = listOf(json.token);
  if (entries.length > 1) return fail('token-entries');
  const entry = entries[0];
  if (!isRecord(entry)) return fail('token-unreadable');
  const rows = listOf(entry.proofs).map(partsOfJson);
  return { mint: entry.mint, unit: json.unit, memo: json.memo, rows };
};

const mapOf = (value: unknown): ReadonlyMap<unknown, unknown> =>
  value instanceof Map ? value : fail('token-unreadable');

/** Version B: CBOR, its proofs by their keysets (TOKEN-03). */
const partsOfB = (encoded: string) => {
  const token = mapOf(readCbor(bytesOf(encoded)));
  const rows = listOf(token.get('t')).flatMap((entry) => {
    const group = mapOf(entry);
    return listOf(group.get('p')).map((one): ProofParts => {
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
 * 'token-entries' (TOKEN-06), 'token-several' for more than one, which would be a choice, and for what else is wrong with it. Ids
 * of keysets may be short ones.
 */
export const readBareToken = (text: string): BareToken => {
  if (text.length > TOKEN_MAX_CHARACTERS) return fail('token-too-long');
  const whole = bareTokenText(text);
  const [within = whole, other] = new Set(tokensInText(text));
  if (within === whole) return readToken(whole);
  // a token in several lines is no other one than its first line
  try {
    return readToken(other === undefined ? within : whole);
  } catch {
    if (other !== undefined && TOKEN.test(other)) return fail('token-several');
    return readToken(TOKEN.test(whole) ? whole : within);
  }
};

const readToken = (bare: string): BareToken => {
  const [, version, encoded = ''] = TOKEN.exec(bare) ?? [];
  if (version === undefined) return fail(TO_COME.test(bare) ? 'token-version' : 'token-none');
  const { mint, unit, memo, rows } = orUnreadable(() => (version === 'A' ? partsOfA(encoded) : partsOfB(encoded)));
  if (rows.length === 0) return fail('token-unreadable');
  if (rows.length > TOKEN_MAX_PROOFS) return fail('token-too-long');
  const named = textOf(unit ?? '') || DEFAULT_UNIT;
  if (named !== DEFAULT_UNIT) throw new EcashError({ code: 'token-unit', unit: calmLine(named, 20) });
  const proofs = orUnreadable(() => rows.map(bareProofOf));
  if (new Set(proofs.map(({ secret }) => secret)).size !== proofs.length) return fail('token-twice');
  if (!Number.isSafeInteger(proofs.reduce((sum, { amount }) => sum + amount, 0))) return fail('token-amounts');
  const said = typeof memo === 'string' ? cutText(calmText(memo), TOKEN_MEMO_MAX_CHARACTERS) : '';
  return { mint: textOf(mint), unit: named, proofs, ...(said !== '' && { memo: said }) };
};
