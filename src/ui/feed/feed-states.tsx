import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { later, lazyView } from '#ui/kit/later.ts';
import { useArea, useOnline } from '#ui/system-context.ts';
import { FeedSkeletons } from './feed-skeletons.tsx';

const SKELETONS = 5;
const PROBLEMS = ['failed', 'offline', 'no relays', 'empty', 'end'] as const;

const FeedProblem = lazyView(() => import('./feed-problem.tsx'), 'FeedProblem');
const UnreachableBanner = later(() => import('./unreachable-banner.tsx').then((file) => file.UnreachableBanner));

/** What stands in the place of an empty feed: still loading, failed (FEED-15), offline, no relays (FEED-14), nothing found. */
export const NoNotes = () => {
  const feed = useArea('feed');
  const over = useSelector(feed, (snapshot) => PROBLEMS.some((tag) => snapshot.hasTag(tag)));
  // what was saved is read by now
  const isOpen = useSelector(feed, (snapshot) => snapshot.matches('open'));
  const offline = !useOnline();
  const waiting = <FeedSkeletons count={SKELETONS} />;
  return over || (offline && isOpen) ? (
    <Suspense fallback={waiting}>
      <FeedProblem />
    </Suspense>
  ) : (
    waiting
  );
};

/** What is said above the notes when they are the saved ones. */
export const WhySaved = () => {
  const isSaved = useSelector(
    useArea('feed'),
    (snapshot) => snapshot.hasTag('offline') || snapshot.hasTag('no relays'),
  );
  return (
    isSaved && (
      <Suspense>
        <UnreachableBanner />
      </Suspense>
    )
  );
};
