import type { QueryClient } from '@tanstack/query-core';
import { fromCallback, fromPromise, type AnyEventObject } from 'xstate';
import { NOTIFICATIONS_STALE_MS, NOTIFICATIONS_GC_MS } from '#domain/notifications/notifications-limits.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import {
  notificationFilters,
  notificationsKey,
  withNotifications,
  type Notification,
} from '#domain/notifications/notifications.ts';
import { askRelays, NoRelayAnswered } from '#actors/relays/ask-relays.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { NotificationsReport, Notified } from '#machines/notifications/notifications.machine.ts';
import type { EventRegistry } from '#store/events/event-registry.ts';
import { requestFrame, type RequestFrame } from '#store/events/frames.ts';

type NotificationsDeps = {
  readonly requests: RelayRequests;
  readonly queryClient: QueryClient;
  readonly registry: Pick<EventRegistry, 'receivedAt'>;
  /** ms since the epoch */
  readonly now: () => number;
  readonly requestFrame?: RequestFrame;
};

/** Puts events among the notifications of a user, at most once per frame. */
const openIntake = (deps: NotificationsDeps, me: string) => {
  const { queryClient, registry, now, requestFrame: whenFrame = requestFrame } = deps;
  const key = notificationsKey(me);
  let waiting: NostrEvent[] = [];
  const all = (events: readonly NostrEvent[]) =>
    withNotifications(queryClient.getQueryData<readonly Notification[]>(key) ?? [], events, {
      me,
      now: now(),
      receivedAt: (id) => registry.receivedAt(id),
    });
  const show = () => {
    const events = waiting;
    waiting = [];
    const known = queryClient.getQueryState(key);
    const changed = all(events);
    // one event more does not make the others younger
    if (changed !== known?.data) queryClient.setQueryData(key, changed, { updatedAt: known?.dataUpdatedAt ?? 0 });
  };
  return {
    all,
    add(event: NostrEvent) {
      if (waiting.length === 0) whenFrame(show);
      waiting.push(event);
    },
  };
};

/** Says how the notifications of a user are loaded: of their read relays (NOTIF-02, NOTIF-03). */
export const registerNotificationsQuery = (deps: NotificationsDeps): void => {
  deps.queryClient.setQueryDefaults(['notifications'], {
    staleTime: NOTIFICATIONS_STALE_MS,
    gcTime: NOTIFICATIONS_GC_MS,
    queryFn: async ({ queryKey, signal }) => {
      const me = String(queryKey[1]);
      const intake = openIntake(deps, me);
      const filters = notificationFilters(me, deps.now());
      return intake.all(await askRelays(deps.requests, { filters, signal, onEvent: intake.add }));
    },
  });
};

/** The slot `load notifications`: asks the relays unless they were asked within 30 s. */
export const defineLoadNotifications = ({ queryClient }: NotificationsDeps) =>
  fromPromise<NotificationsReport, Notified>(async ({ input: { pubkey } }) => {
    try {
      await queryClient.fetchQuery({ queryKey: notificationsKey(pubkey), retry: false });
      return 'loaded';
    } catch (error) {
      if (error instanceof NoRelayAnswered) return 'unreachable';
      throw error;
    }
  });

/**
 * The slot `watch notifications`: adds what comes. A relay that is added later or was away is asked for all of the last 24
 * hours.
 */
export const defineWatchNotifications = (deps: NotificationsDeps) =>
  fromCallback<AnyEventObject, Notified>(({ input: { pubkey } }) =>
    deps.requests.watch({
      filters: notificationFilters(pubkey, deps.now()),
      onEvent: openIntake(deps, pubkey).add,
    }),
  );
