import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Failure } from '#domain/problem.ts';
import { createFollowed } from '#actors/feed/followed.ts';
import type { Contact } from '#domain/profile/lists.ts';
import { feedKey, profileContactsKey, relayListKey, type Timeline } from '#domain/cache/query-keys.ts';
import { hex } from '#tests/support/fake-events.ts';
import type { FakeRelay } from '#tests/support/fake-relays.ts';
import { noteFromEvent } from '#domain/note/note.ts';
import { ALL, noteAgo, setUpFeed, START, START_S, steps } from '#tests/support/timelines.ts';

const [ANNA, BERT, CARLA, DORA] = [hex(0xa), hex(0xb), hex(0xc), hex(0xd)];
const [OWN, THEIRS] = ['wss://own.example', 'wss://theirs.example'];
const FILTER = { ...ALL, followOnly: ANNA };

const by = (pubkey: string, ago: number) => noteAgo(ago, { pubkey });

const contact = (pubkey: string): Contact => ({ pubkey, relay: '', petname: '' });

const setUp = (relays: FakeRelay[], contacts: readonly string[] | Error) => {
  const feed = setUpFeed(relays);
  const { queryClient, timelines, requests } = feed;
  queryClient.setQueryDefaults(['profile/contacts'], {
    queryFn: async (): Promise<readonly Contact[]> => {
      if (contacts instanceof Error) throw contacts;
      return contacts.map(contact);
    },
    retry: false,
  });
  queryClient.setQueryDefaults(['relay-list'], {
    queryFn: async ({ queryKey }) => (queryKey[1] === CARLA ? [{ url: THEIRS, read: true, write: true }] : []),
  });
  const entries = [{ url: OWN, permission: 'readwrite' }];
  const directory = () => ({ getSnapshot: () => ({ context: { entries, connections: {} } }) }) as never;
  const followed = createFollowed({ queryClient, timelines, requests, directory });
  const load = async () => {
    const spec = await followed(FILTER);
    const loading = timelines.open(spec).loadNewest(new AbortController());
    await vi.advanceTimersByTimeAsync(30_000);
    await loading;
  };
  const rows = () =>
    queryClient.getQueryData<Timeline>(feedKey(FILTER))?.items.map(({ note, at }) => [note.pubkey, START_S - at]);
  const follow = async (...people: string[]) => {
    queryClient.setQueryData<readonly Contact[]>(profileContactsKey(ANNA), people.map(contact));
    await vi.advanceTimersByTimeAsync(30_000);
  };
  return { ...feed, followed, load, rows, follow };
};

describe('the feed of followed people', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }));
  afterEach(() => void vi.useRealTimers());

  it('[FEED-07] has only their notes, also those that only their own relays have', async () => {
    const feed = setUp(
      [
        { url: OWN, events: [by(BERT, 1), by(DORA, 2), by(BERT, 3)] },
        { url: THEIRS, isStranger: true, events: [by(CARLA, 4), by(BERT, 5)] },
      ],
      [BERT, CARLA],
    );
    await feed.load();
    expect(feed.rows()).toEqual([
      [BERT, 1],
      [BERT, 3],
      [CARLA, 4],
    ]);
    const asked = (relay: string) => feed.asked.filter((one) => one.relay === relay).map(({ filters }) => filters[0]);
    expect(asked(OWN)[0]).toMatchObject({ kinds: [1, 6], authors: [BERT, CARLA] });
    expect(asked(THEIRS)[0]).toMatchObject({ authors: [CARLA] });
  });

  it('[FEED-07] hears of new notes where those people write, for each of them once, as long as it is watched', async () => {
    const feed = setUp(
      [
        { url: OWN, events: [by(BERT, 1)] },
        { url: THEIRS, isStranger: true, events: [by(CARLA, 4)] },
      ],
      [BERT, CARLA],
    );
    await feed.load();
    const spec = await feed.followed(FILTER);
    const heard: string[] = [];
    const stop = spec.watchOthers!((event) => void heard.push(event.content), START_S);
    feed.publish(THEIRS, by(CARLA, -1));
    feed.publish(THEIRS, by(BERT, -2));
    feed.publish(OWN, by(CARLA, -3));
    expect(heard).toEqual(['-1']);
    stop();
    feed.publish(THEIRS, by(CARLA, -4));
    expect([heard.length, feed.watching()]).toEqual([1, 0]);
  });

  it('[FEED-07] watches the relays of people who are known later', async () => {
    const feed = setUp(
      [
        { url: OWN, events: [by(BERT, 1)] },
        { url: THEIRS, isStranger: true, events: [by(CARLA, 4)] },
      ],
      [BERT, CARLA],
    );
    const spec = await feed.followed(FILTER);
    const heard: string[] = [];
    const stop = spec.watchOthers!((event) => void heard.push(event.content), START_S);
    expect(feed.watching()).toBe(0);
    await vi.advanceTimersByTimeAsync(1_000);
    feed.publish(THEIRS, by(CARLA, -1));
    expect(heard).toEqual(['-1']);
    stop();
    expect(feed.watching()).toBe(0);
  });

  it('[FEED-07] cannot be had when nobody is followed, or no relay tells whom', async () => {
    await expect(setUp([], []).followed(FILTER)).rejects.toThrow('Nobody is followed');
    await expect(setUp([], new Failure({ code: 'no-relay-answered' })).followed(FILTER)).rejects.toThrow(
      'no-relay-answered',
    );
  });

  it('[FEED-07] follows the list when it changes', async () => {
    const contacts = [BERT];
    const feed = setUp([{ url: OWN, events: [by(BERT, 1), by(DORA, 2)] }], contacts);
    await feed.load();
    feed.queryClient.setQueryData<readonly Contact[]>(profileContactsKey(ANNA), [
      { pubkey: DORA, relay: '', petname: '' },
    ]);
    await feed.load();
    expect(feed.asked.at(-1)?.filters[0]).toMatchObject({ authors: [DORA] });
    expect(feed.queryClient.getQueryData(relayListKey(DORA))).toEqual([]);
  });

  it('[FEED-07] loses the notes of whoever is no longer followed, and has them again when they are', async () => {
    const feed = setUp([{ url: OWN, events: [by(BERT, 1), by(DORA, 2), by(BERT, 3)] }], [BERT, DORA]);
    await feed.load();
    await feed.follow(BERT);
    expect(feed.rows()).toEqual([
      [BERT, 1],
      [BERT, 3],
    ]);
    const source = feed.timelines.open(await feed.followed(FILTER));
    source.takeLive(by(DORA, 0));
    expect(source.rows.waiting).toBe(0);
    await feed.follow(BERT, DORA);
    expect(feed.rows()?.map(([, ago]) => ago)).toEqual([1, 2, 3]);
  });

  it('[FEED-07] loses notes that wait, too', async () => {
    const feed = setUp([{ url: OWN, events: [by(BERT, 1), by(DORA, 2)] }], [BERT, DORA]);
    await feed.load();
    const source = feed.timelines.open(await feed.followed(FILTER));
    source.takeLive(by(DORA, 0));
    expect(source.rows.waiting).toBe(1);
    await feed.follow(BERT);
    expect(source.rows.waiting).toBe(0);
  });

  it('[FEED-07] reads on when all its notes were by somebody who is no longer followed', async () => {
    const old = steps(10, 100).map((ago) => by(BERT, ago));
    const feed = setUp([{ url: OWN, events: [...steps(10, 1).map((ago) => by(DORA, ago)), ...old] }], [BERT, DORA]);
    await feed.load();
    expect(new Set(feed.rows()?.map(([pubkey]) => pubkey))).toEqual(new Set([DORA]));
    await feed.follow(BERT);
    expect(feed.rows()).toEqual(steps(10, 100).map((ago) => [BERT, ago]));
  });

  it('[FEED-07] shows of what was saved only people who are still followed, and the user', async () => {
    const feed = setUp([{ url: OWN, events: [] }], [BERT]);
    const saved = [by(ANNA, 1), by(DORA, 2), by(BERT, 3)].map((event) => {
      return { id: event.id, at: event.created_at, note: noteFromEvent(event, START) };
    });
    feed.queryClient.setQueryData<Timeline>(feedKey(FILTER), { items: saved, hasMore: true });
    await feed.load();
    expect(feed.rows()).toEqual([
      [ANNA, 1],
      [BERT, 3],
    ]);
  });
});
