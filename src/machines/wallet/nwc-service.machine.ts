import { setup } from 'xstate';
import { callbackSlot } from '#machines/slots.ts';

/** What the slot `watch relays` tells of the relays of the wallet, and of the subscription of its answers. */
export type ServiceFact = { type: 'relay.connected' } | { type: 'relays.disconnected' } | { type: 'answers.complete' };

/** Whether a remote wallet can be reached over its relays (NWC-03, NWC-04). */
export const nwcServiceMachine = setup({
  types: {} as { events: ServiceFact; tags: 'reachable' },
  actors: { 'watch relays': callbackSlot<ServiceFact>('watch relays') },
}).createMachine({
  id: 'nwc-service',
  invoke: { id: 'relays', src: 'watch relays', onError: '.loading' },
  initial: 'initial',
  on: { 'relay.connected': '.ready', 'answers.complete': '.ready', 'relays.disconnected': '.loading' },
  states: {
    initial: {},
    ready: { tags: 'reachable' },
    loading: { description: 'No relay of the wallet is connected.' },
  },
});
