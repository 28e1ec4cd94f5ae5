import { useSelector } from '@xstate/react';
import type { PointerEvent } from 'react';
import { isHiddenTold } from '#domain/feed/hidden-count.ts';
import type { FeedItem } from '#domain/note/note.ts';
import { useIsPainted } from '#ui/kit/use-painted.ts';
import { NoteCard } from '#ui/note/note-card.tsx';
import { FeedRowContext } from '#ui/note/note-links.tsx';
import { useArea, useFeedView } from '#ui/system-context.ts';
import { texts } from '#ui/texts/app.ts';
import { fillingRows } from './filling-rows.ts';

const UPPERMOST = 2;

/** Keeps the place of the line that tells how many notes are hidden. */
const HiddenPlace = () => {
  const filter = useSelector(useArea('feed'), ({ context }) => context.filter);
  return isHiddenTold(filter, useFeedView()) && <p className="feed__hidden" />;
};

/** What may end it: the button of a mouse that opened the menu of the system may tell nothing more. */
const ENDS = ['pointerup', 'pointercancel', 'contextmenu', 'blur'];

/** Tells that something is held down, and when it is let go, wherever the pointer is by then. */
const hold = ({ button }: PointerEvent, tell: Props['onPress']) => {
  if (button !== 0) return;
  const ending = new AbortController();
  const release = () => {
    ending.abort();
    tell(false);
  };
  for (const type of ENDS) window.addEventListener(type, release, ending);
  tell(true);
};

type Props = {
  items: readonly FeedItem[];
  /** whether something in them is held down: rows that took their place before it is let go would get no press */
  onPress: (isDown: boolean) => void;
};

/**
 * What the window shows of the first page, so that its notes wait neither for the code of long lists nor for those below:
 * the uppermost are painted before the others are made.
 */
export const FirstRows = ({ items, onPress }: Props) => {
  const filling = fillingRows(items, { width: window.innerWidth, height: window.innerHeight });
  const isPainted = useIsPainted();
  return (
    <>
      <HiddenPlace />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- watched, not acted on */}
      <div
        className="feed"
        role="feed"
        aria-label={texts.feed.notes}
        aria-busy
        onPointerDown={(event) => hold(event, onPress)}
      >
        {(isPainted ? filling : filling.slice(0, UPPERMOST)).map(({ id, note, repost }, index) => (
          <FeedRowContext key={id} value={index}>
            <NoteCard note={note} {...(repost && { repost })} position={index + 1} listSize={-1} counted={false} />
          </FeedRowContext>
        ))}
      </div>
    </>
  );
};
