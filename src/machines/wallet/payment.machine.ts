import { assign, setup, type AnyEventObject } from 'xstate';
import { DAY, MINUTE } from '#domain/units.ts';
import { lookUpDelay, type PaymentStand } from '#domain/wallet/payment.ts';
import { HELD_LOOK_MS, PAYMENT_TIMEOUT_MS, REFUSAL_DOUBT_MS } from '#domain/wallet/wallet-limits.ts';
import { callbackSlot, promiseSlot } from '#machines/slots.ts';

/** What the slot `follow record` tells: where the payment stands, now and after each change, also of another tab. */
export type RecordFact = { type: 'record.changed'; phase: PaymentStand };

/** What the slot `await wallet` tells: somebody is there again who may know of it, or knows more of it. */
export type WalletFact = { type: 'wallet.back' };

export type PaymentEvent =
  | RecordFact
  | WalletFact
  /** the user wants to know now */
  | { type: 'payment.look' };

export type PaymentInput = {
  /** payment hash, hex */
  hash: string;
  phase: PaymentStand;
  /** this tab wrote it down just now, and sends it */
  isOurs: boolean;
  /** ecash pays it: its ledger can be asked of it at any time */
  isByEcash: boolean;
  /** ms that whoever sent it has left for an answer, or whoever was shown it to pay it */
  waitMs: number;
};

/** The record is kept beside the machine, under its hash. */
export type PaymentHash = Pick<PaymentInput, 'hash'>;

type Context = PaymentInput & { looks: number };

const only = ({ context: { hash } }: { context: Context }): PaymentHash => ({ hash });

/**
 * One invoice on its way to be paid. Its states are the phases of its record, which was on the disk before this began: what
 * moves it on is that record alone, so that every tab and every start says the same. It ends by evidence, never by time.
 */
export const paymentMachine = setup({
  types: {} as {
    context: Context;
    input: PaymentInput;
    events: PaymentEvent;
    tags: 'offered' | 'under way' | 'not known' | 'paid' | 'not paid';
    output: PaymentHash;
  },
  actors: {
    'follow record': callbackSlot<RecordFact, PaymentHash>('follow record'),
    send: promiseSlot<void, PaymentHash>('send'),
    'note silence': promiseSlot<void, PaymentHash>('note silence'),
    'await wallet': callbackSlot<WalletFact, PaymentHash>('await wallet'),
    'look up': promiseSlot<void, PaymentHash>('look up'),
    'seek proof': callbackSlot<AnyEventObject, PaymentHash>('seek proof'),
  },
  guards: {
    'is ours': ({ context }) => context.isOurs,
    'is by ecash': ({ context }) => context.isByEcash,
    'was offered': ({ context }) => context.phase === 'offered',
    'was left unknown': ({ context }) => context.phase === 'unknown',
    'was held': ({ context }) => context.phase === 'held',
    'is held': (_, { phase }: { phase: PaymentStand }) => phase === 'held',
    'is settled': (_, { phase }: { phase: PaymentStand }) => phase === 'settled',
    'is refused': (_, { phase }: { phase: PaymentStand }) => phase === 'refused',
    'is sent': (_, { phase }: { phase: PaymentStand }) => phase === 'sent',
    'is unknown': (_, { phase }: { phase: PaymentStand }) => phase === 'unknown',
  },
  actions: { 'count look': assign({ looks: ({ context }) => context.looks + 1 }) },
  delays: {
    answerTime: PAYMENT_TIMEOUT_MS,
    leftTime: ({ context }) => context.waitMs,
    // an hour-long timer is no use where a device sleeps, and browsers know none of a month
    offerTime: ({ context }) => Math.min(Math.max(context.waitMs, MINUTE), DAY),
    heldTime: HELD_LOOK_MS,
    wordTime: REFUSAL_DOUBT_MS,
    lookAgain: ({ context }) => lookUpDelay(context.looks),
  },
}).createMachine({
  id: 'payment',
  context: ({ input }) => ({ ...input, looks: 0 }),
  output: only,
  invoke: [
    { id: 'record', src: 'follow record', input: only, onError: '.doubted' },
    { id: 'await wallet', src: 'await wallet', input: only, onError: '.doubted' },
  ],
  on: {
    'record.changed': [
      { guard: { type: 'is settled', params: ({ event }) => event }, target: '.settled' },
      { guard: { type: 'is refused', params: ({ event }) => event }, target: '.refused' },
      { guard: { type: 'is held', params: ({ event }) => event }, target: '.held' },
    ],
  },
  initial: 'beginning',
  states: {
    beginning: {
      always: [
        { guard: 'is ours', target: 'paying' },
        { guard: 'was offered', target: 'offered' },
        { guard: 'was left unknown', target: 'doubted' },
        { guard: 'was held', target: '#payment.held.unconfirmed' },
        { target: 'elsewhere' },
      ],
    },
    paying: {
      description: 'It is written down that it leaves, then it leaves.',
      tags: 'under way',
      invoke: { id: 'send', src: 'send', input: only, onError: 'doubting' },
      initial: 'requested',
      on: { 'record.changed': { guard: { type: 'is unknown', params: ({ event }) => event }, target: 'doubted' } },
      states: {
        requested: {
          on: { 'record.changed': { guard: { type: 'is sent', params: ({ event }) => event }, target: 'sent' } },
        },
        sent: {
          after: { answerTime: '#payment.doubting' },
        },
      },
    },
    elsewhere: {
      description: 'Another tab sent it, or a visit before this one.',
      tags: 'under way',
      after: { leftTime: 'doubting' },
      on: { 'record.changed': { guard: { type: 'is unknown', params: ({ event }) => event }, target: 'doubted' } },
      initial: 'waiting',
      states: {
        waiting: {
          on: { 'wallet.back': { guard: 'is by ecash', target: 'looking up' } },
        },
        'looking up': {
          on: { 'wallet.back': { target: 'looking up', reenter: true } },
          invoke: { id: 'look up', src: 'look up', input: only, onDone: 'waiting', onError: 'waiting' },
        },
      },
    },
    offered: {
      description: 'It was shown for any wallet to pay: only those who are paid can tell.',
      tags: 'offered',
      initial: 'watched',
      invoke: { id: 'proof', src: 'seek proof', input: only, onError: '.unwatched' },
      states: {
        watched: { after: { offerTime: 'ending' } },
        unwatched: { after: { offerTime: 'ending' } },
        ending: {
          description: 'It is written down that nobody paid it, once its time is over.',
          invoke: { id: 'note silence', src: 'note silence', input: only, onDone: 'watched', onError: 'watched' },
        },
      },
    },
    doubting: {
      description: 'It is written down that nobody knows, unless it never left.',
      tags: 'not known',
      invoke: { id: 'note silence', src: 'note silence', input: only, onDone: 'doubted', onError: 'doubted' },
    },
    doubted: {
      description: 'The same invoice can be paid nowhere until this is known.',
      tags: 'not known',
      initial: 'unknown',
      invoke: { id: 'proof', src: 'seek proof', input: only, onError: '.unknown' },
      states: {
        unknown: {
          after: { lookAgain: 'looking up' },
          on: { 'wallet.back': 'looking up', 'payment.look': 'looking up' },
        },
        'looking up': {
          invoke: { id: 'look up', src: 'look up', input: only, onDone: 'unknown', onError: 'unknown' },
          exit: 'count look',
        },
      },
    },
    held: {
      description: 'Its wallet said no, and could still pay: nothing else pays before it was asked once more.',
      tags: 'not paid',
      initial: 'waiting',
      invoke: { id: 'proof', src: 'seek proof', input: only, onError: '.unconfirmed' },
      after: { wordTime: 'refused' },
      on: { 'record.changed': { guard: { type: 'is unknown', params: ({ event }) => event }, target: 'doubted' } },
      states: {
        waiting: { after: { heldTime: 'looking up' } },
        unconfirmed: { after: { lookAgain: 'looking up' }, on: { 'wallet.back': 'looking up' } },
        'looking up': {
          invoke: { id: 'look up', src: 'look up', input: only, onDone: 'unconfirmed', onError: 'unconfirmed' },
          exit: 'count look',
        },
      },
    },
    settled: { tags: 'paid', type: 'final' },
    refused: { tags: 'not paid', type: 'final' },
  },
});
