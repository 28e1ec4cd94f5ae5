import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import {
  notificationsKey,
  shownNotifications,
  unmutedNotifications,
  unreadCount,
  type Notification,
  type NotificationControls,
  type NotificationSettings,
} from '#domain/notifications/notifications.ts';
import type { QueryData } from '#domain/cache/query-keys.ts';
import { useMuted } from '#ui/system-context.ts';

const NONE: readonly Notification[] = [];

/** What a user is told of others. */
type Notifications = {
  readonly mutes: NotificationSettings['mutes'];
  /** whether there are any by people who are not muted, also of muted types */
  readonly any: boolean;
  /** without muted types and people, the newest first */
  readonly shown: readonly Notification[];
  /** seconds: what is newer is marked */
  readonly readUpTo: number;
  readonly unread: number;
};

/** The notifications of a user; their statechart loads them, this only reads. */
export const useNotifications = (controls: NotificationControls, pubkey: string): Notifications => {
  const { mutes, lastSeen, readUpTo } = useSyncExternalStore(controls.subscribe, controls.get);
  const muted = useMuted();
  const { data = NONE } = useQuery<QueryData['notifications']>({ queryKey: notificationsKey(pubkey), enabled: false });
  const unmuted = useMemo(() => unmutedNotifications(data, muted), [data, muted]);
  const shown = useMemo(() => shownNotifications(unmuted, mutes), [unmuted, mutes]);
  return {
    mutes,
    any: unmuted.length > 0,
    shown,
    readUpTo: readUpTo[pubkey] ?? lastSeen[pubkey] ?? 0,
    unread: unreadCount(shown, lastSeen[pubkey] ?? 0),
  };
};
