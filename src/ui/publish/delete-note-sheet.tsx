import { composeDeletion } from '#domain/publish/compose.ts';
import type { Note } from '#domain/note/note.ts';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { Quote } from '#ui/note/quote.tsx';
import '#ui/note/note.css';
import { useOverlay } from '#ui/overlay.ts';
import { useAccount, useActing } from '#ui/system-context.ts';
import { texts as shared } from '#ui/texts/app.ts';
import { publishTexts } from '#ui/texts/publish.ts';
import { texts as appTexts } from '#ui/texts/app.ts';
import { usePosting } from './use-posting.ts';
import { WithTarget } from './with-target.tsx';

const { deletion: texts } = publishTexts;

const Deletion = ({ note, onClose }: { note: Note; onClose: () => void }) => {
  const { writing } = useActing();
  const posting = usePosting({
    title: texts.confirm,
    onSafe: () => {
      onClose();
      writing.hide(note.id);
    },
  });
  const busy = posting.stage === 'signing';
  const remove = () =>
    posting.post(() => ({ what: 'deletion', template: composeDeletion([note], writing.signature()) }));
  return (
    <Sheet
      title={texts.title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={busy ? posting.stop : onClose}>{publishTexts.cancel}</Button>
          <Button look="danger" busy={busy} onClick={remove}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      <p className="sheet__lead">{texts.lead}</p>
      <Quote id={note.id} relays={[]} author={note.pubkey} />
      <p className="err" role="alert" hidden={posting.problem === ''}>
        <Icon name="alert" size="s" />
        {appTexts.said(posting.problem)}
      </p>
    </Sheet>
  );
};

const NotYours = ({ onClose }: { onClose: () => void }) => (
  <Sheet title={texts.title} onClose={onClose} foot={<Button onClick={onClose}>{shared.shell.close}</Button>}>
    <p className="sheet__lead">{texts.notYours}</p>
  </Sheet>
);

/** Asks before a note of one's own is deleted (`deleteNote={id}`, NIP-09). */
export const DeleteNoteSheet = () => {
  const { value = '', close } = useOverlay('deleteNote');
  const { pubkey } = useAccount();
  return (
    <WithTarget id={value} title={texts.title} onClose={close}>
      {(note) => (note.pubkey === pubkey ? <Deletion note={note} onClose={close} /> : <NotYours onClose={close} />)}
    </WithTarget>
  );
};
