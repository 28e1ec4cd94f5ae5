import { SECOND } from '#domain/units.ts';
import {
  MINT_RETRY_FIRST_MS,
  MINT_RETRY_MOST_MS,
  MINT_BUSY_MS,
  MINT_BUSY_MOST_MS,
} from '#domain/ecash/ecash-limits.ts';

/** ms until a mint that did not answer so many times is asked again. */
export const mintRetryDelay = (failures: number): number =>
  Math.min(MINT_RETRY_FIRST_MS * 2 ** Math.max(0, failures - 1), MINT_RETRY_MOST_MS);

/** ms for which a mint that wants fewer requests is left alone. */
export const mintBusyDelay = (afterMs: number | undefined): number =>
  afterMs === undefined ? MINT_BUSY_MS : Math.min(Math.max(afterMs, SECOND), MINT_BUSY_MOST_MS);
