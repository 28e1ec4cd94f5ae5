import { QueryClient } from '@tanstack/query-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { noteFromEvent } from '#domain/note/note.ts';
import { notificationsKey, withNotifications, type Notification } from '#domain/notifications/notifications.ts';
import {
  noteKey,
  noteStatsKey,
  profileNotesKey,
  threadKey,
  type NoteStats,
  type ThreadData,
  type Timeline,
} from '#domain/cache/query-keys.ts';
import { followDeletions, type DeletionDeps } from '#actors/social/deletions.ts';
import { createEventRegistry, type EventRegistry } from '#store/events/event-registry.ts';
import { keepGone, readGone } from '#store/social/gone.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';
import { fakeRequests } from '#tests/support/fake-requests.ts';
import { fakeStorage } from '#tests/support/fake-storage.ts';

const [ANNA, BERT] = [hex(0xa), hex(0xb)];
const RELAY = 'wss://one.example';
const NOTE = fakeEvent({ id: hex(1), pubkey: BERT });
const OTHER = fakeEvent({ id: hex(2), pubkey: BERT, created_at: 1_700_000_001 });

const deletion = (by: string, tags: string[][], id = 90, created_at = 1_700_000_100): NostrEvent =>
  fakeEvent({ id: hex(id), pubkey: by, kind: 5, created_at, tags });
const like = fakeEvent({
  id: hex(7),
  pubkey: BERT,
  kind: 7,
  content: '+',
  tags: [
    ['e', NOTE.id],
    ['p', ANNA],
  ],
});

const start = (storage = fakeStorage(), before: (client: QueryClient, registry: EventRegistry) => void = () => {}) => {
  const registry = createEventRegistry({ now: () => 0, requestFrame: (run) => run(), gone: readGone(storage) });
  const queryClient = new QueryClient();
  before(queryClient, registry);
  const { requests, asked } = fakeRequests();
  const watched: string[][] = [];
  /** how many were asked before each one that was taken back */
  const takenBack: number[] = [];
  const watch = vi.fn(({ filters }: Parameters<typeof requests.watch>[0]) => {
    watched.push([...(filters[0]?.['#e'] ?? [])]);
    return () => void takenBack.push(watched.length);
  });
  const onUndone = vi.fn();
  const deps: DeletionDeps = {
    registry,
    queryClient,
    requests: { ...requests, watch },
    account: { get: () => ({ pubkey: ANNA, method: 'nsec', persisted: false }) },
    isConnected: () => true,
    onUndone,
    storage,
  };
  const deletions = followDeletions(deps);
  const timeline = (...events: NostrEvent[]): Timeline => ({
    items: events.map((event) => ({ id: event.id, at: event.created_at, note: noteFromEvent(event, 0) })),
    hasMore: true,
  });
  const shown = () => queryClient.getQueryData<Timeline>(profileNotesKey(BERT))?.items.map(({ id }) => id);
  const show = (...events: NostrEvent[]) => {
    for (const event of events) registry.add(event, RELAY);
    queryClient.setQueryData(profileNotesKey(BERT), timeline(...events));
  };
  return { registry, queryClient, asked, watched, takenBack, deletions, onUndone, storage, shown, show };
};

describe('a note that its author deleted', () => {
  it('goes out of every list at once, and does not come in again', () => {
    const { show, shown, registry, queryClient } = start();
    show(OTHER, NOTE);
    queryClient.setQueryData(noteKey(NOTE.id), noteFromEvent(NOTE, 0));
    const thread: ThreadData = { rootId: OTHER.id, notes: [OTHER, NOTE].map((event) => noteFromEvent(event, 0)) };
    queryClient.setQueryData(threadKey(OTHER.id), thread);
    queryClient.setQueryData(threadKey(NOTE.id), thread);
    registry.add(deletion(BERT, [['e', NOTE.id]]), RELAY);
    expect(shown()).toEqual([OTHER.id]);
    expect(queryClient.getQueryData(noteKey(NOTE.id))).toBeNull();
    expect(queryClient.getQueryData(threadKey(NOTE.id))).toBeNull();
    expect(queryClient.getQueryData<ThreadData>(threadKey(OTHER.id))?.notes.map(({ id }) => id)).toEqual([OTHER.id]);
    expect(registry.get(NOTE.id)).toBeUndefined();
    show(OTHER, NOTE);
    expect(shown()).toEqual([OTHER.id]);
  });

  it('stays away after a reload, also when relays still have it', () => {
    const { show, registry, storage } = start();
    show(NOTE);
    registry.add(deletion(BERT, [['e', NOTE.id]]), RELAY);
    const again = start(storage);
    again.show(NOTE, OTHER);
    expect(again.shown()).toEqual([OTHER.id]);
  });

  it('stays away when it comes after its deletion', () => {
    const { show, shown, registry } = start();
    registry.add(deletion(BERT, [['e', NOTE.id]]), RELAY);
    show(NOTE, OTHER);
    expect(shown()).toEqual([OTHER.id]);
  });

  it('stays away when its deletion came with something else, before deletions were followed', () => {
    const { show, shown, registry } = start(fakeStorage(), (_, early) => {
      for (const event of [NOTE, deletion(BERT, [['e', NOTE.id]])]) early.add(event, RELAY);
    });
    expect(registry.get(NOTE.id)).toBeUndefined();
    show(NOTE, OTHER);
    expect(shown()).toEqual([OTHER.id]);
  });

  it('is not deleted by somebody else, nor by a deletion of deletions', () => {
    const { show, shown, registry } = start();
    show(NOTE);
    registry.add(
      deletion(ANNA, [
        ['e', NOTE.id],
        ['a', `1:${BERT}:`],
      ]),
      RELAY,
    );
    expect(shown()).toEqual([NOTE.id]);
    const first = deletion(BERT, [['e', NOTE.id]], 91);
    registry.add(first, RELAY);
    registry.add(deletion(BERT, [['e', first.id]], 92), RELAY);
    expect(shown()).toEqual([]);
  });

  it('an address is deleted up to the time of its deletion, and lists are never', () => {
    const { registry } = start();
    const article = (created_at: number, id: number) =>
      fakeEvent({ id: hex(id), pubkey: BERT, kind: 30_023, created_at, tags: [['d', 'nest']] });
    const [before, after] = [article(1_700_000_050, 30), article(1_700_000_200, 31)];
    const contacts = fakeEvent({ id: hex(32), pubkey: BERT, kind: 3 });
    const tags = [
      ['a', `30023:${BERT}:nest`],
      ['a', `3:${BERT}:`],
      ['e', contacts.id],
    ];
    registry.add(deletion(BERT, tags), RELAY);
    for (const event of [before, after, contacts]) registry.add(event, RELAY);
    expect([before, after, contacts].map(({ id }) => registry.get(id) !== undefined)).toEqual([false, true, true]);
  });

  it("one's own deletion counts once a relay has it", () => {
    const { show, shown, registry, deletions } = start();
    show(NOTE);
    const mine = deletion(BERT, [['e', NOTE.id]]);
    registry.add(mine);
    expect(shown()).toEqual([NOTE.id]);
    deletions.take(mine);
    expect(shown()).toEqual([]);
  });

  it('is out of sight while it is being deleted, and may come again when that is given up', () => {
    const { show, shown, deletions, storage } = start();
    show(NOTE);
    deletions.hide(NOTE.id);
    expect(shown()).toEqual([]);
    expect(readGone(storage).size).toBe(0);
    deletions.unhide(NOTE.id);
    show(NOTE);
    expect(shown()).toEqual([NOTE.id]);
    deletions.hide(NOTE.id);
    deletions.take(deletion(BERT, [['e', NOTE.id]]));
    expect([...readGone(storage)]).toEqual([NOTE.id]);
  });

  it('goes out of the notifications', () => {
    const { queryClient, registry } = start();
    const reply = fakeEvent({
      id: hex(3),
      pubkey: BERT,
      tags: [
        ['p', ANNA],
        ['e', hex(9)],
      ],
    });
    registry.add(reply, RELAY);
    const key = notificationsKey(ANNA);
    queryClient.setQueryData(key, withNotifications([], [reply, like], { me: ANNA, now: 1_700_000_000_000 }));
    registry.add(deletion(BERT, [['e', reply.id]]), RELAY);
    const left = queryClient.getQueryData<readonly Notification[]>(key) ?? [];
    expect(left.map(({ event }) => event.id)).toEqual([like.id]);
  });
});

describe('a like or repost that was taken back', () => {
  const STATS: NoteStats = { replies: 0, reposts: 2, likes: 5, zaps: 0, zapSats: 0 };

  it('counts no more', () => {
    const { queryClient, registry } = start();
    queryClient.setQueryData(noteStatsKey(NOTE.id), STATS);
    const repost = fakeEvent({
      id: hex(8),
      pubkey: BERT,
      kind: 6,
      tags: [
        ['e', NOTE.id],
        ['p', ANNA],
      ],
    });
    registry.add(like, RELAY);
    registry.add(repost, RELAY);
    registry.add(
      deletion(BERT, [
        ['e', like.id],
        ['e', repost.id],
      ]),
      RELAY,
    );
    expect(queryClient.getQueryData(noteStatsKey(NOTE.id))).toMatchObject({ likes: 4, reposts: 1 });
  });

  it("is told when it was the user's own, by another device", () => {
    const { queryClient, registry, onUndone } = start();
    queryClient.setQueryData(noteStatsKey(NOTE.id), STATS);
    const mine = { ...like, pubkey: ANNA };
    registry.add(mine, RELAY);
    registry.add(deletion(ANNA, [['e', mine.id]]), RELAY);
    expect(onUndone).toHaveBeenCalledExactlyOnceWith(mine, NOTE.id);
    expect(queryClient.getQueryData(noteStatsKey(NOTE.id))).toEqual(STATS);
  });
});

describe('deletions are asked for', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('of the notes that views look at, together, and at other relays that sent them once', async () => {
    const { queryClient, watched, asked, registry } = start();
    registry.add(NOTE, 'wss://other.example');
    const look = (key: readonly unknown[]) =>
      queryClient
        .getQueryCache()
        .build(queryClient, { queryKey: key })
        .addObserver({} as never);
    look(noteStatsKey(NOTE.id));
    look(noteKey(OTHER.id));
    look(['metadata', ANNA]);
    expect(watched).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(watched).toEqual([[NOTE.id, OTHER.id]]);
    expect(asked.map(({ filters, relays }) => [filters, relays])).toEqual([
      [[{ kinds: [5], '#e': [NOTE.id, OTHER.id] }], ['wss://other.example']],
    ]);
  });

  it('also of those that were looked at before', async () => {
    const { queryClient, watched } = start(undefined, (client) =>
      client
        .getQueryCache()
        .build(client, { queryKey: noteStatsKey(NOTE.id) })
        .addObserver({} as never),
    );
    expect(queryClient.isFetching()).toBe(0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(watched).toEqual([[NOTE.id]]);
  });

  it('without a moment in which nobody would hear of one', async () => {
    const { queryClient, watched, takenBack } = start();
    for (const { id } of [NOTE, OTHER]) {
      queryClient
        .getQueryCache()
        .build(queryClient, { queryKey: noteStatsKey(id) })
        .addObserver({} as never);
      await vi.advanceTimersByTimeAsync(60_000);
    }
    expect([watched, takenBack]).toEqual([[[NOTE.id], [NOTE.id, OTHER.id]], [2]]);
  });

  it('of 200 at most, those looked at last', async () => {
    const { queryClient, watched } = start();
    for (let number = 1; number <= 250; number += 1)
      queryClient
        .getQueryCache()
        .build(queryClient, { queryKey: noteStatsKey(hex(number)) })
        .addObserver({} as never);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([watched[0]?.length, watched[0]?.at(-1)]).toEqual([200, hex(250)]);
  });
});

describe('the memory of deleted events', () => {
  it('is bounded, shared by tabs and does without a storage', () => {
    const storage = fakeStorage();
    keepGone(
      storage,
      Array.from({ length: 990 }, (_, number) => hex(number)),
    );
    keepGone(storage, [hex(5_000)]);
    expect(readGone(storage).has(hex(5_000))).toBe(true);
    keepGone(
      storage,
      Array.from({ length: 20 }, (_, number) => hex(6_000 + number)),
    );
    const kept = readGone(storage);
    expect([kept.size, kept.has(hex(0)), kept.has(hex(6_019))]).toEqual([1_000, false, true]);
    keepGone(undefined, [hex(1)]);
    expect(readGone(undefined).size).toBe(0);
  });
});
