import type { Note } from '#domain/note/note.ts';
import { encodeNpub, shortNpub } from '#domain/protocol/identifiers.ts';
import { useAddress, useDisplayName, useMetadata } from '#ui/queries.ts';
import { NoteLink, PersonLink } from './note-links.tsx';
import { NoteTime } from './note-time.tsx';
import { PowBadge } from './pow-badge.tsx';

/** '_@domain' stands for the domain itself (NIP-05). */
const handleOf = (address: string, pubkey: string): string => address.replace(/^_@/, '') || shortNpub(pubkey);

/** Name, handle, proof of work and age of a note. */
export const NoteHead = ({ note, pow }: { note: Note; pow: number | undefined }) => {
  const metadata = useMetadata(note.pubkey);
  const name = useDisplayName(note.pubkey, metadata);
  const handle = handleOf(useAddress(note.pubkey, metadata?.nip05), note.pubkey);
  return (
    <header className="note__head">
      <PersonLink pubkey={note.pubkey} className="note__name" dir="auto">
        {name}
      </PersonLink>
      <span className="note__handle" title={encodeNpub(note.pubkey)}>
        <span className="clip">{handle !== name && handle}</span>
      </span>
      <span className="note__meta">
        {pow !== undefined && <PowBadge bits={pow} />}
        <NoteLink id={note.id} author={note.pubkey}>
          <NoteTime at={note.created_at} />
        </NoteLink>
      </span>
    </header>
  );
};
