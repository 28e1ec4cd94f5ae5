import { addressTagged } from '#domain/protocol/naddr.ts';
import type { Note } from '#domain/note/note.ts';
import { noteTexts } from '#ui/texts/note.ts';
import { CodeName } from './code-name.tsx';
import { CodeLink } from './note-links.tsx';

/** Stands for what a note says that says nothing: what it quotes that no screen shows (NIP-18), or that it has no text. */
export const EmptyNote = ({ note, plain = false }: { note: Note; plain?: boolean }) => {
  const code = addressTagged(note, 'q');
  if (code === undefined) return <p className="c-3">{noteTexts.noText}</p>;
  const name = <CodeName code={code} />;
  return <p>{plain ? name : <CodeLink code={code}>{name}</CodeLink>}</p>;
};
