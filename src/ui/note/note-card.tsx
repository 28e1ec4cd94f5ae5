import { memo, Suspense, type ReactNode } from 'react';
import type { FeedItem, Note } from '#domain/note/note.ts';
import { later } from '#ui/kit/later.ts';
import { useDisplayName } from '#ui/queries.ts';
import { texts } from '#ui/texts/app.ts';
import { NoteBoundary } from './note-boundary.tsx';
import { NoteContent } from './note-content.tsx';
import { NoteHead } from './note-head.tsx';
import { AvatarLink } from './note-links.tsx';
import { viewOf } from './note-view.ts';
import { RepostLine, ReplyLine } from './note-why.tsx';
// and the styles of what comes a moment later, which would else wait for a file of their own
import './note-actions.css';
import './note-tile.css';
import './ascii.css';

/** What stands under a note. */
export const NoteActions = later(() => import('./note-actions.tsx').then((file) => file.NoteActions));
const NsfwVeil = later(() => import('./veil.tsx').then((file) => file.NsfwVeil));

type Props = {
  note: Note;
  repost?: FeedItem['repost'];
  /** place in its list from 1, and the length of the list or -1 when more may follow */
  position?: number;
  listSize?: number;
  /** whether the counts may be asked for; a list says so once the card has been seen */
  counted?: boolean;
  /** the note a screen is about: larger, whole, without the line that says what it answers */
  focus?: boolean;
  /** how many replies are shown below it; left out: as many as were counted */
  replies?: number | undefined;
  /** what stands between the content and the actions */
  children?: ReactNode;
};

const Card = ({ note, repost, position, listSize, counted = true, focus = false, replies, children }: Props) => {
  const { cover, pow, parent } = viewOf(note);
  const name = useDisplayName(note.pubkey);
  const label = { 'aria-label': texts.note.by(name), 'aria-posinset': position, 'aria-setsize': listSize };
  if (cover?.kind === 'nsfw')
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- ARIA feed pattern
      <article className="note note--full" tabIndex={0} {...label}>
        <Suspense fallback={<div className="veil" />}>
          <NsfwVeil cover={cover} />
        </Suspense>
      </article>
    );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- ARIA feed pattern
    <article className={focus ? 'note note--focus' : 'note'} tabIndex={0} {...label}>
      {repost !== undefined && <RepostLine pubkey={repost.pubkey} />}
      {parent !== undefined && !focus && <ReplyLine parent={parent} />}
      <AvatarLink pubkey={note.pubkey} name={name} />
      <NoteHead note={note} pow={pow} />
      <div className="note__body">
        <NoteContent note={note} whole={focus} />
        {children}
      </div>
      <footer className="note__acts">
        <Suspense>
          <NoteActions note={note} wanted={counted} replies={replies} />
        </Suspense>
      </footer>
    </article>
  );
};

/** One note in a list. Renders again only when its own data changes; an error stays inside it (NOTE-06). */
export const NoteCard = memo((props: Props) => (
  <NoteBoundary position={props.position}>
    <Card {...props} />
  </NoteBoundary>
));
