import { assign, setup, type ErrorActorEvent } from 'xstate';
import { actionSlot } from '#machines/slots.ts';

export type AppEvent =
  /** Something a person should know that stops nothing, such as storage that is full. */
  | { type: 'notice.show'; text: string }
  | { type: 'notice.dismiss' }
  /** An area whose code came later than the start. */
  | { type: 'area.start'; id: string }
  | ErrorActorEvent;

const AREA_RESTARTS = 5;

/**
 * The root of all actors: starts one actor per area and is the last net under them. An area that fails is started again
 * and a notice says so; one that keeps failing ends in `broken`, where the page offers a reload.
 */
export const appMachine = setup({
  types: {} as {
    context: { restarts: number; notice: string };
    events: AppEvent;
    tags: 'notice' | 'broken';
  },
  guards: { 'failed too often': ({ context }) => context.restarts >= AREA_RESTARTS },
  actions: {
    'start areas': actionSlot('start areas'),
    'start area': actionSlot<{ id: string }>('start area'),
    'restart area': actionSlot('restart area'),
    'count restart': assign({ restarts: ({ context }) => context.restarts + 1 }),
    'tell of restart': assign({ notice: 'A part of the app stopped and was started again.' }),
    'keep notice': assign({ notice: (_, params: { text: string }) => params.text }),
    'drop notice': assign({ notice: '' }),
  },
}).createMachine({
  id: 'app',
  context: { restarts: 0, notice: '' },
  entry: 'start areas',
  initial: 'working',
  states: {
    working: {
      initial: 'quiet',
      on: {
        'notice.show': { target: '.notifying', actions: { type: 'keep notice', params: ({ event }) => event } },
        'area.start': { actions: { type: 'start area', params: ({ event }) => event } },
        'xstate.error.actor.*': [
          { guard: 'failed too often', target: 'broken' },
          { target: '.notifying', actions: ['count restart', 'restart area', 'tell of restart'] },
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
      on: { 'xstate.error.actor.*': { actions: 'count restart' } },
    },
  },
});
