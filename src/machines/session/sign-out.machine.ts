import { assign, setup } from 'xstate';
import type { Problem } from '#domain/problem.ts';
import { reasonOf } from '#domain/session/key-problem.ts';
import { callbackSlot, promiseSlot } from '#machines/slots.ts';

export type SignOutEvent =
  /** `saved`: logged in by a secret key that is saved on this device (LOGIN-38) */
  | { type: 'signOut.open'; pubkey: string; saved: boolean }
  | { type: 'signOut.confirm' }
  /** sign out and delete the saved key */
  | { type: 'signOut.delete' }
  | { type: 'signOut.close' };

type SlotEvent =
  /** the account is no longer the one logged in */
  | { type: 'account.changed' }
  /** whether its key is saved, perhaps by another tab */
  | { type: 'key.is'; saved: boolean };

const noted = {
  actions: { type: 'note whether it is saved', params: ({ event }: { event: { saved: boolean } }) => event },
} as const;
/** What another tab does with the key changes the question. */
const keyIs = { ...noted, target: 'asking' } as const;

/**
 * Asks before signing out: with a saved key whether to keep it (LOGIN-38, LOGIN-39), else only for a confirmation
 * (LOGIN-40). A saved key that cannot be deleted keeps the user signed in.
 */
export const signOutMachine = setup({
  types: {} as {
    context: { pubkey: string; saved: boolean; problem: Problem | undefined };
    events: SignOutEvent | SlotEvent;
    tags: 'open' | 'two choices' | 'one choice' | 'busy' | 'done';
  },
  actors: {
    'watch account': callbackSlot('watch account'),
    'delete saved key': promiseSlot<void, { pubkey: string }>('delete saved key'),
    'sign out': promiseSlot<void>('sign out'),
  },
  guards: { 'is saved': ({ context }) => context.saved },
  actions: {
    'note account': assign((_, { pubkey, saved }: { pubkey: string; saved: boolean }) => ({
      pubkey,
      saved,
      problem: undefined,
    })),
    'note whether it is saved': assign({ saved: (_, { saved }: { saved: boolean }) => saved }),
    'forget message': assign({ problem: undefined }),
    'keep failure': assign({ problem: { code: 'sign-out-failed' } }),
    'keep problem': assign({
      problem: (_, { error }: { error: unknown }) => ({ code: 'key-not-deleted' as const, because: reasonOf(error) }),
    }),
  },
}).createMachine({
  id: 'sign-out',
  context: { pubkey: '', saved: false, problem: undefined },
  initial: 'closed',
  states: {
    closed: {
      on: { 'signOut.open': { target: 'open', actions: { type: 'note account', params: ({ event }) => event } } },
    },
    open: {
      tags: 'open',
      invoke: { id: 'watch account', src: 'watch account', onError: 'closed' },
      on: { 'account.changed': 'done', 'key.is': noted },
      initial: 'asking',
      states: {
        asking: { always: [{ guard: 'is saved', target: 'twoChoices' }, { target: 'oneChoice' }] },
        twoChoices: {
          tags: 'two choices',
          on: {
            'signOut.confirm': 'leaving',
            'signOut.delete': 'deleting',
            'signOut.close': '#sign-out.closed',
            'key.is': keyIs,
          },
        },
        oneChoice: {
          tags: 'one choice',
          on: { 'signOut.confirm': 'leaving', 'signOut.close': '#sign-out.closed', 'key.is': keyIs },
        },
        deleting: {
          tags: 'busy',
          entry: 'forget message',
          description: 'It cannot be taken back, so the form stays.',
          invoke: {
            id: 'delete saved key',
            src: 'delete saved key',
            input: ({ context }) => ({ pubkey: context.pubkey }),
            onDone: 'leaving',
            onError: {
              target: 'asking',
              actions: { type: 'keep problem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        leaving: {
          tags: 'busy',
          invoke: {
            id: 'sign out',
            src: 'sign out',
            onDone: '#sign-out.done',
            onError: { target: 'asking', actions: 'keep failure' },
          },
        },
      },
    },
    done: {
      tags: 'done',
      on: { 'signOut.open': { target: 'open', actions: { type: 'note account', params: ({ event }) => event } } },
    },
  },
});
