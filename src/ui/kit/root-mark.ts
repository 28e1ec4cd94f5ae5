import { useLayoutEffect } from 'react';

/** What the styles of other parts of the page must know to be there. */
export type RootMark = 'modal' | 'switch' | 'pencil' | 'posts' | 'reply-closed' | 'reply-open' | 'words' | 'beside';

const marks = new Map<RootMark, number>();

const count = (mark: RootMark, step: 1 | -1): void => {
  const times = (marks.get(mark) ?? 0) + step;
  marks.set(mark, times);
  document.documentElement.toggleAttribute(`data-has-${mark}`, times > 0);
};

/** Marks the page until the returned function is called. */
export const markRoot = (mark: RootMark): (() => void) => {
  count(mark, 1);
  return () => count(mark, -1);
};

/**
 * Marks the page for as long as the caller is in it. `:has()` at the root would find that out by itself, but then the browser
 * works out the styles of the whole page anew with each element that comes.
 */
export const useRootMark = (mark: RootMark): void => useLayoutEffect(() => markRoot(mark), [mark]);
