import { assign, enqueueActions, setup, type DoneActorEvent, type ErrorActorEvent } from 'xstate';
import { callbackSlot } from '#machines/slots.ts';
import { paymentMachine, type PaymentHash, type PaymentInput } from './payment.machine.ts';

/** What the slot `follow payments` tells: those that are not over, at the start and when another tab began one. */
export type PaymentsFact =
  | { type: 'payments.open'; payments: readonly PaymentInput[] }
  | { type: 'payments.unreadable' };

export type PaymentDeskEvent =
  | PaymentsFact
  /** written down by this tab */
  | ({ type: 'payment.begun' } & PaymentInput)
  | DoneActorEvent<PaymentHash>
  | ErrorActorEvent;

type Context = {
  /** hashes of the payments that are not over */
  open: readonly string[];
};

/** All payments that are not over, also those of earlier visits and of other tabs; each is a chart of its own. */
export const paymentDeskMachine = setup({
  types: {} as { context: Context; events: PaymentDeskEvent; tags: 'busy' | 'unreadable' },
  actors: { payment: paymentMachine, 'follow payments': callbackSlot<PaymentsFact>('follow payments') },
  guards: { 'is one': ({ context }, { id }: { id: string }) => context.open.includes(id) },
  actions: {
    'start payments': enqueueActions(({ context, enqueue }, { payments }: { payments: readonly PaymentInput[] }) => {
      const fresh = payments.filter(({ hash }) => !context.open.includes(hash));
      for (const input of fresh) enqueue.spawnChild('payment', { id: input.hash, input });
      enqueue.assign({ open: [...context.open, ...fresh.map(({ hash }) => hash)] });
    }),
    'end payment': enqueueActions(({ enqueue }, { id }: { id: string }) => enqueue.stopChild(id)),
    'forget payment': assign({
      open: ({ context }, { id }: { id: string }) => context.open.filter((hash) => hash !== id),
    }),
  },
}).createMachine({
  id: 'payment-desk',
  context: { open: [] },
  invoke: { id: 'payments', src: 'follow payments', onError: '.unreadable' },
  initial: 'loading',
  on: {
    'payment.begun': {
      actions: { type: 'start payments', params: ({ event: { type: _, ...input } }) => ({ payments: [input] }) },
    },
    'payments.open': { target: '.open', actions: { type: 'start payments', params: ({ event }) => event } },
    'payments.unreadable': '.unreadable',
    'xstate.done.actor.*': {
      guard: { type: 'is one', params: ({ event }) => ({ id: event.actorId }) },
      actions: [
        { type: 'end payment', params: ({ event }) => ({ id: event.actorId }) },
        { type: 'forget payment', params: ({ event }) => ({ id: event.actorId }) },
      ],
    },
    'xstate.error.actor.*': {
      guard: { type: 'is one', params: ({ event }) => ({ id: event.actorId }) },
      actions: [
        { type: 'end payment', params: ({ event }) => ({ id: event.actorId }) },
        { type: 'forget payment', params: ({ event }) => ({ id: event.actorId }) },
      ],
    },
  },
  states: {
    loading: { description: 'Nothing is paid before it is known what is under way.', tags: 'busy' },
    open: {},
    unreadable: { description: 'Where nothing can be written down nothing is paid.', tags: 'unreadable' },
  },
});
