import { SECOND } from '#domain/units.ts';

export const SEARCH_DEBOUNCE_MS = 300;
export const SEARCH_PEOPLE_LIMIT = 10;
export const SEARCH_TIMEOUT_MS = 5 * SECOND;
/** a longer text is cut before it is looked for: the longest code has room in it, also in a link */
export const SEARCH_QUERY_MAX_CHARACTERS = 6_000;
/** notes that each relay is asked for at first, and how many more by each reading on */
export const SEARCH_NOTES_LIMIT = 20;
export const SEARCH_NOTES_STEP = 60;
/** words of a search that are looked for as hashtags */
export const SEARCH_TAGS_MAX = 5;
export const SEARCH_TAGS_SHOWN = 30;
/** people, and hashtags, above the notes as long as no part is chosen */
export const SEARCH_OVERVIEW_SHOWN = 3;
/** of a hashtag that is shown as a result */
export const SEARCH_TAG_CHARACTERS = 60;
/** notes of one search */
export const SEARCH_NOTES_MAX = 200;
/** As much as fits into the address. */
export const SEARCH_FIELD_MAX_CHARACTERS = 2_000;
