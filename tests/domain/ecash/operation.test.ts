import { describe, expect, it } from 'vitest';
import { MINT_BUSY_MOST_MS } from '#domain/ecash/ecash-limits.ts';
import { isOver, isRefused, leadDelay, type OperationPhase } from '#domain/ecash/operation.ts';
import { sumOf } from '#domain/ecash/proof.ts';

const PHASES: readonly OperationPhase[] = ['journaled', 'sent', 'answered', 'waiting', 'unknown', 'attention'];

describe('an operation', () => {
  it.each(PHASES)('is not over while it is %s', (phase) => expect(isOver({ phase })).toBe(false));

  it.each(['committed', 'published', 'fenced'] as const)('is over once it is %s', (phase) =>
    expect(isOver({ phase })).toBe(true),
  );

  it('has nothing under way once each request was refused', () => {
    expect(isRefused({ attempts: 2, refusals: 2 })).toBe(true);
    expect(isRefused({ attempts: 2, refusals: 1 })).toBe(false);
  });

  it('is led on no sooner than its mint wants, and not much later either, whatever that says', () => {
    expect([0, 5_000, 300_000].map((afterMs) => leadDelay(0, afterMs))).toEqual([2_000, 5_000, 300_000]);
    expect(leadDelay(0, 1e13)).toBe(MINT_BUSY_MOST_MS);
    expect(leadDelay(50, 0)).toBe(60_000);
  });

  it('sums proofs', () => expect(sumOf([{ amount: 8 }, { amount: 2 }])).toBe(10));
});
