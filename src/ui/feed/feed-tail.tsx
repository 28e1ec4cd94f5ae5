import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { Button } from '#ui/kit/button.tsx';
import { lazyView } from '#ui/kit/later.ts';
import { NoteSkeletons } from '#ui/kit/skeleton.tsx';
import { useArea } from '#ui/system-context.ts';
import { texts } from '#ui/texts/app.ts';
import { feedTexts } from '#ui/texts/feed.ts';
import { TileSkeletons } from './tile-skeletons.tsx';

const NoRelaysLine = lazyView(() => import('#ui/relays/no-relays.tsx'), 'NoRelaysLine');

/** What follows the last note: more on its way, a failure, no relay to ask (FEED-14), or the end. */
export const FeedTail = ({ gallery }: { gallery: boolean }) => {
  const feed = useArea('feed');
  const paging = useSelector(feed, (snapshot) => snapshot.hasTag('paging'));
  const failed = useSelector(feed, (snapshot) => snapshot.hasTag('more failed'));
  const end = useSelector(feed, (snapshot) => snapshot.hasTag('end'));
  const noRelays = useSelector(feed, (snapshot) => snapshot.hasTag('no relays'));
  if (paging) return gallery ? <TileSkeletons /> : <NoteSkeletons count={2} />;
  if (end) return <p className="feed__end">{feedTexts.end}</p>;
  if (noRelays)
    return (
      <Suspense>
        <NoRelaysLine />
      </Suspense>
    );
  if (!failed) return null;
  return (
    <output className="feed__end">
      <span>{feedTexts.failed}</span>
      <Button look="line" size="s" onClick={() => feed.send({ type: 'feed.more' })}>
        {texts.error.retry}
      </Button>
    </output>
  );
};
