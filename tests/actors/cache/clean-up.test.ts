import { QueryObserver } from '@tanstack/query-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { readBrowserMemory } from '#actors/cache/browser-memory.ts';
import { defineCleanUp, defineMakeRoom, defineMeasure, type MemoryDeps } from '#actors/cache/clean-up.ts';
import { createCacheReport, readStorageState, type ReportDeps } from '#actors/cache/report.ts';
import type { CleanupLevel } from '#domain/cache/cleanup-levels.ts';
import { noteFromEvent } from '#domain/note/note.ts';
import { feedKey, metadataKey, noteKey, profileContactsKey, threadKey } from '#domain/cache/query-keys.ts';
import { createEventRegistry } from '#store/events/event-registry.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { sweepRegistry } from '#store/events/registry-sweep.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';

const MINUTE = 60_000;
const MB = 1_000_000;
const START = 1_800_000_000_000;
const filter = { hashtags: [] };

const world = (told?: { used: number; total: number | undefined }, { ascii = 0, ios = false } = {}) => {
  let time = START;
  const now = () => time;
  const queryClient = createQueryClient();
  const registry = createEventRegistry({ now, requestFrame: () => {} });
  const rows: object[] = [];
  const deps: MemoryDeps = {
    queryClient,
    registry,
    rows: () => rows,
    own: () => hex(99),
    feed: () => ({ getSnapshot: () => ({ context: { filter } }) }) as never,
    browserMemory: async () => told,
    ascii: () => ascii,
    ios,
    now,
  };
  const eventOf = (n: number, part: Parameters<typeof fakeEvent>[0] = {}) => {
    const event = fakeEvent({ id: hex(n), pubkey: hex(1_000 + n), ...part });
    registry.add(event);
    return event;
  };
  return {
    ...deps,
    deps,
    eventOf,
    pass: (ms: number) => (time += ms),
    waiting: (event: ReturnType<typeof fakeEvent>) =>
      void rows.push({ id: event.id, at: 0, note: noteFromEvent(event, START) }),
    put: (key: readonly unknown[], data: unknown) => queryClient.setQueryData(key, data, { updatedAt: time }),
    has: (key: readonly unknown[]) => queryClient.getQueryData(key) !== undefined,
    cleanUp: (level: CleanupLevel) => toPromise(createActor(defineCleanUp(deps), { input: { level } }).start()),
  };
};

describe('cleaning up', () => {
  it('[CACHE-37] removes old queries, but none that a view shows, that loads, or that the feed needs', async () => {
    const { put, has, pass, cleanUp, queryClient } = world();
    const shown = metadataKey(hex(1));
    const loading = metadataKey(hex(2));
    const old = metadataKey(hex(3));
    const otherFeed = feedKey({ hashtags: ['cats'] });
    for (const key of [shown, old, otherFeed, feedKey(filter), ['relay-list/versions', hex(1)]])
      put(key, { name: 'x' });
    const stop = new QueryObserver(queryClient, { queryKey: shown, enabled: false }).subscribe(() => {});
    const fetching = queryClient.fetchQuery({ queryKey: loading, queryFn: () => new Promise(() => {}) });
    fetching.catch(() => {});
    pass(31 * MINUTE);
    const young = metadataKey(hex(4));
    put(young, { name: 'y' });
    expect(await cleanUp('proactive')).toEqual({ at: START + 31 * MINUTE, removed: 2 });
    expect([has(shown), has(old), has(otherFeed), has(feedKey(filter)), has(young)]).toEqual([
      true,
      false,
      false,
      true,
      true,
    ]);
    expect(has(['relay-list/versions', hex(1)])).toBe(true);
    expect(queryClient.getQueryState(loading)?.fetchStatus).toBe('fetching');
    stop();
  });

  it.each<CleanupLevel>(['proactive', 'background', 'aggressive', 'emergency', 'selective', 'smart'])(
    '[CACHE-42] on iOS leaves 100 feed queries of the last 10 minutes, also at the level %s',
    async (level) => {
      const left = async (ios: boolean, minutes: number) => {
        const { put, has, pass, cleanUp } = world(undefined, { ios });
        const keys = Array.from({ length: 150 }, (_, n) => feedKey({ hashtags: [`tag${n}`] }));
        for (const key of keys) put(key, { items: [], hasMore: true });
        pass(minutes * MINUTE);
        await cleanUp(level);
        return keys.filter(has).length;
      };
      expect(await left(true, 11)).toBe(0);
      expect(await left(true, 1)).toBe(level === 'emergency' ? 50 : 100);
      if (level !== 'emergency') expect(await left(false, 11)).toBe(150);
    },
  );

  it('[CACHE-45] the smart level looks at the pressure first', async () => {
    const tight = world({ used: 960 * MB, total: 1_000 * MB });
    tight.put(noteKey(hex(1)), { name: 'x' });
    tight.pass(6 * MINUTE);
    expect((await tight.cleanUp('smart')).removed).toBe(1);
    const easy = world({ used: 10 * MB, total: 1_000 * MB });
    easy.put(noteKey(hex(1)), { name: 'x' });
    easy.pass(6 * MINUTE);
    expect((await easy.cleanUp('smart')).removed).toBe(0);
  });

  it('[CACHE-44] [CACHE-45] the smart level is the selective one over 50 MB, and no query need be old for it', async () => {
    const { put, has, pass, cleanUp, deps } = world();
    const keys = Array.from({ length: 6 }, (_, n) => noteKey(hex(n + 1)));
    for (const key of keys) {
      put(key, { content: 'x'.repeat(9 * MB) });
      pass(1_000);
    }
    const { pressure } = await toPromise(createActor(defineMeasure(deps)).start());
    expect(pressure).toBe('medium');
    expect((await cleanUp('smart')).removed).toBeGreaterThan(0);
    const left = keys.filter(has);
    expect(left).toEqual(keys.slice(-left.length));
    expect(left.length).toBeGreaterThan(0);
    expect((await toPromise(createActor(defineMeasure(deps)).start())).pressure).toBe('low');
  });

  it('makes room: the cache is cut down, the saved copy goes, and then it is saved again', async () => {
    const { deps, put, has, pass } = world();
    put(noteKey(hex(1)), { name: 'x' });
    pass(6 * MINUTE);
    const acts: string[] = [];
    const room = defineMakeRoom({
      ...deps,
      removeSaved: async () => void acts.push(`removed, ${has(noteKey(hex(1)))}`),
      retry: () => void acts.push('retry'),
    });
    await toPromise(createActor(room).start());
    expect(acts).toEqual(['removed, false', 'retry']);
  });
});

describe('the event registry', () => {
  it('shrinks together with what queries and timelines hold', async () => {
    const { eventOf, waiting, put, pass, cleanUp, registry } = world();
    const [inFeed, inThread, alone, repost, held, gone] = [1, 2, 3, 4, 5, 6].map((n) => eventOf(n)) as [
      ReturnType<typeof eventOf>,
      ReturnType<typeof eventOf>,
      ReturnType<typeof eventOf>,
      ReturnType<typeof eventOf>,
      ReturnType<typeof eventOf>,
      ReturnType<typeof eventOf>,
    ];
    const mine = eventOf(7, { pubkey: hex(99) });
    waiting(held);
    pass(6 * MINUTE);
    const note = noteFromEvent(inFeed, START);
    put(feedKey(filter), {
      items: [{ id: repost.id, at: 0, note, repost: { id: repost.id, pubkey: '' } }],
      hasMore: true,
    });
    put(threadKey(hex(2)), { rootId: hex(2), notes: [noteFromEvent(inThread, START)] });
    put(noteKey(hex(3)), noteFromEvent(alone, START));
    const fresh = eventOf(8);
    await cleanUp('proactive');
    const there = [inFeed, inThread, alone, repost, held, mine, fresh].map(({ id }) => registry.has(id));
    expect(there).toEqual(Array.from({ length: 7 }, () => true));
    expect(registry.has(gone.id)).toBe(false);
  });

  it('keeps metadata and contacts only while a query has them, and other lists always', () => {
    const { deps, eventOf, put, registry } = world();
    const kept = eventOf(1, { kind: 0 });
    const gone = eventOf(2, { kind: 0 });
    const contacts = eventOf(3, { kind: 3 });
    const goneContacts = eventOf(4, { kind: 3 });
    const ownContacts = eventOf(5, { kind: 3, pubkey: hex(99) });
    const relays = eventOf(6, { kind: 10_002 });
    put(metadataKey(kept.pubkey), { name: 'x' });
    put(profileContactsKey(contacts.pubkey), []);
    sweepRegistry(deps, START + 1, 0);
    expect([kept, gone, contacts, goneContacts, ownContacts, relays].map(({ id }) => registry.has(id))).toEqual([
      true,
      false,
      true,
      false,
      true,
      true,
    ]);
    expect(registry.replaceable(0, gone.pubkey)).toBeUndefined();
    expect(registry.replaceable(10_002, relays.pubkey)).toBe(relays);
  });
});

describe('memory of the browser', () => {
  it('is what performance.memory says, else what it measures, else unknown', async () => {
    const memory = { usedJSHeapSize: 5, jsHeapSizeLimit: 9 };
    const measure = async () => ({ bytes: 7 });
    expect(await readBrowserMemory({ memory, measureUserAgentSpecificMemory: measure })).toEqual({ used: 5, total: 9 });
    expect(await readBrowserMemory({ measureUserAgentSpecificMemory: measure })).toEqual({ used: 7, total: undefined });
    const refuse = () => Promise.reject(new DOMException('not isolated', 'SecurityError'));
    expect(await readBrowserMemory({ measureUserAgentSpecificMemory: refuse })).toBeUndefined();
    expect(await readBrowserMemory({})).toBeUndefined();
  });

  it('[CACHE-33] [CACHE-39] a measurement tells the memory in use and the pressure', async () => {
    const measured = (told?: { used: number; total: number | undefined }) => {
      const { deps, put } = world(told);
      put(metadataKey(hex(1)), { name: 'x' });
      return toPromise(createActor(defineMeasure(deps)).start());
    };
    expect(await measured({ used: 951 * MB, total: 1_000 * MB })).toEqual({ used: 951 * MB, pressure: 'critical' });
    expect(await measured({ used: 925 * MB, total: 1_000 * MB })).toEqual({ used: 925 * MB, pressure: 'high' });
    expect(await measured({ used: 925 * MB, total: undefined })).toEqual({ used: 925 * MB, pressure: 'low' });
    expect(await measured()).toEqual({ used: 500, pressure: 'low' });
    // each ASCII picture counts (CACHE-46)
    const drawn = async (ascii: number) =>
      toPromise(createActor(defineMeasure(world(undefined, { ascii }).deps)).start());
    expect(await drawn(3)).toEqual({ used: 6_000, pressure: 'low' });
    expect(await drawn(25_001)).toEqual({ used: 50_002_000, pressure: 'medium' });
  });
});

describe('report', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const start = (told?: { used: number; total: number | undefined }, wallets = async () => 1) => {
    const { deps, put } = world(told);
    put(metadataKey(hex(1)), { name: 'x' });
    const reportDeps: ReportDeps = {
      ...deps,
      names: { entries: () => [{}, {}] as never },
      ascii: () => 3,
      lastCleanup: () => START - 1,
      storage: async () => ({ persisted: true, usage: 5, quota: 9 }),
      wallets,
    };
    return { put, report: createCacheReport(reportDeps) };
  };

  it('[CACHE-01] memory info has used, available, total, cacheSize, queryCount, lastCleanup and pressureLevel', async () => {
    const { report } = start({ used: 100 * MB, total: 160 * MB });
    const stop = report.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(0);
    expect(report.get().memory).toEqual({
      used: 100 * MB,
      available: 60 * MB,
      total: 160 * MB,
      cacheSize: 6_500,
      queryCount: 1,
      lastCleanup: START - 1,
      pressureLevel: 'high',
    });
    stop();
  });

  it('[CACHE-02] [CACHE-46] has the breakdown, the names, and 2000 bytes for each ASCII picture', async () => {
    const { report } = start();
    const stop = report.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(0);
    const { breakdown, names, ascii, wallets, storage } = report.get();
    expect(breakdown.groups.metadata).toEqual({ count: 1, items: 1, bytes: 500 });
    expect(breakdown.totalMutations).toBe(0);
    expect(names).toEqual({ items: 2, bytes: 500 });
    expect(ascii).toEqual({ items: 3, bytes: 6_000 });
    expect([wallets, storage.persisted]).toEqual([1, true]);
    stop();
  });

  it('is looked at anew every 2 s, only while somebody listens', async () => {
    const { report, put } = start();
    const heard = vi.fn();
    expect(report.get().breakdown.totalQueries).toBe(1);
    expect(report.get()).toBe(report.get());
    const stop = report.subscribe(heard);
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toHaveBeenCalledTimes(1);
    put(metadataKey(hex(2)), { name: 'y' });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(report.get().breakdown.totalQueries).toBe(2);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('[SET-29] does not count the wallets before it has looked, nor where they cannot be read', async () => {
    const { report } = start(undefined, () => Promise.reject(new Error('no database')));
    expect(report.get().wallets).toBeUndefined();
    const stop = report.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(0);
    expect(report.get().wallets).toBeUndefined();
    expect(report.get().storage.persisted).toBe(true);
    stop();
  });

  it('says nothing of the storage where the browser does not', async () => {
    const unknown = { persisted: undefined, usage: undefined, quota: undefined };
    expect(await readStorageState(undefined)).toEqual(unknown);
    const refuse = { persisted: () => Promise.reject(new Error('no')) } as unknown as StorageManager;
    expect(await readStorageState(refuse)).toEqual(unknown);
  });
});
