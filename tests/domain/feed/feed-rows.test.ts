import { describe, expect, it } from 'vitest';

import { noteFromEvent, type FeedItem } from '#domain/note/note.ts';
import { cardHeight, cardsOf, galleryOf, offsetOf as offset, rowOf, type FeedPosition } from '#ui/feed/feed-rows.ts';

const WIDE = 1280;
const item = (index: number, content = 'Hello'): FeedItem => {
  const id = index.toString(16).padStart(64, '0');
  const event = { id, pubkey: 'a'.repeat(64), created_at: 1_000 - index, kind: 1, tags: [], content, sig: '' };
  return { id, at: event.created_at, note: noteFromEvent(event, 0) };
};
const itemsUntil = (count: number) => Array.from({ length: count }, (_, index) => item(index));
const items = itemsUntil(4);
const heightOf = (row: FeedItem) => cardHeight(row, WIDE);
const heights = { [items[0]!.id]: 100, [items[1]!.id]: 300 };
const at = (index: number, into = 0): FeedPosition => ({
  id: item(index).id,
  at: item(index).at,
  into,
  margin: 60,
  heights,
});
const offsetOf = (rows: readonly FeedItem[], position: FeedPosition) => offset(cardsOf(rows, WIDE), position);

describe('offsetOf', () => {
  it('[ROUTE-29] finds the row that was read and how far it was scrolled past', () => {
    expect(offsetOf(items, at(2, 40))).toBe(440);
    expect(offsetOf(items, at(0))).toBe(0);
  });

  it('[ROUTE-29] finds it below rows that came in above meanwhile', () => {
    const more = [item(9, 'New'), ...items];
    expect(offsetOf(more, at(2, 40))).toBe(440 + heightOf(more[0]!));
  });

  it('takes the next older row for one that is gone, and knows nothing when all are newer', () => {
    expect(offsetOf([items[0]!, items[1]!, items[3]!], at(2))).toBe(400);
    expect(offsetOf(items, at(4))).toBeUndefined();
  });
});

describe('the gallery in rows', () => {
  const tiles = (count: number, columns: 2 | 3, width = WIDE) => galleryOf(itemsUntil(count), columns, width);
  const heightsOf = ({ rows, heightOf: of }: ReturnType<typeof tiles>) => rows.map(of);

  it('[FEED-11] knows how tall bands are: a tile of a third, a large one of two with what is between', () => {
    expect(heightsOf(tiles(12, 3))).toEqual([426, 213, 426, 213]);
    expect(heightsOf(tiles(8, 2, 390))).toEqual([263, 196, 196, 196, 263]);
  });

  it('[FEED-11] finds a note among the others of its band, of all bands the next for one without a picture', () => {
    const { rows } = tiles(12, 3);
    expect([0, 2, 3, 11].map((place) => rowOf(rows, item(place)))).toEqual([0, 0, 1, 3]);
    const some = galleryOf(
      [0, 2, 4, 6, 8].map((place) => item(place)),
      3,
      WIDE,
    );
    expect([1, 5, 7, 9].map((place) => rowOf(some.rows, item(place)))).toEqual([0, 1, 1, -1]);
  });

  it('[FEED-11] forgets what was measured of a row of another shape', () => {
    const keys = [tiles(8, 3), tiles(8, 2), cardsOf(items, WIDE)].flatMap(({ rows }) => rows.map(({ key }) => key));
    expect(new Set(keys).size).toBe(keys.length);
    const grown = galleryOf([item(9), ...itemsUntil(12)], 3, WIDE);
    expect(offset(grown, { ...at(5), heights: { [tiles(12, 3).rows[1]!.key]: 999 } })).toBe(639);
  });
});

describe('cardHeight', () => {
  it('takes a longer text, a picture and a repost as taller', () => {
    const short = heightOf(items[0]!);
    expect(heightOf(item(1, 'word '.repeat(60)))).toBeGreaterThan(short);
    expect(heightOf(item(1, 'https://a.example/1.jpg'))).toBeGreaterThan(short + 200);
    expect(heightOf({ ...items[0]!, repost: { id: '1', pubkey: '2' } })).toBeGreaterThan(short);
  });

  it('takes a folded note as no taller than its fold', () => {
    expect(heightOf(item(1, 'x'.repeat(60_000)))).toBe(heightOf(item(1, 'x'.repeat(5_000))));
  });

  const pictures = (count: number, dim = '960x720'): FeedItem => {
    const urls = Array.from({ length: count }, (_, at) => `https://a.example/${at}.jpg`);
    const event = { ...items[0]!.note, content: '', tags: urls.map((url) => ['imeta', `url ${url}`, `dim ${dim}`]) };
    return { id: event.id, at: 1, note: noteFromEvent(event, 0) };
  };

  it('knows how tall pictures stand in the column', () => {
    const bare = heightOf(item(1, ''));
    expect(heightOf(pictures(1)) - bare).toBeCloseTo((542 * 3) / 4, 0);
    expect(heightOf(pictures(1, '1600x400')) - bare).toBeCloseTo(542 / 3, 0);
    expect(heightOf(pictures(1, '400x1600')) - bare).toBe(416);
    expect(heightOf(pictures(2)) - bare).toBe(271);
    expect(cardHeight(pictures(1), 390) - bare).toBeCloseTo((358 * 3) / 4, 0);
  });
});
