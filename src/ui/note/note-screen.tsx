import { Navigate, useLocation, useParams } from '@tanstack/react-router';
import type { EventRef } from '#domain/protocol/event.ts';
import { decodeIdentifier, decodeNoteId } from '#domain/protocol/identifiers.ts';
import { BackButton } from '#ui/kit/back-button.tsx';
import { useBack } from '#ui/navigation.ts';
import { useNameInText } from '#ui/name-in-text.ts';
import { useNote } from '#ui/queries.ts';
import { Page } from '#ui/kit/page.tsx';
import { texts } from '#ui/texts/app.ts';
import { CopyLinkButton } from './copy-link-button.tsx';
import { Conversation } from '#ui/thread/conversation.tsx';
import { NotePathContext } from './note-links.tsx';
import { InvalidNote } from './note-problem.tsx';

const Head = ({ note }: { note?: EventRef }) => (
  <div className="dock note-screen__head">
    <BackButton onBack={useBack()} />
    <h1>{texts.note.title}</h1>
    {note !== undefined && <CopyLinkButton note={note} />}
  </div>
);

const Found = ({ note, path }: { note: EventRef; path: string }) => {
  const author = useNote(note.id, note.relays).data?.pubkey ?? note.author ?? '';
  const name = useNameInText(author);
  return (
    <Page title={author === '' ? texts.note.title : `${texts.note.title}: ${name}`} ownHeading>
      <Head note={note} />
      <NotePathContext value={path}>
        <Conversation note={note} />
      </NotePathContext>
    </Page>
  );
};

/** One note with its conversation (ROUTE-02, ROUTE-03). */
export const NoteScreen = () => {
  const { noteId = '' } = useParams({ strict: false });
  const path = useLocation({ select: ({ pathname }) => pathname });
  const note = decodeNoteId(noteId);
  if (note !== undefined) return <Found key={note.id} note={note} path={path} />;
  if (decodeIdentifier(noteId)?.type === 'address') return <Navigate to="/open" search={{ q: noteId }} replace />;
  return (
    <Page title={texts.note.title} ownHeading>
      <Head />
      <InvalidNote />
    </Page>
  );
};
