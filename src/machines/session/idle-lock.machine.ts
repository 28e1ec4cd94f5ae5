import { assign, setup, type AnyEventObject } from 'xstate';
import { IDLE_LOCK_MINUTES } from '#domain/session/session-limits.ts';
import { MINUTE } from '#domain/units.ts';
import { callbackSlot, promiseSlot } from '#machines/slots.ts';

/** 0 minutes: never lock */
export type IdleLockEvent = { type: 'idleLock.choose'; minutes: number };

type SlotEvent = { type: 'key.unlocked' } | { type: 'key.locked' } | { type: 'idle.passed' };

/** Locks the key after a chosen time without a touch, a key or a scroll. The choice is kept in this browser. */
export const idleLockMachine = setup({
  types: {} as {
    context: { minutes: number };
    events: IdleLockEvent | SlotEvent;
    input: { minutes: number };
    tags: 'counting';
  },
  actors: {
    'watch key': callbackSlot('watch key'),
    'watch idleness': callbackSlot<AnyEventObject, { limitMs: number }>('watch idleness'),
    'lock key': promiseSlot<void>('lock key'),
    'remember choice': promiseSlot<void, { minutes: number }>('remember choice'),
  },
  guards: {
    'is offered': (_, { minutes }: { minutes: number }) => IDLE_LOCK_MINUTES.includes(minutes),
    'is wanted': ({ context }) => context.minutes > 0,
  },
  actions: { 'note choice': assign({ minutes: (_, { minutes }: { minutes: number }) => minutes }) },
}).createMachine({
  id: 'idle-lock',
  type: 'parallel',
  context: ({ input: { minutes } }) => ({ minutes }),
  states: {
    choice: {
      initial: 'kept',
      on: {
        'idleLock.choose': {
          guard: { type: 'is offered', params: ({ event }) => event },
          target: '.keeping',
          actions: { type: 'note choice', params: ({ event }) => event },
        },
      },
      states: {
        kept: {},
        keeping: {
          invoke: {
            id: 'remember choice',
            src: 'remember choice',
            input: ({ context }) => ({ minutes: context.minutes }),
            onDone: 'kept',
            onError: 'kept',
          },
        },
      },
    },
    key: {
      initial: 'watched',
      states: {
        unwatched: { description: 'Whether there is a key can no longer be seen; the session itself starts anew.' },
        watched: {
          invoke: { id: 'watch key', src: 'watch key', onError: 'unwatched' },
          initial: 'locked',
          on: { 'key.locked': '.locked', 'key.unlocked': '.unlocked' },
          states: {
            locked: { description: 'Nothing to lock.' },
            unlocked: {
              on: { 'idleLock.choose': { target: '.deciding' } },
              initial: 'deciding',
              states: {
                deciding: { always: [{ guard: 'is wanted', target: 'counting' }, { target: 'unlimited' }] },
                unlimited: {},
                counting: {
                  tags: 'counting',
                  invoke: {
                    id: 'watch idleness',
                    src: 'watch idleness',
                    input: ({ context }) => ({ limitMs: context.minutes * MINUTE }),
                    onError: 'locking',
                  },
                  on: { 'idle.passed': 'locking' },
                },
                locking: {
                  invoke: { id: 'lock key', src: 'lock key', onDone: 'unlimited', onError: 'unlimited' },
                },
              },
            },
          },
        },
      },
    },
  },
});
