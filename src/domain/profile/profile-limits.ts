import { SECOND, MINUTE, DAY } from '#domain/units.ts';

export const METADATA_LIMIT = 10;
export const CONTACTS_LIMIT = 1;
/** asked for within `_BATCH_MS`, up to `_BATCH_MAX` of them go out as one REQ per relay */
export const METADATA_BATCH_MS = 30;
export const METADATA_BATCH_MAX = 200;

// names
export const DISPLAY_NAME_TTL_MS = 7 * DAY;
export const DISPLAY_NAME_MAX_FAILURES = 3;
export const DISPLAY_NAME_RETRY_MS = 30 * SECOND;
export const DISPLAY_NAME_FETCH_TIMEOUT_MS = 10 * SECOND;
/** not in the specification: names kept, batches of one fetch at a time, key beside the query cache */
export const DISPLAY_NAMES_MAX = 2_000;
export const DISPLAY_NAME_BATCHES_AT_ONCE = 4;
export const DISPLAY_NAMES_KEY = 'display-names-v1';
/** a name at a domain (NIP-05), and what is read of the document that proves it, in characters */
export const NIP05_LONGEST = 320;
export const NIP05_TIMEOUT_MS = 5 * SECOND;
export const NIP05_MAX_CHARACTERS = 256_000;

// what a profile shows
/** what was loaded counts as new for so long, and stays in memory for so long once nothing shows it */
export const PREFETCHED_NOTE_STALE_MS = 30 * SECOND;
export const PREFETCHED_NOTE_GC_MS = 10 * MINUTE;
export const PROFILE_METADATA_STALE_MS = 0;
export const PROFILE_METADATA_GC_MS = 10 * MINUTE;
export const CONTACTS_STALE_MS = 5 * MINUTE;
export const CONTACTS_GC_MS = 10 * MINUTE;
/**
 * followers of one person that are asked for: each comes with their whole list of contacts, so that more would cost whoever opens
 * a profile tens of megabytes; and pages that are asked for where so many lists name fewer people
 */
export const FOLLOWERS_LIMIT = 500;
export const FOLLOWERS_PAGES = 4;
/** r tags read of somebody's relay list; nobody honest has so many */
export const LISTED_RELAYS_MAX = 200;
/** pages that relays are asked for at once where few of a person's notes belong to the part */
export const RARE_NOTES_PAGES = 4;
