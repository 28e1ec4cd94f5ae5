import {
  CONSOLIDATION_PROOFS_MOST,
  CONSOLIDATION_LEFT_ALONE,
  INPUTS_MOST,
  KEYSET_LEAVE_COST_PART,
} from '#domain/ecash/ecash-limits.ts';
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

/**
 * Those that are made into fewer: of too many the smallest, when that costs next to nothing, for each receipt makes small ones again.
 * Of more than one request spends, as long as that costs less than they are worth: larger amounts could not leave otherwise.
 */
export const worthMerging = <Proof extends Pick<ProofFacts, 'amount' | 'keyset'>>(
  proofs: readonly Proof[],
  keysets: readonly Keyset[],
): readonly Proof[] => {
  const small = tooMany(proofs);
  const [fee, worth] = [inputFee(small, keysets), sumOf(small)];
  const isWorth = proofs.length > INPUTS_MOST ? fee < worth : fee <= worth * KEYSET_LEAVE_COST_PART;
  return isWorth ? small : [];
};
