import { assign, setup } from 'xstate';
import {
  ASCII_REST_MS,
  ASCII_RESTART_MS,
  ASCII_RESTARTS_MAX,
  ASCII_START_MS,
  ASCII_STEADY_MS,
} from '#domain/ascii/ascii-limits.ts';
import { actionSlot, callbackSlot } from '#machines/slots.ts';

export type AsciiEvent =
  /** somebody waits for a picture */
  | { type: 'orders.waiting' }
  /** somebody wants a picture that was refused because no worker lived */
  | { type: 'orders.again' }
  /** nobody waits any more */
  | { type: 'orders.done' }
  /** the worker has measured the font and draws */
  | { type: 'worker.ready' }
  /** it died, did not load or hangs */
  | { type: 'worker.lost' };

type Context = {
  /** workers lost in a row */
  lost: number;
};

/** The life of the worker that draws pictures in letters: it comes with the first order and goes when nobody looks. */
export const asciiMachine = setup({
  types: {} as { context: Context; events: AsciiEvent },
  actors: { worker: callbackSlot('worker') },
  guards: { 'lost too often': ({ context }) => context.lost >= ASCII_RESTARTS_MAX },
  actions: {
    'count loss': assign({ lost: ({ context }) => context.lost + 1 }),
    'forget losses': assign({ lost: 0 }),
    'refuse orders': actionSlot('refuse orders'),
  },
  delays: { start: ASCII_START_MS, rest: ASCII_REST_MS, restart: ASCII_RESTART_MS, steady: ASCII_STEADY_MS },
}).createMachine({
  id: 'ascii',
  context: { lost: 0 },
  initial: 'idle',
  states: {
    idle: {
      description: 'No worker, no memory used.',
      on: { 'orders.waiting': 'working' },
    },
    working: {
      initial: 'starting',
      invoke: { id: 'worker', src: 'worker', onError: { target: 'lost', actions: 'count loss' } },
      on: { 'worker.lost': { target: 'lost', actions: 'count loss' } },
      states: {
        starting: {
          on: { 'worker.ready': 'drawing' },
          after: { start: { target: '#ascii.lost', actions: 'count loss' } },
        },
        drawing: {
          on: { 'orders.done': 'resting' },
          after: { steady: { actions: 'forget losses' } },
        },
        resting: {
          on: { 'orders.waiting': 'drawing' },
          after: { rest: { target: '#ascii.idle', actions: 'forget losses' } },
        },
      },
    },
    lost: {
      always: { guard: 'lost too often', target: 'failed' },
      after: { restart: 'working' },
    },
    failed: {
      description: 'What waits is refused, and what comes, until somebody asks again.',
      entry: 'refuse orders',
      on: { 'orders.again': { target: 'working', actions: 'forget losses' } },
    },
  },
});
