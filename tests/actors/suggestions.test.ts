import { QueryClient } from '@tanstack/query-core';
import { describe, expect, it } from 'vitest';
import { createSuggestions } from '#actors/social/suggestions.ts';
import type { NostrEvent } from '#domain/event.ts';
import { noteFromEvent } from '#domain/note.ts';
import { feedKey, type Timeline } from '#domain/query-keys.ts';
import { mostFollowed } from '#domain/suggestions.ts';
import { fakeEvent, hex } from '#tests/domain/fake-events.ts';
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
  return { suggest: () => suggest(new AbortController().signal), asked };
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

  it('are twelve, however many a list names', async () => {
    const crowd = Array.from({ length: 500 }, (_, number) => hex(100 + number));
    expect(await setUp(() => ({ events: [list(A, crowd)] })).suggest()).toHaveLength(12);
  });

  it('count one vote of an author, by the newest list, and none for the author', () => {
    const lists = [list(A, [B], 1), list(A, [C, A], 2), list(A, [B], 0), list(D, [B]), list(C, [B])];
    expect(mostFollowed(lists, new Set())).toEqual([B, C]);
  });
});
