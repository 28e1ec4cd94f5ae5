import { assign, setup } from 'xstate';
import { CONSOLIDATION_DELAY_MS } from '#domain/ecash/ecash-limits.ts';
import { leadDelay } from '#domain/ecash/ledger/next-try.ts';
import { callbackSlot, promiseSlot } from '#machines/slots.ts';

/** What is free at this mint has to be looked through: the mint says that some of it is spent, or nobody looked for long. */
export type DoubtFact = { type: 'proofs.doubted'; mint: string };

/** Mints that are looked through together. */
export type Doubted = { readonly mints: readonly string[] };

type Context = {
  /** to be looked through */
  mints: readonly string[];
  /** looked through now */
  asking: readonly string[];
  tries: number;
};

const one = ({ event }: { event: DoubtFact }) => event;
const asking = ({ context }: { context: Context }): Doubted => ({ mints: context.asking });

/**
 * Looks through the free proofs of mints, some time after the last doubt of them: what is spent elsewhere is no longer
 * counted, and many small ones, or those of keysets that are out of use, are exchanged by operations of their own. Mints that do
 * not answer are asked again, less and less often.
 */
export const consolidationMachine = setup({
  types: {} as { context: Context; events: DoubtFact },
  actors: {
    'watch doubts': callbackSlot<DoubtFact>('watch doubts'),
    'look through': promiseSlot<{ readonly silent: readonly string[] }, Doubted>('look through'),
  },
  guards: {
    'is left': ({ context }, { silent }: { silent: readonly string[] }) =>
      silent.length === 0 && context.mints.length > 0,
    'all answered': (_, { silent }: { silent: readonly string[] }) => silent.length === 0,
  },
  actions: {
    'note mint': assign(({ context }, { mint }: DoubtFact) => ({
      mints: [...new Set([...context.mints, mint])],
      tries: 0,
    })),
    'take up': assign(({ context }) => ({ asking: context.mints, mints: [] })),
    'put back': assign(({ context }, { silent }: { silent: readonly string[] }) => ({
      mints: [...new Set([...context.mints, ...silent])],
      tries: context.tries + 1,
    })),
  },
  delays: {
    untilLookedThrough: CONSOLIDATION_DELAY_MS,
    untilAskedAgain: ({ context }) => leadDelay(context.tries),
  },
}).createMachine({
  id: 'consolidation',
  context: { mints: [], asking: [], tries: 0 },
  invoke: { id: 'doubts', src: 'watch doubts' },
  initial: 'idle',
  states: {
    idle: {
      on: { 'proofs.doubted': { target: 'settling', actions: { type: 'note mint', params: one } } },
    },
    settling: {
      description: 'What is doubted may change further for a moment.',
      after: { untilLookedThrough: 'looking' },
      on: { 'proofs.doubted': { target: 'settling', reenter: true, actions: { type: 'note mint', params: one } } },
    },
    looking: {
      entry: 'take up',
      invoke: {
        id: 'look through',
        src: 'look through',
        input: asking,
        onDone: [
          { guard: { type: 'is left', params: ({ event }) => event.output }, target: 'settling' },
          { guard: { type: 'all answered', params: ({ event }) => event.output }, target: 'idle' },
          { target: 'pausing', actions: { type: 'put back', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'pausing',
          actions: { type: 'put back', params: ({ context }) => ({ silent: context.asking }) },
        },
      },
      on: { 'proofs.doubted': { actions: { type: 'note mint', params: one } } },
    },
    pausing: {
      after: { untilAskedAgain: 'looking' },
      on: { 'proofs.doubted': { target: 'settling', actions: { type: 'note mint', params: one } } },
    },
  },
});
