import type { QueryFunctionContext } from '@tanstack/query-core';
import { newest, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { CONTACTS_LIMIT, FOLLOWERS_LIMIT } from '#domain/profile/profile-limits.ts';
import { parseContacts, parseMuteList } from '#domain/profile/lists.ts';
import { askRelays, listRelays } from '#actors/relays/ask-relays.ts';
import { CONTACTS_MAX } from '#domain/protocol/protocol-limits.ts';
import type { OwnDeps, MetadataDeps } from './metadata-loader.ts';

type Deps = MetadataDeps & OwnDeps;

type Context = QueryFunctionContext;

const subject = ({ queryKey }: Context) => String(queryKey[1]);

/** The newest list of this kind and author, of the relays and the registry. Undefined when there is none. */
const fetchList = async ({ requests, registry, account }: Deps, kind: number, context: Context) => {
  const pubkey = subject(context);
  const events = await askRelays(requests, {
    filters: [{ kinds: [kind], authors: [pubkey], limit: CONTACTS_LIMIT }],
    relays: listRelays(requests),
    own: pubkey === account.get().pubkey,
    signal: context.signal,
  });
  const known = registry.replaceable(kind, pubkey);
  const lists = events.filter((event) => event.kind === kind && event.pubkey === pubkey);
  return newest(known ? [...lists, known] : lists);
};

const names = (event: NostrEvent, pubkey: string) => event.tags.some((tag) => tag[0] === 'p' && tag[1] === pubkey);

const followersOf = async ({ requests, registry }: MetadataDeps, context: Context): Promise<readonly string[]> => {
  const pubkey = subject(context);
  const events = await askRelays(requests, {
    filters: [{ kinds: [KIND.contacts], '#p': [pubkey], limit: FOLLOWERS_LIMIT }],
    signal: context.signal,
  });
  const lists = Map.groupBy(
    events.filter(({ kind }) => kind === KIND.contacts),
    ({ pubkey: author }) => author,
  );
  return [...lists].slice(0, CONTACTS_MAX).flatMap(([author, found]) => {
    const known = registry.replaceable(KIND.contacts, author);
    const list = newest(known ? [...found, known] : found);
    return list && names(list, pubkey) ? [author] : [];
  });
};

/** Query functions for the people of somebody's lists. */
export const createListedPeople = (deps: Deps) => {
  const listOf = (kind: number, parse: (event: NostrEvent) => unknown) => async (context: Context) => {
    const event = await fetchList(deps, kind, context);
    // a list that was shown stays when the one relay that has it is away
    return event ? parse(event) : (deps.queryClient.getQueryData(context.queryKey) ?? []);
  };
  return {
    contacts: listOf(KIND.contacts, parseContacts),
    mutes: listOf(KIND.muteList, parseMuteList),
    /** Who follows: the authors whose newest contact list names the person (PROF-12). */
    followers: (context: Context) => followersOf(deps, context),
  };
};
