import { COMBINING_MARKS_MAX } from './text-limits.ts';

/**
 * Embeddings, overrides and isolates of the bidirectional algorithm: they can make a text read as something else, and
 * an unclosed one reaches beyond the note. Views set the direction per paragraph instead. The plain marks LRM, RLM and
 * ALM stay: they affect nothing but their neighbours.
 */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;
// oxlint-disable-next-line no-control-regex -- removing control characters is the point
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufeff\ufff9-\ufffb]/g;
const LINE_ENDS = /\r\n?|\u2028|\u2029/g;
const MARK_RUNS = new RegExp(`(\\p{M}{${COMBINING_MARKS_MAX}})\\p{M}+`, 'gu');
const BLANK_LINES = /\n(?:[ \t]*\n){2,}/g;
const INVISIBLE = /[\u00ad\u115f\u1160\u180e\u200b\u2060-\u2064\u206a-\u206f\u2800\u3164\uffa0]|\u034f|[\u17b4\u17b5]/g;
/** Joiners, direction marks and variants belong into texts, but alone they show nothing, as marks without a letter. */
const VISIBLE = /[^\s\p{Cc}\p{M}\p{DI}\u2800]/u;

/** Whether nobody would see anything of a text. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text);

/**
 * Text of a stranger, made harmless to lay out: no control or bidi-override characters, at most
 * COMBINING_MARKS_MAX marks on one character, at most one blank line in a row, no broken surrogate pairs.
 */
export const calmText = (text: string): string =>
  text
    .toWellFormed()
    .replace(LINE_ENDS, '\n')
    .replace(CONTROLS, '')
    .replace(BIDI_CONTROLS, '')
    .replace(MARK_RUNS, '$1')
    .replace(BLANK_LINES, '\n\n');

/** Cuts at `max` UTF-16 units without splitting a surrogate pair; says so with an ellipsis. */
export const cutText = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max).replace(/[\ud800-\udbff]$/, '')}…`;

/**
 * Calm text on one line, for names and labels: white space collapsed, invisible characters gone, cut at `max`; '' where nobody would
 * see anything of it.
 */
export const calmLine = (text: string, max: number): string => {
  const line = calmText(text.slice(0, max * 8))
    .replace(INVISIBLE, '')
    .replace(/\s+/g, ' ')
    .trim();
  return isBlank(line.slice(0, max)) ? '' : cutText(line, max);
};
