import {
  FLAPPING_THRESHOLD_MS,
  FLAPPING_SAMPLES,
  FLAPPING_DURATION_MAX_MS,
  CONNECTION_DURATIONS_KEPT,
} from './relays-limits.ts';

/** How long each of a relay's latest connections lasted, in ms, the newest last (RELAY-64). */
export type Durations = readonly number[];

/** One connection more; the oldest beyond 100 are forgotten. */
export const withDuration = (durations: Durations, ms: number): Durations =>
  [...durations, ms].slice(-CONNECTION_DURATIONS_KEPT);

/** In the unit of the numbers; 0 for none. */
export const standardDeviation = (numbers: readonly number[]): number => {
  const mean = numbers.reduce((sum, number) => sum + number, 0) / (numbers.length || 1);
  const squares = numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0);
  return Math.sqrt(squares / (numbers.length || 1));
};

/**
 * Whether a relay takes connections only to drop them (RELAY-62): its last ones were short and lasted alike, with a
 * standard deviation under 1000 ms. Too few connections tell nothing.
 */
export const isFlapping = (durations: Durations): boolean => {
  const latest = durations.slice(-FLAPPING_SAMPLES);
  return (
    latest.length === FLAPPING_SAMPLES &&
    latest.every((ms) => ms <= FLAPPING_DURATION_MAX_MS) &&
    standardDeviation(latest) < FLAPPING_THRESHOLD_MS
  );
};
