import { SECOND } from '#domain/units.ts';

export const SEARCH_DEBOUNCE_MS = 300;
export const SEARCH_PEOPLE_LIMIT = 10;
export const SEARCH_TIMEOUT_MS = 5 * SECOND;
