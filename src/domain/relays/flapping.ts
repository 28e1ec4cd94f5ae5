import { CONNECTION_DURATIONS_KEPT } from './request-limits.ts';
import { MINUTE } from '#domain/units.ts';

export const FLAPPING_THRESHOLD_MS = 1_000;
/** not in the specification: so many of the last connections are looked at, none is longer, and the pause that follows */
export const FLAPPING_SAMPLES = 5;
export const FLAPPING_DURATION_MAX_MS = 1 * MINUTE;

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
