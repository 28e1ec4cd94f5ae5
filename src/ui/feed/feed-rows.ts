import type { FeedItem } from '#domain/note.ts';
import { NOTE_FOLD_LINES, NOTE_LINE_CHARACTERS } from '#domain/limits.ts';

const CARD_PX = 92;
const LINE_PX = 24;
const MEDIA_PX = 380;
const WHY_PX = 28;

/** How tall a card will be, in px, before it is measured: near enough that the scroll bar does not jump. */
export const estimateRow = ({ note, repost }: FeedItem): number => {
  const lines = Math.min(NOTE_FOLD_LINES, Math.ceil(note.content.length / NOTE_LINE_CHARACTERS));
  const media = note.imageUrls.length > 0 || note.videoUrls.length > 0 ? MEDIA_PX : 0;
  return CARD_PX + lines * LINE_PX + media + (repost === undefined ? 0 : WHY_PX);
};

/** Where somebody was reading: the row at the top of the window and how far it was scrolled past, with known heights. */
export type FeedPosition = {
  readonly id: string;
  /** px */
  readonly into: number;
  /** px from the top of the page to the list */
  readonly margin: number;
  /** px by row id */
  readonly heights: Readonly<Record<string, number>>;
};

const heightOf = (item: FeedItem, heights: FeedPosition['heights']): number => heights[item.id] ?? estimateRow(item);

/** The offset in px from the top of the list that shows the row where it was; undefined when the row is gone. */
export const offsetOf = (items: readonly FeedItem[], { id, into, heights }: FeedPosition): number | undefined => {
  const index = items.findIndex((item) => item.id === id);
  if (index < 0) return undefined;
  return items.slice(0, index).reduce((sum, item) => sum + heightOf(item, heights), into);
};
