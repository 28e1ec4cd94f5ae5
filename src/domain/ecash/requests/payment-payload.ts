import { isRecord } from '#domain/record.ts';
import { writeBase64 } from '#domain/text/base64.ts';
import { TOKEN_MAX_CHARACTERS } from '#domain/ecash/ecash-limits.ts';

/** A payment for a request, as it came (NUT-18). */
export type PaymentPayload = {
  readonly id: string;
  /** as the sender names it */
  readonly mint: string;
  /** the same as a token, to be read and checked as all tokens are */
  readonly token: string;
};

/** Some write amounts as text, since they know larger ones than a number holds. */
const plainProof = (proof: unknown): unknown =>
  isRecord(proof) && typeof proof['amount'] === 'string' && /^\d{1,15}$/.test(proof['amount'])
    ? { ...proof, amount: Number(proof['amount']) }
    : proof;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Reads what somebody sent for a request; undefined for another message. What is wrong with its ecash is for who reads the token. */
export const readPayload = (text: string): PaymentPayload | undefined => {
  if (text.length > TOKEN_MAX_CHARACTERS || !text.trimStart().startsWith('{')) return undefined;
  const json = parsed(text);
  if (!isRecord(json)) return undefined;
  const { id, mint, unit, memo, proofs } = json;
  if (typeof id !== 'string' || typeof mint !== 'string' || typeof unit !== 'string' || !Array.isArray(proofs))
    return undefined;
  const token = JSON.stringify({ token: [{ mint, proofs: proofs.map(plainProof) }], unit, memo });
  return { id, mint, token: `cashuA${writeBase64(new TextEncoder().encode(token)).replace(/=+$/, '')}` };
};
