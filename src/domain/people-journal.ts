import type { NostrEvent } from './event.ts';
import { LIST_EDIT_KEPT_S, LIST_RACE_S, LIST_SENDINGS_KEPT } from './limits.ts';
import { showsEdit, type PeopleEdit } from './people-list.ts';

/** Something done by hand. `sentAt` in seconds: the time of the published list that says it first. */
export type JournalEdit = PeopleEdit & {
  readonly sentAt?: number | undefined;
  /** every relay the user writes to took that list */
  readonly everywhere?: boolean | undefined;
};

/** A list that this browser published, and the version it was made from; times in seconds, '' and 0 for none. */
export type Sending = {
  readonly id: string;
  readonly at: number;
  readonly baseId: string;
  readonly baseAt: number;
};

/**
 * What the user changed in this browser, by public key, as long as somebody who had not seen it could overwrite it, and
 * the lists that this browser sent lately, the newest first.
 */
export type PeopleJournal = {
  readonly edits: Readonly<Record<string, JournalEdit>>;
  readonly sendings: readonly Sending[];
};

export const EMPTY_JOURNAL: PeopleJournal = { edits: {}, sendings: [] };

const mapped = (journal: PeopleJournal, change: (edit: JournalEdit) => JournalEdit | undefined): PeopleJournal => ({
  ...journal,
  edits: Object.fromEntries(
    Object.entries(journal.edits).flatMap(([pubkey, edit]) => {
      const changed = change(edit);
      return changed ? [[pubkey, changed]] : [];
    }),
  ),
});

/** The journal with what was done now. */
export const journalWith = (journal: PeopleJournal, edits: readonly PeopleEdit[]): PeopleJournal => ({
  ...journal,
  edits: { ...journal.edits, ...Object.fromEntries(edits.map((edit) => [edit.pubkey, edit])) },
});

/** What a list must say that is not known to be safe. */
export const journalEdits = (journal: PeopleJournal): readonly JournalEdit[] => Object.values(journal.edits);

/** Something that was never sent and failed is undone, unless the user has changed their mind meanwhile. */
export const journalWithout = (journal: PeopleJournal, failed: readonly PeopleEdit[]): PeopleJournal => {
  const isFailed = (edit: JournalEdit) =>
    edit.sentAt === undefined && failed.some(({ pubkey, wanted }) => pubkey === edit.pubkey && wanted === edit.wanted);
  return mapped(journal, (edit) => (isFailed(edit) ? undefined : edit));
};

/** A list with these edits is about to be sent: should it get out, others could overwrite it. */
export const journalBeforeSend = (
  journal: PeopleJournal,
  edits: readonly PeopleEdit[],
  sending: Sending,
): PeopleJournal => {
  const sent = new Map(edits.map(({ pubkey, wanted }) => [pubkey, wanted]));
  const marked = mapped(journal, (edit) =>
    sent.get(edit.pubkey) === edit.wanted ? { ...edit, sentAt: sending.at, everywhere: false } : edit,
  );
  return { ...marked, sendings: [sending, ...journal.sendings].slice(0, LIST_SENDINGS_KEPT) };
};

/** What relays did with that list; `before` is the journal as it was before the sending. */
export const journalAfterSend = (
  journal: PeopleJournal,
  { at }: Sending,
  outcome: { accepted: boolean; everywhere: boolean; before: PeopleJournal },
): PeopleJournal =>
  mapped(journal, (edit) => {
    if (edit.sentAt !== at) return edit;
    return outcome.accepted ? { ...edit, everywhere: outcome.everywhere } : outcome.before.edits[edit.pubkey];
  });

type Seen = {
  readonly newest: NostrEvent | undefined;
  /** every relay the user writes to was seen to have the newest */
  readonly everywhere: boolean;
  /** seconds */
  readonly now: number;
};

const isOverwritten = ({ sentAt = 0, everywhere }: JournalEdit, newest: NostrEvent | undefined) =>
  everywhere !== true || newest === undefined || newest.created_at <= sentAt + LIST_RACE_S;

/**
 * After the newest list was read. Whoever was added and is missing was overwritten by somebody who had not seen it, and
 * comes in again, unless everybody could have seen it: then another device has removed them. Whoever was removed and is
 * there again stays: in doubt nobody is lost.
 */
export const journalAfterFetch = (journal: PeopleJournal, { newest, everywhere, now }: Seen): PeopleJournal =>
  mapped(journal, (edit) => {
    if (edit.sentAt === undefined) return edit;
    if (now - edit.sentAt > LIST_EDIT_KEPT_S) return undefined;
    if (showsEdit(newest?.tags ?? [], edit)) {
      const isSafe = everywhere && now - edit.sentAt > LIST_RACE_S;
      return isSafe ? undefined : { ...edit, everywhere: edit.everywhere === true || everywhere };
    }
    return edit.wanted && isOverwritten(edit, newest) ? edit : undefined;
  });

type Branches = {
  readonly newest: NostrEvent | undefined;
  /** all versions that relays have now */
  readonly found: readonly NostrEvent[];
  /** the versions this browser has seen before */
  readonly kept: readonly NostrEvent[];
  readonly journal: PeopleJournal;
};

/** What the newest list lacks of versions that were made beside it: tags, and other content where it is to be taken. */
export type Strays = { readonly tags: readonly (readonly string[])[]; readonly content: string | undefined };

const keyOf = ([name, value = '']: readonly string[]) =>
  `${name} ${name === 'p' || name === 'e' ? value.toLowerCase() : value}`;

const keysOf = (lists: readonly NostrEvent[]) => new Set(lists.flatMap(({ tags }) => tags.map(keyOf)));

/**
 * What other devices wrote while this browser published, without having seen it: versions that come to light on relays
 * that were away. An entry of theirs that was in no version here since then was removed by nobody here. Their content, the
 * encrypted part of a mute list, is taken over where this browser did not change it.
 */
export const straysOf = ({ newest, found, kept, journal }: Branches): Strays => {
  const seen = new Set([...kept.map(({ id }) => id), ...journal.sendings.map(({ id }) => id), newest?.id]);
  const beside = ({ created_at: time }: NostrEvent) =>
    journal.sendings.filter(({ at, baseAt }) => baseAt <= time && time <= at);
  const strays = found.filter((version) => !seen.has(version.id) && beside(version).length > 0);
  const since = Math.min(...strays.flatMap(beside).map(({ baseAt }) => baseAt));
  const known = keysOf([...kept.filter(({ created_at }) => created_at >= since), ...(newest ? [newest] : [])]);
  const tags = new Map<string, readonly string[]>();
  for (const tag of strays.flatMap((version) => version.tags)) {
    if (tag[0] !== 'client' && !known.has(keyOf(tag))) tags.set(keyOf(tag), tag);
  }
  const base = kept.find(({ created_at }) => created_at === since);
  const isUntouched = strays.length > 0 && newest?.content === (base?.content ?? '');
  const other = strays.find(({ content }) => content !== '' && content !== newest?.content);
  return { tags: [...tags.values()], content: isUntouched ? other?.content : undefined };
};
