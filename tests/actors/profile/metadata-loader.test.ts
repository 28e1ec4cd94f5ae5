import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { QueryObserver } from '@tanstack/query-core';
import { createActor } from 'xstate';
import { askFailedAnew } from '#actors/feed/ask-failed.ts';
import { defineFetchNames, defineWatchWantedNames } from '#actors/feed/display-names.ts';
import type { RelayAnswer } from '#actors/wire/relay-answer.ts';
import { Failure } from '#domain/problem.ts';
import { parseMetadata } from '#domain/profile/metadata.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { metadataKey, profileMetadataKey } from '#domain/cache/query-keys.ts';
import { UnreadableProfile } from '#domain/profile/unreadable-profile.ts';
import { displayNamesMachine } from '#machines/feed/display-names.machine.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';
import { startOverFakes } from '#tests/support/relay-layer.ts';
import { EOSE, fakeRequests, RELAYS, SILENT } from '#tests/support/fake-requests.ts';
import { startQueries } from '#tests/support/queries.ts';

const [ann, bob, cat] = [hex(0xa), hex(0xb), hex(0xc)];
const everywhere = [...RELAYS.read, ...RELAYS.profile, ...RELAYS.indexer];
let nextId = 1;
const profile = (pubkey: string, name: string, created_at = 100): NostrEvent =>
  fakeEvent({ id: hex(nextId++), kind: 0, pubkey, created_at, content: JSON.stringify({ name, display_name: name }) });

type Answer = { events?: NostrEvent[]; outcomes?: RelayAnswer['outcomes'] };

const setUp = (answer: (authors: readonly string[]) => Answer | Promise<Answer> = () => ({})) => {
  const { requests, asked } = fakeRequests((request) => answer(request.filters[0]?.authors ?? []));
  const { registry, queryClient, names, loadMetadata } = startQueries({ requests, pubkey: ann });
  const nameOf = (pubkey: string) => queryClient.getQueryData<{ name: string } | null>(metadataKey(pubkey))?.name;
  const query = (key: readonly unknown[]) => queryClient.fetchQuery({ queryKey: key, retry: false });
  return { asked, registry, queryClient, names, loadMetadata, nameOf, query };
};

const settled = async <T>(promise: Promise<T>, ms = 600) => {
  promise.catch(() => {});
  await vi.advanceTimersByTimeAsync(ms);
  return promise;
};

describe('metadata', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }));
  afterEach(() => void vi.useRealTimers());

  it('[NAME-02] asks for all authors of a moment by one REQ on read, profile and indexer relays', async () => {
    const { asked, query } = setUp((authors) => ({ events: authors.map((pubkey) => profile(pubkey, 'x')) }));
    const both = Promise.all([ann, bob].map((pubkey) => query(metadataKey(pubkey))));
    await settled(both);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.filters).toEqual([{ kinds: [0], authors: [ann, bob], limit: 2 }]);
    expect(asked[0]?.relays).toEqual(everywhere);
  });

  it('asks for at most 200 authors at once', async () => {
    const { asked, loadMetadata } = setUp();
    const all = Promise.all(Array.from({ length: 450 }, (_, index) => loadMetadata(hex(index + 1))));
    await settled(all);
    expect(asked.flatMap(({ filters }) => filters.map(({ authors }) => authors?.length))).toEqual([200, 200, 50]);
  });

  it('takes the newest, at equal times the lower id, whatever came first', async () => {
    const [low, high] = [profile(ann, 'low', 200), profile(ann, 'high', 200)];
    const { query } = setUp(() => ({ events: [profile(ann, 'old', 50), high, low, profile(ann, 'older', 20)] }));
    expect(await settled(query(metadataKey(ann)))).toMatchObject({ name: 'low' });
  });

  it('shows each author as soon as the first relay tells, before all have answered', async () => {
    const end = Promise.withResolvers<Answer>();
    const { asked, query, nameOf, names } = setUp(() => end.promise);
    const answer = query(metadataKey(ann));
    await vi.advanceTimersByTimeAsync(60);
    asked[0]?.onEvent?.(profile(ann, 'Ann'), 'wss://one.example');
    asked[0]?.onEvent?.(profile(cat, 'not asked for'), 'wss://one.example');
    asked[0]?.onEvent?.(fakeEvent({ pubkey: ann, kind: 1, created_at: 999 }), 'wss://one.example');
    expect([nameOf(ann), nameOf(cat)]).toEqual(['Ann', undefined]);
    expect(names.get(ann)?.displayName).toBe('Ann');
    end.resolve({ events: [profile(ann, 'Ann the second', 200)] });
    expect(await answer).toMatchObject({ name: 'Ann the second' });
    expect(names.get(ann)?.displayName).toBe('Ann the second');
  });

  it('fails where there is no relay to ask, so that it is asked for again when there is one, and keeps what is known', async () => {
    let answer = (): Promise<Answer> => Promise.reject(new Failure({ code: 'no-relays-to-read' }));
    const { queryClient, nameOf } = setUp(() => answer());
    queryClient.setQueryData(metadataKey(ann), parseMetadata(profile(ann, 'Ann')));
    const shown = new QueryObserver<{ name: string }>(queryClient, { queryKey: profileMetadataKey(ann), retry: false });
    const stop = shown.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(600);
    expect([shown.getCurrentResult().status, nameOf(ann)]).toEqual(['error', 'Ann']);
    answer = () => Promise.resolve({ events: [profile(ann, 'Ann the second', 200)] });
    askFailedAnew(queryClient);
    await vi.advanceTimersByTimeAsync(600);
    expect([shown.getCurrentResult().data?.name, nameOf(ann)]).toEqual(['Ann the second', 'Ann the second']);
    stop();
  });

  it('is null when relays answered and nobody has it', async () => {
    const { query, names } = setUp();
    expect(await settled(query(metadataKey(ann)))).toBeNull();
    expect(names.attempt(ann)?.status).toBe('failed');
  });

  it('fails for those not found when no relay answered, and keeps what came', async () => {
    const { query } = setUp(() => ({ events: [profile(ann, 'Ann')], outcomes: SILENT }));
    const [found, missing] = [query(metadataKey(ann)), query(metadataKey(bob))];
    missing.catch(() => {});
    expect(await settled(found)).toMatchObject({ name: 'Ann' });
    await expect(missing).rejects.toThrow('no-relay-answered');
  });

  it('keeps what was shown when relays have an older version or none', async () => {
    let events: NostrEvent[] = [profile(ann, 'New', 200)];
    const { query, queryClient, nameOf } = setUp(() => ({ events }));
    await settled(query(metadataKey(ann)));
    for (const later of [[profile(ann, 'Old', 100)], []]) {
      events = later;
      await vi.advanceTimersByTimeAsync(6 * 60_000);
      await settled(queryClient.refetchQueries({ queryKey: metadataKey(ann) }));
      await settled(query(metadataKey(ann)));
      expect(nameOf(ann)).toBe('New');
    }
  });

  it('asks no relay for what arrived in the last 5 min', async () => {
    const { asked, registry, query, loadMetadata } = setUp();
    registry.add(profile(ann, 'Ann'));
    expect(await settled(query(metadataKey(ann)))).toMatchObject({ name: 'Ann' });
    expect(asked).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(await settled(loadMetadata(ann))).toMatchObject({ name: 'Ann' });
    expect(asked).toHaveLength(1);
  });

  it('[PROF-05] is null for content that is no JSON', async () => {
    const { query, names } = setUp(() => ({ events: [{ ...profile(ann, 'Ann'), content: '<b>Ann</b>' }] }));
    expect(await settled(query(metadataKey(ann)))).toBeNull();
    expect(names.attempt(ann)?.status).toBe('failed');
  });

  it('[PROF-06] a profile that is no JSON is no missing one', async () => {
    const broken = (who: string) => ({ ...profile(who, 'Ann'), content: '<b>Ann</b>' });
    const { query } = setUp(() => ({ events: [broken(ann), broken(bob)] }));
    for (const who of [ann, bob])
      await expect(settled(query(profileMetadataKey(who)))).rejects.toThrow(UnreadableProfile);
    expect(await settled(setUp(() => ({})).query(profileMetadataKey(ann)))).toBeNull();
  });

  it('[PROF-01] asks for one profile with limit 10 and takes the newest', async () => {
    const { asked, query, nameOf } = setUp(() => ({ events: [profile(ann, 'old', 1), profile(ann, 'new', 2)] }));
    expect(await settled(query(profileMetadataKey(ann)))).toMatchObject({ name: 'new' });
    expect(asked[0]?.filters).toEqual([{ kinds: [0], authors: [ann], limit: 10 }]);
    expect(nameOf(ann)).toBe('new');
  });

  it("takes a longer profile of the user's own than of a stranger", async () => {
    const { asked, query } = setUp(() => ({ events: [profile(ann, 'Ann'), profile(bob, 'Bob')] }));
    for (const who of [ann, bob]) await settled(query(profileMetadataKey(who)));
    expect(asked.map(({ own }) => own)).toEqual([true, false]);
  });

  it('[ROUTE-40] asks for an open profile every time and keeps it for 10 min', async () => {
    const { asked, query, queryClient } = setUp(() => ({ events: [profile(ann, 'Ann')] }));
    await settled(query(profileMetadataKey(ann)));
    await settled(query(profileMetadataKey(ann)));
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(10 * 60_000 - 601);
    expect(queryClient.getQueryData(profileMetadataKey(ann))).not.toBeUndefined();
    await vi.advanceTimersByTimeAsync(601);
    expect(queryClient.getQueryData(profileMetadataKey(ann))).toBeUndefined();
  });

  it('shows the open profile before all relays answered', async () => {
    const end = Promise.withResolvers<Answer>();
    const { asked, query, queryClient } = setUp(() => end.promise);
    void query(profileMetadataKey(ann));
    await vi.advanceTimersByTimeAsync(0);
    asked[0]?.onEvent?.(profile(ann, 'Ann'), 'wss://one.example');
    expect(queryClient.getQueryData(profileMetadataKey(ann))).toMatchObject({ name: 'Ann' });
  });

  it('shows a known person whose profile no relay answers for', async () => {
    const { query, queryClient } = setUp(() => ({ outcomes: SILENT }));
    queryClient.setQueryData(metadataKey(ann), { name: 'Ann', createdAt: 1 });
    expect(await settled(query(profileMetadataKey(ann)))).toMatchObject({ name: 'Ann' });
    await expect(settled(query(profileMetadataKey(bob)))).rejects.toThrow('no-relay-answered');
  });

  it('[NAME-04] shows names that come after 6 and 9 s, and closes the fetch after 10 s', async () => {
    const { requests, registry, relay } = await startOverFakes();
    const { queryClient, names, loadMetadata } = startQueries({ requests, registry });
    const nameOf = (pubkey: string) => names.get(pubkey)?.name;
    for (const pubkey of [ann, bob, cat]) {
      names.subscribe(pubkey, () => {});
      loadMetadata(pubkey).catch(() => {});
    }
    await vi.advanceTimersByTimeAsync(60);
    const [, id] = relay().sentOf('REQ')[0]! as [string, string];
    await vi.advanceTimersByTimeAsync(6_000);
    relay().says('EVENT', id, profile(ann, 'Ann'));
    await vi.advanceTimersByTimeAsync(3_000);
    relay().says('EVENT', id, profile(bob, 'Bob'));
    await vi.advanceTimersByTimeAsync(0);
    expect([ann, bob].map((pubkey) => [nameOf(pubkey), names.attempt(pubkey)?.status])).toEqual([
      ['Ann', 'success'],
      ['Bob', 'success'],
    ]);
    expect(queryClient.getQueryData(metadataKey(bob))).toMatchObject({ name: 'Bob' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(relay().sentOf('CLOSE')).toEqual([['CLOSE', id]]);
    relay().says('EVENT', id, profile(cat, 'Cat'));
    await vi.advanceTimersByTimeAsync(0);
    expect([nameOf(cat), names.attempt(cat)?.status]).toEqual([undefined, 'failed']);
  });

  it('[NAME-02] [NAME-05] fetches the names that are read, with the metadata that views ask for, by one REQ', async () => {
    const { asked, names, loadMetadata, query, nameOf } = setUp(() => ({ events: [profile(ann, 'Ann')] }));
    const actor = createActor(
      displayNamesMachine.provide({
        actors: {
          'watch wanted names': defineWatchWantedNames(names),
          'fetch names': defineFetchNames({ names, loadMetadata }),
        },
      }),
    ).start();
    const told = vi.fn();
    names.subscribe(ann, told);
    names.subscribe(bob, () => {});
    await vi.advanceTimersByTimeAsync(30);
    const metadata = query(metadataKey(cat));
    expect([names.attempt(ann)?.status, asked.length]).toEqual([undefined, 0]);
    await vi.advanceTimersByTimeAsync(90);
    await metadata;
    expect(asked.map(({ filters }) => filters[0]?.authors)).toEqual([[ann, bob, cat]]);
    expect([names.attempt(ann)?.status, names.attempt(bob)?.status]).toEqual(['success', 'failed']);
    expect([told.mock.calls.length, nameOf(ann)]).toEqual([1, 'Ann']);
    expect(actor.getSnapshot().value).toBe('idle');
    actor.stop();
    names.subscribe(hex(0xd), () => {});
    expect(asked).toHaveLength(1);
  });

  it('ends a batch of names also when the relays fail', async () => {
    const { names, loadMetadata } = setUp(() => Promise.reject(new Error('No relays configured.')));
    const actor = createActor(
      displayNamesMachine.provide({
        actors: {
          'watch wanted names': defineWatchWantedNames(names),
          'fetch names': defineFetchNames({ names, loadMetadata }),
        },
      }),
    ).start();
    names.want(ann);
    await vi.advanceTimersByTimeAsync(90);
    expect([actor.getSnapshot().value, names.attempt(ann)?.status]).toEqual(['idle', undefined]);
  });

  it('[NAME-06] counts no failure while no relay can be asked: a name is asked for again at once', async () => {
    let outcomes: RelayAnswer['outcomes'] = RELAYS.read.map((relay) => ({ relay, outcome: 'offline' }));
    const { asked, names, query } = setUp(() => ({ outcomes }));
    const look = () => expect(settled(query(metadataKey(ann)))).rejects.toThrow('no-relay-answered');
    for (let index = 0; index < 4; index += 1) await look();
    expect([asked.length, names.attempt(ann)]).toEqual([4, undefined]);
    outcomes = [...outcomes.slice(1), ...SILENT];
    await look();
    expect(names.attempt(ann)).toMatchObject({ status: 'failed', failures: 1 });
  });

  it('[NAME-06] counts no failure when a profile is left early, and keeps those before', async () => {
    let end = Promise.withResolvers<Answer>();
    const { names, query, queryClient } = setUp(() => end.promise);
    const key = profileMetadataKey(ann);
    const look = async (act: () => unknown) => {
      end = Promise.withResolvers();
      const looked = query(key);
      looked.catch(() => {});
      await vi.advanceTimersByTimeAsync(100);
      expect(names.attempt(ann)?.status).toBe('pending');
      await act();
      end.resolve({ outcomes: SILENT });
      await expect(settled(looked)).rejects.toThrow();
      return names.attempt(ann);
    };
    const leave = () => queryClient.cancelQueries({ queryKey: key });
    expect(await look(leave)).toBeUndefined();
    const failed = await look(() => {});
    expect(failed).toMatchObject({ status: 'failed', failures: 1 });
    expect(await look(leave)).toEqual(failed);
  });

  it('[NAME-06] asks again for a failed one as for its name: over 30 s later, twice; always for whom somebody waits', async () => {
    const { asked, query, queryClient } = setUp(() => ({ outcomes: SILENT }));
    const key = metadataKey(ann);
    const look = async (ms: number, meta = {}) => {
      await vi.advanceTimersByTimeAsync(ms);
      const look = queryClient.fetchQuery({ queryKey: key, retry: false, meta });
      await expect(settled(look, 100)).rejects.toThrow('no-relay-answered');
      return asked.length;
    };
    expect([await look(0), await look(0), await look(15_000)]).toEqual([1, 1, 1]);
    expect([await look(31_000), await look(31_000), await look(31_000), await look(3_600_000)]).toEqual([2, 3, 3, 3]);
    expect([await look(0, { isWaitedFor: true }), await look(0)]).toEqual([4, 4]);
    queryClient.setQueryData(key, null, { updatedAt: 1 });
    expect([await settled(query(key)), asked.length]).toEqual([null, 4]);
  });

  it('takes an answer of some relays for an answer', async () => {
    const { query } = setUp(() => ({ outcomes: [...SILENT, ...EOSE] }));
    expect(await settled(query(metadataKey(ann)))).toBeNull();
  });

  it('knows that somebody has no profile, for who waits for it too, once it was looked for', async () => {
    const { asked, query, queryClient } = setUp(() => ({ outcomes: EOSE }));
    expect(await settled(query(profileMetadataKey(ann)))).toBeNull();
    const watched = new QueryObserver(queryClient, { queryKey: metadataKey(ann) }).subscribe(() => {});
    const awaited = queryClient.fetchQuery({ queryKey: metadataKey(ann), meta: { isWaitedFor: true } });
    expect(await settled(awaited, 10_000)).toBeNull();
    watched();
    expect(asked).toHaveLength(1);
  });
});
