import { assign, sendTo, setup } from 'xstate';
import { ecashProblemOf, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import type { Sealed } from '#domain/protocol/sealed.ts';
import type { Login, LoginFact } from '#machines/session/login-watch.ts';
import { callbackSlot, promiseSlot } from '#machines/slots.ts';

/** What the slot `hold words` tells; 'refused' also of words that went with their worker. */
export type WordsFact = { type: 'words.taken' } | { type: 'words.refused'; error: unknown };

/** What the slot `hold words` is told: what the words have at a mint comes over. */
export type WordsWish = { type: 'restore.from'; mint: string };

export type RestoreEvent =
  | LoginFact
  | WordsFact
  | WordsWish
  /** the mints that relays name for the words of this wallet */
  | { type: 'restore.find' }
  /** those for other words, which are held from now on */
  | { type: 'restore.borrow'; words: Sealed<string> }
  /** nobody waits any more for what was asked, and no words but those of this wallet are needed */
  | { type: 'restore.end' };

type Context = {
  pubkey: string | undefined;
  /** which search it is: the answer is for who began it */
  turn: number;
  mints: readonly string[] | undefined;
  problem: EcashProblem | undefined;
};

type Found = { readonly output: readonly string[] };
type Failed = { readonly error: unknown };

const NOTHING = { mints: undefined, problem: undefined };

/**
 * Where recovery words are looked for, and those of another wallet for as long as they are needed: whoever leaves, locks the
 * key or logs out has them given back, also in the middle. What is found there is kept beside the chart.
 */
export const restoreMachine = setup({
  types: {} as { context: Context; events: RestoreEvent; tags: 'finding' | 'holds words' },
  actors: {
    'watch login': callbackSlot('watch login'),
    'find mints': promiseSlot<readonly string[], { borrowed: boolean }>('find mints'),
    'hold words': callbackSlot<WordsWish, { words: Sealed<string> }>('hold words'),
  },
  guards: {
    'is locked or another': ({ context }, { pubkey, signing }: Login) =>
      pubkey !== context.pubkey || signing !== 'possible',
  },
  actions: {
    'note user': assign((_, { pubkey }: Login) => ({ pubkey })),
    'begin anew': assign(({ context }) => ({ ...NOTHING, turn: context.turn + 1 })),
    'note mints': assign((_, { output }: Found) => ({ mints: output })),
    'note problem': assign((_, { error }: Failed) => ({ problem: ecashProblemOf(error) })),
  },
}).createMachine({
  id: 'restore',
  context: { pubkey: undefined, turn: 0, ...NOTHING },
  invoke: { id: 'watch login', src: 'watch login', onError: '.resting' },
  initial: 'resting',
  on: {
    'login.changed': {
      guard: { type: 'is locked or another', params: ({ event }) => event },
      target: '.resting',
      actions: [{ type: 'note user', params: ({ event }) => event }, 'begin anew'],
    },
    'restore.find': { target: '.finding', actions: 'begin anew' },
    'restore.borrow': { target: '.borrowing', actions: 'begin anew' },
    'restore.end': { target: '.resting', actions: 'begin anew' },
  },
  states: {
    resting: {},
    finding: {
      tags: 'finding',
      invoke: {
        id: 'find mints',
        src: 'find mints',
        input: { borrowed: false },
        onDone: { target: 'resting', actions: { type: 'note mints', params: ({ event }) => event } },
        onError: { target: 'resting', actions: { type: 'note problem', params: ({ event }) => event } },
      },
    },
    borrowing: {
      invoke: {
        id: 'hold words',
        src: 'hold words',
        input: ({ event }) => ({ words: (event as Extract<RestoreEvent, { type: 'restore.borrow' }>).words }),
        onError: { target: 'resting', actions: { type: 'note problem', params: ({ event }) => event } },
      },
      on: {
        'words.refused': { target: 'resting', actions: { type: 'note problem', params: ({ event }) => event } },
      },
      initial: 'taking',
      states: {
        taking: {
          tags: 'finding',
          on: { 'words.taken': 'finding' },
        },
        finding: {
          tags: 'finding',
          invoke: {
            id: 'find mints of others',
            src: 'find mints',
            input: { borrowed: true },
            onDone: { target: 'holding', actions: { type: 'note mints', params: ({ event }) => event } },
            onError: { target: 'holding', actions: { type: 'note problem', params: ({ event }) => event } },
          },
        },
        holding: {
          tags: 'holds words',
          on: { 'restore.from': { actions: sendTo('hold words', ({ event }) => event) } },
        },
      },
    },
  },
});
