import type { Note } from '#domain/note/note.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Quote } from '#ui/note/quote.tsx';
import { useNote } from '#ui/queries.ts';
import { publishTexts } from '#ui/texts/publish.ts';

/** The note that something is written about, or that it was deleted meanwhile. */
export const Target = ({ note: { id, pubkey } }: { note: Note }) =>
  useNote(id).data === null ? (
    <Banner tone="warn" icon="trash" title={publishTexts.deleted} />
  ) : (
    <Quote id={id} relays={[]} author={pubkey} />
  );
