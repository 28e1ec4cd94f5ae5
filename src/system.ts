import type { QueryClient } from '@tanstack/query-core';
import { createActor, type ActorRefFrom } from 'xstate';
import type { FeedFilter } from '#domain/cache/query-keys.ts';
import { createPrefetch } from '#actors/feed/prefetch.ts';
import { connectionHints, watchOnline } from '#actors/shell/browser.ts';
import { forwardNotices } from '#actors/shell/notices.ts';
import { feedMachine } from '#machines/feed/feed.machine.ts';
import type { appMachine } from '#machines/shell/app.machine.ts';
import type { System } from '#ui/system-context.ts';
import type { AnyArea } from './areas/deps.ts';
import { firstAreas, type Navigation } from './areas/first.ts';
import { startGroups, startLater } from './areas/groups.ts';
import { rootOf } from './areas/root.ts';
import { runningAreas } from './areas/running.ts';

/** What the feed screen will ask for: with it the relays are asked before the screen is drawn. */
const firstFilter = ({
  preferences,
  account,
  feedRelay,
}: Pick<System, 'preferences' | 'account' | 'feedRelay'>): FeedFilter => ({
  hashtags: [],
  followOnly: preferences.get('filterByFollow') ? account.get().pubkey : undefined,
  relay: feedRelay.get(),
});

/** Begins to load the feed unless somebody did. */
const startUnset = (feed: ActorRefFrom<typeof feedMachine>, filter: FeedFilter) => {
  if (feed.getSnapshot().matches('unset')) feed.send({ type: 'feed.start', filter });
};

/** Starts everything that runs outside React, once. */
export const startSystem = (router: Navigation): System & { readonly queryClient: QueryClient } => {
  const running = runningAreas(() => app);
  const notify = (text: string) => app.send({ type: 'notice.show', text });
  const { first, deps, shown } = firstAreas(router, running, notify);
  const areas = new Map<string, AnyArea>(Object.entries(first));
  const app: ActorRefFrom<typeof appMachine> = createActor(rootOf(areas), { systemId: 'app' });
  app.start();
  const startFeed = () => startUnset(running.find('feed')!, firstFilter(shown));
  if (window.location.pathname === '/') startFeed();
  forwardNotices(app);
  const groups = startGroups(deps, (started) => {
    for (const [id, area] of Object.entries(started)) {
      areas.set(id, area);
      app.send({ type: 'area.start', id });
    }
  });
  return {
    app,
    ...running,
    ...groups,
    ...shown,
    queryClient: deps.queryClient,
    earlyKeys: startLater(groups.later, shown.account),
    online: watchOnline({ window, navigator }),
    connection: () => connectionHints(navigator),
    prefetch: createPrefetch({ ...deps, startFeed }),
  };
};
