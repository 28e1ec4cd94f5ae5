import type { QueryFunctionContext } from '@tanstack/query-core';
import { newest, type Filter, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { CONTACTS_LIMIT, FOLLOWERS_LIMIT, FOLLOWERS_PAGES } from '#domain/profile/profile-limits.ts';
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

/** The authors whose newest list, of these and of those that are known, names the person. */
const naming = (events: Iterable<NostrEvent>, pubkey: string, { registry }: MetadataDeps): readonly string[] => {
  const lists = Map.groupBy(events, ({ pubkey: author }) => author);
  return [...lists].slice(0, CONTACTS_MAX).flatMap(([author, found]) => {
    const known = registry.replaceable(KIND.contacts, author);
    const list = newest(known ? [...found, known] : found);
    return list && names(list, pubkey) ? [author] : [];
  });
};

/** Fewer than `FOLLOWERS_LIMIT` are all that the relays know. */
const followersOf = async (deps: MetadataDeps, context: Context): Promise<readonly string[]> => {
  const pubkey = subject(context);
  const found = new Map<string, NostrEvent>();
  let filter: Filter = { kinds: [KIND.contacts], '#p': [pubkey], limit: FOLLOWERS_LIMIT };
  let people: readonly string[] = [];
  for (let page = 0; page < FOLLOWERS_PAGES; page += 1) {
    const before = found.size;
    const events = await askRelays(deps.requests, { filters: [filter], signal: context.signal });
    for (const event of events) if (event.kind === KIND.contacts) found.set(event.id, event);
    people = naming(found.values(), pubkey, deps);
    if (events.length < FOLLOWERS_LIMIT || people.length >= FOLLOWERS_LIMIT || found.size === before) break;
    filter = { ...filter, until: Math.min(...events.map(({ created_at: at }) => at)) };
  }
  return people;
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
