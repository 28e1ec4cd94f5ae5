import { QueryClient } from '@tanstack/query-core';
import { describe, expect, it } from 'vitest';
import { createSuggestions } from '#actors/social/suggestions.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { noteFromEvent } from '#domain/note/note.ts';
import { feedKey, type Timeline } from '#domain/cache/query-keys.ts';
import { mostFollowed, topicsOf } from '#domain/social/suggestions.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';
import { fakeRequests, SILENT } from '#tests/support/fake-requests.ts';

const [ME, A, B, C, D] = [hex(1), hex(2), hex(3), hex(4), hex(5)] as const;

let made = 7_000;
const list = (author: string, follows: readonly string[], created_at = 1_000): NostrEvent => {
  made += 1;
  return fakeEvent({ id: hex(made), kind: 3, pubkey: author, created_at, tags: follows.map((one) => ['p', one]) });
};

const setUp = (answer: Parameters<typeof fakeRequests>[0], muted: readonly string[] = []) => {
  const { requests, asked } = fakeRequests(answer);
  const queryClient = new QueryClient();
  const item = (id: number, pubkey: string) => {
    const note = noteFromEvent(fakeEvent({ id: hex(id), kind: 1, pubkey, content: 'x' }), 0);
    return { id: note.id, at: 1, note };
  };
  queryClient.setQueryData(feedKey({ hashtags: [] } as never), {
    items: [item(900, D), item(901, ME)],
    hasMore: false,
  } as unknown as Timeline);
  const account = { get: () => ({ pubkey: ME, method: 'nsec' as const, persisted: false }) };
  const suggest = createSuggestions({ requests, queryClient, account, muted: { get: () => new Set(muted) } });
  const { signal } = new AbortController();
  return {
    suggest: () => suggest.people(signal),
    topics: (people: readonly string[]) => suggest.topics(people, signal),
    asked,
  };
};

describe('people whom somebody new may follow', () => {
  it('are those whom most of the lists follow, then who writes in the feed; never oneself', async () => {
    const { suggest, asked } = setUp(() => ({ events: [list(A, [B, C, ME]), list(B, [C]), list(D, [C, B])] }));
    expect(await suggest()).toEqual([C, B, D]);
    expect(asked[0]?.filters).toEqual([{ kinds: [3], limit: 100 }]);
  });

  it('are nobody who is muted', async () => {
    const { suggest } = setUp(() => ({ events: [list(A, [B, C])] }), [B, D]);
    expect(await suggest()).toEqual([C]);
  });

  it('are those of the feed when no relay answers', async () => {
    expect(await setUp(() => ({ outcomes: SILENT })).suggest()).toEqual([D]);
  });

  it('are so many that topics can be found, however many a list names', async () => {
    const crowd = Array.from({ length: 500 }, (_, number) => hex(100 + number));
    expect(await setUp(() => ({ events: [list(A, crowd)] })).suggest()).toHaveLength(36);
  });

  it('count one vote of an author, by the newest list, and none for the author', () => {
    const lists = [list(A, [B], 1), list(A, [C, A], 2), list(A, [B], 0), list(D, [B]), list(C, [B])];
    expect(mostFollowed(lists, new Set())).toEqual([B, C]);
  });
});

describe('topics of the people who are suggested', () => {
  const note = (author: string, ...tags: readonly string[]): NostrEvent => {
    made += 1;
    return fakeEvent({ id: hex(made), kind: 1, pubkey: author, tags: tags.map((tag) => ['t', tag]) });
  };

  it('are the hashtags that most of them use, each person counted once, in the order they are suggested', async () => {
    const events = [
      note(B, 'Nature', 'fog'),
      note(A, 'nature'),
      note(C, 'Bitcoin'),
      note(B, 'bitcoin'),
      note(A, 'bitcoin'),
    ];
    const { topics, asked } = setUp(() => ({ events: [...events, note(B, 'fog'), note(D, 'fog')] }));
    expect(await topics([C, A, B])).toEqual([
      { hashtag: 'bitcoin', people: [C, A, B] },
      { hashtag: 'nature', people: [A, B] },
    ]);
    expect(asked[0]?.filters).toEqual([{ kinds: [1], authors: [C, A, B], limit: 200 }]);
  });

  it('are at most three, and none that is too long to read at a glance', () => {
    const tags = ['a', 'b', 'c', 'd', 'e', 'x'.repeat(25)];
    const notes = [note(A, ...tags), note(B, ...tags)];
    expect(topicsOf(notes, [A, B]).map(({ hashtag }) => hashtag)).toEqual(['a', 'b', 'c']);
  });

  it('are none when no relay answers, or nobody is suggested, who is then not asked about', async () => {
    expect(await setUp(() => ({ outcomes: SILENT })).topics([A])).toEqual([]);
    const { topics, asked } = setUp(() => ({}));
    expect(await topics([])).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('are never taken from notes that are muted', async () => {
    const { topics } = setUp(() => ({ events: [note(A, 'fog'), note(B, 'fog'), note(C, 'fog')] }), [A, B]);
    expect(await topics([A, B, C])).toEqual([]);
  });
});
