import { assign, setup } from 'xstate';
import { walletProblemOf, type WalletProblem } from '#domain/wallet/wallet-problem.ts';
import { actionSlot, promiseSlot } from '#machines/slots.ts';

export type SavedWalletsEvent =
  /** `connected`: the one that is chosen at first */
  | { type: 'saved.open'; connected?: string | undefined }
  | { type: 'saved.close' }
  | { type: 'saved.choose'; id: string }
  /** connects the chosen one */
  | { type: 'saved.submit' }
  | { type: 'saved.rename'; id: string; name: string }
  | { type: 'saved.remove'; id: string }
  | { type: 'saved.confirm' }
  | { type: 'saved.keep' };

type Context = {
  chosen: string | undefined;
  /** what is to be removed, until that is confirmed */
  leaving: string | undefined;
  /** 'none-chosen': WALLET-37 */
  problem: WalletProblem | { readonly code: 'none-chosen' } | undefined;
};

const OPENING = {
  target: 'open',
  actions: { type: 'begin with', params: ({ event }: { event: { connected?: string | undefined } }) => event },
} as const;

/** The list of saved wallets (WALLET-36): one is chosen and connected, renamed or removed. The list is kept beside it. */
export const savedWalletsMachine = setup({
  types: {} as { context: Context; events: SavedWalletsEvent; tags: 'open' | 'busy' | 'asking' | 'done' },
  actors: {
    'connect wallet': promiseSlot<void, { id: string }>('connect wallet'),
    'remove wallet': promiseSlot<void, { id: string }>('remove wallet'),
  },
  guards: { 'has choice': ({ context }) => context.chosen !== undefined },
  actions: {
    'begin with': assign({ chosen: (_, { connected }: { connected?: string | undefined }) => connected }),
    choose: assign((_, { id }: { id: string }) => ({ chosen: id, problem: undefined })),
    'note leaving': assign((_, { id }: { id: string }) => ({ leaving: id, problem: undefined })),
    'forget choice': assign({ chosen: undefined, leaving: undefined, problem: undefined }),
    'forget removed': assign({
      chosen: ({ context: { chosen, leaving } }) => (chosen === leaving ? undefined : chosen),
      leaving: undefined,
    }),
    'ask for choice': assign({ problem: { code: 'none-chosen' } as const }),
    'note problem': assign({ problem: (_, { error }: { error: unknown }) => walletProblemOf(error) }),
    'forget problem': assign({ problem: undefined }),
    'rename wallet': actionSlot<{ id: string; name: string }>('rename wallet'),
    'stop connecting': actionSlot('stop connecting'),
  },
}).createMachine({
  id: 'saved-wallets',
  context: { chosen: undefined, leaving: undefined, problem: undefined },
  initial: 'closed',
  states: {
    closed: { entry: 'forget choice', on: { 'saved.open': OPENING } },
    done: {
      description: 'One was connected: the list goes.',
      tags: 'done',
      entry: 'forget choice',
      on: { 'saved.open': OPENING, 'saved.close': 'closed' },
    },
    open: {
      tags: 'open',
      initial: 'choosing',
      on: { 'saved.close': 'closed' },
      states: {
        choosing: {
          on: {
            'saved.choose': { actions: { type: 'choose', params: ({ event }) => event } },
            'saved.submit': [{ guard: 'has choice', target: 'connecting' }, { actions: 'ask for choice' }],
            'saved.rename': { actions: { type: 'rename wallet', params: ({ event }) => event } },
            'saved.remove': { target: 'asking', actions: { type: 'note leaving', params: ({ event }) => event } },
          },
        },
        asking: {
          tags: 'asking',
          on: { 'saved.confirm': 'removing', 'saved.keep': { target: 'choosing', actions: 'forget removed' } },
        },
        removing: {
          tags: ['asking', 'busy'],
          invoke: {
            id: 'remove wallet',
            src: 'remove wallet',
            input: ({ context }) => ({ id: context.leaving! }),
            onDone: { target: 'choosing', actions: 'forget removed' },
            onError: {
              target: 'choosing',
              actions: ['forget removed', { type: 'note problem', params: ({ event }) => event }],
            },
          },
        },
        connecting: {
          tags: 'busy',
          entry: 'forget problem',
          on: { 'saved.close': { target: '#saved-wallets.closed', actions: 'stop connecting' } },
          invoke: {
            id: 'connect wallet',
            src: 'connect wallet',
            input: ({ context }) => ({ id: context.chosen! }),
            onDone: '#saved-wallets.done',
            onError: { target: 'choosing', actions: { type: 'note problem', params: ({ event }) => event } },
          },
        },
      },
    },
  },
});
