import { assign, setup } from 'xstate';
import { leadDelay } from '#domain/ecash/ledger/next-try.ts';
import type { OperationPhase, Pause } from '#domain/ecash/ledger/operation.ts';
import { callbackSlot, promiseSlot } from '#machines/slots.ts';

/** What the slot `follow record` tells: where the operation stands, now and after each change, also of another tab. */
export type PhaseFact = { type: 'record.changed'; phase: OperationPhase };

export type ReservationEvent =
  | PhaseFact
  /** the network is back, or the user wants to know now */
  | { type: 'operation.look' };

/** `isFresh`: it was written down just now, by this tab. */
export type ReservationInput = {
  readonly operation: string;
  readonly phase: OperationPhase;
  readonly isFresh: boolean;
};

/** The record is kept beside the machine, under its id. */
export type Led = Pick<ReservationInput, 'operation' | 'isFresh'>;

/** `isStale`: there is news that whoever leads it on may not have seen. */
type Context = ReservationInput & { tries: number; afterMs: number | undefined; isStale: boolean };
type Phased = { phase: OperationPhase };

const only = ({ context: { operation, isFresh } }: { context: Context }): Led => ({ operation, isFresh });
const told = ({ event }: { event: PhaseFact }): Phased => event;
const begun = ({ context }: { context: Context }): Phased => context;

/**
 * An operation that holds proofs, of any kind. Its phases are those of its record, which was on the disk before this began,
 * and which alone moves them: every tab and every start says the same. Beside them it is led on, from wherever it stands. It
 * ends by evidence, never by time.
 */
export const proofReservationMachine = setup({
  types: {} as {
    context: Context;
    input: ReservationInput;
    events: ReservationEvent;
    tags: 'under way' | 'waiting' | 'not known' | 'done' | 'not done';
    output: Pick<ReservationInput, 'operation'>;
  },
  actors: {
    'follow record': callbackSlot<PhaseFact, Led>('follow record'),
    'lead on': promiseSlot<Pause, Led>('lead on'),
  },
  guards: {
    'is sent': (_, { phase }: Phased) => phase === 'sent',
    'is answered': (_, { phase }: Phased) => phase === 'answered',
    'is waiting': (_, { phase }: Phased) => phase === 'waiting',
    'is unknown': (_, { phase }: Phased) => phase === 'unknown',
    'needs attention': (_, { phase }: Phased) => phase === 'attention',
    'is committed': (_, { phase }: Phased) => phase === 'committed',
    'is published': (_, { phase }: Phased) => phase === 'published',
    'is fenced': (_, { phase }: Phased) => phase === 'fenced',
    'is over': (_, pause: Pause) => pause.type === 'over',
    'is stale': ({ context }) => context.isStale,
  },
  actions: {
    'note pause': assign(({ context }, pause: Pause) => ({
      tries: context.tries + 1,
      isFresh: false,
      afterMs: pause.type === 'waits' ? pause.afterMs : undefined,
    })),
    'note failure': assign(({ context }) => ({ tries: context.tries + 1, isFresh: false, afterMs: undefined })),
    'begin anew': assign({ tries: 0, isStale: false }),
    'note news': assign({ isStale: true }),
  },
  delays: { untilLed: ({ context }) => leadDelay(context.tries, context.afterMs) },
}).createMachine({
  id: 'proof-reservation',
  context: ({ input }) => ({ ...input, tries: 0, afterMs: undefined, isStale: false }),
  output: ({ context: { operation } }) => ({ operation }),
  invoke: { id: 'record', src: 'follow record', input: only, onError: '#proof-reservation.phase.unknown' },
  type: 'parallel',
  states: {
    phase: {
      initial: 'beginning',
      on: {
        'record.changed': [
          { guard: { type: 'is sent', params: told }, target: '.sent' },
          { guard: { type: 'is answered', params: told }, target: '.answered' },
          { guard: { type: 'is waiting', params: told }, target: '.waiting' },
          { guard: { type: 'is unknown', params: told }, target: '.unknown' },
          { guard: { type: 'needs attention', params: told }, target: '.attention' },
          { guard: { type: 'is committed', params: told }, target: '.committed' },
          { guard: { type: 'is published', params: told }, target: '.published' },
          { guard: { type: 'is fenced', params: told }, target: '.fenced' },
        ],
      },
      states: {
        beginning: {
          always: [
            { guard: { type: 'is sent', params: begun }, target: 'sent' },
            { guard: { type: 'is answered', params: begun }, target: 'answered' },
            { guard: { type: 'is waiting', params: begun }, target: 'waiting' },
            { guard: { type: 'is unknown', params: begun }, target: 'unknown' },
            { guard: { type: 'needs attention', params: begun }, target: 'attention' },
            { target: 'journaled' },
          ],
        },
        journaled: {
          tags: 'under way',
          description: 'What it spends is held, and its outputs are written down. Nothing left yet.',
        },
        sent: { tags: 'under way', description: 'It was written down that it leaves, then it left.' },
        answered: { tags: 'under way', description: 'It is proven that it was paid. What comes back is looked for.' },
        waiting: {
          tags: 'waiting',
          description: 'The world has to do something: an invoice is paid, a token is taken, a payment arrives.',
        },
        unknown: { tags: 'not known', description: 'It was asked, and nobody knows what became of it.' },
        attention: {
          description: 'What is known does not add up. It is kept, and looked at again.',
        },
        committed: { tags: 'done', type: 'final' },
        published: { tags: 'done', type: 'final' },
        fenced: {
          tags: 'not done',
          description: 'It did not happen and can no more: what it held is free.',
          type: 'final',
        },
      },
    },
    way: {
      initial: 'leading',
      states: {
        leading: {
          invoke: {
            id: 'lead on',
            src: 'lead on',
            input: only,
            onDone: [
              { guard: { type: 'is over', params: ({ event }) => event.output }, target: 'over' },
              { target: 'pausing', actions: { type: 'note pause', params: ({ event }) => event.output } },
            ],
            onError: { target: 'pausing', actions: 'note failure' },
          },
          on: { 'operation.look': { actions: 'note news' } },
        },
        pausing: {
          always: { guard: 'is stale', target: 'leading', actions: 'begin anew' },
          after: { untilLed: 'leading' },
          on: { 'operation.look': { target: 'leading', actions: 'begin anew' } },
        },
        over: { type: 'final' },
      },
    },
  },
});
