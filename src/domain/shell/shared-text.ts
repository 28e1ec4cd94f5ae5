/** of a text that another app shares, in characters */
export const SHARED_TEXT_MAX = 10_000;
/** characters of the form it comes in, where one of the text may take nine: %E2%82%AC */
export const SHARED_FORM_MAX = 12 * SHARED_TEXT_MAX;
/** the cache and the one key in it where a text of another app waits for the page */
export const SHARED_CACHE = 'nuthatch-shared';
export const SHARED_KEY = '/shared';
