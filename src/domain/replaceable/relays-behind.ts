import type { NostrEvent } from '#domain/protocol/event.ts';
import type { EditJournal } from './journal.ts';
import type { FoundVersions } from './versions.ts';

type Known<Edit> = FoundVersions & { readonly journal: Pick<EditJournal<Edit>, 'sendings'> };

/** Reads what a version of a list has in it, as texts that can be compared. */
type MembersOf = (tags: NostrEvent['tags']) => ReadonlySet<string>;

/** Whether a version from elsewhere leaves out what a relay still has: whoever made it may not have known of that, and looks after it. */
const leavesOut = <Edit>({ newest, found, journal }: Known<Edit>, membersOf: MembersOf): boolean => {
  if (!newest || journal.sendings.some(({ id }) => id === newest.id)) return false;
  const members = membersOf(newest.tags);
  return found.some(({ tags }) => [...membersOf(tags)].some((member) => !members.has(member)));
};

/**
 * The relays that the newest version of a list is to be brought to: the user writes to them, and they answered without it. None
 * while a relay may have what nobody else has.
 */
export const relaysBehind = <Edit>(read: Known<Edit>, membersOf: MembersOf): readonly string[] => {
  const { newest, found, kept, writers, told, holders } = read;
  const behind = writers.filter((relay) => told.has(relay) && !holders.has(relay));
  // lists are long, and mostly no relay is behind
  if (!newest || behind.length === 0) return [];
  const seen = new Set([newest.id, ...kept.map(({ id }) => id)]);
  return found.some(({ id }) => !seen.has(id)) || leavesOut(read, membersOf) ? [] : behind;
};
