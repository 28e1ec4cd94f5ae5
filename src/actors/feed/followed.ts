import type { QueryClient } from '@tanstack/query-core';
import { FOLLOWED_AUTHORS_MAX, FOLLOWED_RELAYS_WATCHED } from '#domain/feed/feed-limits.ts';
import type { Filter, NostrEvent } from '#domain/protocol/event.ts';
import { feedQuery, isOfPeople } from '#domain/feed/feed-filter.ts';
import type { Contact } from '#domain/profile/lists.ts';
import { profileContactsKey, type FeedFilter, type QueryData, type Timeline } from '#domain/cache/query-keys.ts';
import type { FeedItem } from '#domain/note/note.ts';
import { createReadingPlans } from '#actors/relays/reading-plans.ts';
import { createRelayReach } from '#actors/relays/relay-reach.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import { RESUME_LIMIT } from '#domain/relays/relays-limits.ts';
import { feedSpec, type Timelines } from './timeline.ts';
import type { TimelineSource, TimelineSpec } from './timeline-source.ts';

type Deps = Parameters<typeof createRelayReach>[0] & {
  readonly queryClient: QueryClient;
  readonly requests: Pick<RelayRequests, 'relays' | 'watch'>;
  readonly timelines: Timelines;
};

type Lists = Pick<Deps, 'queryClient' | 'timelines'>;

/** Whose notes are asked for, and what of them each relay is asked beside those that the user reads from. */
type Following = {
  authors: ReadonlySet<string>;
  /** the relay that helps most people first */
  authorsAt: ReadonlyMap<string, readonly string[]>;
  /** those who watch these relays, to be told when they change */
  readonly listeners: Set<() => void>;
  /** rows that left a list together with whoever they are by */
  readonly left: WeakMap<TimelineSource, readonly FeedItem[]>;
};

const NEVER = new AbortController().signal;

/** A list whose rows are all gone begins anew. */
const beginAnew = (source: TimelineSource): void => {
  const tell = () => source.onLate();
  void source.loadNewest({ signal: NEVER }).then(tell, tell);
};

/** Rows leave a list with the people they are by, and come back with them. */
const siftRows = (source: TimelineSource, { left }: Following, belongs: (row: FeedItem) => boolean): void => {
  const { rows } = source;
  const before = left.get(source) ?? [];
  const gone = [...rows.shown, ...rows.unshown].filter((row) => !belongs(row));
  const back = before.filter(belongs);
  left.set(source, [...before.filter((row) => !belongs(row)), ...gone]);
  const wasEmpty = rows.shown.length === 0;
  source.withdraw(new Set(gone.map(({ id }) => id)));
  for (const row of back) rows.hold(row);
  if (wasEmpty) return;
  if (rows.shown.length === 0) return beginAnew(source);
  if (back.length === 0) return;
  rows.mergeLate(false);
  rows.write(source.hasMore);
};

const authorsOf = (contacts: readonly Contact[] = []): ReadonlySet<string> =>
  new Set(contacts.slice(-FOLLOWED_AUTHORS_MAX).map(({ pubkey }) => pubkey));

const isSameOrder = (one: ReadonlySet<string>, other: ReadonlySet<string>) => [...one].join() === [...other].join();

/** What is watched at the relays that followed people write to. */
type Theirs = {
  readonly listeners: Following['listeners'];
  readonly relays: () => readonly string[];
  readonly filterAt: (relay: string) => Filter;
};

/** Watches those relays, each for the people who write there; follows the plan when it changes. */
const watchTheirs = (
  { requests }: Pick<Deps, 'requests'>,
  { listeners, relays, filterAt }: Theirs,
  onEvent: (event: NostrEvent) => void,
  since: number,
) => {
  const open = new Map<string, () => void>();
  const follow = () => {
    const wanted = relays();
    for (const [relay, stop] of open) {
      if (wanted.includes(relay)) continue;
      stop();
      open.delete(relay);
    }
    for (const relay of wanted) {
      if (open.has(relay)) continue;
      const filters = [{ ...filterAt(relay), since, limit: RESUME_LIMIT }];
      open.set(relay, requests.watch({ filters, relays: [relay], onEvent }));
    }
  };
  follow();
  listeners.add(follow);
  return () => {
    listeners.delete(follow);
    for (const stop of open.values()) stop();
  };
};

/** Takes whoever is no longer followed out of the lists, also out of those that were only saved. */
const siftLists = ({ queryClient, timelines }: Lists, user: string, following: Following): void => {
  const belongs = isOfPeople(new Set([user, ...following.authors]));
  for (const source of timelines.all())
    if ((source.spec.queryKey[1] as FeedFilter).followOnly === user) siftRows(source, following, belongs);
  for (const [queryKey, saved] of queryClient.getQueriesData<Timeline>({ queryKey: ['feed', { followOnly: user }] }))
    if (saved && !saved.items.every(belongs))
      queryClient.setQueryData<Timeline>(queryKey, { ...saved, items: saved.items.filter(belongs) });
};

/** Lets the lists of these users change as soon as whom they follow does. */
const watchContacts = (lists: Lists, known: ReadonlyMap<string, Following>): void => {
  lists.queryClient.getQueryCache().subscribe(({ type, query: { queryKey, state } }) => {
    if (type !== 'updated' || queryKey[0] !== 'profile/contacts') return;
    const user = String(queryKey[1]);
    const following = known.get(user);
    const authors = authorsOf(state.data as QueryData['profile/contacts'] | undefined);
    if (!following || authors.size === 0 || isSameOrder(authors, following.authors)) return;
    following.authors = authors;
    siftLists(lists, user, following);
  });
};

/**
 * The feed of the people somebody follows (FEED-07): the relays the user reads from are asked for all of them at once, the
 * relays those people write to join in as soon as they are known. Rejects when nobody is followed or the list cannot be had.
 */
export const createFollowed = (deps: Deps) => {
  const { queryClient, directory, requests, timelines } = deps;
  const plans = createReadingPlans({ queryClient, reach: createRelayReach({ directory, queryClient }) });
  const known = new Map<string, Following>();
  watchContacts(deps, known);

  const specOf = (filter: FeedFilter, following: Following): TimelineSpec => {
    const filterAt = (relay: string): Filter => {
      const authors = following.authorsAt.get(relay) ?? following.authors;
      return { ...feedQuery(filter), authors: [...authors] };
    };
    const relays = () => [...following.authorsAt.keys()].slice(0, FOLLOWED_RELAYS_WATCHED);
    return {
      ...feedSpec(filter),
      get filter() {
        return { ...feedQuery(filter), authors: [...following.authors] };
      },
      filterAt,
      isAsked: ({ pubkey }) => following.authors.has(pubkey),
      watchOthers: (onEvent, since) =>
        watchTheirs({ requests }, { listeners: following.listeners, filterAt, relays }, onEvent, since),
    };
  };

  return async (filter: FeedFilter): Promise<TimelineSpec> => {
    const user = filter.followOnly ?? '';
    const contacts = await queryClient.fetchQuery<readonly Contact[]>({
      queryKey: profileContactsKey(user),
      retry: false,
    });
    const authors = authorsOf(contacts);
    if (authors.size === 0) throw new Error('Nobody is followed');
    const following: Following = known.get(user) ?? {
      authors,
      authorsAt: new Map(),
      listeners: new Set(),
      left: new WeakMap(),
    };
    known.set(user, following);
    following.authors = authors;
    siftLists(deps, user, following);
    const spec = specOf(filter, following);
    const source = timelines.open(spec);
    void plans.planFor([...authors]).then(({ relays }) => {
      const own = new Set(requests.relays('read'));
      const others = [...relays].filter(([relay]) => !own.has(relay));
      following.authorsAt = new Map(others);
      for (const tell of following.listeners) tell();
      source.join(others.map(([relay]) => relay));
    });
    return spec;
  };
};
