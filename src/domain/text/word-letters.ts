/**
 * The letters with which a word surely goes on, for a class of a pattern: Latin, Cyrillic, Greek. In other scripts words may stand
 * without blanks, or short ones be put before them.
 */
export const WORD_LETTERS = String.raw`\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{N}_`;
