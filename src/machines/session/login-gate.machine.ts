import { assign, emit, setup, type EventObject } from 'xstate';
import { problemOf, type Problem } from '#domain/problem.ts';
import { mayDo, type AccountState } from '#domain/session/account.ts';
import { callbackSlot, promiseSlot } from '#machines/slots.ts';

/** What an area is told once the gate lets it through; 'app' is the root. */
export type GatedAct = { readonly area: string; readonly event: EventObject };

/** An act that waits for a login. */
export type PendingAction = GatedAct & {
  /** whether being logged in is enough for it, or a signature is needed */
  readonly need: 'login' | 'sign';
  /** the word of its button, as in 'Unlock & Like' */
  readonly title: string;
};

export type LoginGateEvent = { type: 'gate.require'; action: PendingAction } | { type: 'gate.cancel' };

type SlotEvent = { type: 'account.is'; state: AccountState };

const NOTHING: PendingAction = { area: '', event: { type: '' }, need: 'sign', title: '' };

/**
 * Lets an act through when it is possible, else asks for a login or for the passphrase first (LOGIN-05). Its area is told
 * after the login (LOGIN-06), and nothing on cancel (LOGIN-07); a newer act takes the place of one that waits.
 */
export const loginGateMachine = setup({
  types: {} as {
    context: { account: AccountState; action: PendingAction };
    events: LoginGateEvent | SlotEvent;
    tags: 'asking login' | 'asking unlock';
    emitted: { type: 'notice'; problem: Problem };
  },
  actors: {
    'follow account': callbackSlot('follow account'),
    'tell area': promiseSlot<void, GatedAct>('tell area'),
  },
  guards: {
    'is possible': ({ context: { account, action } }) =>
      action.need === 'login' ? account !== 'visitor' : mayDo('sign', account).allowed,
    'is locked': ({ context }) => context.account === 'locked',
  },
  actions: {
    'note account': assign({ account: (_, { state }: { state: AccountState }) => state }),
    'note action': assign({ action: (_, { action }: { action: PendingAction }) => action }),
    'forget action': assign({ action: NOTHING }),
    'tell of failure': emit((_, { problem }: { problem: Problem }) => ({ type: 'notice' as const, problem })),
  },
}).createMachine({
  id: 'login-gate',
  context: { account: 'visitor', action: NOTHING },
  invoke: {
    id: 'follow account',
    src: 'follow account',
    onError: '.blind',
  },
  initial: 'closed',
  on: {
    'gate.require': {
      target: '.pending',
      actions: { type: 'note action', params: ({ event }) => event },
    },
    'account.is': { actions: { type: 'note account', params: ({ event }) => event } },
  },
  states: {
    closed: { entry: 'forget action' },
    blind: {
      description: 'The account can no longer be followed: everything that needs a login asks for one.',
      entry: 'forget action',
    },
    pending: {
      on: {
        'gate.cancel': 'closed',
        'account.is': { target: '.deciding', actions: { type: 'note account', params: ({ event }) => event } },
      },
      initial: 'deciding',
      states: {
        deciding: {
          always: [
            { guard: 'is possible', target: 'running' },
            { guard: 'is locked', target: 'askingUnlock' },
            { target: 'askingLogin' },
          ],
        },
        askingLogin: { tags: 'asking login' },
        askingUnlock: { tags: 'asking unlock' },
        running: {
          on: { 'account.is': { actions: { type: 'note account', params: ({ event }) => event } } },
          invoke: {
            id: 'tell area',
            src: 'tell area',
            input: ({ context: { action } }) => ({ area: action.area, event: action.event }),
            onDone: '#login-gate.closed',
            onError: {
              target: '#login-gate.closed',
              actions: { type: 'tell of failure', params: ({ event }) => ({ problem: problemOf(event.error) }) },
            },
          },
        },
      },
    },
  },
});
