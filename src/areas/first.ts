import type { Browser } from '#ports/browser.ts';
import type { Problem } from '#domain/problem.ts';
import type { QueryClient } from '@tanstack/query-core';
import type { AreaRefs, RunningAreas } from '#machines/areas.ts';
import type { Metadata } from '#domain/profile/metadata.ts';
import { arrived } from '#domain/shell/missing-code.ts';
import { lazily } from '#domain/start-once.ts';
import { allowLoopback } from '#domain/relays/public-host.ts';
import { relayConfig } from '#domain/relays/relay-config.ts';
import type { LoadOne } from '#actors/relays/batcher.ts';
import {
  defineClearGroups,
  defineReadRecord,
  defineRemoveRecord,
  defineWatchChanges,
  defineWriteRecord,
  idleOf,
  NOTHING_SAVED,
  onPageHidden,
  startRestoreRead,
} from '#actors/cache/persistence.ts';
import { askFailedAnew } from '#actors/feed/ask-failed.ts';
import { defineAwaitRestore } from '#actors/feed/await-restore.ts';
import { defineFetchNames, defineWatchWantedNames } from '#actors/feed/display-names.ts';
import { defineLoadNewest, defineLoadPage, defineShowNew, defineWatchLate } from '#actors/feed/load-page.ts';
import { defineWatchNew } from '#actors/feed/watch-new.ts';
import { defineWatchFeedRelays } from '#actors/feed/watch-relays.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { Wire } from '#actors/wire/wire.ts';
import { isStandalone, type Storages } from '#actors/shell/browser.ts';
import { defineLastRoute, visitedBefore } from '#actors/shell/last-route.ts';
import { createScrollMemory } from '#actors/shell/scroll-memory.ts';
import { defineSplash, msSincePaint, notesOf, splashInput, type SplashDeps } from '#actors/shell/splash.ts';
import { followTheme } from '#actors/shell/theme.ts';
import { queryCacheMachine } from '#machines/cache/query-cache.machine.ts';
import { displayNamesMachine } from '#machines/feed/display-names.machine.ts';
import { feedMachine } from '#machines/feed/feed.machine.ts';
import { lastRouteMachine } from '#machines/shell/last-route.machine.ts';
import { splashMachine } from '#machines/shell/splash.machine.ts';
import { createAccountStore, type AccountStore } from '#store/session/account.ts';
import { createCacheBuster } from '#store/cache/cache-buster.ts';
import { createDisplayNames, type DisplayNames } from '#store/profile/display-names.ts';
import { openKeyValueStore } from '#store/storage/key-value-store.ts';
import { createFeedRelay } from '#store/feed/feed-relay.ts';
import { createMuted } from '#store/social/muted.ts';
import { createPreferences } from '#store/settings/preferences.ts';
import { savedRelays } from '#store/relays/relay-set.ts';
import type { AreaDeps, FirstAreas } from './deps.ts';
import { createTimelines, registerTimelineQueries, type Timelines } from '#actors/feed/timeline.ts';
import { registerQueryFunctions } from '#actors/profile/query-functions.ts';
import { createEventRegistry, type EventRegistry } from '#store/events/event-registry.ts';
import { readGone } from '#store/social/gone.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { createFeedView, type FeedViewStore } from '#store/feed/feed-view.ts';
import { relayLayer } from './wire.ts';

const now = () => Date.now();

/** Where the app starts. */
export type Place = {
  readonly browser: Browser;
  readonly storages: Storages;
  readonly router: Navigation;
  readonly ending: AbortSignal;
};

/** What is kept between visits, and the names of people. */
const cacheLayer = ({ browser, storages }: Place, queryClient: QueryClient, registry: EventRegistry) => {
  const names = createDisplayNames(now);
  const store = openKeyValueStore();
  const reading = visitedBefore(storages.local) ? startRestoreRead(store, browser.early?.saved()) : NOTHING_SAVED;
  const buster = createCacheBuster(storages.local);
  const joint = { store, queryClient, registry, names, buster, now, reading };
  const machine = queryCacheMachine.provide({
    actors: {
      'read record': defineReadRecord(joint),
      'write record': defineWriteRecord({ ...joint, idle: idleOf(browser) }),
      'remove record': defineRemoveRecord(store),
      'clear groups': defineClearGroups(joint),
      'watch changes': defineWatchChanges({
        ...joint,
        onHidden: (listener) => onPageHidden({ window: browser, document: browser.document }, listener),
      }),
    },
  });
  return { machine, ...joint };
};

/** The names that views wait for. */
const namesLayer = (names: DisplayNames, loadMetadata: LoadOne<Metadata | null>) =>
  displayNamesMachine.provide({
    actors: {
      'watch wanted names': defineWatchWantedNames(names),
      'fetch names': defineFetchNames({ names, loadMetadata }),
    },
  });

type FeedDeps = RunningAreas & {
  readonly queryClient: QueryClient;
  readonly timelines: Timelines;
  readonly requests: RelayRequests;
  readonly wire: Wire;
  readonly followed: Parameters<typeof defineLoadNewest>[1];
  readonly feedView: FeedViewStore;
  /** the app was open in this browser before, so that something may be saved */
  readonly isReturn: boolean;
};

/** The feed, its paging and what is new in it. */
const feedLayer = ({ queryClient, timelines, requests, wire, find, follow, followed, feedView, isReturn }: FeedDeps) =>
  feedMachine.provide({
    actions: { 'ask failed anew': () => askFailedAnew(queryClient) },
    actors: {
      'await restore': defineAwaitRestore(() => find('query-cache')!, isReturn),
      'load newest': defineLoadNewest(timelines, followed),
      'load page': defineLoadPage(timelines),
      'watch late': defineWatchLate(timelines),
      'show new': defineShowNew(timelines),
      'watch new': defineWatchNew({ timelines, requests, wire, feedView, now }),
      'watch relays': defineWatchFeedRelays(follow),
    },
  });

/** The feed of followed people; its code comes when it is wanted. */
const loadFollowed = (deps: Pick<AreaDeps, 'timelines' | 'requests' | 'queryClient' | 'directory'>) =>
  lazily(async () => arrived(await import('#actors/feed/followed.ts')).createFollowed(deps));

/** What the system needs of the router. */
export type Navigation = {
  readonly history: { push(path: string): void; replace(path: string): void };
  subscribe(event: 'onResolved', listener: (event: { toLocation: { pathname: string } }) => void): () => void;
};

/** Splash, last route, preferences, theme and what the browser tells of itself. */
const shellLayer = ({ browser, storages, router }: Place, notify: (problem: Problem) => void) => {
  const { local: storage, session } = storages;
  const { document, location } = browser;
  const standalone = isStandalone(browser);
  const preferences = createPreferences({
    storage,
    window: browser,
    onUnsaved: () => notify({ code: 'choice-not-kept' }),
  });
  followTheme({
    preferences,
    light: browser.matchMedia('(prefers-color-scheme: light)'),
    root: document.documentElement,
    frame: document.querySelector<HTMLMetaElement>('meta[name=theme-color]') ?? undefined,
  });
  const splash: SplashDeps = {
    session,
    element: document.getElementById('splash') ?? undefined,
    page: notesOf(document),
    window: browser,
    standalone,
    paintedMs: () => msSincePaint(browser.performance),
  };
  const { pathname, search, hash } = location;
  const lastRoute = defineLastRoute({
    storage,
    start: { standalone, pathname, search, hash },
    now,
    open: (path) => router.history.replace(path),
    watch: (listener) => router.subscribe('onResolved', ({ toLocation }) => listener(toLocation.pathname)),
  });
  const areas: Pick<FirstAreas, 'splash' | 'last-route'> = {
    splash: { logic: splashMachine.provide(defineSplash(splash)), input: splashInput(splash) },
    'last-route': { logic: lastRouteMachine.provide(lastRoute) },
  };
  const account = createAccountStore({ ...storages, window: browser });
  return {
    preferences,
    account,
    muted: createMuted({ storage, account }),
    feedRelay: createFeedRelay({ session, preferences }),
    areas,
    isReturn: visitedBefore(storage),
    scroll: createScrollMemory({ session }),
  };
};

/** The relays as the user left them, else those the page is configured with. */
const relaysOfStart = ({ browser, storages }: Place, account: AccountStore) => {
  const meta = browser.document.querySelector<HTMLMetaElement>('meta[name=nuthatch-relays]');
  const configured = relayConfig(meta?.content);
  allowLoopback(configured.loopback === true);
  return savedRelays(storages.local, account.get().pubkey, configured);
};

/** What every area is made of, those areas that start with the page, and what views see of them. */
export const firstAreas = (place: Place, running: RunningAreas, notify: (problem: Problem) => void) => {
  const { browser, storages, ending, router } = place;
  const registry = createEventRegistry({ now, gone: readGone(storages.local) });
  const queryClient = createQueryClient();
  const { machine: queryCache, ...kept } = cacheLayer(place, queryClient, registry);
  const { names } = kept;
  let directoryNow: AreaRefs['relay-directory'];
  // what ends with the app still gives back what it had of it
  const directory = () => (directoryNow = running.find('relay-directory') ?? directoryNow);
  const { machine: relays, wire, verifier, requests } = relayLayer(browser, registry, directory);
  const shell = shellLayer(place, notify);
  const { preferences, account, muted, feedRelay, scroll, isReturn } = shell;
  const feedView = createFeedView(shell);
  const timelines = createTimelines({ requests, registry, queryClient, account, feedView, now });
  registerTimelineQueries(queryClient);
  const { loadMetadata } = registerQueryFunctions({
    requests,
    registry,
    verifier,
    queryClient,
    names,
    directory,
    account,
    now,
  });
  const joint = { ...running, browser, storages, ending, timelines, requests, wire, registry, queryClient, directory };
  const first: FirstAreas = {
    'query-cache': { logic: queryCache },
    'relay-directory': { logic: relays, input: relaysOfStart(place, account) },
    'display-names': { logic: namesLayer(names, loadMetadata) },
    feed: { logic: feedLayer({ ...joint, feedView, isReturn, followed: loadFollowed(joint) }) },
    ...shell.areas,
  };
  const client = () => (preferences.get('clientTag') ? 'Nuthatch' : undefined);
  const open = (path: string) => router.history.push(path);
  const deps: AreaDeps = { ...joint, kept, account, preferences, muted, client, notify, open, now };
  const seenOn = (id: string) => registry.seenOn(id);
  return { first, deps, shown: { names, account, preferences, muted, feedView, feedRelay, scroll, seenOn } };
};
