import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowsInView, type FeedView } from '#domain/feed/feed-filter.ts';
import { TIMELINE_MAX_ITEMS, WAITING_NOTES_MAX } from '#domain/feed/feed-limits.ts';
import { byItemTime, noteFromEvent, type FeedItem } from '#domain/note/note.ts';
import type { Timeline } from '#domain/cache/query-keys.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { TimelineRows } from '#store/feed/timeline-rows.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';
import { OPEN } from '#tests/support/timelines.ts';

const KEY = ['feed', 'test'];
const row = (at: number, number = at, content = ''): FeedItem => ({
  id: hex(number),
  at,
  note: noteFromEvent(fakeEvent({ id: hex(number), created_at: at, content }), at * 1000),
});
const [ANNA, BERT] = [hex(501), hex(502)];
const repost = (at: number, of: FeedItem, pubkey = ANNA): FeedItem => ({
  id: hex(1_000_000 + at),
  at,
  note: of.note,
  repost: { id: hex(1_000_000 + at), pubkey },
});
const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);

const withoutBert: FeedView = { ...OPEN, muted: new Set([BERT]) };

const setUpSeen = (get: () => FeedView, ...shown: FeedItem[]) => {
  const queryClient = createQueryClient();
  if (shown.length > 0) queryClient.setQueryData<Timeline>(KEY, { items: shown, hasMore: true });
  const rows = new TimelineRows({ queryClient, queryKey: KEY, feedView: { get } });
  rows.adopt();
  const data = () => queryClient.getQueryData<Timeline>(KEY);
  return { rows, queryClient, data, times: () => rows.shown.map(({ at }) => at) };
};
const setUp = (...shown: FeedItem[]) => setUpSeen(() => OPEN, ...shown);

describe('rows of a timeline', () => {
  it('are held until they are released, newest first', () => {
    const { rows, times } = setUp();
    for (const at of [5, 9, 7, 1]) rows.hold(row(at));
    expect([rows.held, rows.ready(5), times()]).toEqual([4, 3, []]);
    rows.release(5, 2);
    expect([times(), rows.held]).toEqual([[9, 7], 2]);
    rows.release(0, 10);
    expect(times()).toEqual([9, 7, 5, 1]);
  });

  it('[FEED-06] are one for each note, and one for its newest repost', () => {
    const { rows, times } = setUp(row(9));
    expect([rows.hold(row(9)), rows.hold(repost(8, row(9)))]).toEqual([false, true]);
    expect([rows.hold(row(5)), rows.hold(row(5)), rows.hold(repost(7, row(5)))]).toEqual([true, false, true]);
    expect([rows.hold(repost(6, row(5))), rows.ready(0)]).toEqual([true, 3]);
    rows.release(0, 10);
    expect([times(), rows.held, rows.hold(repost(6, row(5)))]).toEqual([[9, 8, 7, 5], 0, false]);
  });

  it('[FEED-06] wait as a repost of a note that is shown, and go on top', () => {
    const { rows, times } = setUp(row(9), row(7));
    rows.wait(repost(11, row(7)));
    expect([rows.news, times()]).toEqual([1, [9, 7]]);
    rows.showWaiting();
    expect(times()).toEqual([11, 9, 7]);
  });

  it('of the user go on top of what waits, also across a gap', () => {
    const { rows, times } = setUp(row(9));
    rows.wait(row(12));
    rows.holdMine(row(20));
    rows.mergeLate(true);
    expect([times(), rows.news]).toEqual([[20, 9], 1]);
    rows.holdMine(row(21));
    rows.openGap(15);
    rows.mergeLate(true);
    expect([times(), rows.waiting]).toEqual([[21, 20, 9], 0]);
  });

  it('are reposts when the note itself lies below the page', () => {
    const { rows, times } = setUp();
    for (const one of [repost(9, row(1)), repost(8, row(1)), row(7), row(6), row(1)]) rows.hold(one);
    rows.release(0, 2);
    expect(times()).toEqual([9, 7]);
    rows.release(0, 10);
    expect([times(), rows.held]).toEqual([[9, 7, 6, 1], 0]);
  });

  it('reach the query cache only when something changed', () => {
    const { rows, data } = setUp();
    rows.hold(row(5));
    rows.release(0, 10);
    rows.write(true);
    const first = data();
    expect(first).toEqual({ items: [row(5)], hasMore: true });
    rows.write(true);
    expect(data()).toBe(first);
    rows.write(false);
    expect(data()).toEqual({ items: [row(5)], hasMore: false });
  });

  it('can be seen before their page is complete', () => {
    const { rows, data } = setUp();
    for (const at of numbers(20)) rows.hold(row(at));
    rows.preview(3);
    expect(data()?.items.map(({ at }) => at)).toEqual([20, 19, 18]);
    expect([rows.shown, rows.held]).toEqual([[], 20]);
  });

  it('begin again when the query cache lost them', () => {
    const { rows, queryClient } = setUp(row(9));
    queryClient.removeQueries({ queryKey: KEY });
    expect([rows.adopt(), rows.shown, rows.hold(row(9))]).toEqual([true, [], true]);
  });

  it('that come late get their place; new ones wait', () => {
    const { rows, times } = setUp(row(9), row(5));
    for (const at of [12, 7, 3]) rows.hold(row(at));
    rows.mergeLate(true);
    expect([times(), rows.waiting, rows.held]).toEqual([[9, 7, 5], 1, 1]);
    rows.mergeLate(false);
    rows.hold(row(13));
    rows.mergeLate(false);
    expect(times()).toEqual([13, 9, 7, 5]);
  });

  it('never exceed their bound', () => {
    const { rows } = setUp();
    for (const at of numbers(TIMELINE_MAX_ITEMS + 5)) rows.hold(row(at));
    rows.release(0, TIMELINE_MAX_ITEMS + 5);
    expect(rows.shown).toHaveLength(TIMELINE_MAX_ITEMS);
    rows.wait(row(1_000_000));
    expect(rows.showWaiting()).toBe(true);
    expect(rows.shown).toHaveLength(TIMELINE_MAX_ITEMS);
    expect(rows.shown[0]?.at).toBe(1_000_000);
  });
});

describe('reposts by muted people', () => {
  it('[FEED-06] give their place to somebody else who reposted the note', () => {
    const { rows, data, times } = setUpSeen(() => withoutBert);
    for (const one of [repost(9, row(1), BERT), repost(8, row(1)), repost(7, row(1)), row(6)]) rows.hold(one);
    expect([rows.held, rows.ready(0)]).toEqual([2, 2]);
    rows.preview(1);
    expect(data()?.items.map(({ at }) => at)).toEqual([8]);
    rows.release(0, 1);
    expect([times(), rows.held, rows.hold(repost(10, row(1), BERT))]).toEqual([[8], 1, false]);
  });

  it('[FEED-06] do so also when the other repost is on a later page, or new', () => {
    const { rows, times } = setUpSeen(() => withoutBert, repost(9, row(1), BERT), repost(8, row(2), BERT));
    expect(rows.hold(repost(5, row(1)))).toBe(true);
    rows.wait(repost(12, row(2), BERT));
    rows.wait(repost(11, row(2)));
    rows.wait(repost(13, row(2), BERT));
    rows.release(0, 10);
    expect([times(), rows.news]).toEqual([[8, 5], 1]);
    rows.showWaiting();
    expect(times()).toEqual([11, 5]);
  });

  it('have their place where nobody else reposted the note', () => {
    const { rows, times } = setUpSeen(() => withoutBert);
    for (const one of [repost(9, row(1), BERT), repost(8, row(1), BERT), row(7)]) rows.hold(one);
    rows.release(0, 1);
    expect(times()).toEqual([9, 7]);
  });

  it('[FEED-06] hide no note that somebody else reposted, and none is there twice, whoever is muted and when', () => {
    const anyRow = fc.oneof(
      fc.integer({ min: 1, max: 4 }).map((of) => row(of)),
      fc.integer({ min: 5, max: 100 }).map((at) => repost(at, row((at % 4) + 1), at % 8 < 4 ? ANNA : BERT)),
    );
    const anyAct = fc.oneof(
      { weight: 4, arbitrary: anyRow.map((one) => ({ do: 'hold' as const, one })) },
      { weight: 4, arbitrary: anyRow.map((one) => ({ do: 'wait' as const, one })) },
      fc.record({ do: fc.constant('release' as const), from: fc.nat(100), count: fc.nat(3) }),
      fc.record({ do: fc.constant('merge' as const), waits: fc.boolean() }),
      fc.record({ do: fc.constant('gap' as const), from: fc.nat(100) }),
      fc.record({ do: fc.constant('show' as const) }),
      fc.record({ do: fc.constant('mute' as const), people: fc.subarray([ANNA, BERT]) }),
    );
    fc.assert(
      fc.property(fc.array(anyAct, { maxLength: 60 }), (acts) => {
        let muted = new Set<string>();
        const { rows } = setUpSeen(() => ({ ...OPEN, muted }));
        const given: FeedItem[] = [];
        for (const act of acts) {
          if (act.do === 'hold' || act.do === 'wait') given.push(act.one);
          if (act.do === 'hold') rows.hold(act.one);
          if (act.do === 'wait') rows.wait(act.one);
          if (act.do === 'release') rows.release(act.from, act.count);
          if (act.do === 'merge') rows.mergeLate(act.waits);
          if (act.do === 'gap') rows.openGap(act.from);
          if (act.do === 'show') rows.showWaiting();
          if (act.do === 'mute') muted = new Set(act.people);
          expect(rows.shown).toEqual(rows.shown.toSorted(byItemTime));
          const places = rows.shown.map(({ note, repost: by }) => `${by === undefined} ${note.id}`);
          expect(new Set(places).size).toBe(places.length);
        }
        for (const one of given) rows.hold(one);
        rows.showWaiting();
        rows.release(-Infinity, Infinity);
        const isSeen = ({ repost: by }: FeedItem) => by !== undefined && !muted.has(by.pubkey);
        const notes = (list: readonly FeedItem[]) => new Set(list.filter(isSeen).map(({ note }) => note.id));
        expect(notes(rows.shown)).toEqual(notes(given));
      }),
    );
  });
});

describe('rows that wait', () => {
  it.each([{ gallery: true }, { imageNotesOnly: true }])(
    '[FEED-10] [FEED-11] are no news as the repost of a picture that is shown already or waits: %o',
    (pictures) => {
      const pictured = (at: number) => row(at, at, `https://a.example/${at}.jpg`);
      const { rows } = setUpSeen(() => ({ ...OPEN, ...pictures }), pictured(9), pictured(8));
      rows.wait(repost(11, pictured(8)));
      expect(rows.news).toBe(0);
      rows.wait(repost(13, pictured(5)));
      for (const one of [repost(16, pictured(15)), pictured(15), row(17)]) rows.wait(one);
      expect(rows.news).toBe(2);
      const before = rowsInView(rows.shown, { ...OPEN, ...pictures }).length;
      rows.showWaiting();
      expect(rowsInView(rows.shown, { ...OPEN, ...pictures })).toHaveLength(before + 2);
    },
  );

  it('tell their number as it changes', () => {
    const { rows } = setUp(row(1));
    const counts: number[] = [];
    rows.onWaiting = () => counts.push(rows.waiting);
    for (const at of [5, 6, 5, 1]) rows.wait(row(at));
    rows.showWaiting();
    expect(counts).toEqual([1, 2, 0]);
  });

  it('replace the list across a gap, and the former rows are held', () => {
    const { rows, times } = setUp(row(100), row(9), row(5));
    for (const at of [60, 50, 20]) rows.hold(row(at));
    rows.openGap(50);
    expect([rows.waiting, rows.held, rows.gap]).toEqual([2, 1, 50]);
    rows.wait(row(30));
    expect([rows.waiting, rows.held]).toEqual([2, 2]);
    expect(rows.showWaiting()).toBe(false);
    expect([times(), rows.held, rows.gap]).toEqual([[100, 60, 50], 4, undefined]);
  });

  it('open a gap when the oldest of too many is dropped', () => {
    const { rows } = setUp(row(1));
    for (const at of numbers(WAITING_NOTES_MAX + 2, 10)) rows.wait(row(at));
    expect([rows.waiting, rows.gap]).toEqual([WAITING_NOTES_MAX, 11]);
  });

  it('are held again for a list that begins anew', () => {
    const { rows, times } = setUp();
    rows.wait(row(5));
    rows.stopWaiting();
    expect([rows.waiting, rows.held]).toEqual([0, 1]);
    rows.release(0, 10);
    expect(times()).toEqual([5]);
  });

  it('count for the newest time, but no further than a note was received', () => {
    const ahead = { ...row(900), note: { ...row(900).note, receivedAt: 50_000 } };
    const { rows } = setUp(ahead, row(40));
    expect(rows.newestAt).toBe(50);
    rows.wait(row(70));
    expect(rows.newestAt).toBe(70);
    expect(setUp().rows.newestAt).toBeUndefined();
  });
});
