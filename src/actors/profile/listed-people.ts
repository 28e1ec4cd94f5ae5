import type { QueryFunctionContext } from '@tanstack/query-core';
import { newest, type Filter, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { CONTACTS_LIMIT, FOLLOWERS_LIMIT, FOLLOWERS_PAGES } from '#domain/profile/profile-limits.ts';
import { parseContacts, parseMuteList } from '#domain/profile/lists.ts';
import { askRelays, listRelays } from '#actors/relays/ask-relays.ts';
import { CONTACTS_MAX } from '#domain/protocol/protocol-limits.ts';
import { requestFrame } from '#store/events/frames.ts';
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

/** The newest contact list of each author, of as many as an answer has people at most. */
const createNewestLists = (pubkey: string, { registry }: MetadataDeps) => {
  const lists = new Map<string, NostrEvent>();
  return {
    lists,
    /** Whether it was taken. */
    keep(event: NostrEvent): boolean {
      const { kind, pubkey: author } = event;
      const known = lists.get(author);
      if (kind !== KIND.contacts || (!known && lists.size >= CONTACTS_MAX)) return false;
      lists.set(author, newest(known ? [event, known] : [event])!);
      return true;
    },
    /** Whether the newest list of an author, of these and of the one that is known, names the person. */
    follows(author: string): boolean {
      const found = [lists.get(author), registry.replaceable(KIND.contacts, author)];
      const list = newest(found.filter((event) => event !== undefined));
      return list !== undefined && names(list, pubkey);
    },
  };
};

/** Fewer than `FOLLOWERS_LIMIT` are all that the relays know. */
const followersOf = async (deps: MetadataDeps, context: Context): Promise<readonly string[]> => {
  const pubkey = subject(context);
  const { lists, keep, follows } = createNewestLists(pubkey, deps);
  const seen = new Set<string>();
  const late = new Set<string>();
  let filter: Filter = { kinds: [KIND.contacts], '#p': [pubkey], limit: FOLLOWERS_LIMIT };
  let people: readonly string[] = [];
  const showLate = () => {
    const authors = [...late];
    late.clear();
    const before = deps.queryClient.getQueryData<readonly string[]>(context.queryKey);
    if (!before) return;
    const shown = new Set(before);
    const changed = authors.filter((author) => follows(author) !== shown.has(author));
    for (const author of changed) if (!shown.delete(author)) shown.add(author);
    if (changed.length > 0) replace(deps, context, [...shown]);
  };
  const onLate = (event: NostrEvent) => {
    if (!keep(event)) return;
    if (late.size === 0) requestFrame(showLate);
    late.add(event.pubkey);
  };
  for (let page = 0; page < FOLLOWERS_PAGES; page += 1) {
    const before = seen.size;
    const events = await askRelays(deps.requests, { filters: [filter], signal: context.signal, onLate });
    for (const event of events) if (keep(event)) seen.add(event.id);
    people = [...lists.keys()].filter(follows);
    if (events.length < FOLLOWERS_LIMIT || people.length >= FOLLOWERS_LIMIT || seen.size === before) break;
    filter = { ...filter, until: Math.min(...events.map(({ created_at: at }) => at)) };
  }
  return people;
};

/** Query functions for the people of somebody's lists. */
export const createListedPeople = (deps: Deps) => {
  const listOf = (kind: number, read: (event: NostrEvent, most: number) => unknown) => async (context: Context) => {
    // one's own list is shown as a whole
    const parse = (event: NostrEvent) =>
      read(event, event.pubkey === deps.account.get().pubkey ? Infinity : CONTACTS_MAX);
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
