import { MINUTE } from '#domain/units.ts';

export const NOTES_PAGE_SIZE = 10;
/** of the text of a reaction, which should be one emoji (NIP-25) */
export const REACTION_SHOWN_CHARACTERS = 16;
export const NOTE_STATS_BATCH_MS = 30;
export const NOTE_STATS_BATCH_MAX = 20;
/** events of one batch of note counts */
export const NOTE_STATS_LIMIT = 500;
export const NOTE_STATS_STALE_MS = 1 * MINUTE;
/** rows of one timeline; beyond them it ends */
export const TIMELINE_MAX_ITEMS = 2_000;
/** pages that brought no note to show before a feed waits to be told to look further */
export const FEED_PAGES_IN_VAIN = 3;
/** ids that the relays are asked about deletions of, those on screen last, and how long more may join them */
export const DELETIONS_ASKED = 200;
/** a longer note is folded to so many lines, unless it has only so many more; a line is taken as so many characters */
export const NOTE_FOLD_LINES = 20;
export const NOTE_LINE_CHARACTERS = 50;
/** pictures of one grid that are shown before '+4' */
export const NOTE_GRID_MAX = 4;
export const REPLY_CONTEXT_CHARACTERS = 120;
export const FEED_OVERSCAN = 3;
/** the next page is asked for when so many rows are left below */
export const FEED_MORE_ROWS_LEFT = 5;
/** rows of a list that are drawn at once, and reactions looked at for one row */
export const LIST_PART_ROWS = 30;
