export const THREAD_REPLIES_LIMIT = 500;
/** levels of replies that are indented; deeper ones stand at the last */
export const THREAD_INDENT_MAX = 5;
export const THREAD_ROWS_PER_PAGE = 30;
