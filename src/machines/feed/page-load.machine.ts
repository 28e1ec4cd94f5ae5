import { assign, setup } from 'xstate';
import { PAGE_LIMIT_MAX, PAGE_ROUNDS_MAX } from '#domain/feed/feed-limits.ts';
import { EOSE_GRACE_MS } from '#domain/relays/relays-limits.ts';
import { promiseSlot } from '#machines/slots.ts';

/** Nobody waits for the page, or for the round, any longer. */
export type LoadEvent = { type: 'load.stop' };

/**
 * How a round ended. `enough`: the page is full; `answered`: a relay answered, and more is needed; `silent`: none answered, though
 * what came may fill the page; `nobody left`: no relay has older events.
 */
export type RoundOutcome = 'enough' | 'answered' | 'silent' | 'silent but full' | 'nobody left';

export type PageLoadInput = {
  /** how many events each relay is asked for at first */
  limit: number;
  /** nothing is shown yet: rows that come late would push down what somebody reads */
  isFirst: boolean;
};

type Context = PageLoadInput & { rounds: number; hasAnswers: boolean; failure: unknown };
type Outcome = { outcome: RoundOutcome };

const outcomeOf = ({ event }: { event: { output: RoundOutcome } }): Outcome => ({ outcome: event.output });
const note = { type: 'note outcome' as const, params: outcomeOf };

/**
 * A page of a timeline on its way: relays are asked round after round, each for twice as many events as before, until there is
 * enough. Notes of reposts are waited for where rows are missing, and a moment before a first page.
 */
export const pageLoadMachine = setup({
  types: {} as {
    context: Context;
    input: PageLoadInput;
    events: LoadEvent;
    output: { hasAnswers: boolean; /** why it failed */ failure: unknown };
  },
  actors: {
    'ask relays': promiseSlot<RoundOutcome, { limit: number }>('ask relays'),
    'await reposts': promiseSlot<void>('await reposts'),
  },
  guards: {
    'has enough': (_, { outcome }: Outcome) => outcome === 'enough' || outcome === 'silent but full',
    'may ask again': ({ context: { rounds } }, { outcome }: Outcome) =>
      outcome === 'answered' && rounds + 1 < PAGE_ROUNDS_MAX,
    'is the first page': ({ context }) => context.isFirst,
  },
  actions: {
    'note outcome': assign(({ context: { limit, rounds, hasAnswers } }, { outcome }: Outcome) => ({
      limit: Math.min(2 * limit, PAGE_LIMIT_MAX),
      rounds: rounds + 1,
      hasAnswers: hasAnswers || (outcome !== 'silent' && outcome !== 'silent but full'),
    })),
    'keep failure': assign({ failure: (_, { error }: { error: unknown }) => error }),
  },
  delays: { EOSE_GRACE: EOSE_GRACE_MS },
}).createMachine({
  id: 'page-load',
  context: ({ input }) => ({ ...input, rounds: 0, hasAnswers: false, failure: undefined }),
  initial: 'asking',
  on: { 'load.stop': '.over' },
  output: ({ context: { hasAnswers, failure } }) => ({ hasAnswers, failure }),
  states: {
    asking: {
      invoke: {
        id: 'ask relays',
        src: 'ask relays',
        input: ({ context }) => ({ limit: context.limit }),
        onDone: [
          { guard: { type: 'has enough', params: outcomeOf }, target: 'complete', actions: note },
          { guard: { type: 'may ask again', params: outcomeOf }, target: 'asking', reenter: true, actions: note },
          { target: 'short', actions: note },
        ],
        onError: { target: 'over', actions: { type: 'keep failure', params: ({ event }) => event } },
      },
    },
    short: {
      description: 'What is missing may be among the reposts whose notes are being fetched.',
      invoke: { id: 'await reposts', src: 'await reposts', onDone: 'complete', onError: 'complete' },
    },
    complete: { always: [{ guard: 'is the first page', target: 'gathering' }, { target: 'over' }] },
    gathering: {
      description:
        'The notes of reposts have a moment to come, so that their rows stand where they belong from the start.',
      after: { EOSE_GRACE: 'over' },
      invoke: { id: 'await reposts', src: 'await reposts', onDone: 'over', onError: 'over' },
    },
    over: { type: 'final' },
  },
});
