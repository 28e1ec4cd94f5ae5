import type { QueryClient } from '@tanstack/query-core';
import { PERSISTED_BUSTER_KEY } from '#domain/cache/cache-limits.ts';
import { groupsOfBuster, type CacheBuster } from '#store/cache/cache-buster.ts';
import type { DisplayNames } from '#store/profile/display-names.ts';
import { forgetGroups } from './clear-groups.ts';

type Deps = {
  readonly queryClient: QueryClient;
  readonly names: Pick<DisplayNames, 'forget'>;
  readonly buster: CacheBuster;
  /** fires `storage` when another tab writes */
  readonly window: EventTarget;
  /** Forgets the events nothing holds any more. */
  readonly sweep: () => void;
  /** Has what is on the screen loaded again. */
  readonly refresh: () => void;
};

/** What another tab cleared goes here, too: else this one would save it again. */
export const followOtherTabs = ({ queryClient, names, buster, window, sweep, refresh }: Deps): void => {
  window.addEventListener('storage', (event) => {
    const { key, newValue } = event as StorageEvent;
    const groups = key === PERSISTED_BUSTER_KEY ? groupsOfBuster(newValue) : [];
    if (newValue === null || groups.length === 0 || newValue === buster.get()) return;
    buster.set(newValue);
    forgetGroups(queryClient, new Set(groups));
    sweep();
    if (groups.includes('metadata')) names.forget();
    refresh();
  });
};
