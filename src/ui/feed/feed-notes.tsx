import { useLocation } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useCallback, useEffect } from 'react';
import type { FeedItem } from '#domain/note/note.ts';
import type { FeedFilter, Timeline } from '#domain/cache/query-keys.ts';
import { Button } from '#ui/kit/button.tsx';
import { useArea, usePreference } from '#ui/system-context.ts';
import { feedTexts as texts } from '#ui/texts/feed.ts';
import { FeedList } from './feed-list.tsx';
import { FeedTail } from './feed-tail.tsx';
import { HiddenLine, useHidden } from './hidden-line.tsx';
import { NothingPasses } from './nothing-passes.tsx';
import { useLooking } from './use-looking.ts';

type Props = {
  /** of the place to come back to */
  name: string;
  filter: FeedFilter;
  timeline: Timeline;
  /** what of the timeline is shown */
  items: readonly FeedItem[];
};

/** The feed as it is read: its rows, how many are hidden, and what follows the last. It looks on by itself, not for ever. */
export const FeedNotes = ({ name, filter, timeline: { items: read, hasMore }, items }: Props) => {
  const feed = useArea('feed');
  const busy = useSelector(feed, (snapshot) => snapshot.hasTag('paging') || snapshot.hasTag('loading'));
  const stuck = useSelector(feed, (snapshot) => snapshot.hasTag('more failed') || !snapshot.hasTag('live'));
  const startIndex = useLocation({ select: ({ state }) => state.restoreIndex });
  const { isPaused, vain, asked, goOn } = useLooking(items.length, read.length);
  const hidden = useHidden({ filter, read });
  const [imageMode] = usePreference('imageMode');
  const isEmpty = items.length === 0;
  const onMore = useCallback(() => {
    asked();
    feed.send({ type: 'feed.more' });
    // oxlint-disable-next-line react/exhaustive-deps -- counts in a state of its own
  }, [feed]);
  const wantsMore = isEmpty && hasMore && !busy && !stuck && !isPaused;
  useEffect(() => {
    if (wantsMore) onMore();
  }, [wantsMore, onMore]);
  const further = isPaused && hasMore && !stuck ? goOn : undefined;
  if (isEmpty)
    return (
      <>
        <NothingPasses read={read.length} busy={!stuck && hasMore && !isPaused} onFurther={further} />
        {stuck && <FeedTail gallery={imageMode} />}
      </>
    );
  return (
    <>
      <HiddenLine {...hidden} />
      <FeedList
        name={name}
        items={items}
        gallery={imageMode}
        lead={hidden.isTold}
        hasMore={hasMore}
        busy={busy}
        stuck={stuck || isPaused}
        onMore={onMore}
        startIndex={startIndex}
      />
      {further ? (
        <output className="feed__end">
          <span>{texts.noMore(vain)}</span>
          <Button look="line" size="s" onClick={further}>
            {texts.lookFurther}
          </Button>
        </output>
      ) : (
        <FeedTail gallery={imageMode} />
      )}
    </>
  );
};
