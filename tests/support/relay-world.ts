import type { Filter, NostrEvent } from '#domain/protocol/event.ts';
import { filterMatcher } from '#domain/protocol/match-filter.ts';
import { PublishFailure } from '#domain/publish/publish-failure.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';

/** Relays in memory, shared by all who use them. */
export const createRelayWorld = (read: readonly string[] = ['wss://read.example']) => {
  const stored = new Map<string, NostrEvent[]>();
  const watches = new Set<{
    filters: readonly Filter[];
    relays: readonly string[];
    tell: (event: NostrEvent) => void;
  }>();
  /** relays that take nothing */
  const closed = new Set<string>();
  const at = (relay: string) => stored.get(relay) ?? [];
  const put = (relay: string, event: NostrEvent) => {
    stored.set(relay, [...at(relay), event]);
    for (const { filters, relays, tell } of watches)
      if (relays.includes(relay) && filterMatcher(filters)(event)) tell(event);
  };
  const requests: RelayRequests = {
    async fetch({ filters, relays = read }) {
      const events = relays.flatMap(at).filter((event) => filterMatcher(filters)(event));
      return { events, outcomes: relays.map((relay) => ({ relay, outcome: 'eose' as const })) };
    },
    watch({ filters, relays = read, onEvent, onEose }) {
      const watch = { filters, relays, tell: (event: NostrEvent) => onEvent?.(event, relays[0]!) };
      for (const event of relays.flatMap(at)) if (filterMatcher(filters)(event)) watch.tell(event);
      onEose?.();
      watches.add(watch);
      return () => void watches.delete(watch);
    },
    async publish(event, relays) {
      const outcomes = relays.map((relay) => ({
        relay,
        outcome: closed.has(relay) ? ('rejected' as const) : ('accepted' as const),
        reason: undefined,
      }));
      if (outcomes.every(({ outcome }) => outcome !== 'accepted')) throw new PublishFailure(outcomes);
      for (const { relay, outcome } of outcomes) if (outcome === 'accepted') put(relay, event);
      return outcomes;
    },
    relays: () => read,
  };
  return { requests, put, at, closed, watched: () => watches.size };
};
