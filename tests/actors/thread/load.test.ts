import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { createAuthorRelays } from '#actors/relays/author-relays.ts';
import { createReadingPlans } from '#actors/relays/reading-plans.ts';
import { defineLoadThread } from '#actors/thread/load-thread.ts';
import { defineWatchThread } from '#actors/thread/watch-thread.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { openConversation } from '#actors/thread/conversation.ts';
import { noteFromEvent } from '#domain/note/note.ts';
import type { RelayListEntry } from '#domain/profile/lists.ts';
import { noteKey, threadKey, whyRelayKey, type ThreadData } from '#domain/cache/query-keys.ts';
import { THREAD_MAX_NOTES } from '#domain/thread/thread-limits.ts';
import { threadMachine } from '#machines/thread/thread.machine.ts';
import { hex } from '#tests/support/fake-events.ts';
import type { FakeRelay } from '#tests/support/fake-relays.ts';
import { openReach } from '#tests/support/open-reach.ts';
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

/** Relay lists by public key. */
type Lists = Readonly<Record<string, readonly RelayListEntry[]>>;

const setUp = (relays: FakeRelay[], lists: Lists = {}) => {
  const { requests, registry, queryClient, publish, watching, asked, wire, opened } = setUpFeed(relays);
  const reach = openReach();
  const [authorRelays, plans] = [
    createAuthorRelays({ queryClient, reach }),
    createReadingPlans({ queryClient, reach }),
  ];
  queryClient.setQueryDefaults(['relay-list'], { queryFn: async ({ queryKey }) => lists[String(queryKey[1])] ?? [] });
  const deps = { requests, registry, queryClient, authorRelays, plans, wire, now: () => Date.now() };
  const actor = createActor(
    threadMachine.provide({
      actions: { 'ask failed anew': () => {} },
      actors: {
        'load thread': defineLoadThread(deps),
        'watch thread': defineWatchThread(deps),
        'watch relays': fromCallback(() => {}),
      },
    }),
  ).start();
  const data = (id = FOCUS.id) => queryClient.getQueryData<ThreadData | null>(threadKey(id));
  const open = async (id = FOCUS.id, hints: string[] = [], author?: string) => {
    actor.send({ type: 'thread.open', id, relays: hints, author });
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
    opened,
    data,
    open,
    ages,
    tags: () => [...actor.getSnapshot().tags].sort(),
  };
};

describe('threads', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }));
  afterEach(() => void vi.useRealTimers());

  it('[FEED-14] says when there is no relay to ask', async () => {
    const thread = setUp([]);
    await thread.open();
    expect(thread.tags()).toEqual(['failed', 'no relays']);
  });

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

  it('keeps a reply that came late for one who asked when another shows what came to it', async () => {
    const { queryClient, registry, data } = setUp([]);
    const deps = { queryClient, registry, now: () => Date.now() };
    const [asking, watching] = [1, 2].map(() => openConversation(deps, ROOT.id, ROOT.id));
    asking!.addReply(REPLY);
    watching!.addReply(answer(60, ROOT));
    await vi.advanceTimersByTimeAsync(100);
    expect(data(ROOT.id)?.notes.map(({ content }) => content)).toEqual(['60', '90']);
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

  it('[NOTE-05] climbs to the root through notes that name only their parent', async () => {
    const link = (ago: number, parent: NostrEvent) => noteAgo(ago, { tags: [['e', parent.id, '', 'reply']] });
    const chain = [noteAgo(9)];
    for (const ago of steps(5, 4).toReversed()) chain.push(link(ago, chain.at(-1)!));
    const focus = chain.at(-1)!;
    const thread = setUp([{ url: ONE, events: chain }]);
    await thread.open(focus.id);
    expect(thread.ages(focus.id)).toEqual([9, 8, 7, 6, 5, 4]);
  });

  it('asks where the authors write and where the beginner reads answers, and tells why', async () => {
    const [begun, said] = [hex(0xb), hex(0xc)];
    const root = { ...ROOT, pubkey: begun };
    const focus = { ...answer(80, root, root), pubkey: said };
    const below = answer(70, focus, root);
    const own = answer(60, focus, root);
    const relays: FakeRelay[] = [
      { url: ONE, events: [root, focus] },
      { url: 'wss://inbox.example', events: [below], isStranger: true },
      { url: 'wss://said.example', events: [own], isStranger: true },
    ];
    const thread = setUp(relays, {
      [begun]: [{ url: 'wss://inbox.example', read: true, write: false }],
      [said]: [{ url: 'wss://said.example', read: false, write: true }],
    });
    await thread.open(focus.id);
    expect(thread.ages(focus.id)).toEqual([100, 80, 70, 60]);
    expect(thread.queryClient.getQueryData(whyRelayKey(focus.id))).toEqual([
      { relay: ONE, why: 'own', authors: [] },
      { relay: 'wss://said.example', why: 'writes', authors: [said] },
      { relay: 'wss://inbox.example', why: 'reads', authors: [begun] },
    ]);
    thread.publish('wss://inbox.example', answer(-5, focus, root));
    await vi.advanceTimersByTimeAsync(100);
    expect(thread.ages(focus.id)).toEqual([100, 80, 70, 60, -5]);
  });

  it('looks for a note among the relays of its author when the others do not have it', async () => {
    const author = hex(0xd);
    const lone = noteAgo(30, { pubkey: author });
    const relays: FakeRelay[] = [
      { url: ONE, events: [] },
      { url: TWO, events: [lone], isStranger: true },
    ];
    const lists = { [author]: [{ url: TWO, read: false, write: true }] };
    const unknown = setUp(relays, lists);
    await unknown.open(lone.id);
    expect(unknown.tags()).toContain('not found');
    const thread = setUp(relays, lists);
    await thread.open(lone.id, [], author);
    expect([thread.tags(), thread.ages(lone.id)]).toEqual([['live'], [30]]);
  });

  it('is whole although a relay of an author never answers', async () => {
    const lists = { [ROOT.pubkey]: [{ url: TWO, read: true, write: true }] };
    const thread = setUp(
      [
        { url: ONE, events: ALL },
        { url: TWO, events: [], isStranger: true, fault: 'silent' },
      ],
      lists,
    );
    await thread.open();
    expect([thread.tags(), thread.ages()]).toEqual([['live'], [100, 90, 80, 70]]);
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

  it('asks for no note that its author deleted, and says that it is gone', async () => {
    const thread = setUp([{ url: ONE, events: [] }]);
    thread.registry.gone.add(FOCUS.id);
    await thread.open();
    expect([thread.tags(), thread.data()]).toEqual([['live'], null]);
    expect(thread.asked.filter(({ filters }) => filters[0]?.ids)).toEqual([]);
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

  it('asks a relay that was away for what it holds once it is there', async () => {
    const away: FakeRelay = { url: TWO, events: [BELOW], fault: 'offline' };
    const thread = setUp([{ url: ONE, events: [ROOT, REPLY, FOCUS] }, away]);
    await thread.open();
    expect(thread.ages()).toEqual([100, 90, 80]);
    delete away.fault;
    thread.opened('wss://stranger.example');
    thread.opened(TWO);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([thread.ages(), thread.asked.at(-1)?.relay]).toEqual([[100, 90, 80, 70], TWO]);
    thread.actor.send({ type: 'thread.close' });
    const { length } = thread.asked;
    thread.opened(TWO);
    expect(thread.asked).toHaveLength(length);
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

  describe('while replies are on their way', () => {
    const REPLIES = steps(100, 200).map((ago) => answer(ago, FOCUS));
    /** Opens it and gives how many replies stood there at each change, with its time (ms). */
    const openWatched = (relays: FakeRelay[]) => {
      const thread = setUp(relays);
      thread.queryClient.setQueryDefaults(noteKey(FOCUS.id), { queryFn: () => noteFromEvent(FOCUS, START) });
      const shown: { readonly at: number; readonly replies: number }[] = [];
      thread.queryClient.getQueryCache().subscribe(({ type, query }) => {
        if (type !== 'updated' || query.queryHash !== JSON.stringify(threadKey(FOCUS.id))) return;
        const replies = (thread.ages() ?? []).filter((ago) => ago >= 200).length;
        if (shown.at(-1)?.replies !== replies) shown.push({ at: Date.now() - START, replies });
      });
      thread.actor.send({ type: 'thread.open', id: FOCUS.id, relays: [] });
      return { ...thread, shown };
    };

    it.each([undefined, 'silent'] as const)(
      'shows those of a relay that drips a few times a second (%s)',
      async (fault) => {
        const { shown } = openWatched([
          { url: ONE, events: [ROOT, REPLY, FOCUS, ...REPLIES], dripMs: 30, ...(fault && { fault }) },
        ]);
        await vi.advanceTimersByTimeAsync(20_000);
        expect(shown[0]).toEqual({ at: expect.any(Number), replies: 0 });
        expect(shown[1]!.at).toBeGreaterThanOrEqual(1_000);
        expect(shown[1]!.at).toBeLessThan(1_200);
        expect(shown.at(-1)!.replies).toBe(100);
        expect(shown.length).toBeLessThan(7);
      },
    );

    it('shows no reply beside what it answers before that came, unless nobody has it', async () => {
      const above = answer(300, FOCUS);
      const below = steps(20, 200).map((ago) => answer(ago, above));
      const lone = answer(199, noteAgo(301));
      const { shown } = openWatched([
        { url: ONE, events: [ROOT, REPLY, FOCUS, lone, ...below, above], dripMs: 100, fault: 'silent' },
      ]);
      await vi.advanceTimersByTimeAsync(20_000);
      expect(shown.map(({ replies }) => replies)).toEqual([0, 21]);
      expect(shown[1]!.at).toBeLessThan(2_700);
    });

    it('shows what the note answers once it is there, also where it came as a reply to what is missing', async () => {
      const parent = answer(95, noteAgo(96));
      const focus = answer(60, parent);
      const { data, ...deps } = setUp([]);
      const thread = openConversation({ ...deps, now: () => Date.now() }, focus.id, ROOT.id, { gathers: true });
      thread.addReply(parent);
      thread.add(noteFromEvent(focus, START));
      await vi.advanceTimersByTimeAsync(2_000);
      expect(data(focus.id)?.notes.map(({ id }) => id)).toEqual([focus.id]);
      thread.add(thread.get(parent.id)!);
      await vi.advanceTimersByTimeAsync(100);
      expect(
        data(focus.id)
          ?.notes.map(({ id }) => id)
          .sort(),
      ).toEqual([focus.id, parent.id].sort());
    });

    it('shows what came when no more comes for a moment, and what a slow relay sends when it comes', async () => {
      const { shown } = openWatched([
        { url: ONE, events: [ROOT, REPLY, FOCUS, ...REPLIES.slice(0, 60)] },
        { url: TWO, events: REPLIES, latencyMs: 3_000 },
      ]);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(shown.map(({ replies }) => replies)).toEqual([0, 60]);
      expect(shown[1]!.at).toBeLessThan(500);
      await vi.advanceTimersByTimeAsync(2_500);
      expect(shown.at(-1)!.replies).toBe(100);
    });

    it('shows those of a relay that was away a few times a second, too, whatever they answer', async () => {
      const lone = answer(199, noteAgo(301));
      const away: FakeRelay = { url: TWO, events: [lone, ...REPLIES], dripMs: 30, fault: 'offline' };
      const thread = openWatched([{ url: ONE, events: [ROOT, REPLY, FOCUS] }, away]);
      await vi.advanceTimersByTimeAsync(20_000);
      thread.shown.length = 0;
      delete away.fault;
      thread.opened(TWO);
      await vi.advanceTimersByTimeAsync(20_000);
      expect(thread.ages()).toContain(199);
      expect(thread.shown.at(-1)!.replies).toBe(100);
      expect(thread.shown.length).toBeLessThan(6);
    });
  });
});
