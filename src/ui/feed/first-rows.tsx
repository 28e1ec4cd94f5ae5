import { useSelector } from '@xstate/react';
import { isFiltered } from '#domain/feed/feed-filter.ts';
import type { FeedItem } from '#domain/note/note.ts';
import { NoteCard } from '#ui/note/note-card.tsx';
import { FeedRowContext } from '#ui/note/note-links.tsx';
import { useArea, useFeedView } from '#ui/system-context.ts';
import { texts } from '#ui/texts/app.ts';
import { fillingRows } from './filling-rows.ts';

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
      {fillingRows(items, { width: window.innerWidth, height: window.innerHeight }).map(
        ({ id, note, repost }, index) => (
          <FeedRowContext key={id} value={index}>
            <NoteCard note={note} {...(repost && { repost })} position={index + 1} listSize={-1} counted={false} />
          </FeedRowContext>
        ),
      )}
    </div>
  </>
);
