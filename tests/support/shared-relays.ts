import { byNewest, type Filter, type NostrEvent } from '#domain/protocol/event.ts';
import { filterMatcher } from '#domain/protocol/match-filter.ts';
import { isReplaceableKind } from '#domain/protocol/kinds.ts';
import { PublishFailure } from '#domain/publish/publish-failure.ts';
import type { PublishOutcome } from '#domain/publish/publish-problem.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';

type Watch = Parameters<RelayRequests['watch']>[0];

/** Relays in memory that several browsers share. */
export const openSharedRelays = (urls: readonly string[]) => {
  const events: NostrEvent[] = [];
  const watches = new Set<Watch>();
  const published: NostrEvent[] = [];
  let isDown = false;
  const keep = (event: NostrEvent) => {
    if (events.some(({ id }) => id === event.id)) return;
    const older = events.findIndex(({ kind, pubkey }) => kind === event.kind && pubkey === event.pubkey);
    if (isReplaceableKind(event.kind) && older >= 0) events.splice(older, 1);
    events.push(event);
    for (const { filters, onEvent } of watches) if (filterMatcher(filters)(event)) onEvent?.(event, urls[0]!);
  };
  /** the newest that a REQ asks for, as its limits say */
  const stored = (filters: readonly Filter[]) =>
    filters.flatMap((filter) =>
      events
        .filter(filterMatcher([filter]))
        .toSorted(byNewest)
        .slice(0, filter.limit),
    );
  const requests: RelayRequests = {
    relays: (use) => (use === 'indexer' || use === 'profile' ? [] : urls),
    fetch: async ({ filters }) => ({
      events: isDown ? [] : stored(filters),
      outcomes: urls.map((relay) => ({ relay, outcome: isDown ? 'timeout' : 'eose' })),
    }),
    watch(request) {
      watches.add(request);
      queueMicrotask(() => {
        for (const event of isDown ? [] : stored(request.filters)) request.onEvent?.(event, urls[0]!);
        request.onEose?.();
      });
      return () => void watches.delete(request);
    },
    publish: async (event, relays) => {
      published.push(event);
      const outcomes = relays.map((relay): PublishOutcome => ({
        relay,
        outcome: isDown ? 'timeout' : 'accepted',
        reason: undefined,
      }));
      if (isDown || relays.length === 0) throw new PublishFailure(outcomes);
      keep(event);
      return outcomes;
    },
  };
  return {
    requests,
    published,
    keep,
    of: (kind: number) => events.filter((event) => event.kind === kind),
    fail: (down: boolean) => void (isDown = down),
  };
};

export type SharedRelays = ReturnType<typeof openSharedRelays>;
