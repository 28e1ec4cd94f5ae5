import { assign, setup } from 'xstate';
import { DAY } from '#domain/units.ts';
import type { PaymentPhase } from '#domain/wallet/payment.ts';
import { ZAP_RECEIPT_MS } from '#domain/wallet/wallet-limits.ts';
import { zapFailureOf, type ZapFailure, type ZapWish } from '#domain/wallet/zap-wish.ts';
import { actionSlot, callbackSlot, promiseSlot } from '#machines/slots.ts';

/** What the slot `follow payment` tells: where the payment stands, now and after each change. */
export type ZapPaymentFact = { type: 'payment.is'; phase: PaymentPhase; failure?: ZapFailure };

/** What came of the checks of an invoice. */
export type ZapChecked = {
  /** a node is paid that was not paid before, and others were */
  isOtherPayee: boolean;
  /** ms that the invoice can be paid */
  leftMs: number;
};

export type ZapEvent =
  | ZapPaymentFact
  /** the user wants it in spite of the warning */
  | { type: 'zap.confirm' }
  | { type: 'zap.cancel' }
  /** once more, with a new invoice */
  | { type: 'zap.again' };

export type ZapInput = { wish: ZapWish };

type Context = ZapInput & {
  /** why it was not sent */
  failure?: ZapFailure | undefined;
  /** why it is not known what became of the payment */
  doubt?: ZapFailure | undefined;
  leftMs: number;
};

const only = ({ context: { wish } }: { context: Context }): ZapInput => ({ wish });
const SOMEHOW: ZapFailure = { problem: { code: 'zap-failed' } };
/** Of what was noted just before. */
const TELL = {
  type: 'tell of failure',
  params: ({ context: { wish, failure = SOMEHOW } }: { context: Context }) => ({ wish, failure }),
} as const;
const failing = {
  target: '#zap.failed',
  actions: [
    {
      type: 'note failure',
      params: ({ event }: { event: { error: unknown } }) => ({ failure: zapFailureOf(event.error) }),
    },
    TELL,
  ],
} as const;

const refusal = [
  {
    type: 'note failure',
    params: ({ event }: { event: ZapPaymentFact }) => ({ failure: event.failure ?? SOMEHOW }),
  },
  TELL,
] as const;

/**
 * One zap of one person, from the wish to the receipt. Address, request and invoice are kept beside it. It pays nothing by itself: once
 * the invoice passed the checks the payment desk pays it, and only what is written down there says how that ended.
 */
export const zapMachine = setup({
  types: {} as {
    context: Context;
    input: ZapInput;
    events: ZapEvent;
    tags: 'sending' | 'asks' | 'offered' | 'not known' | 'sent' | 'failed' | 'over';
  },
  actors: {
    resolve: promiseSlot<void, ZapInput>('resolve'),
    sign: promiseSlot<void, ZapInput>('sign'),
    'request invoice': promiseSlot<void, ZapInput>('request invoice'),
    'check invoice': promiseSlot<ZapChecked, ZapInput>('check invoice'),
    'find wallet': promiseSlot<{ isThere: boolean }, ZapInput>('find wallet'),
    pay: promiseSlot<void, ZapInput>('pay'),
    'give ecash': promiseSlot<void, ZapInput>('give ecash'),
    'let go': promiseSlot<void, ZapInput>('let go'),
    offer: promiseSlot<void, ZapInput>('offer'),
    'follow payment': callbackSlot<ZapPaymentFact, ZapInput>('follow payment'),
    'publish request': promiseSlot<void, ZapInput>('publish request'),
    'await receipt': promiseSlot<void, ZapInput>('await receipt'),
  },
  guards: {
    'is another payee': (_, { isOtherPayee }: ZapChecked) => isOtherPayee,
    'is there a wallet': (_, { isThere }: { isThere: boolean }) => isThere,
    'is given as ecash': ({ context }) => context.wish.mint !== undefined,
    'is given': ({ context }, { phase }: { phase: PaymentPhase }) =>
      phase === 'settled' && context.wish.mint !== undefined,
    'is gift refused': ({ context }, { phase }: { phase: PaymentPhase }) =>
      phase === 'refused' && context.wish.fromWallet === true,
    'is bought': ({ context }) => context.wish.fromWallet === true,
    'is settled': (_, { phase }: { phase: PaymentPhase }) => phase === 'settled',
    'is refused': (_, { phase }: { phase: PaymentPhase }) => phase === 'refused',
    'is unknown': (_, { phase }: { phase: PaymentPhase }) => phase === 'unknown',
  },
  actions: {
    'note failure': assign({ failure: (_, { failure }: { failure: ZapFailure }) => failure }),
    'note doubt': assign({ doubt: (_, { failure }: ZapPaymentFact) => failure }),
    'forget failure': assign({ failure: undefined }),
    'note time': assign({ leftMs: (_, { leftMs }: ZapChecked) => leftMs }),
    'remember payee': actionSlot<ZapInput>('remember payee'),
    'tell of failure': actionSlot<{ wish: ZapWish; failure: ZapFailure }>('tell of failure'),
    'tell of doubt': actionSlot<{ wish: ZapWish; doubt: ZapFailure | undefined }>('tell of doubt'),
    'tell of warning': actionSlot<ZapInput>('tell of warning'),
    'log unpublished': actionSlot<{ error: unknown }>('log unpublished'),
    'log kept': actionSlot<{ error: unknown }>('log kept'),
  },
  // browsers know no timer of a month
  delays: { offerTime: ({ context }) => Math.min(context.leftMs, 24 * DAY), receiptTime: ZAP_RECEIPT_MS },
}).createMachine({
  id: 'zap',
  context: ({ input }) => ({ ...input, leftMs: 0 }),
  initial: 'resolving',
  states: {
    resolving: {
      tags: 'sending',
      invoke: {
        id: 'resolve',
        src: 'resolve',
        input: only,
        onDone: [{ guard: 'is given as ecash', target: 'giving' }, { target: 'signing' }],
        onError: failing,
      },
    },
    giving: {
      description: 'Ecash for the key of the recipient is written down; what becomes of it the ledger says.',
      tags: 'sending',
      invoke: {
        id: 'give',
        src: 'give ecash',
        input: only,
        onDone: 'following',
        onError: [{ ...failing, guard: 'is bought', target: 'lettingGo' }, failing],
      },
    },
    signing: {
      tags: 'sending',
      invoke: { id: 'sign', src: 'sign', input: only, onDone: 'invoicing', onError: failing },
    },
    invoicing: {
      tags: 'sending',
      invoke: { id: 'invoice', src: 'request invoice', input: only, onDone: 'checking', onError: failing },
    },
    checking: {
      description: 'Sum, time and whether anybody may have paid it are looked at before anything moves.',
      tags: 'sending',
      invoke: {
        id: 'check',
        src: 'check invoice',
        input: only,
        onDone: [
          {
            guard: { type: 'is another payee', params: ({ event }) => event.output },
            target: 'warned',
            actions: { type: 'note time', params: ({ event }) => event.output },
          },
          { target: 'routing', actions: { type: 'note time', params: ({ event }) => event.output } },
        ],
        onError: failing,
      },
    },
    warned: {
      description:
        'The address leads to a node that was not paid before: the user decides. Who does not look is told once.',
      tags: ['asks'],
      entry: { type: 'tell of warning', params: only },
      on: { 'zap.confirm': 'routing', 'zap.cancel': 'cancelled' },
    },
    routing: {
      tags: 'sending',
      invoke: {
        id: 'find wallet',
        src: 'find wallet',
        input: only,
        onDone: [
          { guard: { type: 'is there a wallet', params: ({ event }) => event.output }, target: 'paying' },
          { target: 'offering' },
        ],
        onError: failing,
      },
    },
    paying: {
      tags: 'sending',
      invoke: { id: 'pay', src: 'pay', input: only, onDone: 'following', onError: failing },
    },
    following: {
      description: 'The payment was written down: what becomes of it is told by its record alone.',
      invoke: { id: 'payment', src: 'follow payment', input: only, onError: '.unknown' },
      on: {
        'payment.is': [
          { guard: { type: 'is given', params: ({ event }) => event }, target: 'given' },
          { guard: { type: 'is settled', params: ({ event }) => event }, target: 'paid' },
          { guard: { type: 'is gift refused', params: ({ event }) => event }, target: 'lettingGo', actions: refusal },
          { guard: { type: 'is refused', params: ({ event }) => event }, target: 'failed', actions: refusal },
        ],
      },
      initial: 'sent',
      states: {
        sent: {
          tags: 'sending',
          on: {
            'payment.is': {
              guard: { type: 'is unknown', params: ({ event }) => event },
              target: 'unknown',
              actions: [
                { type: 'note doubt', params: ({ event }) => event },
                {
                  type: 'tell of doubt',
                  params: ({ context: { wish }, event: { failure } }) => ({ wish, doubt: failure }),
                },
              ],
            },
          },
        },
        unknown: {
          description: 'Nobody knows yet; it is not paid again. Who does not look is told once.',
          tags: 'not known',
          on: {
            'payment.is': {
              guard: { type: 'is unknown', params: ({ event }) => event },
              actions: { type: 'note doubt', params: ({ event }) => event },
            },
          },
        },
      },
    },
    offering: {
      description: 'It is written down, so that it is seen to be paid whenever that is; then it is shown.',
      tags: 'sending',
      invoke: { id: 'offer', src: 'offer', input: only, onDone: 'offered', onError: failing },
    },
    offered: {
      description:
        'No wallet is connected: the invoice is shown until somebody paid it. Once one is, it may pay another invoice instead.',
      tags: ['asks', 'offered'],
      initial: 'watched',
      invoke: { id: 'payment', src: 'follow payment', input: only, onError: '.unwatched' },
      after: {
        offerTime: {
          target: 'failed',
          actions: [{ type: 'note failure', params: { failure: { problem: { code: 'offer-over' } } } }, TELL],
        },
      },
      on: {
        'payment.is': { guard: { type: 'is settled', params: ({ event }) => event }, target: 'paid' },
        'zap.again': 'resolving',
        'zap.cancel': 'cancelled',
      },
      states: {
        watched: {},
        unwatched: { description: 'Nobody sees whether it is paid.' },
      },
    },
    paid: {
      description: 'What relays make of the request changes nothing about it.',
      tags: 'sent',
      entry: { type: 'remember payee', params: only },
      invoke: [
        {
          id: 'publish',
          src: 'publish request',
          input: only,
          onError: { actions: { type: 'log unpublished', params: ({ event }) => event } },
        },
        { id: 'receipt', src: 'await receipt', input: only, onDone: 'receipted', onError: 'unreceipted' },
      ],
      after: { receiptTime: 'unreceipted' },
    },
    given: {
      description: 'What gives the ecash is the receipt, too: a relay of the recipient has it.',
      tags: ['sent', 'over'],
      type: 'final',
    },
    receipted: { tags: ['sent', 'over'], type: 'final' },
    unreceipted: { tags: ['sent', 'over'], type: 'final' },
    cancelled: { tags: 'over', type: 'final' },
    lettingGo: {
      description: 'Nothing was paid: the invoice that ecash was to be given for is waited for no more.',
      tags: 'failed',
      invoke: {
        id: 'let go',
        src: 'let go',
        input: only,
        onDone: 'failed',
        onError: { target: 'failed', actions: { type: 'log kept', params: ({ event }) => event } },
      },
    },
    failed: {
      description: 'Nothing was paid. Another try has another invoice.',
      tags: ['failed', 'over'],
      exit: 'forget failure',
      on: { 'zap.again': 'resolving' },
    },
  },
});
