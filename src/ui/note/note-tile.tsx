import { memo, Suspense, useState } from 'react';
import { isLargeTile, tileCount, tileMedia } from '#domain/note/gallery.ts';
import type { Note } from '#domain/note/note.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { later } from '#ui/kit/later.ts';
import { VisuallyHidden } from '#ui/kit/visually-hidden.tsx';
import { useDisplayName, useNoteStats } from '#ui/queries.ts';
import { texts } from '#ui/texts/app.ts';
import { compact } from '#ui/texts/formats.ts';
import { noteTexts } from '#ui/texts/note.ts';
import { socialTexts } from '#ui/texts/social.ts';
import { NoteBoundary } from './note-boundary.tsx';
import { Covered } from './note-content.tsx';
import { NoteLink, PersonLink } from './note-links.tsx';
import { NoteTime } from './note-time.tsx';
import { viewOf, type NoteView } from './note-view.ts';
import { PersonAvatar } from './person-avatar.tsx';
import { Picture } from './picture.tsx';
import { TileVideo } from './tile-video.tsx';

const QuickActions = later(() => import('./note-actions.tsx').then((file) => file.QuickActions));

/** How many there are to see in the viewer. */
const Count = ({ count }: { count: number | undefined }) =>
  count !== undefined && (
    <span className="tile__count">
      <Icon name="copy" size="s" />
      <span aria-hidden="true">{count}</span>
      <VisuallyHidden>{noteTexts.pictures(count)}</VisuallyHidden>
    </span>
  );

/** The first picture or video that can be had; the viewer, which a press opens, has the others. */
const First = ({ note, pictures, videos }: { note: Note } & Pick<NoteView, 'pictures' | 'videos'>) => {
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set());
  const shown = tileMedia({ pictures, videos, missing });
  const index = shown?.at ?? 0;
  const video = shown?.what === 'video' ? videos[index] : undefined;
  if (video !== undefined) return <TileVideo note={note} video={video} />;
  const picture = pictures[index];
  if (picture === undefined) return null;
  const isLast = videos.length === 0 && pictures.every(({ url }) => url === picture.url || missing.has(url));
  const giveWay = () => setMissing((gone) => new Set(gone).add(picture.url));
  return (
    <>
      <Picture
        key={picture.url}
        picture={picture}
        noteId={note.id}
        index={index}
        label={texts.note.openPicture(index + 1, picture.alt)}
        onMissing={isLast ? undefined : giveWay}
      />
      <Count count={tileCount({ pictures })} />
    </>
  );
};

/** What people gave for the note. */
const Zaps = ({ note, counted }: Pick<Props, 'note' | 'counted'>) => {
  const { zapSats = 0 } = useNoteStats(note.id, counted) ?? {};
  return (
    zapSats > 0 && (
      <b className="num tile__zaps">
        <Icon name="bolt" size="xs" fill />
        <span aria-hidden="true">{compact(zapSats)}</span>
        <VisuallyHidden>{socialTexts.zapped(zapSats)}</VisuallyHidden>
      </b>
    )
  );
};

type Props = {
  note: Note;
  /** place in the gallery from 1, and its length or -1 when more may follow */
  position: number;
  listSize: number;
  /** whether the counts may be asked for */
  counted: boolean;
};

const Tile = ({ note, position, listSize, counted }: Props) => {
  const { pictures, videos } = viewOf(note);
  const name = useDisplayName(note.pubkey);
  const [isNear, setNear] = useState(false);
  const comeNear = () => setNear(true);
  const label = { 'aria-label': texts.note.by(name), 'aria-posinset': position, 'aria-setsize': listSize };
  const size = { 'data-large': isLargeTile(position - 1) || undefined };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex -- ARIA feed pattern; buttons come for those who come near
    <article className="tile" tabIndex={0} {...label} {...size} onFocus={comeNear} onPointerEnter={comeNear}>
      <div className="tile__picture">
        <Covered note={note}>
          <First note={note} pictures={pictures} videos={videos} />
        </Covered>
      </div>
      <div className="tile__acts">
        <NoteLink id={note.id} author={note.pubkey} className="tile__note">
          <NoteTime at={note.created_at} />
        </NoteLink>
        <Suspense>{isNear && <QuickActions note={note} />}</Suspense>
      </div>
      <footer className="tile__foot">
        <PersonLink pubkey={note.pubkey} className="tile__who">
          <PersonAvatar pubkey={note.pubkey} size="xs" />
          <span className="clip" dir="auto">
            {name}
          </span>
        </PersonLink>
        <Zaps note={note} counted={counted} />
      </footer>
    </article>
  );
};

/** A note in the gallery of Image Mode (FEED-11): its picture with the name and what it was zapped. */
export const NoteTile = memo((props: Props) => (
  <NoteBoundary position={props.position}>
    <Tile {...props} />
  </NoteBoundary>
));
