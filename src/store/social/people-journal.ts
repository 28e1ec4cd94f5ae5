import { isHex64 } from '#domain/protocol/event.ts';
import type { JournalEdit, Sending } from '#domain/replaceable/journal.ts';
import type { PeopleEdit, PeopleListKind } from '#domain/social/people-list.ts';
import type { JournalForm } from '#store/replaceable/journals.ts';
import { isRecord } from '#domain/record.ts';

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

const editFrom = (pubkey: string, value: unknown): readonly [string, JournalEdit<PeopleEdit>][] => {
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

/** How changes to a list of people are kept. */
export const peopleJournal = (list: PeopleListKind): JournalForm<PeopleEdit> => ({
  prefix: `nostrListEdits_${list}_`,
  read(stored) {
    const { edits, sendings } = isRecord(stored) ? stored : {};
    return {
      edits: Object.fromEntries(
        Object.entries(isRecord(edits) ? edits : {}).flatMap(([pubkey, edit]) => editFrom(pubkey, edit)),
      ),
      sendings: (Array.isArray(sendings) ? sendings : []).flatMap(sendingFrom),
    };
  },
  write: (journal) => journal,
});
