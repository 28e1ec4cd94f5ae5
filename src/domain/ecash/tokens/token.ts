import type { Lock, SealedProof } from '#domain/ecash/proof.ts';

/** For whom the proofs of a token are. */
export type TokenLock = {
  readonly lock: Lock;
  /** whether this wallet can open it now */
  readonly ours: boolean;
};

/** A proof of a token that somebody gave. */
export type TokenProof = SealedProof & {
  readonly locked?: TokenLock;
  /** whether it brings what proves that its mint signed it (NUT-12) */
  readonly hasDleq: boolean;
};

/** What a token says (TOKEN-01). Nobody was asked, so nothing of it is proven. */
export type Token = {
  readonly mint: string;
  readonly unit: string;
  readonly memo?: string;
  readonly amount: number;
  /** Empty while `unresolved`. */
  readonly proofs: readonly TokenProof[];
  /** Its keysets are named by short ids: it can be read once its mint was loaded. */
  readonly unresolved: boolean;
};
