import { LEAD_FIRST_MS, LEAD_MOST_MS, MINT_BUSY_MOST_MS } from '#domain/ecash/ecash-limits.ts';

/** ms until the next try after so many in vain; `afterMs`: no sooner than its mint wants, which is waited for up to a bound. */
export const leadDelay = (tries: number, afterMs = 0): number =>
  Math.max(Math.min(LEAD_FIRST_MS * 2 ** tries, LEAD_MOST_MS), Math.min(afterMs, MINT_BUSY_MOST_MS));
