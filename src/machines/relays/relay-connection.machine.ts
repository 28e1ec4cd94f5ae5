import { assign, sendTo, setup } from 'xstate';
import type { ConnectionProblem } from '#domain/relays/relays-problem.ts';
import {
  FLAPPING_PAUSE_MS,
  GIVEN_UP_RETRY_MAX_MS,
  GIVEN_UP_RETRY_MS,
  POOL_CONNECT_TIMEOUT_MS,
  POOL_MAX_ATTEMPTS,
  POOL_RECONNECT_DELAY_MS,
  RELAY_UI_CONNECT_RETRY_MS,
  GOODBYE_REST_MAX_MS,
  GOODBYE_REST_MS,
  OVERLOAD_REST_MAX_MS,
  OVERLOAD_REST_MS,
} from '#domain/relays/relays-limits.ts';
import { guardSlot, type Parent } from '#machines/slots.ts';
import { CONNECTION_LIGHTS, type ConnectionState, type RelayLight } from './connection-lights.ts';
import { socketReconnectMachine, type SocketEnding, type SocketReport } from './socket-reconnect.machine.ts';

export type RelayConnectionEvent =
  | SocketReport
  | { type: 'relay.connect' }
  | { type: 'relay.disconnect' }
  /** somebody waits for it in the settings: attempts follow sooner until it is open or given up */
  | { type: 'relay.hurry' }
  /** clears counters and errors; an open socket stays */
  | { type: 'relay.reset' }
  /** closes the socket if it is stale */
  | { type: 'relay.check' }
  | { type: 'relay.destroy' }
  | { type: 'network.back' };

/** What the parent hears. A `connection.due` is answered by `relay.connect` when there is room for one more attempt. */
export type ConnectionReport =
  | { type: 'connection.changed'; url: string; state: ConnectionState }
  | { type: 'connection.due'; url: string };

/** RELAY-01; times are ms since the epoch. */
export type RelayStatus = {
  url: string;
  connected: boolean;
  connectionAttempts: number;
  lastConnected: number | undefined;
  lastError: ConnectionProblem | undefined;
  lastHealthCheck: number | undefined;
};

type Context = RelayStatus & {
  parent: Parent<ConnectionReport>;
  hurried: boolean;
  /** how often in a row the relay said goodbye before its first pong, and was left for what it sent */
  goodbyes: number;
  overloads: number;
};

const doubled = (ms: number, times: number, most: number) => Math.min(ms * 2 ** Math.max(0, times), most);

const restOf = ({ overloads, goodbyes }: Context) =>
  overloads > 0
    ? doubled(OVERLOAD_REST_MS, overloads - 1, OVERLOAD_REST_MAX_MS)
    : doubled(GOODBYE_REST_MS, goodbyes - 2, GOODBYE_REST_MAX_MS);

const late = ({ context }: { context: { url: string } }) => ({
  reason: { code: 'connection-timeout' as const, ms: POOL_CONNECT_TIMEOUT_MS, relay: context.url },
});
const gaveUp = ({ context }: { context: { url: string } }) => ({
  reason: { code: 'connection-given-up' as const, attempts: POOL_MAX_ATTEMPTS, relay: context.url },
});

const parent = ({ context }: { context: Context }) => context.parent;

/** The connection to one relay: a limited number of attempts until it is open for the first time, then its recovery. */
export const relayConnectionMachine = setup({
  types: {} as {
    context: Context;
    events: RelayConnectionEvent;
    input: { url: string; parent: Parent<ConnectionReport> };
    tags: RelayLight;
  },
  actors: { 'socket-reconnect': socketReconnectMachine },
  guards: {
    'said goodbye': (_, { ending }: { ending: SocketEnding }) => ending === 'said goodbye',
    'said goodbye again': ({ context }, { ending }: { ending: SocketEnding }) =>
      ending === 'said goodbye' && context.goodbyes > 0,
    'sent too much': (_, { ending }: { ending: SocketEnding }) => ending === 'overloaded',
    'rests for what it sent': ({ context }) => context.overloads > 0,
    'gave up': (_, { ending }: { ending: SocketEnding }) => ending === 'gave up',
    'is hurried': ({ context }) => context.hurried,
    // else its connections break soon after they open: it gets a longer pause before the next
    'is steady': guardSlot('is steady'),
    'is not connected': ({ context }) => !context.connected,
    'out of attempts': ({ context }) => context.connectionAttempts >= POOL_MAX_ATTEMPTS,
  },
  actions: {
    'count attempt': assign({ connectionAttempts: ({ context }) => context.connectionAttempts + 1 }),
    'forget attempts': assign({ connectionAttempts: 0 }),
    'forget all': assign({ connectionAttempts: 0, lastError: undefined, goodbyes: 0, overloads: 0 }),
    'count goodbye': assign({ goodbyes: ({ context }) => context.goodbyes + 1 }),
    'count overload': assign({ overloads: ({ context }) => context.overloads + 1 }),
    'forget rests': assign({ goodbyes: 0, overloads: 0 }),
    'note opening': assign({
      connected: true,
      hurried: false,
      connectionAttempts: 0,
      lastError: undefined,
      lastConnected: (_, { at }: { at: number }) => at,
      lastHealthCheck: (_, { at }: { at: number }) => at,
    }),
    'note sign of life': assign({ lastHealthCheck: (_, { at }: { at: number }) => at }),
    'note hurry': assign({ hurried: true, connectionAttempts: 0 }),
    'note hurry under way': assign({ hurried: true, connectionAttempts: 1 }),
    'note leisure': assign({ hurried: false }),
    'note loss': assign({ connected: false }),
    'keep error': assign({
      lastError: ({ context }, { reason }: { reason: ConnectionProblem | undefined }) => reason ?? context.lastError,
    }),
    'tell socket': sendTo('socket', (_, event: { type: 'network.back' } | { type: 'socket.check' }) => event),
    'tell state': sendTo(parent, ({ context: { url } }, { state }: { state: ConnectionState }) => {
      return { type: 'connection.changed', url, state } as const;
    }),
    'ask for room': sendTo(parent, ({ context: { url } }) => ({ type: 'connection.due', url }) as const),
  },
  delays: {
    connectTimeout: POOL_CONNECT_TIMEOUT_MS,
    reconnectDelay: ({ context }) => (context.hurried ? RELAY_UI_CONNECT_RETRY_MS : POOL_RECONNECT_DELAY_MS),
    flappingDelay: FLAPPING_PAUSE_MS,
    restDelay: ({ context }) => restOf(context),
    retryDelay: ({ context }) =>
      doubled(GIVEN_UP_RETRY_MS, context.connectionAttempts - POOL_MAX_ATTEMPTS, GIVEN_UP_RETRY_MAX_MS),
  },
}).createMachine({
  id: 'relay-connection',
  context: ({ input }) => ({
    ...input,
    connected: false,
    hurried: false,
    goodbyes: 0,
    overloads: 0,
    connectionAttempts: 0,
    lastConnected: undefined,
    lastError: undefined,
    lastHealthCheck: undefined,
  }),
  initial: 'not connected',
  on: {
    'relay.destroy': '.destroyed',
    'relay.disconnect': '.not connected',
    'relay.reset': { actions: 'forget all' },
    'relay.hurry': { guard: 'is not connected', actions: 'note hurry' },
  },
  states: {
    'not connected': {
      tags: CONNECTION_LIGHTS['not connected'],
      entry: ['forget attempts', { type: 'tell state', params: { state: 'not connected' } }],
      on: { 'relay.connect': 'active' },
    },
    active: {
      description: 'A socket is looked after.',
      invoke: {
        id: 'socket',
        src: 'socket-reconnect',
        input: ({ context, self }) => ({ url: context.url, parent: self }),
        onDone: [
          {
            guard: { type: 'sent too much', params: ({ event }) => event.output },
            target: 'resting',
            actions: ['count overload', { type: 'keep error', params: ({ event }) => event.output }],
          },
          {
            guard: { type: 'said goodbye again', params: ({ event }) => event.output },
            target: 'resting',
            actions: ['count goodbye', { type: 'keep error', params: ({ event }) => event.output }],
          },
          {
            guard: { type: 'said goodbye', params: ({ event }) => event.output },
            target: 'not connected',
            actions: ['count goodbye', { type: 'keep error', params: ({ event }) => event.output }],
          },
          {
            guard: { type: 'gave up', params: ({ event }) => event.output },
            target: 'given up',
            actions: { type: 'keep error', params: ({ event }) => event.output },
          },
          { target: 'failed', actions: { type: 'keep error', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failed', actions: { type: 'keep error', params: { reason: { code: 'socket-failed' } } } },
      },
      exit: 'note loss',
      on: {
        'socket.opened': { target: '.connected', actions: { type: 'note opening', params: ({ event }) => event } },
      },
      initial: 'connecting',
      states: {
        connecting: {
          tags: CONNECTION_LIGHTS.connecting,
          entry: ['count attempt', { type: 'tell state', params: { state: 'connecting' } }],
          on: {
            'relay.hurry': { actions: 'note hurry under way' },
          },
          after: {
            connectTimeout: {
              target: '#relay-connection.failed',
              actions: { type: 'keep error', params: late },
            },
          },
        },
        connected: {
          tags: CONNECTION_LIGHTS.connected,
          entry: { type: 'tell state', params: { state: 'connected' } },
          on: {
            'socket.alive': {
              actions: ['forget rests', { type: 'note sign of life', params: ({ event }) => event }],
            },
            'socket.lost': [
              {
                guard: 'is steady',
                target: 'recovering',
                actions: ['note loss', { type: 'keep error', params: ({ event }) => event }],
              },
              {
                target: '#relay-connection.waiting',
                actions: { type: 'keep error', params: ({ event }) => event },
              },
            ],
            'network.back': { actions: { type: 'tell socket', params: { type: 'network.back' } } },
            'relay.check': { actions: { type: 'tell socket', params: { type: 'socket.check' } } },
          },
        },
        recovering: {
          description: 'The socket broke after it was open and is opened anew.',
          tags: CONNECTION_LIGHTS.recovering,
          entry: { type: 'tell state', params: { state: 'recovering' } },
          on: {
            'socket.lost': { actions: { type: 'keep error', params: ({ event }) => event } },
            'network.back': { actions: { type: 'tell socket', params: { type: 'network.back' } } },
            'relay.connect': { target: '#relay-connection.active', reenter: true },
          },
        },
      },
    },
    failed: {
      always: [
        {
          guard: 'out of attempts',
          target: 'given up',
          actions: { type: 'keep error', params: gaveUp },
        },
        { target: 'waiting' },
      ],
    },
    waiting: {
      description: 'Until the next attempt may begin.',
      tags: CONNECTION_LIGHTS.waiting,
      entry: { type: 'tell state', params: { state: 'waiting' } },
      after: {
        reconnectDelay: [
          { guard: 'is hurried', actions: 'ask for room' },
          { guard: 'is steady', actions: 'ask for room' },
        ],
        flappingDelay: { actions: 'ask for room' },
      },
      on: {
        'network.back': { actions: 'ask for room' },
        'relay.connect': 'active',
        'relay.reset': { target: 'not connected', actions: 'forget all' },
      },
    },
    resting: {
      description: 'Left alone after it said goodbye again and again, or for what it sent.',
      tags: CONNECTION_LIGHTS.resting,
      entry: ['note leisure', 'forget attempts', { type: 'tell state', params: { state: 'resting' } }],
      after: { restDelay: [{ guard: 'rests for what it sent', target: 'waiting' }, { target: 'not connected' }] },
      on: {
        'relay.connect': 'active',
        'relay.reset': { target: 'not connected', actions: 'forget all' },
      },
    },
    'given up': {
      tags: CONNECTION_LIGHTS['given up'],
      description: 'Tried once more now and then, as long as somebody needs it.',
      entry: ['note leisure', { type: 'tell state', params: { state: 'given up' } }],
      on: {
        'relay.connect': 'active',
        'relay.reset': { target: 'not connected', actions: 'forget all' },
      },
      initial: 'pausing',
      states: {
        pausing: { after: { retryDelay: { target: 'pausing', reenter: true, actions: 'ask for room' } } },
      },
    },
    destroyed: {
      type: 'final',
      tags: CONNECTION_LIGHTS.destroyed,
      entry: { type: 'tell state', params: { state: 'destroyed' } },
    },
  },
});
