import { enqueueActions, sendTo, setup, type ActorRefFrom } from 'xstate';
import { CARE_RETRY_MS, PLACES_TURN_MS } from '#domain/relays/relays-limits.ts';
import { callbackSlot } from '#machines/slots.ts';
import { relayTermsMachine } from './relay-terms.machine.ts';

export type RelayCareEvent =
  /** something is to be settled with the relay: its terms are kept from now on */
  | { type: 'care.need'; relay: string }
  | { type: `xstate.done.actor.${string}`; actorId: string }
  | { type: `xstate.error.actor.${string}`; actorId: string; error: unknown };

/** What the slot `attend` is told: REQs that wait for a place take turns with those that have one. */
export type RelayCareCommand = { type: 'care.turn' };

/** What the slot `attend` sees of its machine: the terms of a relay, under its URL. */
export type RelayCareRef = {
  send(event: { type: 'care.need'; relay: string }): void;
  getSnapshot(): { readonly children: Readonly<Record<string, ActorRefFrom<typeof relayTermsMachine> | undefined>> };
};

/** Looks after all relays while they are used: the terms of each that sets some, and whose turn it is to be asked. */
export const relayCareMachine = setup({
  types: {} as { context: { relays: readonly string[] }; events: RelayCareEvent; tags: 'offline' },
  actors: {
    attend: callbackSlot<RelayCareCommand, { care: RelayCareRef }>('attend'),
    'relay-terms': relayTermsMachine,
  },
  guards: {
    'is new': ({ context }, { relay }: { relay: string }) => !context.relays.includes(relay),
    'is of a relay': ({ context }, { actorId }: { actorId: string }) => context.relays.includes(actorId),
  },
  actions: {
    'keep terms': enqueueActions(({ context, enqueue }, { relay }: { relay: string }) => {
      enqueue.spawnChild('relay-terms', { id: relay, input: { relay } });
      enqueue.assign({ relays: [...context.relays, relay] });
    }),
    'drop terms': enqueueActions(({ context, enqueue }, { actorId }: { actorId: string }) => {
      enqueue.stopChild(actorId);
      enqueue.assign({ relays: context.relays.filter((relay) => relay !== actorId) });
    }),
    'take turns': sendTo('attend', { type: 'care.turn' }),
  },
  delays: { turn: PLACES_TURN_MS, retryDelay: CARE_RETRY_MS },
}).createMachine({
  id: 'relay-care',
  context: { relays: [] },
  initial: 'attending',
  on: {
    'care.need': {
      guard: { type: 'is new', params: ({ event }) => event },
      actions: { type: 'keep terms', params: ({ event }) => event },
    },
    'xstate.done.actor.*': {
      guard: { type: 'is of a relay', params: ({ event }) => event },
      actions: { type: 'drop terms', params: ({ event }) => event },
    },
    'xstate.error.actor.*': {
      guard: { type: 'is of a relay', params: ({ event }) => event },
      actions: { type: 'drop terms', params: ({ event }) => event },
    },
  },
  states: {
    attending: {
      invoke: {
        id: 'attend',
        src: 'attend',
        input: ({ self }) => ({ care: self as unknown as RelayCareRef }),
        onError: 'blind',
      },
      initial: 'between turns',
      states: {
        'between turns': { after: { turn: { target: 'between turns', reenter: true, actions: 'take turns' } } },
      },
    },
    blind: {
      description: 'The relays cannot be looked after; tries again.',
      tags: 'offline',
      after: { retryDelay: 'attending' },
    },
  },
});
