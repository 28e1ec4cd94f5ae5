import { HOUR, MINUTE, SECOND } from '#domain/units.ts';

/** not in the specification: what a mint tells of itself is asked for again after so many ms */
export const MINT_REFRESH_MS = HOUR;
const RETRY_FIRST_MS = 5 * SECOND;
const RETRY_MOST_MS = 5 * MINUTE;
/** a mint that wants fewer requests, and does not say when, is left alone so long; and so long at most */
const BUSY_MS = MINUTE;
const BUSY_MOST_MS = HOUR;

/** ms until a mint that did not answer so many times is asked again. */
export const mintRetryDelay = (failures: number): number =>
  Math.min(RETRY_FIRST_MS * 2 ** Math.max(0, failures - 1), RETRY_MOST_MS);

/** ms for which a mint that wants fewer requests is left alone. */
export const mintBusyDelay = (afterMs: number | undefined): number =>
  afterMs === undefined ? BUSY_MS : Math.min(Math.max(afterMs, SECOND), BUSY_MOST_MS);
