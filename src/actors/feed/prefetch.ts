import type { QueryClient } from '@tanstack/query-core';
import type { PrefetchTarget } from '#domain/shell/prefetch.ts';
import { noteKey, profileMetadataKey } from '#domain/cache/query-keys.ts';

type Deps = {
  readonly queryClient: QueryClient;
  /** begins to load the feed, where nobody did */
  readonly startFeed: () => void;
};

/** Loads the data of a screen that may be opened next. Never rejects: a guess may fail (ROUTE-38). */
export const createPrefetch =
  ({ queryClient, startFeed }: Deps) =>
  async (target: PrefetchTarget): Promise<void> => {
    if (target.screen === 'feed') startFeed();
    else if (target.screen === 'note') {
      await queryClient.prefetchQuery({ queryKey: noteKey(target.id), meta: { relays: target.relays }, retry: false });
    } else if (target.screen === 'profile') {
      await queryClient.prefetchQuery({ queryKey: profileMetadataKey(target.pubkey), retry: false });
    }
  };
