import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, type AnyEventObject } from 'xstate';
import type { FeedFilter } from '#domain/cache/query-keys.ts';
import { feedMachine, type FeedEvent } from '#machines/feed/feed.machine.ts';
import type { PageReport } from '#machines/feed/page-report.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const ALL: FeedFilter = { hashtags: [] };
const NEWS: FeedFilter = { ...ALL, hashtags: ['news'] };
const page = (report: Partial<PageReport> = {}): PageReport => ({
  outcome: 'loaded',
  shown: 10,
  hasMore: true,
  waiting: 0,
  ...report,
});
const REPORTS = [
  page(),
  page({ hasMore: false, waiting: 2 }),
  page({ shown: 0 }),
  page({ outcome: 'unreachable' }),
  page({ outcome: 'unreachable', shown: 0 }),
  page({ outcome: 'no relays', shown: 0 }),
];
const done = (id: string, output?: unknown) => ({ type: `xstate.done.actor.${id}`, output });
const failed = (id: string) => ({ type: `xstate.error.actor.${id}`, error: new Error('no') });

const settled = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));

type Call = { slot: string; filter: FeedFilter; end: (report: PageReport) => void; fail: () => void };

/** A feed whose loads the test ends by hand. */
const setUp = () => {
  const calls: Call[] = [];
  const tell: Record<string, (event: AnyEventObject) => void> = {};
  const watched: string[] = [];
  const again = { times: 0 };
  const reach: (string | undefined)[] = [];
  const load = (slot: string) =>
    fromPromise<PageReport, { filter: FeedFilter }>(({ input: { filter } }) => {
      const { promise, resolve, reject } = Promise.withResolvers<PageReport>();
      calls.push({ slot, filter, end: resolve, fail: () => reject(new Error('no')) });
      return promise;
    });
  const actor = createActor(
    feedMachine.provide({
      actions: { 'ask failed anew': () => void (again.times += 1) },
      actors: {
        'await restore': fromPromise(() => Promise.resolve()),
        'load newest': load('load newest'),
        'load page': load('load page'),
        'show new': load('show new'),
        'watch new': fromCallback<AnyEventObject, { filter: FeedFilter }>(({ sendBack, input: { filter } }) => {
          tell['new'] = sendBack;
          const name = filter.hashtags.join() || 'all';
          watched.push(`+${name}`);
          return () => watched.push(`-${name}`);
        }),
        'watch relays': fromCallback<AnyEventObject, { relay?: string | undefined }>(
          ({ sendBack, input: { relay } }) => {
            tell['relays'] = sendBack;
            reach.push(relay);
          },
        ),
      },
    }),
  ).start();
  const send = async (event: FeedEvent) => {
    actor.send(event);
    await settled();
  };
  const end = async (report: Partial<PageReport> = {}) => {
    calls.at(-1)?.end(page(report));
    await settled();
  };
  const fail = async () => {
    calls.at(-1)?.fail();
    await settled();
  };
  const tags = () => [...actor.getSnapshot().tags].sort();
  return { actor, again, calls, tell, watched, reach, send, end, fail, tags };
};

const started = async (report: Partial<PageReport> = {}) => {
  const feed = setUp();
  await feed.send({ type: 'feed.start', filter: ALL });
  await feed.end(report);
  return feed;
};

describe('feed machine', () => {
  it('asks only for the reach of the relay that is read alone', async () => {
    const { send, reach, calls } = await started();
    const one = { ...ALL, relay: 'wss://one.example' };
    await send({ type: 'feed.start', filter: one });
    await send({ type: 'feed.start', filter: ALL });
    expect(reach).toEqual([undefined, 'wss://one.example', undefined]);
    expect(calls.map(({ filter }) => filter)).toEqual([ALL, one, ALL]);
  });

  it('reaches every state and transition', () => {
    expectFullCoverage(feedMachine.provide({ actions: { 'ask failed anew': () => {} } }), {
      events: [
        { type: 'feed.start', filter: ALL },
        { type: 'feed.start', filter: NEWS },
        { type: 'feed.filter', filter: ALL },
        { type: 'feed.filter', filter: NEWS },
        { type: 'feed.more' },
        { type: 'feed.showNew' },
        { type: 'feed.refresh' },
        { type: 'relays.reachable' },
        { type: 'relays.unreachable' },
        { type: 'notes.late' },
        failed('watch late'),
        { type: 'notes.waiting', count: 2 },
        { type: 'notes.waiting', count: 0 },
        { type: 'list.changed', hasMore: true },
        { type: 'list.changed', hasMore: false },
        done('await restore'),
        failed('await restore'),
        ...REPORTS.flatMap((report) => [done('load newest', report), done('load page', report)]),
        done('show new', page()),
        done('show new', page({ hasMore: false })),
        failed('load newest'),
        failed('load page'),
        failed('show new'),
        failed('watch new'),
        failed('watch relays'),
      ],
      identity: ({ filter, newCount }) => [filter.hashtags.length, newCount],
      check: (snapshot) => {
        if (!snapshot.matches('open')) return;
        const shows = ['loading', 'live', 'failed', 'offline', 'no relays'].filter((tag) => snapshot.hasTag(tag));
        expect(shows).toHaveLength(1);
        expect(snapshot.hasTag('new notes')).toBe(snapshot.matches({ open: { news: 'waiting' } }));
      },
    });
  });

  it('needs every slot', async () => {
    const actor = createActor(feedMachine).start();
    actor.send({ type: 'feed.start', filter: ALL });
    await settled();
    await settled();
    expect(actor.getSnapshot().value).toEqual({ open: { notes: 'failed', news: 'none', reach: 'unwatched' } });

    const noPages = createActor(
      feedMachine.provide({ actors: { 'load newest': fromPromise(() => Promise.resolve(page({ waiting: 1 }))) } }),
    ).start();
    noPages.send({ type: 'feed.start', filter: ALL });
    await settled();
    await settled();
    noPages.send({ type: 'feed.more' });
    noPages.send({ type: 'feed.showNew' });
    await settled();
    expect(noPages.getSnapshot().value).toEqual({
      open: { notes: { live: { pages: 'stuck', watch: 'unwatched' } }, news: 'waiting', reach: 'unwatched' },
    });
  });

  it('waits for what was saved before it asks relays', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const asked: FeedFilter[] = [];
    const actor = createActor(
      feedMachine.provide({
        actors: {
          'await restore': fromPromise(() => promise),
          'load newest': fromPromise<PageReport, { filter: FeedFilter }>(({ input }) => {
            asked.push(input.filter);
            return Promise.resolve(page());
          }),
        },
      }),
    ).start();
    actor.send({ type: 'feed.start', filter: ALL });
    actor.send({ type: 'feed.filter', filter: NEWS });
    await settled();
    expect([asked.length, actor.getSnapshot().hasTag('loading')]).toEqual([0, true]);
    resolve();
    await settled();
    expect(asked).toEqual([NEWS]);
  });

  it('loads one page at a time', async () => {
    const { calls, send, end, tags } = await started();
    expect(tags()).toEqual(['live']);
    await send({ type: 'feed.more' });
    await send({ type: 'feed.more' });
    expect(calls.map(({ slot }) => slot)).toEqual(['load newest', 'load page']);
    expect(tags()).toEqual(['live', 'paging']);
    await end({ hasMore: false });
    expect(tags()).toEqual(['end', 'live']);
  });

  it('[FEED-15] says that loading failed, and tries again when relays can be reached', async () => {
    const { tell, calls, tags, end } = await started({ outcome: 'unreachable', shown: 0 });
    expect(tags()).toEqual(['failed']);
    tell['relays']!({ type: 'relays.reachable' });
    expect(tags()).toEqual(['loading']);
    expect(calls).toHaveLength(2);
    await end();
    expect(tags()).toEqual(['live']);
  });

  it('looks again, once, when relays came back while it was asking in vain', async () => {
    const { send, tell, calls, tags, end } = setUp();
    await send({ type: 'feed.start', filter: ALL });
    tell['relays']!({ type: 'relays.unreachable' });
    tell['relays']!({ type: 'relays.reachable' });
    await end({ outcome: 'unreachable', shown: 0 });
    expect([calls.length, tags()]).toEqual([2, ['loading']]);
    await end({ outcome: 'unreachable', shown: 0 });
    expect([calls.length, tags()]).toEqual([2, ['failed']]);
  });

  it('[FEED-14] says that no relay is configured', async () => {
    const { tags } = await started({ outcome: 'no relays', shown: 0 });
    expect(tags()).toEqual(['no relays']);
  });

  it('keeps showing what it has when no relay can be reached, and asks again for what failed when one can', async () => {
    const { again, tags, tell, calls } = await started({ outcome: 'unreachable', shown: 10 });
    expect([tags(), again.times]).toEqual([['offline'], 0]);
    tell['relays']!({ type: 'relays.reachable' });
    expect(again.times).toBe(1);
    expect(calls.at(-1)).toMatchObject({ slot: 'load newest', filter: ALL });
  });

  it('offers a failed page again, and one that no relay answered', async () => {
    const { send, fail, end, tags, calls } = await started();
    await send({ type: 'feed.more' });
    await fail();
    expect(tags()).toEqual(['live', 'more failed']);
    await send({ type: 'feed.more' });
    expect(calls).toHaveLength(3);
    await end({ outcome: 'unreachable', shown: 10 });
    expect(tags()).toEqual(['live', 'more failed']);
  });

  it('counts the notes that wait and shows them when somebody wants to', async () => {
    const { actor, tell, send, end, tags, calls } = await started({ hasMore: false });
    tell['new']!({ type: 'notes.waiting', count: 3 });
    expect([tags(), actor.getSnapshot().context.newCount]).toEqual([['end', 'live', 'new notes'], 3]);
    await send({ type: 'feed.showNew' });
    expect(calls.at(-1)?.slot).toBe('show new');
    expect(tags()).toEqual(['end', 'live']);
    await end({ hasMore: true });
    expect([tags(), actor.getSnapshot().context.newCount]).toEqual([['live'], 0]);
  });

  it('keeps the notes that came while the others were being shown', async () => {
    const { actor, tell, send, end, tags } = await started();
    tell['new']!({ type: 'notes.waiting', count: 3 });
    await send({ type: 'feed.showNew' });
    tell['new']!({ type: 'notes.waiting', count: 1 });
    await end({ waiting: 1 });
    expect([tags(), actor.getSnapshot().context.newCount]).toEqual([['live', 'new notes'], 1]);
  });

  it('starts anew with another filter, and not with the same', async () => {
    const { send, calls, watched, end } = await started({ waiting: 4 });
    await send({ type: 'feed.start', filter: { ...ALL } });
    expect(calls).toHaveLength(1);
    await send({ type: 'feed.filter', filter: NEWS });
    expect(calls.at(-1)?.filter).toEqual(NEWS);
    await end();
    expect(watched).toEqual(['+all', '-all', '+news']);
  });

  it('drops the count of the former filter', async () => {
    const { send, actor, tags } = await started({ waiting: 4 });
    expect(tags()).toEqual(['live', 'new notes']);
    await send({ type: 'feed.filter', filter: NEWS });
    expect([tags(), actor.getSnapshot().context.newCount]).toEqual([['loading'], 0]);
  });

  it('goes on after a failed page once its notes come late, or relays can be reached, and is at its end if that is all', async () => {
    const { send, fail, tell, tags, calls } = await started();
    const afterFailure = async (fact: AnyEventObject) => {
      await send({ type: 'feed.more' });
      await fail();
      expect(tags()).toEqual(['live', 'more failed']);
      tell[fact.type === 'list.changed' ? 'new' : 'relays']!(fact);
      return tags();
    };
    expect(await afterFailure({ type: 'list.changed', hasMore: true })).toEqual(['live']);
    expect(await afterFailure({ type: 'relays.reachable' })).toEqual(['live']);
    expect(calls).toHaveLength(3);
    expect(await afterFailure({ type: 'list.changed', hasMore: false })).toEqual(['end', 'live']);
  });
});
