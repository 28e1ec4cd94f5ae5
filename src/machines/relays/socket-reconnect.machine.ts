import { assign, sendTo, setup } from 'xstate';
import type { ConnectionProblem } from '#domain/relays/relays-problem.ts';
import {
  SOCKET_CLEANUP_MS,
  SOCKET_CONNECT_TIMEOUT_MS,
  SOCKET_FINAL_CLOSE_CODES,
  SOCKET_MAX_ATTEMPTS,
  SOCKET_PING_MS,
  SOCKET_PONG_TIMEOUT_MS,
  SOCKET_RECONNECT_DELAY_MS,
} from '#domain/relays/relays-limits.ts';
import { callbackSlot, type Parent } from '#machines/slots.ts';

/** What the slot `socket` tells; `at` is ms since the epoch. */
export type SocketFact =
  | { type: 'socket.opened'; at: number }
  | { type: 'socket.closed'; code: number; reason: ConnectionProblem }
  /** the first frame after a ping */
  | { type: 'socket.pong'; at: number }
  /** nothing was heard for SOCKET_STALE_MS */
  | { type: 'socket.stale' }
  /** it is closed for what the relay sent over it */
  | { type: 'socket.overloaded'; reason: ConnectionProblem };

/** What the slot `socket` is told. */
export type SocketCommand = { type: 'socket.ping' } | { type: 'socket.check' };

export type SocketReconnectEvent =
  | SocketFact
  /** the device came online, or its page came to the front */
  | { type: 'network.back' }
  /** look now whether the socket is stale */
  | { type: 'socket.check' };

/** What the parent hears. */
export type SocketReport =
  | { type: 'socket.opened'; at: number }
  | { type: 'socket.alive'; at: number }
  | { type: 'socket.lost'; reason: ConnectionProblem | undefined };

/** Why a socket was removed. */
export type SocketEnding = 'said goodbye' | 'overloaded' | 'never opened' | 'gave up';

type Input = { url: string; parent: Parent<SocketReport> };
type Context = Input & {
  attempt: number;
  wasOpen: boolean;
  reason: ConnectionProblem | undefined;
  ending: SocketEnding;
};

const parent = ({ context }: { context: Context }) => context.parent;

/**
 * One socket of a relay: keeps it alive and opens it anew when it breaks after it was open. A socket that never opened is
 * not tried again here; the connection that waits for it decides that.
 */
export const socketReconnectMachine = setup({
  types: {} as {
    context: Context;
    events: SocketReconnectEvent;
    input: Input;
    output: { ending: SocketEnding; reason: ConnectionProblem | undefined };
    tags: 'ok' | 'wait' | 'off';
  },
  actors: { socket: callbackSlot<SocketCommand, { url: string }>('socket') },
  guards: {
    'said goodbye': (_, { code }: { code: number }) => SOCKET_FINAL_CLOSE_CODES.includes(code),
    'never opened': ({ context }) => !context.wasOpen,
    'out of tries': ({ context }) => context.attempt >= SOCKET_MAX_ATTEMPTS,
  },
  actions: {
    'keep reason': assign({ reason: (_, { reason }: { reason: ConnectionProblem }) => reason }),
    'count attempt': assign({ attempt: ({ context }) => context.attempt + 1 }),
    'forget attempts': assign({ attempt: 0 }),
    'note opening': assign({ wasOpen: true, reason: undefined }),
    'note ending': assign({ ending: (_, { ending }: { ending: SocketEnding }) => ending }),
    command: sendTo('socket', (_, command: SocketCommand) => command),
    'tell parent': sendTo(parent, (_, report: SocketReport) => report),
    'tell of loss': sendTo(parent, ({ context: { reason } }) => ({ type: 'socket.lost', reason }) as const),
  },
  delays: {
    connectTimeout: SOCKET_CONNECT_TIMEOUT_MS,
    reconnectDelay: ({ context }) => SOCKET_RECONNECT_DELAY_MS * context.attempt,
    pingInterval: SOCKET_PING_MS,
    pongTimeout: SOCKET_PONG_TIMEOUT_MS,
    cleanupInterval: SOCKET_CLEANUP_MS,
  },
}).createMachine({
  id: 'socket-reconnect',
  context: ({ input }) => ({ ...input, attempt: 0, wasOpen: false, reason: undefined, ending: 'never opened' }),
  initial: 'attached',
  states: {
    attached: {
      description: 'A socket exists, on its way to open or open.',
      invoke: {
        id: 'socket',
        src: 'socket',
        input: ({ context }) => ({ url: context.url }),
        onError: {
          target: 'broken',
          actions: { type: 'keep reason', params: { reason: { code: 'socket-refused' } } },
        },
      },
      on: {
        'socket.closed': [
          {
            guard: { type: 'said goodbye', params: ({ event }) => event },
            target: 'removed',
            actions: [
              { type: 'keep reason', params: ({ event }) => event },
              { type: 'note ending', params: { ending: 'said goodbye' } },
            ],
          },
          { target: 'broken', actions: { type: 'keep reason', params: ({ event }) => event } },
        ],
      },
      initial: 'connecting',
      states: {
        connecting: {
          tags: 'wait',
          on: {
            'socket.opened': {
              target: 'connected',
              actions: ['note opening', { type: 'tell parent', params: ({ event }) => event }],
            },
          },
          after: {
            connectTimeout: {
              target: '#socket-reconnect.broken',
              actions: { type: 'keep reason', params: { reason: { code: 'socket-late' } } },
            },
          },
        },
        connected: {
          tags: 'ok',
          type: 'parallel',
          on: {
            'socket.check': { actions: { type: 'command', params: { type: 'socket.check' } } },
            'socket.overloaded': {
              target: '#socket-reconnect.removed',
              actions: [
                { type: 'keep reason', params: ({ event }) => event },
                { type: 'note ending', params: { ending: 'overloaded' } },
              ],
            },
            'socket.stale': {
              target: '#socket-reconnect.broken',
              actions: { type: 'keep reason', params: { reason: { code: 'socket-silent' } } },
            },
          },
          states: {
            'keep-alive': {
              initial: 'quiet',
              states: {
                quiet: { after: { pingInterval: 'probing' }, on: { 'network.back': 'probing' } },
                probing: {
                  description: 'A ping is out; any frame answers it.',
                  entry: { type: 'command', params: { type: 'socket.ping' } },
                  on: {
                    'socket.pong': {
                      target: 'quiet',
                      actions: [
                        'forget attempts',
                        { type: 'tell parent', params: ({ event }) => ({ type: 'socket.alive', at: event.at }) },
                      ],
                    },
                  },
                  after: {
                    pongTimeout: {
                      target: '#socket-reconnect.broken',
                      actions: { type: 'keep reason', params: { reason: { code: 'ping-unanswered' } } },
                    },
                  },
                },
              },
            },
            cleanup: {
              initial: 'pausing',
              states: {
                pausing: {
                  after: {
                    cleanupInterval: {
                      target: 'pausing',
                      reenter: true,
                      actions: { type: 'command', params: { type: 'socket.check' } },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
    broken: {
      always: [
        {
          guard: 'never opened',
          target: 'removed',
          actions: { type: 'note ending', params: { ending: 'never opened' } },
        },
        { guard: 'out of tries', target: 'removed', actions: { type: 'note ending', params: { ending: 'gave up' } } },
        { target: 'reconnecting' },
      ],
    },
    reconnecting: {
      tags: 'wait',
      entry: ['count attempt', 'tell of loss'],
      after: { reconnectDelay: 'attached' },
      on: { 'network.back': 'attached' },
    },
    removed: { type: 'final', tags: 'off' },
  },
  output: ({ context }) => ({ ending: context.ending, reason: context.reason }),
});
