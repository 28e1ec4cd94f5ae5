import { hashKey } from '@tanstack/query-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feedCounts, rowsRead } from '#domain/feed/feed-counts.ts';
import { countHidden, isHiddenTold } from '#domain/feed/hidden-count.ts';
import { feedQuery, isInView, isUnfit, rowsInView, unfiltered, type FeedView } from '#domain/feed/feed-filter.ts';
import { feedKey, type FeedFilter } from '#domain/cache/query-keys.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { byItemTime, noteFromEvent, type FeedItem } from '#domain/note/note.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';

const OPEN: FeedView = {
  showReplies: true,
  showReposts: true,
  imageNotesOnly: false,
  gallery: false,
  muted: new Set(),
};
const [ANNA, BERT] = [hex(501), hex(502)];
const REPLY = { tags: [['e', hex(2), '', 'root']] };

const rowOf = (fields: Partial<NostrEvent> = {}, rest: Partial<FeedItem> = {}): FeedItem => {
  const note = noteFromEvent(fakeEvent(fields), 0);
  return { id: note.id, at: note.created_at, note, ...rest };
};
const repostOf = (fields: Partial<NostrEvent>, rest: Partial<FeedItem> = {}) =>
  rowOf(fields, { id: hex(900), at: 9_000, repost: { id: hex(900), pubkey: BERT }, ...rest });

describe('what a feed asks for', () => {
  it('[FEED-01] is notes and reposts', () => {
    expect(feedQuery({ hashtags: [] })).toEqual({ kinds: [1, 6] });
  });

  it('[FEED-09] is of the hashtags in lower case, each once', () => {
    expect(feedQuery({ hashtags: ['Bitcoin', 'bitcoin', '#News'] })['#t']).toEqual(['bitcoin', 'news']);
  });
});

describe('all that a feed leaves something out of', () => {
  it('is what the same relays have, so that nothing of others counts as hidden', () => {
    const relay = 'wss://one.example';
    const keyOf = (filter: FeedFilter) => hashKey(feedKey(unfiltered(filter)));
    expect(keyOf({ hashtags: ['news'], relay })).toBe(hashKey(feedKey({ hashtags: [], relay })));
    expect(keyOf({ hashtags: ['news'], followOnly: ANNA })).toBe(hashKey(feedKey({ hashtags: [] })));
  });
});

describe('the line that tells how many are hidden', () => {
  it('stands where the user chose what hides notes', () => {
    expect(isHiddenTold({ hashtags: [] }, OPEN)).toBe(false);
    for (const filter of [{ hashtags: ['news'] }, { hashtags: [], followOnly: ANNA }])
      expect(isHiddenTold(filter, OPEN)).toBe(true);
    const choices: readonly Partial<FeedView>[] = [
      { showReplies: false },
      { showReposts: false },
      { imageNotesOnly: true },
      { gallery: true },
      { muted: new Set([BERT]) },
    ];
    for (const choice of choices) expect(isHiddenTold({ hashtags: [] }, { ...OPEN, ...choice })).toBe(true);
  });
});

describe('what is shown of a feed', () => {
  it('[FEED-05] are no replies when they are hidden, but quotes and mentions', () => {
    const view = { ...OPEN, showReplies: false };
    expect([isInView(rowOf(REPLY), OPEN), isInView(rowOf(REPLY), view)]).toEqual([true, false]);
    expect(isInView(rowOf({ tags: [['q', hex(2)]] }), view)).toBe(true);
    expect(isInView(rowOf({ tags: [['e', hex(2), '', 'mention']] }), view)).toBe(true);
    expect(isInView(repostOf(REPLY), view)).toBe(false);
  });

  it('[FEED-06] are no reposts when they are hidden', () => {
    const view = { ...OPEN, showReposts: false };
    expect([isInView(repostOf({}), OPEN), isInView(repostOf({}), view)]).toEqual([true, false]);
  });

  it('[FEED-06] is a note in its own row beside that of its repost; a gallery shows it once', () => {
    const own = rowOf({ id: hex(1), created_at: 5, content: 'https://a.example/b.jpg' });
    const rows = [{ ...own, id: hex(900), at: 9_000, repost: { id: hex(900), pubkey: BERT } }, own];
    expect(rowsInView(rows, OPEN)).toEqual(rows);
    for (const hidden of [
      { showReposts: false },
      { muted: new Set([BERT]) },
      { imageNotesOnly: true },
      { gallery: true },
    ])
      expect(rowsInView(rows, { ...OPEN, ...hidden })).toEqual([own]);
  });

  it('is nothing of muted people, nor what only they reposted', () => {
    const view = { ...OPEN, muted: new Set([BERT]) };
    expect(isInView(rowOf({ pubkey: BERT }), view)).toBe(false);
    expect(isInView(repostOf({ pubkey: ANNA }), view)).toBe(false);
    expect(isInView(rowOf({ pubkey: ANNA }), view)).toBe(true);
  });

  it('[FEED-10] are only notes with pictures when those are wanted', () => {
    const view = { ...OPEN, imageNotesOnly: true };
    expect(isInView(rowOf({ content: 'words' }), view)).toBe(false);
    expect(isInView(rowOf({ content: 'a film https://a.example/b.mp4' }), view)).toBe(false);
    expect(isInView(rowOf({ content: 'look https://a.example/b.jpg' }), view)).toBe(true);
    expect(isInView(repostOf({ content: 'https://a.example/b.png' }), view)).toBe(true);
  });

  it('[FEED-11] are only notes with a picture or a video in the gallery', () => {
    const view = { ...OPEN, gallery: true };
    expect(isInView(rowOf({ content: 'words' }), view)).toBe(false);
    expect(isInView(rowOf({ content: 'a film https://a.example/b.mp4' }), view)).toBe(true);
    expect(isInView(rowOf({ content: 'look https://a.example/b.jpg' }), view)).toBe(true);
    const film = rowOf({ content: 'https://a.example/b.mp4' });
    expect(isInView(film, { ...view, imageNotesOnly: true })).toBe(false);
  });

  it('[FEED-08] is nothing that is not safe for work, but notes that warn by themselves', () => {
    const warning = ['content-warning', 'war'];
    expect(isInView(rowOf({ tags: [['t', 'NSFW']] }), OPEN)).toBe(false);
    expect(isInView(rowOf({ content: 'some porn here' }), OPEN)).toBe(false);
    expect(isInView(rowOf({ tags: [warning] }), OPEN)).toBe(true);
    expect(isInView(rowOf({ tags: [warning, ['t', 'nsfw']] }), OPEN)).toBe(false);
    expect(isInView(rowOf({ content: 'nsfw', tags: [['l', 'nudity', 'content-warning']] }), OPEN)).toBe(false);
    expect(isUnfit(fakeEvent({ tags: [['l', 'nudity', 'content-warning']] }))).toBe(false);
  });
});

const anyRow: fc.Arbitrary<FeedItem> = fc
  .record({
    id: fc.integer({ min: 1, max: 400 }),
    at: fc.integer({ min: 1, max: 1_000 }),
    pubkey: fc.constantFrom(ANNA, BERT),
    content: fc.constantFrom('words', 'https://a.example/b.jpg', 'some porn here'),
    tags: fc.constantFrom<string[][]>([], REPLY.tags, [['t', 'News']], [['t', 'nsfw']]),
    repost: fc.constantFrom(undefined, ANNA, BERT),
    own: fc.boolean(),
  })
  .map(({ id, at, repost, own, ...fields }) => {
    const row = rowOf({ ...fields, id: hex(id), created_at: at });
    const by = repost && { id: hex(id + 1_000), at: at + 5, repost: { id: hex(id + 1_000), pubkey: repost }, own };
    return { ...row, ...by };
  });
const anyRows = fc
  .uniqueArray(anyRow, { selector: ({ note }) => note.id, maxLength: 40 })
  .map((rows) => rows.toSorted(byItemTime));
const anyView: fc.Arbitrary<FeedView> = fc.record({
  showReplies: fc.boolean(),
  showReposts: fc.boolean(),
  imageNotesOnly: fc.boolean(),
  gallery: fc.boolean(),
  muted: fc.subarray([ANNA, BERT]).map((people) => new Set(people)),
});

describe('how many notes filters hide', () => {
  it('is all that were read less those that are seen, whatever the filters', () => {
    fc.assert(
      fc.property(anyRows, anyView, (rows, view) => {
        const seen = rowsInView(rows, view);
        expect(countHidden(rows, rows, view)).toBe(rows.length - seen.length);
        expect(seen).toEqual(seen.toSorted(byItemTime));
        expect(new Set(seen.map(({ note }) => note.id)).size).toBe(seen.length);
      }),
    );
  });

  it('is what one filter alone takes away, for each of them', () => {
    fc.assert(
      fc.property(anyRows, fc.subarray([ANNA, BERT]), (rows, people) => {
        const muted = new Set(people);
        const clean = rows.filter((row) => isInView(row, OPEN));
        const hides = (view: Partial<FeedView>) => countHidden(clean, clean, { ...OPEN, ...view });
        const counts = feedCounts(clean, { muted, follows: new Set(), hashtags: [] });
        expect(counts).toMatchObject({
          read: clean.length,
          nsfw: 0,
          replies: hides({ showReplies: false }),
          reposts: hides({ showReposts: false }),
          withoutPicture: hides({ imageNotesOnly: true }),
          muted: hides({ muted }),
        });
        expect(feedCounts(rows, { muted, follows: new Set(), hashtags: [] }).nsfw).toBe(rows.length - clean.length);
      }),
    );
  });

  it('[FEED-07] [FEED-09] counts who is not followed and what has a hashtag', () => {
    const rows = [rowOf({ id: hex(1), pubkey: ANNA, tags: [['t', 'NEWS']] }), repostOf({ id: hex(2), pubkey: ANNA })];
    const counts = feedCounts(rows, { muted: new Set(), follows: new Set([ANNA]), hashtags: ['#News'] });
    expect(counts).toMatchObject({ read: 2, unfollowed: 1, tagged: 1, reposts: 1 });
  });

  it('counts each note once that was read in several feeds', () => {
    const [one, two] = [rowOf({ id: hex(1) }), rowOf({ id: hex(2) })];
    const read = rowsRead([[one], [repostOf({ id: hex(1) }), two]]);
    expect(read).toEqual([repostOf({ id: hex(1) }, { own: true }), two]);
    expect(rowsRead([[repostOf({ id: hex(1) })], [repostOf({ id: hex(1) })]])).toEqual([repostOf({ id: hex(1) })]);
    expect(countHidden(read, [one], OPEN)).toBe(1);
  });
});
