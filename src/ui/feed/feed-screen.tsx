import { useSelector } from '@xstate/react';
import { Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { hashtagFilter, stillOffered } from '#domain/feed/chosen-hashtags.ts';
import { rowsInView } from '#domain/feed/feed-filter.ts';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { later, lazyView } from '#ui/kit/later.ts';
import { useRootMark } from '#ui/kit/root-mark.ts';
import { useOpenOverlay } from '#ui/overlay.ts';
import { useTimeline } from '#ui/queries.ts';
import { Page } from '#ui/kit/page.tsx';
import { useArea, useFeedRelay, useFeedView, usePreference } from '#ui/system-context.ts';
import { texts } from '#ui/texts/app.ts';
import { keepFeedPosition } from './feed-position.ts';
import { useFollowOnly } from './follow-only.ts';
import { FeedSkeletons } from './feed-skeletons.tsx';
import { FirstRows } from './first-rows.tsx';
import { NoNotes, WhySaved } from './feed-states.tsx';
import { HashtagChips } from './hashtag-chips.tsx';
import { NewNotesPill } from './new-notes-pill.tsx';
import './feed.css';

const FeedAside = later(() => import('./feed-aside.tsx').then((file) => file.FeedAside));
const FeedSwitch = later(() => import('./feed-switch.tsx').then((file) => file.FeedSwitch));
const FollowOnlyBanner = later(() => import('./follow-only-banner.tsx').then((file) => file.FollowOnlyBanner));
/** The notes as they are read; until its code is there the first of them stand without it. */
export const FeedNotes = lazyView(() => import('./feed-notes.tsx'), 'FeedNotes');

const nameOf = (filter: object): string => `feed ${JSON.stringify(filter)}`;

/** Tells the feed which notes it consists of; the hashtag is the feed's own, as long as it is one of the user's. */
const useFeed = () => {
  const feed = useArea('feed');
  const filter = useSelector(feed, ({ context }) => context.filter);
  const [offered] = usePreference('customHashtags');
  const hashtags = stillOffered(filter.hashtags, offered);
  const followOnly = useFollowOnly().user;
  const [relay] = useFeedRelay();
  useEffect(() => {
    feed.send({ type: 'feed.start', filter: { hashtags, followOnly, relay } });
  }, [feed, hashtags, followOnly, relay]);
  return { feed, filter, offered };
};

const Chips = () => {
  const { feed, filter, offered } = useFeed();
  const openOverlay = useOpenOverlay();
  const choose = (label: string | undefined) => {
    const chosen = { ...filter, hashtags: hashtagFilter(label === undefined ? [] : [label]) };
    keepFeedPosition(nameOf(chosen), undefined);
    feed.send({ type: 'feed.filter', filter: chosen });
  };
  return (
    <HashtagChips
      hashtags={offered}
      chosen={filter.hashtags[0]}
      onChoose={choose}
      onAdd={() => openOverlay({ settings: true }, 'filters')}
    />
  );
};

/** Whether the list was there already: from then on it comes at once, where one was reading. */
let wasListed = false;

const Notes = () => {
  const filter = useSelector(useArea('feed'), ({ context }) => context.filter);
  const timeline = useTimeline(filter);
  const view = useFeedView();
  const items = useMemo(() => rowsInView(timeline?.items ?? [], view), [timeline, view]);
  const [imageMode] = usePreference('imageMode');
  const isEmpty = timeline === undefined || timeline.items.length === 0;
  const [held, setHeld] = useState<typeof items>();
  // the first rows are painted before the list is made that can be of any length, and stay as they are while one is held down
  const areFirstShown = useDeferredValue(!isEmpty && !held, wasListed);
  useEffect(() => {
    if (areFirstShown) wasListed = true;
  }, [areFirstShown]);
  if (isEmpty) return <NoNotes />;
  const press = (isDown: boolean) => setHeld(isDown && !areFirstShown ? items : undefined);
  const name = nameOf(filter);
  const first = imageMode ? <FeedSkeletons count={1} /> : <FirstRows items={held ?? items} onPress={press} />;
  return (
    <>
      <WhySaved />
      <ErrorBoundary
        renderNotice={(notice) => (
          <>
            {first}
            {notice}
          </>
        )}
      >
        <Suspense fallback={first}>
          {areFirstShown ? (
            <FeedNotes key={name} name={name} filter={filter} timeline={timeline} items={items} />
          ) : (
            first
          )}
        </Suspense>
      </ErrorBoundary>
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

/** Chooses whose notes are shown; it comes after the first notes, too. */
const Switch = () => {
  const loading = useSelector(useArea('feed'), (snapshot) => snapshot.hasTag('loading'));
  const [wasLoaded, setWasLoaded] = useState(false);
  if (!loading && !wasLoaded) setWasLoaded(true);
  useRootMark('switch');
  const place = <div className="fsw" />;
  return (
    <ErrorBoundary fallback={place}>
      <Suspense fallback={place}>{wasLoaded ? <FeedSwitch /> : place}</Suspense>
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
    <Switch />
    <Chips />
    <FollowOnlyState />
    <Notes />
    <NewNotesPill />
  </Page>
);
