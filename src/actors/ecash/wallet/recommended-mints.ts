import type { QueryClient } from '@tanstack/query-core';
import { profileContactsKey, type QueryData } from '#domain/cache/query-keys.ts';
import {
  announcementFilters,
  readRecommendations,
  recommendationFilters,
  type Recommendations,
} from '#domain/ecash/mints/recommendation.ts';
import { isSampleNetwork } from '#domain/ecash/mints/sample-mints.ts';
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

const NOBODY: Recommendations = { mints: [], mine: {} };

/** Mints that those recommend whom the user follows. Asks relays once each time; rejects when none of them answers. */
export const createRecommended =
  ({ requests, queryClient, account, muted }: Deps) =>
  async (signal: AbortSignal): Promise<Recommendations> => {
    const { pubkey: self } = account.get();
    if (self === undefined) return NOBODY;
    const contacts = await queryClient
      .fetchQuery<QueryData['profile/contacts']>({ queryKey: profileContactsKey(self), retry: false })
      .catch(() => []);
    const silent = muted.get();
    const follows = new Set(contacts.map(({ pubkey }) => pubkey).filter((pubkey) => !silent.has(pubkey)));
    follows.delete(self);
    const events = await askRelays(requests, { filters: recommendationFilters([self, ...follows]), signal });
    const named = announcementFilters(events, isSampleNetwork());
    const announced = named.length > 0 ? await askRelays(requests, { filters: named, signal }).catch(() => []) : [];
    return readRecommendations({ events: [...events, ...announced], follows, self, loopback: isSampleNetwork() });
  };
