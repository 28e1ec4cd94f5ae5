import { useSelector } from '@xstate/react';
import { UNREAD_SHOWN_MOST } from '#domain/notifications/notifications-limits.ts';
import { glowTier, type NotificationControls } from '#domain/notifications/notifications.ts';
import { AppLink } from '#ui/links.tsx';
import { useSystem } from '#ui/system-context.ts';
import { notificationTexts as texts } from '#ui/texts/notifications.ts';
import { useNotifications } from './use-notifications.ts';

const exact = { exact: true, includeSearch: false };

const Square = ({ unread }: { unread: number }) => {
  const name = texts.unreadCount(unread, UNREAD_SHOWN_MOST);
  return (
    <AppLink
      to="/notifications"
      className="tap notif"
      data-tier={glowTier(unread)}
      aria-label={name}
      title={name}
      activeOptions={exact}
    >
      {/* nothing unread is drawn as 0 and is no part of the name */}
      <span className="notif__sq">{unread > 0 && Math.min(unread, UNREAD_SHOWN_MOST)}</span>
    </AppLink>
  );
};

const Counted = ({ controls, pubkey }: { controls: NotificationControls; pubkey: string }) => (
  <Square unread={useNotifications(controls, pubkey).unread} />
);

/**
 * Leads to the notifications and glows the brighter the more of them are unread (HEAD-08, HEAD-10). It counts from when
 * the notifications run, and does not make them start before the notes.
 */
export const UnreadCount = ({ pubkey }: { pubkey: string }) => {
  const { app, acting } = useSystem();
  const runs = useSelector(app, ({ children }) => 'notifications' in children);
  const controls = runs ? acting()?.notifications : undefined;
  return controls === undefined ? <Square unread={0} /> : <Counted controls={controls} pubkey={pubkey} />;
};
