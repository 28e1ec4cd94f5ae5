import { assign, setup } from 'xstate';
import { CODE_RETRY_MS } from '#domain/shell/shell-limits.ts';
import { promiseSlot } from '#machines/slots.ts';

/** Somebody needs the areas of the group. */
export type AreaGroupEvent = { type: 'group.want' };

/** Areas whose code comes when the first of them is needed. */
export const areaGroupMachine = setup({
  types: {} as {
    context: { problem: unknown };
    events: AreaGroupEvent;
    tags: 'runs' | 'failed';
  },
  actors: { 'start areas': promiseSlot<void>('start areas') },
  actions: { 'keep problem': assign({ problem: (_, { problem }: { problem: unknown }) => problem }) },
  delays: { CODE_RETRY: CODE_RETRY_MS },
}).createMachine({
  id: 'area-group',
  context: { problem: undefined },
  initial: 'not loaded',
  states: {
    'not loaded': { on: { 'group.want': 'loading' } },
    loading: {
      invoke: {
        id: 'start',
        src: 'start areas',
        onDone: 'running',
        onError: {
          target: 'failed',
          actions: { type: 'keep problem', params: ({ event }) => ({ problem: event.error }) },
        },
      },
    },
    running: { tags: 'runs' },
    failed: {
      description:
        'Their code could not be had; a view that waits asks anew in every render, so it is not tried again at once.',
      tags: 'failed',
      after: { CODE_RETRY: 'not loaded' },
    },
  },
});
