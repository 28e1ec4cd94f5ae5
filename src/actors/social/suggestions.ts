import type { QueryClient } from '@tanstack/query-core';
import { TOPIC_NOTES_ASKED, SUGGESTED_LISTS_ASKED } from '#domain/social/social-limits.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { isHidden } from '#domain/social/muted.ts';
import type { Timeline } from '#domain/cache/query-keys.ts';
import { suggestedPeople, topicsOf, type Suggestions } from '#domain/social/suggestions.ts';
import { askRelays } from '#actors/relays/ask-relays.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { AccountStore } from '#store/session/account.ts';
import type { Muted } from '#store/social/muted.ts';

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
 * no relay answers these are left. Their topics are the hashtags of their newest notes.
 */
export const createSuggestions = ({ requests, queryClient, account, muted }: Deps): Suggestions => ({
  async people(signal) {
    const lists = await askRelays(requests, {
      filters: [{ kinds: [KIND.contacts], limit: SUGGESTED_LISTS_ASKED }],
      signal,
    }).catch(() => []);
    const without = new Set([account.get().pubkey ?? '', ...muted.get()]);
    return suggestedPeople(lists, writers(queryClient), without);
  },
  async topics(people, signal) {
    if (people.length === 0) return [];
    const filters = [{ kinds: [KIND.textNote], authors: [...people], limit: TOPIC_NOTES_ASKED }];
    const notes = await askRelays(requests, { filters, signal }).catch(() => []);
    return topicsOf(
      notes.filter((note) => !isHidden(muted.get(), note)),
      people,
    );
  },
});
