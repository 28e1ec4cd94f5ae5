import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { createReadingPlans } from '#actors/relays/reading-plans.ts';
import { createRelayLists } from '#actors/relays/relay-lists.ts';
import { createRelayReach } from '#actors/relays/relay-reach.ts';
import { relayListKey } from '#domain/cache/query-keys.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { isReplaceableKind } from '#domain/protocol/kinds.ts';
import { parseRelayList } from '#domain/profile/lists.ts';
import { relayHealthKey, unknownHealth } from '#domain/relays/relay-health.ts';
import { relayDirectoryMachine } from '#machines/relays/relay-directory.machine.ts';
import { createEventRegistry } from '#store/events/event-registry.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';
import { EOSE, fakeRequests, RELAYS, SILENT } from '#tests/support/fake-requests.ts';
import { readRelays } from '#tests/support/relay-layer.ts';

const authors = (count: number) => Array.from({ length: count }, (_, index) => hex(index + 1));
const listOf = (pubkey: string, ...urls: string[]) =>
  fakeEvent({ id: pubkey, pubkey, kind: 10_002, tags: urls.map((url) => ['r', url, 'write']) });
const silent = fromCallback(() => {});

/** Everything above the requests; `set`: the relays of the reader. */
const setUp = (answer: Parameters<typeof fakeRequests>[0] = () => ({}), set = ['wss://own.example']) => {
  const { requests, asked } = fakeRequests(answer);
  const queryClient = createQueryClient();
  const registry = createEventRegistry({ now: Date.now, requestFrame: () => {} });
  const load = createRelayLists({ requests, registry, queryClient });
  queryClient.setQueryDefaults(['relay-list'], {
    queryFn: ({ queryKey }) => load(String(queryKey[1])),
    staleTime: 60_000,
  });
  const directory = createActor(
    relayDirectoryMachine.provide({
      actors: { 'relay-connection': silent, subscription: silent, connectivity: silent } as never,
    }),
    { input: readRelays(...set) },
  ).start();
  const reach = createRelayReach({ directory: () => directory, queryClient });
  return { asked, queryClient, registry, load, directory, reach, plans: createReadingPlans({ queryClient, reach }) };
};

describe('relay lists of many people', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('[RLIST-01] are asked for, ten of each, by one REQ per relay, of the read relays, the indexers and the profile relay', async () => {
    const people = authors(40);
    const { asked, load } = setUp(() => ({ events: people.map((pubkey) => listOf(pubkey, 'wss://a.example')) }));
    const loading = Promise.all(people.map(load));
    await vi.advanceTimersByTimeAsync(100);
    expect((await loading).flat()).toHaveLength(40);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ filters: [{ kinds: [10_002], authors: people, limit: 400 }] });
    expect(new Set(asked[0]!.relays)).toEqual(new Set([...RELAYS.read, ...RELAYS.indexer, ...RELAYS.profile]));
  });

  it('[RLIST-01] are the newest of up to ten events', async () => {
    const [anna] = authors(1);
    const versions = [3, 9, 5].map((at) => ({ ...listOf(anna!, `wss://v${at}.example`), id: hex(at), created_at: at }));
    const { asked, load } = setUp(() => ({ events: versions }));
    const loading = load(anna!);
    await vi.advanceTimersByTimeAsync(100);
    expect(await loading).toEqual(parseRelayList(versions[1]!));
    expect(asked[0]?.filters[0]?.limit).toBe(10);
    expect(isReplaceableKind(10_002)).toBe(true);
  });

  it('[PROF-14] [RLIST-01] a newer one that a slow relay sends after the answer is shown, where one is shown, and no older one', async () => {
    const [anna, ben] = authors(2) as [string, string];
    const version = (at: number) => ({ ...listOf(anna, `wss://v${at}.example`), id: hex(100 + at), created_at: at });
    const { asked, queryClient, registry } = setUp(() => ({ events: [version(5)] }));
    const loading = queryClient.fetchQuery({ queryKey: relayListKey(anna) });
    await vi.advanceTimersByTimeAsync(100);
    await loading;
    const late = (event: NostrEvent) => asked[0]!.onLate!(event, 'wss://slow.example');
    const shown = () => queryClient.getQueryData(relayListKey(anna));
    late(version(4));
    late({ ...version(9), kind: 3 });
    expect(shown()).toEqual(parseRelayList(version(5)));
    late(version(6));
    expect(shown()).toEqual(parseRelayList(version(6)));
    registry.add(version(8));
    late(version(7));
    late(listOf(ben, 'wss://b.example'));
    expect(shown()).toEqual(parseRelayList(version(6)));
    expect(queryClient.getQueryData(relayListKey(ben))).toBeUndefined();
  });

  it.each([
    ['no relay', SILENT],
    ['only the profile relay', [{ relay: RELAYS.profile[0]!, outcome: 'eose' as const }]],
  ])('[PROF-14] fail when %s answered, and are empty when nobody has one', async (_, unanswered) => {
    let outcomes = unanswered;
    const { load } = setUp(() => ({ outcomes }));
    const failing = load(hex(1));
    failing.catch(() => {});
    await vi.advanceTimersByTimeAsync(100);
    await expect(failing).rejects.toThrow('no-relay-answered');
    outcomes = EOSE;
    const loading = load(hex(1));
    await vi.advanceTimersByTimeAsync(100);
    expect(await loading).toEqual([]);
  });
});

describe('reading plans', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const planned = async ({ plans }: ReturnType<typeof setUp>, people: readonly string[]) => {
    const planning = plans.planFor(people);
    await vi.advanceTimersByTimeAsync(1_000);
    return planning;
  };

  it('cover 1,000 follows by few requests and by no more sockets than there may be', async () => {
    const people = authors(1_000);
    const set = ['wss://own1.example', 'wss://own2.example', 'wss://own3.example'];
    const lists = people.map((pubkey, index) =>
      listOf(pubkey, `wss://r${index % 30}.example`, `wss://r${index % 7}.example`, 'wss://own1.example'),
    );
    const world = setUp(
      ({ filters }) => ({ events: lists.filter((list) => filters[0]!.authors!.includes(list.pubkey)) }),
      set,
    );
    const plan = await planned(world, people);
    expect(world.asked.length).toBeLessThanOrEqual(2);
    expect(new Set([...set, ...plan.relays.keys()]).size).toBeLessThanOrEqual(20);
    expect(plan.uncovered).toEqual([]);
    expect(plan.relays.get('wss://own1.example')).toHaveLength(1_000);
    await planned(world, people);
    expect(world.asked.length).toBeLessThanOrEqual(2);
  });

  it('leave out dead relays, and those of this very machine', async () => {
    const [anna, ben] = authors(2) as [string, string];
    const lists = [
      listOf(anna, 'wss://dead.example', 'wss://a.example', 'ws://localhost:1234', 'wss://192.168.0.1'),
      listOf(ben, 'wss://flapping.example', 'wss://b.example'),
    ];
    const world = setUp(() => ({ events: lists }));
    world.queryClient.setQueryData(relayHealthKey, {
      'wss://dead.example': { ...unknownHealth('wss://dead.example'), consecutiveFailures: 3 },
      'wss://flapping.example': { ...unknownHealth('wss://flapping.example'), flapping: true },
    });
    const plan = await planned(world, [anna, ben]);
    expect([...plan.relays.keys()]).toEqual(['wss://a.example', 'wss://b.example']);
  });

  it('ask no other relay of this machine where the reader has one there', async () => {
    const [anna] = authors(1) as [string];
    const world = setUp(
      () => ({ events: [listOf(anna, 'ws://localhost:1234', 'ws://localhost:7000')] }),
      ['ws://localhost:7000'],
    );
    expect([...(await planned(world, [anna])).relays.keys()]).toEqual(['ws://localhost:7000']);
  });

  it('take nobody whose list cannot be had', async () => {
    const world = setUp(() => ({ outcomes: SILENT }));
    expect((await planned(world, authors(2))).uncovered).toEqual(authors(2));
  });
});

describe('relays that are near', () => {
  it('come first once few sockets are left', () => {
    const set = Array.from({ length: 19 }, (_, n) => `wss://own${n}.example`);
    const few = setUp(undefined, ['wss://own0.example']).reach;
    const many = setUp(undefined, set).reach;
    const urls = ['wss://far.example', 'wss://own0.example'];
    expect(few.nearest(urls)).toEqual(urls);
    expect(many.nearest(urls)).toEqual(['wss://own0.example', 'wss://far.example']);
  });
});
