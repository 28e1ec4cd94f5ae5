import { describe, expect, it } from 'vitest';
import { worthMerging } from '#domain/ecash/proofs/consolidation.ts';
import { CONSOLIDATION_LEFT_ALONE, CONSOLIDATION_PROOFS_MOST } from '#domain/ecash/ecash-limits.ts';
import type { Keyset } from '#domain/ecash/mints/mint.ts';

const keysets = (feePpk: number): readonly Keyset[] => [{ id: 'k', unit: 'sat', active: true, feePpk }];
const proofs = (count: number, amount = 1) => Array.from({ length: count }, () => ({ amount, keyset: 'k' }));
const many = proofs(CONSOLIDATION_PROOFS_MOST + 1);

describe('pieces that are made into fewer', () => {
  it('are all but some, where there are too many', () => {
    expect(worthMerging(many, keysets(0))).toHaveLength(many.length - CONSOLIDATION_LEFT_ALONE);
    expect(worthMerging(many.slice(1), keysets(0))).toEqual([]);
  });

  it('are the smallest', () => {
    const large = proofs(CONSOLIDATION_LEFT_ALONE, 8);
    expect(worthMerging([...large, ...many], keysets(0))).toEqual(many);
  });

  it('are none when the fee is all that they are worth', () => {
    expect(worthMerging(many, keysets(900))).not.toEqual([]);
    expect(worthMerging(many, keysets(1_000))).toEqual([]);
  });
});
