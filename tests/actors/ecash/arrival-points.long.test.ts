import { describe, expect, it } from 'vitest';
import { ARRIVAL_CASES } from '#tests/support/arrival-cases.ts';
import { partOfCommit } from '#tests/support/crash-points.ts';

/** Every so many of all pairs. */
const PAIRS = 397;

describe('what comes in by itself, whatever happens wherever the wallet waits', { timeout: 300_000 }, () => {
  it.each(Object.entries(ARRIVAL_CASES))('[SEND-01] is taken once, and told of once: %s', async (_, tryPoints) => {
    const report = await tryPoints(partOfCommit(PAIRS));
    expect(report.failures).toEqual([]);
    expect(report.points).toBeGreaterThan(12);
    expect(report.tried).toBeGreaterThan(100);
  });
});
