import type { QueryClient } from '@tanstack/query-core';
import type { PrefetchTarget } from '#domain/prefetch.ts';
import { noteKey, profileMetadataKey } from '#domain/query-keys.ts';

/** Loads the data of a note or a profile that may be opened next. Never rejects: a guess may fail (ROUTE-38). */
export const createPrefetch =
  (queryClient: QueryClient) =>
  async (target: PrefetchTarget): Promise<void> => {
    if (target.screen === 'note') {
      await queryClient.prefetchQuery({ queryKey: noteKey(target.id), meta: { relays: target.relays }, retry: false });
    } else if (target.screen === 'profile') {
      await queryClient.prefetchQuery({ queryKey: profileMetadataKey(target.pubkey), retry: false });
    }
  };
