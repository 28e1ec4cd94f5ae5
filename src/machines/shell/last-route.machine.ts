import { setup } from 'xstate';
import { actionSlot, callbackSlot, promiseSlot } from '#machines/slots.ts';

export type LastRouteEvent =
  /** the router shows another path */
  { type: 'route.changed'; path: string };

/**
 * Opens the last route again when the installed app starts at the bare root, and saves each route from then on
 * (PWA-15 to PWA-20).
 */
export const lastRouteMachine = setup({
  types: {} as { context: object; events: LastRouteEvent; tags: 'restoring' },
  actors: {
    'restore route': promiseSlot<void>('restore route'),
    'watch routes': callbackSlot('watch routes'),
  },
  actions: {
    'save route': actionSlot<{ path: string }>('save route'),
  },
}).createMachine({
  id: 'last-route',
  context: {},
  initial: 'restoring',
  states: {
    restoring: {
      description: 'Nothing is saved yet: the bare root would overwrite what is to be restored.',
      tags: 'restoring',
      invoke: { id: 'restore', src: 'restore route', onDone: 'following', onError: 'following' },
    },
    following: {
      invoke: { id: 'routes', src: 'watch routes', onError: 'unwatched' },
      on: { 'route.changed': { actions: { type: 'save route', params: ({ event }) => event } } },
    },
    unwatched: { description: 'Route changes can no longer be heard; the last one saved stays.' },
  },
});
