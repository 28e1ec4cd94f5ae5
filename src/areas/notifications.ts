import { askFailedAnew } from '#actors/feed/ask-failed.ts';
import type { NotificationControls } from '#domain/notifications/notifications.ts';
import { defineWatchReadRelays } from '#actors/feed/watch-read-relays.ts';
import {
  defineLoadNotifications,
  defineWatchNotifications,
  registerNotificationsQuery,
} from '#actors/notifications/notifications.ts';
import { defineWatchLogin } from '#actors/session/watch-login.ts';
import type { Area } from '#machines/areas.ts';
import { notificationsMachine } from '#machines/notifications/notifications.machine.ts';
import { createNotificationSettings } from '#store/notifications/notification-settings.ts';
import type { CurrentSigner } from '#domain/protocol/signer.ts';
import type { AreaDeps } from './deps.ts';

/** What the user is told of others, and what of it they want to hear. */
export const notificationsArea = (
  deps: AreaDeps & { readonly signer: CurrentSigner },
): { readonly area: Area<'notifications'>; readonly desk: NotificationControls } => {
  registerNotificationsQuery(deps);
  const logic = notificationsMachine.provide({
    actions: { 'ask failed anew': () => askFailedAnew(deps.queryClient) },
    actors: {
      'watch login': defineWatchLogin(deps),
      'watch relays': defineWatchReadRelays(deps.follow),
      'load notifications': defineLoadNotifications(deps),
      'watch notifications': defineWatchNotifications(deps),
    },
  });
  const { browser, storages, now } = deps;
  return { area: { logic }, desk: createNotificationSettings({ storage: storages.local, window: browser, now }) };
};
