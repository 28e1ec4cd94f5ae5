import { NOTE_FOLD_LINES, NOTE_GRID_MAX, NOTE_LINE_CHARACTERS } from '#domain/limits.ts';
import { describedMedia } from '#domain/media.ts';
import type { FeedItem, Note } from '#domain/note.ts';

/** What decides how tall a card is besides its note: the size of the window in px, and Image Mode. */
export type FeedLook = { readonly width: number; readonly height: number; readonly imageMode: boolean };

const CARD_PX = 92;
const LINE_PX = 24;
const WHY_PX = 28;
/** of the column, and what stands beside its pictures in a wide and in a narrow one */
const COLUMN_PX = 640;
const WIDE_PX = 512;
const BESIDE_WIDE_PX = 98;
const BESIDE_NARROW_PX = 32;
const PICTURE_MAX_PX = 416;
const VIDEO_RATIO = 16 / 9;
const RATIO = 4 / 3;
/** Pictures in Image Mode: at most so much of the height of the window. */
const SCREEN_SHARE = 0.8;

/** Width by height of the picture in a lone box. */
const ratioOf = (note: Note): number => {
  const { width, height } = describedMedia(note).get(note.imageUrls[0] ?? '') ?? {};
  return width && height ? Math.min(3, Math.max(3 / 4, width / height)) : RATIO;
};

/** px of the grid that the pictures of a note make in this width. */
const gridHeight = (note: Note, width: number, most: number): number => {
  switch (Math.min(NOTE_GRID_MAX, note.imageUrls.length)) {
    case 1:
      return Math.min(most, width / ratioOf(note));
    case 2:
      return width / 2;
    case 3:
      return (width * 2) / 3;
    default:
      return width / RATIO;
  }
};

const mediaHeight = (note: Note, width: number): number => {
  const body = width - (width >= WIDE_PX ? BESIDE_WIDE_PX : BESIDE_NARROW_PX);
  const pictures = note.imageUrls.length > 0 ? gridHeight(note, body, PICTURE_MAX_PX) : 0;
  return pictures + (note.videoUrls.length > 0 ? body / VIDEO_RATIO : 0);
};

/** How tall a card will be, in px, before it is measured: near enough that the scroll bar does not jump. */
export const estimateRow = ({ note, repost }: FeedItem, look: FeedLook): number => {
  const width = Math.min(COLUMN_PX, look.width);
  const card = CARD_PX + (repost === undefined ? 0 : WHY_PX);
  if (look.imageMode && note.imageUrls.length > 0) return card + gridHeight(note, width, look.height * SCREEN_SHARE);
  const lines = Math.min(NOTE_FOLD_LINES, Math.ceil(note.content.length / NOTE_LINE_CHARACTERS));
  return card + lines * LINE_PX + mediaHeight(note, width);
};

/** Where somebody was reading: the row at the top of the window and how far it was scrolled past, with known heights. */
export type FeedPosition = {
  readonly id: string;
  /** px */
  readonly into: number;
  /** px from the top of the page to the list */
  readonly margin: number;
  readonly imageMode: boolean;
  /** px by row id, in this mode */
  readonly heights: Readonly<Record<string, number>>;
};

/** The heights that are known of rows, in px by row id; those of another mode say nothing. */
export const knownHeights = (position: FeedPosition | undefined, { imageMode }: FeedLook): FeedPosition['heights'] =>
  position?.imageMode === imageMode ? position.heights : {};

/** The offset in px from the top of the list that shows the row where it was; undefined when the row is gone. */
export const offsetOf = (items: readonly FeedItem[], position: FeedPosition, look: FeedLook): number | undefined => {
  const index = items.findIndex(({ id }) => id === position.id);
  if (index < 0) return undefined;
  const heights = knownHeights(position, look);
  const heightOf = (item: FeedItem) => heights[item.id] ?? estimateRow(item, look);
  return items.slice(0, index).reduce((sum, item) => sum + heightOf(item), position.into);
};
