import { useSelector } from '@xstate/react';
import { problemText } from '#ui/texts/problem-text.ts';
import { NOTIFICATION_TYPES, type NotificationControls } from '#domain/notifications/notifications.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { RetryState } from '#ui/kit/retry-state.tsx';
import { RowSkeletons } from '#ui/kit/skeleton.tsx';
import { NoRelays } from '#ui/relays/no-relays.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { useArea, useOnline } from '#ui/system-context.ts';
import { texts as shared } from '#ui/texts/app.ts';
import { notificationTexts as texts } from '#ui/texts/notifications.ts';

const SKELETONS = 6;

/** Nobody is logged in, so that nothing can be about them (HEAD-09). */
export const Visitor = () => {
  const open = useOpenOverlay();
  return (
    <EmptyState
      art="bird"
      title={texts.visitor.title}
      action={
        <Button look="primary" icon="login" aria-haspopup="dialog" onClick={() => open({ login: true })}>
          {texts.visitor.logIn}
        </Button>
      }
    >
      {texts.visitor.why}
    </EmptyState>
  );
};

const useTrouble = () => {
  const actor = useArea('notifications');
  const offline = useSelector(actor, (snapshot) => snapshot.hasTag('offline'));
  const failed = useSelector(actor, (snapshot) => snapshot.hasTag('failed'));
  const problem = useSelector(actor, ({ context }) => context.problem);
  return offline || failed
    ? {
        title: offline ? texts.offline : texts.failed,
        why: offline ? texts.offlineWhy : problem && problemText(problem),
        noRelays: !offline && problem?.code === 'no-relays-to-read',
      }
    : undefined;
};

/** Above rows that are not up to date. Without a network the whole app says so already. */
export const TroubleBanner = () => {
  const actor = useArea('notifications');
  const trouble = useTrouble();
  const online = useOnline();
  if (trouble === undefined || !online) return null;
  return (
    <div className="padx nts__lead">
      <Banner tone="warn" icon="relay" title={trouble.title}>
        <span className="spread">
          {texts.offlineShown}
          <Button look="line" size="s" onClick={() => actor.send({ type: 'notifications.refresh' })}>
            {shared.error.retry}
          </Button>
        </span>
      </Banner>
    </div>
  );
};

const AllHidden = ({ controls }: { controls: NotificationControls }) => (
  <EmptyState
    art="bird"
    title={texts.hidden.title}
    action={
      <Button
        look="line"
        onClick={() => {
          for (const type of NOTIFICATION_TYPES) controls.mute(type, false);
        }}
      >
        {texts.hidden.show}
      </Button>
    }
  >
    {texts.hidden.why}
  </EmptyState>
);

type Props = {
  controls: NotificationControls;
  /** whether there are any of kinds that are switched off */
  any: boolean;
};

/** What stands in the place of the rows when there are none. */
export const NoNotifications = ({ controls, any }: Props) => {
  const actor = useArea('notifications');
  const trouble = useTrouble();
  const live = useSelector(actor, (snapshot) => snapshot.hasTag('live'));
  const retry = () => actor.send({ type: 'notifications.refresh' });
  if (any) return <AllHidden controls={controls} />;
  if (trouble?.noRelays) return <NoRelays onRetry={retry} />;
  if (trouble)
    return (
      <RetryState title={trouble.title} onRetry={retry}>
        {trouble.why}
      </RetryState>
    );
  if (live)
    return (
      <EmptyState art="bird" title={texts.empty.title}>
        {texts.empty.why}
      </EmptyState>
    );
  return (
    <>
      <output className="vh">{shared.shell.loading}</output>
      <RowSkeletons count={SKELETONS} />
    </>
  );
};
