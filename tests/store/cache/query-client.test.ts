import { focusManager, QueryClientProvider, QueryObserver, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createElement, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { feedKey, metadataKey } from '#domain/cache/query-keys.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { hex } from '#tests/support/fake-events.ts';

const MINUTE = 60_000;
const key = metadataKey(hex(1));
const feed = feedKey({ hashtags: [] });

describe('query client', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('[CACHE-04] asks again after 5 min and forgets after 10', async () => {
    const client = createQueryClient();
    const queryFn = vi.fn(() => Promise.resolve('data'));
    await client.fetchQuery({ queryKey: key, queryFn });
    vi.advanceTimersByTime(5 * MINUTE - 1);
    await client.fetchQuery({ queryKey: key, queryFn });
    expect(queryFn).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    await client.fetchQuery({ queryKey: key, queryFn });
    expect(queryFn).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(10 * MINUTE - 1);
    expect(client.getQueryData(key)).toBe('data');
    vi.advanceTimersByTime(1);
    expect(client.getQueryData(key)).toBeUndefined();
  });

  it('[CACHE-05] retries once and does not ask again on focus', async () => {
    const client = createQueryClient();
    const queryFn = vi.fn(() => Promise.reject(new Error('no')));
    client.mount();
    const stop = new QueryObserver(client, { queryKey: key, queryFn, staleTime: 0 }).subscribe(() => {});
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(queryFn).toHaveBeenCalledTimes(2);
    for (const isFocused of [false, true]) focusManager.setFocused(isFocused);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(queryFn).toHaveBeenCalledTimes(2);
    stop();
    focusManager.setFocused(undefined);
    client.unmount();
  });

  it('[CACHE-06] a query that a view waits for is fresh and kept for 1000 ms at least', () => {
    const client = createQueryClient();
    const View = () => {
      useSuspenseQuery({ queryKey: key, queryFn: () => 'data', staleTime: 0, gcTime: 0 });
      return null;
    };
    const tree = createElement(Suspense, {}, createElement(View));
    renderToString(createElement(QueryClientProvider, { client }, tree));
    const { staleTime, gcTime } = client.getQueryCache().find({ queryKey: key })!.options as Record<string, unknown>;
    expect([staleTime, gcTime]).toEqual([1_000, 1_000]);
  });

  it('keeps a feed while another screen is open', () => {
    const client = createQueryClient();
    client.setQueryData(feed, { items: [], hasMore: true });
    vi.advanceTimersByTime(60 * MINUTE);
    expect(client.getQueryData(feed)).toBeDefined();
  });

  it('asks the relays even when the browser believes to be offline', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    const client = createQueryClient();
    expect(await client.fetchQuery({ queryKey: key, queryFn: () => 'data' })).toBe('data');
  });

  it('keeps data as the very object it was given', () => {
    const client = createQueryClient();
    const [first, second] = [
      { items: [{ id: 1 }], hasMore: true },
      { items: [{ id: 2 }], hasMore: true },
    ];
    client.setQueryData(feed, first);
    client.setQueryData(feed, second);
    expect(client.getQueryData(feed)).toBe(second);
  });

  it('is quiet in development where a view reads what others load, and fails what nobody loads as the built app does', async () => {
    const client = createQueryClient();
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    const Reader = () => createElement('p', {}, useQuery<string>({ queryKey: feed, enabled: false }).data ?? 'nothing');
    expect(renderToString(createElement(QueryClientProvider, { client }, createElement(Reader)))).toBe(
      '<p>nothing</p>',
    );
    expect(said).not.toHaveBeenCalled();
    await expect(client.fetchQuery({ queryKey: key, retry: false })).rejects.toThrow('Nobody says how this is loaded');
  });
});
