import { useMemo, useState, type ReactNode } from 'react';
import { ANCESTORS_SHOWN, THREAD_ROWS_PER_PAGE } from '#domain/thread/thread-limits.ts';
import { notesWithout } from '#domain/social/muted.ts';
import type { Note } from '#domain/note/note.ts';
import { THREAD_ORDERS, type ThreadOrder } from '#domain/thread/thread-order.ts';
import { buildThread } from '#domain/thread/thread-tree.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { NoteContent } from '#ui/note/note-content.tsx';
import { AvatarLink, NoteLink, PersonLink } from '#ui/note/note-links.tsx';
import { NoteTime } from '#ui/note/note-time.tsx';
import { viewOf } from '#ui/note/note-view.ts';
import { NsfwVeil } from '#ui/note/veil.tsx';
import { useDisplayName } from '#ui/queries.ts';
import { useSats } from './sats.ts';
import { useMuted } from '#ui/system-context.ts';
import { threadTexts as texts } from '#ui/texts/thread.ts';
import { ThreadFocus } from './thread-focus.tsx';
import { ThreadReply } from './thread-reply.tsx';
import { threadRows, type ThreadRow } from './thread-rows.ts';
import './thread.css';

const Ancestor = ({ note }: { note: Note }) => {
  const name = useDisplayName(note.pubkey);
  const { cover } = viewOf(note);
  return (
    <div className="th__up">
      <AvatarLink pubkey={note.pubkey} name={name} size="s" />
      <div className="note__body tn__body">
        <span className="note__meta">
          <PersonLink pubkey={note.pubkey} className="note__name">
            <b dir="auto">{name}</b>
          </PersonLink>
          <NoteLink id={note.id} author={note.pubkey}>
            <NoteTime at={note.created_at} className="c-3" />
          </NoteLink>
        </span>
        {cover?.kind === 'nsfw' ? <NsfwVeil cover={cover} /> : <NoteContent note={note} />}
      </div>
    </div>
  );
};

/** What the note answers, from the start of the conversation; of many the last few until somebody asks. */
const Ancestors = ({ notes }: { notes: readonly Note[] }) => {
  const [all, setAll] = useState(false);
  const hidden = all ? 0 : Math.max(0, notes.length - ANCESTORS_SHOWN);
  return (
    <>
      {hidden > 0 && (
        <p className="th__more">
          <button type="button" className="btn btn--ghost btn--s" onClick={() => setAll(true)}>
            {texts.earlier(hidden)}
          </button>
        </p>
      )}
      {notes.slice(hidden).map((note) => (
        <Ancestor key={note.id} note={note} />
      ))}
    </>
  );
};

const SortButton = ({ order, onChange }: { order: ThreadOrder; onChange: (order: ThreadOrder) => void }) => (
  <button
    type="button"
    className="btn btn--ghost btn--s"
    aria-label={texts.sort[order]}
    onClick={() => onChange(THREAD_ORDERS[(THREAD_ORDERS.indexOf(order) + 1) % THREAD_ORDERS.length]!)}
  >
    {texts.order[order]}
    <Icon name={order === 'newest' ? 'up' : 'down'} size="xs" />
  </button>
);

const Replies = ({ rows }: { rows: readonly ThreadRow[] }) => {
  const [shown, setShown] = useState(THREAD_ROWS_PER_PAGE);
  const hidden = rows.length - shown;
  return (
    <>
      {rows.slice(0, shown).map((row) => (
        <ThreadReply key={row.note.id} {...row} />
      ))}
      {hidden > 0 && (
        <p className="th__more">
          <button
            type="button"
            className="btn btn--ghost btn--s"
            onClick={() => setShown((count) => count + THREAD_ROWS_PER_PAGE)}
          >
            {texts.more(Math.min(hidden, THREAD_ROWS_PER_PAGE))}
          </button>
        </p>
      )}
    </>
  );
};

type Props = {
  notes: readonly Note[];
  rootId: string;
  focusId: string;
  /** the conversation is still being asked for */
  loading: boolean;
  /** stands below the replies */
  foot?: ReactNode;
};

const countText = (rows: readonly ThreadRow[], loading: boolean): string => {
  if (rows.length > 0) return texts.replies(rows.length);
  return loading ? texts.looking : texts.noReplies;
};

/** A conversation around one note: what it answers, the note, the replies on a thin line. */
export const ThreadView = ({ notes, rootId, focusId, loading, foot }: Props) => {
  const [order, setOrder] = useState<ThreadOrder>(THREAD_ORDERS[0]);
  const muted = useMuted();
  const shown = useMemo(() => notesWithout(muted, notes, focusId), [muted, notes, focusId]);
  const satsOf = useSats(shown, order === 'zapped');
  const view = useMemo(
    () => buildThread({ notes: shown, rootId }, focusId, { order, satsOf }),
    [shown, rootId, focusId, order, satsOf],
  );
  const rows = useMemo(() => threadRows(view.replies), [view]);
  return (
    <div className="th">
      <Ancestors notes={view.ancestors} />
      {view.focus && <ThreadFocus note={view.focus} />}
      <div className="th__sort">
        <output>{countText(rows, loading)}</output>
        {rows.length > 1 && <SortButton order={order} onChange={setOrder} />}
      </div>
      <Replies rows={rows} />
      {foot}
    </div>
  );
};
