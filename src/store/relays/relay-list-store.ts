import { RELAYS_APPLIED_PREFIX, SESSION_RELAYS_KEY } from '#domain/session/session-limits.ts';
import type { RelayEdit } from '#domain/relays/relay-list-edit.ts';
import type { RelayPermission } from '#domain/relays/relay-permission.ts';
import type { RelayEntry } from '#domain/relays/relay-set.ts';
import type { EditJournal } from '#domain/replaceable/journal.ts';
import { SECOND } from '#domain/units.ts';
import type { JournalForm } from '#store/replaceable/journals.ts';
import { isRecord, textsIn } from '#domain/record.ts';
import { lasting, parseJson } from '#store/storage/browser-storage.ts';

/** What is remembered of the user's relay list, in this tab but for the list that is aside and the defaults that left. */
export type RelayListStore = {
  /** the set that a list gave in this tab (RLIST-09) */
  sessionRelays(pubkey: string): readonly RelayEntry[] | undefined;
  /** the id of the list that was put into the set in this tab (RLIST-10) */
  appliedList(pubkey: string): string | undefined;
  setApplied(pubkey: string, listId: string, entries: readonly RelayEntry[]): void;
  /** The set is no longer that of the list, because the user wants another one. */
  forgetSessionRelays(): void;
  /** the id of the list in place of which the user wants the defaults, in this browser */
  asideList(pubkey: string): string | undefined;
  setAside(pubkey: string, listId: string | undefined): void;
  /** the defaults that the user took out by hand, in this browser; visitors share one place */
  leftDefaults(pubkey: string | undefined): readonly string[];
  setLeft(pubkey: string | undefined, urls: readonly string[]): void;
  /** The user has left: nothing of this stays but for the defaults that left; the journal does. */
  forgetSession(pubkey: string): void;
};

const ASIDE_PREFIX = 'nostrRelayListAside_';
const LEFT_PREFIX = 'nostrRelayDefaultsLeft_';

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
    return { edits: Object.fromEntries(edits) as EditJournal<RelayEdit>['edits'], sendings: [] };
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

/** The memory of relay lists in the storages of the browser; where they are blocked, all is kept until the page is closed. */
export const createRelayListStore = (
  sessionStorage: Storage | undefined,
  localStorage: Storage | undefined,
): RelayListStore => {
  const [session, local] = [lasting(sessionStorage), lasting(localStorage)];
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
    asideList: (pubkey) => local.get(ASIDE_PREFIX + pubkey) ?? undefined,
    setAside: (pubkey, listId) => void local.set(ASIDE_PREFIX + pubkey, listId ?? null),
    leftDefaults: (pubkey = '') => textsIn(parseJson(local.get(LEFT_PREFIX + pubkey))),
    setLeft: (pubkey = '', urls) => void local.set(LEFT_PREFIX + pubkey, urls.length > 0 ? JSON.stringify(urls) : null),
    forgetSession(pubkey) {
      local.set(ASIDE_PREFIX + pubkey, null);
      session.set(SESSION_RELAYS_KEY, null);
      session.set(RELAYS_APPLIED_PREFIX + pubkey, null);
    },
  };
};
