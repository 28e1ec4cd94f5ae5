import { PERSIST_RESTORE_LIMIT_MS } from '#domain/cache/cache-limits.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { CacheGroup } from '#domain/cache/cache-groups.ts';
import { queryCacheMachine, type QueryCacheEvent, type RestoreOutcome } from '#machines/cache/query-cache.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const full = Object.assign(new Error('no room'), { name: 'QuotaExceededError' });
const broken = new Error('broken');

const events = [
  { type: 'cache.changed' },
  { type: 'page.hidden' },
  { type: 'cache.clear', groups: ['contacts'] },
  { type: 'storage.retry' },
  { type: 'xstate.done.actor.read record', output: 'restored' },
  { type: 'xstate.done.actor.read record', output: 'worthless' },
  { type: 'xstate.error.actor.read record', error: broken },
  { type: 'xstate.error.actor.watch changes', error: broken },
  { type: 'xstate.after.restoreLimit.query-cache.record.restoring' },
  { type: 'xstate.after.restoreLimit.query-cache.record.discarding' },
  { type: 'xstate.after.restoreLimit.query-cache.record.repairing' },
  { type: 'xstate.after.saveDelay.query-cache.record.ready.dirty' },
  { type: 'xstate.after.retryDelay.query-cache.record.ready.waiting' },
  ...['discard', 'repair', 'save', 'flush', 'clear'].flatMap((id) => [
    { type: `xstate.done.actor.${id}`, output: undefined },
    { type: `xstate.error.actor.${id}`, error: broken },
    { type: `xstate.error.actor.${id}`, error: full },
  ]),
];

type Slots = {
  read?: () => Promise<RestoreOutcome>;
  write?: (urgent: boolean) => Promise<void>;
  remove?: () => Promise<void>;
  clear?: (groups: readonly CacheGroup[]) => Promise<void>;
};

const start = ({ read, write, remove, clear }: Slots = {}) => {
  const cleared: unknown[] = [];
  const writes: boolean[] = [];
  const notices: string[] = [];
  let send: (event: QueryCacheEvent) => void = () => {};
  const machine = queryCacheMachine.provide({
    actors: {
      'read record': fromPromise<RestoreOutcome>(read ?? (() => Promise.resolve('restored'))),
      'write record': fromPromise<void, { urgent: boolean }>(({ input }) => {
        writes.push(input.urgent);
        return write?.(input.urgent) ?? Promise.resolve();
      }),
      'remove record': fromPromise<void>(remove ?? (() => Promise.resolve())),
      'clear groups': fromPromise<void, { groups: readonly CacheGroup[] }>(
        ({ input }) => clear?.(input.groups) ?? Promise.resolve(),
      ),
      'watch changes': fromCallback(({ sendBack }) => void (send = sendBack)),
    },
  });
  const actor = createActor(machine);
  actor.on('notice', ({ problem }) => notices.push(problem.code));
  actor.on('cleared', ({ error }) => cleared.push(error));
  actor.start();
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return { actor, writes, notices, cleared, settle, tell: (event: QueryCacheEvent) => send(event) };
};

const never = () => new Promise<never>(() => {});

describe('query cache machine', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('reaches every state and transition', () => {
    expectFullCoverage(queryCacheMachine, {
      events,
      identity: ({ changed }) => changed,
      check: (snapshot) => {
        const restoring = ['restoring', 'discarding', 'repairing'].some((record) => snapshot.matches({ record }));
        expect(snapshot.hasTag('restoring')).toBe(restoring);
        expect(snapshot.hasTag('clearing')).toBe(snapshot.matches({ record: 'clearing' }));
        expect(snapshot.hasTag('storage full')).toBe(snapshot.matches({ storage: 'full' }));
      },
    });
  });

  it('needs every slot', async () => {
    const actor = createActor(queryCacheMachine).start();
    await vi.advanceTimersByTimeAsync(0);
    // reading and removing were refused, and so was watching
    expect(actor.getSnapshot().value).toEqual({ record: 'unwatched', storage: 'unavailable' });

    const { actor: second } = start();
    second.stop();
    const writing = createActor(
      queryCacheMachine.provide({
        actors: {
          'read record': fromPromise<RestoreOutcome>(() => Promise.resolve('nothing')),
          'watch changes': fromCallback(({ sendBack }) => sendBack({ type: 'cache.changed' })),
        },
      }),
    ).start();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(writing.getSnapshot().value).toEqual({ record: { ready: 'waiting' }, storage: 'unavailable' });
  });

  it('[CACHE-14] holds queries back until what was saved is there', async () => {
    const read = Promise.withResolvers<RestoreOutcome>();
    const { actor, settle } = start({ read: () => read.promise });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(actor.getSnapshot().hasTag('restoring')).toBe(true);
    read.resolve('restored');
    await settle();
    expect(actor.getSnapshot().hasTag('restoring')).toBe(false);
  });

  it('goes on without what was saved when storage does not answer', async () => {
    const { actor, notices } = start({ read: never });
    await vi.advanceTimersByTimeAsync(PERSIST_RESTORE_LIMIT_MS);
    expect(actor.getSnapshot().hasTag('restoring')).toBe(false);
    expect(notices).toEqual([]);
  });

  it('[CACHE-09] [CACHE-10] [CACHE-11] removes a record that is too old, has no timestamp or another buster', async () => {
    const remove = vi.fn(() => Promise.resolve());
    const { actor, settle, notices } = start({ read: () => Promise.resolve('worthless'), remove });
    await settle();
    expect(remove).toHaveBeenCalledTimes(1);
    expect(actor.getSnapshot().value).toEqual({ record: { ready: 'clean' }, storage: 'working' });
    expect(notices).toEqual([]);
  });

  it('[CACHE-13] removes the record after a restore error and reports it', async () => {
    const remove = vi.fn(() => Promise.resolve());
    const { actor, settle, notices } = start({ read: () => Promise.reject(broken), remove });
    await settle();
    expect(remove).toHaveBeenCalledTimes(1);
    expect(notices).toEqual(['saved-notes-unreadable']);
    expect(actor.getSnapshot().matches({ record: 'ready' })).toBe(true);
  });

  it('[CACHE-13] reports a restore error also where the record cannot be removed in time', async () => {
    const { actor, notices } = start({ read: () => Promise.reject(broken), remove: never });
    await vi.advanceTimersByTimeAsync(PERSIST_RESTORE_LIMIT_MS);
    expect(notices).toEqual(['saved-notes-unreadable']);
    expect(actor.getSnapshot().hasTag('restoring')).toBe(false);
  });

  it('[CACHE-16] works on where the browser keeps nothing, and says so once', async () => {
    const refuse = () => Promise.reject(new Error('blocked'));
    const { actor, settle, tell, notices, writes } = start({ read: refuse, remove: refuse, write: refuse });
    await settle();
    for (const _ of [1, 2, 3]) {
      tell({ type: 'cache.changed' });
      await vi.advanceTimersByTimeAsync(62_000);
    }
    expect(writes.length).toBeGreaterThan(2);
    expect(notices).toEqual(['storage-missing']);
    expect(actor.getSnapshot().status).toBe('active');
  });

  it('[CACHE-15] saves changes after the restore, at most every 2 s', async () => {
    const { settle, tell, writes } = start();
    await settle();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(writes).toEqual([]);
    tell({ type: 'cache.changed' });
    await vi.advanceTimersByTimeAsync(1_999);
    expect(writes).toEqual([]);
    for (let passed = 0; passed < 10_000; passed += 100) {
      tell({ type: 'cache.changed' });
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(writes).toEqual([false, false, false, false, false]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(writes).toHaveLength(6);
  });

  it('saves once more what changed during a save', async () => {
    const { settle, tell, writes } = start({ write: () => new Promise((done) => setTimeout(done, 500)) });
    await settle();
    tell({ type: 'cache.changed' });
    await vi.advanceTimersByTimeAsync(2_100);
    tell({ type: 'cache.changed' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(writes).toHaveLength(2);
  });

  it('saves at once when the page goes out of sight, also when a save waits for an idle moment', async () => {
    const { settle, tell, writes } = start({ write: (urgent) => (urgent ? Promise.resolve() : never()) });
    await settle();
    tell({ type: 'page.hidden' });
    expect(writes).toEqual([]);
    tell({ type: 'cache.changed' });
    tell({ type: 'page.hidden' });
    await settle();
    expect(writes).toEqual([true]);
    tell({ type: 'cache.changed' });
    await vi.advanceTimersByTimeAsync(2_000);
    tell({ type: 'page.hidden' });
    expect(writes).toEqual([true, false, true]);
  });

  it('[CACHE-16] tells once that storage is full, tries again after a minute, and recovers', async () => {
    let room = false;
    const { actor, settle, tell, writes, notices } = start({
      write: () => (room ? Promise.resolve() : Promise.reject(full)),
    });
    await settle();
    tell({ type: 'cache.changed' });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(actor.getSnapshot().hasTag('storage full')).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([writes.length, notices]).toEqual([2, ['storage-full']]);
    room = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(actor.getSnapshot().value).toEqual({ record: { ready: 'clean' }, storage: 'working' });
  });

  it('[CACHE-17] clears groups when told to, also once changes can no longer be seen, and says how it ended', async () => {
    const clear = vi.fn((_: readonly CacheGroup[]) => Promise.resolve());
    const { actor, settle, cleared, writes } = start({ clear });
    await settle();
    actor.send({ type: 'cache.clear', groups: ['thread'] });
    expect(actor.getSnapshot().hasTag('clearing')).toBe(true);
    await settle();
    expect(clear.mock.calls).toEqual([[['thread']]]);
    expect(cleared).toEqual([undefined]);
    expect(actor.getSnapshot().matches({ record: 'ready' })).toBe(true);
    clear.mockRejectedValueOnce(broken);
    actor.send({ type: 'cache.clear', groups: ['feed', 'other'] });
    await settle();
    expect(cleared).toEqual([undefined, broken]);
    // what stayed is saved anew
    expect(writes).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(writes).toEqual([false]);
    expect(actor.getSnapshot().matches({ record: 'ready' })).toBe(true);
  });

  it('tries at once to save when there may be room again', async () => {
    let room = false;
    const { actor, settle, tell, notices, writes } = start({
      write: () => (room ? Promise.resolve() : Promise.reject(full)),
    });
    await settle();
    tell({ type: 'cache.changed' });
    await vi.advanceTimersByTimeAsync(2_000);
    room = true;
    actor.send({ type: 'storage.retry' });
    await settle();
    expect([writes.length, notices]).toEqual([2, ['storage-full']]);
    expect(actor.getSnapshot().value).toEqual({ record: { ready: 'clean' }, storage: 'working' });
  });
});
