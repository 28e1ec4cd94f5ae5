import { fromCallback, fromPromise, type AnyEventObject } from 'xstate';
import { Failure } from '#domain/problem.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { parseRelayHints } from '#domain/profile/lists.ts';
import { BLACKLISTED_RELAYS } from '#domain/relays/blacklisted-relays.ts';
import {
  appliedRelays,
  editsBetween,
  editsByUrl,
  leftAfter,
  showsEdits,
  undoneRelays,
  writeRelaysOf,
  type RelayEdit,
} from '#domain/relays/relay-list-edit.ts';
import { proposedEntry } from '#domain/relays/relay-advice.ts';
import type { RelayEntry } from '#domain/relays/relay-set.ts';
import { RELAY_PROPOSAL_MAX, RELAY_LIST_FALLBACK_LIMIT } from '#domain/relays/relays-limits.ts';
import { journalEdits, unsentCount, type EditJournal } from '#domain/replaceable/journal.ts';
import { createReplaceable, type Replaceable } from '#actors/replaceable/kernel.ts';
import type { RunningAreas } from '#machines/areas.ts';
import type { EntriesFact, RelayListLoad } from '#machines/relays/relay-list.machine.ts';
import type { Owner } from '#machines/replaceable/replaceable.ts';
import type { AccountStore } from '#store/session/account.ts';
import { isSameSet } from '#store/relays/save-relays.ts';
import type { RelayListStore } from '#store/relays/relay-list-store.ts';
import { listRelays } from './ask-relays.ts';
import { relayListPolicy, setOf, type RelayListPolicyDeps } from './relay-list-policy.ts';

export type RelayListDeps = RelayListPolicyDeps & {
  readonly follow: RunningAreas['follow'];
  readonly account: AccountStore;
  readonly store: RelayListStore;
};

/** Relays that were taken out by hand, which no published list says yet. */
const takenOut = (journal: EditJournal<RelayEdit>): readonly string[] =>
  journalEdits(journal).flatMap(({ url, permission }) => (permission === null ? [url] : []));

/** The relay list as it stands, is put into the set and is changed; shared by its slots. */
export const createOwnRelays = (deps: RelayListDeps) => {
  const { directory, store } = deps;
  let adopting = false;

  const adopt = (entries: readonly RelayEntry[]) => {
    if (isSameSet(entries, setOf(deps).entries)) return;
    adopting = true;
    directory().send({ type: 'relays.adopt', entries });
    adopting = false;
  };
  /** Puts a list into the set, with what the user changed by hand on top; not one in whose place they want the defaults. */
  const apply = (list: NostrEvent) => {
    if (store.asideList(list.pubkey) === list.id) return;
    const edits = editsByUrl(journalEdits(own.journalOf(list.pubkey)));
    const entries = appliedRelays({ list, edits, left: store.leftDefaults(list.pubkey), ...setOf(deps) });
    adopt(entries);
    store.setApplied(list.pubkey, list.id, entries);
  };
  const own: Replaceable<RelayEdit> = createReplaceable(deps, relayListPolicy(deps, apply));
  return {
    own,
    set: () => setOf(deps),
    adopt,
    /** whether the set is being changed by the app and not by the user */
    isAdopting: () => adopting,
    apply,
  };
};

export type OwnRelays = ReturnType<typeof createOwnRelays>;

/** The slot `watch entries`: changes that the user makes by hand go into the journal. */
export const defineWatchEntries = (deps: RelayListDeps, relays: OwnRelays) =>
  fromCallback<AnyEventObject, Owner>(({ input: { pubkey }, sendBack }) => {
    const { directory, follow, account, registry, store, versions } = deps;
    const current = () => directory().getSnapshot().context;
    let { entries } = current();
    /** Whether what others read says it already, or another tab looks after it. */
    const isSaid = ({ url, permission }: RelayEdit) => {
      const known = relays.own.journalOf(pubkey).edits[url];
      if (known) return known.permission === permission;
      return showsEdits(registry.replaceable(KIND.relayList, pubkey), { [url]: permission }, relays.set().indexers);
    };
    const note = (edits: readonly RelayEdit[]) => {
      if (edits.length === 0) return;
      store.setLeft(pubkey, leftAfter(store.leftDefaults(pubkey), edits, relays.set().defaults));
      const open = edits.filter((edit) => !isSaid(edit));
      if (open.length === 0) return;
      const taken = takenOut(relays.own.note(pubkey, open));
      sendBack({ type: 'entries.edited', taken } satisfies EntriesFact);
    };
    /** What waits was about the set of before; published, it would change the set again. So would the list in a later tab. */
    const restored = async () => {
      relays.own.drop(pubkey, journalEdits(relays.own.journalOf(pubkey)));
      store.setLeft(pubkey, []);
      sendBack({ type: 'entries.restored' } satisfies EntriesFact);
      const list = registry.replaceable(KIND.relayList, pubkey) ?? (await versions.of(KIND.relayList, pubkey))[0];
      store.setAside(pubkey, list?.id);
    };
    const look = () => {
      const [before, { entries: now, removed }] = [entries, current()];
      entries = now;
      // the set of somebody else comes in after the account has changed
      if (now === before || relays.isAdopting() || account.get().pubkey !== pubkey) return;
      if (now === relays.set().defaults.entries) void restored();
      else note(Object.entries(editsBetween(before, now, removed)).map(([url, permission]) => ({ url, permission })));
      if (now.every(({ source }) => source !== 'list')) store.forgetSessionRelays();
    };
    return follow('relay-directory', (_, again) => {
      // a directory that failed is started again with the set of its start
      if (again) ({ entries } = current());
      else look();
    });
  });

/** Relays named in the newest notes of somebody without a list (RLIST-03). */
const propose = async ({ requests }: RelayListDeps, relays: OwnRelays, pubkey: string, signal: AbortSignal) => {
  const { events } = await requests.fetch({
    filters: [{ kinds: [KIND.textNote], authors: [pubkey], limit: RELAY_LIST_FALLBACK_LIMIT }],
    relays: listRelays(requests),
    signal,
  });
  const notes = events.filter((event) => event.kind === KIND.textNote && event.pubkey === pubkey);
  // the advisor would take a blacklisted one out again (RELAY-70)
  const left = new Set([...BLACKLISTED_RELAYS, ...relays.set().entries.map(({ url }) => url)]);
  return parseRelayHints(notes)
    .filter((url) => !left.has(url))
    .slice(0, RELAY_PROPOSAL_MAX);
};

/** Nobody told the list: what it gave in this tab before is put into a set that has nothing of it. */
const recall = ({ store }: RelayListDeps, relays: OwnRelays, pubkey: string) => {
  const entries = store.sessionRelays(pubkey);
  const isBare = relays.set().entries.every(({ source = 'default' }) => source === 'default' || source === 'advisor');
  if (entries && isBare) relays.adopt(entries);
};

/** Whether in this tab the list was put into the set already, and is there or the user has put something else there. */
const isInPlace = ({ store }: RelayListDeps, relays: OwnRelays, { id, pubkey }: NostrEvent) =>
  store.appliedList(pubkey) === id &&
  (store.sessionRelays(pubkey) === undefined || relays.set().entries.some(({ source }) => source === 'list'));

const load = async (deps: RelayListDeps, relays: OwnRelays, pubkey: string, signal: AbortSignal) => {
  const { own } = relays;
  const { newest, told, holders } = await own.read(pubkey, signal);
  if (!newest && told.size === 0) {
    recall(deps, relays, pubkey);
    throw new Failure({ code: 'relay-list-not-found' });
  }
  if (!newest)
    return {
      unpublished: unsentCount(own.journalOf(pubkey)),
      proposal: await propose(deps, relays, pubkey, signal),
      taken: [],
    };
  own.adopt(newest);
  await own.keep(pubkey, [newest]);
  signal.throwIfAborted();
  if (!isInPlace(deps, relays, newest)) relays.apply(newest);
  // a relay that the list names for writing answered without it
  const isBehind = writeRelaysOf(newest).some((relay) => told.has(relay) && !holders.has(relay));
  const journal = own.journalOf(pubkey);
  const edits = journalEdits(journal);
  const isDone = !isBehind && showsEdits(newest, editsByUrl(edits), relays.set().indexers);
  return { unpublished: isDone ? 0 : edits.length, proposal: [], taken: takenOut(journal) };
};

/** The slot `load list`: finds the user's list and puts it into the set, once per tab and list (RLIST-10). */
export const defineLoadList = (deps: RelayListDeps, relays: OwnRelays) =>
  fromPromise<RelayListLoad, Owner>(({ input: { pubkey }, signal }) => load(deps, relays, pubkey, signal));

/** The slot `undo edits`: what was not published is as it was before. */
export const defineUndoEdits = ({ registry, store }: RelayListDeps, relays: OwnRelays) =>
  fromPromise<void, Owner>(async ({ input: { pubkey } }) => {
    const before = journalEdits(relays.own.journalOf(pubkey));
    const kept = relays.own.drop(pubkey, before);
    const newest = registry.replaceable(KIND.relayList, pubkey);
    const list = newest?.id === store.asideList(pubkey) ? undefined : newest;
    const undone = before.map(({ url }) => url).filter((url) => !(url in kept.edits));
    const left = store.leftDefaults(pubkey).filter((url) => !undone.includes(url));
    store.setLeft(pubkey, left);
    relays.adopt(undoneRelays({ list, edits: editsByUrl(journalEdits(kept)), undone, left, ...relays.set() }));
  });

/** The slot `accept proposal`: takes these relays, too. They are the app's finds and are never published. */
export const defineAcceptProposal = ({ directory }: RelayListDeps) =>
  fromPromise<void, { relays: readonly string[] }>(async ({ input: { relays } }) => {
    for (const url of relays) directory().send({ type: 'relay.add', entry: proposedEntry(url) });
  });

/** The slot `forget session`: what the tab keeps of the one who left. */
export const defineForgetSession = ({ store, queryClient }: RelayListDeps) =>
  fromPromise<void, Owner>(async ({ input: { pubkey } }) => {
    store.forgetSession(pubkey);
    for (const group of ['relay-list/result', 'relay-list/versions'])
      queryClient.removeQueries({ queryKey: [group, pubkey] });
  });
