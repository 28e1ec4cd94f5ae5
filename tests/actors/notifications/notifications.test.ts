import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import {
  defineLoadNotifications,
  defineWatchNotifications,
  registerNotificationsQuery,
} from '#actors/notifications/notifications.ts';
import { defineWatchLogin } from '#actors/session/watch-login.ts';
import { NOTIFICATIONS_GC_MS, NOTIFICATIONS_STALE_MS } from '#domain/notifications/notifications-limits.ts';
import { notificationsKey, type Notification } from '#domain/notifications/notifications.ts';
import { notificationsMachine } from '#machines/notifications/notifications.machine.ts';
import { createAccountStore } from '#store/session/account.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { createEventRegistry } from '#store/events/event-registry.ts';
import { hex } from '#tests/support/fake-events.ts';
import { createFakeRelays, type FakeRelay } from '#tests/support/fake-relays.ts';
import { fakeStorage } from '#tests/support/fake-storage.ts';
import { noteAgo, START, START_S } from '#tests/support/timelines.ts';

const ME = hex(0xe);
const SECOND_ACCOUNT = hex(0xf);
const ONE = 'wss://one.example';
const TWO = 'wss://two.example';
const HOUR_S = 3_600;

const about = (ago: number, kind = 7, me = ME) =>
  noteAgo(ago, {
    kind,
    tags: [
      ['e', hex(100)],
      ['p', me],
    ],
  });

const setUp = (relays: FakeRelay[], pubkey: string | undefined = ME) => {
  const network = createFakeRelays(relays);
  const queryClient = createQueryClient();
  const account = createAccountStore({ local: fakeStorage(), session: fakeStorage(), window: new EventTarget() });
  const logIn = (changed?: string) => account.set({ pubkey: changed, method: 'none', persisted: false });
  logIn(pubkey);
  const requestFrame = (callback: () => void) => void setTimeout(callback, 16);
  const registry = createEventRegistry({ now: Date.now, requestFrame });
  const deps = { requests: network.requests, queryClient, registry, now: () => Date.now(), requestFrame };
  registerNotificationsQuery(deps);
  const actor = createActor(
    notificationsMachine.provide({
      actions: { 'ask failed anew': () => {} },
      actors: {
        'watch login': defineWatchLogin({ account, signer: () => undefined }),
        'watch relays': fromCallback(() => {}),
        'load notifications': defineLoadNotifications(deps),
        'watch notifications': defineWatchNotifications(deps),
      },
    }),
  ).start();
  const data = (me = ME) => queryClient.getQueryData<readonly Notification[]>(notificationsKey(me));
  return {
    ...network,
    queryClient,
    registry,
    logIn,
    actor,
    data,
    ages: (me = ME) => data(me)?.map(({ created_at }) => START_S - created_at),
    tags: () => [...actor.getSnapshot().tags].toSorted(),
  };
};

describe('notifications', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }));
  afterEach(() => void vi.useRealTimers());
  const wait = (ms = 1_000) => vi.advanceTimersByTimeAsync(ms);

  it('[NOTE-02] tell of a reply when it came, as the registry knows it or else now', async () => {
    const [reply, known] = [about(HOUR_S, 1), about(2 * HOUR_S, 1)];
    const { registry, data } = setUp([{ url: ONE, events: [reply, known, about(3 * HOUR_S)] }]);
    registry.add(known);
    const came = Date.now();
    vi.setSystemTime(came + 5_000);
    await wait();
    const [of, ofKnown, ofLike] = data()!.map(({ receivedAt }) => receivedAt);
    expect(of).toBeGreaterThanOrEqual(came + 5_000);
    expect(of).toBeLessThanOrEqual(Date.now());
    expect([ofKnown, ofLike]).toEqual([came, undefined]);
  });

  it('[NOTIF-02] asks the read relays for kinds 7, 1, 6 and 9735 that name the user, 100 each, of 24 hours', async () => {
    const { asked } = setUp([
      { url: ONE, events: [] },
      { url: TWO, events: [] },
    ]);
    await wait();
    const rest = { '#p': [ME], limit: 100, since: START_S - 24 * HOUR_S };
    const filters = [7, 1, 6, 9735].map((kind) => ({ kinds: [kind], ...rest }));
    expect(asked.slice(0, 2)).toEqual([
      { relay: ONE, filters },
      { relay: TWO, filters },
    ]);
  });

  it('[NOTIF-09] [NOTIF-10] shows what several relays have once, the newest first, then what comes', async () => {
    const both = about(50);
    const { tags, ages, publish } = setUp([
      { url: ONE, events: [about(100), both] },
      { url: TWO, events: [about(20, 1), both, about(25 * HOUR_S), noteAgo(5)] },
    ]);
    await wait();
    expect([tags(), ages()]).toEqual([['live'], [20, 50, 100]]);
    publish(ONE, about(10, 6));
    publish(TWO, about(10, 6));
    await wait();
    expect(ages()).toEqual([10, 20, 50, 100]);
  });

  it('[NOTIF-03] asks again only after 30 s, and forgets after 2 min without a view', async () => {
    const { actor, asked, queryClient, data, logIn, publish } = setUp([{ url: ONE, events: [about(10)] }]);
    await wait();
    const open = async () => {
      actor.send({ type: 'notifications.open' });
      await wait();
    };
    const before = asked.length;
    // what comes live does not make the rest younger
    await wait(NOTIFICATIONS_STALE_MS - 5_000);
    publish(ONE, about(1));
    await open();
    expect(asked).toHaveLength(before);
    await wait(5_000);
    await open();
    expect(asked).toHaveLength(before + 1);
    expect(queryClient.getQueryDefaults(notificationsKey(ME))).toMatchObject({ staleTime: 30_000, gcTime: 120_000 });
    logIn();
    await wait(NOTIFICATIONS_GC_MS + 1_000);
    expect(data()).toBeUndefined();
  });

  it('is offline when no relay answers, and shows what came from one that did not end', async () => {
    const away = setUp([{ url: ONE, events: [], fault: 'offline' }]);
    await wait(20_000);
    expect([away.tags(), away.data()]).toEqual([['offline'], undefined]);
    const silent = setUp([{ url: ONE, events: [about(10)], fault: 'silent' }]);
    await wait(100);
    expect([silent.tags(), silent.ages()]).toEqual([['loading'], [10]]);
    await wait(20_000);
    expect([silent.tags(), silent.ages()]).toEqual([['live'], [10]]);
  });

  it('asks a relay that was away for all of the 24 hours', async () => {
    const away: FakeRelay = { url: TWO, events: [about(23 * HOUR_S)], fault: 'offline' };
    const { ages } = setUp([{ url: ONE, events: [about(10)] }, away]);
    await wait(100);
    delete away.fault;
    expect(ages()).toEqual([10]);
    await wait(20_000);
    expect(ages()).toEqual([10, 23 * HOUR_S]);
  });

  it('keeps what is for one account from another', async () => {
    const { logIn, ages, publish } = setUp([{ url: ONE, events: [about(10), about(20, 7, SECOND_ACCOUNT)] }]);
    await wait();
    logIn(SECOND_ACCOUNT);
    await wait();
    expect([ages(), ages(SECOND_ACCOUNT)]).toEqual([[10], [20]]);
    publish(ONE, about(5));
    await wait();
    expect([ages(), ages(SECOND_ACCOUNT)]).toEqual([[10], [20]]);
  });
});
