import { assign, emit, raise, setup, type ErrorActorEvent, type EventObject } from 'xstate';
import { AREA_CALM_MS, AREA_RESTARTS, NOTICE_SHOWN_MS, NOTICES_MOST } from '#domain/shell/shell-limits.ts';
import type { Problem } from '#domain/problem.ts';
import { actionSlot } from '#machines/slots.ts';

export type AppEvent =
  /** Something a person should know that stops nothing, such as storage that is full. */
  | { type: 'notice.show'; problem: Problem }
  /** it was read, or NOTICE_SHOWN_MS have gone by */
  | { type: 'notice.dismiss'; id: number }
  /** An area whose code came later than the start. */
  | { type: 'area.start'; id: string }
  /** AREA_CALM_MS have gone by since a restart of this area */
  | { type: 'area.calm'; id: string }
  /** for the view that is there for it */
  | { type: 'screen.show'; act: EventObject }
  | (ErrorActorEvent & { readonly actorId: string });

/** Something that is shown for a while; `id` tells it from others that say the same. */
export type Notice = { readonly id: number; readonly problem: Problem };

/** What failed: the area, by the name of its actor. */
type Failed = { actorId: string };

/**
 * The root of all actors: starts one actor per area and is the last net under them. An area that fails is started again
 * and a notice says so, and each restart is forgotten a while later; one that keeps failing ends in `broken`, where the page offers
 * a reload. What is told shortly after something else takes nothing away from it: each notice has its own time.
 */
export const appMachine = setup({
  types: {} as {
    context: {
      restarts: Readonly<Record<string, number>>;
      /** the newest last */
      notices: readonly Notice[];
      /** how many were told since the start */
      told: number;
    };
    events: AppEvent;
    tags: 'notice' | 'broken';
    emitted: { type: 'screen'; act: EventObject };
  },
  guards: {
    'failed too often': ({ context }, { actorId }: Failed) => (context.restarts[actorId] ?? 0) >= AREA_RESTARTS,
    'nothing is told': ({ context }) => context.notices.length === 0,
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
    // what says the same stands there once, from now on
    'keep notice': assign(({ context: { notices, told } }, { problem }: { problem: Problem }) => {
      const others = notices.filter((one) => JSON.stringify(one.problem) !== JSON.stringify(problem));
      return { notices: [...others, { id: told + 1, problem }].slice(-NOTICES_MOST), told: told + 1 };
    }),
    'show for a while': raise(({ context: { told } }) => ({ type: 'notice.dismiss' as const, id: told }), {
      delay: 'NOTICE_SHOWN',
    }),
    'tell screen': emit((_, { act }: { act: EventObject }) => ({ type: 'screen', act })),
    'drop notice': assign({
      notices: ({ context: { notices } }, { id }: { id: number }) => notices.filter((one) => one.id !== id),
    }),
  },
  delays: { AREA_CALM: AREA_CALM_MS, NOTICE_SHOWN: NOTICE_SHOWN_MS },
}).createMachine({
  id: 'app',
  context: { restarts: {}, notices: [], told: 0 },
  entry: 'start areas',
  initial: 'working',
  states: {
    working: {
      initial: 'quiet',
      on: {
        'notice.show': {
          target: '.notifying',
          actions: [{ type: 'keep notice', params: ({ event }) => event }, 'show for a while'],
        },
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
              { type: 'keep notice', params: { problem: { code: 'area-restarted' } } },
              'show for a while',
            ],
          },
        ],
      },
      states: {
        quiet: {},
        notifying: {
          tags: 'notice',
          on: { 'notice.dismiss': { actions: { type: 'drop notice', params: ({ event }) => event } } },
          always: { guard: 'nothing is told', target: 'quiet' },
        },
      },
    },
    broken: {
      description: 'An area failed again and again. Only a reload helps, which the page offers.',
      tags: 'broken',
      on: { 'xstate.error.actor.*': { actions: { type: 'count restart', params: ({ event }) => event } } },
    },
  },
});
