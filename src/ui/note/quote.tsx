import { Suspense } from 'react';
import type { Block } from '#domain/note/content.ts';
import type { EventRef } from '#domain/protocol/event.ts';
import { isHidden, type Mutes } from '#domain/social/muted.ts';
import type { Note } from '#domain/note/note.ts';
import { later } from '#ui/kit/later.ts';
import { useDisplayName, useNote } from '#ui/queries.ts';
import { useMuted } from '#ui/system-context.ts';
import { texts } from '#ui/texts/app.ts';
import { noteTexts } from '#ui/texts/note.ts';
import { EmptyNote } from './empty-note.tsx';
import { NoteLink } from './note-links.tsx';
import { NoteTime } from './note-time.tsx';
import { viewOf } from './note-view.ts';
import { PersonAvatar } from './person-avatar.tsx';
import { RichText } from './rich-text.tsx';

const QuotedToken = later(() => import('#ui/token/note-token.tsx').then((file) => file.QuotedToken));

/** One part of a note, in few words and without links. */
export const QuoteBlock = ({ block }: { block: Block }) => {
  switch (block.type) {
    case 'text':
      return <RichText segments={block.segments} plain />;
    case 'images':
      return (
        <small className="c-3">
          {block.images.length === 1 ? texts.note.picture : noteTexts.pictures(block.images.length)}
        </small>
      );
    case 'video':
      return <small className="c-3">{texts.note.video}</small>;
    case 'token':
      return (
        <Suspense fallback={<small className="c-3">{texts.note.token}</small>}>
          <QuotedToken {...block} />
        </Suspense>
      );
    default:
      return <small className="c-3">{noteTexts.quote}</small>;
  }
};

const QuotedNote = ({ note }: { note: Note }) => {
  const name = useDisplayName(note.pubkey);
  const { blocks, folded = blocks, cover } = viewOf(note);
  return (
    <NoteLink id={note.id} author={note.pubkey} className="quote">
      <span className="quote__head">
        <PersonAvatar pubkey={note.pubkey} size="xs" />
        <b className="clip" dir="auto">
          {name}
        </b>
        <NoteTime at={note.created_at} />
      </span>
      {cover === undefined ? (
        <div className="quote__text">
          {folded.map((block, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the blocks of a note never change
            <QuoteBlock key={index} block={block} />
          ))}
          {blocks.length === 0 && <EmptyNote note={note} plain />}
        </div>
      ) : (
        <small className="c-2">{noteTexts.warningOf(cover.reason || noteTexts.sensitive)}</small>
      )}
    </NoteLink>
  );
};

const mutedText = (muted: Mutes, { pubkey }: Note) =>
  muted.has(pubkey) ? noteTexts.quoteMuted : noteTexts.quoteHidden;

/** A note quoted in another: head and first lines, one level deep. */
export const Quote = ({ id, relays, author }: EventRef) => {
  const { data, isError } = useNote(id, relays, author);
  const muted = useMuted();
  if (data && !isHidden(muted, data)) return <QuotedNote note={data} />;
  const missing = data === null || isError;
  const state = missing ? noteTexts.quoteMissing : texts.note.quoteLoading;
  return (
    <NoteLink id={id} relays={relays} author={author} className="quote quote--empty">
      {data ? mutedText(muted, data) : state}
    </NoteLink>
  );
};
