import type { QueryClient } from '@tanstack/query-core';
import type { Nutzap } from '#domain/ecash/nutzaps/nutzap.ts';
import {
  NOTIFICATIONS_LIMIT,
  NOTIFICATIONS_MAX,
  NOTIFICATIONS_WINDOW_MS,
} from '#domain/notifications/notifications-limits.ts';
import { notificationsKey, type Notification } from '#domain/notifications/notifications.ts';
import { byNewest, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { SECOND, toSeconds } from '#domain/units.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { ProveNutzaps } from '#ports/nutzaps.ts';

type Deps = {
  readonly queryClient: QueryClient;
  readonly requests: Pick<RelayRequests, 'watch'>;
  readonly prove: ProveNutzaps;
  readonly now: () => number;
};

/** A proven nutzap as somebody is told of it. `now` in seconds. */
export const notificationOfNutzap = (event: NostrEvent, nutzap: Nutzap, now: number): Notification => ({
  type: 'zap',
  deed: event.id,
  actor: nutzap.sender,
  created_at: Math.min(nutzap.at, now),
  event,
  subject: nutzap.noteId === undefined ? undefined : { id: nutzap.noteId, relays: [], author: nutzap.recipient },
  own: true,
  sats: nutzap.sats,
  comment: nutzap.comment,
});

/** Tells `me` of nutzaps that are proven, with their sums, now and whenever the notifications are loaded again. */
export const watchOwnNutzaps = ({ queryClient, requests, prove, now }: Deps, me: string): (() => void) => {
  const key = notificationsKey(me);
  const hash = JSON.stringify(key);
  const told = new Map<string, Notification>();
  let isOver = false;
  const seconds = () => toSeconds(now());
  const show = () => {
    const state = queryClient.getQueryState<readonly Notification[]>(key);
    if (state?.data === undefined) return;
    const deeds = new Set(state.data.map(({ deed }) => deed));
    const oldest = seconds() - NOTIFICATIONS_WINDOW_MS / SECOND;
    const added = [...told.values()].filter(({ deed, created_at }) => !deeds.has(deed) && created_at >= oldest);
    if (added.length === 0) return;
    const all = [...state.data, ...added].toSorted((a, b) => b.created_at - a.created_at || byNewest(a.event, b.event));
    queryClient.setQueryData(key, all.slice(0, NOTIFICATIONS_MAX), { updatedAt: state.dataUpdatedAt });
  };
  const hear = async (event: NostrEvent) => {
    const [nutzap] = await prove([event]);
    if (isOver || nutzap?.recipient !== me || told.size >= NOTIFICATIONS_MAX) return;
    told.set(event.id, notificationOfNutzap(event, nutzap, seconds()));
    show();
  };
  const since = seconds() - NOTIFICATIONS_WINDOW_MS / SECOND;
  const stop = requests.watch({
    filters: [{ kinds: [KIND.nutzap], '#p': [me], since, limit: NOTIFICATIONS_LIMIT }],
    onEvent: (event) => void hear(event),
  });
  const unwatch = queryClient.getQueryCache().subscribe(({ query, type, ...event }) => {
    const isLoaded = type === 'updated' && 'action' in event && event.action.type === 'success' && !event.action.manual;
    if (isLoaded && query.queryHash === hash) show();
  });
  return () => {
    isOver = true;
    stop();
    unwatch();
  };
};
