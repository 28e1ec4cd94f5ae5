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

/** Puts in place of what a query shows what came after its answer; nothing where nobody asks any more. */
const replace = ({ queryClient }: MetadataDeps, { queryKey }: Context, data: unknown) => {
  if (queryClient.getQueryState(queryKey)) queryClient.setQueryData(queryKey, data);
};

/**
 * The newest list of this kind and author, of the relays and the registry; undefined when there is none. `onNewer` gets one
 * that comes after the answer.
 */
const fetchList = async (deps: Deps, kind: number, context: Context, onNewer: (list: NostrEvent) => void) => {
  const { requests, registry, account } = deps;
  const pubkey = subject(context);
  const isOwn = () => pubkey === account.get().pubkey;
  let list: NostrEvent | undefined;
  const newestWith = (found: readonly NostrEvent[]) => {
    const fitting = found.filter((event) => event.kind === kind && event.pubkey === pubkey);
    const known = [list, registry.replaceable(kind, pubkey)].filter((event) => event !== undefined);
    list = newest([...fitting, ...known]);
    return list;
  };
  const events = await askRelays(requests, {
    filters: [{ kinds: [kind], authors: [pubkey], limit: CONTACTS_LIMIT }],
    relays: listRelays(requests),
    own: isOwn(),
    signal: context.signal,
    onLate(event) {
      // the user's own list is shown with what they did to it (people-display.ts)
      if (newestWith([event])?.id === event.id && !isOwn()) onNewer(event);
    },
  });
  return newestWith(events);
};

const names = (event: NostrEvent, pubkey: string) => event.tags.some((tag) => tag[0] === 'p' && tag[1] === pubkey);

/** Whether the newest list of an author, of these and of the one that is known, names the person. */
const follows = (author: string, lists: readonly NostrEvent[], pubkey: string, { registry }: MetadataDeps): boolean => {
  const known = registry.replaceable(KIND.contacts, author);
  const list = newest(known ? [...lists, known] : lists);
  return list !== undefined && names(list, pubkey);
};

/** The authors whose newest list names the person. */
const naming = (events: Iterable<NostrEvent>, pubkey: string, deps: MetadataDeps): readonly string[] => {
  const lists = Map.groupBy(events, ({ pubkey: author }) => author);
  return [...lists].slice(0, CONTACTS_MAX).flatMap(([author, found]) => {
    return follows(author, found, pubkey, deps) ? [author] : [];
  });
};

/** Fewer than `FOLLOWERS_LIMIT` are all that the relays know. */
const followersOf = async (deps: MetadataDeps, context: Context): Promise<readonly string[]> => {
  const pubkey = subject(context);
  const found = new Map<string, NostrEvent>();
  let filter: Filter = { kinds: [KIND.contacts], '#p': [pubkey], limit: FOLLOWERS_LIMIT };
  let people: readonly string[] = [];
  const onLate = (event: NostrEvent) => {
    if (event.kind !== KIND.contacts) return;
    found.set(event.id, event);
    const shown = deps.queryClient.getQueryData<readonly string[]>(context.queryKey);
    const { pubkey: author } = event;
    const lists = [...found.values()].filter((list) => list.pubkey === author);
    const isFollower = follows(author, lists, pubkey, deps);
    if (!shown || isFollower === shown.includes(author)) return;
    replace(deps, context, isFollower ? [...shown, author] : shown.filter((person) => person !== author));
  };
  for (let page = 0; page < FOLLOWERS_PAGES; page += 1) {
    const before = found.size;
    const events = await askRelays(deps.requests, { filters: [filter], signal: context.signal, onLate });
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
    const event = await fetchList(deps, kind, context, (late) => replace(deps, context, parse(late)));
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
