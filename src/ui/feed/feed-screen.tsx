import { useLocation } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { lazy, Suspense, useCallback, useEffect, useMemo } from 'react';
import { hashtagFilter } from '#domain/hashtags.ts';
import { rowsWithout } from '#domain/muted.ts';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { useTimeline } from '#ui/queries.ts';
import { Page } from '#ui/shell/page.tsx';
import { useArea, useMuted, usePreference } from '#ui/system-context.ts';
import { texts } from '#ui/texts/app.ts';
import { keepFeedPosition } from './feed-position.ts';
import { useFollowOnly } from './follow-only.ts';
import { FirstRows } from './first-rows.tsx';
import { FeedTail, NoNotes, UnreachableBanner } from './feed-states.tsx';
import { HashtagChips } from './hashtag-chips.tsx';
import { NewNotesPill } from './new-notes-pill.tsx';
import './feed.css';

const FeedAside = lazy(async () => ({ default: (await import('./feed-aside.tsx')).FeedAside }));
const FollowOnlyBanner = lazy(async () => ({
  default: (await import('./follow-only-banner.tsx')).FollowOnlyBanner,
}));
const FeedList = lazy(async () => ({ default: (await import('./feed-list.tsx')).FeedList }));

const nameOf = (filter: object): string => `feed ${JSON.stringify(filter)}`;

/** Tells the feed what the preferences let in; the hashtag is the feed's own. */
const useFeed = () => {
  const feed = useArea('feed');
  const filter = useSelector(feed, ({ context }) => context.filter);
  const [showReplies] = usePreference('showReplies');
  const [showReposts] = usePreference('showReposts');
  const { hashtags } = filter;
  const followOnly = useFollowOnly().user;
  useEffect(() => {
    feed.send({ type: 'feed.start', filter: { hashtags, showReplies, showReposts, followOnly } });
  }, [feed, hashtags, showReplies, showReposts, followOnly]);
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
  const muted = useMuted();
  const items = useMemo(() => rowsWithout(muted, timeline?.items ?? []), [muted, timeline]);
  if (timeline === undefined || timeline.items.length === 0) return <NoNotes />;
  return (
    <>
      <UnreachableBanner />
      <Suspense fallback={<FirstRows items={items} />}>
        <FeedList
          key={name}
          name={name}
          items={items}
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

/** Says when Follow Only has no effect though it is on. */
const FollowOnlyState = () => {
  const { problem } = useFollowOnly();
  return (
    problem && (
      <Suspense fallback={null}>
        <FollowOnlyBanner problem={problem} />
      </Suspense>
    )
  );
};

/** The feed: what is new on the relays, newest first (FEED-01). */
export const FeedScreen = () => (
  <Page title={texts.feed.title} aside={<Tools />}>
    <Chips />
    <FollowOnlyState />
    <Notes />
    <NewNotesPill />
  </Page>
);
