import {
  EOSE_TIMEOUT_MIN_MS,
  EOSE_TIMEOUT_MAX_MS,
  EOSE_SAMPLES_MIN,
  EOSE_LATEST,
  EOSE_TIMES,
} from './relays-limits.ts';

/**
 * Ms a relay gets for its EOSE, from what its last answers took (ms, oldest first): a multiple of what nearly all of them took,
 * and all of the latest ones. Undefined while too few are known; a time that was used up counts as an answer of its length.
 */
export const eoseTimeoutMs = (durations: readonly number[]): number | undefined => {
  if (durations.length < EOSE_SAMPLES_MIN) return undefined;
  const sorted = durations.toSorted((a, b) => a - b);
  const nearlyAll = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
  const needed = EOSE_TIMES * Math.max(nearlyAll, ...durations.slice(-EOSE_LATEST));
  return Math.round(Math.min(Math.max(needed, EOSE_TIMEOUT_MIN_MS), EOSE_TIMEOUT_MAX_MS));
};
