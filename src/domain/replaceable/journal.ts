import type { NostrEvent } from '#domain/protocol/event.ts';
import { EDIT_KEPT_S, SENDINGS_KEPT } from './replaceable-limits.ts';

/** Something done by hand. `sentAt` in seconds: the time of the published version that says it first. */
export type JournalEdit<Edit> = Edit & { readonly sentAt?: number | undefined };

/** A version that this browser published, and the one it was made from; times in seconds, '' and 0 for none. */
export type Sending = {
  readonly id: string;
  readonly at: number;
  readonly baseId: string;
  readonly baseAt: number;
};

/**
 * What the user changed in this browser, by what it is about, as long as somebody who had not seen it could overwrite it,
 * and the versions that this browser sent lately, the newest first.
 */
export type EditJournal<Edit> = {
  readonly edits: Readonly<Record<string, JournalEdit<Edit>>>;
  readonly sendings: readonly Sending[];
};

export const EMPTY_JOURNAL: EditJournal<never> = { edits: {}, sendings: [] };

/** What a journal must know of the edits in it. */
export type EditRules<Edit> = {
  /** of the edits of one thing the last counts */
  keyOf(edit: Edit): string;
  isSame(one: Edit, other: Edit): boolean;
  /** it puts something in or changes it; else it takes it out */
  adds(edit: Edit): boolean;
  /** whether a version says what the edit wants */
  shows(version: NostrEvent | undefined, edit: Edit): boolean;
  /** so long, in s, what all relays have may still be overwritten by a device that had not read it; -Infinity: not at all */
  readonly raceS: number;
};

const mapped = <Edit>(
  journal: EditJournal<Edit>,
  change: (edit: JournalEdit<Edit>, key: string) => JournalEdit<Edit> | undefined,
): EditJournal<Edit> => ({
  ...journal,
  edits: Object.fromEntries(
    Object.entries(journal.edits).flatMap(([key, edit]) => {
      const changed = change(edit, key);
      return changed ? [[key, changed]] : [];
    }),
  ),
});

const has = <Edit>({ keyOf, isSame }: EditRules<Edit>, edits: readonly Edit[], edit: Edit): boolean =>
  edits.some((one) => keyOf(one) === keyOf(edit) && isSame(one, edit));

/**
 * The journal with what was done now. What is put in again, and was sent already, is looked after as before; what is taken out
 * again may have come back meanwhile.
 */
export const journalWith = <Edit>(
  rules: EditRules<Edit>,
  journal: EditJournal<Edit>,
  edits: readonly Edit[],
): EditJournal<Edit> => {
  const isNew = (edit: Edit) => {
    const known = journal.edits[rules.keyOf(edit)];
    return known?.sentAt === undefined || !rules.isSame(known, edit) || !rules.adds(edit);
  };
  const added = Object.fromEntries(edits.filter(isNew).map((edit) => [rules.keyOf(edit), edit as JournalEdit<Edit>]));
  return { ...journal, edits: { ...journal.edits, ...added } };
};

/** What a version must say that is not known to be safe. */
export const journalEdits = <Edit>(journal: EditJournal<Edit>): readonly JournalEdit<Edit>[] =>
  Object.values(journal.edits);

/** What is shown on top of a version of that time: what was taken out before it and is there again stays, as it does once it was read. */
export const editsUpon = <Edit>(
  { adds }: Pick<EditRules<Edit>, 'adds'>,
  journal: EditJournal<Edit>,
  time: number,
): readonly Edit[] => journalEdits(journal).filter((edit) => adds(edit) || time <= (edit.sentAt ?? time));

/** The changes that were never published. */
export const unsentEdits = <Edit>(journal: EditJournal<Edit>): readonly JournalEdit<Edit>[] =>
  journalEdits(journal).filter(({ sentAt }) => sentAt === undefined);

/** How many changes were never published. */
export const unsentCount = <Edit>(journal: EditJournal<Edit>): number => unsentEdits(journal).length;

/** Something that was never sent and failed is undone, unless the user has changed their mind meanwhile. */
export const journalWithout = <Edit>(
  rules: EditRules<Edit>,
  journal: EditJournal<Edit>,
  failed: readonly Edit[],
): EditJournal<Edit> =>
  mapped(journal, (edit) => (edit.sentAt === undefined && has(rules, failed, edit) ? undefined : edit));

/** A version with these edits is about to be sent: should it get out, others could overwrite it. */
export const journalBeforeSend = <Edit>(
  rules: EditRules<Edit>,
  journal: EditJournal<Edit>,
  edits: readonly Edit[],
  sending: Sending,
): EditJournal<Edit> => {
  const marked = mapped(journal, (edit) => (has(rules, edits, edit) ? { ...edit, sentAt: sending.at } : edit));
  return { ...marked, sendings: [sending, ...journal.sendings].slice(0, SENDINGS_KEPT) };
};

/** No relay took that version; `before` is the journal as it was before the sending. */
export const journalAfterFailure = <Edit>(
  journal: EditJournal<Edit>,
  { at }: Sending,
  before: EditJournal<Edit>,
): EditJournal<Edit> => mapped(journal, (edit, key) => (edit.sentAt === at ? before.edits[key] : edit));

/** Whether a version is wherever it is to be: all relays that are to keep it have it. */
export const isEverywhere = (keepers: readonly string[], has: (relay: string) => boolean): boolean =>
  keepers.every(has);

/** A version with these edits got out; `everywhere`: every relay that is to have it took it. `now` in seconds. */
export const journalAfterSend = <Edit>(
  rules: EditRules<Edit>,
  journal: EditJournal<Edit>,
  edits: readonly Edit[],
  { everywhere, now }: { readonly everywhere: boolean; readonly now: number },
): EditJournal<Edit> =>
  mapped(journal, (edit) => {
    // made again meanwhile, and otherwise: that one is still to be published
    if (!has(rules, edits, edit)) return edit;
    return everywhere ? undefined : { ...edit, sentAt: edit.sentAt ?? now };
  });

type Seen = {
  readonly newest: NostrEvent | undefined;
  /** every relay that is to have the newest was seen to have it */
  readonly everywhere: boolean;
  /** seconds */
  readonly now: number;
};

/**
 * After the newest version was read. What was published is safe once relays still say it when another device must have
 * seen it, too. What was put in and is missing before that was overwritten, and comes in again; what was taken out and is
 * there again stays: in doubt nothing is lost.
 */
export const journalAfterFetch = <Edit>(
  rules: EditRules<Edit>,
  journal: EditJournal<Edit>,
  { newest, everywhere, now }: Seen,
): EditJournal<Edit> =>
  mapped(journal, (edit) => {
    if (edit.sentAt === undefined) return edit;
    const age = now - edit.sentAt;
    if (age > EDIT_KEPT_S) return undefined;
    if (!rules.shows(newest, edit)) return rules.adds(edit) ? edit : undefined;
    return everywhere && age > rules.raceS ? undefined : edit;
  });

/** An older version that was restored takes back what was changed after it, except what was done with it. */
export const journalAfterRestore = <Edit>(
  { keyOf }: EditRules<Edit>,
  { edits, sendings }: EditJournal<Edit>,
  done: readonly Edit[],
): EditJournal<Edit> => {
  const stays = new Set(done.map(keyOf));
  return { edits: Object.fromEntries(Object.entries(edits).filter(([key]) => stays.has(key))), sendings };
};
