import { encodeNote } from '#domain/protocol/identifiers.ts';
import { linkRelays } from '#domain/relays/relay-hints.ts';
import { useSystem } from '#ui/system-context.ts';

/** Gives the code of a note that is told to others, with relays that have it, or are said to (docs/adr/0008). */
export const useNoteCode = (): ((id: string, author: string | undefined, hints?: readonly string[]) => string) => {
  const { seenOn } = useSystem();
  return (id, author, hints = []) => encodeNote(id, linkRelays([...seenOn(id), ...hints]), author);
};
