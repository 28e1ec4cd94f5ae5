import { assign, setup } from 'xstate';
import { actionSlot, promiseSlot } from '#machines/slots.ts';

/** What a user wants to have said to a note: '+', '-' or an emoji; null: nothing. */
export type ReactionWish = { noteId: string; content: string | null };

export type ReactionEvent =
  | { type: 'reaction.react'; noteId: string; content: string }
  /** take it back */
  | { type: 'reaction.undo'; noteId: string };

type Context = ReactionWish & { problem: string | undefined };
type Problem = { problem: string };

const wish = ({ context: { noteId, content } }: { context: Context }): ReactionWish => ({ noteId, content });
const wished = ({ event }: { event: ReactionEvent }) => ({
  content: event.type === 'reaction.react' ? event.content : null,
});
const messageOf = ({ event }: { event: { error: unknown } }): Problem => ({
  problem: event.error instanceof Error ? event.error.message : String(event.error),
});

/**
 * The user's reaction to one note, from the click until relays have it (PUB-01). It shows at once; whoever changes their
 * mind meanwhile gets the last thing they wanted; a failure takes it back.
 */
export const reactionMachine = setup({
  types: {} as { context: Context; input: ReactionWish; events: ReactionEvent; tags: 'busy' },
  actors: { 'publish reaction': promiseSlot<void, ReactionWish>('publish reaction') },
  actions: {
    'note wish': assign((_, { content }: { content: string | null }) => ({ content })),
    'note problem': assign((_, { problem }: Problem) => ({ problem })),
    'show reaction': actionSlot<ReactionWish>('show reaction'),
    'show what was': actionSlot<{ noteId: string }>('show what was'),
    'tell problem': actionSlot<Problem>('tell problem'),
  },
}).createMachine({
  id: 'reaction',
  context: ({ input }) => ({ ...input, problem: undefined }),
  initial: 'publishing',
  states: {
    publishing: {
      tags: 'busy',
      entry: { type: 'show reaction', params: wish },
      invoke: {
        id: 'publish reaction',
        src: 'publish reaction',
        input: wish,
        onDone: 'over',
        onError: { target: 'rolled back', actions: { type: 'note problem', params: messageOf } },
      },
      // what was begun is given up
      on: {
        'reaction.*': { target: 'publishing', reenter: true, actions: { type: 'note wish', params: wished } },
      },
    },
    'rolled back': {
      type: 'final',
      entry: [
        { type: 'show what was', params: ({ context: { noteId } }) => ({ noteId }) },
        { type: 'tell problem', params: ({ context }) => ({ problem: context.problem ?? '' }) },
      ],
    },
    over: { type: 'final' },
  },
});
