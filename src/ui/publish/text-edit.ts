import type { RefObject } from 'react';

/** What is selected in a text, and where the caret shall be. */
export type Edit = { readonly text: string; readonly caret: number };

/** The text with something put in the place of what lies between two places. */
export const replaced = (text: string, [from, to]: readonly [number, number], by: string): Edit => ({
  text: text.slice(0, from) + by + text.slice(to),
  caret: from + by.length,
});

/** The beginning of a word, set apart from what stands before it. */
export const wordBegun = (text: string, from: number, mark: string): string =>
  from === 0 || /\s$/.test(text.slice(0, from)) ? mark : ` ${mark}`;

/** The text with something on a line of its own at the end. */
export const withLine = (text: string, line: string): string =>
  text.trim() === '' ? line : `${text.trimEnd()}\n${line}`;

/** Puts the caret where an edit wants it, once the text is there. */
export const placeCaret = (field: RefObject<HTMLTextAreaElement | null>, caret: number): void => {
  queueMicrotask(() => {
    field.current?.focus();
    field.current?.setSelectionRange(caret, caret);
  });
};
