export const NOTES_PAGE_SIZE = 10;
/** what a feed asks each relay for at first, in pages: the next one is then there already */
export const FEED_PAGES_ASKED = 2;
/** rows of one timeline; beyond them it ends */
export const TIMELINE_MAX_ITEMS = 2_000;
/** pages that brought no note to show before a feed waits to be told to look further */
export const FEED_PAGES_IN_VAIN = 3;
export const REPLY_CONTEXT_CHARACTERS = 120;
export const FEED_OVERSCAN = 3;
/** the next page is asked for when so many rows are left below */
export const FEED_MORE_ROWS_LEFT = 5;
