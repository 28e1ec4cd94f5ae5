import { CODE_PATTERN } from '#domain/note/content.ts';
import { URL_PATTERN } from '#domain/note/media.ts';

/** What is posted letter by letter: code and web addresses. */
export const LITERAL_PATTERN = `${CODE_PATTERN}|${URL_PATTERN}`;

const UNSPACED = ['Han', 'Hira', 'Kana', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr'];

/** A letter with which a word goes on; where words stand without blanks, or endings are put to names, none does. */
export const WORD_LETTER = String.raw`(?![${UNSPACED.map((script) => String.raw`\p{scx=${script}}`).join('')}])[\p{L}\p{N}_]`;
