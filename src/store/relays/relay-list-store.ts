import { RELAYS_APPLIED_PREFIX, SESSION_RELAYS_KEY } from '#domain/session/session-limits.ts';
import type { RelayListJournal } from '#domain/relays/relay-list-journal.ts';
import type { RelayEntry, RelayPermission } from '#domain/relays/relay-set.ts';
import { isRecord, lasting, parseJson } from '#store/storage/lasting.ts';

/** What this browser, and this tab, remember of the user's relay list. */
export type RelayListStore = {
  /** changes that not every write relay has, by the user's public key */
  journal(pubkey: string): RelayListJournal;
  setJournal(pubkey: string, journal: RelayListJournal): void;
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

type Deps = {
  /** undefined where the browser blocks storage: then all is kept until the page is closed */
  readonly local: Storage | undefined;
  readonly session: Storage | undefined;
};

const JOURNAL = 'nostrRelayListEdits_';
const PERMISSIONS: ReadonlySet<unknown> = new Set<RelayPermission>(['read', 'write', 'readwrite', 'indexer']);

const journalFrom = (value: unknown): RelayListJournal => {
  const entries = isRecord(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.flatMap(([url, entry]) => {
      if (!isRecord(entry) || (entry['permission'] !== null && !PERMISSIONS.has(entry['permission']))) return [];
      const permission = entry['permission'] as RelayPermission | null;
      return [[url, typeof entry['sentAt'] === 'number' ? { permission, sentAt: entry['sentAt'] } : { permission }]];
    }),
  );
};

const entriesFrom = (value: unknown): readonly RelayEntry[] =>
  (Array.isArray(value) ? value : []).filter(
    (entry): entry is RelayEntry =>
      isRecord(entry) && typeof entry['url'] === 'string' && PERMISSIONS.has(entry['permission']),
  );

/** The memory of relay lists in the browser's storages. */
export const createRelayListStore = (deps: Deps): RelayListStore => {
  const [local, session] = [lasting(deps.local), lasting(deps.session)];
  return {
    journal: (pubkey) => journalFrom(parseJson(local.get(JOURNAL + pubkey))),
    setJournal: (pubkey, journal) =>
      local.set(JOURNAL + pubkey, Object.keys(journal).length > 0 ? JSON.stringify(journal) : null),
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
