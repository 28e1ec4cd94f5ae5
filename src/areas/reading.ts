import { defineWatchRelays } from '#actors/feed/watch-relays.ts';
import { registerNip05Query } from '#actors/profile/nip05.ts';
import { createAuthorRelays, defineLoadNewestNotes, defineLoadNotesPage } from '#actors/profile/notes.ts';
import { defineResolve } from '#actors/search/resolve.ts';
import { defineSearch } from '#actors/search/search.ts';
import { defineLoadThread } from '#actors/thread/load-thread.ts';
import { defineWatchThread } from '#actors/thread/watch-thread.ts';
import { profileMachine } from '#machines/profile/profile.machine.ts';
import { searchMachine } from '#machines/search/search.machine.ts';
import { threadMachine } from '#machines/thread/thread.machine.ts';
import type { AreaDeps, NamedAreas } from './deps.ts';

/** The areas of single notes, people and search. */
export const readingAreas = ({ timelines, directory, ...deps }: AreaDeps): NamedAreas => {
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
    ['thread', { logic: thread }],
    ['profile', { logic: profile }],
    ['search', { logic: search }],
  ];
};
