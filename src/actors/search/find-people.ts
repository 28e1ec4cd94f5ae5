import type { QueryClient } from '@tanstack/query-core';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { leakedSecret } from '#domain/session/leaked-secret.ts';
import { SEARCH_PEOPLE_LIMIT, SEARCH_TIMEOUT_MS } from '#domain/search/search-limits.ts';
import { whoIsMeant, type Named } from '#domain/publish/mention.ts';
import { parseMetadata, type Metadata } from '#domain/profile/metadata.ts';
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

/** Whose name is known here, and by NIP-50 whose name relays know besides. */
export const createPeopleFinder = ({ requests, queryClient, names }: Deps): PeopleFinder => ({
  known() {
    const people = new Map<string, Named>(names.entries().map((entry) => [entry.pubkey, entry]));
    for (const [[, pubkey], metadata] of queryClient.getQueriesData<Metadata | null>({ queryKey: ['metadata'] }))
      if (metadata) people.set(String(pubkey), named(String(pubkey), metadata));
    return [...people.values()];
  },
  async beyond(query, onFound, signal) {
    if (leakedSecret(query) !== undefined) return;
    const newest = new Map<string, Metadata>();
    const take = (event: NostrEvent) => {
      const metadata = event.kind === KIND.metadata ? parseMetadata(event) : null;
      if (signal.aborted || !metadata) return;
      const before = newest.get(event.pubkey);
      if (before ? before.createdAt >= metadata.createdAt : newest.size >= 2 * SEARCH_PEOPLE_LIMIT) return;
      // relays that do not know NIP-50 send anybody
      if (whoIsMeant(query, [named(event.pubkey, metadata)]).length === 0) return;
      newest.set(event.pubkey, metadata);
      onFound([...newest].map(([pubkey, found]) => named(pubkey, found)));
    };
    await requests.fetch({
      filters: [{ kinds: [KIND.metadata], search: query, limit: SEARCH_PEOPLE_LIMIT }],
      relays: metadataRelays(requests),
      onEvent: take,
      timeoutMs: SEARCH_TIMEOUT_MS,
      signal,
    });
  },
});
