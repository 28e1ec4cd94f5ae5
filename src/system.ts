import type { QueryClient } from '@tanstack/query-core';
import { createActor, type ActorOptions, type ActorRefFrom, type AnyActorLogic } from 'xstate';
import type { Browser } from '#ports/browser.ts';
import type { Problem } from '#domain/problem.ts';
import type { FeedFilter } from '#domain/cache/query-keys.ts';
import { createPrefetch } from '#actors/feed/prefetch.ts';
import { connectionHints, openStorages, watchOnline } from '#actors/shell/browser.ts';
import { forwardNotices } from '#actors/shell/notices.ts';
import { feedMachine } from '#machines/feed/feed.machine.ts';
import type { appMachine } from '#machines/shell/app.machine.ts';
import type { System } from '#ui/system-context.ts';
import type { AnyArea } from './areas/deps.ts';
import { firstAreas, type Navigation } from './areas/first.ts';
import type { Root } from './areas/groups.ts';
import { startLater } from './areas/later.ts';
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

/** Where and how the app starts. `inspect`: hears of every actor and event, as XState's inspection tells of them. */
export type Start = {
  readonly browser: Browser;
  readonly router: Navigation;
  readonly inspect?: ActorOptions<AnyActorLogic>['inspect'];
};

/** What the views are given, and what draws them. */
export type Started = System & {
  readonly queryClient: QueryClient;
  /** Ends all that runs. */
  stop(): void;
};

/** Starts everything that runs outside React, once. */
export const startSystem = ({ browser, router, inspect }: Start): Started => {
  const ending = new AbortController();
  const running = runningAreas(() => app);
  const notify = (problem: Problem) => app.send({ type: 'notice.show', problem });
  const place = { browser, router, storages: openStorages(browser), ending: ending.signal };
  const { first, deps, shown } = firstAreas(place, running, notify);
  const areas = new Map<string, AnyArea>(Object.entries(first));
  const app: ActorRefFrom<typeof appMachine> = createActor(rootOf(areas), {
    systemId: 'app',
    ...(inspect && { inspect }),
  });
  app.start();
  const startFeed = () => startUnset(running.find('feed')!, firstFilter(shown));
  if (browser.location.pathname === '/') startFeed();
  forwardNotices(app);
  const root: Root = {
    actor: (name) => app.getSnapshot().children[name as never],
    start(started) {
      for (const [id, area] of Object.entries(started)) {
        areas.set(id, area);
        app.send({ type: 'area.start', id });
      }
    },
  };
  return {
    app,
    ...running,
    ...shown,
    ...startLater(deps, root),
    queryClient: deps.queryClient,
    online: watchOnline({ window: browser, navigator: browser.navigator }),
    connection: () => connectionHints(browser.navigator),
    prefetch: createPrefetch({ ...deps, startFeed }),
    stop() {
      app.stop();
      ending.abort();
      deps.queryClient.clear();
    },
  };
};
