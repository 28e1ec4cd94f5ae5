import { useSelector } from '@xstate/react';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { RetryState } from '#ui/kit/retry-state.tsx';
import { AppLink } from '#ui/links.tsx';
import { NoRelays } from '#ui/relays/no-relays.tsx';
import { useArea, useOnline } from '#ui/system-context.ts';
import { offlineTexts } from '#ui/texts/offline.ts';
import { feedTexts } from '#ui/texts/feed.ts';

/** Without a network and with nothing saved here: what one can do all the same. */
const NothingOffline = () => (
  <EmptyState
    art="mast"
    title={offlineTexts.title}
    action={
      <AppLink to="/create" className="btn btn--primary">
        {offlineTexts.write}
      </AppLink>
    }
  >
    {offlineTexts.why}
  </EmptyState>
);

const Failed = () => {
  const feed = useArea('feed');
  return (
    <RetryState title={feedTexts.failed} onRetry={() => feed.send({ type: 'feed.refresh' })}>
      {feedTexts.failedWhy}
    </RetryState>
  );
};

const Nothing = () => {
  const feed = useArea('feed');
  const filter = useSelector(feed, ({ context }) => context.filter);
  if (filter.hashtags.length === 0)
    return (
      <EmptyState
        art="bird"
        title={feedTexts.nothing}
        action={
          <Button look="line" onClick={() => feed.send({ type: 'feed.refresh' })}>
            {feedTexts.refresh}
          </Button>
        }
      >
        {feedTexts.nothingWhy}
      </EmptyState>
    );
  return (
    <EmptyState
      art="bird"
      title={feedTexts.nothingMatches}
      action={
        <Button look="line" onClick={() => feed.send({ type: 'feed.filter', filter: { ...filter, hashtags: [] } })}>
          {feedTexts.allNotes}
        </Button>
      }
    >
      {feedTexts.nothingMatchesWhy}
    </EmptyState>
  );
};

/** Why the feed is empty: there are no relays (FEED-14), no network, it failed (FEED-15), or nothing was found. */
export const FeedProblem = () => {
  const feed = useArea('feed');
  const failed = useSelector(feed, (snapshot) => snapshot.hasTag('failed') || snapshot.hasTag('offline'));
  const noRelays = useSelector(feed, (snapshot) => snapshot.hasTag('no relays'));
  const online = useOnline();
  if (noRelays) return <NoRelays />;
  if (!online) return <NothingOffline />;
  return failed ? <Failed /> : <Nothing />;
};
