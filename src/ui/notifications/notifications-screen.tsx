import { useEffect, useEffectEvent, useMemo } from 'react';
import { groupNotifications } from '#domain/notifications/notification-groups.ts';
import { unreadCount } from '#domain/notifications/notifications.ts';
import { Button } from '#ui/kit/button.tsx';
import { Page } from '#ui/kit/page.tsx';
import { useAccount, useActing, useArea } from '#ui/system-context.ts';
import { KindChips } from './kind-chips.tsx';
import { NotificationList } from './notification-list.tsx';
import { NoNotifications, TroubleBanner, Visitor } from './notification-states.tsx';
import { notificationTexts as texts } from '#ui/texts/notifications.ts';
import { useNotifications } from './use-notifications.ts';
import './notifications.css';

const UserNotifications = ({ pubkey }: { pubkey: string }) => {
  const actor = useArea('notifications');
  const controls = useActing().notifications;
  const { mutes, any, shown, readUpTo, unread } = useNotifications(controls, pubkey);
  const open = useEffectEvent(() => {
    controls.open(pubkey, unread);
    actor.send({ type: 'notifications.open' });
  });
  useEffect(() => open(), []);
  const groups = useMemo(() => groupNotifications(shown), [shown]);
  const isAllRead = unreadCount(shown, readUpTo) === 0;
  return (
    <>
      <div className="nthead">
        <h1>{texts.title}</h1>
        <Button look="ghost" aria-disabled={isAllRead || undefined} onClick={() => controls.readAll(pubkey)}>
          {texts.markAll}
        </Button>
      </div>
      <KindChips controls={controls} mutes={mutes} />
      {groups.length === 0 ? (
        <NoNotifications controls={controls} any={any} />
      ) : (
        <>
          <TroubleBanner />
          <NotificationList groups={groups} readUpTo={readUpTo} />
        </>
      )}
      <p className="pad center t-sm c-3">{texts.reach}</p>
    </>
  );
};

/** What others did to the user and to their notes (ROUTE-14). */
export const NotificationsScreen = () => {
  const { pubkey } = useAccount();
  return (
    <Page title={texts.title} ownHeading={pubkey !== undefined}>
      {pubkey === undefined ? <Visitor /> : <UserNotifications key={pubkey} pubkey={pubkey} />}
    </Page>
  );
};
