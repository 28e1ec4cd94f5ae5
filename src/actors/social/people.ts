import type { QueryClient } from '@tanstack/query-core';
import { Failure, problemOf, type Problem } from '#domain/problem.ts';
import { fromPromise } from 'xstate';
import { withClientTag, type EventTemplate } from '#domain/protocol/signer.ts';
import { CONTACTS_LIMIT } from '#domain/profile/profile-limits.ts';
import { PublishFailure } from '#domain/publish/publish-failure.ts';
import { whyNoRelay, publishTargets } from '#domain/publish/publish-targets.ts';
import { journalEdits, unsentEdits } from '#domain/replaceable/journal.ts';
import { relaysBehind } from '#domain/replaceable/relays-behind.ts';
import { checkRead, Refusal, timeAfter, type ReadRules } from '#domain/replaceable/versions.ts';
import {
  draftPeopleList,
  editedSecret,
  editedTags,
  eachFailure,
  listFailure,
  kindOfList,
  openEdits,
  peopleEdits,
  type PeopleEdit,
  peopleIn,
  type PeopleListKind,
  unreadFailure,
} from '#domain/social/people-list.ts';
import { toSeconds } from '#domain/units.ts';
import {
  createReplaceable,
  type KernelDeps,
  type Order,
  type Policy,
  type Read,
  type Replaceable,
} from '#actors/replaceable/kernel.ts';
import { definePublish } from '#actors/replaceable/publish.ts';
import { defineWatchNewest } from '#actors/replaceable/watch.ts';
import { defineWatchLogin } from '#actors/session/watch-login.ts';
import type { LoadReport, Owner } from '#machines/replaceable/replaceable.ts';
import type { AccountStore } from '#store/session/account.ts';
import type { Journals } from '#store/replaceable/journals.ts';
import { createPeopleDisplay, type DisplayDeps, type PeopleDisplay } from './people-display.ts';

export type PeopleDeps = KernelDeps &
  DisplayDeps & {
    readonly queryClient: QueryClient;
    readonly journals: Journals<PeopleEdit>;
    /** the name of the app for a `client` tag */
    readonly client: () => string | undefined;
  };

const RULES: ReadRules = {
  nobodyAnswered: { code: 'list-not-read' },
  mayExist: { code: 'list-may-exist' },
  share: 1 / 2,
};
const PROBLEMS = {
  locked: { code: 'sign-in-failed' },
  notKept: { code: 'version-gone' },
  changed: { code: 'list-changed' },
} as const;

/** What becomes of the encrypted part; undefined when the edits are not about it. It is never written unread. */
const editSecret = async (
  { list, secret }: PeopleDeps,
  { pubkey, edits }: Order<PeopleEdit>,
  content: string,
): Promise<string | undefined> => {
  if (list === 'follows') return undefined;
  const isHiding = edits.some(({ hidden }) => hidden);
  const before = isHiding ? await secret.readAnyway(pubkey, content) : secret.known(content);
  if (!before && isHiding) throw new Refusal({ code: 'list-encrypted' });
  const after = editedSecret(before ?? [], edits);
  if (!before || after === before || JSON.stringify(after) === JSON.stringify(before)) return undefined;
  return after.length > 0 ? secret.write(pubkey, after) : '';
};

const draftOf = (
  { list, client, now }: PeopleDeps,
  { newest, journal, strays }: Pick<Read<PeopleEdit>, 'newest' | 'journal' | 'strays'>,
): EventTemplate | undefined =>
  draftPeopleList({
    list,
    newest,
    edits: journalEdits(journal),
    strays,
    now: toSeconds(now()),
    client: client(),
  });

/** An older version with what was done now. */
const restoredOf = ({ list, client }: PeopleDeps, { edits }: Order<PeopleEdit>, version: EventTemplate) => {
  const next = { ...version, tags: editedTags(version.tags, openEdits(edits)) };
  return list === 'mutes' ? withClientTag(next, client()) : next;
};

/** The next version of a list of people, with its open and its encrypted part. */
const nextOf =
  (deps: PeopleDeps): Policy<PeopleEdit>['next'] =>
  async (order, read, restored) => {
    const { newest } = read;
    const open = restored ? restoredOf(deps, order, restored) : draftOf(deps, read);
    const content = await editSecret(deps, order, open?.content ?? newest?.content ?? '');
    if (content === undefined) return open;
    const next = open ?? {
      kind: kindOfList(deps.list),
      tags: newest?.tags ?? [],
      created_at: timeAfter(newest, toSeconds(deps.now())),
    };
    return withClientTag({ ...next, content }, deps.client());
  };

const policyOf = (
  deps: PeopleDeps,
  display: PeopleDisplay,
  drop: (pubkey: string, edits: readonly PeopleEdit[]) => void,
): Policy<PeopleEdit> => {
  const { list, journals, directory } = deps;
  const kind = kindOfList(list);
  const targets = () => publishTargets(directory().getSnapshot().context.entries, kind);
  return {
    places: { kind, besides: ['read'], counts: 'relays and kept', limit: CONTACTS_LIMIT },
    journal: {
      journals,
      rules: peopleEdits,
      keepers: ({ writers, told }) => writers.filter((relay) => told.has(relay)),
      marked: 'before sending',
    },
    merges: true,
    resends: false,
    problems: PROBLEMS,
    begin() {
      // an indexer alone is nothing to publish to
      if (deps.requests.relays('write').length === 0)
        throw new Refusal(whyNoRelay(directory().getSnapshot().context.entries));
    },
    async isSaid({ pubkey, edits, version }) {
      if (list !== 'follows' || version !== undefined || edits.length === 0) return false;
      const known = deps.registry.replaceable(kind, pubkey) ?? (await deps.versions.of(kind, pubkey))[0];
      if (!known) return false;
      return [...edits, ...journalEdits(journals.get(pubkey))].every((edit) => peopleEdits.shows(known, edit));
    },
    check: (read) => checkRead(read, RULES),
    found: display.adopt,
    showKept: display.showKept,
    next: nextOf(deps),
    // who did not answer may have a newer list, which must not be overwritten
    targets: (_, { told }) => targets().filter((relay) => told.has(relay)),
    done({ pubkey, edits }, version) {
      if (version) display.unpend(edits);
      else drop(pubkey, edits);
    },
  };
};

/** A list of people as it stands, is shown and is changed. */
const createPeople = (deps: PeopleDeps) => {
  const display = createPeopleDisplay(deps);
  /** The list says it already, or it failed: then it is as it was before. */
  const drop = (pubkey: string, edits: readonly PeopleEdit[]) => {
    display.unpend(edits);
    own.drop(pubkey, edits);
    display.show(pubkey);
  };
  const own: Replaceable<PeopleEdit> = createReplaceable(deps, policyOf(deps, display, drop));
  return {
    own,
    display,
    drop,
    /** The user did something: it is remembered until it is published, and shows at once. */
    note(pubkey: string, edits: readonly PeopleEdit[]) {
      for (const edit of edits) {
        // a journal is no place for what others may not read
        if (edit.hidden || !edit.wanted) display.pend(edit);
        else display.unpend([{ ...edit, wanted: false }]);
      }
      const open = openEdits(edits);
      if (open.length > 0) own.note(pubkey, open);
      display.show(pubkey);
    },
    /** The next version; undefined when the newest one says everything. */
    draft: (read: Read<PeopleEdit>) => draftOf(deps, read),
  };
};

type People = ReturnType<typeof createPeople>;

/** Brings the newest version to relays that are behind. */
const bringUp = async ({ requests }: PeopleDeps, read: Read<PeopleEdit>, signal: AbortSignal) => {
  const behind = relaysBehind(read, peopleIn);
  if (!read.newest || behind.length === 0) return;
  await requests.publish(read.newest, behind, { signal }).catch(() => {});
};

/** Finds the newest version of the user's list and shows it. */
const loadPeople = async (
  deps: PeopleDeps,
  { own, display, draft }: People,
  pubkey: string,
  signal: AbortSignal,
): Promise<LoadReport<PeopleEdit>> => {
  // first, for what a view has read of a mute list are its people only
  if (deps.list === 'mutes' && !display.isKnown(pubkey)) {
    const [last] = await deps.versions.of(own.kind, pubkey);
    if (last && !display.isKnown(pubkey)) own.adopt(last);
    signal.throwIfAborted();
  }
  display.show(pubkey);
  const read = await own.read(pubkey, signal, true);
  const next = draft(read);
  if (read.newest) own.adopt(read.newest);
  if (read.newest) await own.keep(pubkey, [read.newest]);
  if (read.told.size === 0) throw new Failure({ code: 'list-not-found', list: deps.list });
  signal.throwIfAborted();
  if (!read.newest) display.begin(pubkey);
  else if (!next) void bringUp(deps, read, signal);
  const unsent = unsentEdits(read.journal);
  return { unpublished: next !== undefined || unsent.length > 0, unsent };
};

/** A follow has its own words for whatever failed (FOLLOW-16, FOLLOW-17), a mute says why it was not signed (LOGIN-16, LOGIN-17). */
const failureOf =
  (list: PeopleListKind) =>
  ({ edits, version }: Order<PeopleEdit>, error: unknown): Problem => {
    const failure = listFailure(list, edits);
    if (error instanceof Refusal)
      return list === 'follows' && version === undefined ? unreadFailure(failure, error.problem) : error.problem;
    return list === 'follows' || error instanceof PublishFailure ? failure : problemOf(error, failure);
  };

type SlotsDeps = PeopleDeps & {
  readonly account: AccountStore;
  /** fires `beforeunload` */
  readonly page: EventTarget;
  /** tells the user why a change was not made */
  readonly notify: (problem: Problem) => void;
};

/** What the statechart of a list of people does outside of itself. */
export const peopleSlots = ({ notify, ...deps }: SlotsDeps) => {
  const people = createPeople(deps);
  return {
    actors: {
      'watch login': defineWatchLogin(deps),
      'watch newest': defineWatchNewest(people.own),
      'load list': fromPromise<LoadReport<PeopleEdit>, Owner>(({ input: { pubkey }, signal }) =>
        loadPeople(deps, people, pubkey, signal),
      ),
      'publish list': definePublish(people.own, { failure: failureOf(deps.list), page: deps.page }),
    },
    actions: {
      'show edits': (_: unknown, { pubkey, edits }: { pubkey: string; edits: readonly PeopleEdit[] }) =>
        people.note(pubkey, edits),
      'undo edits': (_: unknown, { pubkey, edits }: { pubkey: string; edits: readonly PeopleEdit[] }) =>
        people.drop(pubkey, edits),
      'tell problem': (_: unknown, { problem }: { problem: Problem }) => eachFailure(problem).forEach(notify),
      'forget list': () => people.display.forget(),
    },
  };
};
