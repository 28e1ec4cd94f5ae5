import type { QueryClient } from '@tanstack/query-core';
import type { RelayListEntry } from '#domain/profile/lists.ts';
import { planReading, type ReadingPlan } from '#domain/relays/reading-plan.ts';
import { relayListKey } from '#domain/cache/query-keys.ts';
import type { RelayReach } from './relay-reach.ts';

type Deps = { readonly queryClient: QueryClient; readonly reach: RelayReach };

/** Plans for many people which relays to ask. */
export type ReadingPlans = {
  /**
   * Two relays for each author by as few sockets as possible, within the 20 there are. Lists that are not known are asked
   * for first, many by one REQ per relay. Never rejects: whose list cannot be had is `uncovered`.
   */
  planFor(authors: readonly string[]): Promise<ReadingPlan>;
};

/** Plans by the relay lists of the query cache. */
export const createReadingPlans = ({ queryClient, reach }: Deps): ReadingPlans => {
  const listOf = (author: string) =>
    queryClient
      .fetchQuery<readonly RelayListEntry[]>({ queryKey: relayListKey(author), retry: false })
      .catch((): readonly RelayListEntry[] => []);
  return {
    async planFor(authors) {
      const found = await Promise.all(authors.map(async (author) => [author, await listOf(author)] as const));
      const lists = new Map(found.map(([author, list]) => [author, list.filter(({ url }) => reach.mayAsk(url))]));
      return planReading(authors, (author) => lists.get(author), {
        healthy: reach.isHealthy,
        connected: reach.connected(),
      });
    },
  };
};
