import { encodeNote } from '#domain/protocol/identifiers.ts';
import { CopyIconButton } from '#ui/kit/copy-icon-button.tsx';
import { threadTexts } from '#ui/texts/thread.ts';

/** Copies the address of a note. */
export const CopyLinkButton = ({ id }: { id: string }) => (
  <CopyIconButton
    icon="link"
    label={threadTexts.copyLink}
    read={() => new URL(`/note/${encodeNote(id)}`, document.baseURI).href}
  />
);
