import { and, assign, setup } from 'xstate';
import { WALLET_CONNECT_ATTEMPTS, WALLET_RETRY_MS } from '#domain/wallet/wallet-limits.ts';
import type { WalletBudget } from '#domain/wallet/nwc.ts';
import { endsPairing, isFault, isPassing, walletProblemOf, type WalletProblem } from '#domain/wallet/wallet-problem.ts';
import type { ConnectedWallet, WalletKind, WalletWish } from '#domain/wallet/wallet.ts';
import { actionSlot, callbackSlot, guardSlot, promiseSlot } from '#machines/slots.ts';
import { nwcServiceMachine } from './nwc-service.machine.ts';

/** What the slot `mind wallet` tells of the one that is connected. `balance` in sats. */
export type MindFact =
  | { type: 'balance.changed'; balance: number }
  | { type: 'balance.failed'; problem: WalletProblem }
  /** undefined: the wallet sets no bounds */
  /** of the wallet of a browser, which can go away and come back (WEBLN-02) */
  | { type: 'provider.ready' }
  | { type: 'provider.missing' }
  | { type: 'budget.changed'; budget: WalletBudget | undefined }
  | { type: 'wallet.lost'; problem: WalletProblem };

/** What the slot `watch account` tells: whose wallet it is has left, or it is saved no more. */
export type AccountFact = { type: 'account.left' } | { type: 'wallet.removed'; id: string };

export type WalletConnectionEvent =
  | MindFact
  | AccountFact
  | { type: 'wallet.connect'; wish: WalletWish }
  /** by hand: no wallet connects by itself until one was connected by hand */
  | { type: 'wallet.disconnect' }
  /** stops connecting; `byHand`: a saved one, which is not to come back by itself either */
  | { type: 'wallet.cancel'; byHand?: boolean }
  | { type: 'wallet.renamed'; id: string; name: string };

type Context = {
  /** what is being connected; a code in it is sealed, and empty once it was tried */
  wish: WalletWish | undefined;
  attempts: number;
  wallet: ConnectedWallet | undefined;
  /** what was connected when another one was to be, until that is: it comes back when the other one does not */
  former: ConnectedWallet | undefined;
  /** of the last connect, or of the wallet that was connected */
  problem: WalletProblem | undefined;
  /** the kind of the wallet that could not be connected; undefined when the problem is not of a connect */
  failed: WalletKind | undefined;
  /** id of the saved one that could not be connected and is of no use any more, or was removed while it was connected */
  useless: string | undefined;
};

type Failure = { error: unknown };

/** The kind of the wallet that is wished. */
const kindOfWish = (wish: WalletWish | undefined): WalletKind =>
  (wish?.kind === 'saved' ? wish.of : wish?.kind) === 'webln' ? 'webln' : 'nwc';

/** The id of what was saved and is of no use any more. */
const uselessOf = ({ wish }: Context, { error }: Failure): string | undefined =>
  wish?.kind === 'saved' && endsPairing(walletProblemOf(error)) ? wish.id : undefined;

/** The one wallet that pays: a remote one (NIP-47) or that of the browser (WALLET-15). */
export const walletConnectionMachine = setup({
  types: {} as {
    context: Context;
    events: WalletConnectionEvent;
    children: { 'nwc-service': 'nwc-service' };
    tags: 'disconnected' | 'connecting' | 'connected' | 'not ready';
  },
  actors: {
    'watch account': callbackSlot<AccountFact>('watch account'),
    connect: promiseSlot<ConnectedWallet, { wish: WalletWish | undefined; attempt: number }>('connect'),
    'mind wallet': callbackSlot<MindFact>('mind wallet'),
    'nwc-service': nwcServiceMachine,
  },
  guards: {
    'may be tried again': ({ context }, { error }: Failure) =>
      context.attempts < WALLET_CONNECT_ATTEMPTS && context.wish?.kind !== 'webln' && isPassing(walletProblemOf(error)),
    'is useless': ({ context }, failure: Failure) => uselessOf(context, failure) !== undefined,
    'stays away': ({ context: { wish, former } }, { byHand = false }: { byHand?: boolean }) =>
      byHand && wish?.kind === 'saved' && former === undefined,
    'is remote': ({ context }) => context.wallet?.kind === 'nwc',
    'is this one': ({ context }, { id }: { id: string }) => context.wallet?.id === id,
    /** the one that was set aside is not the one that was turned away just now */
    'former is another': ({ context: { wish, former, problem } }) =>
      !(wish?.kind === 'saved' && wish.id === former?.id && problem !== undefined && endsPairing(problem)),
    /** it can still be reached */
    'former is there': guardSlot('former is there'),
    'former comes back': and(['former is another', 'former is there']),
  },
  actions: {
    'note wish': assign(({ context: { wallet, former } }, { wish }: { wish: WalletWish }) => ({
      wish,
      attempts: 1,
      problem: undefined,
      useless: undefined,
      former: wallet ?? former,
    })),
    'count attempt': assign({ attempts: ({ context }) => context.attempts + 1 }),
    'note wallet': assign((_, wallet: ConnectedWallet) => ({
      wallet,
      wish: undefined,
      former: undefined,
      problem: undefined,
    })),
    'note former': assign(({ context: { former } }) => ({ wallet: former, wish: undefined, former: undefined })),
    'note balance': assign({
      wallet: ({ context: { wallet } }, { balance }: { balance: number }) =>
        wallet && { ...wallet, balance, balanceProblem: undefined },
    }),
    /** one of before would pass for that of now */
    'note that balance is unknown': assign({
      wallet: ({ context: { wallet } }, { problem }: { problem: WalletProblem }) =>
        wallet && { ...wallet, balance: undefined, balanceProblem: problem },
    }),
    'note budget': assign({
      wallet: ({ context: { wallet } }, { budget }: { budget: WalletBudget | undefined }) =>
        wallet && { ...wallet, budget },
    }),
    'note name': assign({
      wallet: ({ context: { wallet } }, { name }: { name: string }) => wallet && { ...wallet, name },
    }),
    'note problem': assign((_, { problem }: { problem: WalletProblem }) => ({
      problem,
      failed: undefined,
      useless: undefined,
    })),
    'note failed connect': assign(({ context }, failure: Failure) => ({
      problem: walletProblemOf(failure.error),
      failed: kindOfWish(context.wish),
      useless: uselessOf(context, failure),
    })),
    'forget problem': assign({ problem: undefined, useless: undefined }),
    'note removal': assign((_, { id }: { id: string }) => ({ useless: id })),
    'put wallet away': assign({ wallet: undefined }),
    'forget wallet': assign({ wallet: undefined, wish: undefined, former: undefined }),
    /** keeps what is connected outside for the way back; what is being connected ends */
    'set wallet aside': actionSlot('set wallet aside'),
    'take former back': actionSlot('take former back'),
    'let former go': actionSlot('let former go'),
    /** ends what the connection has outside */
    'drop wallet': actionSlot('drop wallet'),
    'forget stored': actionSlot<{ id: string; isFault: boolean }>('forget stored'),
    'remember that it was by hand': actionSlot<{ byHand: boolean }>('remember that it was by hand'),
  },
  delays: { retry: WALLET_RETRY_MS },
}).createMachine({
  id: 'wallet-connection',
  context: {
    wish: undefined,
    attempts: 0,
    wallet: undefined,
    former: undefined,
    problem: undefined,
    failed: undefined,
    useless: undefined,
  },
  invoke: { id: 'account', src: 'watch account', onError: '.disconnected' },
  initial: 'disconnected',
  on: {
    'wallet.connect': {
      target: '.connecting',
      actions: ['set wallet aside', { type: 'note wish', params: ({ event }) => event }],
    },
    'account.left': { target: '.disconnected', actions: 'forget problem' },
  },
  states: {
    disconnected: { tags: 'disconnected', entry: ['forget wallet', 'drop wallet'] },
    connecting: {
      tags: 'connecting',
      entry: 'put wallet away',
      on: {
        'wallet.cancel': [
          {
            guard: { type: 'stays away', params: ({ event }) => event },
            target: '.over',
            actions: { type: 'remember that it was by hand', params: { byHand: true } },
          },
          { target: '.over' },
        ],
        'wallet.disconnect': 'disconnected',
      },
      initial: 'attempting',
      states: {
        attempting: {
          invoke: {
            id: 'connect',
            src: 'connect',
            input: ({ context: { wish, attempts } }) => ({ wish, attempt: attempts }),
            onDone: {
              target: '#wallet-connection.connected',
              actions: [
                { type: 'note wallet', params: ({ event }) => event.output },
                'let former go',
                { type: 'remember that it was by hand', params: { byHand: false } },
              ],
            },
            onError: [
              { guard: { type: 'may be tried again', params: ({ event }) => event }, target: 'resting' },
              {
                guard: { type: 'is useless', params: ({ event }) => event },
                target: 'over',
                actions: [
                  { type: 'note failed connect', params: ({ event }) => event },
                  {
                    type: 'forget stored',
                    params: ({ context, event }) => ({
                      id: uselessOf(context, event) ?? '',
                      isFault: isFault(walletProblemOf(event.error)),
                    }),
                  },
                ],
              },
              {
                target: 'over',
                actions: { type: 'note failed connect', params: ({ event }) => event },
              },
            ],
          },
        },
        resting: { after: { retry: { target: 'attempting', actions: 'count attempt' } } },
        over: {
          description: 'It is not to be, or cannot be: what was connected before is again.',
          always: [
            {
              guard: 'former comes back',
              target: '#wallet-connection.connected',
              actions: ['take former back', 'note former'],
            },
            { target: '#wallet-connection.disconnected' },
          ],
        },
      },
    },
    connected: {
      tags: 'connected',
      exit: 'forget problem',
      invoke: {
        id: 'mind wallet',
        src: 'mind wallet',
        onError: {
          target: 'disconnected',
          actions: { type: 'note problem', params: ({ event }) => ({ problem: walletProblemOf(event.error) }) },
        },
      },
      on: {
        'balance.changed': { actions: { type: 'note balance', params: ({ event }) => event } },
        'balance.failed': { actions: { type: 'note that balance is unknown', params: ({ event }) => event } },
        'budget.changed': { actions: { type: 'note budget', params: ({ event }) => event } },
        'wallet.renamed': {
          guard: { type: 'is this one', params: ({ event }) => event },
          actions: { type: 'note name', params: ({ event }) => event },
        },
        'wallet.removed': {
          target: 'disconnected',
          actions: { type: 'note removal', params: ({ event }) => event },
        },
        'wallet.lost': { target: 'disconnected', actions: { type: 'note problem', params: ({ event }) => event } },
        'wallet.disconnect': {
          target: 'disconnected',
          actions: { type: 'remember that it was by hand', params: { byHand: true } },
        },
      },
      initial: 'choosing',
      states: {
        choosing: { always: [{ guard: 'is remote', target: 'nwc' }, { target: 'webln' }] },
        nwc: { invoke: { id: 'nwc-service', src: 'nwc-service' } },
        webln: {
          initial: 'initial',
          on: { 'provider.ready': '.ready', 'provider.missing': '.failed' },
          states: {
            initial: { description: 'It was there when it was connected; nobody has looked since.' },
            ready: {},
            failed: { description: 'The browser offers it no more.', tags: 'not ready' },
          },
        },
      },
    },
  },
});
