/** a longer note is folded to so many lines, unless it has only so many more; a line is taken as so many characters */
export const NOTE_FOLD_LINES = 20;
export const NOTE_LINE_CHARACTERS = 50;
export const NOTE_FOLD_SPARE_LINES = 5;
/** pictures, and a quoted note, count as so many lines of a note */
export const NOTE_MEDIA_LINES = 8;
export const NOTE_QUOTE_LINES = 4;
/** paragraphs of a text; what comes after stays one */
export const PARAGRAPHS_MAX = 200;
/** letters without a blank after which a line may be broken */
export const RUN_CHARACTERS = 1_000;
/** pictures of one grid that are shown before '+4' */
export const NOTE_GRID_MAX = 4;
/** of the description of a picture; quotes drawn in one note */
export const ALT_MAX_CHARACTERS = 1_000;
export const CONTENT_MAX_QUOTES = 8;
/** of the text of a reaction, which should be one emoji (NIP-25) */
export const REACTION_SHOWN_CHARACTERS = 16;
/** a longer reaction is no custom emoji */
export const REACTION_MAX_CHARACTERS = 100;
/** how often the ages of notes are looked at anew */
export const AGE_TICK_MS = 30_000;
