/** in the gallery of Image Mode one picture of so many is large */
export const GALLERY_LARGE_EVERY = 7;

/** How many tiles stand beside each other: three, on narrow screens two. */
export type GalleryColumns = 2 | 3;

/** What a tile shows of a note, by its place among the pictures or the videos, from 0. */
export type TileMedia = { readonly what: 'picture' | 'video'; readonly at: number };

type Shown = {
  readonly pictures: readonly { readonly url: string }[];
  readonly videos: readonly unknown[];
  /** addresses of pictures that could not be had */
  readonly missing: ReadonlySet<string>;
};

/** The first picture that can be had; a video where there is none. Without both the first picture, which says that it is gone. */
export const tileMedia = ({ pictures, videos, missing }: Shown): TileMedia | undefined => {
  const found = pictures.findIndex(({ url }) => !missing.has(url));
  if (found >= 0) return { what: 'picture', at: found };
  if (videos.length > 0) return { what: 'video', at: 0 };
  return pictures.length > 0 ? { what: 'picture', at: 0 } : undefined;
};

/** The number in the corner of a tile: of pictures to see in the viewer; undefined for a single one. */
export const tileCount = ({ pictures }: Pick<Shown, 'pictures'>): number | undefined =>
  pictures.length > 1 ? pictures.length : undefined;

/** Tiles that share one stretch of the gallery from edge to edge. */
type Band<Item> = {
  /** place of its first tile in the gallery, from 0 */
  readonly from: number;
  readonly items: readonly Item[];
};

/** Whether the tile at this place, from 0, is large: over the whole width of two columns, else as four. */
export const isLargeTile = (place: number): boolean => place % GALLERY_LARGE_EVERY === 0;

/**
 * The gallery from top to bottom. A band has as many tiles as there are columns, of which one at most is large; of two
 * columns a large tile takes both. So every band but the last is full, and the order is that of reading.
 */
export const bandsOf = <Item>(items: readonly Item[], columns: GalleryColumns): readonly Band<Item>[] => {
  const bands: Band<Item>[] = [];
  let from = 0;
  while (from < items.length) {
    const until = from + (columns === 2 && isLargeTile(from) ? 1 : columns);
    bands.push({ from, items: items.slice(from, until) });
    from = until;
  }
  return bands;
};
