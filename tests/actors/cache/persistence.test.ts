import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createActor,
  fromPromise,
  toPromise,
  type AnyActorLogic,
  type AnyActorRef,
  type InspectionEvent,
} from 'xstate';
import {
  defineReadRecord,
  defineRemoveRecord,
  defineWatchChanges,
  defineWriteRecord,
  idleOf,
  onPageHidden,
  startRestoreRead,
} from '#actors/cache/persistence.ts';
import type { Metadata } from '#domain/profile/metadata.ts';
import { noteFromEvent } from '#domain/note/note.ts';
import { feedKey, followersKey, metadataKey } from '#domain/cache/query-keys.ts';
import { queryCacheMachine, type RestoreOutcome } from '#machines/cache/query-cache.machine.ts';
import { createCacheBuster } from '#store/cache/cache-buster.ts';
import { createDisplayNames } from '#store/profile/display-names.ts';
import { createEventRegistry } from '#store/events/event-registry.ts';
import { openKeyValueStore, type KeyValueStore } from '#store/storage/key-value-store.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';

const KEY = 'rq-cache-v1';
const NAMES = 'display-names-v1';
const HOUR = 60 * 60_000;
const START = 1_800_000_000_000;
const feed = feedKey({ hashtags: [] });
const timeline = {
  items: [{ id: hex(1), at: 1_700_000_000, note: noteFromEvent(fakeEvent(), 5_000) }],
  hasMore: true,
};
const metadata = {
  name: 'ann',
  display_name: 'Ann',
  picture: '',
  about: '',
  nip05: '',
  website: '',
  banner: '',
  lud16: '',
  lud06: '',
  createdAt: 1,
} satisfies Metadata;

const memoryStore = () => {
  const kept = new Map<string, unknown>();
  const store: KeyValueStore = {
    get: async (key) => kept.get(key) ?? null,
    set: async (key, value) => void kept.set(key, structuredClone(value)),
    remove: async (key) => void kept.delete(key),
  };
  return { kept, store };
};

/** One visit to the app on what the last visit left. */
const visit = (store: KeyValueStore, time = START) => {
  const now = () => time;
  const queryClient = createQueryClient();
  const names = createDisplayNames(now);
  const registry = createEventRegistry({ now, requestFrame: () => {} });
  const run = <Output>(logic: AnyActorLogic, input?: object) =>
    toPromise(createActor(logic, { input }).start()) as Promise<Output>;
  const deps = { queryClient, names, registry, now, buster: createCacheBuster(undefined) };
  const write = defineWriteRecord({ ...deps, store, idle: () => Promise.resolve() });
  return {
    ...deps,
    read: () => run<string>(defineReadRecord({ ...deps, reading: startRestoreRead(store) })),
    write: (urgent = false) => run<void>(write, { urgent }),
    remove: () => run<void>(defineRemoveRecord(store)),
  };
};

const savedBy = async (change: (saved: Record<string, unknown>) => unknown) => {
  const { kept, store } = memoryStore();
  const first = visit(store);
  first.queryClient.setQueryData(feed, timeline, { updatedAt: START });
  await first.write();
  kept.set(KEY, change(kept.get(KEY) as Record<string, unknown>));
  return { kept, store };
};

describe('persistence of the query cache', () => {
  it('[CACHE-07] [CACHE-08] saves under its key in the database keyval-store and comes back', async () => {
    const store = openKeyValueStore();
    const first = visit(store);
    expect(await first.read()).toBe('nothing');
    first.queryClient.setQueryData(feed, timeline, { updatedAt: START });
    first.names.put(hex(2), metadata);
    await first.write();

    const open = indexedDB.open('keyval-store');
    const database = await new Promise<IDBDatabase>((done) => (open.onsuccess = () => done(open.result)));
    const get = database.transaction('keyval').objectStore('keyval').get(KEY);
    const record = await new Promise((done) => (get.onsuccess = () => done(get.result)));
    expect(record).toMatchObject({
      buster: expect.any(String),
      timestamp: START,
      clientState: { queries: [expect.objectContaining({ queryKey: feed })], mutations: [] },
    });
    database.close();

    const second = visit(openKeyValueStore(), START + HOUR);
    expect(await second.read()).toBe('restored');
    expect(second.queryClient.getQueryData(feed)).toEqual(timeline);
    expect(second.registry.has(hex(1))).toBe(true);
    expect(second.names.get(hex(2))?.displayName).toBe('Ann');
    await second.remove();
    expect(await visit(openKeyValueStore()).read()).toBe('nothing');
  });

  it.each([
    ['[CACHE-09] is older than 24 hours', (saved: object) => ({ ...saved, timestamp: START - 25 * HOUR })],
    ['[CACHE-10] lacks a timestamp', (saved: object) => ({ ...saved, timestamp: undefined })],
    ['[CACHE-11] has another buster', (saved: object) => ({ ...saved, buster: 'old' })],
    ['holds no client state', (saved: object) => ({ ...saved, clientState: 'none' })],
    ['is a text', () => 'corrupt'],
  ])('loads nothing of a record that %s', async (_, change) => {
    const { store } = await savedBy(change);
    const second = visit(store);
    expect(await second.read()).toBe('worthless');
    expect(second.queryClient.getQueryCache().getAll()).toEqual([]);
  });

  it('[CACHE-12] loads a record of 24 hours', async () => {
    const { store } = await savedBy((saved) => saved);
    const second = visit(store, START + 24 * HOUR);
    expect(await second.read()).toBe('restored');
    expect(second.queryClient.getQueryData(feed)).toEqual(timeline);
  });

  it('keeps the names when the query cache is worthless', async () => {
    const { store } = memoryStore();
    const first = visit(store);
    first.names.put(hex(2), metadata);
    await first.write();
    const second = visit(store, START + 25 * HOUR);
    expect(await second.read()).toBe('worthless');
    await second.remove();
    expect(visit(store, START + 25 * HOUR).names.get(hex(2))).toBeUndefined();
    const third = visit(store, START + 25 * HOUR);
    await third.read();
    expect(third.names.get(hex(2))?.displayName).toBe('Ann');
  });

  it('takes what was read before its code was there, and reads itself where that failed', async () => {
    const { store } = memoryStore();
    const get = vi.spyOn(store, 'get');
    const early = Promise.resolve(['record', 'names'] as const);
    expect(await startRestoreRead(store, early)).toEqual({ record: 'record', names: 'names' });
    expect(get).not.toHaveBeenCalled();
    await startRestoreRead(store, Promise.resolve(undefined));
    expect(get).toHaveBeenCalledTimes(2);
  });

  it('rejects when the storage cannot be read, without an unhandled rejection', async () => {
    const { store } = memoryStore();
    const refused = { ...store, get: () => Promise.reject(new Error('blocked')) };
    const reading = startRestoreRead(refused);
    await new Promise((done) => setTimeout(done));
    const { queryClient, names, registry, buster, now } = visit(refused);
    const logic = defineReadRecord({ reading, queryClient, names, registry, buster, now });
    const actor = createActor(logic);
    actor.subscribe({ error: () => {} });
    await expect(toPromise(actor.start())).rejects.toThrow('blocked');
  });

  it('restores nothing after the app has gone on without it', async () => {
    const { store } = await savedBy((saved) => saved);
    const { queryClient, names, registry, buster, now } = visit(store);
    const actor = createActor(
      defineReadRecord({ reading: startRestoreRead(store), queryClient, names, registry, buster, now }),
    ).start();
    actor.stop();
    await new Promise((done) => setTimeout(done, 5));
    expect(queryClient.getQueryData(feed)).toBeUndefined();
  });

  it('waits for an idle moment, unless it is urgent, and does not write what was called off', async () => {
    const { kept, store } = memoryStore();
    const { queryClient, names, buster, now } = visit(store);
    const idle = Promise.withResolvers<void>();
    const write = defineWriteRecord({ store, queryClient, names, buster, now, idle: () => idle.promise });
    const patient = createActor(write, { input: { urgent: false } }).start();
    await toPromise(createActor(write, { input: { urgent: true } }).start());
    expect(kept.has(KEY)).toBe(true);
    kept.clear();
    patient.stop();
    idle.resolve();
    await new Promise((done) => setTimeout(done));
    expect(kept.size).toBe(0);
  });

  it('writes the names only when they changed, and again when writing them failed', async () => {
    const { kept, store } = memoryStore();
    let full = false;
    const { names, write } = visit({
      ...store,
      set: (key, value) => (full && key === NAMES ? Promise.reject(new Error('full')) : store.set(key, value)),
    });
    await write();
    expect(kept.has(NAMES)).toBe(false);
    full = true;
    names.put(hex(2), metadata);
    await expect(write()).rejects.toThrow('full');
    full = false;
    await write();
    expect(kept.get(NAMES)).toHaveLength(1);
    kept.delete(NAMES);
    await write();
    expect(kept.has(NAMES)).toBe(false);
  });

  it('tells of changes that are saved and of no others', async () => {
    const { store } = memoryStore();
    const { queryClient, names } = visit(store);
    const told: string[] = [];
    let hide = () => {};
    const stopped = vi.fn();
    const logic = defineWatchChanges({
      queryClient,
      names,
      onHidden: (listener) => {
        hide = listener;
        return stopped;
      },
    });
    const parent = queryCacheMachine.provide({
      actors: {
        'watch changes': logic,
        'read record': fromPromise<RestoreOutcome>(() => Promise.resolve('nothing')),
        'write record': fromPromise(() => new Promise<void>(() => {})),
      },
    });
    const inspect = (event: InspectionEvent) => {
      if (event.type === '@xstate.event' && (event.actorRef as AnyActorRef).id === 'cache') told.push(event.event.type);
    };
    const actor = createActor(parent, { id: 'cache', inspect });
    actor.start();
    await new Promise((done) => setTimeout(done));
    told.length = 0;
    queryClient.setQueryData(followersKey(hex(1)), []);
    queryClient.getQueryCache().build(queryClient, { queryKey: metadataKey(hex(1)) });
    expect(told).toEqual([]);
    queryClient.setQueryData(metadataKey(hex(1)), metadata);
    names.put(hex(2), metadata);
    hide();
    expect(told).toEqual(['cache.changed', 'cache.changed', 'page.hidden']);
    actor.stop();
    names.put(hex(3), metadata);
    queryClient.setQueryData(metadataKey(hex(1)), metadata);
    expect(told).toHaveLength(3);
    expect(stopped).toHaveBeenCalledTimes(1);
  });
});

describe('query cache, whole', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const start = (store: KeyValueStore) => {
    const { queryClient, names, registry, buster, now } = visit(store);
    const hidden: (() => void)[] = [];
    const onHidden = (listener: () => void) => {
      hidden.push(listener);
      return () => {};
    };
    const machine = queryCacheMachine.provide({
      actors: {
        'read record': defineReadRecord({
          reading: startRestoreRead(store),
          queryClient,
          names,
          registry,
          buster,
          now,
        }),
        'write record': defineWriteRecord({ store, queryClient, names, buster, now, idle: idleOf({}) }),
        'remove record': defineRemoveRecord(store),
        'watch changes': defineWatchChanges({ queryClient, names, onHidden }),
      },
    });
    return { actor: createActor(machine).start(), queryClient, hide: () => hidden.forEach((listener) => listener()) };
  };

  it('[CACHE-15] a second visit shows what the first one saw', async () => {
    const { store } = memoryStore();
    const first = start(store);
    await vi.advanceTimersByTimeAsync(10);
    first.queryClient.setQueryData(feed, timeline);
    await vi.advanceTimersByTimeAsync(5_000);
    first.actor.stop();
    const second = start(store);
    await vi.advanceTimersByTimeAsync(10);
    expect(second.queryClient.getQueryData(feed)).toEqual(timeline);
    expect(second.actor.getSnapshot().value).toEqual({ record: { ready: 'clean' }, storage: 'working' });
  });

  it('saves what is new when the page goes out of sight', async () => {
    const { kept, store } = memoryStore();
    const { queryClient, hide } = start(store);
    await vi.advanceTimersByTimeAsync(10);
    queryClient.setQueryData(feed, timeline);
    hide();
    await vi.advanceTimersByTimeAsync(0);
    expect(kept.get(KEY)).toMatchObject({ clientState: { queries: [{ queryKey: feed }] } });
  });

  it('[CACHE-13] a record that breaks the restore is removed, and the app works on', async () => {
    const circular: unknown[] = ['metadata'];
    circular.push(circular);
    const query = { queryKey: circular, state: { data: metadata, dataUpdatedAt: START } };
    const { kept, store } = await savedBy((saved) => ({ ...saved, clientState: { queries: [query], mutations: [] } }));
    const { actor } = start(store);
    const notices: string[] = [];
    actor.on('notice', ({ problem }) => notices.push(problem.code));
    await vi.advanceTimersByTimeAsync(10);
    expect(kept.has(KEY)).toBe(false);
    expect(notices).toHaveLength(1);
    expect(actor.getSnapshot().matches({ record: 'ready' })).toBe(true);
  });

  it('hears the page go out of sight or be closed', () => {
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    const window = new EventTarget();
    const listener = vi.fn();
    const stop = onPageHidden({ window, document: page as never }, listener);
    page.dispatchEvent(new Event('visibilitychange'));
    expect(listener).not.toHaveBeenCalled();
    page.visibilityState = 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('pagehide'));
    expect(listener).toHaveBeenCalledTimes(2);
    stop();
    window.dispatchEvent(new Event('pagehide'));
    page.dispatchEvent(new Event('visibilitychange'));
    expect(listener).toHaveBeenCalledTimes(2);
  });
});
