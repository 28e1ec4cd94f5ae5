import { assign, enqueueActions, setup, type DoneActorEvent, type ErrorActorEvent } from 'xstate';
import { LEDGER_AGAIN_MS } from '#domain/ecash/ecash-limits.ts';
import { ecashProblemOf, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import type { OperationKind, OperationPhase } from '#domain/ecash/ledger/operation.ts';
import {
  fromUser,
  loginGuards,
  loginWatch,
  noteSigning,
  visitor,
  type Login,
  type LoginFact,
} from '#machines/session/login-watch.ts';
import { actionSlot, callbackSlot, promiseSlot } from '#machines/slots.ts';
import { consolidationMachine } from './consolidation.machine.ts';
import { depositMachine } from './deposit.machine.ts';
import { ecashReadingMachine } from './ecash-reading.machine.ts';
import { ecashSyncMachine } from './ecash-sync.machine.ts';
import { leadingTabMachine, type LeadFact } from './leading-tab.machine.ts';
import { mintLinkMachine, type MintLinkInput } from './mint-link.machine.ts';
import { dutyMachine } from './duty.machine.ts';
import { offerMachine, type OfferInput } from './offer.machine.ts';
import { proofReservationMachine } from './proof-reservation.machine.ts';

/** An operation of the ledger that is not over, as its chart begins. */
export type OpenOperation = {
  readonly operation: string;
  readonly kind: OperationKind;
  readonly phase: OperationPhase;
  readonly mint: string;
  /** of what waits for an invoice */
  readonly quote?: string | undefined;
  /** it was written down just now, by this visit or by another tab for which this one acts */
  readonly isFresh: boolean;
};

/** What the slots tell: which tab acts, what other tabs began, that the worker died, which mints are used. */
export type EcashFact =
  | LeadFact
  | { type: 'wallet.made' }
  | { type: 'worker.lost' }
  | { type: 'mints.changed'; mints: readonly MintLinkInput[] }
  /** which offers of one's own are looked after */
  | { type: 'offers.changed'; offers: readonly OfferInput[] }
  /** the network is back, the tab is looked at, a mint answers again */
  | { type: 'occasion' }
  /** written down, by this tab or by one for which it acts */
  | { type: 'operation.begun'; operation: OpenOperation }
  /** the user wants to know now */
  | { type: 'operation.look'; operation: string };

export type EcashEvent =
  | EcashFact
  | LoginFact
  | { type: 'ecash.retry' }
  /** everything of the wallet was removed from this browser */
  | { type: 'wallet.gone' }
  | DoneActorEvent
  | ErrorActorEvent;

type Context = {
  pubkey: string;
  signing: Login['signing'];
  problem: EcashProblem | undefined;
  /** operations with a chart of their own, and mints */
  operations: readonly string[];
  mints: readonly string[];
  /** offers of one's own, by the names of their charts */
  offers: readonly string[];
  /** what this tab began while another one acts */
  begun: readonly string[];
};

type Found = { readonly operations: readonly OpenOperation[] };
type Named = { readonly operation: string };

/** What a tab asks of the one that acts. */
export type TabWish = { readonly type: 'begun' | 'look'; readonly operations: readonly string[] };

const login = ({ event }: { event: LoginFact }) => event;
const mine = ({ context: { pubkey } }: { context: Context }) => ({ pubkey });
/** One that is used no more has a chart of its own. */
const offerId = ({ offer, isClosed }: OfferInput) => `${isClosed ? 'late ' : ''}offer ${offer}`;
const mintId = (mint: string) => `mint ${mint}`;
const isInvoice = ({ kind, quote }: OpenOperation) => kind === 'deposit' && quote !== undefined;

const locked = { guard: { type: 'is locked now', params: login }, target: 'locked', actions: noteSigning } as const;
const unlocked = { guard: { type: 'can open now', params: login }, target: 'opening', actions: noteSigning } as const;

/**
 * The ecash of whoever is logged in: whether there is a wallet, whether it is open, and which tab acts for it. That tab leads
 * everything in the ledger that is not over, each thing by a chart of its own; the others show the ledger, and write down what
 * they begin. What holds the secrets, and the money itself, is kept beside the chart.
 */
export const ecashMachine = setup({
  types: {} as {
    context: Context;
    events: EcashEvent;
    tags: 'looking' | 'none' | 'locked' | 'opening' | 'open' | 'acts' | 'follows' | 'read only' | 'attention';
  },
  actors: {
    'watch login': callbackSlot('watch login'),
    'find wallet': promiseSlot<boolean, { pubkey: string }>('find wallet'),
    'await wallet': callbackSlot<EcashFact, { pubkey: string }>('await wallet'),
    'open wallet': promiseSlot<void, { pubkey: string }>('open wallet'),
    'watch worker': callbackSlot<EcashFact, { pubkey: string }>('watch worker'),
    lead: leadingTabMachine,
    'hear tabs': callbackSlot<EcashFact, { pubkey: string }>('hear tabs'),
    'watch occasions': callbackSlot<EcashFact>('watch occasions'),
    'watch mints': callbackSlot<EcashFact, { pubkey: string }>('watch mints'),
    'watch offers': callbackSlot<EcashFact, { pubkey: string }>('watch offers'),
    'find operations': promiseSlot<readonly OpenOperation[], { pubkey: string; begun: readonly string[] }>(
      'find operations',
    ),
    consolidation: consolidationMachine,
    'ecash-reading': ecashReadingMachine,
    'nutzap list': dutyMachine,
    'nutzap giving': dutyMachine,
    'message list': dutyMachine,
    'address taking': dutyMachine,
    'nutzap taking': dutyMachine,
    'ecash-sync': ecashSyncMachine,
    deposit: depositMachine,
    'proof-reservation': proofReservationMachine,
    'mint-link': mintLinkMachine,
    offer: offerMachine,
  },
  guards: {
    ...loginGuards,
    'can open now': ({ context }, { pubkey, signing }: Login) => pubkey === context.pubkey && signing === 'possible',
    'is locked now': ({ context }, { pubkey, signing }: Login) => pubkey === context.pubkey && signing !== 'possible',
    'can open': ({ context }, { exists }: { exists: boolean }) => exists && context.signing === 'possible',
    'there is one': (_, { exists }: { exists: boolean }) => exists,
    'is one': ({ context }, { id }: { id: string }) => context.operations.includes(id),
    'is read only': (_, { readOnly }: { readOnly: boolean }) => readOnly,
  },
  actions: {
    'lead operations': actionSlot<Found>('lead operations'),
    'look again': actionSlot<{ readonly operation?: string }>('look again'),
    'link mints': actionSlot<{ readonly mints: readonly MintLinkInput[] }>('link mints'),
    'link offers': actionSlot<{ readonly offers: readonly OfferInput[] }>('link offers'),
    'try silent mints': actionSlot<{ pubkey: string }>('try silent mints'),
    'end operation': actionSlot<{ readonly id: string }>('end operation'),
    'end all': actionSlot<{ pubkey: string }>('end all'),
    'note user': assign((_, { pubkey = '', signing }: Login) => ({ pubkey, signing, problem: undefined, begun: [] })),
    'forget user': assign({ pubkey: '', problem: undefined, begun: [] }),
    'note signing': assign((_, { signing }: Login) => ({ signing })),
    'note problem': assign((_, { problem }: { problem: EcashProblem }) => ({ problem })),
    'forget problem': assign({ problem: undefined }),
    'note begun': assign(({ context }, { operation }: Named) => ({ begun: [...context.begun, operation] })),
    'forget begun': assign({ begun: [] }),
    /** the secrets of the wallet are forgotten, and nothing else */
    'close wallet': actionSlot<{ pubkey: string }>('close wallet'),
    /** the tab that acts is told what this one began, or wants to know */
    'pass on': actionSlot<{ readonly pubkey: string; readonly wish: TabWish }>('pass on'),
  },
  delays: { untilAgain: LEDGER_AGAIN_MS },
})
  .createMachine({
    id: 'ecash',
    context: { pubkey: '', signing: 'locked', problem: undefined, operations: [], mints: [], offers: [], begun: [] },
    type: 'parallel',
    states: {
      login: loginWatch,
      wallet: {
        initial: 'visitor',
        states: {
          visitor,
          user: {
            initial: 'looking',
            exit: { type: 'close wallet', params: mine },
            on: {
              'login.changed': [...fromUser('visitor'), { actions: noteSigning }],
              'wallet.gone': { target: '.looking', actions: { type: 'close wallet', params: mine } },
            },
            states: {
              looking: {
                tags: 'looking',
                invoke: {
                  id: 'find wallet',
                  src: 'find wallet',
                  input: mine,
                  onDone: [
                    {
                      guard: { type: 'can open', params: ({ event }) => ({ exists: event.output }) },
                      target: 'opening',
                    },
                    {
                      guard: { type: 'there is one', params: ({ event }) => ({ exists: event.output }) },
                      target: 'locked',
                    },
                    { target: 'none' },
                  ],
                  onError: {
                    target: 'attention',
                    actions: { type: 'note problem', params: { problem: { code: 'ledger-storage' } } },
                  },
                },
              },
              none: {
                tags: 'none',
                invoke: { id: 'await wallet', src: 'await wallet', input: mine, onError: 'attention' },
                on: { 'wallet.made': 'looking' },
              },
              locked: {
                tags: 'locked',
                entry: { type: 'close wallet', params: mine },
                on: { 'login.changed': unlocked },
                description:
                  'What is there can be shown. Nothing of it can be spent before the key of the account is unlocked.',
              },
              opening: {
                tags: 'opening',
                invoke: {
                  id: 'open wallet',
                  src: 'open wallet',
                  input: mine,
                  onDone: { target: 'open', actions: 'forget problem' },
                  onError: {
                    target: 'attention',
                    actions: {
                      type: 'note problem',
                      params: ({ event }) => ({ problem: ecashProblemOf(event.error) }),
                    },
                  },
                },
                on: { 'login.changed': locked },
              },
              open: {
                initial: 'electing',
                tags: 'open',
                invoke: [
                  { id: 'watch worker', src: 'watch worker', input: mine, onError: 'attention' },
                  {
                    id: 'lead',
                    src: 'lead',
                    input: ({ context: { pubkey }, self }) => ({ pubkey, parent: self }),
                    onError: 'attention',
                  },
                  { id: 'nutzap list', src: 'nutzap list', input: mine },
                  { id: 'nutzap giving', src: 'nutzap giving', input: mine },
                  { id: 'nutzap taking', src: 'nutzap taking', input: mine },
                  { id: 'message list', src: 'message list', input: mine },
                  { id: 'address taking', src: 'address taking', input: mine },
                ],
                on: {
                  'login.changed': locked,
                  'worker.lost': 'opening',
                  'lead.won': '.acting',
                  'lead.elsewhere': [
                    { guard: { type: 'is read only', params: ({ event }) => event }, target: '.read only' },
                    { target: '.following' },
                  ],
                  'lead.left': '.electing',
                  'operation.begun': {
                    actions: {
                      type: 'note begun',
                      params: ({ event }) => ({ operation: event.operation.operation }),
                    },
                  },
                },
                states: {
                  electing: { description: 'Another tab may act already, and may do so while this page is stopped.' },
                  following: {
                    tags: 'follows',
                    description:
                      'Another tab acts. This one shows the ledger, and takes its place within a moment when it is gone.',
                    entry: {
                      type: 'pass on',
                      params: ({ context: { pubkey, begun } }) => ({
                        pubkey,
                        wish: { type: 'begun', operations: begun },
                      }),
                    },
                    on: {
                      'operation.begun': {
                        actions: [
                          { type: 'note begun', params: ({ event }) => ({ operation: event.operation.operation }) },
                          {
                            type: 'pass on',
                            params: ({ context: { pubkey }, event }) => ({
                              pubkey,
                              wish: { type: 'begun', operations: [event.operation.operation] },
                            }),
                          },
                        ],
                      },
                      'operation.look': {
                        actions: {
                          type: 'pass on',
                          params: ({ context: { pubkey }, event: { operation } }) => ({
                            pubkey,
                            wish: { type: 'look', operations: [operation] },
                          }),
                        },
                      },
                    },
                  },
                  'read only': {
                    tags: ['follows', 'read only'],
                    description: 'This browser cannot say when another tab is gone: only one of them acts.',
                  },
                  acting: {
                    tags: 'acts',
                    exit: { type: 'end all', params: mine },
                    initial: 'recovering',
                    invoke: [
                      { id: 'hear tabs', src: 'hear tabs', input: mine },
                      { id: 'watch occasions', src: 'watch occasions' },
                      { id: 'watch mints', src: 'watch mints', input: mine },
                      { id: 'watch offers', src: 'watch offers', input: mine },
                      { id: 'consolidation', src: 'consolidation' },
                      { id: 'ecash-reading', src: 'ecash-reading', input: mine },
                      { id: 'ecash-sync', src: 'ecash-sync' },
                    ],
                    on: {
                      'mints.changed': { actions: { type: 'link mints', params: ({ event }) => event } },
                      'offers.changed': { actions: { type: 'link offers', params: ({ event }) => event } },
                      'operation.begun': {
                        actions: {
                          type: 'lead operations',
                          params: ({ event: { operation } }) => ({ operations: [operation] }),
                        },
                      },
                      'operation.look': { actions: { type: 'look again', params: ({ event }) => event } },
                      'xstate.done.actor.*': {
                        guard: { type: 'is one', params: ({ event }) => ({ id: event.actorId }) },
                        actions: { type: 'end operation', params: ({ event }) => ({ id: event.actorId }) },
                      },
                      'xstate.error.actor.*': {
                        guard: { type: 'is one', params: ({ event }) => ({ id: event.actorId }) },
                        actions: { type: 'end operation', params: ({ event }) => ({ id: event.actorId }) },
                      },
                    },
                    states: {
                      recovering: {
                        description: 'What an earlier visit, or another tab, left in the middle goes on.',
                        invoke: {
                          id: 'find operations',
                          src: 'find operations',
                          input: ({ context: { pubkey, begun } }) => ({ pubkey, begun }),
                          onDone: {
                            target: 'ready',
                            actions: [
                              { type: 'lead operations', params: ({ event }) => ({ operations: event.output }) },
                              'forget begun',
                            ],
                          },
                          onError: 'stalled',
                        },
                      },
                      ready: {
                        on: {
                          occasion: {
                            target: 'recovering',
                            actions: [
                              { type: 'look again', params: {} },
                              { type: 'try silent mints', params: mine },
                            ],
                          },
                        },
                      },
                      stalled: {
                        description: 'The ledger could not be read.',
                        after: { untilAgain: 'recovering' },
                      },
                    },
                  },
                },
              },
              attention: {
                tags: 'attention',
                description: 'There is a wallet, and it cannot be opened. Nothing is lost.',
                on: { 'ecash.retry': 'looking', 'login.changed': [locked, unlocked] },
              },
            },
          },
        },
      },
    },
  })
  .provide({
    actions: {
      'lead operations': enqueueActions(({ context, enqueue }, { operations }: Found) => {
        const fresh = operations.filter(({ operation }) => !context.operations.includes(operation));
        for (const one of fresh) {
          const { operation, mint, quote, phase, isFresh } = one;
          if (isInvoice(one))
            enqueue.spawnChild('deposit', {
              id: operation,
              input: { operation, mint, quote: quote ?? '', isOld: !isFresh },
            });
          else enqueue.spawnChild('proof-reservation', { id: operation, input: { operation, phase, isFresh } });
        }
        enqueue.assign({ operations: [...context.operations, ...fresh.map(({ operation }) => operation)] });
      }),
      'look again': enqueueActions(({ context, enqueue }, { operation }: { readonly operation?: string }) => {
        const all = [...context.operations, ...context.offers];
        const wanted =
          operation === undefined ? all : all.filter((id) => [operation, `offer ${operation}`].includes(id));
        for (const id of wanted) enqueue.sendTo(id, { type: 'operation.look' });
      }),
      'link mints': enqueueActions(({ context, enqueue }, { mints }: { readonly mints: readonly MintLinkInput[] }) => {
        const wanted = mints.map(({ mint }) => mint);
        for (const gone of context.mints.filter((mint) => !wanted.includes(mint))) enqueue.stopChild(mintId(gone));
        for (const input of mints)
          if (!context.mints.includes(input.mint)) enqueue.spawnChild('mint-link', { id: mintId(input.mint), input });
        enqueue.assign({ mints: wanted });
      }),
      'link offers': enqueueActions(({ context, enqueue }, { offers }: { readonly offers: readonly OfferInput[] }) => {
        const wanted = offers.map(offerId);
        for (const gone of context.offers.filter((id) => !wanted.includes(id))) enqueue.stopChild(gone);
        for (const input of offers)
          if (!context.offers.includes(offerId(input))) enqueue.spawnChild('offer', { id: offerId(input), input });
        enqueue.assign({ offers: wanted });
      }),
      'try silent mints': enqueueActions(({ context, enqueue }) => {
        for (const mint of context.mints) enqueue.sendTo(mintId(mint), { type: 'mint.try' });
      }),
      'end operation': enqueueActions(({ context, enqueue }, { id }: { readonly id: string }) => {
        enqueue.stopChild(id);
        enqueue.assign({ operations: context.operations.filter((one) => one !== id) });
      }),
      'end all': enqueueActions(({ context, enqueue }) => {
        const all = [...context.operations, ...context.mints.map(mintId), ...context.offers];
        for (const id of all) enqueue.stopChild(id);
        enqueue.assign({ operations: [], mints: [], offers: [] });
      }),
    },
  });
