import { isHex64 } from '#domain/protocol/event.ts';
import type { JournalEdit, PeopleJournal, Sending } from '#domain/social/people-journal.ts';
import type { PeopleList } from '#domain/social/people-list.ts';
import { isRecord, lasting, parseJson } from '#store/storage/lasting.ts';

/** What this browser remembers of changes to the lists of people, by the user's public key. */
export type PeopleJournals = {
  get(list: PeopleList, pubkey: string): PeopleJournal;
  set(list: PeopleList, pubkey: string, journal: PeopleJournal): void;
};

const PREFIX = 'nostrListEdits_';

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

const editFrom = (pubkey: string, value: unknown): readonly [string, JournalEdit][] => {
  if (!isRecord(value) || !isHex64(pubkey) || typeof value['wanted'] !== 'boolean') return [];
  const sentAt = typeof value['sentAt'] === 'number' ? value['sentAt'] : undefined;
  const { wanted, relay, petname } = value;
  const edit = { pubkey, wanted, relay: text(relay), petname: text(petname), sentAt };
  return [[pubkey, edit]];
};

const sendingFrom = (value: unknown): readonly Sending[] => {
  if (!isRecord(value)) return [];
  const { id, at, baseId, baseAt } = value;
  const isWhole = typeof id === 'string' && typeof baseId === 'string';
  return isWhole && typeof at === 'number' && typeof baseAt === 'number' ? [{ id, at, baseId, baseAt }] : [];
};

const journalFrom = (value: unknown): PeopleJournal => {
  const { edits, sendings } = isRecord(value) ? value : {};
  return {
    edits: Object.fromEntries(
      Object.entries(isRecord(edits) ? edits : {}).flatMap(([pubkey, edit]) => editFrom(pubkey, edit)),
    ),
    sendings: (Array.isArray(sendings) ? sendings : []).flatMap(sendingFrom),
  };
};

/** Journals in the local storage, so that a closed tab loses no change. */
export const createPeopleJournals = (storage: Storage | undefined): PeopleJournals => {
  const local = lasting(storage);
  const keyOf = (list: PeopleList, pubkey: string) => `${PREFIX}${list}_${pubkey}`;
  return {
    get: (list, pubkey) => journalFrom(parseJson(local.get(keyOf(list, pubkey)))),
    set(list, pubkey, journal) {
      const isEmpty = Object.keys(journal.edits).length === 0 && journal.sendings.length === 0;
      local.set(keyOf(list, pubkey), isEmpty ? null : JSON.stringify(journal));
    },
  };
};
