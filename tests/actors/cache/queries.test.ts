import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RelayAnswer } from '#actors/wire/relay-answer.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { followersKey, muteListKey, noteStatsKey, profileContactsKey, relayListKey } from '#domain/cache/query-keys.ts';
import { CONTACTS_MAX } from '#domain/protocol/protocol-limits.ts';
import { listCount } from '#ui/profile/list-count.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';
import { fakeRequests, RELAYS, SILENT } from '#tests/support/fake-requests.ts';
import { startQueries } from '#tests/support/queries.ts';

const [ann, bob, cat] = [hex(0xa), hex(0xb), hex(0xc)];
const lists = [...RELAYS.read, ...RELAYS.indexer];
let nextId = 1;
const event = (kind: number, pubkey: string, tags: string[][], created_at = 100) =>
  fakeEvent({ id: hex(nextId++), kind, pubkey, tags, created_at });

type Answer = { events?: NostrEvent[]; outcomes?: RelayAnswer['outcomes'] };

const setUp = (answer: () => Answer | Promise<Answer>) => {
  const { requests, asked } = fakeRequests(answer);
  const { registry, queryClient } = startQueries({ requests, pubkey: ann, now: () => 1_800_000_000_000 });
  const query = (queryKey: readonly unknown[]) => queryClient.fetchQuery({ queryKey, retry: false, staleTime: 0 });
  return { asked, registry, queryClient, query };
};

describe('lists of a profile', () => {
  afterEach(() => void vi.useRealTimers());

  it('[PROF-08] reads public key, relay and petname of the newest kind 3', async () => {
    const { asked, query } = setUp(() => ({
      events: [
        event(3, ann, [['p', cat]], 1),
        event(
          3,
          ann,
          [
            ['p', bob, 'wss://r.example', 'Bo'],
            ['t', 'x'],
          ],
          2,
        ),
        event(3, bob, [['p', hex(9)]], 9),
      ],
    }));
    expect(await query(profileContactsKey(ann))).toEqual([{ pubkey: bob, relay: 'wss://r.example', petname: 'Bo' }]);
    expect(asked[0]).toMatchObject({ filters: [{ kinds: [3], authors: [ann], limit: 1 }], relays: lists });
  });

  it("takes longer lists of the user's own than of strangers", async () => {
    const { asked, query } = setUp(() => ({ events: [] }));
    for (const key of [profileContactsKey, muteListKey]) for (const who of [ann, bob]) await query(key(who));
    expect(asked.map(({ own }) => own)).toEqual([true, false, true, false]);
  });

  it('prefers the newer list that is known already', async () => {
    const { registry, query } = setUp(() => ({ events: [event(3, ann, [['p', cat]], 1)] }));
    registry.add(event(3, ann, [['p', bob]], 2));
    expect(await query(profileContactsKey(ann))).toMatchObject([{ pubkey: bob }]);
  });

  it('keeps a list that was shown when the answering relays have none', async () => {
    let events = [event(3, ann, [['p', bob]])];
    const { query } = setUp(() => ({ events }));
    await query(profileContactsKey(ann));
    events = [];
    expect(await query(profileContactsKey(ann))).toMatchObject([{ pubkey: bob }]);
  });

  it('[PROF-08] [PROF-11] [PROF-13] shows a newer list of somebody that a slow relay sends after the answer, and no older one', async () => {
    const { asked, registry, queryClient, query } = setUp(() => ({ events: [event(3, bob, [['p', ann]], 5)] }));
    const late = (...args: Parameters<typeof event>) => asked.at(-1)!.onLate!(event(...args), 'wss://slow.example');
    const shown = (queryKey: readonly unknown[]) => queryClient.getQueryData(queryKey);
    await query(profileContactsKey(bob));
    late(3, bob, [['p', hex(1)]], 4);
    late(10_002, bob, [], 9);
    expect(shown(profileContactsKey(bob))).toMatchObject([{ pubkey: ann }]);
    late(3, bob, [['p', cat]], 6);
    late(3, bob, [['p', hex(2)]], 5);
    expect(shown(profileContactsKey(bob))).toMatchObject([{ pubkey: cat }]);
    registry.add(event(3, bob, [['p', ann]], 8));
    late(3, bob, [['p', hex(3)]], 7);
    expect(shown(profileContactsKey(bob))).toMatchObject([{ pubkey: cat }]);
    expect(await query(muteListKey(cat))).toEqual([]);
    late(10_000, cat, [['p', ann]], 1);
    expect(shown(muteListKey(cat))).toEqual([ann]);
    queryClient.removeQueries({ queryKey: muteListKey(cat) });
    late(10_000, cat, [['p', bob]], 2);
    expect(shown(muteListKey(cat))).toBeUndefined();
  });

  it("[PROF-11] leaves the user's own list to what follows it, for changes of theirs are in it", async () => {
    const { asked, queryClient, query } = setUp(() => ({}));
    await query(profileContactsKey(ann));
    asked[0]!.onLate!(event(3, ann, [['p', bob]]), 'wss://slow.example');
    expect(queryClient.getQueryData(profileContactsKey(ann))).toEqual([]);
  });

  it("[PROF-11] [PROF-13] shows the user's own list as a whole, however long", async () => {
    const long = Array.from({ length: CONTACTS_MAX + 1 }, (_, index) => ['p', hex(20_000 + index)]);
    const { query } = setUp(() => ({
      events: [3, 10_000].flatMap((kind) => [event(kind, ann, long), event(kind, bob, long)]),
    }));
    for (const keyOf of [profileContactsKey, muteListKey]) {
      expect(await query(keyOf(ann))).toHaveLength(long.length);
      expect(await query(keyOf(bob))).toHaveLength(CONTACTS_MAX);
    }
  });

  it('[PROF-12] takes in who follows by a list that comes late, and leaves out who no longer does', async () => {
    const { asked, queryClient, query } = setUp(() => ({ events: [event(3, bob, [['p', ann]], 5)] }));
    expect(await query(followersKey(ann))).toEqual([bob]);
    vi.useFakeTimers();
    const late = (...args: Parameters<typeof event>) => asked[0]!.onLate!(event(...args), 'wss://slow.example');
    const shown = () => {
      vi.advanceTimersByTime(20);
      return queryClient.getQueryData(followersKey(ann));
    };
    late(3, cat, [['p', ann]], 1);
    late(1, hex(7), [['p', ann]], 1);
    late(3, bob, [['p', cat]], 4);
    expect(shown()).toEqual([bob, cat]);
    late(3, bob, [['p', cat]], 6);
    expect(shown()).toEqual([cat]);
  });

  it('[PROF-12] tells of all who come late within a frame at once, and takes no more people than an answer has', async () => {
    const { asked, queryClient, query } = setUp(() => ({ events: [event(3, bob, [['p', ann]], 5)] }));
    await query(followersKey(ann));
    vi.useFakeTimers();
    const told = vi.fn<() => void>();
    queryClient.getQueryCache().subscribe(({ type }) => void (type === 'updated' && told()));
    for (let index = 0; index < CONTACTS_MAX + 10; index += 1)
      asked[0]!.onLate!(event(3, hex(100_000 + index), [['p', ann]], 1), 'wss://slow.example');
    asked[0]!.onLate!(event(3, bob, [['p', cat]], 6), 'wss://slow.example');
    vi.advanceTimersByTime(100);
    const people = queryClient.getQueryData<readonly string[]>(followersKey(ann))!;
    expect([people.length, people.includes(bob), told.mock.calls.length]).toEqual([CONTACTS_MAX - 1, false, 1]);
  });

  it('[PROF-13] [PUB-07] reads the newest mute list of kind 10000 of one author', async () => {
    const { asked, query } = setUp(() => ({
      events: [
        event(10_000, ann, [['p', cat]], 99),
        event(10_000, bob, [['p', cat]], 101),
        event(3, ann, [['p', cat]], 102),
        event(10_000, ann, [
          ['p', bob],
          ['word', 'x'],
        ]),
      ],
    }));
    expect(await query(muteListKey(ann))).toEqual([bob]);
    expect(asked[0]?.filters).toEqual([{ kinds: [10_000], authors: [ann], limit: 1 }]);
  });

  it('[RLIST-01] takes the newest of up to 10 relay lists of kind 10002', async () => {
    const { asked, query } = setUp(() => ({
      events: [
        event(10_002, ann, [['r', 'wss://old.example']], 1),
        event(10_002, ann, [['r', 'wss://new.example', 'read']], 2),
      ],
    }));
    expect(await query(relayListKey(ann))).toEqual([{ url: 'wss://new.example', read: true, write: false }]);
    expect(asked[0]?.filters).toEqual([{ kinds: [10_002], authors: [ann], limit: 10 }]);
  });

  it('[PROF-12] lists who follows: by the newest list of each, once, and only if it names the person', async () => {
    const { asked, registry, query } = setUp(() => ({
      events: [
        event(3, bob, [['p', ann]], 1),
        event(3, bob, [['p', ann]], 2),
        event(3, cat, [['p', ann]], 1),
        event(3, cat, [['p', bob]], 2),
        event(3, hex(1), [['p', bob]], 1),
        event(3, hex(2), [['p', ann]], 1),
        event(1, hex(3), [['p', ann]], 1),
      ],
    }));
    registry.add(event(3, hex(2), [], 5));
    expect(await query(followersKey(ann))).toEqual([bob]);
    expect(asked[0]?.filters).toEqual([{ kinds: [3], '#p': [ann], limit: 500 }]);
  });

  it('[PROF-12] reads on where 500 lists name fewer people, and says that there may be more than it looked for', async () => {
    const old = Array.from({ length: 40 }, (_, index) => event(3, hex(1_000 + index), [['p', ann]], 500 + index));
    const page = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) =>
        event(3, hex(1_000 + from + index), [['p', ann]], 5_000 - from - index),
      );
    const pages = [[...page(0, 460), ...old], page(460, 100)];
    const { asked, query } = setUp(() => ({ events: pages[asked.length - 1] ?? [] }));
    expect(await query(followersKey(ann))).toHaveLength(560);
    expect(asked.map(({ filters }) => filters[0]?.until)).toEqual([undefined, 500]);
    expect([499, 500, 1_200].map((count) => listCount('followers', count))).toEqual(['499', '500+', '1,200+']);
    expect(listCount('following', 500)).toBe('500');
  });

  it('[PROF-12] reads no more pages where a relay gives old lists of the same people for ever', async () => {
    let at = 9_000;
    const { asked, query } = setUp(() => ({
      events: Array.from({ length: 500 }, () => event(3, bob, [['p', ann]], (at -= 1))),
    }));
    expect(await query(followersKey(ann))).toEqual([bob]);
    expect(asked).toHaveLength(4);
  });

  it.each([profileContactsKey(ann), muteListKey(ann), relayListKey(ann), followersKey(ann)])(
    '%s is empty when there is none, and fails when no relay answered',
    async (...key) => {
      expect(await setUp(() => ({})).query(key)).toEqual([]);
      await expect(setUp(() => ({ outcomes: SILENT })).query(key)).rejects.toThrow('no-relay-answered');
    },
  );

  it('stops asking when nobody reads any more', async () => {
    const { asked, query, queryClient } = setUp(() => new Promise(() => {}));
    const answer = query(followersKey(ann));
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    await queryClient.cancelQueries({ queryKey: followersKey(ann) });
    await expect(answer).rejects.toThrow();
    expect(asked[0]?.signal?.aborted).toBe(true);
  });

  it('[FOLLOW-18] contact lists are stale after 5 min and collected after 10', () => {
    const { queryClient } = setUp(() => ({}));
    const { staleTime, gcTime } = queryClient.getQueryDefaults(profileContactsKey(ann));
    expect([staleTime, gcTime]).toEqual([5 * 60_000, 10 * 60_000]);
  });

  it('counts under notes are asked for again after a minute', () => {
    const { queryClient } = setUp(() => ({}));
    expect(queryClient.getQueryDefaults(noteStatsKey(hex(1))).staleTime).toBe(60_000);
  });
});
