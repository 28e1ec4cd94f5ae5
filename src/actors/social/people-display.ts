import type { QueryClient } from '@tanstack/query-core';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { muteListKey, peopleVersionsKey, profileContactsKey, type PeopleVersion } from '#domain/cache/query-keys.ts';
import { parseContacts, parseMuteList, type Contact } from '#domain/profile/lists.ts';
import { editsUpon } from '#domain/replaceable/journal.ts';
import { earlyFollowsKey, type EarlyFollows } from '#domain/social/early-follows.ts';
import { keptMutes, mutesOf } from '#domain/social/mute-rules.ts';
import type { Mutes } from '#domain/social/muted.ts';
import {
  editedSecret,
  editedTags,
  peopleEdits,
  peopleIn,
  type PeopleEdit,
  type PeopleListKind,
} from '#domain/social/people-list.ts';
import type { Journals } from '#store/replaceable/journals.ts';
import type { Muted } from '#store/social/muted.ts';
import type { SecretPart } from './secret-part.ts';

export type DisplayDeps = {
  readonly list: PeopleListKind;
  readonly queryClient: QueryClient;
  readonly journals: Pick<Journals<PeopleEdit>, 'get'>;
  readonly muted: Muted;
  readonly secret: SecretPart;
};

type Tags = NostrEvent['tags'];

/** The tags behind what the query cache has, for the time before the list itself is known. */
const cachedTags = ({ list, queryClient }: DisplayDeps, pubkey: string): Tags | undefined => {
  if (list === 'mutes')
    return queryClient.getQueryData<readonly string[]>(muteListKey(pubkey))?.map((person) => ['p', person]);
  const contacts = queryClient.getQueryData<readonly Contact[]>(profileContactsKey(pubkey));
  return contacts?.map(({ pubkey: person, relay, petname }) => ['p', person, relay, petname]);
};

/** Views see the list in the query cache; who is muted goes out of all lists at once. */
const put = (
  { list, queryClient, muted }: DisplayDeps,
  pubkey: string,
  { tags, hidden, isSealed }: { tags: Tags; hidden: Tags; isSealed: boolean },
) => {
  const queryKey = list === 'follows' ? profileContactsKey(pubkey) : muteListKey(pubkey);
  // an answer that is on its way does not know of the change
  void queryClient.cancelQueries({ queryKey });
  if (list === 'follows') return void queryClient.setQueryData(queryKey, parseContacts({ tags }, Infinity));
  queryClient.setQueryData(queryKey, parseMuteList({ tags }, Infinity));
  // what only the user may know is not left on this device
  muted.set(pubkey, Object.assign(mutesOf(tags, hidden), { isSealed }), keptMutes(tags));
};

/** What is done to follows that are not read yet is not their list: it is shown beside it, person by person. */
const putEarlyFollows = (queryClient: QueryClient, pubkey: string, edits: readonly PeopleEdit[]) => {
  const queryKey = earlyFollowsKey(pubkey);
  if (edits.length === 0 && !queryClient.getQueryData(queryKey)) return;
  const early: EarlyFollows = Object.fromEntries(edits.map(({ pubkey: person, wanted }) => [person, wanted]));
  queryClient.setQueryData(queryKey, early);
};

/** The same of mutes: they act upon what this browser knew before. */
const createEarlyMutes = (muted: Muted) => {
  const known = new Map<string, Mutes>();
  return {
    put(pubkey: string, edits: readonly PeopleEdit[]) {
      if (edits.length === 0 && !known.has(pubkey)) return;
      const before = known.get(pubkey) ?? muted.get();
      known.set(pubkey, before);
      const tags = [...before].map((person) => ['p', person]);
      muted.set(pubkey, Object.assign(new Set(peopleIn(editedTags(tags, edits))), before));
    },
    forget: () => known.clear(),
  };
};

/** `created_at`: 0 where it is not known; `isSealed`: the signer did not open its encrypted part */
type Base = Pick<NostrEvent, 'tags' | 'content' | 'created_at'> & { readonly isSealed?: boolean };

const UNDATED = { content: '', created_at: 0 };

/** Shows the list that is known with what the user did on top. */
export const createPeopleDisplay = (deps: DisplayDeps) => {
  const { list, journals, queryClient, secret } = deps;
  const bases = new Map<string, Base>();
  /** hidden people who are on their way into the list, and whoever is on the way out of it */
  const pending = new Map<string, PeopleEdit>();
  const earlyMutes = createEarlyMutes(deps.muted);
  const baseOf = (pubkey: string): Base | undefined => {
    const tags = bases.has(pubkey) ? undefined : cachedTags(deps, pubkey);
    return tags ? { tags, ...UNDATED } : bases.get(pubkey);
  };
  const show = (pubkey: string) => {
    const base = baseOf(pubkey);
    const edits = editsUpon(peopleEdits, journals.get(pubkey), base?.created_at ?? 0);
    if (list === 'follows') putEarlyFollows(queryClient, pubkey, base ? [] : edits);
    else if (base === undefined) earlyMutes.put(pubkey, [...edits, ...pending.values()]);
    if (base === undefined) return;
    bases.set(pubkey, base);
    const known = secret.known(base.content);
    put(deps, pubkey, {
      tags: editedTags(base.tags, edits),
      hidden: editedSecret(known ?? [], [...pending.values()]),
      isSealed: base.isSealed === true && known === undefined,
    });
  };
  return {
    show,
    isKnown: (pubkey: string) => bases.has(pubkey),
    /** This is the list now; its encrypted part shows as soon as it can be read. */
    adopt({ pubkey, tags, content, created_at }: NostrEvent) {
      bases.set(pubkey, { tags, content, created_at });
      show(pubkey);
      if (list === 'follows' || content === '' || secret.known(content)) return;
      void secret.read(pubkey, content).then((found) => {
        const base = bases.get(pubkey);
        if (base?.content !== content) return;
        bases.set(pubkey, { ...base, isSealed: found === undefined });
        show(pubkey);
      });
    },
    /** Nobody has a list of theirs: what the cache shows, or an empty one, is what there is. */
    begin(pubkey: string) {
      if (!bases.has(pubkey)) bases.set(pubkey, { tags: [], ...UNDATED });
      show(pubkey);
    },
    pend: (edit: PeopleEdit) => void pending.set(edit.pubkey, edit),
    unpend(edits: readonly PeopleEdit[]) {
      for (const { pubkey, wanted } of edits) if (pending.get(pubkey)?.wanted === wanted) pending.delete(pubkey);
    },
    showKept(pubkey: string, kept: readonly NostrEvent[]) {
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
      earlyMutes.forget();
      secret.forget();
    },
  };
};

export type PeopleDisplay = ReturnType<typeof createPeopleDisplay>;
