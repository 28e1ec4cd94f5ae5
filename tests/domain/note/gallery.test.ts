import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bandsOf, isLargeTile, type GalleryColumns, tileCount, tileMedia } from '#domain/note/gallery.ts';

const tiles = (count: number) => Array.from({ length: count }, (_, place) => place);
const anyCount = fc.nat({ max: 200 });
const anyColumns = fc.constantFrom<GalleryColumns>(2, 3);

/** How many small tiles a band has room for: a large one takes the room of four, of two columns all. */
const roomIn = ({ items }: { items: readonly number[] }, columns: GalleryColumns): number => {
  const isTall = items.some(isLargeTile);
  if (!isTall) return columns - items.length;
  return columns === 2 ? 1 - items.length : 2 - (items.length - 1);
};

describe('the gallery', () => {
  it('[FEED-11] has a large tile at every seventh place, first of all', () => {
    expect(tiles(30).filter(isLargeTile)).toEqual([0, 7, 14, 21, 28]);
  });

  it('[FEED-11] has bands of three, of two columns a large tile alone and the others in pairs', () => {
    const sizes = (count: number, columns: GalleryColumns) => bandsOf(tiles(count), columns).map((band) => band.items);
    expect(sizes(8, 3)).toEqual([
      [0, 1, 2],
      [3, 4, 5],
      [6, 7],
    ]);
    expect(sizes(9, 2)).toEqual([[0], [1, 2], [3, 4], [5, 6], [7], [8]]);
    expect(sizes(0, 3)).toEqual([]);
  });

  it('[FEED-11] shows every tile once in its order, and has no hole but at its end', () => {
    fc.assert(
      fc.property(anyCount, anyColumns, (count, columns) => {
        const bands = bandsOf(tiles(count), columns);
        expect(bands.flatMap(({ items }) => items)).toEqual(tiles(count));
        for (const { from, items } of bands) expect(items[0]).toBe(from);
        for (const band of bands) expect(band.items.filter(isLargeTile).length).toBeLessThanOrEqual(1);
        expect(bands.slice(0, -1).map((band) => roomIn(band, columns))).toEqual(bands.slice(0, -1).map(() => 0));
      }),
    );
  });

  it('[FEED-11] stays as it is above when more comes at its end', () => {
    fc.assert(
      fc.property(anyCount, fc.nat({ max: 60 }), anyColumns, (count, more, columns) => {
        const before = bandsOf(tiles(count), columns).slice(0, -1);
        expect(bandsOf(tiles(count + more), columns).slice(0, before.length)).toEqual(before);
      }),
    );
  });
});

describe('a tile', () => {
  const pictures = [{ url: 'https://a.example/1.png' }, { url: 'https://a.example/2.png' }];
  const shown = (missing: readonly string[], videos: readonly string[] = ['https://a.example/3.mp4']) =>
    tileMedia({ pictures, videos, missing: new Set(missing) });

  it('[FEED-11] shows the first picture that can be had, then a video, and what is gone where there is nothing else', () => {
    expect(shown([])).toEqual({ what: 'picture', at: 0 });
    expect(shown([pictures[0]!.url])).toEqual({ what: 'picture', at: 1 });
    const all = pictures.map(({ url }) => url);
    expect(shown(all)).toEqual({ what: 'video', at: 0 });
    expect(shown(all, [])).toEqual({ what: 'picture', at: 0 });
    expect(tileMedia({ pictures: [], videos: [], missing: new Set() })).toBeUndefined();
  });

  it('tells how many pictures there are when it is more than one', () => {
    expect(tileCount({ pictures })).toBe(2);
    expect(tileCount({ pictures: pictures.slice(1) })).toBeUndefined();
  });
});
