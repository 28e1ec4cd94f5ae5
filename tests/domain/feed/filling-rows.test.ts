import { describe, expect, it } from 'vitest';
import { NOTES_PAGE_SIZE } from '#domain/feed/feed-limits.ts';
import { noteFromEvent, type FeedItem } from '#domain/note/note.ts';
import { fillingRows } from '#ui/feed/filling-rows.ts';

const item = (index: number, content: string): FeedItem => {
  const id = index.toString(16).padStart(64, '0');
  const event = { id, pubkey: 'a'.repeat(64), created_at: 1_000 - index, kind: 1, tags: [], content, sig: '' };
  return { id, at: event.created_at, note: noteFromEvent(event, 0) };
};
const notes = (content: string, count = 40) => Array.from({ length: count }, (_, index) => item(index, content));
const SCREEN = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

describe('the first rows of a feed', () => {
  it('are as many as fill the window for certain, and fewer where notes are long', () => {
    expect(fillingRows(notes('Hello'), SCREEN)).toHaveLength(6);
    expect(fillingRows(notes('Hello'), PHONE)).toHaveLength(7);
    const long = 'A sentence of some length. '.repeat(12);
    expect(fillingRows(notes(long), SCREEN)).toHaveLength(4);
    expect(fillingRows(notes(long), PHONE)).toHaveLength(4);
  });

  it('take a picture and a folded text for no taller than they may be', () => {
    const picture = 'Look https://pictures.example/one.jpg';
    expect(fillingRows(notes(picture), SCREEN)).toHaveLength(6);
    expect(fillingRows(notes('', 12), SCREEN)).toHaveLength(6);
    expect(fillingRows(notes('x'.repeat(60_000)), { width: 390, height: 2_000 })).toHaveLength(4);
  });

  it('are all that there are where these fill nothing, and never more than a page', () => {
    expect(fillingRows(notes('Hello', 2), SCREEN)).toHaveLength(2);
    expect(fillingRows(notes('Hello'), { width: 1280, height: 20_000 })).toHaveLength(NOTES_PAGE_SIZE);
    expect(fillingRows([], SCREEN)).toEqual([]);
  });
});
