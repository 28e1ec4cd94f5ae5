import { assign, enqueueActions, setup, type DoneActorEvent, type ErrorActorEvent } from 'xstate';
import { reactionMachine, type ReactionEvent, type ReactionWish } from './reaction.machine.ts';

type Context = {
  /** ids of the notes with a reaction under way, which are the ids of the children, too */
  notes: readonly string[];
};

const wishOf = ({ event }: { event: ReactionEvent }): ReactionWish => ({
  noteId: event.noteId,
  content: event.type === 'reaction.react' ? event.content : null,
});
const ended = ({ event }: { event: { actorId: string } }) => ({ noteId: event.actorId });

/** The reactions of the user that are on their way, one per note. */
export const reactionsMachine = setup({
  types: {} as { context: Context; events: ReactionEvent | DoneActorEvent | ErrorActorEvent },
  actors: { reaction: reactionMachine },
  guards: {
    'is under way': ({ context }, { noteId }: { noteId: string }) => context.notes.includes(noteId),
  },
  actions: {
    'begin reaction': enqueueActions(({ context, enqueue }, wish: ReactionWish) => {
      enqueue.spawnChild('reaction', { id: wish.noteId, input: wish });
      enqueue.assign({ notes: [...context.notes, wish.noteId] });
    }),
    'change reaction': enqueueActions(({ enqueue }, { event }: { event: ReactionEvent }) =>
      enqueue.sendTo(event.noteId, event),
    ),
    'end reaction': enqueueActions(({ enqueue }, { noteId }: { noteId: string }) => enqueue.stopChild(noteId)),
    'forget reaction': assign({
      notes: ({ context }, { noteId }: { noteId: string }) => context.notes.filter((id) => id !== noteId),
    }),
  },
}).createMachine({
  id: 'reactions',
  context: { notes: [] },
  initial: 'open',
  states: {
    open: {
      on: {
        'reaction.*': [
          {
            guard: { type: 'is under way', params: wishOf },
            actions: { type: 'change reaction', params: ({ event }) => ({ event }) },
          },
          { actions: { type: 'begin reaction', params: wishOf } },
        ],
        'xstate.done.actor.*': {
          guard: { type: 'is under way', params: ended },
          actions: [
            { type: 'end reaction', params: ended },
            { type: 'forget reaction', params: ended },
          ],
        },
        'xstate.error.actor.*': {
          guard: { type: 'is under way', params: ended },
          actions: [
            { type: 'end reaction', params: ended },
            { type: 'forget reaction', params: ended },
          ],
        },
      },
    },
  },
});
