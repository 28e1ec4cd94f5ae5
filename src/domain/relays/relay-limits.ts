import { SECOND } from '#domain/units.ts';

export const RELAY_LIST_BROADCAST_DEBOUNCE_MS = 3 * SECOND;
/** a relay list that could not be read is asked for again after so long */
export const RELAY_LIST_RETRY_MS = 30 * SECOND;
export const HEALTH_FAILURE_THRESHOLD = 3;
export const HEALTH_SUCCESS_THRESHOLD = 2;
export const DYNAMIC_INTERVAL_MS = 30 * SECOND;
export const DYNAMIC_RESPONSE_THRESHOLD_MS = 5 * SECOND;
export const ADVICE_KEPT = 10;
/** not in the specification: health records kept, how soon they are told and saved, and a failed watch is tried again */
export const HEALTH_RECORDS_MAX = 100;
export const HEALTH_SAVE_DELAY_MS = 5 * SECOND;
export const HEALTH_RETRY_MS = 30 * SECOND;
export const RELAY_LIST_LIMIT = 10;
