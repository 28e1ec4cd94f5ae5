import type { QueryClient } from '@tanstack/query-core';
import { KIND } from '#domain/kinds.ts';
import { SUGGESTED_LISTS_ASKED, SUGGESTED_PEOPLE } from '#domain/limits.ts';
import type { Timeline } from '#domain/query-keys.ts';
import { mostFollowed } from '#domain/suggestions.ts';
import { askRelays } from '#actors/cache/ask-relays.ts';
import type { RelayRequests } from '#actors/relays/requests.ts';
import type { AccountStore } from '#store/account.ts';
import type { Muted } from '#store/muted.ts';

type Deps = {
  readonly requests: RelayRequests;
  readonly queryClient: QueryClient;
  readonly account: Pick<AccountStore, 'get'>;
  readonly muted: Pick<Muted, 'get'>;
};

/** Who writes in the feeds that are loaded. */
const writers = (queryClient: QueryClient): readonly string[] =>
  queryClient
    .getQueriesData<Timeline>({ queryKey: ['feed'] })
    .flatMap(([, timeline]) => timeline?.items.map(({ note }) => note.pubkey) ?? []);

/**
 * People to begin with: whom most of the newest lists follow that the read relays have, then who writes in the feed. When
 * no relay answers these are left.
 */
export const createSuggestions =
  ({ requests, queryClient, account, muted }: Deps) =>
  async (signal: AbortSignal): Promise<readonly string[]> => {
    const lists = await askRelays(requests, {
      filters: [{ kinds: [KIND.contacts], limit: SUGGESTED_LISTS_ASKED }],
      signal,
    }).catch(() => []);
    const without = new Set([account.get().pubkey ?? '', ...muted.get()]);
    const others = writers(queryClient).filter((pubkey) => !without.has(pubkey));
    return [...new Set([...mostFollowed(lists, without).slice(0, SUGGESTED_PEOPLE), ...others])].slice(
      0,
      SUGGESTED_PEOPLE,
    );
  };
