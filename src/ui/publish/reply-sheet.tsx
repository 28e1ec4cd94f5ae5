import { useRef } from 'react';
import { composeReply } from '#domain/publish/compose.ts';
import type { Note } from '#domain/note/note.ts';
import { Sheet } from '#ui/kit/sheet.tsx';
import { Quote } from '#ui/note/quote.tsx';
import '#ui/note/note.css';
import { useOverlay } from '#ui/overlay.ts';
import { useNameInText } from '#ui/name-in-text.ts';
import { useActing, useSystem } from '#ui/system-context.ts';
import { PostButtons } from './post-buttons.tsx';
import { publishTexts } from '#ui/texts/publish.ts';
import { useWritten } from './use-written.ts';
import { WithTarget } from './with-target.tsx';
import { WrittenPart } from './written-part.tsx';

const { reply: texts } = publishTexts;

const Reply = ({ note, onClose }: { note: Note; onClose: () => void }) => {
  const field = useRef<HTMLTextAreaElement>(null);
  const { writing } = useActing();
  const { account } = useSystem();
  const name = useNameInText(note.pubkey);
  const text = useWritten({
    place: `reply ${note.id}`,
    what: 'reply',
    title: texts.send,
    compose: (written) => composeReply(written, writing.target(note), account.get().pubkey ?? '', writing.signature()),
    onSafe: onClose,
  });
  return (
    <Sheet
      title={texts.title(name)}
      initialFocus={field}
      onClose={onClose}
      foot={<PostButtons posting={text.posting} label={texts.send} onPost={() => text.post()} onCancel={onClose} />}
    >
      <Quote id={note.id} relays={[]} author={note.pubkey} />
      <WrittenPart text={text} field={field} label={texts.label} placeholder={texts.placeholder} />
    </Sheet>
  );
};

/** A reply to a note (`reply={id}`, ROUTE-21). */
export const ReplySheet = () => {
  const { value = '', close } = useOverlay('reply');
  return (
    <WithTarget id={value} title={texts.loading} onClose={close}>
      {(note) => <Reply key={note.id} note={note} onClose={close} />}
    </WithTarget>
  );
};
