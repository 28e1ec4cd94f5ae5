import { assign, setup } from 'xstate';
import { checkDelay } from '#domain/ecash/ledger/deposit.ts';
import { DEPOSIT_LATE_CHECK_MS, MINT_SOCKET_AGAIN_MS } from '#domain/ecash/ecash-limits.ts';
import { callbackSlot, promiseSlot } from '#machines/slots.ts';

/** What `follow offer` tells: that the mint has something to say of the offer, or says no more by itself. */
export type OfferFact = { type: 'offer.told' } | { type: 'socket.ended' };

export type OfferEvent =
  | OfferFact
  /** the user wants to know now, or the network is back */
  | { type: 'operation.look' };

/** An offer of one's own; `isClosed`: its owner uses it no more, but somebody may have it. */
export type OfferInput = {
  readonly offer: string;
  readonly mint: string;
  readonly quote: string;
  readonly isClosed: boolean;
};

/** What a look at an offer came to, after all that came in was taken that could be. */
export type OfferLook =
  | { readonly word: 'nothing' }
  /** the mint wants to be asked later */
  | { readonly word: 'busy'; readonly afterMs: number | undefined }
  /** it did not say, or did not sign */
  | { readonly word: 'silent' }
  /** nobody looks for it any more */
  | { readonly word: 'over' };

type Context = OfferInput & {
  checks: number;
  busy: number;
  afterMs: number | undefined;
  /** the mint told something while it was asked */
  again: boolean;
};

const only = ({ context: { offer, mint, quote, isClosed } }: { context: Context }): OfferInput => ({
  offer,
  mint,
  quote,
  isClosed,
});

/**
 * An offer of one's own for as long as it is used: its mint is asked what came in, by the ladder of deposits, and sooner where it
 * tells by a socket. Each arrival is an operation of the ledger, which is over before the next one begins. One that is not used any
 * more is looked at once a day.
 */
export const offerMachine = setup({
  types: {} as { context: Context; input: OfferInput; events: OfferEvent; tags: 'asking' | 'late' | 'over' },
  actors: {
    'follow offer': callbackSlot<OfferFact, OfferInput>('follow offer'),
    'take from offer': promiseSlot<OfferLook, OfferInput>('take from offer'),
  },
  guards: {
    'is closed': ({ context }) => context.isClosed,
    'is due again': ({ context }) => context.again,
    'is over': (_, { word }: OfferLook) => word === 'over',
  },
  actions: {
    'note more': assign({ again: true }),
    'take up': assign({ again: false }),
    'begin anew': assign({ checks: 0, busy: 0, afterMs: undefined }),
    'count look': assign(({ context }, look: OfferLook) => ({
      checks: context.checks + 1,
      busy: context.busy + (look.word === 'busy' ? 1 : 0),
      afterMs: look.word === 'busy' ? look.afterMs : undefined,
    })),
    'count failure': assign({ checks: ({ context }) => context.checks + 1, afterMs: undefined }),
  },
  delays: {
    untilCheck: ({ context }) => checkDelay(context),
    untilLateCheck: DEPOSIT_LATE_CHECK_MS,
    untilSocket: MINT_SOCKET_AGAIN_MS,
  },
}).createMachine({
  id: 'offer',
  context: ({ input }) => ({ ...input, checks: 0, busy: 0, afterMs: undefined, again: false }),
  initial: 'beginning',
  states: {
    beginning: { always: [{ guard: 'is closed', target: 'late' }, { target: 'used' }] },
    used: {
      type: 'parallel',
      states: {
        socket: {
          initial: 'listening',
          states: {
            listening: {
              invoke: { id: 'follow offer', src: 'follow offer', input: only, onError: 'deaf' },
              on: { 'socket.ended': 'deaf' },
            },
            deaf: {
              description: 'The mint tells nothing by itself: it is asked.',
              after: { untilSocket: 'listening' },
            },
          },
        },
        looking: {
          initial: 'asking',
          states: {
            asking: {
              tags: 'asking',
              entry: 'take up',
              on: { 'offer.told': { actions: 'note more' }, 'operation.look': { actions: 'note more' } },
              invoke: {
                id: 'take from offer',
                src: 'take from offer',
                input: only,
                onDone: [
                  { guard: { type: 'is over', params: ({ event }) => event.output }, target: '#offer.over' },
                  { guard: 'is due again', target: 'asking', reenter: true },
                  { target: 'pausing', actions: { type: 'count look', params: ({ event }) => event.output } },
                ],
                onError: { target: 'pausing', actions: 'count failure' },
              },
            },
            pausing: {
              after: { untilCheck: 'asking' },
              on: {
                'offer.told': { target: 'asking', actions: 'begin anew' },
                'operation.look': { target: 'asking', actions: 'begin anew' },
              },
            },
          },
        },
      },
    },
    late: {
      tags: 'late',
      description: 'Its owner uses it no more. What somebody pays all the same is taken.',
      initial: 'asking',
      states: {
        asking: {
          tags: 'asking',
          invoke: {
            id: 'take from late offer',
            src: 'take from offer',
            input: only,
            onDone: [
              { guard: { type: 'is over', params: ({ event }) => event.output }, target: '#offer.over' },
              { target: 'pausing' },
            ],
            onError: 'pausing',
          },
        },
        pausing: {
          after: { untilLateCheck: 'asking' },
          on: { 'operation.look': 'asking' },
        },
      },
    },
    over: { type: 'final', tags: 'over' },
  },
});
