import { memo, type CSSProperties } from 'react';
import { compactCount, plural } from '#domain/numbers.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { NoteBoundary } from '#ui/note/note-boundary.tsx';
import { NoteContent } from '#ui/note/note-content.tsx';
import { Figure, MoreButton } from '#ui/note/note-counts.tsx';
import { AvatarLink, NoteLink, PersonLink, ThreadLink } from '#ui/note/note-links.tsx';
import { NoteTime } from '#ui/note/note-time.tsx';
import { viewOf } from '#ui/note/note-view.ts';
import { PowBadge } from '#ui/note/pow-badge.tsx';
import { NsfwVeil } from '#ui/note/veil.tsx';
import { useDisplayName, useNoteStats } from '#ui/queries.ts';
import type { ThreadRow } from './thread-rows.ts';

const ReplyCounts = ({ note }: Pick<ThreadRow, 'note'>) => {
  const stats = useNoteStats(note.id, true);
  const replies = stats?.replies ?? 0;
  const label = replies === 0 ? 'Open this reply' : `Open this reply, ${plural(replies, 'reply', 'replies')}`;
  return (
    <div className="tn__acts">
      <ThreadLink id={note.id} className="act" label={label}>
        <Icon name="reply" size="s" />
        {replies > 0 && compactCount(replies)}
      </ThreadLink>
      <Figure icon="heart" count={stats?.likes ?? 0} one="like" many="likes" small />
      <Figure icon="bolt" count={stats?.zapSats ?? 0} one="sat zapped" many="sats zapped" small value />
      <MoreButton note={note} small />
    </div>
  );
};

const Reply = ({ note, indent, continues }: ThreadRow) => {
  const name = useDisplayName(note.pubkey);
  const { cover, pow } = viewOf(note);
  return (
    <article
      className={continues ? 'tn' : 'tn tn--leaf'}
      style={{ '--d': indent } as CSSProperties}
      aria-label={`Reply by ${name}`}
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
        <ReplyCounts note={note} />
      </div>
    </article>
  );
};

/** One reply on the line of a thread. */
export const ThreadReply = memo((row: ThreadRow) => (
  <NoteBoundary>
    <Reply {...row} />
  </NoteBoundary>
));
