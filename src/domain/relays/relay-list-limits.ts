import { SECOND } from '#domain/units.ts';

export const RELAY_LIST_BROADCAST_DEBOUNCE_MS = 3 * SECOND;
/** a relay list that could not be read is asked for again after so long */
export const RELAY_LIST_RETRY_MS = 30 * SECOND;
export const RELAY_LIST_LIMIT = 10;
