import { LINK_RELAYS_MAX } from '#domain/relays/relays-limits.ts';
import { encodeNote } from '#domain/protocol/identifiers.ts';
import { useSystem } from '#ui/system-context.ts';

/** Gives the code of a note that is told to others, with relays that have it (docs/adr/0008). */
export const useNoteCode = (): ((id: string, author: string | undefined) => string) => {
  const { seenOn } = useSystem();
  return (id, author) => encodeNote(id, seenOn(id).slice(0, LINK_RELAYS_MAX), author);
};
