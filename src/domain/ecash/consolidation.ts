import type { ProofFacts } from './proof.ts';

/** ms after 'already spent' until the proofs of a mint are looked through (MELT-09) */
export const CONSOLIDATION_DELAY_MS = 2500;
/** not in the specification: more proofs than that are made into fewer */
const PROOFS_MOST = 32;
/** not in the specification: so many of the largest are left alone then, so that something can be spent meanwhile */
const LEFT_ALONE = 16;

/** Those that are made into fewer: the smallest, where there are too many. */
export const tooMany = <Proof extends Pick<ProofFacts, 'amount'>>(proofs: readonly Proof[]): readonly Proof[] =>
  proofs.length > PROOFS_MOST ? proofs.toSorted((one, other) => one.amount - other.amount).slice(0, -LEFT_ALONE) : [];
