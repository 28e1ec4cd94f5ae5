import { describe, expect, it } from 'vitest';

import { noteFromEvent, type FeedItem } from '#domain/note.ts';
import { estimateRow, offsetOf } from '#ui/feed/feed-rows.ts';

const item = (index: number, content = 'Hello'): FeedItem => {
  const id = index.toString(16).padStart(64, '0');
  const event = { id, pubkey: 'a'.repeat(64), created_at: 1_000 - index, kind: 1, tags: [], content, sig: '' };
  return { id, at: event.created_at, note: noteFromEvent(event, 0) };
};
const items = [0, 1, 2, 3].map((index) => item(index));
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
});
