import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { Banner } from '#ui/kit/banner.tsx';
import { lazyView } from '#ui/kit/later.ts';
import { useArea, useOnline } from '#ui/system-context.ts';
import { texts } from '#ui/texts/app.ts';
import { FeedSkeletons } from './feed-skeletons.tsx';

const SKELETONS = 5;
const PROBLEMS = ['failed', 'offline', 'no relays', 'empty', 'end'] as const;

const FeedProblem = lazyView(() => import('./feed-problem.tsx'), 'FeedProblem');

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

/** Says above the notes that they are the saved ones, when no relay can be reached though the device is online. */
export const UnreachableBanner = () => {
  const feed = useArea('feed');
  const online = useOnline();
  const offline = useSelector(feed, (snapshot) => snapshot.hasTag('offline'));
  const noRelays = useSelector(feed, (snapshot) => snapshot.hasTag('no relays'));
  if (noRelays)
    return (
      <div className="padx feed__lead">
        <Banner tone="warn" icon="relay" title={texts.feed.noRelays}>
          {texts.relays.none}
        </Banner>
      </div>
    );
  if (!offline || !online) return null;
  return (
    <div className="padx feed__lead">
      <Banner tone="warn" icon="offline" title={texts.feed.unreachable}>
        {texts.feed.unreachableWhy}
      </Banner>
    </div>
  );
};
