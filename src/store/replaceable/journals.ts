import { EMPTY_JOURNAL, type EditJournal } from '#domain/replaceable/journal.ts';
import { lasting, parseJson } from '#store/storage/browser-storage.ts';

/** What this browser remembers of changes to one list, by the user's public key. */
export type Journals<Edit> = {
  get(pubkey: string): EditJournal<Edit>;
  set(pubkey: string, journal: EditJournal<Edit>): void;
};

/** How a journal stands in the storage; it is hostile until `read` has taken it. */
export type JournalForm<Edit> = {
  /** the name in the storage, without the public key */
  readonly prefix: string;
  read(stored: unknown): EditJournal<Edit>;
  write(journal: EditJournal<Edit>): unknown;
};

/** Journals in the local storage, so that a closed tab loses no change; nothing is left of an empty one. */
export const createJournals = <Edit>(storage: Storage | undefined, form: JournalForm<Edit>): Journals<Edit> => {
  const local = lasting(storage);
  return {
    get(pubkey) {
      const stored = parseJson(local.get(form.prefix + pubkey));
      return stored === undefined ? EMPTY_JOURNAL : form.read(stored);
    },
    set(pubkey, journal) {
      const isEmpty = Object.keys(journal.edits).length === 0 && journal.sendings.length === 0;
      local.set(form.prefix + pubkey, isEmpty ? null : JSON.stringify(form.write(journal)));
    },
  };
};
