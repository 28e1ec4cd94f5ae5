import { WORD_LETTERS } from '#domain/text/word-letters.ts';

/** A letter with which a word goes on. */
export const WORD_LETTER = `[${WORD_LETTERS}]`;

const UNSPACED = ['Han', 'Hira', 'Kana', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr'];

/** A letter with which a name goes on; where words stand without blanks, or endings are put to names, none does. */
export const NAME_LETTER = String.raw`(?![${UNSPACED.map((script) => String.raw`\p{scx=${script}}`).join('')}])[\p{L}\p{M}\p{N}_]`;
