import { assign, enqueueActions, setup } from 'xstate';
import { composerMachine, type ComposerInput } from './composer.machine.ts';

/** `composer`: an id that its view chooses; `field`: of which thread. */
export type ComposersEvent =
  | ({ type: 'composer.open' } & ComposerInput)
  | { type: 'composer.close'; composer: string }
  /** the gate lets through what waits there */
  | { type: 'composer.make'; composer: string }
  /** a thread is answered in its own field, from the press on: the code of its composer comes later */
  | { type: 'reply.begin'; field: string }
  | { type: 'reply.end'; field: string };

/** All composers that are open, each a chart of its own. What was begun in one that closes goes on without it. */
export const composersMachine = setup({
  types: {} as {
    context: {
      /** ids of those that are open */
      open: readonly string[];
      /** fields in which a reply was begun */
      replies: readonly string[];
    };
    events: ComposersEvent;
  },
  actors: { composer: composerMachine },
  guards: {
    'is new': ({ context }, { composer }: { composer: string }) => !context.open.includes(composer),
    'is open': ({ context }, { composer }: { composer: string }) => context.open.includes(composer),
  },
  actions: {
    'open composer': enqueueActions(({ enqueue }, input: ComposerInput) => {
      enqueue.spawnChild('composer', { id: input.composer, input });
    }),
    'note composer': assign({ open: ({ context }, { composer }: { composer: string }) => [...context.open, composer] }),
    'close composer': enqueueActions(({ enqueue }, { composer }: { composer: string }) => enqueue.stopChild(composer)),
    'forget composer': assign({
      open: ({ context }, { composer }: { composer: string }) => context.open.filter((id) => id !== composer),
    }),
    'note reply': assign({
      replies: ({ context }, { field }: { field: string }) => [
        ...context.replies.filter((one) => one !== field),
        field,
      ],
    }),
    'forget reply': assign({
      replies: ({ context }, { field }: { field: string }) => context.replies.filter((one) => one !== field),
    }),
    'let through': enqueueActions(({ enqueue }, { composer }: { composer: string }) => {
      enqueue.sendTo(composer, { type: 'composer.make' });
    }),
  },
}).createMachine({
  id: 'composers',
  context: { open: [], replies: [] },
  initial: 'ready',
  states: {
    ready: {
      on: {
        'composer.open': {
          guard: { type: 'is new', params: ({ event }) => event },
          actions: [
            { type: 'open composer', params: ({ event: { composer, takesShared } }) => ({ composer, takesShared }) },
            { type: 'note composer', params: ({ event }) => event },
          ],
        },
        'composer.close': {
          guard: { type: 'is open', params: ({ event }) => event },
          actions: [
            { type: 'close composer', params: ({ event }) => event },
            { type: 'forget composer', params: ({ event }) => event },
          ],
        },
        'composer.make': {
          guard: { type: 'is open', params: ({ event }) => event },
          actions: { type: 'let through', params: ({ event }) => event },
        },
        'reply.begin': { actions: { type: 'note reply', params: ({ event }) => event } },
        'reply.end': { actions: { type: 'forget reply', params: ({ event }) => event } },
      },
    },
  },
});
