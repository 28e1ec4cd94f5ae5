/** ms after 'already spent' until the proofs of a mint are looked through (MELT-09) */
export const CONSOLIDATION_DELAY_MS = 2500;
/** not in the specification: more small proofs than that are made into fewer */
export const SMALL_PROOFS = 32;
