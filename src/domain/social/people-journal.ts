import type { NostrEvent } from '#domain/protocol/event.ts';
import { showsEdit, type PeopleEdit } from './people-list.ts';
import { RELAY_EDIT_KEPT_MS } from '#domain/relays/relay-limits.ts';

/** not in the specification: after so long, in s, another device has read a list before it writes over it */
export const LIST_RACE_S = 120;
/** for so long, in s, a change that not every write relay has is looked after; lists sent that are remembered */
export const LIST_EDIT_KEPT_S = RELAY_EDIT_KEPT_MS / 1_000;
export const LIST_SENDINGS_KEPT = 20;

/** Something done by hand. `sentAt` in seconds: the time of the published list that says it first. */
export type JournalEdit = PeopleEdit & {
  readonly sentAt?: number | undefined;
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

const mapped = (journal: PeopleJournal, change: (edit: JournalEdit) => JournalEdit | undefined): PeopleJournal => ({
  ...journal,
  edits: Object.fromEntries(
    Object.entries(journal.edits).flatMap(([pubkey, edit]) => {
      const changed = change(edit);
      return changed ? [[pubkey, changed]] : [];
    }),
  ),
});

/** The journal with what was done now. What is done again, and was sent already, is looked after as before. */
export const journalWith = (journal: PeopleJournal, edits: readonly PeopleEdit[]): PeopleJournal => {
  const isNew = ({ pubkey, wanted }: PeopleEdit) => {
    const known = journal.edits[pubkey];
    return known?.sentAt === undefined || known.wanted !== wanted;
  };
  const added = Object.fromEntries(edits.filter(isNew).map((edit) => [edit.pubkey, edit]));
  return { ...journal, edits: { ...journal.edits, ...added } };
};

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
    sent.get(edit.pubkey) === edit.wanted ? { ...edit, sentAt: sending.at } : edit,
  );
  return { ...marked, sendings: [sending, ...journal.sendings].slice(0, LIST_SENDINGS_KEPT) };
};

/** No relay took that list; `before` is the journal as it was before the sending. */
export const journalAfterFailure = (journal: PeopleJournal, { at }: Sending, before: PeopleJournal): PeopleJournal =>
  mapped(journal, (edit) => (edit.sentAt === at ? before.edits[edit.pubkey] : edit));

type Seen = {
  readonly newest: NostrEvent | undefined;
  /** every relay the user writes to that answered has the newest */
  readonly everywhere: boolean;
  /** seconds */
  readonly now: number;
};

/**
 * After the newest list was read. What was published is safe once relays still say it when another device must have seen
 * it, too. Whoever was added and is missing before that was overwritten, and comes in again; whoever was removed and is
 * there again stays: in doubt nobody is lost.
 */
export const journalAfterFetch = (journal: PeopleJournal, { newest, everywhere, now }: Seen): PeopleJournal =>
  mapped(journal, (edit) => {
    if (edit.sentAt === undefined) return edit;
    const age = now - edit.sentAt;
    if (age > LIST_EDIT_KEPT_S) return undefined;
    if (!showsEdit(newest?.tags ?? [], edit)) return edit.wanted ? edit : undefined;
    return everywhere && age > LIST_RACE_S ? undefined : edit;
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

const textsOf = (tags: NostrEvent['tags']) => new Set(tags.map((tag) => JSON.stringify(tag)));

/**
 * The versions that may have been made beside the newest one: never seen here, though made after something that was. Each
 * with the time of the version it was probably made from.
 */
const beside = ({ newest, found, kept, journal }: Branches) => {
  const seen = new Set([...kept.map(({ id }) => id), ...journal.sendings.map(({ id }) => id), newest?.id]);
  const baseOf = ({ created_at: time }: NostrEvent) => {
    const passed = journal.sendings.filter(({ at, baseAt }) => baseAt <= time && time <= at);
    if (passed.length > 0) return Math.min(...passed.map(({ baseAt }) => baseAt));
    return kept.find(({ created_at }) => created_at <= time)?.created_at;
  };
  return found.filter(({ id }) => !seen.has(id)).map((version) => ({ version, base: baseOf(version) }));
};

/**
 * What other devices wrote without seeing the newest version, nor being seen by it: it comes to light on relays that were
 * away. A version is of that kind when the newest one has nothing of what it added; an entry that was in no version here
 * since then was removed by nobody here. The content, which is the encrypted part of a mute list, is taken over where it
 * was not changed otherwise.
 */
export const straysOf = (branches: Branches): Strays => {
  const { newest, kept } = branches;
  const present = textsOf(newest?.tags ?? []);
  const tags = new Map<string, readonly string[]>();
  let content: string | undefined;
  for (const { version, base } of beside(branches)) {
    if (base === undefined) continue;
    const known = kept.filter(({ created_at }) => created_at >= base);
    const keys = new Set([...known, ...(newest ? [newest] : [])].flatMap((list) => list.tags.map(keyOf)));
    const former = new Set(known.flatMap((list) => list.tags.map(keyOf)));
    const added = version.tags.filter((tag) => tag[0] !== 'client' && !former.has(keyOf(tag)));
    if (added.some((tag) => present.has(JSON.stringify(tag)))) continue;
    for (const tag of added) if (!keys.has(keyOf(tag))) tags.set(keyOf(tag), tag);
    const before = kept.find(({ created_at }) => created_at === base)?.content ?? '';
    if (newest?.content === before && version.content !== before) content = version.content;
  }
  return { tags: [...tags.values()], content };
};
