import { assign, raise, setup, type AnyEventObject } from 'xstate';
import { problemOf, type Problem } from '#domain/problem.ts';
import { hearsReach, reachWatch, type ReachFact } from '#machines/feed/reach.ts';
import {
  fromUser,
  loginGuards,
  loginWatch,
  visitor,
  type Login,
  type LoginFact,
} from '#machines/session/login-watch.ts';
import { actionSlot, callbackSlot, promiseSlot } from '#machines/slots.ts';

export type NotificationsEvent =
  /** the page is shown: what was asked for a while ago is asked for again */
  | { type: 'notifications.open' }
  /** the way out of a failure */
  | { type: 'notifications.refresh' };

/** Whose notifications they are. */
export type Notified = { pubkey: string };

/** `unreachable`: no relay answered. */
export type NotificationsReport = 'loaded' | 'unreachable';

type Context = Notified & {
  /** why nothing was loaded, for people */
  problem: Problem | undefined;
};

const NOBODY: Context = { pubkey: '', problem: undefined };

const user = ({ context: { pubkey } }: { context: Context }): Notified => ({ pubkey });
const toldOf = ({ event }: { event: { error: unknown } }) => ({ problem: problemOf(event.error) });
const report = ({ event }: { event: { output: NotificationsReport } }) => ({ report: event.output });

/**
 * The notifications of whoever is logged in: loads those of the last 24 hours, then adds new ones as they come. They are
 * in the query cache under `notifications`.
 */
export const notificationsMachine = setup({
  types: {} as {
    context: Context;
    events: NotificationsEvent | LoginFact | ReachFact;
    tags: 'loading' | 'live' | 'failed' | 'offline';
  },
  actors: {
    'watch login': callbackSlot('watch login'),
    'watch relays': callbackSlot('watch relays'),
    'load notifications': promiseSlot<NotificationsReport, Notified>('load notifications'),
    'watch notifications': callbackSlot<AnyEventObject, Notified>('watch notifications'),
  },
  guards: {
    ...loginGuards,
    'is unreachable': (_, params: { report: NotificationsReport }) => params.report === 'unreachable',
  },
  actions: {
    'ask failed anew': actionSlot('ask failed anew'),
    'tell reach': raise({ type: 'relays.reachable' }),
    'note user': assign((_, { pubkey = '' }: Login) => ({ ...NOBODY, pubkey })),
    'forget user': assign(NOBODY),
    'note problem': assign((_, { problem }: { problem: Problem }) => ({ problem })),
    'forget problem': assign({ problem: undefined }),
  },
}).createMachine({
  id: 'notifications',
  context: NOBODY,
  type: 'parallel',
  states: {
    login: loginWatch,
    list: {
      initial: 'visitor',
      states: {
        visitor,
        user: {
          type: 'parallel',
          on: { 'login.changed': fromUser('visitor') },
          states: {
            reach: reachWatch,
            notes: {
              initial: 'loading',
              states: {
                loading: {
                  description: 'What is known is shown meanwhile.',
                  ...hearsReach,
                  tags: 'loading',
                  entry: 'forget problem',
                  invoke: {
                    id: 'load notifications',
                    src: 'load notifications',
                    input: user,
                    onDone: [
                      { guard: { type: 'is unreachable', params: report }, target: 'unreachable' },
                      { target: 'live' },
                    ],
                    onError: { target: 'failed', actions: { type: 'note problem', params: toldOf } },
                  },
                },
                live: {
                  type: 'parallel',
                  tags: 'live',
                  states: {
                    watch: {
                      initial: 'watching',
                      states: {
                        watching: {
                          invoke: {
                            id: 'watch notifications',
                            src: 'watch notifications',
                            input: user,
                            onError: 'unwatched',
                          },
                        },
                        unwatched: { description: 'New ones come only when somebody looks again.' },
                      },
                    },
                    answers: {
                      initial: 'current',
                      states: {
                        current: {
                          on: { 'notifications.open': 'refreshing', 'relays.unreachable': 'away' },
                        },
                        refreshing: {
                          ...hearsReach,
                          invoke: {
                            id: 'refresh notifications',
                            src: 'load notifications',
                            input: user,
                            onDone: [
                              { guard: { type: 'is unreachable', params: report }, target: 'away' },
                              { target: 'current' },
                            ],
                            onError: 'current',
                          },
                        },
                        away: {
                          description: 'Relays were reached before, now none is.',
                          tags: 'offline',
                          on: {
                            'relays.reachable': 'refreshing',
                            'notifications.open': 'refreshing',
                            'notifications.refresh': 'refreshing',
                          },
                        },
                      },
                    },
                  },
                },
                failed: {
                  description: 'There is no relay to ask, or something broke.',
                  tags: 'failed',
                  on: {
                    'relays.reachable': 'loading',
                    'notifications.open': 'loading',
                    'notifications.refresh': 'loading',
                  },
                },
                unreachable: {
                  description: 'No relay answered.',
                  tags: 'offline',
                  on: {
                    'relays.reachable': 'loading',
                    'notifications.open': 'loading',
                    'notifications.refresh': 'loading',
                  },
                },
              },
            },
          },
        },
      },
    },
  },
});
