import { assign, setup, type AnyEventObject } from 'xstate';
import { IDLE_LOCK_MINUTES } from '#domain/session/session-limits.ts';
import { MINUTE } from '#domain/units.ts';
import { callbackSlot, promiseSlot } from '#machines/slots.ts';

/** 0 minutes: never lock */
export type IdleLockEvent = { type: 'idleLock.choose'; minutes: number };

type SlotEvent =
  /** what holds for this key, perhaps chosen in another tab */
  { type: 'choice.is'; minutes: number } | { type: 'key.unlocked' } | { type: 'key.locked' } | { type: 'idle.passed' };

/** Locks the key after a chosen time without a touch, a key or a scroll. The choice is that of this browser, in all its tabs. */
export const idleLockMachine = setup({
  types: {} as {
    context: { minutes: number };
    events: IdleLockEvent | SlotEvent;
    tags: 'counting';
  },
  actors: {
    'watch key': callbackSlot('watch key'),
    'watch idleness': callbackSlot<AnyEventObject, { limitMs: number }>('watch idleness'),
    'lock key': promiseSlot<void>('lock key'),
    'watch choice': callbackSlot('watch choice'),
    'remember choice': promiseSlot<void, { minutes: number }>('remember choice'),
  },
  guards: {
    'is offered': (_, { minutes }: { minutes: number }) => IDLE_LOCK_MINUTES.includes(minutes),
    'is another': ({ context }, { minutes }: { minutes: number }) => minutes !== context.minutes,
    'is wanted': ({ context }) => context.minutes > 0,
  },
  actions: { 'note choice': assign({ minutes: (_, { minutes }: { minutes: number }) => minutes }) },
}).createMachine({
  id: 'idle-lock',
  type: 'parallel',
  context: { minutes: 0 },
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
    shared: {
      initial: 'watched',
      states: {
        unwatched: { description: 'What other tabs choose is no longer heard of.' },
        watched: {
          invoke: { id: 'watch choice', src: 'watch choice', onError: 'unwatched' },
          on: {
            'choice.is': {
              guard: { type: 'is another', params: ({ event }) => event },
              actions: { type: 'note choice', params: ({ event }) => event },
            },
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
              on: {
                'idleLock.choose': '.deciding',
                'choice.is': { guard: { type: 'is another', params: ({ event }) => event }, target: '.deciding' },
              },
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
