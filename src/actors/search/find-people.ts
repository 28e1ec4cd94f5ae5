import type { QueryClient } from '@tanstack/query-core';
import { fromCallback, type AnyEventObject } from 'xstate';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { SEARCH_PEOPLE_LIMIT, SEARCH_TIMEOUT_MS } from '#domain/search/search-limits.ts';
import { whoIsMeant, type Named } from '#domain/publish/mention.ts';
import { parseMetadata, type Metadata } from '#domain/profile/metadata.ts';
import type { PeopleFact } from '#machines/search/people-search.machine.ts';
import type { PeopleFinder } from '#ports/writing.ts';
import { metadataRelays } from '#actors/relays/ask-relays.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { DisplayNames } from '#store/profile/display-names.ts';

type Deps = {
  readonly requests: RelayRequests;
  readonly queryClient: QueryClient;
  readonly names: Pick<DisplayNames, 'entries'>;
};

const named = (pubkey: string, { name, display_name, nip05 }: Metadata): Named => ({
  pubkey,
  name,
  displayName: display_name,
  nip05,
});

/** Whose name is known here. */
export const createPeopleFinder = ({ queryClient, names }: Pick<Deps, 'queryClient' | 'names'>): PeopleFinder => ({
  known() {
    const people = new Map<string, Named>(names.entries().map((entry) => [entry.pubkey, entry]));
    for (const [[, pubkey], metadata] of queryClient.getQueriesData<Metadata | null>({ queryKey: ['metadata'] }))
      if (metadata) people.set(String(pubkey), named(String(pubkey), metadata));
    return [...people.values()];
  },
});

/** Asks the relays by NIP-50 whose name it may be; tells all that were found after each find. */
export const defineAskForPeople = ({ requests }: Pick<Deps, 'requests'>) =>
  fromCallback<AnyEventObject, { query: string }>(({ input: { query }, sendBack }) => {
    const tell = (fact: PeopleFact) => sendBack(fact);
    const ending = new AbortController();
    const newest = new Map<string, Metadata>();
    const take = (event: NostrEvent) => {
      const metadata = event.kind === KIND.metadata ? parseMetadata(event) : null;
      if (ending.signal.aborted || !metadata) return;
      const before = newest.get(event.pubkey);
      if (before ? before.createdAt >= metadata.createdAt : newest.size >= 2 * SEARCH_PEOPLE_LIMIT) return;
      // relays that do not know NIP-50 send anybody
      if (whoIsMeant(query, [named(event.pubkey, metadata)]).length === 0) return;
      newest.set(event.pubkey, metadata);
      tell({ type: 'people.found', people: [...newest].map(([pubkey, found]) => named(pubkey, found)) });
    };
    const over = () => tell({ type: 'people.all' });
    requests
      .fetch({
        filters: [{ kinds: [KIND.metadata], search: query, limit: SEARCH_PEOPLE_LIMIT }],
        relays: metadataRelays(requests),
        onEvent: take,
        timeoutMs: SEARCH_TIMEOUT_MS,
        signal: ending.signal,
      })
      .then(over, over);
    return () => ending.abort();
  });
