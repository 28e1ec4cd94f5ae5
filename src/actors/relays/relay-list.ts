import type { QueryClient } from '@tanstack/query-core';
import { fromCallback, fromPromise, type AnyEventObject } from 'xstate';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { KNOWN_INDEXERS } from '#domain/relays/default-relays.ts';
import { parseRelayHints, parseRelayList } from '#domain/profile/lists.ts';
import { relayListKey, relayListVersionsKey, type ListVersion } from '#domain/cache/query-keys.ts';
import {
  appliedRelays,
  editsBetween,
  showsEdits,
  undoneRelays,
  type RelayListEdits,
} from '#domain/relays/relay-list-edit.ts';
import {
  journalAfterFetch,
  journalEdits,
  journalSent,
  journalWith,
  unsentCount,
  type RelayListJournal,
} from '#domain/relays/relay-list-journal.ts';
import type { RelayEntry } from '#domain/relays/relay-set.ts';
import type { CurrentSigner } from '#domain/protocol/signer.ts';
import { listRelays } from './ask-relays.ts';
import type { Alone } from '#actors/shell/alone.ts';
import type { AreaRefs, RunningAreas } from '#machines/areas.ts';
import type { EntriesFact, ListOwner, LoadReport } from '#machines/relays/relay-list.machine.ts';
import type { AccountStore } from '#store/session/account.ts';
import type { KeptVersions } from '#store/replaceable/versions.ts';
import type { RelayListStore } from '#store/relays/relay-list-store.ts';
import { isSameSet } from '#store/relays/save-relays.ts';
import { fetchNewestList, type NewestDeps, type NewestList } from './relay-list-newest.ts';

/** relays proposed to somebody without a list; people of one REQ for relay lists */
export const RELAY_PROPOSAL_MAX = 5;
/** kind 1 events read for relay tags when an author has no relay list */
export const RELAY_LIST_FALLBACK_LIMIT = 50;

export type RelayListDeps = NewestDeps & {
  readonly directory: () => Pick<AreaRefs['relay-directory'], 'send' | 'getSnapshot'>;
  readonly follow: RunningAreas['follow'];
  readonly account: AccountStore;
  readonly signer: CurrentSigner;
  readonly queryClient: QueryClient;
  readonly store: RelayListStore;
  readonly versions: KeptVersions;
  readonly alone: Alone;
  /** the name of the app for a `client` tag */
  readonly client: () => string | undefined;
  /** ms since the epoch */
  readonly now: () => number;
};

/** The set as it is, what it falls back to, and who is known to keep lists only. */
const setOf = ({ directory }: RelayListDeps) => {
  const { entries, defaults } = directory().getSnapshot().context;
  const indexers = defaults.entries.filter(({ permission }) => permission === 'indexer').map(({ url }) => url);
  return { entries, defaults, indexers: new Set([...KNOWN_INDEXERS, ...indexers]) };
};

/** The parts of the relay list that touch set, storage and caches; shared by its slots. */
export const createRelayListDesk = (deps: RelayListDeps) => {
  const { directory, store, versions, queryClient } = deps;
  let adopting = false;

  const adopt = (entries: readonly RelayEntry[]) => {
    if (isSameSet(entries, setOf(deps).entries)) return;
    adopting = true;
    directory().send({ type: 'relays.adopt', entries });
    adopting = false;
  };
  const showVersions = async (pubkey: string) => {
    const kept = await versions.of(KIND.relayList, pubkey);
    const shown = kept.map((list): ListVersion => {
      return { id: list.id, createdAt: list.created_at, relays: parseRelayList(list, Infinity).length };
    });
    queryClient.setQueryData(relayListVersionsKey(pubkey), shown);
  };
  return {
    set: () => setOf(deps),
    adopt,
    /** whether the set is being changed by the app and not by the user */
    isAdopting: () => adopting,
    /** Puts a list into the set, with what the user changed by hand on top. */
    apply(list: NostrEvent) {
      const edits = journalEdits(store.journal(list.pubkey));
      const entries = appliedRelays({ list, edits, ...setOf(deps) });
      adopt(entries);
      store.setApplied(list.pubkey, list.id, entries);
    },
    /** Remembers a list that was found or published, and shows it. */
    async keep(list: NostrEvent) {
      queryClient.setQueryData(relayListKey(list.pubkey), parseRelayList(list, Infinity));
      await versions.keep(list);
      await showVersions(list.pubkey);
    },
    /** Looks for the newest list; what that says of earlier changes goes into the journal. */
    async fetch(pubkey: string, signal: AbortSignal): Promise<NewestList & { readonly journal: RelayListJournal }> {
      const found = await fetchNewestList(deps, pubkey, signal);
      signal.throwIfAborted();
      const { indexers } = setOf(deps);
      const journal = journalAfterFetch(store.journal(pubkey), { ...found, indexers, now: deps.now() });
      store.setJournal(pubkey, journal);
      return { ...found, journal };
    },
  };
};

export type RelayListDesk = ReturnType<typeof createRelayListDesk>;

/** The slot `watch entries`: changes that the user makes by hand go into the journal. */
export const defineWatchEntries = ({ directory, follow, account, store }: RelayListDeps, desk: RelayListDesk) =>
  fromCallback<AnyEventObject, ListOwner>(({ input: { pubkey }, sendBack }) => {
    const current = () => directory().getSnapshot().context.entries;
    let entries = current();
    const note = (edits: RelayListEdits) => {
      const journal = store.journal(pubkey);
      // made in another tab, which looks after it
      if (Object.entries(edits).every(([url, permission]) => journal[url]?.permission === permission)) return;
      store.setJournal(pubkey, journalWith(journal, edits));
      sendBack({ type: 'entries.edited' } satisfies EntriesFact);
    };
    const look = () => {
      const [before, now] = [entries, current()];
      entries = now;
      // the set of somebody else comes in after the account has changed
      if (now === before || desk.isAdopting() || account.get().pubkey !== pubkey) return;
      note(editsBetween(before, now));
      // as after the defaults were restored
      if (now.every(({ source }) => source !== 'list')) store.forgetSessionRelays();
    };
    return follow('relay-directory', (_, again) => {
      // a directory that failed is started again with the set of its start
      if (again) entries = current();
      else look();
    });
  });

/** Relays named in the newest notes of somebody without a list (RLIST-03). */
const propose = async ({ requests }: RelayListDeps, desk: RelayListDesk, pubkey: string, signal: AbortSignal) => {
  const { events } = await requests.fetch({
    filters: [{ kinds: [KIND.textNote], authors: [pubkey], limit: RELAY_LIST_FALLBACK_LIMIT }],
    relays: listRelays(requests),
    signal,
  });
  const notes = events.filter((event) => event.kind === KIND.textNote && event.pubkey === pubkey);
  const own = new Set(desk.set().entries.map(({ url }) => url));
  return parseRelayHints(notes)
    .filter((url) => !own.has(url))
    .slice(0, RELAY_PROPOSAL_MAX);
};

/** Nobody told the list: what it gave in this tab before is put into a set that has nothing of it. */
const recall = ({ store }: RelayListDeps, desk: RelayListDesk, pubkey: string) => {
  const entries = store.sessionRelays(pubkey);
  const isBare = desk.set().entries.every(({ source = 'default' }) => source === 'default' || source === 'advisor');
  if (entries && isBare) desk.adopt(entries);
};

/** Whether in this tab the list was put into the set already, and is there or the user has put something else there. */
const isInPlace = ({ store }: RelayListDeps, desk: RelayListDesk, { id, pubkey }: NostrEvent) =>
  store.appliedList(pubkey) === id &&
  (store.sessionRelays(pubkey) === undefined || desk.set().entries.some(({ source }) => source === 'list'));

const UNREAD = 'No relay answered when your relay list was asked for.';

const load = async (deps: RelayListDeps, desk: RelayListDesk, pubkey: string, signal: AbortSignal) => {
  const { newest, answered, behind, journal } = await desk.fetch(pubkey, signal);
  if (!newest && !answered) {
    recall(deps, desk, pubkey);
    throw new Error(UNREAD);
  }
  if (newest) {
    await desk.keep(newest);
    signal.throwIfAborted();
    if (!isInPlace(deps, desk, newest)) desk.apply(newest);
    const isDone = !behind && showsEdits(newest, journalEdits(journal), desk.set().indexers);
    return { unpublished: isDone ? 0 : Object.keys(journal).length, proposal: [] };
  }
  return { unpublished: unsentCount(journal), proposal: await propose(deps, desk, pubkey, signal) };
};

/** The slot `load list`: finds the user's list and puts it into the set, once per tab and list (RLIST-10). */
export const defineLoadList = (deps: RelayListDeps, desk: RelayListDesk) =>
  fromPromise<LoadReport, ListOwner>(({ input: { pubkey }, signal }) => load(deps, desk, pubkey, signal));

/** The slot `undo edits`: what was not published is as it was before. */
export const defineUndoEdits = ({ registry, store }: RelayListDeps, desk: RelayListDesk) =>
  fromPromise<void, ListOwner>(async ({ input: { pubkey } }) => {
    const journal = store.journal(pubkey);
    const kept = journalSent(journal);
    store.setJournal(pubkey, kept);
    const list = registry.replaceable(KIND.relayList, pubkey);
    const undone = Object.keys(journal).filter((url) => !(url in kept));
    desk.adopt(undoneRelays({ list, edits: journalEdits(kept), undone, ...desk.set() }));
  });

/** The slot `accept proposal`: reads from these relays, too. They are the app's finds and are never published. */
export const defineAcceptProposal = ({ directory }: RelayListDeps) =>
  fromPromise<void, { relays: readonly string[] }>(async ({ input: { relays } }) => {
    for (const url of relays)
      directory().send({ type: 'relay.add', entry: { url, permission: 'read', source: 'advisor' } });
  });

/** The slot `forget session`: what the tab keeps of the one who left. */
export const defineForgetSession = ({ store, queryClient }: RelayListDeps) =>
  fromPromise<void, ListOwner>(async ({ input: { pubkey } }) => {
    store.forgetSession(pubkey);
    for (const group of ['relay-list/result', 'relay-list/versions'])
      queryClient.removeQueries({ queryKey: [group, pubkey] });
  });
