import type { QueryClient } from '@tanstack/query-core';
import { byNewest, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { parseRelayList, type RelayListEntry } from '#domain/profile/lists.ts';
import { relayListKey } from '#domain/cache/query-keys.ts';
import { RELAY_LIST_LIMIT, RELAY_LIST_BATCH_MAX, RELAY_LIST_BATCH_MS } from '#domain/relays/relays-limits.ts';
import { isAnswered, listRelays, metadataRelays, NoRelayAnswered } from './ask-relays.ts';
import { createBatcher, type LoadOne } from './batcher.ts';
import type { EventRegistry } from '#store/events/event-registry.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';

type List = readonly RelayListEntry[];
type Deps = {
  readonly requests: RelayRequests;
  readonly registry: EventRegistry;
  readonly queryClient: QueryClient;
};

/**
 * Loads the newest relay list of a person, of many people by one REQ per relay (RLIST-01). Empty when nobody has one, but a
 * list that was shown stays when the one relay that has it is away; rejects with NoRelayAnswered when none answered but those
 * for profiles, which may keep no lists.
 */
export const createRelayLists = ({ requests, registry, queryClient }: Deps): LoadOne<List> => {
  const load = createBatcher<List | null>({
    windowMs: RELAY_LIST_BATCH_MS,
    maxSize: RELAY_LIST_BATCH_MAX,
    load: async (pubkeys, settle) => {
      const newest = new Map<string, NostrEvent>();
      const keep = (event: NostrEvent | undefined) => {
        const known = event && newest.get(event.pubkey);
        if (event?.kind === KIND.relayList && (!known || byNewest(event, known) < 0)) newest.set(event.pubkey, event);
      };
      const keepLate = (event: NostrEvent) => {
        keep(registry.replaceable(KIND.relayList, event.pubkey));
        keep(event);
        const key = relayListKey(event.pubkey);
        if (newest.get(event.pubkey)?.id === event.id && queryClient.getQueryState(key))
          queryClient.setQueryData(key, parseRelayList(event));
      };
      const limit = RELAY_LIST_LIMIT * pubkeys.length;
      const keepers = new Set(listRelays(requests));
      const answer = await requests.fetch({
        filters: [{ kinds: [KIND.relayList], authors: [...pubkeys], limit }],
        relays: metadataRelays(requests),
        onLate: keepLate,
      });
      answer.events.forEach(keep);
      for (const pubkey of pubkeys) keep(registry.replaceable(KIND.relayList, pubkey));
      for (const [pubkey, event] of newest) settle(pubkey, parseRelayList(event));
      if (!isAnswered({ ...answer, outcomes: answer.outcomes.filter(({ relay }) => keepers.has(relay)) }))
        throw new NoRelayAnswered();
      return null;
    },
  });
  return async (pubkey) => (await load(pubkey)) ?? queryClient.getQueryData<List>(relayListKey(pubkey)) ?? [];
};
