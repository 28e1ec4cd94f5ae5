import { createRef, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { ANCESTORS_SHOWN, THREAD_ROWS_PER_PAGE } from '#domain/thread/thread-limits.ts';
import { addressTagged } from '#domain/protocol/naddr.ts';
import { isHidden } from '#domain/social/muted.ts';
import type { Note } from '#domain/note/note.ts';
import { THREAD_ORDERS, type ThreadOrder } from '#domain/thread/thread-order.ts';
import { threadRefs } from '#domain/thread/thread.ts';
import { buildThread, shownCount, type ThreadPlace } from '#domain/thread/thread-tree.ts';
import { giveFocus } from '#ui/kit/give-focus.ts';
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
import { ThreadGap } from './thread-gap.tsx';
import { ThreadReply } from './thread-reply.tsx';
import { threadRows, type ThreadRow } from './thread-rows.ts';
import { useHold } from './use-hold.ts';
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

type AncestorsProps = { places: readonly ThreadPlace[]; focus: Note | undefined; loading: boolean };

/** What no screen shows that the conversation is about, as its answers address it; undefined where it is a note. */
const subjectOf = (focus: Note | undefined, id: string): string | undefined => {
  if (focus === undefined || threadRefs(focus).root?.id !== id) return undefined;
  return addressTagged({ tags: focus.tags.filter(([, , , marker]) => marker === 'root') }, 'a');
};

/** What the note answers, from the start of the conversation; of many the last few until somebody asks. */
const Ancestors = ({ places, focus, loading }: AncestorsProps) => {
  const above = useRef<HTMLDivElement>(null);
  const { holdAgain } = useHold(above, places);
  const [revealed, setRevealed] = useState(0);
  const hidden = revealed > 0 ? 0 : Math.max(0, places.length - ANCESTORS_SHOWN);
  useLayoutEffect(() => {
    if (revealed > 0) giveFocus(above.current!.children[revealed - 1]);
  }, [revealed]);
  const reveal = () => {
    holdAgain();
    setRevealed(hidden);
  };
  return (
    <div ref={above} className="th__above">
      {hidden > 0 && (
        <p className="th__more">
          <button type="button" className="btn btn--ghost btn--s" onClick={reveal}>
            {texts.earlier(hidden)}
          </button>
        </p>
      )}
      {places
        .slice(hidden)
        .map(({ id, note }) =>
          typeof note === 'string' ? (
            <ThreadGap key={id} gap={note} code={subjectOf(focus, id)} loading={loading} className="th__up th__gap" />
          ) : (
            <Ancestor key={id} note={note} />
          ),
        )}
    </div>
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

const Row = ({ row, loading }: { row: ThreadRow; loading: boolean }) => {
  const { note, indent, continues, replies } = row;
  return typeof note === 'string' ? (
    <ThreadGap gap={note} loading={loading} className="tn tn--gap" indent={indent} />
  ) : (
    <ThreadReply note={note} indent={indent} continues={continues} replies={loading ? undefined : replies} />
  );
};

type RepliesProps = { list: RefObject<HTMLDivElement | null>; rows: readonly ThreadRow[]; loading: boolean };

const Replies = ({ list, rows, loading }: RepliesProps) => {
  const [shown, setShown] = useState(THREAD_ROWS_PER_PAGE);
  const next = rows.slice(shown, shown + THREAD_ROWS_PER_PAGE);
  useLayoutEffect(() => {
    if (shown > THREAD_ROWS_PER_PAGE) giveFocus(list.current!.children[shown - THREAD_ROWS_PER_PAGE]);
  }, [list, shown]);
  return (
    <>
      <div ref={list}>
        {rows.slice(0, shown).map((row) => (
          <Row key={row.id} row={row} loading={loading} />
        ))}
      </div>
      {next.length > 0 && (
        <p className="th__more">
          <button
            type="button"
            className="btn btn--ghost btn--s"
            onClick={() => setShown((count) => count + THREAD_ROWS_PER_PAGE)}
          >
            {texts.more(shownCount(next))}
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

/** The list of replies as it is drawn, and which of them begin in the window or above it: nothing that comes late goes before them. */
const createReading = () => {
  const list = createRef<HTMLDivElement>();
  let drawn: readonly ThreadRow[] = [];
  return {
    list,
    drew: (rows: readonly ThreadRow[]) => void (drawn = rows),
    ids: (): readonly string[] => {
      const rows = Array.from(list.current?.children ?? []);
      const below = rows.findIndex((row) => row.getBoundingClientRect().top >= window.innerHeight);
      return drawn.slice(0, below < 0 ? rows.length : below).map(({ id }) => id);
    },
  };
};

const countText = (count: number, loading: boolean): string => {
  if (count > 0) return texts.replies(count);
  return loading ? texts.looking : texts.noReplies;
};

/** A conversation around one note: what it answers, the note, the replies on a thin line. */
export const ThreadView = ({ notes, rootId, focusId, loading, foot }: Props) => {
  const [chosen, setOrder] = useState<ThreadOrder>();
  const order = chosen ?? THREAD_ORDERS[0];
  const muted = useMuted();
  const satsOf = useSats(notes, order === 'zapped');
  const [reading] = useState(createReading);
  const view = useMemo(() => {
    // an order that somebody chose goes before the places of what is read
    const kept = chosen === undefined ? reading.ids() : [];
    return buildThread({ notes, rootId }, focusId, { order, satsOf, kept, isHidden: (note) => isHidden(muted, note) });
  }, [notes, rootId, focusId, chosen, order, satsOf, muted, reading]);
  const rows = useMemo(() => threadRows(view.replies), [view]);
  useLayoutEffect(() => reading.drew(rows), [reading, rows]);
  const count = shownCount(rows);
  return (
    <div className="th">
      <Ancestors places={view.ancestors} focus={view.focus} loading={loading} />
      {view.focus && <ThreadFocus note={view.focus} replies={loading ? undefined : count} />}
      <div className="th__sort">
        <output>{countText(count, loading)}</output>
        {count > 1 && <SortButton order={order} onChange={setOrder} />}
      </div>
      <Replies list={reading.list} rows={rows} loading={loading} />
      {foot}
    </div>
  );
};
