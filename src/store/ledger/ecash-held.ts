import { isRecord } from '#domain/record.ts';
import { lasting, parseJson } from '#store/storage/browser-storage.ts';

/** local storage: what ecash each account was seen to have here last */
const KEY = 'ecashHeld';

/** What was seen last; `at` in ms since the epoch. */
export type HeldNote = { readonly sats: number; readonly at: number };

/**
 * What the ledgers of this browser were seen to hold, kept in another place than they are: a browser that throws a ledger away,
 * or loses it, leaves an empty one, which looks as if there had never been any.
 */
export type HeldNotes = {
  of(pubkey: string): HeldNote | undefined;
  note(pubkey: string, held: HeldNote): void;
  /** the user deleted it, or knows that it is gone */
  forget(pubkey: string): void;
};

const isNote = (entry: [string, unknown]): entry is [string, HeldNote] => {
  const note = entry[1];
  return isRecord(note) && Number.isFinite(note['sats']) && Number.isFinite(note['at']);
};

export const openHeldNotes = (storage: Storage | undefined): HeldNotes => {
  const kept = lasting(storage);
  const read = () => new Map(Object.entries(Object(parseJson(kept.get(KEY)))).filter(isNote));
  const write = (notes: ReadonlyMap<string, HeldNote>) =>
    kept.set(KEY, notes.size > 0 ? JSON.stringify(Object.fromEntries(notes)) : null);
  return {
    of: (pubkey) => read().get(pubkey),
    note(pubkey, held) {
      const notes = read();
      if (notes.get(pubkey)?.sats !== held.sats) write(notes.set(pubkey, held));
    },
    forget(pubkey) {
      const notes = read();
      if (notes.delete(pubkey)) write(notes);
    },
  };
};
