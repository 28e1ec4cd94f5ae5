import { useSelector } from '@xstate/react';
import { linkLabel } from '#domain/text/web-url.ts';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { RetryState } from '#ui/kit/retry-state.tsx';
import { AppLink } from '#ui/links.tsx';
import { NoRelays } from '#ui/relays/no-relays.tsx';
import { useIsFullFor } from '#ui/relays/use-relays.ts';
import { useArea, useFeedRelay, useOnline } from '#ui/system-context.ts';
import { texts } from '#ui/texts/app.ts';
import { offlineTexts } from '#ui/texts/offline.ts';
import { feedTexts } from '#ui/texts/feed.ts';
import { relayTexts } from '#ui/texts/relays.ts';

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

/** The feed consists of what one relay has, and that has nothing or says nothing. */
const OneRelay = ({ relay, failed }: { relay: string; failed: boolean }) => {
  const feed = useArea('feed');
  const [, setRelay] = useFeedRelay();
  const words = relayTexts.onlyRelay;
  const isFullFor = useIsFullFor();
  return (
    <EmptyState
      art={failed ? 'mast' : 'bird'}
      title={failed ? feedTexts.failed : feedTexts.nothing}
      action={
        <>
          <Button look={failed ? 'primary' : 'line'} onClick={() => feed.send({ type: 'feed.refresh' })}>
            {failed ? texts.error.retry : feedTexts.refresh}
          </Button>
          <Button look="line" onClick={() => setRelay(undefined)}>
            {words.leave}
          </Button>
        </>
      }
    >
      {isFullFor(relay) ? relayTexts.add.full : (failed ? words.failed : words.nothing)(linkLabel(relay))}
    </EmptyState>
  );
};

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
  const { hashtags, relay } = useSelector(feed, ({ context }) => context.filter);
  const online = useOnline();
  if (noRelays) return <NoRelays />;
  if (!online) return <NothingOffline />;
  if (relay !== undefined && (failed || hashtags.length === 0)) return <OneRelay relay={relay} failed={failed} />;
  return failed ? <Failed /> : <Nothing />;
};
