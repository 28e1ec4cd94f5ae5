import { assign, setup } from 'xstate';
import { problemOf, type Problem } from '#domain/problem.ts';
import { actionSlot, promiseSlot } from '#machines/slots.ts';

/** What a user wants to have said to a note: '+', '-' or an emoji; null: nothing. */
export type ReactionWish = { noteId: string; content: string | null };

export type ReactionEvent =
  | { type: 'reaction.react'; noteId: string; content: string }
  /** take it back */
  | { type: 'reaction.undo'; noteId: string };

type Context = ReactionWish & { problem: Problem | undefined };
type Told = { problem: Problem };

const wish = ({ context: { noteId, content } }: { context: Context }): ReactionWish => ({ noteId, content });
const wished = ({ event }: { event: ReactionEvent }) => ({
  content: event.type === 'reaction.react' ? event.content : null,
});
const toldOf = ({ event }: { event: { error: unknown } }): Told => ({ problem: problemOf(event.error) });

/**
 * The user's reaction to one note, from the click until relays have it (PUB-01). It shows at once; whoever changes their
 * mind meanwhile gets the last thing they wanted; a failure takes it back.
 */
export const reactionMachine = setup({
  types: {} as { context: Context; input: ReactionWish; events: ReactionEvent; tags: 'busy' },
  actors: { 'publish reaction': promiseSlot<void, ReactionWish>('publish reaction') },
  actions: {
    'note wish': assign((_, { content }: { content: string | null }) => ({ content })),
    'note problem': assign((_, { problem }: Told) => ({ problem })),
    'show reaction': actionSlot<ReactionWish>('show reaction'),
    'show what was': actionSlot<{ noteId: string }>('show what was'),
    'tell problem': actionSlot<Told>('tell problem'),
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
        onError: { target: 'rolled back', actions: { type: 'note problem', params: toldOf } },
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
        {
          type: 'tell problem',
          params: ({ context }) => ({ problem: context.problem ?? { code: 'unknown' as const } }),
        },
      ],
    },
    over: { type: 'final' },
  },
});
