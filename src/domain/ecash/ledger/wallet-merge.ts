import { byText } from '#domain/by-text.ts';
import type { SealedProof } from '#domain/ecash/proof.ts';

/** A token event of the account (NIP-60), read by the worker. */
export type TokenEvent = {
  readonly id: string;
  readonly proofs: readonly SealedProof[];
  /** ids of token events that it replaces */
  readonly del: readonly string[];
};

/** A proof, and an event that tells of it. */
export type HeldProof = { readonly proof: SealedProof; readonly event: string };

/**
 * By y: the proofs in events that were not replaced, whatever relay had them, in whatever order. What was replaced stays so,
 * however often it is sent again: it may be spent elsewhere, or given away. Nobody asked a mint yet, so nothing of it is proven.
 */
export const heldBy = (
  tokens: readonly TokenEvent[],
  replaced: ReadonlySet<string>,
): ReadonlyMap<string, HeldProof> => {
  const held = new Map<string, HeldProof>();
  for (const { id, proofs } of tokens.toSorted((a, b) => byText(a.id, b.id)))
    if (!replaced.has(id)) for (const proof of proofs) if (!held.has(proof.y)) held.set(proof.y, { proof, event: id });
  return held;
};
