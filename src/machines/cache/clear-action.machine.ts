import { assign, setup } from 'xstate';
import type { CacheGroup } from '#domain/cache/cache-groups.ts';
import type { Stake } from '#domain/ecash/ledger/stake.ts';
import type { Problem } from '#domain/problem.ts';
import { Failure } from '#domain/problem.ts';
import { reasonOf } from '#domain/session/key-problem.ts';
import { promiseSlot } from '#machines/slots.ts';

/** What can be cleared: the whole query cache, one group of it, or what its name says. */
export type ClearAction = 'cache' | CacheGroup | 'everything' | 'saved keys' | 'stored wallet' | 'preferences';

export type ClearEvent =
  | { type: 'clear.open'; action: ClearAction }
  /** `ecash`: all of it, as the user saw it, is to be deleted, too */
  | { type: 'clear.confirm'; ecash?: readonly Stake[] }
  | { type: 'clear.close' };

export type ClearInput = { readonly action: ClearAction; readonly ecash: readonly Stake[] | undefined };

/** All was to be cleared, and some of it was. */
const PARTLY_DONE: ReadonlySet<string> = new Set([
  'copy-kept',
  'caches-kept',
  'still-logged-in',
  'ecash-kept',
  'ecash-left',
]);

const problemIn = (error: unknown): Problem =>
  error instanceof Failure && PARTLY_DONE.has(error.problem.code)
    ? error.problem
    : { code: 'not-cleared', because: reasonOf(error) };

const open = {
  target: 'asking' as const,
  actions: { type: 'note action' as const, params: ({ event }: { event: { action: ClearAction } }) => event },
};

/**
 * Asks before anything is cleared, and then clears it (CACHE-21): one chart for all clear actions. It cannot be left while it
 * clears; a failure says so and can be tried again.
 */
export const clearActionMachine = setup({
  types: {} as {
    context: { action: ClearAction; problem: Problem | undefined };
    events: ClearEvent;
    tags: 'open' | 'busy' | 'failed' | 'done';
  },
  actors: { clear: promiseSlot<void, ClearInput>('clear') },
  actions: {
    'note action': assign((_, { action }: { action: ClearAction }) => ({ action, problem: undefined })),
    'keep problem': assign({ problem: (_, { error }: { error: unknown }) => problemIn(error) }),
  },
}).createMachine({
  id: 'clear-action',
  context: { action: 'cache', problem: undefined },
  initial: 'closed',
  states: {
    closed: { on: { 'clear.open': open } },
    asking: { tags: 'open', on: { 'clear.open': open, 'clear.confirm': 'clearing', 'clear.close': 'closed' } },
    clearing: {
      tags: ['open', 'busy'],
      invoke: {
        id: 'clear',
        src: 'clear',
        input: ({ context, event }) => ({
          action: context.action,
          ecash: event.type === 'clear.confirm' ? event.ecash : undefined,
        }),
        onDone: 'done',
        onError: { target: 'failed', actions: { type: 'keep problem', params: ({ event }) => event } },
      },
    },
    failed: {
      tags: ['open', 'failed'],
      on: { 'clear.open': open, 'clear.confirm': 'clearing', 'clear.close': 'closed' },
    },
    done: { tags: 'done', on: { 'clear.open': open, 'clear.close': 'closed' } },
  },
});
