import type { ReactNode } from 'react';
import type { Note } from '#domain/note/note.ts';
import { publishTexts } from '#ui/texts/publish.ts';
import { replyPlace } from './use-is-begun.ts';
import { WithComposer, type OpenComposer } from './with-composer.tsx';

type Props = { note: Note; onSafe: () => void; children: (composer: OpenComposer) => ReactNode };

/** The composer of a reply to a note: the field under a thread and the large editor have the same draft. */
export const WithReply = ({ note, ...rest }: Props) => (
  <WithComposer subject={{ what: 'reply', note }} place={replyPlace(note)} title={publishTexts.reply.send} {...rest} />
);
