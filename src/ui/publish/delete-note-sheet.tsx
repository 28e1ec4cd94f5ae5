import type { Note } from '#domain/note/note.ts';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { Quote } from '#ui/note/quote.tsx';
import { useOverlay } from '#ui/overlay.ts';
import { useAccount, useActing } from '#ui/system-context.ts';
import { texts as shared } from '#ui/texts/app.ts';
import { publishTexts } from '#ui/texts/publish.ts';
import { PostingProblem } from './posting-problem.tsx';
import { WithComposer, type OpenComposer } from './with-composer.tsx';
import { WithTarget } from '#ui/note/with-target.tsx';

const { deletion: texts } = publishTexts;

type Props = { note: Note; onClose: () => void };

const Asking = ({ note, onClose, composer }: Props & { composer: OpenComposer }) => {
  const { busy, post, send } = composer;
  return (
    <Sheet
      title={texts.title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={busy ? () => send({ type: 'composer.stop' }) : onClose}>{publishTexts.cancel}</Button>
          <Button look="danger" busy={busy} onClick={post}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      <p className="sheet__lead">{texts.lead}</p>
      <Quote id={note.id} relays={[]} author={note.pubkey} />
      <PostingProblem composer={composer} />
    </Sheet>
  );
};

const Deletion = (props: Props) => {
  const { note, onClose } = props;
  const { writing } = useActing();
  const close = () => {
    onClose();
    writing.hide(note.id);
  };
  return (
    <WithComposer subject={{ what: 'deletion', note }} title={texts.confirm} onSafe={close}>
      {(composer) => <Asking {...props} composer={composer} />}
    </WithComposer>
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
