import { CONSOLIDATION_PROOFS_MOST, CONSOLIDATION_LEFT_ALONE, INPUTS_MOST } from './ecash-limits.ts';
import type { ProofFacts } from './proof.ts';

/** Those that are made into fewer: the smallest, where there are too many, and as many as one request spends. */
export const tooMany = <Proof extends Pick<ProofFacts, 'amount'>>(proofs: readonly Proof[]): readonly Proof[] =>
  proofs.length > CONSOLIDATION_PROOFS_MOST
    ? proofs
        .toSorted((one, other) => one.amount - other.amount)
        .slice(0, -CONSOLIDATION_LEFT_ALONE)
        .slice(0, INPUTS_MOST)
    : [];
