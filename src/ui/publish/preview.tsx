import { useMemo } from 'react';
import type { EventTemplate } from '#domain/protocol/signer.ts';
import { noteFromEvent } from '#domain/note/note.ts';
import { NoteContent } from '#ui/note/note-content.tsx';
import { publishTexts as texts } from '#ui/texts/publish.ts';

type Props = { template: EventTemplate; pubkey: string };

/** The post as a card will show it. */
export const Preview = ({ template, pubkey }: Props) => {
  const note = useMemo(
    () => noteFromEvent({ ...template, pubkey, id: `preview ${template.content}`, sig: '' }, 0),
    [template, pubkey],
  );
  return (
    <section className="cr__panel cr__preview" aria-label={texts.preview}>
      <h2 className="t-sm c-2">{texts.preview}</h2>
      <div className="note__body">
        <NoteContent note={note} whole />
      </div>
    </section>
  );
};
