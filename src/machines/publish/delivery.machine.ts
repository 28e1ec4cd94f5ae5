import { assign, sendTo, setup, type AnyEventObject } from 'xstate';
import type { DeliveryProblem } from '#domain/relays/relays-problem.ts';
import { POOL_MAX_CONNECTIONS, PUBLISH_TIMEOUT_MS } from '#domain/relays/relays-limits.ts';
import { callbackSlot } from '#machines/slots.ts';

/** What the slot `talk` is told: to send the event when the socket is open. */
export type DeliveryCommand = { type: 'event.send' };

/** What the slot `talk` tells. */
export type DeliveryFact =
  | { type: 'event.sent' }
  /** it must not be sent there */
  | { type: 'event.unfit'; reason: DeliveryProblem }
  | { type: 'relay.opened' }
  | { type: 'relay.closed' }
  | { type: 'relay.took'; reason: DeliveryProblem | undefined }
  | { type: 'relay.refused'; reason: DeliveryProblem };

/** What the slot `cure` tells: the relay may take it now, nothing can be done, or what was done failed. */
export type CureFact = { type: 'cure.done' } | { type: 'cure.none' } | { type: 'cure.failed'; reason: DeliveryProblem };

/** `words`: what the relay said */
export type CureInput = { words: string; /** over the socket of now */ tries: number };

export type DeliveryEvent =
  | DeliveryFact
  | CureFact
  /** nobody waits any longer */
  | { type: 'delivery.expire'; isOnline: boolean };

type Input = { /** there is a connection to the relay, or room for one */ isPossible: boolean };

type Context = Input & {
  /** refusals that something was done about, over the socket of now */
  tries: number;
  /** the relay's word, or ours */
  reason: DeliveryProblem | undefined;
};

const NO_CONNECTION: DeliveryProblem = { code: 'no-connection' };
const NO_ANSWER: DeliveryProblem = { code: 'no-answer-within', seconds: PUBLISH_TIMEOUT_MS / 1000 };
const NO_ROOM: DeliveryProblem = { code: 'too-many-connections', most: POOL_MAX_CONNECTIONS };

const wordsIn = (reason: DeliveryProblem | undefined): string => (reason?.code === 'relay-said' ? reason.words : '');

/**
 * One event on its way to one relay; it is sent again after a lost socket and after a refusal that could be remedied. Its last
 * states are the outcomes of `PublishOutcome`.
 */
export const deliveryMachine = setup({
  types: {} as {
    context: Context;
    input: Input;
    events: DeliveryEvent;
  },
  actors: {
    talk: callbackSlot<DeliveryCommand>('talk'),
    cure: callbackSlot<AnyEventObject, CureInput>('cure'),
  },
  guards: {
    'is impossible': ({ context }) => !context.isPossible,
    'is online': (_, { isOnline }: { isOnline: boolean }) => isOnline,
  },
  actions: {
    'send event': sendTo('talk', { type: 'event.send' } satisfies DeliveryCommand),
    'keep reason': assign({ reason: (_, { reason }: { reason: DeliveryProblem | undefined }) => reason }),
    'count try': assign({ tries: ({ context }) => context.tries + 1 }),
    'forget tries': assign({ tries: 0 }),
  },
}).createMachine({
  id: 'delivery',
  context: ({ input }) => ({ ...input, tries: 0, reason: undefined }),
  initial: 'starting',
  invoke: {
    id: 'talk',
    src: 'talk',
    onError: { target: '.offline', actions: { type: 'keep reason', params: { reason: NO_CONNECTION } } },
  },
  on: {
    'relay.took': { target: '.accepted', actions: { type: 'keep reason', params: ({ event }) => event } },
    'event.unfit': { target: '.rejected', actions: { type: 'keep reason', params: ({ event }) => event } },
    'relay.refused': { target: '.curing', actions: { type: 'keep reason', params: ({ event }) => event } },
  },
  states: {
    starting: {
      always: [
        {
          guard: 'is impossible',
          target: 'offline',
          actions: { type: 'keep reason', params: { reason: NO_ROOM } },
        },
        { target: 'unsent' },
      ],
    },
    unsent: {
      description: 'It goes out when the socket is open.',
      entry: 'send event',
      on: {
        'event.sent': 'sent',
        'relay.opened': { actions: 'send event' },
        'relay.closed': { target: 'offline', actions: { type: 'keep reason', params: { reason: NO_CONNECTION } } },
        'delivery.expire': { target: 'offline', actions: { type: 'keep reason', params: { reason: NO_CONNECTION } } },
      },
    },
    sent: {
      description: 'It may have arrived, so a lost socket does not end it: over the next one it is sent again.',
      on: {
        'relay.opened': { actions: ['forget tries', 'send event'] },
        'delivery.expire': [
          {
            guard: { type: 'is online', params: ({ event }) => event },
            target: 'timeout',
            actions: { type: 'keep reason', params: { reason: NO_ANSWER } },
          },
          // a socket of before goes silent when the network is gone
          { target: 'offline', actions: { type: 'keep reason', params: { reason: NO_CONNECTION } } },
        ],
      },
    },
    curing: {
      description: 'The relay wants something first: who is there, or patience.',
      invoke: {
        id: 'cure',
        src: 'cure',
        input: ({ context: { reason, tries } }) => ({ words: wordsIn(reason), tries }),
        onError: 'rejected',
      },
      exit: 'count try',
      on: {
        'cure.done': { target: 'sent', actions: 'send event' },
        'cure.none': 'rejected',
        'cure.failed': { target: 'rejected', actions: { type: 'keep reason', params: ({ event }) => event } },
        'relay.opened': { target: 'sent', actions: ['forget tries', 'send event'] },
        'delivery.expire': 'rejected',
      },
    },
    accepted: { type: 'final' },
    rejected: { type: 'final' },
    timeout: { type: 'final' },
    offline: { type: 'final' },
  },
});
