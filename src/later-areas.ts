import type { QueryClient } from '@tanstack/query-core';
import type { ActorRefFrom, AnyActorLogic } from 'xstate';
import type { Timelines } from '#actors/feed/timeline.ts';
import { defineWatchRelays } from '#actors/feed/watch-relays.ts';
import { registerNip05Query } from '#actors/profile/nip05.ts';
import { createAuthorRelays, defineLoadNewestNotes, defineLoadNotesPage } from '#actors/profile/notes.ts';
import type { RelayRequests } from '#actors/relays/requests.ts';
import { defineResolve } from '#actors/search/resolve.ts';
import { defineSearch } from '#actors/search/search.ts';
import { defineLoadThread } from '#actors/thread/load-thread.ts';
import { defineWatchThread } from '#actors/thread/watch-thread.ts';
import { profileMachine } from '#machines/profile/profile.machine.ts';
import type { relayDirectoryMachine } from '#machines/relays/relay-directory.machine.ts';
import { searchMachine } from '#machines/search/search.machine.ts';
import { threadMachine } from '#machines/thread/thread.machine.ts';
import type { EventRegistry } from '#store/event-registry.ts';

type Deps = {
  readonly timelines: Timelines;
  readonly requests: RelayRequests;
  readonly registry: EventRegistry;
  readonly queryClient: QueryClient;
  readonly directory: () => ActorRefFrom<typeof relayDirectoryMachine>;
  /** ms since the epoch */
  readonly now: () => number;
};

/** The second half of the composition root: areas that the feed does without, so that it does not wait for their code. */
export const laterAreas = ({ timelines, directory, ...deps }: Deps): readonly (readonly [string, AnyActorLogic])[] => {
  const fetch = window.fetch.bind(window);
  const authorRelays = createAuthorRelays(deps.queryClient);
  const watchRelays = defineWatchRelays(directory);
  registerNip05Query({ queryClient: deps.queryClient, fetch });
  const thread = threadMachine.provide({
    actors: {
      'load thread': defineLoadThread(deps),
      'watch thread': defineWatchThread(deps),
      'watch relays': watchRelays,
    },
  });
  const profile = profileMachine.provide({
    actors: {
      'load newest': defineLoadNewestNotes({ timelines, authorRelays }),
      'load page': defineLoadNotesPage({ timelines }),
      'watch relays': watchRelays,
    },
  });
  const search = searchMachine.provide({
    actors: { resolve: defineResolve({ ...deps, fetch }), search: defineSearch(deps) },
  });
  return [
    ['thread', thread],
    ['profile', profile],
    ['search', search],
  ];
};
