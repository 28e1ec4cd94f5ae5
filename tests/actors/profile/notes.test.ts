import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { defineCatchUpNotes, defineLoadNewestNotes, defineLoadNotesPage } from '#actors/profile/notes.ts';
import { createAuthorRelays } from '#actors/relays/author-relays.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import type { RelayListEntry } from '#domain/profile/lists.ts';
import {
  profileNotesKey,
  relayListKey,
  whyRelayKey,
  type ProfilePart,
  type Timeline,
} from '#domain/cache/query-keys.ts';
import { profileMachine } from '#machines/profile/profile.machine.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { hex } from '#tests/support/fake-events.ts';
import type { FakeRelay } from '#tests/support/fake-relays.ts';
import { openReach } from '#tests/support/open-reach.ts';
import { noteAgo, setUpFeed, START, START_S, steps } from '#tests/support/timelines.ts';

const ONE = 'wss://one.example';
const OWN = 'wss://own.example';
const ANNA = hex(0xaaaa);
const OPEN_ANNA = { type: 'profile.open', pubkey: ANNA, part: 'notes', relays: [] } as const;
const byAnna = (...seconds: number[]): NostrEvent[] => seconds.map((ago) => noteAgo(ago, { pubkey: ANNA }));
const list = (...urls: string[]): RelayListEntry[] => urls.map((url) => ({ url, read: false, write: true }));

const setUp = (relays: FakeRelay[], entries: readonly RelayListEntry[] = []) => {
  const network = setUpFeed(relays);
  const { queryClient, timelines } = network;
  queryClient.setQueryDefaults(['relay-list'], { queryFn: () => Promise.resolve(entries) });
  const authorRelays = createAuthorRelays({ queryClient, reach: openReach() });
  const actor = createActor(
    profileMachine.provide({
      actions: { 'ask failed anew': () => {} },
      actors: {
        'load newest': defineLoadNewestNotes({ timelines, authorRelays, requests: network.requests, queryClient }),
        'load page': defineLoadNotesPage({ timelines }),
        'catch up': defineCatchUpNotes({ timelines, wire: network.wire }),
        'watch relays': fromCallback(() => {}),
      },
    }),
  ).start();
  const send = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    await vi.advanceTimersByTimeAsync(20_000);
  };
  const ages = (part: ProfilePart = 'notes') =>
    queryClient.getQueryData<Timeline>(profileNotesKey(ANNA, part))?.items.map(({ at }) => START_S - at);
  return { ...network, actor, send, ages, tags: () => [...actor.getSnapshot().tags].sort() };
};

describe('notes of a profile', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }));
  afterEach(() => void vi.useRealTimers());

  it('[PROF-07] loads them newest first, each request for a page of 10 down from the last note', async () => {
    const profile = setUp([{ url: ONE, events: [...byAnna(...steps(45)), noteAgo(3, { id: hex(77) })] }]);
    await profile.send(OPEN_ANNA);
    expect(profile.asked.map(({ filters }) => filters)).toEqual([[{ kinds: [1], authors: [ANNA], limit: 10 }]]);
    expect([profile.tags(), profile.ages()]).toEqual([['live'], steps(10)]);
    for (let page = 1; page < 5; page += 1) {
      await profile.send({ type: 'profile.more' });
      expect(profile.ages()).toEqual(steps(Math.min(45, 10 * (page + 1))));
    }
    expect(profile.tags()).toEqual(['end', 'live']);
    const later = profile.asked.slice(1).flatMap(({ filters }) => filters);
    for (const filter of later)
      expect(filter).toEqual({ kinds: [1], authors: [ANNA], until: expect.any(Number), limit: 10 });
    expect(later[0]?.until).toBe(START_S - 9);
    const untils = later.map(({ until = 0 }) => until);
    expect(untils).toEqual(untils.toSorted((a, b) => b - a));
  });

  it('passes over no note where more than a page was written in one second', async () => {
    const crowd = steps(25).map((number) => noteAgo(5, { id: hex(500 + number), pubkey: ANNA }));
    const profile = setUp([{ url: ONE, events: [...byAnna(1, 2), ...crowd, ...byAnna(8, 9)] }]);
    await profile.send(OPEN_ANNA);
    for (let page = 1; page < 8; page += 1) await profile.send({ type: 'profile.more' });
    expect(profile.ages()).toEqual([1, 2, ...crowd.map(() => 5), 8, 9]);
  });

  it('shows replies, notes with media and liked notes by queries of their own', async () => {
    const [question, liked, disliked] = [noteAgo(50), noteAgo(51), noteAgo(52)];
    const react = (seconds: number, to: NostrEvent, content: string) =>
      noteAgo(seconds, {
        kind: 7,
        pubkey: ANNA,
        content,
        tags: [
          ['e', to.id],
          ['p', to.pubkey],
        ],
      });
    const others = [question, liked, disliked];
    const own = [
      noteAgo(3, { pubkey: ANNA, tags: [['e', question.id, '', 'root']] }),
      noteAgo(4, { pubkey: ANNA, content: 'Look: https://pictures.example/fog.jpg' }),
      noteAgo(5, { pubkey: ANNA, content: 'https://films.example/owl.mp4', tags: [['e', question.id, '', 'root']] }),
      noteAgo(6, { pubkey: ANNA }),
      react(7, liked, '+'),
      react(8, disliked, '-'),
    ];
    const profile = setUp([{ url: ONE, events: [...own, ...others] }]);
    const parts: readonly [ProfilePart, number[], number][] = [
      ['notes', [4, 6], 1],
      ['replies', [3, 5], 1],
      ['media', [4, 5], 1],
      ['likes', [7], 7],
    ];
    for (const [part, ages, kind] of parts) {
      profile.asked.length = 0;
      await profile.send({ ...OPEN_ANNA, part });
      expect([part, profile.ages(part)]).toEqual([part, ages]);
      expect(profile.asked[0]?.filters[0]).toMatchObject({ kinds: [kind], authors: [ANNA] });
    }
    const [row] = profile.queryClient.getQueryData<Timeline>(profileNotesKey(ANNA, 'likes'))!.items;
    expect(row).toMatchObject({ note: { id: liked.id } });
  });

  it('pages through replies that stand far apart', async () => {
    const answers = steps(14, 0, 9).map((ago) => noteAgo(ago, { pubkey: ANNA, tags: [['e', hex(9), '', 'root']] }));
    const rest = steps(120).filter((ago) => ago % 9 !== 0);
    const profile = setUp([{ url: ONE, events: [...answers, ...byAnna(...rest)] }]);
    await profile.send({ ...OPEN_ANNA, part: 'replies' });
    expect(profile.ages('replies')).toEqual(steps(10, 0, 9));
    await profile.send({ type: 'profile.more' });
    expect(profile.ages('replies')).toEqual(steps(14, 0, 9));
    expect(profile.ages('notes')).toBeUndefined();
  });

  it('asks a relay that was out of reach for the stretch that is shown, once it answers', async () => {
    const late: FakeRelay = { url: OWN, events: byAnna(3, 70), fault: 'offline' };
    const profile = setUp([{ url: ONE, events: byAnna(2, 60) }, late]);
    await profile.send(OPEN_ANNA);
    await profile.send({ type: 'profile.more' });
    expect([profile.tags(), profile.ages()]).toEqual([
      ['end', 'live'],
      [2, 60],
    ]);
    delete late.fault;
    profile.answered(OWN);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(profile.ages()).toEqual([2, 3, 60, 70]);
  });

  it('puts newer notes on top when it is opened again', async () => {
    const one: FakeRelay = { url: ONE, events: byAnna(...steps(12)) };
    const profile = setUp([one]);
    await profile.send(OPEN_ANNA);
    await profile.send({ type: 'profile.close' });
    one.events.push(...byAnna(-1, -2));
    await profile.send(OPEN_ANNA);
    expect(profile.ages()).toEqual([-2, -1, ...steps(10)]);
  });

  it('begins anew when there are more newer notes than a page', async () => {
    const one: FakeRelay = { url: ONE, events: byAnna(...steps(12)) };
    const profile = setUp([one]);
    await profile.send(OPEN_ANNA);
    one.events.push(...byAnna(...steps(30, -40)));
    await profile.send({ type: 'profile.refresh' });
    expect(profile.ages()).toEqual(steps(10, -40));
    for (let page = 0; page < 5; page += 1) await profile.send({ type: 'profile.more' });
    expect(profile.ages()).toEqual([...steps(30, -40), ...steps(12)]);
  });

  it('[FEED-03] asks two relays the person writes to', async () => {
    const profile = setUp(
      [
        { url: ONE, events: byAnna(1) },
        { url: OWN, events: byAnna(5), isStranger: true },
      ],
      list(OWN, 'wss://second.example', 'wss://third.example'),
    );
    await profile.send(OPEN_ANNA);
    expect(profile.ages()).toEqual([1, 5]);
    const asked = new Set(profile.asked.map(({ relay }) => relay));
    expect(asked).toEqual(new Set([ONE, OWN, 'wss://second.example']));
    expect(profile.queryClient.getQueryData(whyRelayKey(ANNA))).toEqual([
      { relay: ONE, why: 'own', authors: [] },
      { relay: OWN, why: 'writes', authors: [ANNA] },
      { relay: 'wss://second.example', why: 'writes', authors: [ANNA] },
    ]);
  });

  it('goes on after a page that nobody answered in time, when its notes come after all', async () => {
    const one: FakeRelay = { url: ONE, events: byAnna(...steps(10)) };
    const profile = setUp([one]);
    await profile.send(OPEN_ANNA);
    one.fault = 'offline';
    await profile.send({ type: 'profile.more' });
    expect(profile.tags()).toEqual(['live', 'more failed']);
    const source = profile.timelines.find(profileNotesKey(ANNA, 'notes'))!;
    for (const late of byAnna(20, 21)) source.takeLive(late);
    await vi.advanceTimersByTimeAsync(0);
    expect(profile.tags()).toEqual(['live']);
    await profile.send({ type: 'profile.more' });
    expect([profile.tags(), profile.ages()]).toEqual([['live'], [...steps(10), 20, 21]]);
    await profile.send({ type: 'profile.close' });
    source.takeLive(byAnna(30)[0]!);
    await vi.advanceTimersByTimeAsync(0);
    expect(profile.tags()).toEqual([]);
  });
});

describe('notes of a person who writes elsewhere', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }));
  afterEach(() => void vi.useRealTimers());

  it('are shown although the relays of the reader have none of them', async () => {
    const profile = setUp(
      [
        { url: ONE, events: [] },
        { url: OWN, events: byAnna(...steps(15)), isStranger: true, latencyMs: 300 },
      ],
      list(OWN),
    );
    await profile.send(OPEN_ANNA);
    expect([profile.tags(), profile.ages()]).toEqual([['live'], steps(10)]);
    await profile.send({ type: 'profile.more' });
    expect(profile.ages()).toEqual(steps(15));
  });

  it('are shown although no relay of the reader can be reached', async () => {
    const profile = setUp(
      [
        { url: ONE, events: [], fault: 'offline' },
        { url: OWN, events: byAnna(1, 2), isStranger: true },
      ],
      list(OWN),
    );
    await profile.send(OPEN_ANNA);
    expect(profile.ages()).toEqual([1, 2]);
  });

  it('are not said to be none where none of the relays of the person told', async () => {
    const theirs: FakeRelay = { url: OWN, events: [], isStranger: true, fault: 'offline' };
    const profile = setUp([{ url: ONE, events: [] }, theirs], list(OWN));
    await profile.send(OPEN_ANNA);
    expect(profile.tags()).toEqual(['failed']);
    theirs.fault = 'closed';
    await profile.send({ type: 'profile.refresh' });
    expect(profile.tags()).toEqual(['failed']);
    delete theirs.fault;
    await profile.send({ type: 'profile.refresh' });
    expect(profile.tags()).toEqual(['empty', 'live']);
    theirs.events = byAnna(1);
    await profile.send({ type: 'profile.refresh' });
    expect(profile.ages()).toEqual([1]);
  });

  it('are read on where the relays of the reader have more, though those of the person do not answer', async () => {
    const replies = steps(60).map((ago) => noteAgo(ago, { pubkey: ANNA, tags: [['e', hex(9), '', 'root']] }));
    const theirs: FakeRelay = { url: OWN, events: [], isStranger: true, fault: 'offline' };
    const profile = setUp([{ url: ONE, events: [...replies, ...byAnna(70, 71)] }, theirs], list(OWN));
    await profile.send(OPEN_ANNA);
    expect(profile.tags()).toEqual(['live']);
    await profile.send({ type: 'profile.more' });
    expect(profile.ages()).toEqual([70, 71]);
  });

  it('are no failure any more once a relay of the person comes back', async () => {
    const theirs: FakeRelay = { url: OWN, events: byAnna(3, 70), isStranger: true, fault: 'offline' };
    const profile = setUp([{ url: ONE, events: [] }, theirs], list(OWN));
    await profile.send(OPEN_ANNA);
    expect(profile.tags()).toEqual(['failed']);
    delete theirs.fault;
    profile.answered(OWN);
    await vi.advanceTimersByTimeAsync(20_000);
    expect([profile.tags(), profile.ages()]).toEqual([['live'], [3, 70]]);
  });
});

describe('relays of an author', () => {
  const setUpRelays = (queryFn: () => Promise<readonly RelayListEntry[]>, dead: readonly string[] = []) => {
    const queryClient = createQueryClient();
    const asked = vi.fn(queryFn);
    queryClient.setQueryDefaults(['relay-list'], { queryFn: asked, staleTime: 0 });
    return { relaysOf: createAuthorRelays({ queryClient, reach: openReach(dead) }), asked, queryClient };
  };

  it('[FEED-03] are two of those written to', async () => {
    const entries = [
      { url: 'wss://read.example', read: true, write: false },
      ...list('wss://a.example', 'wss://b.example', 'wss://c.example'),
    ];
    const { relaysOf } = setUpRelays(() => Promise.resolve(entries));
    expect(await relaysOf({ pubkey: ANNA, relays: [ONE] })).toMatchObject({
      writes: ['wss://a.example', 'wss://b.example'],
      reads: ['wss://read.example'],
      listed: true,
    });
  });

  it('are not those known to be dead, while there are others', async () => {
    const entries = list('wss://a.example', 'wss://b.example', 'wss://c.example');
    const { relaysOf } = setUpRelays(() => Promise.resolve(entries), ['wss://a.example']);
    expect((await relaysOf({ pubkey: ANNA, relays: [] })).writes).toEqual(['wss://b.example', 'wss://c.example']);
  });

  it('are chosen anew once another list is there, and asked for again where the list names none', async () => {
    let entries: readonly RelayListEntry[] = [];
    const { relaysOf, asked, queryClient } = setUpRelays(() => Promise.resolve(entries));
    const writes = async () => (await relaysOf({ pubkey: ANNA, relays: [] })).writes;
    expect(await writes()).toEqual([]);
    entries = list(ONE);
    expect(await writes()).toEqual([ONE]);
    expect(await writes()).toEqual([ONE]);
    expect(asked).toHaveBeenCalledTimes(2);
    queryClient.setQueryData(relayListKey(ANNA), list(OWN));
    entries = list(OWN);
    expect(await writes()).toEqual([OWN]);
  });

  it('are asked for again when the list could not be had', async () => {
    let attempts = 0;
    const { relaysOf } = setUpRelays(() =>
      (attempts += 1) === 1 ? Promise.reject(new Error('no')) : Promise.resolve(list(OWN)),
    );
    expect((await relaysOf({ pubkey: ANNA, relays: [] })).writes).toEqual([]);
    expect((await relaysOf({ pubkey: ANNA, relays: [] })).writes).toEqual([OWN]);
  });

  it('are the hints when there is no list', async () => {
    const { relaysOf } = setUpRelays(() => Promise.reject(new Error('no')));
    expect(await relaysOf({ pubkey: ANNA, relays: [ONE, 'no url', OWN, 'wss://x.example'] })).toEqual({
      writes: [ONE, OWN],
      reads: [],
      listed: false,
    });
  });

  it('[FEED-04] are remembered for 25 people', async () => {
    const { relaysOf, asked } = setUpRelays(() => Promise.resolve(list(ONE)));
    for (const number of steps(25)) await relaysOf({ pubkey: hex(number), relays: [] });
    await relaysOf({ pubkey: hex(0), relays: [] });
    expect(asked).toHaveBeenCalledTimes(25);
    await relaysOf({ pubkey: hex(25), relays: [] });
    await relaysOf({ pubkey: hex(0), relays: [] });
    expect(asked).toHaveBeenCalledTimes(26);
    await relaysOf({ pubkey: hex(1), relays: [] });
    expect(asked).toHaveBeenCalledTimes(27);
  });
});
