import { TOKEN_MAX_PROOFS, WALLET_EVENT_MAX_BYTES, TOKEN_DEL_MAX } from '#domain/ecash/ecash-limits.ts';
import { isRecord } from '#domain/record.ts';
import { isHex64 } from '#domain/protocol/event.ts';
import { readProof, type BareProof } from '#domain/ecash/proofs/bare-proof.ts';
import { DEFAULT_UNIT } from '#domain/ecash/tokens/read-token.ts';
import { readJson, unreadable } from './event-parts.ts';

/*
 * Token events (kind 7375, NIP-60): unspent proofs of one mint and unit. The plain content is for the ecash worker and the
 * account's signer alone.
 */

/** What a token event says. */
export type TokenContent = {
  readonly mint: string;
  readonly unit: string;
  readonly proofs: readonly BareProof[];
  /** proofs that this app cannot read: they go on as they are */
  readonly others: readonly unknown[];
  /** ids of the token events that it replaces */
  readonly del: readonly string[];
  /** fields that this app does not know */
  readonly rest: Readonly<Record<string, unknown>>;
};

/** With the fields that this app does not know. */
const proofOr = (value: unknown): BareProof | undefined => {
  try {
    if (!isRecord(value)) return undefined;
    const { amount: _, id: __, secret: ___, C: ____, witness: _____, dleq: ______, ...rest } = value;
    return { ...rest, ...readProof(value) };
  } catch {
    return undefined;
  }
};

/** Reads the plain content of a token event. Throws 'event-unreadable'. */
export const parseTokenContent = (plain: string): TokenContent => {
  const json = readJson(plain);
  if (!isRecord(json)) return unreadable();
  const { mint, unit = DEFAULT_UNIT, proofs: listed, del, ...rest } = json;
  if (typeof mint !== 'string' || typeof unit !== 'string' || !Array.isArray(listed)) return unreadable();
  if (listed.length > TOKEN_MAX_PROOFS) return unreadable();
  const read = listed.map((value: unknown) => ({ value, proof: proofOr(value) }));
  return {
    mint,
    unit,
    proofs: read.flatMap(({ proof }) => proof ?? []),
    others: read.filter(({ proof }) => !proof).map(({ value }) => value),
    del: Array.isArray(del) ? del.filter(isHex64) : [],
    rest,
  };
};

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** One event of a content that is told in several. `proofs`: those of them that it has. */
export type TokenPart = { readonly content: string; readonly proofs: readonly BareProof[] };

/**
 * Writes a content as so many events as it takes. What they replace is named by the last one alone: whoever has but the first
 * must not take the others for replaced.
 */
export const buildTokenParts = (
  { mint, unit, proofs, others, del, rest }: TokenContent,
  mostBytes = WALLET_EVENT_MAX_BYTES,
): readonly TokenPart[] => {
  const named = del.slice(-TOKEN_DEL_MAX);
  const write = (some: readonly unknown[], isLast: boolean) =>
    JSON.stringify({
      ...rest,
      mint,
      unit,
      proofs: some,
      ...(isLast && named.length > 0 && { del: named }),
    });
  const room = mostBytes - bytesOf(write([], true));
  const groups: { value: unknown; proof?: BareProof }[][] = [[]];
  let used = 0;
  for (const item of [...proofs.map((proof) => ({ value: proof, proof })), ...others.map((value) => ({ value }))]) {
    const bytes = bytesOf(JSON.stringify(item.value)) + 1;
    if (used > 0 && used + bytes > room) {
      groups.push([]);
      used = 0;
    }
    groups.at(-1)!.push(item);
    used += bytes;
  }
  return groups.map((group, index) => ({
    content: write(
      group.map(({ value }) => value),
      index === groups.length - 1,
    ),
    proofs: group.flatMap(({ proof }) => proof ?? []),
  }));
};
