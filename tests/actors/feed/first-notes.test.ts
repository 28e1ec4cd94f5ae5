import { QueryClient } from '@tanstack/query-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { feedKey, type FeedFilter } from '#domain/cache/query-keys.ts';
import { firstNotes } from '#actors/feed/first-notes.ts';

const FILTER: FeedFilter = { hashtags: [] };
const NOTE = { at: 1 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const wait = () => {
  const client = new QueryClient();
  const ended = vi.fn();
  void firstNotes(client, FILTER).then(ended);
  const has = async (filter: FeedFilter, items: readonly object[]) => {
    client.setQueryData(feedKey(filter), { items, hasMore: true });
    await vi.advanceTimersByTimeAsync(0);
  };
  return { client, ended, has };
};

describe('the first drawing', () => {
  it('comes with the first notes of the feed, not before', async () => {
    const { client, ended, has } = wait();
    await has(FILTER, []);
    await has({ hashtags: ['birds'] }, [NOTE]);
    expect(ended).not.toHaveBeenCalled();
    await has(FILTER, [NOTE]);
    expect(ended).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
    client.clear();
  });

  it('does not wait longer than a tenth of a second', async () => {
    const { ended } = wait();
    await vi.advanceTimersByTimeAsync(99);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledOnce();
  });
});
