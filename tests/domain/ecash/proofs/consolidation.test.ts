import { describe, expect, it } from 'vitest';
import { worthMerging } from '#domain/ecash/proofs/consolidation.ts';
import { CONSOLIDATION_LEFT_ALONE, CONSOLIDATION_PROOFS_MOST, INPUTS_MOST } from '#domain/ecash/ecash-limits.ts';
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

  it('are none where that costs more than a hundredth of what they are worth', () => {
    const worth = proofs(many.length, 100);
    expect(worthMerging(worth, keysets(1_000))).not.toEqual([]);
    expect(worthMerging(worth, keysets(1_060))).toEqual([]);
    expect(worthMerging(many, keysets(100))).toEqual([]);
  });

  it('are, of more than one request spends, none only when the fee is all that they are worth', () => {
    const most = proofs(INPUTS_MOST);
    const more = proofs(INPUTS_MOST + 1);
    expect(worthMerging(most, keysets(900))).toEqual([]);
    expect(worthMerging(more, keysets(900))).not.toEqual([]);
    expect(worthMerging(more, keysets(1_000))).toEqual([]);
  });
});
