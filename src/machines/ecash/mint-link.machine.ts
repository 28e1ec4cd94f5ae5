import { assign, setup } from 'xstate';
import { MINT_REFRESH_MS, MINT_SOCKET_AGAIN_MS } from '#domain/ecash/ecash-limits.ts';
import { busyOf, ecashProblemOf, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { mintBusyDelay, mintRetryDelay } from '#domain/ecash/mints/mint-waits.ts';
import { actionSlot, callbackSlot, promiseSlot } from '#machines/slots.ts';

/** What the slot `follow tokens` tells: its socket ended. */
export type TokensFact = { type: 'socket.ended' };

export type MintLinkEvent =
  | TokensFact
  /** the user wants to know now */
  | { type: 'mint.refresh' }
  /** the network is back, or the tab is looked at: one that did not answer may do so now */
  | { type: 'mint.try' };

/** `freshMs`: for so long what was saved of it is good. */
export type MintLinkInput = { readonly mint: string; readonly freshMs: number };

export type MintName = Pick<MintLinkInput, 'mint'>;

/** `problem`: why it told nothing when it was asked last. */
type Context = MintLinkInput & { failures: number; problem: EcashProblem | undefined };

type Failed = { readonly problem: EcashProblem };

const only = ({ context: { mint } }: { context: Context }): MintName => ({ mint });
const failed = ({ event }: { event: { error: unknown } }): Failed => ({ problem: ecashProblemOf(event.error) });

/**
 * One mint that the wallet uses: what it tells of itself is loaded, and again each hour; one that does not answer is asked less
 * and less often, one that wants fewer requests not before it says. Its socket tells when a token that is out is taken, and when a
 * payment that hangs does so no more.
 */
export const mintLinkMachine = setup({
  types: {} as {
    context: Context;
    input: MintLinkInput;
    events: MintLinkEvent;
    tags: 'known' | 'loading' | 'silent' | 'rate limited';
  },
  actors: {
    'load mint': promiseSlot<void, MintName>('load mint'),
    'follow tokens': callbackSlot<TokensFact, MintName>('follow tokens'),
  },
  guards: {
    'is fresh': ({ context }) => context.freshMs > 0,
    'is busy': (_, { problem }: Failed) => busyOf(problem) !== undefined,
    'answers again': ({ context }) => context.failures > 0,
  },
  actions: {
    'note answer': assign({ failures: 0, freshMs: MINT_REFRESH_MS, problem: undefined }),
    'note failure': assign({ failures: ({ context }) => context.failures + 1 }),
    'note problem': assign((_, { problem }: Failed) => ({ problem })),
    /** who waits for this mint may go on */
    'tell that it answers': actionSlot<MintName>('tell that it answers'),
  },
  delays: {
    untilRefresh: ({ context }) => context.freshMs,
    untilRetry: ({ context }) => mintRetryDelay(context.failures),
    untilWelcome: ({ context }) => mintBusyDelay(context.problem && busyOf(context.problem)?.afterMs),
    untilSocket: MINT_SOCKET_AGAIN_MS,
  },
}).createMachine({
  id: 'mint-link',
  context: ({ input }) => ({ ...input, failures: 0, problem: undefined }),
  type: 'parallel',
  states: {
    facts: {
      initial: 'beginning',
      states: {
        beginning: { always: [{ guard: 'is fresh', target: 'known' }, { target: 'loading' }] },
        known: {
          tags: 'known',
          after: { untilRefresh: 'loading' },
          on: { 'mint.refresh': 'loading' },
        },
        loading: {
          tags: 'loading',
          invoke: {
            id: 'load mint',
            src: 'load mint',
            input: only,
            onDone: [
              {
                guard: 'answers again',
                target: 'known',
                actions: [{ type: 'tell that it answers', params: only }, 'note answer'],
              },
              { target: 'known', actions: 'note answer' },
            ],
            onError: [
              {
                guard: { type: 'is busy', params: failed },
                target: 'rate limited',
                actions: { type: 'note problem', params: failed },
              },
              { target: 'silent', actions: { type: 'note problem', params: failed } },
            ],
          },
        },
        silent: {
          tags: 'silent',
          entry: 'note failure',
          after: { untilRetry: 'loading' },
          on: { 'mint.refresh': 'loading', 'mint.try': 'loading' },
        },
        'rate limited': {
          tags: 'rate limited',
          description: 'It wants fewer requests: it is left alone until it wants to be asked.',
          after: { untilWelcome: 'loading' },
        },
      },
    },
    tokens: {
      initial: 'listening',
      states: {
        listening: {
          invoke: { id: 'follow tokens', src: 'follow tokens', input: only, onError: 'deaf' },
          on: { 'socket.ended': 'deaf' },
        },
        deaf: {
          description: 'Whether a token was taken is asked for.',
          after: { untilSocket: 'listening' },
        },
      },
    },
  },
});
