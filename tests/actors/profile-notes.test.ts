import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { defineCatchUpNotes, defineLoadNewestNotes, defineLoadNotesPage } from '#actors/profile/notes.ts';
import { createAuthorRelays } from '#actors/relays/author-relays.ts';
import type { NostrEvent } from '#domain/event.ts';
import type { RelayListEntry } from '#domain/lists.ts';
import { profileNotesKey, whyRelayKey, type Timeline } from '#domain/query-keys.ts';
import { profileMachine } from '#machines/profile/profile.machine.ts';
import { createQueryClient } from '#store/query-client.ts';
import { hex } from '#tests/domain/fake-events.ts';
import type { FakeRelay } from '#tests/support/fake-relays.ts';
import { openReach } from '#tests/support/open-reach.ts';
import { noteAgo, setUpFeed, START, START_S, steps } from '#tests/support/timelines.ts';

const ONE = 'wss://one.example';
const OWN = 'wss://own.example';
const ANNA = hex(0xaaaa);
const byAnna = (...seconds: number[]): NostrEvent[] => seconds.map((ago) => noteAgo(ago, { pubkey: ANNA }));
const list = (...urls: string[]): RelayListEntry[] => urls.map((url) => ({ url, read: false, write: true }));

const setUp = (relays: FakeRelay[], entries: readonly RelayListEntry[] = []) => {
  const network = setUpFeed(relays);
  const { queryClient, timelines } = network;
  queryClient.setQueryDefaults(['relay-list'], { queryFn: () => Promise.resolve(entries) });
  const authorRelays = createAuthorRelays({ queryClient, reach: openReach() });
  const actor = createActor(
    profileMachine.provide({
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
  const ages = () => queryClient.getQueryData<Timeline>(profileNotesKey(ANNA))?.items.map(({ at }) => START_S - at);
  return { ...network, actor, send, ages, tags: () => [...actor.getSnapshot().tags].sort() };
};

describe('notes of a profile', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }));
  afterEach(() => void vi.useRealTimers());

  it('[PROF-07] loads them newest first by pages of 10', async () => {
    const profile = setUp([{ url: ONE, events: [...byAnna(...steps(15)), noteAgo(3, { id: hex(77) })] }]);
    await profile.send({ type: 'profile.open', pubkey: ANNA, relays: [] });
    expect(profile.asked[0]?.filters).toEqual([{ kinds: [1], authors: [ANNA], limit: 10 }]);
    expect([profile.tags(), profile.ages()]).toEqual([['live'], steps(10)]);
    await profile.send({ type: 'profile.more' });
    expect(profile.asked[1]?.filters[0]).toMatchObject({ authors: [ANNA], until: START_S - 9 });
    expect([profile.tags(), profile.ages()]).toEqual([['end', 'live'], steps(15)]);
  });

  it('asks a relay that was out of reach for the stretch that is shown, once it answers', async () => {
    const late: FakeRelay = { url: OWN, events: byAnna(3, 70), fault: 'offline' };
    const profile = setUp([{ url: ONE, events: byAnna(2, 60) }, late]);
    await profile.send({ type: 'profile.open', pubkey: ANNA, relays: [] });
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
    await profile.send({ type: 'profile.open', pubkey: ANNA, relays: [] });
    await profile.send({ type: 'profile.close' });
    one.events.push(...byAnna(-1, -2));
    await profile.send({ type: 'profile.open', pubkey: ANNA, relays: [] });
    expect(profile.ages()).toEqual([-2, -1, ...steps(10)]);
  });

  it('begins anew when there are more newer notes than a page', async () => {
    const one: FakeRelay = { url: ONE, events: byAnna(...steps(12)) };
    const profile = setUp([one]);
    await profile.send({ type: 'profile.open', pubkey: ANNA, relays: [] });
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
    await profile.send({ type: 'profile.open', pubkey: ANNA, relays: [] });
    expect(profile.ages()).toEqual([1, 5]);
    const asked = new Set(profile.asked.map(({ relay }) => relay));
    expect(asked).toEqual(new Set([ONE, OWN, 'wss://second.example']));
    expect(profile.queryClient.getQueryData(whyRelayKey(ANNA))).toEqual([
      { relay: ONE, why: 'own', authors: [] },
      { relay: OWN, why: 'writes', authors: [ANNA] },
      { relay: 'wss://second.example', why: 'writes', authors: [ANNA] },
    ]);
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
    await profile.send({ type: 'profile.open', pubkey: ANNA, relays: [] });
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
    await profile.send({ type: 'profile.open', pubkey: ANNA, relays: [] });
    expect(profile.ages()).toEqual([1, 2]);
  });
});

describe('relays of an author', () => {
  const setUpRelays = (queryFn: () => Promise<readonly RelayListEntry[]>, dead: readonly string[] = []) => {
    const queryClient = createQueryClient();
    const asked = vi.fn(queryFn);
    queryClient.setQueryDefaults(['relay-list'], { queryFn: asked, staleTime: 0 });
    return { relaysOf: createAuthorRelays({ queryClient, reach: openReach(dead) }), asked };
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
    const { relaysOf, asked } = setUpRelays(() => Promise.resolve([]));
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
