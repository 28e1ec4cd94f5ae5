import { setup } from 'xstate';
import { AUTO_CONNECT_LIMIT_MS } from '#domain/wallet/wallet-limits.ts';
import { actionSlot, callbackSlot, promiseSlot } from '#machines/slots.ts';

/** What the slot `watch occasions` tells: the app started, relays can be asked, the page is seen, the key was unlocked (WALLET-18). */
export type OccasionFact = { type: 'occasion' };

/** Connects the one wallet that was saved, by itself, when there is an occasion and nothing speaks against it. */
export const autoConnectMachine = setup({
  types: {} as { events: OccasionFact; tags: 'busy' },
  actors: {
    'watch occasions': callbackSlot<OccasionFact>('watch occasions'),
    'choose wallet': promiseSlot<{ id: string } | undefined>('choose wallet'),
    'connect wallet': promiseSlot<void, { id: string }>('connect wallet'),
  },
  guards: { 'is there one': (_, { output }: { output: { id: string } | undefined }) => output !== undefined },
  actions: { 'stop connecting': actionSlot('stop connecting') },
  delays: { limit: AUTO_CONNECT_LIMIT_MS },
}).createMachine({
  id: 'auto-connect',
  invoke: { id: 'occasions', src: 'watch occasions', onError: '.waiting' },
  initial: 'waiting',
  states: {
    waiting: { on: { occasion: 'choosing' } },
    choosing: {
      description:
        'Exactly one, used lately, that can be opened now; none while one is connected or was disconnected by hand.',
      invoke: {
        id: 'choose wallet',
        src: 'choose wallet',
        onDone: [
          { guard: { type: 'is there one', params: ({ event }) => event }, target: 'connecting' },
          { target: 'waiting' },
        ],
        onError: 'waiting',
      },
    },
    connecting: {
      tags: 'busy',
      invoke: {
        id: 'connect wallet',
        src: 'connect wallet',
        input: ({ event }) => (event as unknown as { output: { id: string } }).output,
        onDone: 'waiting',
        onError: 'waiting',
      },
      after: { limit: { target: 'waiting', actions: 'stop connecting' } },
    },
  },
});
