import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { isHex64, type EventRef } from '#domain/protocol/event.ts';
import { decodeNoteId } from '#domain/protocol/identifiers.ts';
import { SideSheet } from '#ui/kit/side-sheet.tsx';
import { NotePathContext } from '#ui/note/note-links.tsx';
import { InvalidNote } from '#ui/note/note-problem.tsx';
import { isOverAnother, useOverlay } from '#ui/overlay.ts';
import { useThread } from '#ui/queries.ts';
import { useMuted } from '#ui/system-context.ts';
import { texts } from '#ui/texts/app.ts';
import { threadTexts } from '#ui/texts/thread.ts';
import { CopyLinkButton } from '#ui/note/copy-link-button.tsx';
import { Conversation } from './conversation.tsx';
import { replyCount } from './thread-rows.ts';

const refOf = (text: string): EventRef | undefined => {
  const id = text.toLowerCase();
  return isHex64(id) ? { id, relays: [] } : decodeNoteId(text);
};

const Title = ({ id }: { id: string }) => {
  const { data } = useThread(id);
  const muted = useMuted();
  const replies = useMemo(() => (data ? replyCount(data, id, muted) : 0), [data, id, muted]);
  return (
    <>
      {threadTexts.title} {replies > 0 && <small>{threadTexts.replies(replies)}</small>}
    </>
  );
};

/** The thread of a note beside what was being read (ROUTE-20, NOTE-05). */
export const ThreadSheet = () => {
  const { value = '', close } = useOverlay('thread');
  const isOverFeed = useLocation({ select: (page) => page.pathname === '/' && !isOverAnother('thread', page) });
  const path = useLocation({ select: ({ pathname, searchStr }) => `${pathname}${searchStr}` });
  const note = refOf(value);
  return (
    <SideSheet
      title={note === undefined ? threadTexts.title : <Title id={note.id} />}
      backLabel={isOverFeed ? texts.feed.title : texts.shell.back}
      onClose={close}
      actions={note !== undefined && <CopyLinkButton note={note} />}
    >
      <NotePathContext value={path}>
        {note === undefined ? <InvalidNote /> : <Conversation key={note.id} note={note} sheet />}
      </NotePathContext>
    </SideSheet>
  );
};
