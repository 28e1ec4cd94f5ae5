import type { QueryClient } from '@tanstack/query-core';
import { createActor, enqueueActions, type ActorRefFrom, type AnyActorLogic, type AnyEventObject } from 'xstate';
import { relayConfig } from '#domain/relay-config.ts';
import {
  defineReadRecord,
  defineRemoveRecord,
  defineWatchChanges,
  defineWriteRecord,
  startRestoreRead,
} from '#actors/cache/persistence.ts';
import { defineAwaitRestore } from '#actors/feed/await-restore.ts';
import { defineFetchNames, defineWatchWantedNames } from '#actors/feed/display-names.ts';
import { defineLoadNewest, defineLoadPage, defineShowNew } from '#actors/feed/load-page.ts';
import { createTimelines, registerTimelineQueries } from '#actors/feed/timeline.ts';
import { defineWatchNew } from '#actors/feed/watch-new.ts';
import { defineWatchRelays } from '#actors/feed/watch-relays.ts';
import { registerQueryFunctions } from '#actors/profile/query-functions.ts';
import { defineAsk } from '#actors/relays/ask.ts';
import { watchConnectivity } from '#actors/relays/connectivity.ts';
import { createIngest } from '#actors/relays/ingest.ts';
import { createRelayRequests } from '#actors/relays/requests.ts';
import { defineSocket } from '#actors/relays/socket.ts';
import { createFrameVerifier, verifyWorkerCount } from '#actors/relays/verifier.ts';
import { createWire } from '#actors/relays/wire.ts';
import { connectionHints, isStandalone, openStorage, watchOnline } from '#actors/shell/browser.ts';
import { defineLastRoute } from '#actors/shell/last-route.ts';
import { createScrollMemory } from '#actors/shell/scroll-memory.ts';
import { defineSplash, msSincePaint, splashInput, type SplashDeps } from '#actors/shell/splash.ts';
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
import { createDisplayNames } from '#store/display-names.ts';
import { createEventRegistry, type EventRegistry } from '#store/event-registry.ts';
import { openKeyValueStore } from '#store/key-value-store.ts';
import { createQueryClient } from '#store/query-client.ts';
import { createPreferences } from '#store/preferences.ts';
import type { System } from '#ui/system-context.ts';
import { loadCheckHere, spawnVerifyWorker } from '#workers/verify-pool.ts';

/** One area: its machine with all slots filled, and what it starts with. */
type Area = { readonly logic: AnyActorLogic; readonly input?: unknown };

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
  return { machine, requests: createRelayRequests({ directory, wire }) };
};

/** What is kept between visits, and the names of people. */
const cacheLayer = (queryClient: QueryClient, registry: EventRegistry) => {
  const names = createDisplayNames(now);
  const store = openKeyValueStore();
  const reading = startRestoreRead(store);
  const machine = queryCacheMachine.provide({
    actors: {
      'read record': defineReadRecord({ reading, queryClient, registry, names, now }),
      'write record': defineWriteRecord({ store, queryClient, names, now }),
      'remove record': defineRemoveRecord(store),
      'watch changes': defineWatchChanges({ queryClient, names }),
    },
  });
  return { machine, names };
};

/** The root with its areas; each is started, and started again when it failed, under its name. */
const rootOf = (areas: Readonly<Record<string, Area>>) =>
  appMachine.provide({
    actions: {
      'start areas': enqueueActions(({ enqueue }) => {
        for (const [id, { logic, input }] of Object.entries(areas))
          enqueue.spawnChild(logic as never, { id, systemId: id, input } as never);
      }),
      'restart area': enqueueActions(({ event, enqueue }) => {
        const id = (event as AnyEventObject)['actorId'] as string;
        const area = areas[id];
        enqueue.stopChild(id);
        if (area) enqueue.spawnChild(area.logic as never, { id, systemId: id, input: area.input } as never);
      }),
    },
  });

/** What the system needs of the router. */
type Navigation = {
  readonly history: { replace(path: string): void };
  readonly latestLocation: { readonly href: string };
  subscribe(event: 'onResolved', listener: (event: { toLocation: { href: string } }) => void): () => void;
};

/** Splash, last route, preferences, theme and what the browser tells of itself. */
const shellLayer = ({ history, ...router }: Navigation, onUnsaved: () => void) => {
  const storage = openStorage(() => window.localStorage);
  const session = openStorage(() => window.sessionStorage);
  const standalone = isStandalone({ matchMedia: (query) => window.matchMedia(query), navigator });
  const preferences = createPreferences({ storage, window, onUnsaved });
  followTheme({
    preferences,
    root: document.documentElement,
    frame: document.querySelector<HTMLMetaElement>('meta[name=theme-color]') ?? undefined,
  });
  const splash: SplashDeps = {
    session,
    element: document.getElementById('splash') ?? undefined,
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
    watch: (listener) => router.subscribe('onResolved', ({ toLocation }) => listener(toLocation.href)),
  });
  return {
    preferences,
    scroll: createScrollMemory({ session }),
    areas: {
      splash: { logic: splashMachine.provide(defineSplash(splash)), input: splashInput(splash) },
      'last-route': { logic: lastRouteMachine.provide(lastRoute) },
    },
  };
};

/** Starts everything that runs outside React, once. */
export const startSystem = (router: Navigation): System & { readonly queryClient: QueryClient } => {
  const registry = createEventRegistry({ now });
  const queryClient = createQueryClient();
  const { machine: queryCache, names } = cacheLayer(queryClient, registry);
  const area = <Ref>(id: string) => (app.getSnapshot().children as Record<string, unknown>)[id] as Ref;
  const { machine: directory, requests } = relayLayer(registry, () => area<DirectoryRef>('relay-directory'));
  const timelines = createTimelines({ requests, registry, queryClient, now });
  registerTimelineQueries(queryClient);
  const { loadMetadata } = registerQueryFunctions({ requests, registry, queryClient, names, now });
  const notify = (text: string) => app.send({ type: 'notice.show', text });
  const shell = shellLayer(router, () => notify(UNSAVED));
  const relays = document.querySelector<HTMLMetaElement>('meta[name=nuthatch-relays]')?.content;
  const root = rootOf({
    'query-cache': { logic: queryCache },
    'relay-directory': { logic: directory, input: relayConfig(relays) },
    'display-names': {
      logic: displayNamesMachine.provide({
        actors: {
          'watch wanted names': defineWatchWantedNames(names),
          'fetch names': defineFetchNames({ names, loadMetadata }),
        },
      }),
    },
    feed: {
      logic: feedMachine.provide({
        actors: {
          'await restore': defineAwaitRestore(() => area<ActorRefFrom<typeof queryCacheMachine>>('query-cache')),
          'load newest': defineLoadNewest(timelines),
          'load page': defineLoadPage(timelines),
          'show new': defineShowNew(timelines),
          'watch new': defineWatchNew({ timelines, requests, now }),
          'watch relays': defineWatchRelays(() => area<DirectoryRef>('relay-directory')),
        },
      }),
    },
    ...shell.areas,
  });
  const app = createActor(root, { systemId: 'app' });
  app.start();
  area<ActorRefFrom<typeof queryCacheMachine>>('query-cache').on('notice', ({ text }) => notify(text));
  return {
    app,
    queryClient,
    preferences: shell.preferences,
    scroll: shell.scroll,
    online: watchOnline({ window, navigator }),
    connection: () => connectionHints(navigator),
    prefetch: async () => {},
  };
};
