import { assign, setup } from 'xstate';
import type { InvoiceLook, OwnInvoice, ReceiveWish } from '#domain/wallet/receiving.ts';
import { RECEIVED_LATE_LOOKS, RECEIVED_LOOK_MS } from '#domain/wallet/wallet-limits.ts';
import { walletProblemOf, type WalletProblem } from '#domain/wallet/wallet-problem.ts';
import { callbackSlot, promiseSlot } from '#machines/slots.ts';

/** What the slot `hear of invoice` tells. */
export type InvoiceFact = { type: 'invoice.paid' };

export type ReceivingEvent =
  | InvoiceFact
  /** also for another one */
  | { type: 'receive.open' }
  | { type: 'receive.close' }
  | ({ type: 'receive.make' } & ReceiveWish);

type Context = {
  wish: ReceiveWish | undefined;
  invoice: OwnInvoice | undefined;
  problem: WalletProblem | undefined;
  /** looks after its time that the wallet did not answer */
  lateLooks: number;
};

type Looked = { readonly output: InvoiceLook };

const NOTHING = { wish: undefined, invoice: undefined, problem: undefined, lateLooks: 0 };
/** Whether this is the last look for which it is worth waiting. */
const isLast = ({ lateLooks }: Context): boolean => lateLooks + 1 >= RECEIVED_LATE_LOOKS;
const shown = ({ context: { invoice } }: { context: Context }) => ({ invoice });

/** An invoice of the connected wallet, from the wish until it is paid or over. What comes later the wallet keeps all the same. */
export const receivingMachine = setup({
  types: {} as {
    context: Context;
    events: ReceivingEvent;
    tags: 'asking' | 'busy' | 'waiting' | 'unwatched' | 'paid' | 'over';
  },
  actors: {
    'make invoice': promiseSlot<OwnInvoice, { wish: ReceiveWish | undefined }>('make invoice'),
    'hear of invoice': callbackSlot<InvoiceFact, ReturnType<typeof shown>>('hear of invoice'),
    'look at invoice': promiseSlot<InvoiceLook, ReturnType<typeof shown>>('look at invoice'),
  },
  guards: {
    'is paid': (_, { output: { word } }: Looked) => word === 'paid',
    'is unpaid and late': (_, { output: { word, isLate } }: Looked) => word === 'unpaid' && isLate,
    'is mute': (_, { output: { word } }: Looked) => word === 'mute',
    'is late': (_, { output: { isLate } }: Looked) => isLate,
    'was asked enough': ({ context }, { output: { isLate } }: Looked) => isLate && isLast(context),
    'told nothing': ({ context }, { output: { word } }: Looked) => word === 'telling' && isLast(context),
  },
  actions: {
    'forget all': assign(NOTHING),
    'note wish': assign((_, { sats, description }: ReceiveWish) => ({
      wish: { sats, description },
      problem: undefined,
    })),
    'note invoice': assign((_, invoice: OwnInvoice) => ({ invoice })),
    'count late look': assign({ lateLooks: ({ context }) => context.lateLooks + 1 }),
    'note problem': assign({ problem: (_, { error }: { error: unknown }) => walletProblemOf(error) }),
  },
  delays: { untilLook: RECEIVED_LOOK_MS },
}).createMachine({
  id: 'receiving',
  context: NOTHING,
  initial: 'closed',
  on: { 'receive.open': { target: '.asking', actions: 'forget all' }, 'receive.close': '.closed' },
  states: {
    closed: { entry: 'forget all' },
    asking: {
      tags: 'asking',
      on: { 'receive.make': { target: 'making', actions: { type: 'note wish', params: ({ event }) => event } } },
    },
    making: {
      tags: ['asking', 'busy'],
      invoke: {
        id: 'make invoice',
        src: 'make invoice',
        input: ({ context: { wish } }) => ({ wish }),
        onDone: { target: 'waiting', actions: { type: 'note invoice', params: ({ event }) => event.output } },
        onError: { target: 'asking', actions: { type: 'note problem', params: ({ event }) => event } },
      },
    },
    waiting: {
      tags: 'waiting',
      description: 'A wallet that tells of money by itself is asked all the same.',
      invoke: { id: 'hear of invoice', src: 'hear of invoice', input: shown, onError: 'unwatched' },
      on: { 'invoice.paid': 'paid' },
      initial: 'looking',
      states: {
        looking: {
          invoke: {
            id: 'look at invoice',
            src: 'look at invoice',
            input: shown,
            onDone: [
              { guard: { type: 'is paid', params: ({ event }) => event }, target: '#receiving.paid' },
              { guard: { type: 'is mute', params: ({ event }) => event }, target: '#receiving.unwatched' },
              { guard: { type: 'is unpaid and late', params: ({ event }) => event }, target: '#receiving.over' },
              { guard: { type: 'told nothing', params: ({ event }) => event }, target: '#receiving.over' },
              { guard: { type: 'was asked enough', params: ({ event }) => event }, target: '#receiving.unwatched' },
              {
                guard: { type: 'is late', params: ({ event }) => event },
                target: 'late',
                actions: 'count late look',
              },
              { target: 'resting' },
            ],
            onError: '#receiving.unwatched',
          },
        },
        resting: { after: { untilLook: 'looking' } },
        late: {
          description: 'A wallet that does not answer may have been paid at the last moment.',
          after: { untilLook: 'looking' },
        },
      },
    },
    unwatched: {
      description: 'Whether it was paid, only the wallet itself shows.',
      tags: ['waiting', 'unwatched'],
    },
    paid: { tags: 'paid' },
    over: { tags: 'over' },
  },
});
