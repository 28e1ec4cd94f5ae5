import { vi } from 'vitest';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { rowsInView, type FeedView } from '#domain/feed/feed-filter.ts';
import { noteFromEvent } from '#domain/note/note.ts';
import { feedKey, type FeedFilter, type Timeline } from '#domain/cache/query-keys.ts';
import { createTimelines, feedSpec } from '#actors/feed/timeline.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { fakeEvent, hex } from './fake-events.ts';
import { createFakeRelays, type FakeRelay } from './fake-relays.ts';

/** ms and s since the epoch at which the tests take place */
export const START = 1_800_000_000_000;
export const START_S = START / 1000;

export const ALL: FeedFilter = { hashtags: [] };

/** Nothing is hidden but what always is. */
export const OPEN: FeedView = {
  showReplies: true,
  showReposts: true,
  imageNotesOnly: false,
  gallery: false,
  muted: new Set(),
};

/** A note of so many seconds before the start. */
export const noteAgo = (seconds: number, fields: Partial<NostrEvent> = {}): NostrEvent =>
  fakeEvent({ id: hex(1_000_000 + seconds), created_at: START_S - seconds, content: `${seconds}`, ...fields });

/** Notes of so many seconds before the start. */
export const notesAgo = (...seconds: number[]): NostrEvent[] => seconds.map((ago) => noteAgo(ago));

/** from, from + step, ... so many of them */
export const steps = (count: number, from = 0, step = 1): number[] =>
  Array.from({ length: count }, (_, index) => from + index * step);

const never = new AbortController().signal;

/** A feed over simulated relays under fake time; `look` changes what of it is seen. */
export const setUpFeed = (relays: FakeRelay[], filter: FeedFilter = ALL, first: FeedView = OPEN) => {
  let view = first;
  const network = createFakeRelays(relays);
  const queryClient = createQueryClient();
  const { requests, registry } = network;
  queryClient.setQueryDefaults(['note'], {
    queryFn: async ({ queryKey: [, id], meta }) => {
      const hints = meta?.['relays'] as readonly string[];
      const { events } = await requests.fetch({
        filters: [{ kinds: [1], ids: [String(id)] }],
        relays: [...requests.relays('read'), ...hints],
      });
      return events[0] ? noteFromEvent(events[0], START) : null;
    },
  });
  const timelines = createTimelines({
    requests,
    registry,
    queryClient,
    account: { get: () => ({ pubkey: undefined, method: 'none', persisted: false }), subscribe: () => () => {} },
    feedView: { get: () => view },
    now: () => Date.now(),
  });
  const source = timelines.open(feedSpec(filter));
  const run = async <T>(work: Promise<T>): Promise<T> => {
    work.catch(() => {});
    await vi.advanceTimersByTimeAsync(30_000);
    return work;
  };
  const timeline = () => queryClient.getQueryData<Timeline>(feedKey(filter));
  return {
    ...network,
    queryClient,
    timelines,
    source,
    timeline,
    /** ages in seconds of the rows that were read */
    ages: () => timeline()?.items.map(({ at }) => START_S - at),
    /** ages in seconds of those that are seen */
    seen: () => rowsInView(timeline()?.items ?? [], view).map(({ at }) => START_S - at),
    look: (changed: Partial<FeedView>) => (view = { ...view, ...changed }),
    loadNewest: (signal = never) => run(source.loadNewest({ signal })),
    loadOlder: (signal = never) => run(source.loadOlder({ signal })),
    /** Pages down to the end, at most so many pages. */
    pageDown: async (most = 100) => {
      for (let page = 0; page < most; page += 1) {
        const { hasMore } = await run(source.loadOlder({ signal: never }));
        if (!hasMore) return page + 1;
      }
      return most;
    },
    save: (seconds: readonly number[], hasMore = true, receivedAt = START) =>
      queryClient.setQueryData<Timeline>(feedKey(filter), {
        hasMore,
        items: notesAgo(...seconds).map((event) => ({
          id: event.id,
          at: event.created_at,
          note: noteFromEvent(event, receivedAt),
        })),
      }),
  };
};
