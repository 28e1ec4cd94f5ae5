import { describe, expect, it } from 'vitest';

import { noteFromEvent, type FeedItem } from '#domain/note.ts';
import { estimateRow as estimate, offsetOf as offset, type FeedLook, type FeedPosition } from '#ui/feed/feed-rows.ts';

const item = (index: number, content = 'Hello'): FeedItem => {
  const id = index.toString(16).padStart(64, '0');
  const event = { id, pubkey: 'a'.repeat(64), created_at: 1_000 - index, kind: 1, tags: [], content, sig: '' };
  return { id, at: event.created_at, note: noteFromEvent(event, 0) };
};
const items = [0, 1, 2, 3].map((index) => item(index));
const look: FeedLook = { width: 1280, height: 800, imageMode: false };
const estimateRow = (row: FeedItem) => estimate(row, look);
const offsetOf = (rows: readonly FeedItem[], position: Omit<FeedPosition, 'imageMode'>) =>
  offset(rows, { imageMode: false, ...position }, look);
const heights = { [items[0]!.id]: 100, [items[1]!.id]: 300 };

describe('offsetOf', () => {
  it('[ROUTE-29] finds the row that was read and how far it was scrolled past', () => {
    expect(offsetOf(items, { id: items[2]!.id, into: 40, margin: 60, heights })).toBe(440);
    expect(offsetOf(items, { id: items[0]!.id, into: 0, margin: 60, heights })).toBe(0);
  });

  it('[ROUTE-29] finds it below rows that came in above meanwhile', () => {
    const more = [item(9, 'New'), ...items];
    const grown = offsetOf(more, { id: items[2]!.id, into: 40, margin: 60, heights });
    expect(grown).toBe(440 + estimateRow(more[0]!));
  });

  it('knows nothing of a row that is gone', () => {
    expect(offsetOf(items, { id: 'f'.repeat(64), into: 0, margin: 0, heights })).toBeUndefined();
  });
});

describe('estimateRow', () => {
  it('takes a longer text, a picture and a repost as taller', () => {
    const short = estimateRow(items[0]!);
    expect(estimateRow(item(1, 'word '.repeat(60)))).toBeGreaterThan(short);
    expect(estimateRow(item(1, 'https://a.example/1.jpg'))).toBeGreaterThan(short + 200);
    expect(estimateRow({ ...items[0]!, repost: { id: '1', pubkey: '2' } })).toBeGreaterThan(short);
  });

  it('takes a folded note as no taller than its fold', () => {
    expect(estimateRow(item(1, 'x'.repeat(60_000)))).toBe(estimateRow(item(1, 'x'.repeat(5_000))));
  });

  const pictures = (count: number, dim = '960x720'): FeedItem => {
    const urls = Array.from({ length: count }, (_, at) => `https://a.example/${at}.jpg`);
    const event = { ...items[0]!.note, content: '', tags: urls.map((url) => ['imeta', `url ${url}`, `dim ${dim}`]) };
    return { id: event.id, at: 1, note: noteFromEvent(event, 0) };
  };

  it('knows how tall pictures stand in the column', () => {
    const bare = estimateRow(item(1, ''));
    expect(estimateRow(pictures(1)) - bare).toBeCloseTo((542 * 3) / 4, 0);
    expect(estimateRow(pictures(1, '1600x400')) - bare).toBeCloseTo(542 / 3, 0);
    expect(estimateRow(pictures(1, '400x1600')) - bare).toBe(416);
    expect(estimateRow(pictures(2)) - bare).toBe(271);
    expect(estimate(pictures(1), { ...look, width: 390 }) - bare).toBeCloseTo((358 * 3) / 4, 0);
  });

  it('[FEED-11] in Image Mode takes a note with pictures as tall as they are from edge to edge, without its text', () => {
    const images: FeedLook = { ...look, imageMode: true };
    const bare = estimate(item(1, ''), images);
    expect(estimate(pictures(1), images) - bare).toBe(480);
    expect(estimate(pictures(1, '900x1200'), images) - bare).toBe(640);
    const long = { ...pictures(1), note: { ...pictures(1).note, content: 'word '.repeat(200) } };
    expect(estimate(long, images)).toBe(estimate(pictures(1), images));
    expect(estimate(item(1, 'word '.repeat(60)), images)).toBe(estimateRow(item(1, 'word '.repeat(60))));
  });

  it('[FEED-11] forgets heights that were measured in the other mode', () => {
    const place = { id: items[2]!.id, into: 0, margin: 0, heights, imageMode: true };
    expect(offset(items, place, look)).toBe(estimateRow(items[0]!) + estimateRow(items[1]!));
  });
});
