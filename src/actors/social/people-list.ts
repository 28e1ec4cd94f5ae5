import type { QueryClient } from '@tanstack/query-core';
import { fromPromise, type ActorRefFrom } from 'xstate';
import type { NostrEvent } from '#domain/event.ts';
import { parseContacts, parseMuteList, type Contact } from '#domain/lists.ts';
import {
  journalAfterFetch,
  journalEdits,
  journalWith,
  journalWithout,
  straysOf,
  type PeopleJournal,
  type Strays,
} from '#domain/people-journal.ts';
import { draftPeopleList, editedTags, kindOfList, peopleIn, type PeopleEdit } from '#domain/people-list.ts';
import { muteListKey, peopleVersionsKey, profileContactsKey, type PeopleVersion } from '#domain/query-keys.ts';
import type { CurrentSigner } from '#domain/signer.ts';
import type { relayDirectoryMachine } from '#machines/relays/relay-directory.machine.ts';
import type { LoadPeopleReport, PeopleOwner } from '#machines/social/people-list.ts';
import type { Muted } from '#store/muted.ts';
import type { PeopleJournals } from '#store/people-journal.ts';
import { fetchVersions, type FoundVersions, type VersionsDeps } from './people-versions.ts';

export type PeopleDeps = VersionsDeps & {
  readonly directory: () => Pick<ActorRefFrom<typeof relayDirectoryMachine>, 'getSnapshot'>;
  readonly signer: CurrentSigner;
  readonly queryClient: QueryClient;
  readonly journals: PeopleJournals;
  readonly muted: Muted;
  /** the name of the app for a `client` tag */
  readonly client: () => string | undefined;
  /** ms since the epoch */
  readonly now: () => number;
};

/** What was read, with what the journal says after it. */
export type ReadList = FoundVersions & { readonly journal: PeopleJournal; readonly strays: Strays };

type Tags = NostrEvent['tags'];

/** The tags behind what the query cache has, for the time before the list itself is known. */
const cachedTags = ({ list, queryClient }: PeopleDeps, pubkey: string): Tags | undefined => {
  if (list === 'mutes')
    return queryClient.getQueryData<readonly string[]>(muteListKey(pubkey))?.map((person) => ['p', person]);
  const contacts = queryClient.getQueryData<readonly Contact[]>(profileContactsKey(pubkey));
  return contacts?.map(({ pubkey: person, relay, petname }) => ['p', person, relay, petname]);
};

/** Views see the list in the query cache; who is muted goes out of all lists at once. */
const put = ({ list, queryClient, muted }: PeopleDeps, pubkey: string, tags: Tags) => {
  const queryKey = list === 'follows' ? profileContactsKey(pubkey) : muteListKey(pubkey);
  // an answer that is on its way does not know of the change
  void queryClient.cancelQueries({ queryKey });
  if (list === 'follows') return void queryClient.setQueryData(queryKey, parseContacts({ tags }));
  const people = parseMuteList({ tags });
  queryClient.setQueryData(queryKey, people);
  muted.set(pubkey, new Set(people), people);
};

/** Shows the list that is known with what the user did on top. */
const createDisplay = (deps: PeopleDeps) => {
  const { list, versions, journals, queryClient, registry } = deps;
  const bases = new Map<string, Tags>();
  const show = (pubkey: string) => {
    const base = bases.get(pubkey) ?? cachedTags(deps, pubkey);
    if (base === undefined) return;
    bases.set(pubkey, base);
    put(deps, pubkey, editedTags(base, journalEdits(journals.get(list, pubkey))));
  };
  return {
    show,
    /** This is the list now. */
    adopt(version: NostrEvent) {
      registry.add(version);
      bases.set(version.pubkey, version.tags);
      show(version.pubkey);
    },
    /** Nobody has a list of theirs: what the cache shows, or an empty one, is what there is. */
    begin(pubkey: string) {
      if (!bases.has(pubkey)) bases.set(pubkey, []);
      show(pubkey);
    },
    /** Remembers versions of somebody's list, so that they can be published again. */
    async keep(pubkey: string, found: readonly NostrEvent[]) {
      for (const version of found) await versions.keep(version);
      const kept = await versions.of(kindOfList(list), pubkey);
      const shown = kept.map(({ id, created_at, tags }): PeopleVersion => {
        return { id, createdAt: created_at, people: peopleIn(tags).size };
      });
      queryClient.setQueryData(peopleVersionsKey(list, pubkey), shown);
    },
    /** Whose list it was is gone from this page. */
    forget() {
      for (const pubkey of bases.keys()) queryClient.removeQueries({ queryKey: peopleVersionsKey(list, pubkey) });
      bases.clear();
    },
  };
};

/** The parts of a list of people that touch journal, caches and relays; shared by its slots. */
export const createPeopleDesk = (deps: PeopleDeps) => {
  const { list, journals } = deps;
  const display = createDisplay(deps);
  const seconds = () => Math.floor(deps.now() / 1000);
  const change = (pubkey: string, how: (journal: PeopleJournal) => PeopleJournal) => {
    const changed = how(journals.get(list, pubkey));
    journals.set(list, pubkey, changed);
    return changed;
  };
  return {
    ...display,
    /** The user did something: it is remembered until it is published, and shows at once. */
    note(pubkey: string, edit: PeopleEdit) {
      change(pubkey, (journal) => journalWith(journal, [edit]));
      display.show(pubkey);
    },
    /** The list says it already, or it failed: then it is as it was before. */
    drop(pubkey: string, edits: readonly PeopleEdit[]) {
      change(pubkey, (journal) => journalWithout(journal, edits));
      display.show(pubkey);
    },
    /** An older version was published: what was changed after it is taken back, except what was done with it. */
    forgetChanges(pubkey: string, done: readonly PeopleEdit[]) {
      const stays = new Set(done.map((edit) => edit.pubkey));
      change(pubkey, ({ edits, sendings }) => {
        const left = Object.entries(edits).filter(([person]) => stays.has(person));
        return { edits: Object.fromEntries(left), sendings };
      });
    },
    /** Looks for the newest list; what that says of earlier changes goes into the journal. */
    async read(pubkey: string, signal: AbortSignal): Promise<ReadList> {
      const seen = await fetchVersions(deps, pubkey, signal);
      signal.throwIfAborted();
      const { newest, holders, writers, told } = seen;
      const answered = writers.filter((relay) => told.has(relay));
      const everywhere = answered.length > 0 && answered.every((relay) => holders.has(relay));
      const journal = change(pubkey, (known) => journalAfterFetch(known, { newest, everywhere, now: seconds() }));
      return { ...seen, journal, strays: straysOf({ ...seen, journal }) };
    },
    /** The next version; undefined when the newest one says everything. */
    draft: ({ newest, journal, strays }: ReadList) =>
      draftPeopleList({
        list,
        newest,
        edits: journalEdits(journal),
        strays,
        now: seconds(),
        client: deps.client(),
      }),
  };
};

export type PeopleDesk = ReturnType<typeof createPeopleDesk>;

/** Relays the user writes to that answered without the newest version get it, unless one may have what nobody else has. */
const bringUp = async ({ requests }: PeopleDeps, read: ReadList, signal: AbortSignal) => {
  const { newest, found, kept, writers, told, holders } = read;
  const seen = new Set([newest?.id, ...kept.map(({ id }) => id)]);
  const behind = writers.filter((relay) => told.has(relay) && !holders.has(relay));
  if (!newest || behind.length === 0 || found.some(({ id }) => !seen.has(id))) return;
  await requests.publish(newest, behind, { signal }).catch(() => {});
};

const UNREAD = { follows: 'whom you follow', mutes: 'whom you mute' };

const load = async (deps: PeopleDeps, desk: PeopleDesk, pubkey: string, signal: AbortSignal) => {
  desk.show(pubkey);
  const read = await desk.read(pubkey, signal);
  const draft = desk.draft(read);
  if (read.newest) desk.adopt(read.newest);
  if (read.newest) await desk.keep(pubkey, [read.newest]);
  if (read.told.size === 0) throw new Error(`No relay told ${UNREAD[deps.list]}.`);
  signal.throwIfAborted();
  if (!read.newest) desk.begin(pubkey);
  else if (!draft) void bringUp(deps, read, signal);
  return { unpublished: draft !== undefined };
};

/** The slot `load list`: finds the newest version of the user's list and shows it. */
export const defineLoadPeople = (deps: PeopleDeps, desk: PeopleDesk) =>
  fromPromise<LoadPeopleReport, PeopleOwner>(({ input: { pubkey }, signal }) => load(deps, desk, pubkey, signal));
