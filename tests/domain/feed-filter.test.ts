import { describe, expect, it } from 'vitest';
import { feedQuery, isInFeed } from '#domain/feed-filter.ts';
import type { FeedFilter } from '#domain/query-keys.ts';
import { fakeEvent, hex } from './fake-events.ts';

const ALL: FeedFilter = { hashtags: [], showReplies: true, showReposts: true };
const reply = fakeEvent({ tags: [['e', hex(2), '', 'root']] });

describe('what a feed shows', () => {
  it('[FEED-01] [FEED-06] asks for notes, and for reposts when they are shown', () => {
    expect(feedQuery(ALL)).toEqual({ kinds: [1, 6] });
    expect(feedQuery({ ...ALL, showReposts: false })).toEqual({ kinds: [1] });
  });

  it('[FEED-09] asks for the hashtags in lower case, each once', () => {
    expect(feedQuery({ ...ALL, hashtags: ['Bitcoin', 'bitcoin', '#News'] })['#t']).toEqual(['bitcoin', 'news']);
  });

  it('[FEED-05] leaves replies out when they are hidden, and no quotes or mentions', () => {
    const noReplies = { ...ALL, showReplies: false };
    expect(isInFeed(reply, ALL)).toBe(true);
    expect(isInFeed(reply, noReplies)).toBe(false);
    expect(isInFeed(fakeEvent({ tags: [['q', hex(2)]] }), noReplies)).toBe(true);
    expect(isInFeed(fakeEvent({ tags: [['e', hex(2), '', 'mention']] }), noReplies)).toBe(true);
  });

  it('[FEED-06] leaves reposts out when they are hidden', () => {
    const repost = fakeEvent({ kind: 6, tags: [['e', hex(2)]] });
    expect([isInFeed(repost, ALL), isInFeed(repost, { ...ALL, showReposts: false })]).toEqual([true, false]);
  });

  it('[FEED-08] leaves NSFW notes out, and keeps those that warn by themselves', () => {
    expect(isInFeed(fakeEvent({ tags: [['t', 'NSFW']] }), ALL)).toBe(false);
    expect(isInFeed(fakeEvent({ content: 'some porn here' }), ALL)).toBe(false);
    expect(
      isInFeed(
        fakeEvent({
          tags: [
            ['content-warning', 'war'],
            ['t', 'nsfw'],
          ],
        }),
        ALL,
      ),
    ).toBe(true);
    expect(isInFeed(fakeEvent({ tags: [['l', 'nudity', 'content-warning']] }), ALL)).toBe(true);
  });

  it('[FEED-01] has no row for other kinds', () => {
    expect([0, 3, 7, 30023].map((kind) => isInFeed(fakeEvent({ kind }), ALL))).toEqual([false, false, false, false]);
  });
});
