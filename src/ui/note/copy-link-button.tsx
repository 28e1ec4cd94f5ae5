import type { EventRef } from '#domain/protocol/event.ts';
import { CopyIconButton } from '#ui/kit/copy-icon-button.tsx';
import { useNoteCode } from './use-note-code.ts';
import { useNote } from '#ui/queries.ts';
import { threadTexts } from '#ui/texts/thread.ts';

/** Copies the address of a note. */
export const CopyLinkButton = ({ note: { id, relays, author } }: { note: EventRef }) => {
  const codeOf = useNoteCode();
  const { data } = useNote(id, relays, author);
  return (
    <CopyIconButton
      icon="link"
      label={threadTexts.copyLink}
      read={() => new URL(`/note/${codeOf(id, data?.pubkey ?? author, data ? [] : relays)}`, document.baseURI).href}
    />
  );
};
