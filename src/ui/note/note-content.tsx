import { memo, Suspense, useState, type ReactNode } from 'react';
import type { Block } from '#domain/note/content.ts';
import type { Note } from '#domain/note/note.ts';
import { later } from '#ui/kit/later.ts';
import { texts } from '#ui/texts/app.ts';
import { MediaGrid } from './media-grid.tsx';
import { viewOf } from './note-view.ts';
import { RichText } from './rich-text.tsx';

const EmptyNote = later(() => import('./empty-note.tsx').then((file) => file.EmptyNote));
const NoteVideo = later(() => import('./note-video.tsx').then((file) => file.NoteVideo));
const Quote = later(() => import('./quote.tsx').then((file) => file.Quote));
const NoteToken = later(() => import('#ui/token/note-token.tsx').then((file) => file.NoteToken));
const WarningVeil = later(() => import('./veil.tsx').then((file) => file.WarningVeil));

/** What was unfolded or uncovered stays so when its card leaves the list and comes back. */
const unfolded = new Set<string>();
const uncovered = new Set<string>();

const useKept = (kept: Set<string>, id: string): readonly [boolean, () => void] => {
  const [, rerender] = useState(0);
  const set = () => {
    kept.add(id);
    rerender((count) => count + 1);
  };
  return [kept.has(id), set];
};

/** Where the pictures of a block start among all pictures of the note. */
const firstPicture = (blocks: readonly Block[], until: number): number =>
  blocks.slice(0, until).reduce((sum, block) => sum + (block.type === 'images' ? block.images.length : 0), 0);

const Blocks = ({ blocks, noteId }: { blocks: readonly Block[]; noteId: string }) =>
  blocks.map((block, index) => {
    // The blocks of a note never change, so the index is a stable key.
    switch (block.type) {
      case 'text':
        return <RichText key={index} segments={block.segments} />;
      case 'images':
        return <MediaGrid key={index} pictures={block.images} noteId={noteId} first={firstPicture(blocks, index)} />;
      case 'video':
        return (
          <Suspense key={index} fallback={<div className="media media--video" data-n="1" />}>
            <NoteVideo video={block.video} />
          </Suspense>
        );
      case 'token':
        return (
          <Suspense key={index} fallback={<div className="quote quote--empty" />}>
            <NoteToken {...block} />
          </Suspense>
        );
      default:
        return (
          <Suspense key={index} fallback={<div className="quote quote--empty">{texts.note.quoteLoading}</div>}>
            <Quote {...block} />
          </Suspense>
        );
    }
  });

/** Covers the content of a note its author warns of until somebody asks for it. */
export const Covered = ({ note, children }: { note: Note; children: ReactNode }) => {
  const { cover, pictures } = viewOf(note);
  const [shown, uncover] = useKept(uncovered, note.id);
  if (cover === undefined || shown) return children;
  return (
    <Suspense fallback={<div className="veil" />}>
      <WarningVeil cover={cover} pictures={pictures.length} onShow={uncover} />
    </Suspense>
  );
};

/** What a note says: text, pictures, videos, quotes; covered when its author warns, folded when long. */
export const NoteContent = memo(({ note, whole = false }: { note: Note; whole?: boolean }) => {
  const view = viewOf(note);
  const [open, unfold] = useKept(unfolded, note.id);
  const folded = whole || open ? undefined : view.folded;
  return (
    <Covered note={note}>
      {view.blocks.length === 0 && (
        <Suspense>
          <EmptyNote note={note} />
        </Suspense>
      )}
      <Blocks blocks={folded ?? view.blocks} noteId={note.id} />
      {folded !== undefined && (
        <button type="button" className="btn btn--ghost btn--s note__unfold" onClick={unfold}>
          {texts.note.showMore}
        </button>
      )}
    </Covered>
  );
});
