import { SECOND } from '#domain/units.ts';

export const HEALTH_FAILURE_THRESHOLD = 3;
export const HEALTH_SUCCESS_THRESHOLD = 2;
/** not in the specification: health records kept, how soon they are told and saved, and a failed watch is tried again */
export const HEALTH_RECORDS_MAX = 100;
export const HEALTH_SAVE_DELAY_MS = 5 * SECOND;
export const HEALTH_RETRY_MS = 30 * SECOND;
