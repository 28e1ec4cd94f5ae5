import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WAITING_NOTES_MAX } from '#domain/feed/feed-limits.ts';
import { feedKey, type FeedFilter, type Timeline } from '#domain/cache/query-keys.ts';
import { feedSpec } from '#actors/feed/timeline.ts';
import { noteFromEvent } from '#domain/note/note.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { FRAME_MS } from '#domain/shell/shell-limits.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';
import type { FakeRelay } from '#tests/support/fake-relays.ts';
import { ALL, noteAgo, notesAgo, OPEN, setUpFeed, START, START_S, steps } from '#tests/support/timelines.ts';

const ONE = 'wss://one.example';
const TWO = 'wss://two.example';
const relay = (url: string, events = notesAgo(), more: Partial<FakeRelay> = {}): FakeRelay => ({
  url,
  events,
  ...more,
});

const anyEvents = fc.uniqueArray(fc.record({ number: fc.nat(400), ago: fc.nat(60) }), {
  maxLength: 40,
  selector: ({ number }) => number,
});

describe('timelines of several relays', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }));
  afterEach(() => void vi.useRealTimers());

  it('[FEED-02] loads pages of 10 notes', async () => {
    const feed = setUpFeed([relay(ONE, notesAgo(...steps(25)))]);
    expect(await feed.loadNewest()).toEqual({ outcome: 'loaded', shown: 10, hasMore: true, waiting: 0 });
    expect(feed.asked[0]?.filters).toEqual([{ kinds: [1, 6], limit: 20 }]);
    expect(feed.ages()).toEqual(steps(10));
    expect(await feed.loadOlder()).toMatchObject({ shown: 20, hasMore: true });
    expect(await feed.loadOlder()).toMatchObject({ shown: 25, hasMore: false });
    expect(feed.ages()).toEqual(steps(25));
  });

  it('passes over no note and shows none twice, whatever the relays hold', async () => {
    const anyRelay = fc.record({
      events: anyEvents,
      latencyMs: fc.constantFrom(5, 50, 400, 1_500),
      cap: fc.constantFrom(Infinity, 20, 8, 3),
      forged: fc.uniqueArray(fc.nat(400), { maxLength: 10 }),
      isSilentAtFirst: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyRelay, { minLength: 1, maxLength: 4 }), async (holdings) => {
        // one event has one time, whichever relay holds it
        const times = new Map<number, number>();
        for (const { number, ago } of holdings.flatMap(({ events }) => events)) {
          if (!times.has(number)) times.set(number, ago);
        }
        const relays = holdings.map(({ events, latencyMs, cap, forged, isSilentAtFirst }, index): FakeRelay => {
          const held = events.map(({ number }) =>
            fakeEvent({ id: hex(number + 1), created_at: START_S - times.get(number)! }),
          );
          // a cap below what one second holds hides the rest of that second from any client
          const busiest = Math.max(
            0,
            ...Map.groupBy(held, ({ created_at }) => created_at)
              .values()
              .map((all) => all.length),
          );
          return {
            url: `wss://r${index}.example`,
            events: held,
            latencyMs,
            cap: Math.max(cap, busiest + 1),
            forged: new Set(cap === Infinity ? forged.map((number) => hex(number + 1)) : []),
            ...(isSilentAtFirst && index > 0 && { fault: 'silent' as const }),
          };
        });
        const feed = setUpFeed(relays);
        await feed.loadNewest();
        await feed.loadOlder();
        for (const one of relays) delete one.fault;
        await feed.pageDown();
        feed.source.showNew();
        await feed.pageDown();

        const held = new Set(
          relays.flatMap(({ events, forged }) => events.filter(({ id }) => !forged?.has(id))).map(({ id }) => id),
        );
        const shown = feed.timeline()?.items.map(({ id }) => id) ?? [];
        expect(new Set(shown).size).toBe(shown.length);
        expect(new Set(shown)).toEqual(held);
        const ats = feed.timeline()?.items.map(({ at }) => at) ?? [];
        expect(ats).toEqual(ats.toSorted((a, b) => b - a));
      }),
      { numRuns: 150 },
    );
  });

  it('holds back what lies below the oldest note of another relay', async () => {
    const feed = setUpFeed([relay(ONE, notesAgo(...steps(10, 0, 100))), relay(TWO, notesAgo(...steps(30, 5, 1)))]);
    await feed.loadNewest();
    expect(feed.ages()).toEqual([0, ...steps(9, 5)]);
    await feed.loadOlder();
    expect(feed.ages()).toEqual([0, ...steps(19, 5)]);
  });

  it('asks again until a page is full, for more each time', async () => {
    const reply = (ago: number) => noteAgo(ago, { tags: [['e', hex(7), '', 'root']] });
    const events = [...steps(60).map(reply), ...notesAgo(...steps(12, 60))];
    const feed = setUpFeed([relay(ONE, events)], ALL, { ...OPEN, showReplies: false });
    expect(await feed.loadNewest()).toMatchObject({ shown: 70 });
    expect(feed.seen()).toEqual(steps(10, 60));
    expect(feed.asked.map(({ filters }) => filters[0]?.limit)).toEqual([20, 41, 81]);
  });

  it('gives up a page after 4 rounds and says that there is more', async () => {
    const reply = (ago: number) => noteAgo(ago, { tags: [['e', hex(7), '', 'root']] });
    const feed = setUpFeed([relay(ONE, steps(1_000).map(reply))], ALL, { ...OPEN, showReplies: false });
    expect(await feed.loadNewest()).toMatchObject({ outcome: 'loaded', hasMore: true });
    expect(feed.seen()).toEqual([]);
    expect(feed.asked).toHaveLength(4);
  });

  it('shows the first notes before a slow relay has answered', async () => {
    const feed = setUpFeed([
      relay(ONE, notesAgo(10, 11), { latencyMs: 20 }),
      relay(TWO, notesAgo(1), { latencyMs: 600 }),
    ]);
    void feed.source.loadNewest(new AbortController());
    await vi.advanceTimersByTimeAsync(20 + FRAME_MS);
    expect(feed.ages()).toEqual([10, 11]);
    await vi.advanceTimersByTimeAsync(600);
    expect(feed.ages()).toEqual([1, 10, 11]);
  });

  it('shows the first notes 150 ms after the first of a relay that sends no EOSE', async () => {
    const feed = setUpFeed([relay(ONE, notesAgo(1, 2), { latencyMs: 20, fault: 'silent' })]);
    void feed.source.loadNewest(new AbortController());
    await vi.advanceTimersByTimeAsync(169);
    expect(feed.ages()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(feed.ages()).toEqual([1, 2]);
  });

  it('shows a first page as soon as it is full', async () => {
    const feed = setUpFeed([relay(ONE, notesAgo(...steps(10)), { latencyMs: 20, fault: 'silent' })]);
    void feed.source.loadNewest(new AbortController());
    await vi.advanceTimersByTimeAsync(20);
    expect(feed.ages()).toEqual(steps(10));
  });

  it('shows together what relays say at nearly the same time, so that nothing that was shown moves', async () => {
    const two = relay(TWO, notesAgo(1, 2), { latencyMs: 20 + FRAME_MS - 1 });
    const three = relay('wss://three.example', notesAgo(3), { latencyMs: 600 });
    const feed = setUpFeed([relay(ONE, notesAgo(...steps(10, 10)), { latencyMs: 20 }), two, three]);
    void feed.source.loadNewest(new AbortController());
    await vi.advanceTimersByTimeAsync(20 + FRAME_MS - 1);
    expect(feed.ages()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(feed.ages()?.slice(0, 3)).toEqual([1, 2, 10]);
  });

  it('puts the notes of a late relay where they belong, and newer ones behind "new notes"', async () => {
    const late = relay(TWO, notesAgo(1, 15), { latencyMs: 3_000 });
    const feed = setUpFeed([relay(ONE, notesAgo(...steps(10, 10))), late]);
    expect(await feed.loadNewest()).toMatchObject({ shown: 10, waiting: 0 });
    expect(feed.ages()).toEqual(steps(10, 10));
    expect(feed.source.rows.waiting).toBe(1);
    feed.source.showNew();
    expect(feed.ages()).toEqual([1, ...steps(10, 10)]);
  });

  it('reads on from the other relays when one cannot be reached', async () => {
    const feed = setUpFeed([relay(ONE, notesAgo(...steps(12))), relay(TWO, [], { fault: 'offline' })]);
    expect(await feed.loadNewest()).toMatchObject({ outcome: 'loaded', shown: 10 });
    expect(await feed.loadOlder()).toMatchObject({ outcome: 'loaded', shown: 12, hasMore: false });
  });

  it('is not at its end where a relay fell silent before its own, and says that nobody answered', async () => {
    const two = relay(TWO, notesAgo(...steps(50)));
    const feed = setUpFeed([relay(ONE, notesAgo(1, 2)), two]);
    await feed.pageDown(3);
    two.fault = 'offline';
    const reports = [await feed.loadOlder(), await feed.loadOlder(), await feed.loadOlder()];
    const last = reports.at(-1)!;
    expect(last).toMatchObject({ outcome: 'unreachable', hasMore: true });
    delete two.fault;
    await feed.pageDown(3);
    expect(feed.ages()).toEqual(steps(50));
    expect(await feed.loadOlder()).toMatchObject({ outcome: 'loaded', hasMore: false });
  });

  it('reads to the end without a relay that fell silent, once that is removed', async () => {
    const two = relay(TWO, notesAgo(...steps(50)));
    const relays = [relay(ONE, notesAgo(1, 2)), two];
    const feed = setUpFeed(relays);
    await feed.pageDown(3);
    two.fault = 'offline';
    for (let page = 0; page < 3; page += 1) await feed.loadOlder();
    relays.pop();
    feed.asked.length = 0;
    expect(await feed.loadOlder()).toMatchObject({ outcome: 'loaded', hasMore: false });
    expect(feed.asked.map(({ relay: url }) => url)).not.toContain(TWO);
    relays.push(two);
    delete two.fault;
    await feed.pageDown();
    expect(feed.ages()).toEqual(steps(50));
  });

  it.each([
    ['a list that was saved', steps(10), false],
    ['a gap', steps(10, 40), true],
  ])('does not forget below %s who told something before falling silent', async (_, saved, isCut) => {
    const two = relay(TWO, notesAgo(...steps(50)));
    const feed = setUpFeed([relay(ONE, notesAgo(...steps(21))), two]);
    feed.save(saved);
    await feed.loadNewest();
    if (isCut) feed.source.showNew();
    two.fault = 'offline';
    for (let page = 0; page < 6; page += 1) await feed.loadOlder();
    expect(await feed.loadOlder()).toMatchObject({ outcome: 'unreachable', hasMore: true });
  });

  it('is empty where a relay that told it has nothing falls silent when the list begins anew', async () => {
    const two = relay(TWO, []);
    const feed = setUpFeed([relay(ONE, []), two]);
    await feed.loadNewest();
    two.fault = 'offline';
    expect(await feed.loadNewest()).toMatchObject({ outcome: 'loaded', shown: 0, hasMore: false });
  });

  it('is not held up by a relay that comes late to a long list', async () => {
    const late = relay(TWO, notesAgo(...steps(1_000, 1_001)), { fault: 'offline' });
    const feed = setUpFeed([relay(ONE, notesAgo(...steps(100, 0, 100))), late]);
    await feed.loadNewest();
    await feed.pageDown(4);
    expect(feed.ages()).toEqual(steps(50, 0, 100));
    delete late.fault;
    for (let page = 0; page < 4; page += 1) await feed.loadOlder();
    expect(feed.ages()?.filter((ago) => ago >= 5_000)).toEqual(steps(40, 5_000, 100));
    await feed.pageDown();
    expect(new Set(feed.ages())).toEqual(new Set([...steps(100, 0, 100), ...steps(1_000, 1_001)]));
  });

  it('goes on below a second of which a relay sends only a part', async () => {
    const sameSecond = steps(5).map((number) => noteAgo(1, { id: hex(number + 1) }));
    const feed = setUpFeed([relay(ONE, [...sameSecond, ...notesAgo(...steps(20, 2))], { cap: 3 })]);
    await feed.loadNewest();
    await feed.pageDown();
    expect(feed.ages()?.slice(-20)).toEqual(steps(20, 2));
  });

  it('[FEED-15] says when no relay answers', async () => {
    const feed = setUpFeed([relay(ONE, notesAgo(1), { fault: 'closed' }), relay(TWO, [], { fault: 'offline' })]);
    expect(await feed.loadNewest()).toMatchObject({ outcome: 'unreachable', shown: 0 });
  });

  it('[FEED-14] says when there is no relay to ask', async () => {
    expect(await setUpFeed([]).loadNewest()).toMatchObject({ outcome: 'no relays', shown: 0 });
  });

  it('drops a relay that sends without end, and only that one', async () => {
    const flood = relay(ONE, notesAgo(...steps(5_000, 100)), { fault: 'endless' });
    const feed = setUpFeed([flood, relay(TWO, notesAgo(...steps(15)))]);
    await feed.loadNewest();
    expect(feed.ages()).toEqual(steps(10));
    await feed.pageDown();
    expect(feed.ages()?.slice(0, 15)).toEqual(steps(15));
    expect(feed.asked.filter(({ relay: url }) => url === ONE)).toHaveLength(1);
  });

  it('goes on when it is interrupted', async () => {
    const feed = setUpFeed([relay(ONE, notesAgo(...steps(15)), { latencyMs: 500 })]);
    const stop = new AbortController();
    const first = feed.source.loadNewest(stop);
    first.catch(() => {});
    await vi.advanceTimersByTimeAsync(100);
    stop.abort(new Error('stopped'));
    await expect(first).rejects.toThrow('stopped');
    const asked = feed.asked.length;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(feed.asked).toHaveLength(asked);
    expect(await feed.loadNewest()).toMatchObject({ shown: 10 });
    expect(feed.ages()).toEqual(steps(10));
  });
});

describe('a timeline that was saved', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }));
  afterEach(() => void vi.useRealTimers());

  it('stays as it is when relays have newer notes: those wait', async () => {
    const feed = setUpFeed([relay(ONE, notesAgo(...steps(30)))]);
    feed.save(steps(10, 5));
    expect(await feed.loadNewest()).toEqual({ outcome: 'loaded', shown: 10, hasMore: true, waiting: 5 });
    expect(feed.ages()).toEqual(steps(10, 5));
    expect(feed.source.showNew()).toMatchObject({ shown: 15, waiting: 0 });
    expect(feed.ages()).toEqual(steps(15));
  });

  it('pages on from its end', async () => {
    const feed = setUpFeed([relay(ONE, notesAgo(...steps(30)))]);
    feed.save(steps(10));
    await feed.loadNewest();
    await feed.loadOlder();
    expect(feed.ages()).toEqual(steps(20));
  });

  it('is kept when no relay answers', async () => {
    const feed = setUpFeed([relay(ONE, [], { fault: 'offline' })]);
    feed.save(steps(10));
    expect(await feed.loadNewest()).toMatchObject({ outcome: 'unreachable', shown: 10 });
    expect(feed.ages()).toEqual(steps(10));
  });

  it('is begun anew across a gap, which paging then fills', async () => {
    const feed = setUpFeed([relay(ONE, notesAgo(...steps(60)))]);
    feed.save(steps(10, 40));
    expect(await feed.loadNewest()).toMatchObject({ shown: 10, waiting: 20 });
    expect(feed.ages()).toEqual(steps(10, 40));
    expect(feed.source.showNew()).toMatchObject({ shown: 20, hasMore: true });
    expect(feed.ages()).toEqual(steps(20));
    await feed.pageDown();
    expect(feed.ages()).toEqual(steps(60));
  });

  it('takes in the saved notes once paging gets there, also when no relay has them any more', async () => {
    const feed = setUpFeed([relay(ONE, notesAgo(...steps(30)))]);
    feed.save(steps(10, 40));
    await feed.loadNewest();
    feed.source.showNew();
    await feed.pageDown();
    expect(feed.ages()).toEqual([...steps(30), ...steps(10, 40)]);
  });

  it('finds the gap of a relay that was late', async () => {
    const feed = setUpFeed([
      relay(ONE, notesAgo(...steps(10, 60))),
      relay(TWO, notesAgo(...steps(50)), { latencyMs: 3_000 }),
    ]);
    feed.save(steps(10, 60));
    await feed.loadNewest();
    expect(feed.source.rows.waiting).toBe(20);
    feed.source.showNew();
    await feed.pageDown();
    expect(feed.ages()).toEqual([...steps(50), ...steps(10, 60)]);
  });

  it('does not take a note dated ahead for the newest', async () => {
    const feed = setUpFeed([relay(ONE, notesAgo(...steps(60)))]);
    feed.save([-600, ...steps(10, 40)], true, START - 40_000);
    await feed.loadNewest();
    feed.source.showNew();
    await feed.pageDown();
    expect(feed.ages()).toEqual([-600, ...steps(60)]);
  });
});

describe('new notes', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }));
  afterEach(() => void vi.useRealTimers());

  it('wait, each once, and go on top in their order', async () => {
    const feed = setUpFeed([relay(ONE, notesAgo(...steps(10)))]);
    await feed.loadNewest();
    for (const event of notesAgo(-1, -3, -2, -1, 5)) feed.source.takeLive(event);
    expect(feed.source.rows.waiting).toBe(3);
    expect(feed.ages()).toEqual(steps(10));
    feed.source.showNew();
    expect(feed.ages()).toEqual([-3, -2, -1, ...steps(10)]);
  });

  it('open a gap when too many wait, which paging then fills', async () => {
    const one = relay(ONE, notesAgo(...steps(10)));
    const feed = setUpFeed([one]);
    await feed.loadNewest();
    const many = notesAgo(...steps(WAITING_NOTES_MAX + 20, -600));
    one.events.push(...many);
    for (const event of many.toReversed()) feed.source.takeLive(event);
    expect(feed.source.rows.waiting).toBe(WAITING_NOTES_MAX);
    expect(feed.source.showNew()).toMatchObject({ shown: WAITING_NOTES_MAX, hasMore: true });
    await feed.pageDown();
    expect(feed.ages()).toEqual([...steps(WAITING_NOTES_MAX + 20, -600), ...steps(10)]);
  });

  it('that are older than the list come in with one change, however many come at once', async () => {
    const feed = setUpFeed([relay(ONE, notesAgo(...steps(10, 0, 10)))]);
    await feed.loadNewest();
    const written = vi.spyOn(feed.queryClient, 'setQueryData');
    for (const event of notesAgo(...steps(50, 11))) feed.source.takeLive(event);
    await Promise.resolve();
    expect(written).toHaveBeenCalledTimes(1);
    expect(feed.ages()!.slice(0, 4)).toEqual([0, 10, 11, 12]);
  });

  it('become the first page of a feed that was empty', async () => {
    const one = relay(ONE);
    const feed = setUpFeed([one]);
    expect(await feed.loadNewest()).toMatchObject({ outcome: 'loaded', shown: 0, hasMore: false });
    feed.source.takeLive(noteAgo(-1));
    one.events.push(noteAgo(-1));
    expect(await feed.loadNewest()).toMatchObject({ shown: 1, waiting: 0 });
  });
});

describe('reposts', () => {
  const repost = (ago: number, target: string, hint = '') =>
    noteAgo(ago, { id: hex(2_000_000 + ago), kind: 6, tags: [['e', target, hint]], pubkey: hex(0xb) });
  const shown = (feed: ReturnType<typeof setUpFeed>) =>
    feed.timeline()?.items.map(({ at, note, repost: by }) => `${START_S - at}${by ? ` of ${note.content}` : ''}`);

  beforeEach(() => void vi.useFakeTimers({ now: START }));
  afterEach(() => void vi.useRealTimers());

  it('[FEED-06] show the note they repost, once it was fetched', async () => {
    const old = noteAgo(900);
    const feed = setUpFeed([relay(ONE, [repost(1, old.id), ...notesAgo(...steps(20, 2))]), relay(TWO, [old])]);
    await feed.loadNewest();
    expect(shown(feed)?.[0]).toBe('1 of 900');
    await feed.pageDown();
    expect(shown(feed)).toEqual(['1 of 900', ...steps(20, 2).map(String), '900']);
  });

  it('[FEED-06] push nothing down that is read when their note is long in coming', async () => {
    const old = noteAgo(900);
    const feed = setUpFeed([
      relay(ONE, [repost(3, old.id, TWO), ...notesAgo(...steps(20, 1, 2))]),
      relay(TWO, [old], { isStranger: true, latencyMs: 1_000 }),
    ]);
    const loading = feed.source.loadNewest({ signal: new AbortController().signal });
    await vi.advanceTimersByTimeAsync(900);
    expect(shown(feed)?.slice(0, 6)).toEqual(['1', '3', '5', '7', '9', '11']);
    await vi.advanceTimersByTimeAsync(5_000);
    await loading;
    expect(
      feed
        .timeline()
        ?.items.slice(0, 7)
        .map(({ note }) => note.content),
    ).toEqual(['1', '3', '5', '7', '9', '900', '11']);
  });

  it('look for the note at the relay they name', async () => {
    const hint = relay(TWO, notesAgo(800), { isStranger: true });
    const feed = setUpFeed([relay(ONE, [repost(1, noteAgo(800).id, TWO)]), hint]);
    await feed.loadNewest();
    expect(shown(feed)).toEqual(['1 of 800']);
  });

  it('hand on what they have in them, for a note that no relay has', async () => {
    const old = noteAgo(900);
    const feed = setUpFeed([relay(ONE, [{ ...repost(1, old.id), content: JSON.stringify(old) }, ...notesAgo(2)])]);
    feed.queryClient.setQueryDefaults(['note'], {
      queryFn: async ({ meta }) => noteFromEvent(JSON.parse(String(meta?.['embedded'])) as NostrEvent, START),
    });
    await feed.loadNewest();
    expect(shown(feed)).toEqual(['1 of 900', '2']);
  });

  it('are left out when their note cannot be found', async () => {
    const feed = setUpFeed([relay(ONE, [repost(1, hex(99)), ...notesAgo(2, 3)])]);
    await feed.loadNewest();
    expect(shown(feed)).toEqual(['2', '3']);
  });

  it('[FEED-06] have a row beside that of the note itself, but only the newest of them', async () => {
    const old = noteAgo(900);
    const events = [repost(1, noteAgo(5).id), repost(3, old.id), repost(4, old.id), ...notesAgo(...steps(20, 5)), old];
    const feed = setUpFeed([relay(ONE, events)]);
    for (const event of events) feed.registry.add(event);
    await feed.loadNewest();
    await feed.pageDown();
    expect(shown(feed)).toEqual(['1 of 5', '3 of 900', ...steps(20, 5).map(String), '900']);
  });

  it('[FEED-06] come and go without a question to a relay, and leave the notes that came by themselves', async () => {
    const [old, other] = [noteAgo(14), noteAgo(900)];
    const events = [repost(1, old.id), repost(2, other.id), ...notesAgo(...steps(14, 3))];
    const feed = setUpFeed([relay(ONE, [...events, other])], ALL, { ...OPEN, showReposts: false });
    await feed.loadNewest();
    await feed.pageDown();
    const asked = feed.asked.length;
    expect(feed.seen()).toEqual([...steps(14, 3), 900]);
    feed.look({ showReposts: true });
    expect(feed.seen()).toContain(2);
    expect(feed.asked).toHaveLength(asked);
  });

  it('[FEED-06] of muted people hide no note that somebody else reposted, whichever relay has which', async () => {
    const people = [hex(0xa), hex(0xb), hex(0xc)];
    const anyRepost = fc.record({ ago: fc.nat(60), of: fc.nat(5), by: fc.constantFrom(...people) });
    const anyRelay = fc.record({ reposts: fc.array(anyRepost, { maxLength: 20 }), latencyMs: fc.constantFrom(5, 400) });
    const eventOf = ({ ago, of, by }: { ago: number; of: number; by: string }) =>
      noteAgo(ago, {
        id: hex(2_000_000 + ago * 1_000 + of * 10 + people.indexOf(by)),
        kind: 6,
        tags: [['e', noteAgo(900 + of).id]],
        pubkey: by,
      });
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRelay, { minLength: 1, maxLength: 3 }),
        fc.array(anyRepost, { maxLength: 5 }),
        fc.subarray(people),
        async (holdings, live, names) => {
          const muted = new Set(names);
          const relays = holdings.map(({ reposts, latencyMs }, index) =>
            relay(`wss://r${index}.example`, reposts.map(eventOf), { latencyMs }),
          );
          const feed = setUpFeed(relays, ALL, { ...OPEN, muted });
          for (const event of notesAgo(...steps(6, 900))) feed.registry.add(event);
          await feed.loadNewest();
          for (const { ago, ...one } of live) feed.source.takeLive(eventOf({ ...one, ago: -1 - ago }));
          await feed.pageDown();
          feed.source.showNew();
          await feed.pageDown();
          const given = [...holdings.flatMap(({ reposts }) => reposts), ...live];
          const wanted = given.filter(({ by }) => !muted.has(by)).map(({ of }) => `${900 + of}`);
          const reposts = feed.timeline()?.items.filter(({ repost: by }) => by) ?? [];
          const seen = reposts.filter(({ repost: by }) => !muted.has(by!.pubkey)).map(({ note }) => note.content);
          expect(new Set(seen)).toEqual(new Set(wanted));
          expect(new Set(reposts.map(({ note }) => note.id)).size).toBe(reposts.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('that wait as new ones are no rows that came late', async () => {
    const hint = relay(TWO, notesAgo(800), { isStranger: true });
    const feed = setUpFeed([relay(ONE, notesAgo(20, 30)), hint]);
    await feed.loadNewest();
    const onLate = vi.fn();
    feed.source.onLate = onLate;
    feed.source.takeLive(repost(5, noteAgo(800).id, TWO));
    await vi.advanceTimersByTimeAsync(1_000);
    expect([feed.source.rows.news, onLate.mock.calls]).toEqual([1, []]);
  });

  it('[FEED-06] of a note that is on the page wait as new ones do', async () => {
    const feed = setUpFeed([relay(ONE, notesAgo(20, 30))]);
    await feed.loadNewest();
    feed.source.takeLive(repost(5, noteAgo(30).id));
    expect([feed.ages(), feed.source.rows.news]).toEqual([[20, 30], 1]);
    feed.source.showNew();
    expect(shown(feed)).toEqual(['5 of 30', '20', '30']);
  });
});

describe('what is seen of a feed', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }));
  afterEach(() => void vi.useRealTimers());

  const reply = (ago: number) => noteAgo(ago, { tags: [['e', hex(7), '', 'root']] });
  const picture = (ago: number) => noteAgo(ago, { content: `https://a.example/${ago}.jpg` });

  it('[FEED-02] [FEED-05] [FEED-10] fills a page of 10 with what is seen', async () => {
    const events = steps(120).map((ago) => (ago % 4 === 0 ? picture(ago) : ago % 4 === 1 ? reply(ago) : noteAgo(ago)));
    const feed = setUpFeed([relay(ONE, events)], ALL, { ...OPEN, imageNotesOnly: true });
    await feed.loadNewest();
    expect(feed.seen()).toEqual(steps(10, 0, 4));
    await feed.loadOlder();
    expect(feed.seen()).toEqual(steps(20, 0, 4));
    const asked = feed.asked.length;
    feed.look({ imageNotesOnly: false, showReplies: false });
    expect(feed.seen()).toHaveLength(58);
    feed.look({ showReplies: true });
    expect(feed.seen()).toEqual(steps(77));
    expect(feed.asked).toHaveLength(asked);
  });

  it('is counted of new notes, again when it changes', async () => {
    const feed = setUpFeed([relay(ONE, notesAgo(...steps(10)))], ALL, { ...OPEN, showReplies: false });
    await feed.loadNewest();
    for (const event of [reply(-1), noteAgo(-2), noteAgo(-3, { tags: [['t', 'nsfw']] })]) feed.source.takeLive(event);
    expect(feed.source.rows.news).toBe(1);
    feed.look({ showReplies: true });
    expect(feed.source.rows.news).toBe(2);
  });

  it('[FEED-09] of a hashtag is there before a relay answers, from what was read', async () => {
    const tagged = (ago: number) => noteAgo(ago, { tags: [['t', 'news']] });
    const feed = setUpFeed([relay(ONE, [tagged(1), noteAgo(2), tagged(3), ...notesAgo(...steps(7, 4)), tagged(40)])]);
    await feed.loadNewest();
    const filter: FeedFilter = { hashtags: ['news'] };
    const news = feed.timelines.open(feedSpec(filter));
    const ages = () => feed.queryClient.getQueryData<Timeline>(feedKey(filter))?.items.map(({ at }) => START_S - at);
    void news.loadNewest(new AbortController());
    await vi.advanceTimersByTimeAsync(0);
    expect(ages()).toEqual([1, 3]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(ages()).toEqual([1, 3, 40]);
  });

  it('[FEED-09] of a hashtag stays when no relay answers', async () => {
    const filter: FeedFilter = { hashtags: ['news'] };
    const one = relay(ONE, [noteAgo(1, { tags: [['t', 'news']] }), noteAgo(2)]);
    const feed = setUpFeed([one]);
    await feed.loadNewest();
    one.fault = 'offline';
    const loading = feed.timelines.open(feedSpec(filter)).loadNewest(new AbortController());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await loading).toMatchObject({ shown: 1 });
    expect(feed.queryClient.getQueryData<Timeline>(feedKey(filter))?.items).toHaveLength(1);
  });
});
