import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { defineLoadThread } from '#actors/thread/load-thread.ts';
import { defineWatchThread } from '#actors/thread/watch-thread.ts';
import type { NostrEvent } from '#domain/event.ts';
import { THREAD_MAX_NOTES } from '#domain/limits.ts';
import { threadKey, type ThreadData } from '#domain/query-keys.ts';
import { threadMachine } from '#machines/thread/thread.machine.ts';
import { hex } from '#tests/domain/fake-events.ts';
import type { FakeRelay } from '#tests/support/fake-relays.ts';
import { noteAgo, setUpFeed, START, steps } from '#tests/support/timelines.ts';

const ONE = 'wss://one.example';
const TWO = 'wss://two.example';

const ROOT = noteAgo(100);
const answer = (ago: number, parent: NostrEvent, root: NostrEvent = ROOT) =>
  noteAgo(ago, {
    tags: [['e', root.id, '', 'root'], ...(parent === root ? [] : [['e', parent.id, '', 'reply']])],
  });
const REPLY = answer(90, ROOT);
const FOCUS = answer(80, REPLY);
const BELOW = answer(70, FOCUS);
const ALL = [ROOT, REPLY, FOCUS, BELOW];

const setUp = (relays: FakeRelay[]) => {
  const { requests, registry, queryClient, publish, watching, asked } = setUpFeed(relays);
  const deps = { requests, registry, queryClient, now: () => Date.now() };
  const actor = createActor(
    threadMachine.provide({
      actors: {
        'load thread': defineLoadThread(deps),
        'watch thread': defineWatchThread(deps),
        'watch relays': fromCallback(() => {}),
      },
    }),
  ).start();
  const data = (id = FOCUS.id) => queryClient.getQueryData<ThreadData | null>(threadKey(id));
  const open = async (id = FOCUS.id, hints: string[] = []) => {
    actor.send({ type: 'thread.open', id, relays: hints });
    await vi.advanceTimersByTimeAsync(20_000);
  };
  const ages = (id = FOCUS.id) =>
    data(id)
      ?.notes.map(({ content }) => Number(content))
      .sort((a, b) => b - a);
  return {
    actor,
    queryClient,
    registry,
    publish,
    watching,
    asked,
    data,
    open,
    ages,
    tags: () => [...actor.getSnapshot().tags].sort(),
  };
};

describe('threads', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }));
  afterEach(() => void vi.useRealTimers());

  it('[NOTE-05] loads a note with what it answers and its replies', async () => {
    const thread = setUp([{ url: ONE, events: [...ALL, noteAgo(60)] }]);
    await thread.open();
    expect([thread.tags(), thread.data()?.rootId, thread.ages()]).toEqual([['live'], ROOT.id, [100, 90, 80, 70]]);
    expect(thread.asked.map(({ filters }) => filters[0])).toContainEqual({
      kinds: [1],
      '#e': [ROOT.id, FOCUS.id],
      limit: 500,
    });
  });

  it('shows what is known at once', async () => {
    const thread = setUp([{ url: ONE, events: ALL, latencyMs: 1_000 }]);
    thread.registry.add(FOCUS);
    thread.actor.send({ type: 'thread.open', id: FOCUS.id, relays: [] });
    await vi.advanceTimersByTimeAsync(1_016);
    expect(thread.ages()).toEqual([80]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(thread.ages()).toEqual([100, 90, 80, 70]);
  });

  it('leaves out notes that only mention or quote the thread', async () => {
    const strangers = [
      noteAgo(1, { tags: [['e', FOCUS.id, '', 'mention']] }),
      noteAgo(2, {
        tags: [
          ['q', FOCUS.id],
          ['e', hex(5), '', 'root'],
          ['e', FOCUS.id, '', 'mention'],
        ],
      }),
      noteAgo(3, { kind: 7, tags: [['e', FOCUS.id]] }),
    ];
    const thread = setUp([{ url: ONE, events: [...ALL, ...strangers] }]);
    await thread.open();
    expect(thread.ages()).toEqual([100, 90, 80, 70]);
  });

  it('climbs to the root through notes that name only their parent', async () => {
    const link = (ago: number, parent: NostrEvent) => noteAgo(ago, { tags: [['e', parent.id, '', 'reply']] });
    const chain = [noteAgo(9)];
    for (const ago of steps(5, 4).toReversed()) chain.push(link(ago, chain.at(-1)!));
    const focus = chain.at(-1)!;
    const thread = setUp([{ url: ONE, events: chain }]);
    await thread.open(focus.id);
    expect(thread.ages(focus.id)).toEqual([9, 8, 7, 6, 5, 4]);
  });

  it('asks the relays that the link names', async () => {
    const thread = setUp([
      { url: ONE, events: [ROOT, REPLY, FOCUS] },
      { url: TWO, events: [BELOW], isStranger: true },
    ]);
    await thread.open(FOCUS.id, [TWO]);
    expect(thread.ages()).toEqual([100, 90, 80, 70]);
  });

  it('is partial when something above the note cannot be had', async () => {
    const thread = setUp([{ url: ONE, events: [ROOT, FOCUS, BELOW] }]);
    await thread.open();
    expect([thread.tags(), thread.ages()]).toEqual([
      ['live', 'partial'],
      [100, 80, 70],
    ]);
  });

  it('says that no relay has the note', async () => {
    const thread = setUp([{ url: ONE, events: [] }]);
    await thread.open();
    expect([thread.tags(), thread.data()]).toEqual([['failed', 'not found'], null]);
  });

  it('keeps what was saved when no relay answers', async () => {
    const one: FakeRelay = { url: ONE, events: ALL };
    const thread = setUp([one]);
    await thread.open();
    one.fault = 'closed';
    thread.actor.send({ type: 'thread.refresh' });
    await vi.advanceTimersByTimeAsync(20_000);
    expect([thread.tags(), thread.ages()]).toEqual([
      ['live', 'partial'],
      [100, 90, 80, 70],
    ]);
  });

  it('adds new replies while it is open', async () => {
    const thread = setUp([{ url: ONE, events: [...ALL] }]);
    await thread.open();
    thread.publish(ONE, answer(-20_001, FOCUS));
    thread.publish(ONE, noteAgo(-20_002));
    expect(thread.ages()).toHaveLength(4);
    await vi.advanceTimersByTimeAsync(16);
    expect(thread.ages()).toEqual([100, 90, 80, 70, -20_001]);
    thread.actor.send({ type: 'thread.close' });
    expect(thread.watching()).toBe(0);
  });

  it('keeps a bounded number of notes', async () => {
    const flood = steps(THREAD_MAX_NOTES + 50, -30_000).map((ago) => answer(ago, FOCUS));
    const thread = setUp([{ url: ONE, events: [...ALL] }]);
    await thread.open();
    for (const event of flood) thread.publish(ONE, event);
    await vi.advanceTimersByTimeAsync(16);
    expect(thread.ages()).toHaveLength(THREAD_MAX_NOTES);
    expect(thread.ages()?.slice(0, 4)).toEqual([100, 90, 80, 70]);
  });
});
