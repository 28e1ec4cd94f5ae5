import type { NostrEvent } from '#domain/protocol/event.ts';
import { RELAY_EDIT_KEPT_MS } from './relay-limits.ts';
import { showsEdits, type RelayListEdits } from './relay-list-edit.ts';
import type { RelayPermission } from './relay-set.ts';

/** One thing the user did by hand. `sentAt` in ms: it is in a published list, but not every write relay has that one. */
type JournalEntry = { readonly permission: RelayPermission | null; readonly sentAt?: number };

/**
 * What the user changed in this browser, by relay URL, as long as another device could overwrite it without having seen it:
 * until every write relay has it.
 */
export type RelayListJournal = Readonly<Record<string, JournalEntry>>;

const filtered = (journal: RelayListJournal, keeps: (entry: JournalEntry, url: string) => boolean): RelayListJournal =>
  Object.fromEntries(Object.entries(journal).filter(([url, entry]) => keeps(entry, url)));

/** The journal as edits of a list. */
export const journalEdits = (journal: RelayListJournal): RelayListEdits =>
  Object.fromEntries(Object.entries(journal).map(([url, { permission }]) => [url, permission]));

/** The journal with what was done now. */
export const journalWith = (journal: RelayListJournal, edits: RelayListEdits): RelayListJournal => ({
  ...journal,
  ...Object.fromEntries(Object.entries(edits).map(([url, permission]) => [url, { permission }])),
});

/** How many changes were never published. */
export const unsentCount = (journal: RelayListJournal): number =>
  Object.values(journal).filter(({ sentAt }) => sentAt === undefined).length;

/** Only what was published already: the rest is undone. */
export const journalSent = (journal: RelayListJournal): RelayListJournal =>
  filtered(journal, ({ sentAt }) => sentAt !== undefined);

/** After a list was published with these edits; `everywhere`: all its write relays accepted it. `now` in ms. */
export const journalAfterPublish = (
  journal: RelayListJournal,
  edits: RelayListEdits,
  { everywhere, now }: { everywhere: boolean; now: number },
): RelayListJournal => {
  // made again meanwhile, with another permission: that one is still to be published
  const isSame = (url: string, { permission }: JournalEntry) => url in edits && edits[url] === permission;
  if (everywhere) return filtered(journal, (entry, url) => !isSame(url, entry));
  return Object.fromEntries(
    Object.entries(journal).map(([url, entry]) => [
      url,
      isSame(url, entry) ? { ...entry, sentAt: entry.sentAt ?? now } : entry,
    ]),
  );
};

type Seen = {
  readonly newest: NostrEvent | undefined;
  /** every write relay was seen to have the newest */
  readonly everywhere: boolean;
  readonly indexers: ReadonlySet<string>;
  /** ms */
  readonly now: number;
};

/**
 * After the newest list was read. Of what was published: it is done once every write relay has it; a relay that was added
 * and is missing now was overwritten by a device that had not seen it, and is added again; one that was taken out and is
 * there again stays, for in doubt no relay is lost.
 */
export const journalAfterFetch = (journal: RelayListJournal, { newest, everywhere, indexers, now }: Seen) =>
  filtered(journal, ({ permission, sentAt }, url) => {
    if (sentAt === undefined) return true;
    if (now - sentAt > RELAY_EDIT_KEPT_MS) return false;
    return showsEdits(newest, { [url]: permission }, indexers) ? !everywhere : permission !== null;
  });
