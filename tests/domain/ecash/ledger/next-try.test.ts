import { describe, expect, it } from 'vitest';
import { MINT_BUSY_MOST_MS } from '#domain/ecash/ecash-limits.ts';
import { leadDelay } from '#domain/ecash/ledger/next-try.ts';

describe('an operation that waits', () => {
  it('is led on no sooner than its mint wants, and not much later either, whatever that says', () => {
    expect([0, 5_000, 300_000].map((afterMs) => leadDelay(0, afterMs))).toEqual([2_000, 5_000, 300_000]);
    expect(leadDelay(0, 1e13)).toBe(MINT_BUSY_MOST_MS);
    expect(leadDelay(50, 0)).toBe(60_000);
  });
});
