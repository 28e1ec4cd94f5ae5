import { useRef } from 'react';
import type { Note } from '#domain/note/note.ts';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useOverlay } from '#ui/overlay.ts';
import { useNameInText } from '#ui/name-in-text.ts';
import { PostButtons } from './post-buttons.tsx';
import { publishTexts } from '#ui/texts/publish.ts';
import type { OpenComposer } from './with-composer.tsx';
import { Target } from './target.tsx';
import { replyPlace, useIsBegun } from './use-is-begun.ts';
import { WithReply } from './with-reply.tsx';
import { WithTarget } from '#ui/note/with-target.tsx';
import { WrittenPart } from './written-part.tsx';

const { reply: texts } = publishTexts;

type Props = { note: Note; onClose: () => void };

const Reply = ({ note, onClose, composer }: Props & { composer: OpenComposer }) => {
  const field = useRef<HTMLTextAreaElement>(null);
  const name = useNameInText(note.pubkey);
  return (
    <Sheet
      title={texts.title(name)}
      initialFocus={field}
      onClose={onClose}
      foot={<PostButtons composer={composer} label={texts.send} onCancel={onClose} />}
    >
      <Target note={note} />
      <WrittenPart composer={composer} field={field} label={texts.label} placeholder={texts.placeholder} />
    </Sheet>
  );
};

const ReplyTo = (props: Props) => (
  <WithReply note={props.note} onSafe={props.onClose}>
    {(composer) => <Reply {...props} composer={composer} />}
  </WithReply>
);

/** A reply to a note (`reply={id}`, ROUTE-21). */
export const ReplySheet = () => {
  const { value = '', close } = useOverlay('reply');
  const isBegun = useIsBegun();
  return (
    <WithTarget id={value} title={texts.loading} onClose={close} isBegun={(note) => isBegun(replyPlace(note))}>
      {(note) => <ReplyTo key={note.id} note={note} onClose={close} />}
    </WithTarget>
  );
};
