import { describe, expect, it } from 'vitest';
import { isOver, isRefused, type OperationPhase } from '#domain/ecash/ledger/operation.ts';
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

  it('sums proofs', () => expect(sumOf([{ amount: 8 }, { amount: 2 }])).toBe(10));
});
