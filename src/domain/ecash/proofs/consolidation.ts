import { CONSOLIDATION_PROOFS_MOST, CONSOLIDATION_LEFT_ALONE, INPUTS_MOST } from '#domain/ecash/ecash-limits.ts';
import { inputFee } from './fees.ts';
import type { Keyset } from '#domain/ecash/mints/mint.ts';
import { sumOf, type ProofFacts } from '#domain/ecash/proof.ts';

/** The smallest, where there are too many, and as many as one request spends. */
const tooMany = <Proof extends Pick<ProofFacts, 'amount'>>(proofs: readonly Proof[]): readonly Proof[] =>
  proofs.length > CONSOLIDATION_PROOFS_MOST
    ? proofs
        .toSorted((one, other) => one.amount - other.amount)
        .slice(0, -CONSOLIDATION_LEFT_ALONE)
        .slice(0, INPUTS_MOST)
    : [];

/** Those that are made into fewer: of too many the smallest, as long as that costs less than they are worth. */
export const worthMerging = <Proof extends Pick<ProofFacts, 'amount' | 'keyset'>>(
  proofs: readonly Proof[],
  keysets: readonly Keyset[],
): readonly Proof[] => {
  const small = tooMany(proofs);
  return inputFee(small, keysets) < sumOf(small) ? small : [];
};
