import type { QueryClient } from '@tanstack/query-core';
import { relayHealthKey, type RelayHealth } from '#domain/relays/relay-health.ts';
import { mayAskRelay } from '#domain/relays/relay-set.ts';
import type { RelayRequestsDeps } from '#actors/wire/fetch-board.ts';
import { POOL_MAX_CONNECTIONS, HEALTH_FAILURE_THRESHOLD, RELAYS_PER_AUTHOR } from '#domain/relays/relays-limits.ts';

/** What can be said of relays before they are asked. */
export type RelayReach = {
  /** false for one that did not answer the last three times, or that keeps dropping connections */
  isHealthy(url: string): boolean;
  /** whether a browser may be sent there because a stranger's list says so */
  mayAsk(url: string): boolean;
  /** relays that have a socket, and those of the set, which get one */
  connected(): ReadonlySet<string>;
  /** the same relays, those that have a socket first once few sockets are left */
  nearest(urls: readonly string[]): readonly string[];
};

type Deps = Pick<RelayRequestsDeps, 'directory'> & { readonly queryClient: QueryClient };

/** Reads relay health and the connections of the directory. */
export const createRelayReach = ({ directory, queryClient }: Deps): RelayReach => {
  const connected = () => {
    const { entries, connections } = directory().getSnapshot().context;
    return new Set([...entries.map(({ url }) => url), ...Object.keys(connections)]);
  };
  return {
    connected,
    isHealthy(url) {
      const health = queryClient.getQueryData<Readonly<Record<string, RelayHealth>>>(relayHealthKey)?.[url];
      return !health || (!health.flapping && health.consecutiveFailures < HEALTH_FAILURE_THRESHOLD);
    },
    mayAsk: (url) => mayAskRelay(url, directory().getSnapshot().context),
    nearest(urls) {
      const near = connected();
      if (near.size + RELAYS_PER_AUTHOR <= POOL_MAX_CONNECTIONS) return urls;
      return [...urls.filter((url) => near.has(url)), ...urls.filter((url) => !near.has(url))];
    },
  };
};
