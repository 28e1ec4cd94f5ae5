import { useMemo } from 'react';
import { rowsRead } from '#domain/feed/feed-counts.ts';
import { unfiltered } from '#domain/feed/feed-filter.ts';
import { countHidden, isHiddenTold } from '#domain/feed/hidden-count.ts';
import type { FeedItem } from '#domain/note/note.ts';
import type { FeedFilter } from '#domain/cache/query-keys.ts';
import { useOpenOverlay } from '#ui/overlay.ts';
import { useTimeline } from '#ui/queries.ts';
import { useFeedView } from '#ui/system-context.ts';
import { feedTexts as texts } from '#ui/texts/feed.ts';

type Feed = { filter: FeedFilter; read: readonly FeedItem[] };

type Hidden = {
  /** notes of all that were read */ hidden: number;
  read: number;
  isTold: boolean;
};

const NONE: readonly FeedItem[] = [];

/** The notes that were read from the relays of this feed, whoever wrote them and whatever they are about. */
export const useReadByAll = (filter: FeedFilter): readonly FeedItem[] => useTimeline(unfiltered(filter))?.items ?? NONE;

/** How many notes the filters hide from the feed. */
export const useHidden = ({ filter, read }: Feed): Hidden => {
  const all = useReadByAll(filter);
  const view = useFeedView();
  const every = useMemo(() => rowsRead([read, all]), [read, all]);
  const hidden = useMemo(() => countHidden(every, read, view), [every, read, view]);
  return { hidden, read: every.length, isTold: isHiddenTold(filter, view) };
};

/** Says above the notes how many are hidden, and leads to what hides them. Its place is kept while there is nothing to say. */
export const HiddenLine = ({ hidden, read, isTold }: Hidden) => {
  const open = useOpenOverlay();
  if (!isTold) return null;
  return (
    <p className="feed__hidden padx">
      {hidden > 0 && (
        <>
          {texts.hidden(hidden, read)}
          <button
            type="button"
            className="link"
            aria-haspopup="dialog"
            onClick={() => open({ settings: true }, 'filters')}
          >
            {texts.settings}
          </button>
        </>
      )}
    </p>
  );
};
