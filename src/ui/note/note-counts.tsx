import { lazy, Suspense, useState } from 'react';
import { compactCount, plural } from '#domain/numbers.ts';
import type { Note } from '#domain/note.ts';
import { Icon, type IconName } from '#ui/kit/icon.tsx';
import { useNoteStats } from '#ui/queries.ts';
import { ThreadLink } from './note-links.tsx';

const NoteMenu = lazy(() => import('./note-menu.tsx'));

type FigureProps = { icon: IconName; count: number; one: string; many: string; value?: boolean; small?: boolean };

/** A count that cannot be pressed. None shows nothing but keeps its place, so that nothing moves when it comes. */
export const Figure = ({ icon, count, one, many, value = false, small = false }: FigureProps) => (
  <span className={value ? 'act act--zap act--still' : 'act act--still'}>
    {count > 0 && (
      <>
        <Icon name={icon} {...(small && { size: 's' })} />
        <span aria-hidden="true">{compactCount(count)}</span>
        <span className="vh">{plural(count, one, many)}</span>
      </>
    )}
  </span>
);

/** Opens the sheet with what can be done with a note. */
export const MoreButton = ({ note, small = false }: { note: Note; small?: boolean }) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="act" aria-label="More" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="more" {...(small && { size: 's' })} />
      </button>
      {open && (
        <Suspense fallback={null}>
          <NoteMenu note={note} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

type Props = { note: Note; wanted: boolean };

/** The row under a note: replies lead to the thread; reposts, likes and sats are plain figures. */
export const NoteCounts = ({ note, wanted }: Props) => {
  const stats = useNoteStats(note.id, wanted);
  const replies = stats?.replies ?? 0;
  const label = replies === 0 ? 'Open the thread' : `Open the thread, ${plural(replies, 'reply', 'replies')}`;
  return (
    <footer className="note__acts">
      <ThreadLink id={note.id} className="act" label={label}>
        <Icon name="reply" />
        {replies > 0 && compactCount(replies)}
      </ThreadLink>
      <Figure icon="repost" count={stats?.reposts ?? 0} one="repost" many="reposts" />
      <Figure icon="heart" count={stats?.likes ?? 0} one="like" many="likes" />
      <Figure icon="bolt" count={stats?.zapSats ?? 0} one="sat zapped" many="sats zapped" value />
      <MoreButton note={note} />
    </footer>
  );
};
