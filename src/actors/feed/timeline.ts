import type { QueryClient } from '@tanstack/query-core';
import { feedQuery } from '#domain/feed/feed-filter.ts';
import { FEED_PAGES_ASKED, TIMELINES_KEPT, OWN_NOTES_KEPT } from '#domain/feed/feed-limits.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { filterMatcher } from '#domain/protocol/match-filter.ts';
import { feedKey, type FeedFilter } from '#domain/cache/query-keys.ts';
import type { FeedItem } from '#domain/note/note.ts';
import type { AccountStore } from '#store/session/account.ts';
import { TimelineSource, type TimelineDeps, type TimelineSpec } from './timeline-source.ts';

/** The timelines that were asked for lately, each with its place at the relays. */
export type Timelines = {
  open(spec: TimelineSpec): TimelineSource;
  all(): Iterable<TimelineSource>;
  /** one that was opened before */
  find(queryKey: readonly unknown[]): TimelineSource | undefined;
  /**
   * A note of the user's own stands on top of this feed, if there is one, and of every other that it belongs to and that
   * opens later, as long as its author is logged in.
   */
  showMine(row: FeedItem, filter: FeedFilter | undefined): void;
};

type Deps = TimelineDeps & { readonly account: Pick<AccountStore, 'get' | 'subscribe'> };

/** An empty set of timelines; the one asked for longest ago is forgotten beyond the bound. */
export const createTimelines = (deps: Deps): Timelines => {
  const known = new Map<string, TimelineSource>();
  const mine: FeedItem[] = [];
  const isMine = ({ note, repost }: FeedItem) => (repost ?? note).pubkey === deps.account.get().pubkey;
  const begin = (source: TimelineSource) => {
    const { authors: _, ...filter } = source.spec.filter;
    const belongs = filterMatcher([filter]);
    // what one relay holds is told by that relay alone
    for (const row of source.spec.newOnesWait && !source.spec.relays ? mine : [])
      if (isMine(row) && deps.registry.get(row.id) && belongs(row.note)) source.rows.holdMine(row);
    return takeOver(source);
  };
  /** What was read elsewhere and belongs here, too, is there before a relay answers. */
  const takeOver = (source: TimelineSource) => {
    const belongs = filterMatcher([source.spec.filter]);
    const sharesWith = (spec: TimelineSpec) =>
      spec.isSieved && source.spec.isSieved && !spec.relays && !source.spec.relays;
    for (const { spec, rows } of known.values())
      for (const row of sharesWith(spec) ? rows.shown : []) if (!row.repost && belongs(row.note)) source.rows.hold(row);
    return source;
  };
  // what no relay has yet goes with its author
  deps.account.subscribe(() => {
    const left = mine.filter((row) => !isMine(row) && deps.registry.seenOn(row.id).length === 0);
    if (left.length > 0) for (const source of known.values()) source.withdraw(new Set(left.map(({ id }) => id)));
  });
  return {
    open(spec) {
      const key = JSON.stringify(spec.queryKey);
      const source = known.get(key) ?? begin(new TimelineSource(deps, spec));
      known.delete(key);
      known.set(key, source);
      if (known.size > TIMELINES_KEPT) known.delete(known.keys().next().value!);
      return source;
    },
    all: () => known.values(),
    find: (queryKey) => known.get(JSON.stringify(queryKey)),
    showMine(row, filter) {
      mine.splice(0, mine.length - OWN_NOTES_KEPT + 1);
      mine.push(row);
      if (filter && isMine(row)) known.get(JSON.stringify(feedKey(filter)))?.showMine(row);
    },
  };
};

/** The feed through this filter; its new notes wait until somebody wants to see them. */
export const feedSpec = (filter: FeedFilter): TimelineSpec => ({
  queryKey: feedKey(filter),
  filter: feedQuery(filter),
  accepts: ({ kind }) => kind === KIND.textNote || kind === KIND.repost,
  askPages: FEED_PAGES_ASKED,
  newOnesWait: true,
  isSieved: true,
  ...(filter.relay !== undefined && { relays: [filter.relay] }),
});

/** Says that machines and not views load these queries: a view that reads one only waits for its data. */
export const registerTimelineQueries = (queryClient: QueryClient): void => {
  for (const group of ['feed', 'profile/notes', 'thread', 'search']) {
    queryClient.setQueryDefaults([group], { ...queryClient.getQueryDefaults([group]), enabled: false });
  }
};
