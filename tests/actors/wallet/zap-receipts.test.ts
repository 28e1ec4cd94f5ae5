import type { QueryClient } from '@tanstack/query-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { createProviders } from '#actors/wallet/providers.ts';
import { defineConfirmOwnZaps } from '#actors/wallet/zap-notifications.ts';
import { createZapWishes, defineCountZaps, defineWatchWantedZaps } from '#actors/wallet/zap-counts.ts';
import { defineWatchLogin } from '#actors/session/watch-login.ts';
import { metadataKey, noteStatsKey, type NoteStats } from '#domain/cache/query-keys.ts';
import { notificationsKey, withNotifications, type Notification } from '#domain/notifications/notifications.ts';
import { parseMetadata } from '#domain/profile/metadata.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { PROVIDER_RETRY_MS, PROVIDER_STALE_MS } from '#domain/wallet/wallet-limits.ts';
import { zapReceiptsMachine } from '#machines/wallet/zap-receipts.machine.ts';
import { createAccountStore } from '#store/session/account.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { createEventRegistry } from '#store/events/event-registry.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';
import { fakeRequests } from '#tests/support/fake-requests.ts';
import { fakeStorage } from '#tests/support/fake-storage.ts';
import { keyOf, makeReceipt } from '#tests/support/receipts.ts';

const NOTE = hex(1);
const AUTHOR = keyOf('author');
const NOTHING: NoteStats = { replies: 0, reposts: 0, likes: 3, zaps: 0, zapSats: 0 };

const provider = (change: object = {}) => ({
  tag: 'payRequest',
  callback: 'https://pay.example/cb',
  minSendable: 1_000,
  maxSendable: 100_000,
  allowsNostr: true,
  nostrPubkey: keyOf('provider'),
  ...change,
});

/** The part of the app that counts zaps, over relays and providers that answer what the test says. */
const setUp = (restore: (queryClient: QueryClient) => void = () => {}) => {
  const world = { receipts: [] as NostrEvent[], provider: provider() as object | undefined };
  const loaded: string[] = [];
  const watched: NostrEvent[] = [];
  const { requests } = fakeRequests();
  requests.watch = ({ onEvent, filters: [filter] }) => {
    for (const event of watched) if (filter!.authors?.includes(event.pubkey)) onEvent?.(event, 'wss://one.example');
    return () => {};
  };
  const queryClient = createQueryClient();
  const profiles = new Map<string, string>([[AUTHOR, 'author@pay.example']]);
  queryClient.setQueryDefaults(['metadata'], {
    queryFn: ({ queryKey }) =>
      parseMetadata({ content: JSON.stringify({ lud16: profiles.get(String(queryKey[1])) }), created_at: 1 }),
  });
  let stats = { ...NOTHING };
  queryClient.setQueryDefaults(['zap-totals'], { queryFn: () => stats });
  const registry = createEventRegistry({ now: Date.now, requestFrame: (act) => void setTimeout(act, 16) });
  registry.add(fakeEvent({ id: NOTE, pubkey: AUTHOR }));
  const fetch = (async (url: string) => {
    loaded.push(url);
    if (world.provider === undefined) throw new TypeError('network');
    return Response.json(world.provider);
  }) as typeof globalThis.fetch;
  const account = createAccountStore({ local: fakeStorage(), session: fakeStorage(), window: new EventTarget() });
  const providers = createProviders({ fetch, queryClient, now: Date.now });
  const prove = async () => [];
  const deps = { queryClient, registry, requests, providers, prove, now: Date.now };
  restore(queryClient);
  const wishes = createZapWishes();
  createActor(
    zapReceiptsMachine.provide({
      actors: {
        'watch login': defineWatchLogin({ account, signer: () => undefined }),
        'watch wanted zaps': defineWatchWantedZaps(wishes, deps),
        'count zaps': defineCountZaps(wishes, deps),
        'confirm own zaps': defineConfirmOwnZaps(deps),
      },
    }),
  ).start();
  const key = noteStatsKey(NOTE);
  return {
    world,
    loaded,
    queryClient,
    providers,
    registry,
    profiles,
    watched,
    account,
    /** the note comes on screen, and its likes are counted; its receipts come with them */
    async show(id = NOTE) {
      for (const receipt of world.receipts) registry.add(receipt);
      await queryClient.fetchQuery({ queryKey: noteStatsKey(id), staleTime: 0 });
      await vi.advanceTimersByTimeAsync(1_000);
    },
    reload: (next: Partial<NoteStats>) => (stats = { ...stats, ...next }),
    stats: () => queryClient.getQueryData<NoteStats>(key),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('zaps under a note', () => {
  it('ask for the profile of its author also when its name failed too often to be asked for', async () => {
    const { world, show, queryClient } = setUp();
    world.receipts = [makeReceipt({ note: NOTE, sats: 21 })];
    await show();
    expect(queryClient.getQueryCache().find({ queryKey: metadataKey(AUTHOR) })?.meta).toEqual({ isWaitedFor: true });
  });

  it('are the receipts that the provider of its author signed', async () => {
    const { world, show, stats, loaded } = setUp();
    world.receipts = [
      makeReceipt({ note: NOTE, sats: 21 }),
      makeReceipt({ note: NOTE, sats: 2_100, salt: '2', comment: 'More' }),
      makeReceipt({ note: NOTE, sats: 1_000_000, provider: 'mallory' }),
    ];
    await show();
    expect(stats()).toEqual({
      ...NOTHING,
      zaps: 2,
      zapSats: 2_121,
      topZap: { pubkey: keyOf('payer'), sats: 2_100, comment: 'More' },
    });
    expect(loaded).toEqual(['https://pay.example/.well-known/lnurlp/author']);
  });

  it.each([
    ['answers nothing', undefined],
    ['names no key', provider({ nostrPubkey: undefined })],
    ['takes no zaps', provider({ allowsNostr: false })],
    ['names another', provider({ nostrPubkey: keyOf('mallory') })],
  ])('are none where the provider %s', async (_what, answer) => {
    const { world, show, stats } = setUp();
    world.receipts = [makeReceipt({ note: NOTE })];
    world.provider = answer;
    await show();
    expect(stats()).toEqual(NOTHING);
  });

  it('ask nobody where there are no receipts, and each provider once in hours', async () => {
    const { world, show, loaded, pass, stats } = setUp();
    await show();
    expect(loaded).toEqual([]);
    world.receipts = [makeReceipt({ note: NOTE })];
    await show();
    await show();
    expect(loaded).toHaveLength(1);
    await pass(PROVIDER_STALE_MS);
    await show();
    expect(loaded).toHaveLength(2);
    expect(stats()).toMatchObject({ zapSats: 21 });
  });

  it('count later when their provider was away', async () => {
    const { world, show, stats, pass } = setUp();
    world.receipts = [makeReceipt({ note: NOTE })];
    world.provider = undefined;
    await show();
    expect(stats()).toEqual(NOTHING);
    world.provider = provider();
    await pass(PROVIDER_RETRY_MS);
    await show();
    expect(stats()).toMatchObject({ zaps: 1 });
  });

  it('are counted anew for numbers that an earlier visit saved, which have none in them', () => {
    const [before, here] = [noteStatsKey(NOTE), noteStatsKey(hex(2))];
    const { queryClient } = setUp((cache) => {
      cache.setQueryData(before, NOTHING, { updatedAt: performance.timeOrigin - 1 });
      cache.setQueryData(here, NOTHING, { updatedAt: performance.timeOrigin + 1 });
    });
    expect([before, here].map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, false]);
  });

  it('of an earlier visit stay until as much has come to this one', async () => {
    const { world, show, stats, reload } = setUp();
    reload({ zaps: 2, zapSats: 42 });
    world.receipts = [makeReceipt({ note: NOTE })];
    await show();
    expect(stats()).toMatchObject({ zaps: 2, zapSats: 42 });
    world.receipts = [makeReceipt({ note: NOTE, sats: 100, salt: '2' })];
    await show();
    expect(stats()).toMatchObject({ zaps: 2, zapSats: 121 });
  });

  it('grow with a receipt that comes while the note is on screen', async () => {
    const { show, stats, registry, pass } = setUp();
    await show();
    registry.add(makeReceipt({ note: NOTE }));
    await pass(1_000);
    expect(stats()).toMatchObject({ zaps: 1, likes: 3 });
  });

  it('are asked of a profile that changed its address anew', async () => {
    const { world, show, loaded, profiles, queryClient } = setUp();
    world.receipts = [makeReceipt({ note: NOTE })];
    await show();
    profiles.set(AUTHOR, 'author@other.example');
    queryClient.removeQueries({ queryKey: metadataKey(AUTHOR) });
    await show();
    expect(loaded).toHaveLength(2);
  });
});

it('[ZAP-06] the provider of somebody stays known while no relay tells of them', async () => {
  const { providers, queryClient } = setUp();
  expect(await providers.of(AUTHOR)).toBe(keyOf('provider'));
  queryClient.removeQueries({ queryKey: metadataKey(AUTHOR) });
  queryClient.setQueryDefaults(['metadata'], { queryFn: () => Promise.reject(new Error('silent')), retry: false });
  expect(await providers.of(AUTHOR)).toBe(keyOf('provider'));
  expect(providers.known(AUTHOR)).toBe(keyOf('provider'));
});

describe('the zaps that somebody is told of', () => {
  const now = () => Math.floor(Date.now() / 1_000);

  it('get their sum when the own provider signed the receipt, whatever others sign before', async () => {
    const { queryClient, account, watched, pass } = setUp();
    const genuine = makeReceipt({ sats: 210, comment: 'Tea', at: now() - 60 });
    const description = genuine.tags.find(([name]) => name === 'description')![1]!;
    const forged = makeReceipt({ sats: 210, provider: 'mallory', description: () => description, at: now() - 60 });
    const key = notificationsKey(AUTHOR);
    const told = (events: readonly NostrEvent[]) =>
      withNotifications(queryClient.getQueryData<readonly Notification[]>(key) ?? [], events, {
        me: AUTHOR,
        now: Date.now(),
      });
    queryClient.setQueryDefaults(['notifications'], { queryFn: () => told([forged, genuine]) });
    await queryClient.fetchQuery({ queryKey: key });
    expect(queryClient.getQueryData(key)).toMatchObject([{ sats: 0, comment: 'Tea' }]);
    watched.push(forged, genuine);
    account.set({ pubkey: AUTHOR, method: 'none', persisted: false });
    await pass(100);
    expect(queryClient.getQueryData(key)).toMatchObject([{ sats: 210, comment: 'Tea' }]);
    await queryClient.fetchQuery({ queryKey: key, staleTime: 0 });
    expect(queryClient.getQueryData(key)).toMatchObject([{ sats: 210 }]);
  });

  it('that come before the others are loaded are not lost', async () => {
    const { queryClient, account, watched, pass } = setUp();
    const genuine = makeReceipt({ at: now() - 60 });
    watched.push(genuine);
    account.set({ pubkey: AUTHOR, method: 'none', persisted: false });
    await pass(100);
    const key = notificationsKey(AUTHOR);
    queryClient.setQueryDefaults(['notifications'], {
      queryFn: () => withNotifications([], [genuine], { me: AUTHOR, now: Date.now() }),
    });
    await queryClient.fetchQuery({ queryKey: key });
    expect(queryClient.getQueryData(key)).toMatchObject([{ sats: 21 }]);
  });

  it('get their sum also once the user has another address, of another provider', async () => {
    const { queryClient, account, watched, pass, world, profiles } = setUp();
    profiles.delete(AUTHOR);
    const genuine = makeReceipt({ sats: 210, at: now() - 60 });
    const key = notificationsKey(AUTHOR);
    const told = (events: readonly NostrEvent[]) => withNotifications([], events, { me: AUTHOR, now: Date.now() });
    queryClient.setQueryDefaults(['notifications'], { queryFn: () => told([genuine]) });
    await queryClient.fetchQuery({ queryKey: key });
    watched.push(genuine);
    account.set({ pubkey: AUTHOR, method: 'none', persisted: false });
    await pass(100);
    expect(queryClient.getQueryData(key)).toMatchObject([{ sats: 0 }]);
    const profile = (lud16: string, created_at: number) =>
      queryClient.setQueryData(metadataKey(AUTHOR), parseMetadata({ content: JSON.stringify({ lud16 }), created_at }));
    profile('author@pay.example', 2);
    await pass(100);
    expect(queryClient.getQueryData(key)).toMatchObject([{ sats: 210 }]);
    // and of the next one, though the last one was known
    world.provider = provider({ nostrPubkey: keyOf('another') });
    const next = makeReceipt({ sats: 33, provider: 'another', at: now() - 30 });
    watched.push(next);
    queryClient.setQueryDefaults(['notifications'], { queryFn: () => told([next]) });
    profile('author@another.example', 3);
    await pass(100);
    await queryClient.fetchQuery({ queryKey: key, staleTime: 0 });
    expect(queryClient.getQueryData(key)).toMatchObject([{ sats: 33 }, { sats: 210 }]);
  });
});
