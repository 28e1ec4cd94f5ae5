import { MINUTE } from '#domain/units.ts';

export const NOTE_STATS_BATCH_MS = 30;
export const NOTE_STATS_BATCH_MAX = 20;
/** events of one batch of note counts */
export const NOTE_STATS_LIMIT = 500;
export const NOTE_STATS_STALE_MS = 1 * MINUTE;
