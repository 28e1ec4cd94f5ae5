import { useLocation } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { lazy, Suspense, useCallback, useEffect } from 'react';
import { hashtagFilter } from '#domain/hashtags.ts';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { useTimeline } from '#ui/queries.ts';
import { Page } from '#ui/shell/page.tsx';
import { useArea, usePreference } from '#ui/system-context.ts';
import { texts } from '#ui/texts.ts';
import { keepFeedPosition } from './feed-position.ts';
import { FirstRows } from './first-rows.tsx';
import { FeedTail, NoNotes, UnreachableBanner } from './feed-states.tsx';
import { HashtagChips } from './hashtag-chips.tsx';
import { NewNotesPill } from './new-notes-pill.tsx';
import './feed.css';

const FeedAside = lazy(async () => ({ default: (await import('./feed-aside.tsx')).FeedAside }));
const FeedList = lazy(async () => ({ default: (await import('./feed-list.tsx')).FeedList }));

const nameOf = (filter: object): string => `feed ${JSON.stringify(filter)}`;

/** Tells the feed what the preferences let in; the hashtag is the feed's own. */
const useFeed = () => {
  const feed = useArea('feed');
  const filter = useSelector(feed, ({ context }) => context.filter);
  const [showReplies] = usePreference('showReplies');
  const [showReposts] = usePreference('showReposts');
  const { hashtags } = filter;
  useEffect(() => {
    feed.send({ type: 'feed.start', filter: { hashtags, showReplies, showReposts } });
  }, [feed, hashtags, showReplies, showReposts]);
  return { feed, filter };
};

const Chips = () => {
  const { feed, filter } = useFeed();
  const [hashtags] = usePreference('customHashtags');
  const openOverlay = useOpenOverlay();
  const choose = (label: string | undefined) => {
    const chosen = { ...filter, hashtags: hashtagFilter(label === undefined ? [] : [label]) };
    keepFeedPosition(nameOf(chosen), undefined);
    feed.send({ type: 'feed.filter', filter: chosen });
  };
  return (
    <HashtagChips
      hashtags={hashtags}
      chosen={filter.hashtags[0]}
      onChoose={choose}
      onAdd={() => openOverlay({ settings: true })}
    />
  );
};

const Notes = () => {
  const feed = useArea('feed');
  const filter = useSelector(feed, ({ context }) => context.filter);
  const timeline = useTimeline(filter);
  const busy = useSelector(feed, (snapshot) => snapshot.hasTag('paging') || snapshot.hasTag('loading'));
  const stuck = useSelector(feed, (snapshot) => snapshot.hasTag('more failed') || !snapshot.hasTag('live'));
  const startIndex = useLocation({ select: ({ state }) => state.restoreIndex });
  const onMore = useCallback(() => feed.send({ type: 'feed.more' }), [feed]);
  const name = nameOf(filter);
  if (timeline === undefined || timeline.items.length === 0) return <NoNotes />;
  return (
    <>
      <UnreachableBanner />
      <Suspense fallback={<FirstRows items={timeline.items} />}>
        <FeedList
          key={name}
          name={name}
          items={timeline.items}
          hasMore={timeline.hasMore}
          busy={busy}
          stuck={stuck}
          onMore={onMore}
          startIndex={startIndex}
        />
      </Suspense>
      <FeedTail />
    </>
  );
};

/** What stands beside the feed; it comes after the first notes. */
const Tools = () => {
  const loading = useSelector(useArea('feed'), (snapshot) => snapshot.hasTag('loading'));
  const place = <div className="aside" />;
  return (
    <ErrorBoundary fallback={place}>
      <Suspense fallback={place}>{loading ? place : <FeedAside />}</Suspense>
    </ErrorBoundary>
  );
};

/** The feed: what is new on the relays, newest first (FEED-01). */
export const FeedScreen = () => (
  <Page title={texts.feed.title} aside={<Tools />}>
    <Chips />
    <Notes />
    <NewNotesPill />
  </Page>
);
