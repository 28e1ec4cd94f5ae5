/** the cache and the one key in it where a text of another app waits for the page */
export const SHARED_CACHE = 'nuthatch-shared';
export const SHARED_KEY = '/shared';
