import type { QueryClient } from '@tanstack/query-core';
import { createActor, type ActorRefFrom } from 'xstate';
import type { AreaRefs, RunningAreas } from '#machines/areas.ts';
import { CLIENT_NAME } from '#domain/publish/publish-limits.ts';
import { isInView } from '#domain/feed/feed-filter.ts';
import type { FeedItem } from '#domain/note/note.ts';
import type { FeedFilter } from '#domain/cache/query-keys.ts';
import { createPrefetch } from '#actors/feed/prefetch.ts';
import { createTimelines, registerTimelineQueries } from '#actors/feed/timeline.ts';
import { registerQueryFunctions } from '#actors/profile/query-functions.ts';
import { connectionHints, openStorage, watchOnline } from '#actors/shell/browser.ts';
import { forwardNotices } from '#actors/shell/notices.ts';
import { feedMachine } from '#machines/feed/feed.machine.ts';
import type { appMachine } from '#machines/shell/app.machine.ts';
import { createEventRegistry } from '#store/events/event-registry.ts';
import { readGone } from '#store/social/gone.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { createFeedView } from '#store/feed/feed-view.ts';
import type { System } from '#ui/system-context.ts';
import type { AnyArea, FirstAreas } from './areas/deps.ts';
import {
  cacheLayer,
  feedLayer,
  loadFollowed,
  namesLayer,
  relaysOfStart,
  shellLayer,
  type Navigation,
} from './areas/first.ts';
import { startGroups, startLater } from './areas/groups.ts';
import { relayLayer } from './areas/wire.ts';
import { rootOf } from './areas/root.ts';
import { runningAreas } from './areas/running.ts';

const now = () => Date.now();

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
  const registry = createEventRegistry({ now, gone: readGone(openStorage(() => window.localStorage)) });
  const queryClient = createQueryClient();
  const { machine: queryCache, ...kept } = cacheLayer(queryClient, registry);
  const { names } = kept;
  const find: RunningAreas['find'] = (name) => running.find(name);
  const follow: RunningAreas['follow'] = (name, tell) => running.follow(name, tell);
  const directory = (): AreaRefs['relay-directory'] => find('relay-directory')!;
  const { machine: relays, wire, requests } = relayLayer(registry, directory);
  const notify = (text: string) => app.send({ type: 'notice.show', text });
  const shell = shellLayer(router, notify);
  const { preferences, account, muted, isReturn } = shell;
  const feedView = createFeedView(shell);
  const isSeen = (row: FeedItem) => isInView(row, feedView.get());
  const timelines = createTimelines({ requests, registry, queryClient, account, isSeen, now });
  registerTimelineQueries(queryClient);
  const { loadMetadata } = registerQueryFunctions({ requests, registry, queryClient, names, directory, account, now });
  const joint = { timelines, requests, wire, registry, queryClient, directory };
  const feed = feedLayer({ ...joint, feedView, isReturn, find, follow, followed: loadFollowed(joint) });
  const first: FirstAreas = {
    'query-cache': { logic: queryCache },
    'relay-directory': { logic: relays, input: relaysOfStart(shell) },
    'display-names': { logic: namesLayer(names, loadMetadata) },
    feed: { logic: feed },
    ...shell.areas,
  };
  const areas = new Map<string, AnyArea>(Object.entries(first));
  const app: ActorRefFrom<typeof appMachine> = createActor(rootOf(areas), { systemId: 'app' });
  const running = runningAreas(app);
  app.start();
  const startFeed = () => startUnset(find('feed')!, firstFilter(shell));
  if (window.location.pathname === '/') startFeed();
  forwardNotices(app);
  const client = () => (preferences.get('clientTag') ? CLIENT_NAME : undefined);
  const open = (path: string) => router.history.push(path);
  const { later, ...parts } = startGroups(
    { ...joint, kept, account, preferences, muted, client, find, follow, notify, open, now },
    (started) => {
      for (const [id, area] of Object.entries(started)) {
        areas.set(id, area);
        app.send({ type: 'area.start', id });
      }
    },
  );
  return {
    app,
    find,
    follow,
    queryClient,
    later,
    ...parts,
    names,
    account,
    preferences,
    muted,
    feedView,
    feedRelay: shell.feedRelay,
    scroll: shell.scroll,
    seenOn: (id) => registry.seenOn(id),
    earlyKeys: startLater(later, account),
    online: watchOnline({ window, navigator }),
    connection: () => connectionHints(navigator),
    prefetch: createPrefetch({ queryClient, startFeed }),
  };
};
