import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { feedItemFromEvent, noteFromEvent, repostTarget, sortItems, type FeedItem } from '#domain/note/note.ts';

import { fakeEvent, hex, hostileEvent } from '#tests/support/fake-events.ts';

describe('a note', () => {
  it('[NOTE-01] has the fields of its event and the URLs of its pictures and videos', () => {
    const event = fakeEvent({
      content: 'look https://a.example/one.JPG?w=100, https://a.example/two.mp4 and (https://a.example/page)',
      tags: [['imeta', 'url https://a.example/three', 'm image/webp']],
    });
    expect(noteFromEvent(event, 5)).toEqual({
      ...event,
      imageUrls: ['https://a.example/one.JPG?w=100', 'https://a.example/three'],
      videoUrls: ['https://a.example/two.mp4'],
      receivedAt: 5,
    });
  });

  it('[NOTE-01] takes the kind of a file from imeta where the name has no extension', () => {
    const event = fakeEvent({
      content: 'https://a.example/f/1 https://a.example/f/2',
      tags: [
        ['imeta', 'url https://a.example/f/1', 'm video/mp4'],
        ['imeta', 'url https://a.example/f/2', 'm image/png'],
      ],
    });
    const note = noteFromEvent(event, 5);
    expect([note.videoUrls, note.imageUrls]).toEqual([['https://a.example/f/1'], ['https://a.example/f/2']]);
  });

  it('[NOTE-01] names a picture once', () => {
    const content = 'https://a.example/1.png https://a.example/1.png';
    expect(noteFromEvent(fakeEvent({ content }), 5).imageUrls).toEqual(['https://a.example/1.png']);
  });

  it('[NOTE-01] has no picture where its address stands in code, unless imeta names it', () => {
    const picture = 'https://a.example/1.png';
    for (const content of ['`' + picture + '`', `see \`GET ${picture}\``, '```\n' + picture + '\n```']) {
      expect(noteFromEvent(fakeEvent({ content }), 5).imageUrls).toEqual([]);
      const named = fakeEvent({ content, tags: [['imeta', `url ${picture}`]] });
      expect(noteFromEvent(named, 5).imageUrls).toEqual([picture]);
      expect(noteFromEvent(fakeEvent({ content: `${content} ${picture}` }), 5).imageUrls).toEqual([picture]);
    }
  });

  it('[NOTE-02] keeps the local time at which it was received', () => {
    expect(noteFromEvent(fakeEvent(), 1_234).receivedAt).toBe(1_234);
  });

  it('is made of any event', () => {
    fc.assert(
      fc.property(hostileEvent, (event) => {
        expect(noteFromEvent(event, 0).id).toBe(event.id);
      }),
    );
  });
});

describe('reposts', () => {
  const target = fakeEvent({ id: hex(2), content: 'hello' });
  const repost = fakeEvent({
    id: hex(3),
    kind: 6,
    created_at: 1_700_000_500,
    tags: [
      ['e', hex(2), 'wss://relay.example/'],
      ['p', hex(0xb)],
    ],
    content: JSON.stringify({ ...target, content: 'forged' }),
  });

  it('name what to fetch', () => {
    expect(repostTarget(repost)).toEqual({ id: hex(2), relays: ['wss://relay.example'], author: hex(0xb) });
    expect(repostTarget(fakeEvent({ kind: 6 }))).toBeUndefined();
    expect(repostTarget(fakeEvent({ kind: 1, tags: repost.tags }))).toBeUndefined();
  });

  it('show the verified note, never the one in their content', () => {
    const item = feedItemFromEvent(repost, 9, (id) => (id === target.id ? noteFromEvent(target, 4) : undefined));
    expect(item?.note).toEqual(noteFromEvent(target, 4));
    expect(item).toMatchObject({ id: hex(3), at: 1_700_000_500, repost: { id: hex(3), pubkey: hex(0xa) } });
    expect(feedItemFromEvent(repost, 9, () => undefined)).toBeUndefined();
  });

  it('of anything but a note are no timeline rows', () => {
    const list = noteFromEvent(fakeEvent({ id: hex(2), kind: 3 }), 4);
    expect(feedItemFromEvent(repost, 9, () => list)).toBeUndefined();
  });
});

describe('a timeline', () => {
  it('[FEED-01] has rows for notes of kind 1 and none for other kinds', () => {
    expect(feedItemFromEvent(fakeEvent(), 9, () => undefined)).toMatchObject({ id: hex(1), at: 1_700_000_000 });
    expect(feedItemFromEvent(fakeEvent({ kind: 7 }), 9, () => undefined)).toBeUndefined();
  });

  const item = (id: number, at: number): FeedItem => ({
    id: hex(id),
    at,
    note: noteFromEvent(fakeEvent({ id: hex(id), created_at: at }), 0),
  });

  it('is sorted newest first, at equal times the lower id', () => {
    expect(sortItems([item(3, 5), item(1, 9), item(2, 5)]).map(({ id }) => id)).toEqual([hex(1), hex(2), hex(3)]);
  });
});
