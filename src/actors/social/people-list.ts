import type { QueryClient } from '@tanstack/query-core';
import { fromPromise, type ActorRefFrom } from 'xstate';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { parseContacts, parseMuteList, type Contact } from '#domain/profile/lists.ts';
import {
  journalAfterFetch,
  journalEdits,
  journalWith,
  journalWithout,
  straysOf,
  type PeopleJournal,
  type Strays,
} from '#domain/social/people-journal.ts';
import {
  draftPeopleList,
  editedSecret,
  editedTags,
  kindOfList,
  peopleIn,
  type PeopleEdit,
  type PeopleList,
} from '#domain/social/people-list.ts';
import { keptMutes, muteRules } from '#domain/social/mute-rules.ts';
import { muteListKey, peopleVersionsKey, profileContactsKey, type PeopleVersion } from '#domain/cache/query-keys.ts';
import type { CurrentSigner } from '#domain/protocol/signer.ts';
import type { relayDirectoryMachine } from '#machines/relays/relay-directory.machine.ts';
import type { LoadPeopleReport, PeopleOwner } from '#machines/social/people-list.ts';
import type { Muted } from '#store/social/muted.ts';
import type { PeopleJournals } from '#store/social/people-journal.ts';
import type { Alone } from '#actors/shell/alone.ts';
import type { SecretPart } from './secret-part.ts';
import { fetchVersions, type FoundVersions, type VersionsDeps } from './own-versions.ts';

export type PeopleDeps = VersionsDeps & {
  readonly list: PeopleList;
  readonly directory: () => Pick<ActorRefFrom<typeof relayDirectoryMachine>, 'getSnapshot'>;
  readonly signer: CurrentSigner;
  readonly queryClient: QueryClient;
  readonly journals: PeopleJournals;
  readonly muted: Muted;
  readonly secret: SecretPart;
  readonly alone: Alone;
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
const put = ({ list, queryClient, muted }: PeopleDeps, pubkey: string, tags: Tags, hidden: Tags) => {
  const queryKey = list === 'follows' ? profileContactsKey(pubkey) : muteListKey(pubkey);
  // an answer that is on its way does not know of the change
  void queryClient.cancelQueries({ queryKey });
  if (list === 'follows') return void queryClient.setQueryData(queryKey, parseContacts({ tags }, Infinity));
  const all = [...tags, ...hidden];
  queryClient.setQueryData(queryKey, parseMuteList({ tags: all }, Infinity));
  // what only the user may know is not left on this device
  muted.set(pubkey, muteRules(all), keptMutes(tags));
};

type Base = Pick<NostrEvent, 'tags' | 'content'>;

/** Shows the list that is known with what the user did on top. */
const createDisplay = (deps: PeopleDeps) => {
  const { list, versions, journals, queryClient, registry, secret } = deps;
  const bases = new Map<string, Base>();
  /** hidden people who are on their way into the list, and whoever is on the way out of it */
  const pending = new Map<string, PeopleEdit>();
  const baseOf = (pubkey: string): Base | undefined => {
    const tags = bases.has(pubkey) ? undefined : cachedTags(deps, pubkey);
    return tags ? { tags, content: '' } : bases.get(pubkey);
  };
  const show = (pubkey: string) => {
    const base = baseOf(pubkey);
    if (base === undefined) return;
    bases.set(pubkey, base);
    const hidden = editedSecret(secret.known(base.content) ?? [], [...pending.values()]);
    put(deps, pubkey, editedTags(base.tags, journalEdits(journals.get(list, pubkey))), hidden);
  };
  return {
    show,
    /** This is the list now; its encrypted part shows as soon as it can be read. */
    adopt(version: NostrEvent) {
      registry.add(version);
      const { pubkey, tags, content } = version;
      bases.set(pubkey, { tags, content });
      show(pubkey);
      if (list === 'follows' || content === '' || secret.known(content)) return;
      void secret.read(pubkey, content).then((found) => {
        if (found && bases.get(pubkey)?.content === content) show(pubkey);
      });
    },
    /** Nobody has a list of theirs: what the cache shows, or an empty one, is what there is. */
    begin(pubkey: string) {
      if (!bases.has(pubkey)) bases.set(pubkey, { tags: [], content: '' });
      show(pubkey);
    },
    /** The version this browser saw last, until relays answer: words and hashtags are nowhere else. */
    async recall(pubkey: string) {
      const [last] = await versions.of(kindOfList(list), pubkey);
      if (last && !bases.has(pubkey)) this.adopt(last);
    },
    pend: (edit: PeopleEdit) => void pending.set(edit.pubkey, edit),
    unpend(edits: readonly PeopleEdit[]) {
      for (const { pubkey, wanted } of edits) if (pending.get(pubkey)?.wanted === wanted) pending.delete(pubkey);
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
      pending.clear();
      secret.forget();
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
      // a journal is no place for what others may not read
      if (edit.hidden || !edit.wanted) display.pend(edit);
      else display.unpend([{ ...edit, wanted: false }]);
      if (!edit.hidden) change(pubkey, (journal) => journalWith(journal, [edit]));
      display.show(pubkey);
    },
    /** The list says it already, or it failed: then it is as it was before. */
    drop(pubkey: string, edits: readonly PeopleEdit[]) {
      display.unpend(edits);
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
      const seen = await fetchVersions(deps, kindOfList(list), pubkey, signal);
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

const UNREAD = { follows: 'your follow list', mutes: 'your mute list' };

const load = async (deps: PeopleDeps, desk: PeopleDesk, pubkey: string, signal: AbortSignal) => {
  // first, for what a view has read of a mute list are its people only
  if (deps.list === 'mutes') await desk.recall(pubkey);
  desk.show(pubkey);
  const read = await desk.read(pubkey, signal);
  const draft = desk.draft(read);
  if (read.newest) desk.adopt(read.newest);
  if (read.newest) await desk.keep(pubkey, [read.newest]);
  if (read.told.size === 0) throw new Error(`None of your relays has ${UNREAD[deps.list]}.`);
  signal.throwIfAborted();
  if (!read.newest) desk.begin(pubkey);
  else if (!draft) void bringUp(deps, read, signal);
  return { unpublished: draft !== undefined };
};

/** The slot `load list`: finds the newest version of the user's list and shows it. */
export const defineLoadPeople = (deps: PeopleDeps, desk: PeopleDesk) =>
  fromPromise<LoadPeopleReport, PeopleOwner>(({ input: { pubkey }, signal }) => load(deps, desk, pubkey, signal));
