/** combining marks kept on one base character */
export const COMBINING_MARKS_MAX = 4;
