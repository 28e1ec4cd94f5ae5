import { SECOND, MINUTE } from '#domain/units.ts';

export const NOTES_PAGE_SIZE = 10;
/** what a feed asks each relay for at first, in pages: the next one is then there already */
export const FEED_PAGES_ASKED = 2;
/** rows of one timeline; beyond them it ends */
export const TIMELINE_MAX_ITEMS = 2_000;
/** pages that brought no note to show before a feed waits to be told to look further */
export const FEED_PAGES_IN_VAIN = 3;
export const REPLY_CONTEXT_CHARACTERS = 120;
export const FEED_OVERSCAN = 3;
/** nearer to the top than so many px, new rows may push the old ones down */
export const FEED_TOP_PX = 8;
/** the next page is asked for when so many rows are left below */
export const FEED_MORE_ROWS_LEFT = 5;
/** the first notes are shown when a page of them is there, at the first EOSE, or so long after the first */
export const FIRST_PAINT_MS = 150;
/** timelines whose place at the relays is remembered */
export const TIMELINES_KEPT = 25;
/** own notes that feeds opened later show on top */
export const OWN_NOTES_KEPT = 20;
/** people whose notes are asked for when only followed ones are shown: those followed last */
export const FOLLOWED_AUTHORS_MAX = 1_000;
/** of the relays that followed people write to, so many are watched for new notes beside the reader's own */
export const FOLLOWED_RELAYS_WATCHED = 8;
/** how often a page asks the relays again until it is full; each time for more, up to the limit */
export const PAGE_ROUNDS_MAX = 4;
export const PAGE_LIMIT_MAX = 160;
/** a repost whose note was not found by then is left out */
export const REPOST_TARGET_WAIT_MS = 3 * SECOND;
/** new notes that wait to be shown */
export const WAITING_NOTES_MAX = 500;
/** the first rows, as many as a window shows: reposts whose notes come late go below them */
export const FEED_STEADY_ROWS = 5;
/** of the reason an author gives for a warning */
export const NSFW_REASON_MAX_CHARACTERS = 100;
/** of one hashtag, as long as the text of a note may have them */
export const HASHTAG_MAX_CHARACTERS = 100;

// single notes, and counts of notes
export const SINGLE_NOTE_LIMIT = 1;
export const NOTE_BATCH_MS = 30;
export const NOTE_BATCH_MAX = 50;
export const NOTE_STATS_BATCH_MS = 30;
export const NOTE_STATS_BATCH_MAX = 20;
/** events of one batch of note counts */
export const NOTE_STATS_LIMIT = 500;
export const NOTE_STATS_STALE_MS = 1 * MINUTE;
/** ms after the last counted notes, when nothing else takes the question along */
export const NOTE_STATS_REST_MS = 3 * SECOND;
/** a place is reached once it stays so many ms: the rows that came into the window are measured, their pictures asked for. */
export const FEED_REST_MS = 300;
/** feeds whose place in the list is remembered */
export const FEED_POSITIONS_KEPT = 8;
