import { assign, enqueueActions, setup, stopChild, type AnyEventObject, type ErrorActorEvent } from 'xstate';
import { DISPLAY_NAME_BATCHES_AT_ONCE, METADATA_BATCH_MS } from '#domain/profile/profile-limits.ts';
import { callbackSlot } from '#machines/slots.ts';

export type DisplayNamesEvent =
  /** names are asked for that are neither known nor under way */
  | { type: 'names.wanted' }
  /** every name of the batch was found, or its fetch was closed */
  | { type: 'batch.ended'; batch: string };

/**
 * Fetches display names in batches: collects what is wanted for a moment, then asks for all of it at once. A few batches
 * run side by side, so that one slow relay does not hold up the names of the next notes. Who is wanted, and how the
 * fetch of each stands (NAME-05), is kept beside it.
 */
export const displayNamesMachine = setup({
  types: {} as {
    context: { underWay: number; started: number };
    events: DisplayNamesEvent | ErrorActorEvent;
    tags: 'fetching';
  },
  actors: {
    'watch wanted names': callbackSlot('watch wanted names'),
    'fetch names': callbackSlot<AnyEventObject, { batch: string }>('fetch names'),
  },
  guards: {
    'may start another': ({ context }) => context.underWay < DISPLAY_NAME_BATCHES_AT_ONCE,
    'nothing is under way': ({ context }) => context.underWay === 0,
  },
  actions: {
    'start batch': enqueueActions(({ context, enqueue }) => {
      const batch = `batch-${context.started}`;
      enqueue.spawnChild('fetch names', { id: batch, input: { batch } });
    }),
    'count batch': assign({
      underWay: ({ context }) => context.underWay + 1,
      started: ({ context }) => context.started + 1,
    }),
    'stop batch': stopChild((_, { batch }: { batch: string }) => batch),
    'uncount batch': assign({ underWay: ({ context }) => Math.max(0, context.underWay - 1) }),
  },
  delays: { batchWindow: METADATA_BATCH_MS },
}).createMachine({
  id: 'display-names',
  context: { underWay: 0, started: 0 },
  initial: 'idle',
  invoke: { id: 'watch wanted names', src: 'watch wanted names', onError: '.unwatched' },
  on: {
    'batch.ended': { actions: [{ type: 'stop batch', params: ({ event }) => event }, 'uncount batch'] },
    'xstate.error.actor.*': { actions: 'uncount batch' },
  },
  states: {
    idle: { on: { 'names.wanted': 'collecting' } },
    collecting: { after: { batchWindow: [{ guard: 'may start another', target: 'fetching' }, { target: 'waiting' }] } },
    waiting: {
      description: 'Names are wanted, but as many batches as may are under way.',
      tags: 'fetching',
      always: { guard: 'may start another', target: 'fetching' },
    },
    fetching: {
      tags: 'fetching',
      entry: ['count batch', 'start batch'],
      always: { guard: 'nothing is under way', target: 'idle' },
      on: { 'names.wanted': 'collecting' },
    },
    unwatched: { description: 'Wishes can no longer be heard; names come from the notes on screen alone.' },
  },
});
