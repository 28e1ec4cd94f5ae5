import { useSelector } from '@xstate/react';
import { isFiltered } from '#domain/feed/feed-filter.ts';
import { NOTES_PAGE_SIZE } from '#domain/feed/feed-limits.ts';
import type { FeedItem } from '#domain/note/note.ts';
import { NoteCard } from '#ui/note/note-card.tsx';
import { FeedRowContext } from '#ui/note/note-links.tsx';
import { useArea, useFeedView } from '#ui/system-context.ts';
import { texts } from '#ui/texts/app.ts';

/** px; notes of one line and the bar above them fill the window when each has so much of it */
const LEAST_HEIGHT = 134;

/** Keeps the place of the line that tells how many notes are hidden. */
const HiddenPlace = () => {
  const filter = useSelector(useArea('feed'), ({ context }) => context.filter);
  return isFiltered(filter, useFeedView()) && <p className="feed__hidden" />;
};

/** What the window shows of the first page, so that its notes wait neither for the code of long lists nor for those below. */
export const FirstRows = ({ items }: { items: readonly FeedItem[] }) => (
  <>
    <HiddenPlace />
    <div className="feed" role="feed" aria-label={texts.feed.notes} aria-busy>
      {items
        .slice(0, Math.min(NOTES_PAGE_SIZE, Math.ceil(window.innerHeight / LEAST_HEIGHT)))
        .map(({ id, note, repost }, index) => (
          <FeedRowContext key={id} value={index}>
            <NoteCard note={note} {...(repost && { repost })} position={index + 1} listSize={-1} counted={false} />
          </FeedRowContext>
        ))}
    </div>
  </>
);
