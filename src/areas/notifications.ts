import type { NotificationDesk } from '#domain/notifications/notifications.ts';
import { defineWatchRelays } from '#actors/feed/watch-relays.ts';
import {
  defineLoadNotifications,
  defineWatchNotifications,
  registerNotificationsQuery,
} from '#actors/notifications/notifications.ts';
import { defineWatchLogin } from '#actors/session/watch-login.ts';
import { openStorage } from '#actors/shell/browser.ts';
import { notificationsMachine } from '#machines/notifications/notifications.machine.ts';
import { createNotificationSettings } from '#store/notifications/notification-settings.ts';
import type { CurrentSigner } from '#domain/protocol/signer.ts';
import type { Area, AreaDeps } from './deps.ts';

/** What the user is told of others, and what of it they want to hear. */
export const notificationsArea = (
  deps: AreaDeps & { readonly signer: CurrentSigner },
): { readonly area: Area; readonly desk: NotificationDesk } => {
  registerNotificationsQuery(deps);
  const logic = notificationsMachine.provide({
    actors: {
      'watch login': defineWatchLogin(deps),
      'watch relays': defineWatchRelays(deps.directory),
      'load notifications': defineLoadNotifications(deps),
      'watch notifications': defineWatchNotifications(deps),
    },
  });
  const storage = openStorage(() => window.localStorage);
  return { area: { logic }, desk: createNotificationSettings({ storage, window, now: deps.now }) };
};
