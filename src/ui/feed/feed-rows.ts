import { bandsOf, isLargeTile, type GalleryColumns } from '#domain/note/gallery.ts';
import { describedMedia } from '#domain/note/media.ts';
import { NOTE_LINE_CHARACTERS, NOTE_FOLD_LINES, NOTE_GRID_MAX } from '#domain/note/note-limits.ts';
import type { FeedItem, Note } from '#domain/note/note.ts';
import { LINE_PX, WIDE_PX } from './filling-rows.ts';

/** What stands beside each other in a list: one card, or the tiles of a band. */
export type FeedRow = {
  /** unique in the list; another one when the row is of another shape */
  readonly key: string;
  /** place of its first note in the list, from 0 */
  readonly from: number;
  readonly items: readonly FeedItem[];
};

/** A list as it is laid out. */
export type FeedLook = {
  readonly rows: readonly FeedRow[];
  /** How tall a row will be before it is measured, in px. */
  readonly heightOf: (row: FeedRow) => number;
};

const CARD_PX = 92;
const WHY_PX = 28;
/** of the column, and what stands beside its pictures in a wide and in a narrow one */
const COLUMN_PX = 640;
const BESIDE_WIDE_PX = 98;
const BESIDE_NARROW_PX = 32;
const PICTURE_MAX_PX = 416;
const VIDEO_RATIO = 16 / 9;
const RATIO = 4 / 3;
/** of the gallery: the column between its borders, what is between tiles, and a large tile over the whole width */
const GALLERY_PX = 638;
const GAP_PX = 3;
const LARGE_RATIO = 3 / 2;

/** Width by height of the picture in a lone box. */
const ratioOf = (note: Note): number => {
  const { width, height } = describedMedia(note).get(note.imageUrls[0] ?? '') ?? {};
  return width && height ? Math.min(3, Math.max(3 / 4, width / height)) : RATIO;
};

/** px of the grid that the pictures of a note make in this width. */
const gridHeight = (note: Note, width: number): number => {
  switch (Math.min(NOTE_GRID_MAX, note.imageUrls.length)) {
    case 0:
      return 0;
    case 1:
      return Math.min(PICTURE_MAX_PX, width / ratioOf(note));
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
  return gridHeight(note, body) + (note.videoUrls.length > 0 ? body / VIDEO_RATIO : 0);
};

/** How tall a card will be, in px: near enough that the scroll bar does not jump. `width` of the window, in px. */
export const cardHeight = ({ note, repost }: FeedItem, width: number): number => {
  const column = Math.min(COLUMN_PX, width);
  const lines = Math.min(NOTE_FOLD_LINES, Math.ceil(note.content.length / NOTE_LINE_CHARACTERS));
  return CARD_PX + (repost === undefined ? 0 : WHY_PX) + lines * LINE_PX + mediaHeight(note, column);
};

/** A card for each note. `width` of the window, in px. */
export const cardsOf = (items: readonly FeedItem[], width: number): FeedLook => ({
  rows: items.map((item, from) => ({ key: item.id, from, items: [item] })),
  heightOf: ({ items: [item] }) => cardHeight(item!, width),
});

const largeIn = ({ from, items }: Pick<FeedRow, 'from' | 'items'>): boolean =>
  items.some((_, at) => isLargeTile(from + at));

/** The tiles of Image Mode. `width` of the window, in px. */
export const galleryOf = (items: readonly FeedItem[], columns: GalleryColumns, width: number): FeedLook => {
  const whole = Math.min(GALLERY_PX, width);
  const tile = Math.floor((whole - (columns - 1) * GAP_PX) / columns);
  const large = columns === 2 ? Math.floor(whole / LARGE_RATIO) : 2 * tile + GAP_PX;
  const rows = bandsOf(items, columns).map((band) => ({
    ...band,
    key: `${columns}${largeIn(band) ? '+' : ' '}${band.items[0]!.id}`,
  }));
  return { rows, heightOf: (row) => (largeIn(row) ? large : tile) + GAP_PX };
};

/** Where somebody is reading: a note in the row at the top of the window, and how far that row is scrolled past. */
export type ReadingPlace = Pick<FeedItem, 'id' | 'at'> & {
  /** px */
  readonly into: number;
};

/** The same to come back to later, with what is known of the list. */
export type FeedPosition = ReadingPlace & {
  /** px from the top of the page to the list */
  readonly margin: number;
  /** px by the key of the row */
  readonly heights: Readonly<Record<string, number>>;
};

/** The index of the row a note is in; -1 when it is in none. */
export const ownRowOf = (rows: readonly FeedRow[], id: string): number =>
  rows.findIndex(({ items }) => items.some((item) => item.id === id));

/** The index of the row a note is in, else of the first with an older one; -1 when all are newer. */
export const rowOf = (rows: readonly FeedRow[], { id, at }: Pick<FeedItem, 'id' | 'at'>): number => {
  const own = ownRowOf(rows, id);
  return own < 0 ? rows.findIndex(({ items }) => items.some((item) => item.at <= at)) : own;
};

/** The offset in px from the top of the list that shows the row where it was; undefined when only newer ones are left. */
export const offsetOf = ({ rows, heightOf }: FeedLook, position: FeedPosition): number | undefined => {
  const index = rowOf(rows, position);
  if (index < 0) return undefined;
  const { heights, into } = position;
  return rows.slice(0, index).reduce((sum, row) => sum + (heights[row.key] ?? heightOf(row)), into);
};
