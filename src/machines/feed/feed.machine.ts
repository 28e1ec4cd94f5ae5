import { assign, raise, setup, type AnyEventObject } from 'xstate';
import type { FeedFilter } from '#domain/cache/query-keys.ts';
import { actionSlot, callbackSlot, promiseSlot } from '#machines/slots.ts';
import { pageGuards, type PageReport } from './page-report.ts';
import { hearsReach, notReached, reachWatch, type LateFact, type ReachFact } from './reach.ts';

export type FeedEvent =
  /** A view wants this feed; nothing happens when it is there already. */
  | { type: 'feed.start'; filter: FeedFilter }
  /** the filter of the feed changed */
  | { type: 'feed.filter'; filter: FeedFilter }
  /** the next page, older notes */
  | { type: 'feed.more' }
  /** put the notes that wait on top of the list */
  | { type: 'feed.showNew' }
  /** look for newer notes now; also the way out of a failure */
  | { type: 'feed.refresh' };

/** What the slot `watch new` tells: so many notes wait. */
export type WatchNewFact = { type: 'notes.waiting'; count: number };

type ListEvent = { type: 'list.changed'; hasMore: boolean };
type Output = { event: { output: PageReport } };

const report = ({ event }: Output) => event.output;
const told = { type: 'tell waiting' as const, params: report };

const newestLoaded = [
  { guard: { type: 'found no relays' as const, params: report }, target: 'no relays' as const },
  { guard: { type: 'reached nobody' as const, params: report }, target: 'failed' as const },
  { guard: { type: 'kept what is shown' as const, params: report }, target: 'offline' as const, actions: told },
  { guard: { type: 'shows nothing' as const, params: report }, target: '#feed.open.notes.live.pages.empty' as const },
  {
    guard: { type: 'has no more' as const, params: report },
    target: '#feed.open.notes.live.pages.end' as const,
    actions: told,
  },
  { target: 'live' as const, actions: told },
];

const lists = notReached('feed.refresh');

/** A relay that was given up may send notes after all. */
const late = <State extends 'failed' | 'offline'>(state: State) => ({
  invoke: {
    id: 'watch late' as const,
    src: 'watch late' as const,
    input: ({ context }: { context: { filter: FeedFilter } }) => ({ filter: context.filter }),
    // then only a relay that comes back, or a refresh, leads out
    onError: state,
  },
  on: { ...lists[state].on, 'notes.late': 'live' as const },
});

const pageLoaded = [
  { guard: { type: 'found no relays' as const, params: report }, target: '#feed.open.notes.no relays' as const },
  { guard: { type: 'kept what is shown' as const, params: report }, target: 'stuck' as const },
  { guard: { type: 'reached nobody' as const, params: report }, target: '#feed.open.notes.failed' as const },
  { guard: { type: 'shows nothing' as const, params: report }, target: 'empty' as const },
  { guard: { type: 'has no more' as const, params: report }, target: 'end' as const },
  { target: 'idle' as const },
];

/**
 * The feed: loads the newest notes, then older ones by pages of 10, and watches for new ones, which wait until somebody
 * wants to see them. The notes are in the query cache under the feed's key, also those shown before relays answered.
 */
export const feedMachine = setup({
  types: {} as {
    context: { filter: FeedFilter; newCount: number };
    events: FeedEvent | WatchNewFact | LateFact | ReachFact | ListEvent;
    tags:
      | 'loading'
      | 'live'
      | 'paging'
      | 'end'
      | 'empty'
      | 'more failed'
      | 'failed'
      | 'offline'
      | 'no relays'
      | 'new notes';
  },
  actors: {
    'await restore': promiseSlot<void>('await restore'),
    'load newest': promiseSlot<PageReport, { filter: FeedFilter }>('load newest'),
    'load page': promiseSlot<PageReport, { filter: FeedFilter }>('load page'),
    'show new': promiseSlot<PageReport, { filter: FeedFilter }>('show new'),
    'watch new': callbackSlot<AnyEventObject, { filter: FeedFilter }>('watch new'),
    'watch late': callbackSlot<AnyEventObject, { filter: FeedFilter }>('watch late'),
    'watch relays': callbackSlot<AnyEventObject, { relay?: string | undefined }>('watch relays'),
  },
  guards: {
    'is another filter': ({ context }, { filter }: { filter: FeedFilter }) =>
      JSON.stringify(filter) !== JSON.stringify(context.filter),
    ...pageGuards,
    'has more': (_, { hasMore }: { hasMore: boolean }) => hasMore,
    'some wait': (_, { count }: { count: number }) => count > 0,
  },
  actions: {
    'note filter': assign({ filter: (_, { filter }: { filter: FeedFilter }) => filter }),
    'note count': assign({ newCount: (_, { count }: { count: number }) => count }),
    'ask failed anew': actionSlot('ask failed anew'),
    'tell reach': raise({ type: 'relays.reachable' }),
    'tell waiting': raise((_, { waiting }: PageReport) => ({ type: 'notes.waiting' as const, count: waiting })),
    'tell of change': raise((_, { hasMore }: PageReport) => ({ type: 'list.changed' as const, hasMore })),
  },
}).createMachine({
  id: 'feed',
  context: { filter: { hashtags: [] }, newCount: 0 },
  initial: 'unset',
  states: {
    unset: {
      on: {
        'feed.start': { target: 'restoring', actions: { type: 'note filter', params: ({ event }) => event } },
      },
    },
    restoring: {
      description: 'What was saved is being read, so that it can be shown first.',
      tags: 'loading',
      invoke: { id: 'await restore', src: 'await restore', onDone: 'open', onError: 'open' },
      on: {
        'feed.start': { actions: { type: 'note filter', params: ({ event }) => event } },
        'feed.filter': { actions: { type: 'note filter', params: ({ event }) => event } },
      },
    },
    open: {
      type: 'parallel',
      entry: { type: 'note count', params: { count: 0 } },
      on: {
        'feed.start': {
          guard: { type: 'is another filter', params: ({ event }) => event },
          target: 'open',
          reenter: true,
          actions: { type: 'note filter', params: ({ event }) => event },
        },
        'feed.filter': {
          guard: { type: 'is another filter', params: ({ event }) => event },
          target: 'open',
          reenter: true,
          actions: { type: 'note filter', params: ({ event }) => event },
        },
      },
      states: {
        notes: {
          initial: 'loading',
          states: {
            loading: {
              description: 'The newest page is under way; what was there before is shown meanwhile.',
              ...hearsReach,
              tags: 'loading',
              invoke: {
                id: 'load newest',
                src: 'load newest',
                input: ({ context }) => ({ filter: context.filter }),
                onDone: newestLoaded,
                onError: 'failed',
              },
            },
            live: {
              type: 'parallel',
              tags: 'live',
              on: { 'feed.refresh': 'loading', 'relays.unreachable': 'offline' },
              states: {
                pages: {
                  initial: 'idle',
                  states: {
                    idle: {
                      on: {
                        'feed.more': 'paging',
                        'list.changed': { guard: { type: 'has no more', params: ({ event }) => event }, target: 'end' },
                      },
                    },
                    paging: {
                      tags: 'paging',
                      invoke: {
                        id: 'load page',
                        src: 'load page',
                        input: ({ context }) => ({ filter: context.filter }),
                        onDone: pageLoaded,
                        onError: 'stuck',
                      },
                    },
                    stuck: {
                      description: 'The last page failed; it can be asked for again.',
                      tags: 'more failed',
                      on: {
                        'feed.more': 'paging',
                        'list.changed': [
                          { guard: { type: 'has no more', params: ({ event }) => event }, target: 'end' },
                          { target: 'idle' },
                        ],
                        'relays.reachable': 'idle',
                      },
                    },
                    end: {
                      tags: 'end',
                      on: {
                        'list.changed': { guard: { type: 'has more', params: ({ event }) => event }, target: 'idle' },
                      },
                    },
                    empty: {
                      description: 'No relay has a note for this filter so far.',
                      tags: 'empty',
                      on: {
                        'feed.more': 'paging',
                        'list.changed': [
                          { guard: { type: 'has no more', params: ({ event }) => event }, target: 'end' },
                          { target: 'paging' },
                        ],
                      },
                    },
                  },
                },
                watch: {
                  initial: 'watching',
                  states: {
                    watching: {
                      invoke: {
                        id: 'watch new',
                        src: 'watch new',
                        input: ({ context }) => ({ filter: context.filter }),
                        onError: 'unwatched',
                      },
                    },
                    unwatched: { description: 'New notes come only when somebody refreshes.' },
                  },
                },
              },
            },
            ...lists,
            failed: { ...lists.failed, ...late('failed') },
            offline: { ...lists.offline, ...late('offline') },
          },
        },
        news: {
          initial: 'none',
          on: {
            'notes.waiting': [
              {
                guard: { type: 'some wait', params: ({ event }) => event },
                target: '.waiting',
                actions: { type: 'note count', params: ({ event }) => event },
              },
              { target: '.none', actions: { type: 'note count', params: ({ event }) => event } },
            ],
          },
          states: {
            none: {},
            waiting: { tags: 'new notes', on: { 'feed.showNew': 'showing' } },
            showing: {
              invoke: {
                id: 'show new',
                src: 'show new',
                input: ({ context }) => ({ filter: context.filter }),
                onDone: {
                  target: 'none',
                  actions: [
                    { type: 'note count', params: { count: 0 } },
                    { type: 'tell of change', params: ({ event }) => event.output },
                    { type: 'tell waiting', params: ({ event }) => event.output },
                  ],
                },
                onError: 'waiting',
              },
              on: { 'notes.waiting': { actions: { type: 'note count', params: ({ event }) => event } } },
            },
          },
        },
        reach: {
          ...reachWatch,
          states: {
            ...reachWatch.states,
            watched: {
              invoke: {
                ...reachWatch.states.watched.invoke,
                input: ({ context }) => ({ relay: context.filter.relay }),
              },
            },
          },
        },
      },
    },
  },
});
