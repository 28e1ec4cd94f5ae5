/** Numbers of the NUTs that a mint says it supports, by what they are for. */
export const NUT_CHANGE = 8;
export const NUT_RESTORE = 9;
export const NUT_LOCKS = 11;
export const NUT_DLEQ = 12;
export const NUT_LOCKED_QUOTES = 20;
