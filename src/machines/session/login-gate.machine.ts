import { assign, setup, type AnyEventObject } from 'xstate';
import { mayDo, type AccountState } from '#domain/session/account.ts';
import { callbackSlot, promiseSlot } from '#machines/slots.ts';

/** An action that waits for a login; what it does is kept outside, under its id. */
export type PendingAction = {
  readonly id: number;
  /** whether being logged in is enough for it, or a signature is needed */
  readonly need: 'login' | 'sign';
  /** the word of its button, as in 'Unlock & Like' */
  readonly title: string;
};

export type LoginGateEvent = { type: 'gate.require'; action: PendingAction } | { type: 'gate.cancel' };

type SlotEvent = { type: 'account.is'; state: AccountState };

const NOTHING: PendingAction = { id: 0, need: 'sign', title: '' };

/**
 * Lets an action through when it is possible, else asks for a login or for the passphrase first (LOGIN-05). The action runs
 * after the login (LOGIN-06) and is dropped on cancel (LOGIN-07); a newer one takes the place of one that waits.
 */
export const loginGateMachine = setup({
  types: {} as {
    context: { account: AccountState; action: PendingAction };
    events: LoginGateEvent | SlotEvent;
    tags: 'asking login' | 'asking unlock';
  },
  actors: {
    'follow account': callbackSlot('follow account'),
    'hold action': callbackSlot<AnyEventObject, { id: number }>('hold action'),
    'run action': promiseSlot<void, { id: number }>('run action'),
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
      invoke: {
        id: 'hold action',
        src: 'hold action',
        input: ({ context }) => ({ id: context.action.id }),
        onError: 'closed',
      },
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
            id: 'run action',
            src: 'run action',
            input: ({ context }) => ({ id: context.action.id }),
            onDone: '#login-gate.closed',
            onError: '#login-gate.closed',
          },
        },
      },
    },
  },
});
