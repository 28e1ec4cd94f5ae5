import { memo, type CSSProperties } from 'react';
import type { Note } from '#domain/note/note.ts';
import { NoteActions } from '#ui/note/note-actions.tsx';
import { NoteBoundary } from '#ui/note/note-boundary.tsx';
import { NoteContent } from '#ui/note/note-content.tsx';
import { AvatarLink, NoteLink, PersonLink } from '#ui/note/note-links.tsx';
import { NoteTime } from '#ui/note/note-time.tsx';
import { viewOf } from '#ui/note/note-view.ts';
import { PowBadge } from '#ui/note/pow-badge.tsx';
import { NsfwVeil } from '#ui/note/veil.tsx';
import { useDisplayName } from '#ui/queries.ts';
import { threadTexts } from '#ui/texts/thread.ts';
import { useIsAnswered } from '#ui/social/answering.ts';
import type { ThreadRow } from './thread-rows.ts';

type ReplyProps = Pick<ThreadRow, 'indent' | 'continues'> & { note: Note; replies: number | undefined };

const Reply = ({ note, indent, continues, replies }: ReplyProps) => {
  const name = useDisplayName(note.pubkey);
  const { cover, pow } = viewOf(note);
  const isAnswered = useIsAnswered(note);
  return (
    <article
      className={`${continues ? 'tn' : 'tn tn--leaf'}${isAnswered ? ' tn--to' : ''}`}
      style={{ '--d': indent } as CSSProperties}
      aria-label={threadTexts.replyBy(name)}
    >
      <AvatarLink pubkey={note.pubkey} name={name} size="s" />
      <div className="tn__c">
        <header className="note__meta">
          <PersonLink pubkey={note.pubkey} className="note__name" dir="auto">
            {name}
          </PersonLink>
          <NoteLink id={note.id} author={note.pubkey}>
            <NoteTime at={note.created_at} />
          </NoteLink>
          <span className="grow" />
          {pow !== undefined && <PowBadge bits={pow} />}
        </header>
        <div className="note__body tn__body">
          {cover?.kind === 'nsfw' ? <NsfwVeil cover={cover} /> : <NoteContent note={note} />}
        </div>
        <div className="tn__acts">
          <NoteActions note={note} wanted small replies={replies} />
        </div>
      </div>
    </article>
  );
};

/** One reply on the line of a thread. */
export const ThreadReply = memo((row: ReplyProps) => (
  <NoteBoundary>
    <Reply {...row} />
  </NoteBoundary>
));
