import { RELAYS_APPLIED_PREFIX, SESSION_RELAYS_KEY } from '#domain/session/session-limits.ts';
import type { RelayEdit } from '#domain/relays/relay-list-edit.ts';
import type { RelayPermission } from '#domain/relays/relay-permission.ts';
import type { RelayEntry } from '#domain/relays/relay-set.ts';
import type { Journal } from '#domain/replaceable/journal.ts';
import { SECOND } from '#domain/units.ts';
import type { JournalForm } from '#store/replaceable/journals.ts';
import { isRecord } from '#domain/record.ts';
import { lasting, parseJson } from '#store/storage/browser-storage.ts';

/** What this tab remembers of the user's relay list. */
export type RelayListStore = {
  /** the set that a list gave in this tab (RLIST-09) */
  sessionRelays(pubkey: string): readonly RelayEntry[] | undefined;
  /** the id of the list that was put into the set in this tab (RLIST-10) */
  appliedList(pubkey: string): string | undefined;
  setApplied(pubkey: string, listId: string, entries: readonly RelayEntry[]): void;
  /** The set is no longer that of the list, because the user wants another one. */
  forgetSessionRelays(): void;
  /** The user has left: nothing of the tab stays; the journal does. */
  forgetSession(pubkey: string): void;
};

const PERMISSIONS: ReadonlySet<unknown> = new Set<RelayPermission>(['read', 'write', 'readwrite', 'indexer']);

/** How changes of the relay list are kept: by URL, with times in ms. */
export const relayListJournal: JournalForm<RelayEdit> = {
  prefix: 'nostrRelayListEdits_',
  read(stored) {
    const edits = Object.entries(isRecord(stored) ? stored : {}).flatMap(([url, entry]) => {
      if (!isRecord(entry) || (entry['permission'] !== null && !PERMISSIONS.has(entry['permission']))) return [];
      const permission = entry['permission'] as RelayPermission | null;
      const sentAt = entry['sentAt'];
      return [[url, { url, permission, ...(typeof sentAt === 'number' && { sentAt: sentAt / SECOND }) }]];
    });
    return { edits: Object.fromEntries(edits) as Journal<RelayEdit>['edits'], sendings: [] };
  },
  write: ({ edits }) =>
    Object.fromEntries(
      Object.entries(edits).map(([url, { permission, sentAt }]) => [
        url,
        { permission, ...(sentAt !== undefined && { sentAt: sentAt * SECOND }) },
      ]),
    ),
};

const entriesFrom = (value: unknown): readonly RelayEntry[] =>
  (Array.isArray(value) ? value : []).filter(
    (entry): entry is RelayEntry =>
      isRecord(entry) && typeof entry['url'] === 'string' && PERMISSIONS.has(entry['permission']),
  );

/** The memory of relay lists in the storage of the tab; where the browser blocks it, all is kept until the page is closed. */
export const createRelayListStore = (storage: Storage | undefined): RelayListStore => {
  const session = lasting(storage);
  return {
    sessionRelays(pubkey) {
      const kept = parseJson(session.get(SESSION_RELAYS_KEY));
      return isRecord(kept) && kept['pubkey'] === pubkey ? entriesFrom(kept['entries']) : undefined;
    },
    appliedList: (pubkey) => session.get(RELAYS_APPLIED_PREFIX + pubkey) ?? undefined,
    setApplied(pubkey, listId, entries) {
      session.set(RELAYS_APPLIED_PREFIX + pubkey, listId);
      session.set(SESSION_RELAYS_KEY, JSON.stringify({ pubkey, entries }));
    },
    forgetSessionRelays: () => session.set(SESSION_RELAYS_KEY, null),
    forgetSession(pubkey) {
      session.set(SESSION_RELAYS_KEY, null);
      session.set(RELAYS_APPLIED_PREFIX + pubkey, null);
    },
  };
};
