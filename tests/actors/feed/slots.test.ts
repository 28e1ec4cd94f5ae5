import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise, setup, type AnyEventObject } from 'xstate';
import { defineAwaitRestore } from '#actors/feed/await-restore.ts';
import { defineLoadNewest, defineLoadPage, defineShowNew } from '#actors/feed/load-page.ts';
import { createPrefetch } from '#actors/feed/prefetch.ts';
import { registerTimelineQueries } from '#actors/feed/timeline.ts';
import { defineWatchNew } from '#actors/feed/watch-new.ts';
import { defineWatchReadRelays, defineWatchThreadRelays } from '#actors/feed/watch-read-relays.ts';
import { defineWatchFeedRelays } from '#actors/feed/watch-relays.ts';
import { FEED_GC_MS } from '#domain/cache/cache-limits.ts';
import { feedKey, type Timeline } from '#domain/cache/query-keys.ts';
import type { RelayPermission } from '#domain/relays/relay-permission.ts';
import { queryCacheMachine, type RestoreOutcome } from '#machines/cache/query-cache.machine.ts';
import { feedMachine } from '#machines/feed/feed.machine.ts';
import type { ConnectionState } from '#machines/relays/connection-lights.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { hex } from '#tests/support/fake-events.ts';
import { areasOf } from '#tests/support/areas.ts';
import { createFakeRelays, type FakeRelay } from '#tests/support/fake-relays.ts';
import { ALL, noteAgo, notesAgo, setUpFeed, START, START_S, steps } from '#tests/support/timelines.ts';

const ONE = 'wss://one.example';
const TWO = 'wss://two.example';

/** What a callback slot tells its machine. */
const hear = (logic: unknown, input?: unknown) => {
  const heard: AnyEventObject[] = [];
  const listener = setup({ actors: { slot: logic as ReturnType<typeof fromCallback> } }).createMachine({
    invoke: { src: 'slot', input: input as never },
    on: { '*': { actions: ({ event }) => void heard.push(event) } },
  });
  const actor = createActor(listener).start();
  return { heard, stop: () => actor.stop() };
};

const feedView = { subscribe: () => () => {} };
const notFollowed = () => Promise.reject(new Error('Nobody is followed'));

const startFeed = (...relays: FakeRelay[]) => {
  const network = setUpFeed(relays);
  const { timelines, requests, wire } = network;
  const actor = createActor(
    feedMachine.provide({
      actions: { 'ask failed anew': () => {} },
      actors: {
        'await restore': fromPromise(() => Promise.resolve()),
        'load newest': defineLoadNewest(timelines, notFollowed),
        'load page': defineLoadPage(timelines),
        'show new': defineShowNew(timelines),
        'watch new': defineWatchNew({ timelines, requests, wire, feedView, now: () => Date.now() }),
        'watch relays': fromCallback(() => {}),
      },
    }),
  ).start();
  const wait = (ms = 100) => vi.advanceTimersByTimeAsync(ms);
  return { ...network, actor, wait, tags: () => [...actor.getSnapshot().tags].sort() };
};

describe('the feed with its slots', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }));
  afterEach(() => void vi.useRealTimers());

  it('[FEED-02] loads, pages and shows what is new', async () => {
    const feed = startFeed({ url: ONE, events: notesAgo(...steps(15)) });
    feed.actor.send({ type: 'feed.start', filter: ALL });
    await feed.wait();
    expect([feed.tags(), feed.ages()]).toEqual([['live'], steps(10)]);

    feed.actor.send({ type: 'feed.more' });
    await feed.wait();
    expect([feed.tags(), feed.ages()]).toEqual([['end', 'live'], steps(15)]);

    feed.publish(ONE, noteAgo(-1));
    feed.publish(ONE, noteAgo(-2));
    expect(feed.tags()).toEqual(['end', 'live']);
    await feed.wait(16);
    expect([feed.tags(), feed.actor.getSnapshot().context.newCount]).toEqual([['end', 'live', 'new notes'], 2]);
    expect(feed.ages()).toEqual(steps(15));

    feed.actor.send({ type: 'feed.showNew' });
    await feed.wait();
    expect([feed.tags(), feed.ages()]).toEqual([
      ['end', 'live'],
      [-2, -1, ...steps(15)],
    ]);
    feed.actor.stop();
    expect(feed.watching()).toBe(0);
  });

  it('asks a relay that was out of reach for the stretch that is shown, once it answers', async () => {
    const late: FakeRelay = { url: TWO, events: notesAgo(3, 5, 70), fault: 'offline' };
    const feed = startFeed({ url: ONE, events: notesAgo(2, 4, 60) }, late);
    feed.actor.send({ type: 'feed.start', filter: ALL });
    await feed.wait(10_000);
    feed.actor.send({ type: 'feed.more' });
    await feed.wait(10_000);
    expect([feed.tags(), feed.ages()]).toEqual([
      ['end', 'live'],
      [2, 4, 60],
    ]);

    delete late.fault;
    feed.answered(ONE);
    await feed.wait();
    expect(feed.ages()).toEqual([2, 4, 60]);
    feed.answered(TWO);
    feed.answered(TWO);
    await feed.wait();
    expect(feed.ages()).toEqual([2, 3, 4, 5, 60]);
    expect(feed.tags()).toEqual(['live']);
    const asked = feed.asked.filter(({ relay }) => relay === TWO).length;
    feed.answered(TWO);
    await feed.wait();
    expect(feed.asked.filter(({ relay }) => relay === TWO)).toHaveLength(asked);

    feed.actor.send({ type: 'feed.more' });
    await feed.wait(10_000);
    expect([feed.tags(), feed.ages()]).toEqual([
      ['end', 'live'],
      [2, 3, 4, 5, 60, 70],
    ]);
  });

  it('shows the notes of a relay that answers after nothing was found', async () => {
    const late: FakeRelay = { url: TWO, events: notesAgo(3), fault: 'offline' };
    const feed = startFeed({ url: ONE, events: [] }, late);
    feed.actor.send({ type: 'feed.start', filter: ALL });
    await feed.wait(10_000);
    expect(feed.tags()).toEqual(['empty', 'live']);
    delete late.fault;
    feed.answered(TWO);
    await feed.wait(10_000);
    expect([feed.tags(), feed.ages()]).toEqual([['live'], [3]]);
    feed.actor.send({ type: 'feed.more' });
    await feed.wait(10_000);
    expect(feed.tags()).toEqual(['end', 'live']);
  });

  it('goes on after the end when a relay was late with notes older than the last one', async () => {
    const late: FakeRelay = { url: TWO, events: notesAgo(15, 700), latencyMs: 6_000 };
    const feed = startFeed({ url: ONE, events: notesAgo(...steps(12, 10, 10)), cap: 3 }, late);
    feed.actor.send({ type: 'feed.start', filter: ALL });
    await feed.wait(2_000);
    feed.actor.send({ type: 'feed.more' });
    await feed.wait(2_000);
    expect([feed.tags(), feed.ages()]).toEqual([['end', 'live'], steps(12, 10, 10)]);
    await feed.wait(3_000);
    expect([feed.tags(), feed.ages()?.slice(0, 3)]).toEqual([['live'], [10, 15, 20]]);
    feed.actor.send({ type: 'feed.more' });
    await feed.wait(20_000);
    expect(feed.ages()).toEqual([10, 15, ...steps(11, 20, 10), 700]);
  });

  it('tells the number of new notes once per frame, and not of those that were dropped', async () => {
    const feed = setUpFeed([{ url: ONE, events: notesAgo(5) }]);
    await feed.loadNewest();
    const frames: (() => void)[] = [];
    const { timelines, requests, wire } = feed;
    const watch = defineWatchNew({
      timelines,
      requests,
      wire,
      feedView,
      now: () => Date.now(),
      requestFrame: (frame) => frames.push(frame),
    });
    const { heard, stop } = hear(watch, { filter: ALL });
    await vi.advanceTimersByTimeAsync(20);
    for (const ago of steps(50, -100)) feed.publish(ONE, noteAgo(ago));
    feed.publish(ONE, noteAgo(-200, { tags: [['t', 'nsfw']] }));
    expect(frames).toHaveLength(1);
    frames[0]?.();
    expect(heard).toEqual([{ type: 'notes.waiting', count: 50 }]);
    feed.publish(ONE, noteAgo(-300));
    stop();
    frames[1]?.();
    expect(heard).toHaveLength(1);
  });

  it('asks again for the last minute, since late notes exist', async () => {
    const feed = setUpFeed([{ url: ONE, events: notesAgo(100) }]);
    await feed.loadNewest();
    const { timelines, requests, wire } = feed;
    hear(defineWatchNew({ timelines, requests, wire, feedView, now: () => Date.now() }), { filter: ALL });
    expect(feed.asked.at(-1)?.filters).toEqual([{ kinds: [1, 6], since: START_S - 160, limit: 500 }]);
  });

  it('[FEED-09] asks for the hashtags in lower case', async () => {
    const feed = startFeed({ url: ONE, events: [] });
    feed.actor.send({ type: 'feed.start', filter: { ...ALL, hashtags: ['Bitcoin', '#News'] } });
    await feed.wait();
    expect(feed.asked[0]?.filters).toEqual([{ kinds: [1, 6], '#t': ['bitcoin', 'news'], limit: 20 }]);
    expect(feed.tags()).toEqual(['empty', 'live']);
  });

  it('goes on by itself after a page that nobody answered in time, when its notes come after all', async () => {
    const one: FakeRelay = { url: ONE, events: notesAgo(...steps(10)) };
    const feed = startFeed(one);
    feed.actor.send({ type: 'feed.start', filter: ALL });
    await feed.wait();
    one.fault = 'offline';
    feed.actor.send({ type: 'feed.more' });
    await feed.wait(20_000);
    expect(feed.tags()).toEqual(['live', 'more failed']);
    for (const late of notesAgo(20, 21)) feed.source.takeLive(late);
    await feed.wait(0);
    expect(feed.tags()).toEqual(['live']);
    feed.actor.send({ type: 'feed.more' });
    await feed.wait(20_000);
    expect([feed.tags(), feed.ages()]).toEqual([['live'], [...steps(10), 20, 21]]);
    feed.actor.send({ type: 'feed.more' });
    await feed.wait(20_000);
    expect(feed.tags()).toEqual(['live', 'more failed']);
    await feed.wait(60_000);
    expect(feed.tags()).toEqual(['live', 'more failed']);
  });
});

describe('await restore', () => {
  it('ends when the saved cache was read', async () => {
    const { promise, resolve } = Promise.withResolvers<RestoreOutcome>();
    const cache = createActor(
      queryCacheMachine.provide({ actors: { 'read record': fromPromise(() => promise) } }),
    ).start();
    const actor = createActor(defineAwaitRestore(() => cache, true)).start();
    expect(actor.getSnapshot().status).toBe('active');
    resolve('restored');
    await vi.waitFor(() => expect(actor.getSnapshot().status).toBe('done'));
  });
});

describe('await restore on a first visit', () => {
  it('does not wait for a saved cache that cannot be there', async () => {
    const cache = createActor(
      queryCacheMachine.provide({
        actors: { 'read record': fromPromise<RestoreOutcome>(() => new Promise(() => {})) },
      }),
    ).start();
    const actor = createActor(defineAwaitRestore(() => cache, false)).start();
    await vi.waitFor(() => expect(actor.getSnapshot().status).toBe('done'));
  });
});

describe('the feed of one relay', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }));
  afterEach(() => void vi.useRealTimers());

  it('is read from that relay alone, also one that is not of the set, and watched there', async () => {
    const lone: FakeRelay = { url: TWO, events: notesAgo(...steps(15, 100)), isStranger: true };
    const feed = startFeed({ url: ONE, events: notesAgo(...steps(15)) }, lone);
    const { actor, asked, queryClient } = feed;
    actor.send({ type: 'feed.start', filter: ALL });
    await feed.wait();
    asked.length = 0;
    const filter = { ...ALL, relay: TWO };
    actor.send({ type: 'feed.filter', filter });
    await feed.wait();
    const ages = (key: typeof ALL) =>
      queryClient.getQueryData<Timeline>(feedKey(key))?.items.map(({ at }) => START_S - at);
    expect(ages(filter)).toEqual(steps(10, 100));
    expect(ages(ALL)).toEqual(steps(10));
    expect(new Set(asked.map(({ relay }) => relay))).toEqual(new Set([TWO]));
    feed.publish(ONE, noteAgo(-4));
    feed.publish(TWO, noteAgo(-5));
    await feed.wait(16);
    expect(actor.getSnapshot().context.newCount).toBe(1);
    actor.send({ type: 'feed.showNew' });
    await feed.wait();
    expect(ages(filter)).toEqual([-5, ...steps(10, 100)]);
    actor.send({ type: 'feed.filter', filter: ALL });
    await feed.wait();
    actor.send({ type: 'feed.showNew' });
    await feed.wait();
    expect(ages(ALL)).toEqual([-4, ...steps(10)]);
  });
});

describe('watch relays', () => {
  const entry = (url: string, permission: RelayPermission = 'readwrite') => ({ url, permission });

  const setUp = (connections: Record<string, ConnectionState>, relay?: string) => {
    const entries = [entry('a'), entry('b', 'read'), entry('w', 'write')];
    let listener: (snapshot: unknown) => void = () => {};
    const stopped = vi.fn();
    let snapshot = { context: { entries, connections } };
    const directory = {
      getSnapshot: () => snapshot,
      subscribe: ({ next }: { next: typeof listener }) => {
        listener = next;
        return { unsubscribe: stopped };
      },
    };
    const change = (changed: Record<string, ConnectionState>) => {
      snapshot = { context: { entries, connections: { ...snapshot.context.connections, ...changed } } };
      listener(snapshot);
    };
    const { follow } = areasOf({ 'relay-directory': directory as never });
    const ofAll = defineWatchReadRelays(follow);
    const ofFeed = defineWatchFeedRelays(follow);
    return { ...(relay === undefined ? hear(ofAll) : hear(ofFeed, { relay })), change, stopped };
  };

  it('tells when the first read relay is connected and when the last is lost', () => {
    const { heard, change, stop, stopped } = setUp({ a: 'connecting', b: 'connecting', w: 'connected' });
    change({ a: 'connected' });
    change({ b: 'connected' });
    change({ a: 'waiting' });
    change({ b: 'recovering' });
    change({ b: 'given up' });
    change({ w: 'given up' });
    expect(heard).toEqual([{ type: 'relays.reachable' }, { type: 'relays.unreachable' }]);
    stop();
    expect(stopped).toHaveBeenCalledOnce();
  });

  it('tells of the one relay that the feed is read from, whatever becomes of the others', () => {
    const { heard, change } = setUp({ a: 'connected', x: 'connecting' }, 'x');
    change({ a: 'given up' });
    change({ x: 'connected' });
    change({ a: 'connected' });
    change({ x: 'given up' });
    expect(heard).toEqual([{ type: 'relays.reachable' }, { type: 'relays.unreachable' }]);
  });

  it('tells a thread of each read relay that opens anew', () => {
    const entries = [entry('a'), entry('w', 'write')];
    const directory = {
      getSnapshot: () => ({ context: { entries, connections: { a: 'connected' } } }),
      subscribe: () => ({ unsubscribe: () => {} }),
    };
    const { follow } = areasOf({ 'relay-directory': directory as never });
    const { wire, opened } = createFakeRelays([]);
    const { heard, stop } = hear(defineWatchThreadRelays({ directory: () => directory as never, follow }, wire));
    for (const relay of ['w', 'stranger', 'a']) opened(relay);
    expect(heard).toEqual([{ type: 'relays.reachable' }]);
    stop();
    opened('a');
    expect(heard).toHaveLength(1);
  });

  it('says nothing of what is so from the start', () => {
    expect(setUp({ a: 'connected' }).heard).toEqual([]);
  });
});

describe('prefetch', () => {
  it('[ROUTE-32] [ROUTE-33] [ROUTE-38] loads the feed, a note or a profile and ignores errors', async () => {
    const queryClient = createQueryClient();
    const loaded: unknown[] = [];
    for (const group of ['note', 'profile/metadata']) {
      queryClient.setQueryDefaults([group], {
        queryFn: ({ queryKey, meta }) => {
          loaded.push([...queryKey, ...(meta ? [meta] : [])]);
          return Promise.reject(new Error('no'));
        },
      });
    }
    const startFeed = vi.fn();
    const prefetch = createPrefetch({ queryClient, startFeed });
    await prefetch({ screen: 'note', id: hex(1), relays: ['wss://hint.example'] });
    await prefetch({ screen: 'profile', pubkey: hex(2), relays: [] });
    expect(startFeed).not.toHaveBeenCalled();
    await prefetch({ screen: 'feed' });
    expect(startFeed).toHaveBeenCalledOnce();
    await prefetch({ screen: 'create' });
    expect(startFeed).toHaveBeenCalledOnce();
    expect(loaded).toEqual([
      ['note', hex(1), { relays: ['wss://hint.example'] }],
      ['profile/metadata', hex(2)],
    ]);
  });
});

describe('queries that machines load', () => {
  it('are never loaded by a view, and keep their other defaults', () => {
    const queryClient = createQueryClient();
    registerTimelineQueries(queryClient);
    expect(queryClient.getQueryDefaults(feedKey(ALL))).toMatchObject({ enabled: false, gcTime: FEED_GC_MS });
    expect(queryClient.getQueryDefaults(['thread', hex(1)])).toMatchObject({ enabled: false });
  });
});
