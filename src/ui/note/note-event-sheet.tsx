import { bareEvent } from '#domain/protocol/event.ts';
import type { Note } from '#domain/note/note.ts';
import { Button } from '#ui/kit/button.tsx';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useNameInText } from '#ui/name-in-text.ts';
import { useOverlay } from '#ui/overlay.ts';
import { WithTarget } from './with-target.tsx';
import { texts } from '#ui/texts/app.ts';
import { noteMenuTexts as menu } from '#ui/texts/note-menu.ts';

const RawEvent = ({ note, onClose }: { note: Note; onClose: () => void }) => {
  const json = JSON.stringify(bareEvent(note), null, 2);
  const name = useNameInText(note.pubkey);
  return (
    <Sheet
      title={menu.eventOf(name)}
      wide
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{texts.shell.back}</Button>
          <CopyButton text={json} label={menu.copyEvent} />
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keys */}
      <pre className="raw" tabIndex={0} aria-label={menu.json}>
        {json}
      </pre>
    </Sheet>
  );
};

/** The event of a note as it is (`noteEvent={id}`). */
export const NoteEventSheet = () => {
  const { value = '', close } = useOverlay('noteEvent');
  return (
    <WithTarget id={value} title={menu.raw} onClose={close}>
      {(note) => <RawEvent note={note} onClose={close} />}
    </WithTarget>
  );
};
