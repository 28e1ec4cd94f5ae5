import { describe, expect, it } from 'vitest';
import { HEARD_CASES, REQUEST_CASES } from '#tests/support/request-cases.ts';
import { tryMoneyPoints } from '#tests/support/money-points.ts';
import { partOfCommit } from '#tests/support/crash-points.ts';

/** Every so many of all pairs. */
const PAIRS = 97;

describe('requests, whatever happens wherever the wallet waits', { timeout: 300_000 }, () => {
  it.each(Object.entries(REQUEST_CASES))('%s: no sat is lost, and nobody is paid twice', async (_, one) => {
    const report = await tryMoneyPoints(one, { pairs: partOfCommit(PAIRS) });
    expect(report.failures).toEqual([]);
    expect(report.tried).toBeGreaterThan(100);
  });

  it.each(Object.entries(HEARD_CASES))('%s is taken once, whatever happens', async (_, one) => {
    const report = await tryMoneyPoints(one, { pairs: partOfCommit(PAIRS) });
    expect(report.failures).toEqual([]);
    expect(report.tried).toBeGreaterThan(60);
  });
});
