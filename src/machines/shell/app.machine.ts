import { assign, emit, raise, setup, type ErrorActorEvent, type EventObject } from 'xstate';
import { AREA_CALM_MS, AREA_RESTARTS } from '#domain/shell/shell-limits.ts';
import type { Problem } from '#domain/problem.ts';
import { actionSlot } from '#machines/slots.ts';

export type AppEvent =
  /** Something a person should know that stops nothing, such as storage that is full. */
  | { type: 'notice.show'; problem: Problem }
  | { type: 'notice.dismiss' }
  /** An area whose code came later than the start. */
  | { type: 'area.start'; id: string }
  /** AREA_CALM_MS have gone by since a restart of this area */
  | { type: 'area.calm'; id: string }
  /** for the view that is there for it */
  | { type: 'screen.show'; act: EventObject }
  | (ErrorActorEvent & { readonly actorId: string });

/** What failed: the area, by the name of its actor. */
type Failed = { actorId: string };

/**
 * The root of all actors: starts one actor per area and is the last net under them. An area that fails is started again
 * and a notice says so, and each restart is forgotten a while later; one that keeps failing ends in `broken`, where the page offers a reload.
 */
export const appMachine = setup({
  types: {} as {
    context: { restarts: Readonly<Record<string, number>>; notice: Problem | undefined };
    events: AppEvent;
    tags: 'notice' | 'broken';
    emitted: { type: 'screen'; act: EventObject };
  },
  guards: {
    'failed too often': ({ context }, { actorId }: Failed) => (context.restarts[actorId] ?? 0) >= AREA_RESTARTS,
  },
  actions: {
    'start areas': actionSlot('start areas'),
    'start area': actionSlot<{ id: string }>('start area'),
    'restart area': actionSlot<Failed & { error: unknown }>('restart area'),
    'count restart': assign({
      restarts: ({ context: { restarts } }, { actorId }: Failed) => ({
        ...restarts,
        [actorId]: (restarts[actorId] ?? 0) + 1,
      }),
    }),
    'forget restart': assign({
      restarts: ({ context: { restarts } }, { id }: { id: string }) => ({
        ...restarts,
        [id]: Math.max(0, (restarts[id] ?? 0) - 1),
      }),
    }),
    'remember for a while': raise((_, { actorId }: Failed) => ({ type: 'area.calm' as const, id: actorId }), {
      delay: 'AREA_CALM',
    }),
    'tell of restart': assign({ notice: { code: 'area-restarted' } }),
    'keep notice': assign({ notice: (_, { problem }: { problem: Problem }) => problem }),
    'tell screen': emit((_, { act }: { act: EventObject }) => ({ type: 'screen', act })),
    'drop notice': assign({ notice: undefined }),
  },
  delays: { AREA_CALM: AREA_CALM_MS },
}).createMachine({
  id: 'app',
  context: { restarts: {}, notice: undefined },
  entry: 'start areas',
  initial: 'working',
  states: {
    working: {
      initial: 'quiet',
      on: {
        'notice.show': { target: '.notifying', actions: { type: 'keep notice', params: ({ event }) => event } },
        'area.calm': { actions: { type: 'forget restart', params: ({ event }) => event } },
        'screen.show': { actions: { type: 'tell screen', params: ({ event }) => event } },
        'area.start': { actions: { type: 'start area', params: ({ event }) => event } },
        'xstate.error.actor.*': [
          { guard: { type: 'failed too often', params: ({ event }) => event }, target: 'broken' },
          {
            target: '.notifying',
            actions: [
              { type: 'count restart', params: ({ event }) => event },
              { type: 'remember for a while', params: ({ event }) => event },
              { type: 'restart area', params: ({ event }) => event },
              'tell of restart',
            ],
          },
        ],
      },
      states: {
        quiet: {},
        notifying: { tags: 'notice', on: { 'notice.dismiss': { target: 'quiet', actions: 'drop notice' } } },
      },
    },
    broken: {
      description: 'An area failed again and again. Only a reload helps, which the page offers.',
      tags: 'broken',
      on: { 'xstate.error.actor.*': { actions: { type: 'count restart', params: ({ event }) => event } } },
    },
  },
});
