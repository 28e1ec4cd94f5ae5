import type { ReactNode } from 'react';
import type { EventRef } from '#domain/event.ts';
import { NoteSkeletons } from '#ui/kit/skeleton.tsx';
import { MissingNote } from '#ui/note/note-problem.tsx';
import { useNote, useThread } from '#ui/queries.ts';
import { ThreadView } from './thread-view.tsx';

/** The conversation around a note with its states: loading, not found, found. Shows the note before its replies came. */
export const ThreadPanel = ({ id, relays }: EventRef): ReactNode => {
  const thread = useThread(id);
  const note = useNote(id, relays);
  const notes = thread.data?.notes ?? (note.data ? [note.data] : []);
  if (notes.length > 0)
    return <ThreadView notes={notes} rootId={thread.data?.rootId ?? id} focusId={id} loading={thread.isPending} />;
  if (thread.isPending || note.isPending) return <NoteSkeletons count={4} />;
  return <MissingNote onRetry={() => void Promise.all([note.refetch(), thread.refetch()])} />;
};
