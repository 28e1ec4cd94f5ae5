import { useEffect, useMemo, useState } from 'react';
import { groupNotifications, unreadCount } from '#domain/notifications.ts';
import { Button } from '#ui/kit/button.tsx';
import { Page } from '#ui/shell/page.tsx';
import { useAccount, useActing, useArea } from '#ui/system-context.ts';
import { KindChips } from './kind-chips.tsx';
import { NotificationList } from './notification-list.tsx';
import { NoNotifications, TroubleBanner, Visitor } from './notification-states.tsx';
import { notificationTexts as texts } from './texts.ts';
import { useNotifications } from './use-notifications.ts';
import './notifications.css';

/** Opening the page sets what is unread; what was new by then stays marked until all is marked as read. */
const useReadMark = (pubkey: string, lastSeen: number) => {
  const actor = useArea('notifications');
  const desk = useActing().notifications;
  const [readUpTo, setReadUpTo] = useState(lastSeen);
  useEffect(() => {
    desk.see(pubkey);
    actor.send({ type: 'notifications.open' });
  }, [actor, desk, pubkey]);
  const markAll = () => {
    desk.see(pubkey);
    setReadUpTo(desk.get().lastSeen[pubkey] ?? 0);
  };
  return { readUpTo, markAll };
};

const UserNotifications = ({ pubkey }: { pubkey: string }) => {
  const desk = useActing().notifications;
  const { mutes, any, shown, lastSeen } = useNotifications(desk, pubkey);
  const { readUpTo, markAll } = useReadMark(pubkey, lastSeen);
  const groups = useMemo(() => groupNotifications(shown), [shown]);
  const isAllRead = unreadCount(shown, readUpTo) === 0;
  return (
    <>
      <div className="nthead">
        <h1>{texts.title}</h1>
        <Button look="ghost" aria-disabled={isAllRead || undefined} onClick={markAll}>
          {texts.markAll}
        </Button>
      </div>
      <KindChips desk={desk} mutes={mutes} />
      {groups.length === 0 ? (
        <NoNotifications desk={desk} any={any} />
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

/** What others did to the user and to their notes (doc A section 2). */
export const NotificationsScreen = () => {
  const { pubkey } = useAccount();
  return (
    <Page title={texts.title} ownHeading={pubkey !== undefined}>
      {pubkey === undefined ? <Visitor /> : <UserNotifications key={pubkey} pubkey={pubkey} />}
    </Page>
  );
};
