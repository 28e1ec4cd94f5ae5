import { assign, setup } from 'xstate';
import { leadDelay } from '#domain/ecash/ledger/next-try.ts';
import { callbackSlot, promiseSlot } from '#machines/slots.ts';

/** There is something to be done now, or it may go better now than it did. */
export type DutyFact = { type: 'duty.due' };

/** Whose duty it is. */
export type DutyOwner = { readonly pubkey: string };

type Context = DutyOwner & {
  /** something came while it was being done */
  readonly again: boolean;
  readonly tries: number;
};

const owner = ({ context: { pubkey } }: { context: Context }): DutyOwner => ({ pubkey });

/**
 * Something between people that is to be done until it is done: how one takes nutzaps and messages is published, what was given is
 * brought to its recipient, what came is taken. What is left is tried again, less and less often. What is to be done is kept beside the chart.
 */
export const dutyMachine = setup({
  types: {} as { context: Context; input: DutyOwner; events: DutyFact; tags: 'working' },
  actors: {
    'watch duty': callbackSlot<DutyFact, DutyOwner>('watch duty'),
    /** whether something is left that may go better later */
    'do duty': promiseSlot<{ readonly isLeft: boolean }, DutyOwner>('do duty'),
  },
  guards: {
    'is due again': ({ context }) => context.again,
    'is left': (_, { isLeft }: { isLeft: boolean }) => isLeft,
  },
  actions: {
    'note more': assign({ again: true }),
    'take up': assign({ again: false }),
    'note try': assign(({ context }) => ({ tries: context.tries + 1 })),
    'forget tries': assign({ tries: 0 }),
  },
  delays: { untilAgain: ({ context }) => leadDelay(context.tries) },
}).createMachine({
  id: 'duty',
  context: ({ input: { pubkey } }) => ({ pubkey, again: false, tries: 0 }),
  invoke: { id: 'watch duty', src: 'watch duty', input: owner, onError: '.unwatched' },
  initial: 'idle',
  states: {
    idle: { on: { 'duty.due': 'working' } },
    working: {
      tags: 'working',
      entry: 'take up',
      on: { 'duty.due': { actions: 'note more' } },
      invoke: {
        id: 'do duty',
        src: 'do duty',
        input: owner,
        onDone: [
          { guard: 'is due again', target: 'working', reenter: true },
          { guard: { type: 'is left', params: ({ event }) => event.output }, target: 'pausing' },
          { target: 'idle', actions: 'forget tries' },
        ],
        onError: 'pausing',
      },
    },
    unwatched: { description: 'Nothing of it is heard until the wallet is opened anew.' },
    pausing: {
      entry: 'note try',
      after: { untilAgain: 'working' },
      on: { 'duty.due': 'working' },
    },
  },
});
