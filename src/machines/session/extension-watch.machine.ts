import { setup } from 'xstate';
import { EXTENSION_WATCH_MS } from '#domain/session/session-limits.ts';
import { promiseSlot } from '#machines/slots.ts';

/**
 * Looks every 5 s whether the browser has a signing extension (LOGIN-11): extensions come late, and can be switched on and
 * off while the page is open.
 */
export const extensionWatchMachine = setup({
  types: {} as { tags: 'available' },
  actors: { 'look for extension': promiseSlot<boolean>('look for extension') },
  guards: { 'is there': (_, { found }: { found: boolean }) => found },
  delays: { extensionWatch: EXTENSION_WATCH_MS },
}).createMachine({
  id: 'extension-watch',
  initial: 'absent',
  states: {
    absent: {
      initial: 'looking',
      states: {
        looking: {
          invoke: {
            id: 'look for one',
            src: 'look for extension',
            onDone: [
              {
                guard: { type: 'is there', params: ({ event }) => ({ found: event.output }) },
                target: '#extension-watch.present',
              },
              { target: 'waiting' },
            ],
            onError: 'waiting',
          },
        },
        waiting: { after: { extensionWatch: 'looking' } },
      },
    },
    present: {
      tags: 'available',
      initial: 'waiting',
      states: {
        waiting: { after: { extensionWatch: 'looking' } },
        looking: {
          invoke: {
            id: 'look again',
            src: 'look for extension',
            onDone: [
              { guard: { type: 'is there', params: ({ event }) => ({ found: event.output }) }, target: 'waiting' },
              { target: '#extension-watch.absent.waiting' },
            ],
            onError: '#extension-watch.absent.waiting',
          },
        },
      },
    },
  },
});
