import type { QueryClient } from '@tanstack/query-core';
import { feedQuery } from '#domain/feed-filter.ts';
import { FOLLOWED_AUTHORS_MAX } from '#domain/limits.ts';
import type { Contact } from '#domain/lists.ts';
import { profileContactsKey, type FeedFilter } from '#domain/query-keys.ts';
import { createOutbox } from '#actors/relays/outbox.ts';
import { createRelayReach } from '#actors/relays/relay-reach.ts';
import type { RelayRequests } from '#actors/relays/requests.ts';
import { feedSpec, type Timelines } from './timeline.ts';
import type { TimelineSpec } from './timeline-source.ts';

type Deps = Parameters<typeof createRelayReach>[0] & {
  readonly queryClient: QueryClient;
  readonly requests: Pick<RelayRequests, 'relays'>;
  readonly timelines: Timelines;
};

/** Whose notes are asked for, and what of them each relay is asked beside those that the user reads from. */
type Following = { authors: readonly string[]; authorsAt: ReadonlyMap<string, readonly string[]> };

/**
 * The feed of the people somebody follows (FEED-07): the relays the user reads from are asked for all of them at once, the
 * relays those people write to join in as soon as they are known. Rejects when nobody is followed or the list cannot be had.
 */
export const createFollowed = ({ queryClient, directory, requests, timelines }: Deps) => {
  const outbox = createOutbox({ queryClient, reach: createRelayReach({ directory, queryClient }) });
  const known = new Map<string, Following>();

  const specOf = (filter: FeedFilter, following: Following): TimelineSpec => ({
    ...feedSpec(filter),
    get filter() {
      return { ...feedQuery(filter), authors: [...following.authors] };
    },
    filterAt: (relay) => {
      const authors = following.authorsAt.get(relay) ?? following.authors;
      return { ...feedQuery(filter), authors: [...authors] };
    },
  });

  return async (filter: FeedFilter): Promise<TimelineSpec> => {
    const user = filter.followOnly ?? '';
    const contacts = await queryClient.fetchQuery<readonly Contact[]>({
      queryKey: profileContactsKey(user),
      retry: false,
    });
    const authors = contacts.slice(-FOLLOWED_AUTHORS_MAX).map(({ pubkey }) => pubkey);
    if (authors.length === 0) throw new Error('Nobody is followed');
    const following = known.get(user) ?? { authors, authorsAt: new Map<string, readonly string[]>() };
    known.set(user, following);
    following.authors = authors;
    const spec = specOf(filter, following);
    const source = timelines.open(spec);
    void outbox.planFor(authors).then(({ relays }) => {
      const own = new Set(requests.relays('read'));
      const others = [...relays].filter(([relay]) => !own.has(relay));
      following.authorsAt = new Map(others);
      source.join(others.map(([relay]) => relay));
    });
    return spec;
  };
};
