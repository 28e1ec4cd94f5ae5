import { useState, type ReactNode } from 'react';
import { isHex64, type EventRef } from '#domain/protocol/event.ts';
import { decodeNoteId } from '#domain/protocol/identifiers.ts';
import type { Note } from '#domain/note/note.ts';
import { Button } from '#ui/kit/button.tsx';
import { RetryButton } from '#ui/kit/retry-button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { RowSkeletons } from '#ui/kit/skeleton.tsx';
import { InvalidNote } from './note-problem.tsx';
import { useNote } from '#ui/queries.ts';
import { texts } from '#ui/texts/app.ts';
import { publishTexts } from '#ui/texts/publish.ts';

const refOf = (id: string): EventRef | undefined => (isHex64(id) ? { id, relays: [] } : decodeNoteId(id));

type Props = {
  id: string;
  title: string;
  onClose: () => void;
  /** whether something is written about the note that must not vanish with it */
  isBegun?: (note: Note) => boolean;
  children: (note: Note) => ReactNode;
};

const Found = ({ note: { id, relays }, title, onClose, isBegun, children }: Omit<Props, 'id'> & { note: EventRef }) => {
  const { data, isError, refetch } = useNote(id, relays);
  const [before, setBefore] = useState(data);
  if (data && data !== before) setBefore(data);
  if (data) return children(data);
  const isDeleted = data === null && Boolean(before);
  if (isDeleted && isBegun?.(before!)) return children(before!);
  const isMissing = (data === null || isError) && !isDeleted;
  return (
    <Sheet
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{texts.shell.close}</Button>
          {isMissing && <RetryButton look="primary" onRetry={() => void refetch()} />}
        </>
      }
    >
      {isDeleted && <p className="sheet__lead">{publishTexts.deleted}</p>}
      {isMissing && <p className="sheet__lead">{publishTexts.missing}</p>}
      {!isDeleted && !isMissing && <RowSkeletons count={2} />}
    </Sheet>
  );
};

/** The note that a sheet is about, as soon as it is there; until then, and when it is nowhere, a sheet that says so. */
export const WithTarget = ({ id, ...rest }: Props) => {
  const { title, onClose } = rest;
  const note = refOf(id);
  if (note === undefined)
    return (
      <Sheet title={title} onClose={onClose}>
        <InvalidNote />
      </Sheet>
    );
  return <Found key={note.id} note={note} {...rest} />;
};
