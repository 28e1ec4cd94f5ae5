import { defineWatchReadRelays, defineWatchThreadRelays } from '#actors/feed/watch-read-relays.ts';
import { askFailedAnew } from '#actors/feed/ask-failed.ts';
import { registerNip05Query } from '#actors/profile/nip05.ts';
import { defineCatchUpNotes, defineLoadNewestNotes, defineLoadNotesPage } from '#actors/profile/notes.ts';
import { authorRelaysOf } from '#actors/relays/author-relays.ts';
import { createReadingPlans } from '#actors/relays/reading-plans.ts';
import { createRelayReach } from '#actors/relays/relay-reach.ts';
import { defineResolve } from '#actors/search/resolve.ts';
import { defineSearch } from '#actors/search/search.ts';
import { defineLoadThread } from '#actors/thread/load-thread.ts';
import { defineWatchThread } from '#actors/thread/watch-thread.ts';
import { profileMachine } from '#machines/profile/profile.machine.ts';
import { searchMachine } from '#machines/search/search.machine.ts';
import { threadMachine } from '#machines/thread/thread.machine.ts';
import type { AreaDeps, AreasOf } from './deps.ts';

/** The areas of single notes, people and search. */
export const readingAreas = ({ browser, timelines, directory, ...deps }: AreaDeps): AreasOf<'reading'> => {
  const fetch = browser.fetch.bind(browser);
  const reach = createRelayReach({ directory, queryClient: deps.queryClient });
  const authorRelays = authorRelaysOf({ directory, queryClient: deps.queryClient });
  const plans = createReadingPlans({ queryClient: deps.queryClient, reach });
  const ways = { ...deps, authorRelays, plans };
  const watchRelays = defineWatchReadRelays(deps.follow);
  registerNip05Query({ queryClient: deps.queryClient, fetch });
  const actions = { 'ask failed anew': () => askFailedAnew(deps.queryClient) };
  const thread = threadMachine.provide({
    actions,
    actors: {
      'load thread': defineLoadThread(ways),
      'watch thread': defineWatchThread(ways),
      'watch relays': defineWatchThreadRelays({ directory, follow: deps.follow }, deps.wire),
    },
  });
  const profile = profileMachine.provide({
    actions,
    actors: {
      'load newest': defineLoadNewestNotes({ ...ways, timelines }),
      'load page': defineLoadNotesPage({ timelines }),
      'catch up': defineCatchUpNotes({ timelines, wire: deps.wire }),
      'watch relays': watchRelays,
    },
  });
  const search = searchMachine.provide({
    actors: { resolve: defineResolve({ ...deps, fetch }), search: defineSearch({ ...deps, names: deps.kept.names }) },
  });
  return { thread: { logic: thread }, profile: { logic: profile }, search: { logic: search } };
};
