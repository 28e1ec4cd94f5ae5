import { assign, setup } from 'xstate';
import type { OwnInvoice, ReceiveWish } from '#domain/wallet/receiving.ts';
import { walletProblemOf, type WalletProblem } from '#domain/wallet/wallet-problem.ts';
import { callbackSlot, promiseSlot } from '#machines/slots.ts';

/** What the slot `watch invoice` tells. */
export type InvoiceFact =
  | { type: 'invoice.paid' }
  /** its time is over, and the wallet has no money for it */
  | { type: 'invoice.over' }
  /** the wallet says nothing of it */
  | { type: 'invoice.unwatched' };

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
};

/** An invoice of the connected wallet, from the wish until it is paid or over. What comes later the wallet keeps all the same. */
export const receivingMachine = setup({
  types: {} as {
    context: Context;
    events: ReceivingEvent;
    tags: 'asking' | 'busy' | 'waiting' | 'unwatched' | 'paid' | 'over';
  },
  actors: {
    'make invoice': promiseSlot<OwnInvoice, { wish: ReceiveWish | undefined }>('make invoice'),
    'watch invoice': callbackSlot<InvoiceFact, { invoice: OwnInvoice | undefined }>('watch invoice'),
  },
  actions: {
    'forget all': assign({ wish: undefined, invoice: undefined, problem: undefined }),
    'note wish': assign((_, { sats, description }: ReceiveWish) => ({
      wish: { sats, description },
      problem: undefined,
    })),
    'note invoice': assign((_, invoice: OwnInvoice) => ({ invoice })),
    'note problem': assign({ problem: (_, { error }: { error: unknown }) => walletProblemOf(error) }),
  },
}).createMachine({
  id: 'receiving',
  context: { wish: undefined, invoice: undefined, problem: undefined },
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
      invoke: {
        id: 'watch invoice',
        src: 'watch invoice',
        input: ({ context: { invoice } }) => ({ invoice }),
        onError: 'unwatched',
      },
      on: { 'invoice.paid': 'paid', 'invoice.over': 'over', 'invoice.unwatched': 'unwatched' },
    },
    unwatched: {
      description: 'Whether it was paid, only the wallet itself shows.',
      tags: ['waiting', 'unwatched'],
    },
    paid: { tags: 'paid' },
    over: { tags: 'over' },
  },
});
