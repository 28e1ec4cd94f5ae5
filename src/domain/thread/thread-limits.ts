import { SECOND } from '#domain/units.ts';

export const THREAD_REPLIES_LIMIT = 500;
/** levels of replies that are indented; deeper ones stand at the last */
export const THREAD_INDENT_MAX = 5;
export const THREAD_ROWS_PER_PAGE = 30;
/** replies of a thread that is loaded are shown when none came for so long, and none waits longer than the second */
export const REPLIES_QUIET_MS = 250;
export const REPLIES_WAIT_MS = SECOND;
/** how long the relays of a thread's authors may take to add to it */
export const AUTHOR_RELAYS_TIMEOUT_MS = 3 * SECOND;
/** notes of one thread */
export const THREAD_MAX_NOTES = 1_000;
/** not in the specification: of so many replies the sums are asked for at once */
export const SATS_SORTED_MOST = 500;
/** notes above a reply that are shown before one asks for those before them */
export const ANCESTORS_SHOWN = 3;
