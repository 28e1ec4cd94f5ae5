import { NOTES_PAGE_SIZE } from '#domain/feed/feed-limits.ts';
import { NOTE_FOLD_LINES } from '#domain/note/note-limits.ts';
import type { FeedItem, Note } from '#domain/note/note.ts';

/** px: no bar above the notes is lower, no note of one line, and no further line */
const ABOVE_PX = 56;
const NOTE_PX = 131;
export const LINE_PX = 24;
/** no line has more characters, in a column of the window and in a wide one */
const CHARACTERS = 55;
const WIDE_CHARACTERS = 90;
export const WIDE_PX = 512;

/** px that a note takes at least; what is beside its text counts for nothing. */
const leastHeight = ({ content, imageUrls, videoUrls }: Note, width: number): number => {
  const isBare = imageUrls.length + videoUrls.length === 0;
  const characters = isBare ? content.length / (width < WIDE_PX ? CHARACTERS : WIDE_CHARACTERS) : 1;
  return NOTE_PX + LINE_PX * (Math.min(NOTE_FOLD_LINES, Math.max(1, Math.ceil(characters))) - 1);
};

/** The first notes, as many as fill a window for certain; sizes in px. */
export const fillingRows = (
  items: readonly FeedItem[],
  { width, height }: { readonly width: number; readonly height: number },
): readonly FeedItem[] => {
  let filled = ABOVE_PX;
  const end = items.findIndex(({ note }) => (filled += leastHeight(note, width)) >= height);
  return items.slice(0, end < 0 ? NOTES_PAGE_SIZE : Math.min(NOTES_PAGE_SIZE, end + 1));
};
