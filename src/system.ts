import type { QueryClient } from '@tanstack/query-core';
import { createActor, enqueueActions, type ActorRefFrom, type AnyActorRef, type ErrorActorEvent } from 'xstate';
import type { Acting } from '#ports/acting.ts';
import type { AsciiStudio } from '#ports/ascii-studio.ts';
import { AREAS_START_BLIND_MS, AREAS_START_LIMIT_MS, CODE_RETRY_MS } from '#domain/shell/shell-limits.ts';
import { CLIENT_NAME } from '#domain/publish/publish-limits.ts';
import type { Metadata } from '#domain/profile/metadata.ts';
import { arrived } from '#domain/shell/missing-code.ts';
import { isInView } from '#domain/feed/feed-filter.ts';
import type { FeedItem } from '#domain/note/note.ts';
import type { FeedFilter } from '#domain/cache/query-keys.ts';
import type { Session } from '#ports/session.ts';
import type { Upkeep } from '#ports/upkeep.ts';
import { allowLoopback } from '#domain/relays/public-host.ts';
import { relayConfig } from '#domain/relays/relay-config.ts';
import type { LoadOne } from '#actors/relays/batcher.ts';
import {
  defineClearGroups,
  defineReadRecord,
  defineRemoveRecord,
  defineWatchChanges,
  defineWriteRecord,
  startRestoreRead,
} from '#actors/cache/persistence.ts';
import { defineAwaitRestore } from '#actors/feed/await-restore.ts';
import { defineFetchNames, defineWatchWantedNames } from '#actors/feed/display-names.ts';
import { defineLoadNewest, defineLoadPage, defineShowNew } from '#actors/feed/load-page.ts';
import { createPrefetch } from '#actors/feed/prefetch.ts';
import { createTimelines, registerTimelineQueries, type Timelines } from '#actors/feed/timeline.ts';
import { defineWatchNew } from '#actors/feed/watch-new.ts';
import { defineWatchFeedRelays } from '#actors/feed/watch-relays.ts';
import { registerQueryFunctions } from '#actors/profile/query-functions.ts';
import { defineAsk } from '#actors/wire/ask.ts';
import { watchConnectivity } from '#actors/wire/connectivity.ts';
import { createIngest } from '#actors/wire/ingest.ts';
import { createRelayRequests, type RelayRequests } from '#actors/wire/requests.ts';
import { defineSocket } from '#actors/wire/socket.ts';
import { createFrameVerifier, verifyWorkerCount } from '#actors/wire/verifier.ts';
import { createWire, type Wire } from '#actors/wire/wire.ts';
import { keepEarlyKeys } from '#actors/shell/early-keys.ts';
import { connectionHints, isStandalone, openStorage, watchOnline } from '#actors/shell/browser.ts';
import { defineLastRoute, visitedBefore } from '#actors/shell/last-route.ts';
import { forwardNotices } from '#actors/shell/notices.ts';
import { logFailure } from '#actors/shell/log.ts';
import { createScrollMemory } from '#actors/shell/scroll-memory.ts';
import { defineSplash, msSincePaint, notesOf, splashInput, type SplashDeps } from '#actors/shell/splash.ts';
import { followTheme } from '#actors/shell/theme.ts';
import { queryCacheMachine } from '#machines/cache/query-cache.machine.ts';
import { displayNamesMachine } from '#machines/feed/display-names.machine.ts';
import { feedMachine } from '#machines/feed/feed.machine.ts';
import { relayConnectionMachine } from '#machines/relays/relay-connection.machine.ts';
import { relayDirectoryMachine } from '#machines/relays/relay-directory.machine.ts';
import { socketReconnectMachine } from '#machines/relays/socket-reconnect.machine.ts';
import { subscriptionMachine } from '#machines/relays/subscription.machine.ts';
import { appMachine } from '#machines/shell/app.machine.ts';
import { lastRouteMachine } from '#machines/shell/last-route.machine.ts';
import { splashMachine } from '#machines/shell/splash.machine.ts';
import { createAccountStore } from '#store/session/account.ts';
import { createCacheBuster } from '#store/cache/cache-buster.ts';
import { createDisplayNames, type DisplayNames } from '#store/profile/display-names.ts';
import { createEventRegistry, type EventRegistry } from '#store/events/event-registry.ts';
import { readGone } from '#store/social/gone.ts';
import { openKeyValueStore } from '#store/storage/key-value-store.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { createFeedRelay } from '#store/feed/feed-relay.ts';
import { createFeedView, type FeedViewStore } from '#store/feed/feed-view.ts';
import { createMuted } from '#store/social/muted.ts';
import { createPreferences } from '#store/settings/preferences.ts';
import { savedRelays } from '#store/relays/relay-set.ts';
import type { Areas, LaterGroup, System } from '#ui/system-context.ts';
import { loadCheckHere, spawnVerifyWorker } from '#workers/verify-pool.ts';
import type { Area, AreaDeps, NamedAreas } from './areas/deps.ts';

const UNSAVED = 'This browser keeps no data here: your choice lasts until the page is closed.';

const now = () => Date.now();

type DirectoryRef = ActorRefFrom<typeof relayDirectoryMachine>;

/** Sockets, verification and subscriptions, and the one way to ask relays through them. */
const relayLayer = (registry: EventRegistry, directory: () => DirectoryRef) => {
  const verifier = createFrameVerifier({
    spawn: spawnVerifyWorker,
    loadCheck: loadCheckHere,
    workers: verifyWorkerCount(navigator.hardwareConcurrency),
  });
  const wire = createWire({ forget: (relay) => ingest.forget(relay) });
  const ingest = createIngest({ registry, verifier, ...wire.ingested });
  const socket = defineSocket({
    createSocket: (url) => new WebSocket(url),
    onFrame: (relay, text) => ingest.frame(relay, text),
    wire,
    now,
  });
  const machine = relayDirectoryMachine.provide({
    actors: {
      'relay-connection': relayConnectionMachine.provide({
        actors: { 'socket-reconnect': socketReconnectMachine.provide({ actors: { socket } }) },
      }),
      subscription: subscriptionMachine.provide({ actors: { ask: defineAsk(wire) } }),
      connectivity: watchConnectivity({ window, document }),
    },
  });
  return { machine, wire, requests: createRelayRequests({ directory, wire }) };
};

/** What is kept between visits, and the names of people. */
const cacheLayer = (queryClient: QueryClient, registry: EventRegistry) => {
  const names = createDisplayNames(now);
  const store = openKeyValueStore();
  const reading = startRestoreRead(store);
  const buster = createCacheBuster(openStorage(() => window.localStorage));
  const joint = { store, queryClient, registry, names, buster, now };
  const machine = queryCacheMachine.provide({
    actors: {
      'read record': defineReadRecord({ ...joint, reading }),
      'write record': defineWriteRecord(joint),
      'remove record': defineRemoveRecord(store),
      'clear groups': defineClearGroups(joint),
      'watch changes': defineWatchChanges({ queryClient, names }),
    },
  });
  return { machine, ...joint };
};

const namesLayer = (names: DisplayNames, loadMetadata: LoadOne<Metadata | null>) =>
  displayNamesMachine.provide({
    actors: {
      'watch wanted names': defineWatchWantedNames(names),
      'fetch names': defineFetchNames({ names, loadMetadata }),
    },
  });

type FeedDeps = {
  readonly timelines: Timelines;
  readonly requests: RelayRequests;
  readonly wire: Wire;
  readonly directory: () => DirectoryRef;
  readonly queryCache: () => ActorRefFrom<typeof queryCacheMachine>;
  readonly followed: Parameters<typeof defineLoadNewest>[1];
  readonly feedView: FeedViewStore;
  /** the app was open in this browser before, so that something may be saved */
  readonly isReturn: boolean;
};

const feedLayer = ({ timelines, requests, wire, directory, queryCache, followed, feedView, isReturn }: FeedDeps) =>
  feedMachine.provide({
    actors: {
      'await restore': defineAwaitRestore(queryCache, isReturn),
      'load newest': defineLoadNewest(timelines, followed),
      'load page': defineLoadPage(timelines),
      'show new': defineShowNew(timelines),
      'watch new': defineWatchNew({ timelines, requests, wire, feedView, now }),
      'watch relays': defineWatchFeedRelays(directory),
    },
  });

/** The feed of followed people; its code comes when it is wanted. */
const loadFollowed = (deps: Pick<AreaDeps, 'timelines' | 'requests' | 'queryClient' | 'directory'>) => {
  let made: Promise<FeedDeps['followed']> | undefined;
  return async (filter: FeedFilter) => {
    made ??= import('#actors/feed/followed.ts').then((file) => arrived(file).createFollowed(deps));
    made.catch(() => (made = undefined));
    return (await made)(filter);
  };
};

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

/** Does it at the first call; again only a while after it failed, for a view that waits asks anew in every render. */
const once = (act: () => Promise<void>) => {
  let doing: Promise<void> | undefined;
  return () =>
    (doing ??= act().catch((error: unknown) => {
      setTimeout(() => (doing = undefined), CODE_RETRY_MS);
      throw error;
    }));
};

/** Starts the areas that the feed does without, group by group, so that it does not wait for their code. */
const startGroups = (
  deps: AreaDeps,
  start: (id: string, area: Area) => void,
): Pick<System, 'later' | 'session' | 'acting' | 'ascii' | 'upkeep'> => {
  let session: Session | undefined;
  let acting: Acting | undefined;
  let ascii: AsciiStudio | undefined;
  let upkeep: Upkeep | undefined;
  const signer = () => session?.signer();
  const startAll = (areas: NamedAreas) => {
    for (const [id, area] of areas) start(id, area);
  };
  const groups: Record<LaterGroup, () => Promise<void>> = {
    reading: once(async () => startAll(arrived(await import('./areas/reading.ts')).readingAreas(deps))),
    session: once(async () => {
      const group = arrived(await import('./areas/session.ts')).sessionAreas(deps);
      session = group.session;
      startAll(group.areas);
      group.started();
    }),
    care: once(async () => {
      const { careAreas } = arrived(await import('./areas/care.ts'));
      startAll(careAreas({ ...deps, signer }));
    }),
    acting: once(async () => {
      const group = arrived(await import('./areas/acting.ts')).actingAreas({ ...deps, signer });
      acting = group.acting;
      startAll(group.areas);
    }),
    shell: once(async () => {
      const { shellAreas } = arrived(await import('./areas/shell.ts'));
      startAll(shellAreas({ ...deps, acting: () => acting, startActing: groups.acting }));
    }),
    upkeep: once(async () => {
      const loginOf = () => groups.session().then(() => session!);
      const { upkeepAreas } = arrived(await import('./areas/upkeep.ts'));
      const group = upkeepAreas({ ...deps, session: loginOf, ascii: () => ascii });
      upkeep = group.upkeep;
      startAll(group.areas);
      group.started();
    }),
    keyboard: once(async () =>
      startAll([['shortcuts', arrived(await import('./areas/shortcuts.ts')).shortcutsArea(deps)]]),
    ),
    ascii: once(async () => {
      const group = arrived(await import('./areas/ascii.ts')).asciiAreas(deps);
      ascii = group.studio;
      startAll(group.areas);
    }),
  };
  return {
    later: (group) => groups[group](),
    session: () => session,
    acting: () => acting,
    ascii: () => ascii,
    upkeep: () => upkeep,
  };
};

/**
 * Calls back once the page has loaded and nothing is urgent, at the latest AREAS_START_LIMIT_MS after it loaded; a browser
 * that does not tell when nothing is urgent gets AREAS_START_BLIND_MS.
 */
const whenIdle = (act: () => void) => {
  const soon = () =>
    'requestIdleCallback' in window
      ? requestIdleCallback(act, { timeout: AREAS_START_LIMIT_MS })
      : setTimeout(act, AREAS_START_BLIND_MS);
  if (document.readyState === 'complete') soon();
  else window.addEventListener('load', soon, { once: true });
};

/** The root with its areas; each is started, and started again when it failed, under its name. */
const rootOf = (areas: ReadonlyMap<string, Area>) => {
  const start = (enqueue: { spawnChild: (...args: never[]) => void }, id: string) => {
    const { logic, input } = areas.get(id) ?? {};
    if (logic) enqueue.spawnChild(...([logic, { id, systemId: id, input }] as never[]));
  };
  return appMachine.provide({
    actions: {
      'start areas': enqueueActions(({ enqueue }) => {
        for (const id of areas.keys()) start(enqueue, id);
      }),
      'start area': enqueueActions(({ enqueue }, { id }) => start(enqueue, id)),
      'restart area': enqueueActions(({ event, enqueue }) => {
        const { actorId: id, error } = event as ErrorActorEvent & { readonly actorId: string };
        logFailure(`Started again: ${id}`, error);
        enqueue.stopChild(id);
        start(enqueue, id);
      }),
    },
  });
};

/** What the system needs of the router. */
type Navigation = {
  readonly history: { push(path: string): void; replace(path: string): void };
  subscribe(event: 'onResolved', listener: (event: { toLocation: { pathname: string } }) => void): () => void;
};

/** Splash, last route, preferences, theme and what the browser tells of itself. */
const shellLayer = ({ history, ...router }: Navigation, onUnsaved: () => void) => {
  const storage = openStorage(() => window.localStorage);
  const session = openStorage(() => window.sessionStorage);
  const standalone = isStandalone({ matchMedia: (query) => window.matchMedia(query), navigator });
  const preferences = createPreferences({ storage, window, onUnsaved });
  followTheme({
    preferences,
    light: window.matchMedia('(prefers-color-scheme: light)'),
    root: document.documentElement,
    frame: document.querySelector<HTMLMetaElement>('meta[name=theme-color]') ?? undefined,
  });
  const splash: SplashDeps = {
    session,
    element: document.getElementById('splash') ?? undefined,
    page: notesOf(document),
    window,
    standalone,
    paintedMs: () => msSincePaint(performance),
  };
  const { pathname, search, hash } = window.location;
  const lastRoute = defineLastRoute({
    storage,
    start: { standalone, pathname, search, hash },
    now,
    open: (path) => history.replace(path),
    watch: (listener) => router.subscribe('onResolved', ({ toLocation }) => listener(toLocation.pathname)),
  });
  const areas: NamedAreas = [
    ['splash', { logic: splashMachine.provide(defineSplash(splash)), input: splashInput(splash) }],
    ['last-route', { logic: lastRouteMachine.provide(lastRoute) }],
  ];
  const account = createAccountStore({ local: storage, session, window });
  return {
    storage,
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
const relaysOfStart = ({ storage, account }: Pick<ReturnType<typeof shellLayer>, 'storage' | 'account'>) => {
  const meta = document.querySelector<HTMLMetaElement>('meta[name=nuthatch-relays]');
  const configured = relayConfig(meta?.content);
  allowLoopback(configured.loopback === true);
  return savedRelays(storage, account.get().pubkey, configured);
};

/** What the first notes do without starts by itself when nothing is urgent; shortcuts at the first key. */
const startLater = (later: System['later'], account: System['account']) => {
  // the header shows who is logged in from the start
  if (account.get().pubkey !== undefined) later('session').catch(() => {});
  const groups = ['keyboard', 'session', 'care', 'acting', 'shell', 'upkeep'] as const;
  whenIdle(() => void Promise.all(groups.map(later)).catch((error: unknown) => logFailure('Not loaded: code', error)));
  return keepEarlyKeys({ document, onFirst: () => void later('keyboard').catch(() => {}) });
};

/** Starts everything that runs outside React, once. */
export const startSystem = (router: Navigation): System & { readonly queryClient: QueryClient } => {
  const registry = createEventRegistry({ now, gone: readGone(openStorage(() => window.localStorage)) });
  const queryClient = createQueryClient();
  const { machine: queryCache, ...kept } = cacheLayer(queryClient, registry);
  const { names } = kept;
  const area = <Name extends keyof Areas>(name: Name) => (app.getSnapshot().children as Partial<Areas>)[name]!;
  const directory = (): DirectoryRef => area('relay-directory');
  const { machine: relays, wire, requests } = relayLayer(registry, directory);
  const notify = (text: string) => app.send({ type: 'notice.show', text });
  const shell = shellLayer(router, () => notify(UNSAVED));
  const { preferences, account, muted, isReturn } = shell;
  const feedView = createFeedView(shell);
  const isSeen = (row: FeedItem) => isInView(row, feedView.get());
  const timelines = createTimelines({ requests, registry, queryClient, account, isSeen, now });
  registerTimelineQueries(queryClient);
  const { loadMetadata } = registerQueryFunctions({ requests, registry, queryClient, names, directory, account, now });
  const joint = { timelines, requests, wire, registry, queryClient, directory };
  const queryCacheArea = () => area('query-cache');
  const feed = feedLayer({ ...joint, feedView, isReturn, queryCache: queryCacheArea, followed: loadFollowed(joint) });
  const areas = new Map<string, Area>([
    ['query-cache', { logic: queryCache }],
    ['relay-directory', { logic: relays, input: relaysOfStart(shell) }],
    ['display-names', { logic: namesLayer(names, loadMetadata) }],
    ['feed', { logic: feed }],
    ...shell.areas,
  ]);
  const app: ActorRefFrom<typeof appMachine> = createActor(rootOf(areas), { systemId: 'app' });
  app.start();
  const startFeed = () => startUnset(area('feed'), firstFilter(shell));
  if (window.location.pathname === '/') startFeed();
  forwardNotices(app);
  const client = () => (preferences.get('clientTag') ? CLIENT_NAME : undefined);
  const find = (id: string) => (app.getSnapshot().children as Record<string, AnyActorRef | undefined>)[id];
  const open = (path: string) => router.history.push(path);
  const { later, ...parts } = startGroups(
    { ...joint, kept, account, preferences, muted, client, find, notify, open, now },
    (id, started) => {
      areas.set(id, started);
      app.send({ type: 'area.start', id });
    },
  );
  return {
    app,
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
