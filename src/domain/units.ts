/** Units as the constants are written in: ms of a time, bytes or characters of a size. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const MB = 1_000_000;

/** all sats that there will ever be */
export const SATS_EVER = 2_100_000_000_000_000;
export const MSATS_PER_SAT = 1_000;

/** Whole seconds of a time in ms: events are dated by those of now. */
export const toSeconds = (ms: number): number => Math.floor(ms / SECOND);
