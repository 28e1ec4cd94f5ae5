import { assign, setup } from 'xstate';
import type { CacheGroup } from '#domain/cache/cache-groups.ts';
import { StillLoggedIn } from '#domain/cache/clear-problem.ts';
import { keyProblemText, problemOf } from '#domain/session/key-problem.ts';
import { promiseSlot } from '#machines/slots.ts';

/** What can be cleared: the whole query cache, one group of it, or what its name says. */
export type ClearAction = 'cache' | CacheGroup | 'everything' | 'saved keys' | 'stored wallet' | 'preferences';

export type ClearEvent =
  { type: 'clear.open'; action: ClearAction } | { type: 'clear.confirm' } | { type: 'clear.close' };

const FAILED = 'It could not be cleared, and nothing was lost. Please try again.';

const textOf = (error: unknown) => {
  if (error instanceof StillLoggedIn) return error.message;
  const problem = problemOf(error);
  return problem === 'unknown' || problem === 'failed' ? FAILED : `${FAILED} ${keyProblemText(problem)}`;
};

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
    context: { action: ClearAction; message: string };
    events: ClearEvent;
    tags: 'open' | 'busy' | 'failed' | 'done';
  },
  actors: { clear: promiseSlot<void, { action: ClearAction }>('clear') },
  actions: {
    'note action': assign((_, { action }: { action: ClearAction }) => ({ action, message: '' })),
    'keep problem': assign({ message: (_, { error }: { error: unknown }) => textOf(error) }),
  },
}).createMachine({
  id: 'clear-action',
  context: { action: 'cache', message: '' },
  initial: 'closed',
  states: {
    closed: { on: { 'clear.open': open } },
    asking: { tags: 'open', on: { 'clear.open': open, 'clear.confirm': 'clearing', 'clear.close': 'closed' } },
    clearing: {
      tags: ['open', 'busy'],
      invoke: {
        id: 'clear',
        src: 'clear',
        input: ({ context }) => ({ action: context.action }),
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
