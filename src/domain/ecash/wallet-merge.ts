import type { SealedProof } from './proof.ts';

/** A token event of the account (NIP-60), read by the worker. */
export type TokenEvent = {
  readonly id: string;
  readonly proofs: readonly SealedProof[];
  /** ids of token events that it replaces */
  readonly del: readonly string[];
};

/** What relays have of a wallet, of all relays together. */
export type Told = {
  readonly tokens: readonly TokenEvent[];
  /** ids that deletions of the account itself name */
  readonly deleted: ReadonlySet<string>;
};

/** A proof, and an event that tells of it. */
export type ToldProof = { readonly proof: SealedProof; readonly event: string };

/** What relays say of the wallet once it is put together. Nobody asked a mint yet, so nothing of it is proven. */
export type Merged = {
  /** by y: those that an event holds which was not replaced */
  readonly held: ReadonlyMap<string, ToldProof>;
  /** y of those that were only in events which are replaced or deleted: spent elsewhere, or given away */
  readonly gone: ReadonlySet<string>;
};

/**
 * Puts together what relays have, whatever each of them has. What was replaced stays so, however often it is sent again; a proof
 * that moved into another event is held by that one.
 */
export const mergeTold = ({ tokens, deleted }: Told): Merged => {
  const replaced = new Set([...deleted, ...tokens.flatMap(({ del }) => del)]);
  const held = new Map<string, ToldProof>();
  // by id: which relay was first, or said it twice, makes no difference
  for (const { id, proofs } of tokens.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    if (!replaced.has(id)) for (const proof of proofs) if (!held.has(proof.y)) held.set(proof.y, { proof, event: id });
  const gone = new Set<string>();
  for (const { id, proofs } of tokens) if (replaced.has(id)) for (const { y } of proofs) if (!held.has(y)) gone.add(y);
  return { held, gone };
};
