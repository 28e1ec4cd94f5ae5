import { assign, raise, setup, type AnyEventObject } from 'xstate';
import type { EventRef } from '#domain/protocol/event.ts';
import { actionSlot, callbackSlot, promiseSlot } from '#machines/slots.ts';
import { hearsReach, reachWatch, type ReachFact } from '#machines/feed/reach.ts';

/** The note that was opened, relays that may have it, and who wrote it where the link says so. */
export type ThreadSubject = Pick<EventRef, 'id' | 'relays'> & { readonly author?: string | undefined };

export type ThreadEvent =
  /** A view shows the conversation of this note; nothing happens when it is open already. */
  | ({ type: 'thread.open' } & ThreadSubject)
  | { type: 'thread.close' }
  /** look again; also the way out of a failure */
  | { type: 'thread.refresh' };

/**
 * How the load of a conversation ended. `partial`: the note is there, but something above or below it could not be
 * fetched; `not found`: relays answered and none has the note; `unreachable`: no relay answered; `no relays`: the set has none
 * to read from.
 */
export type ThreadReport = 'complete' | 'partial' | 'not found' | 'unreachable' | 'no relays';

const report = ({ event }: { event: { output: ThreadReport } }) => ({ report: event.output });

/** One conversation: loads it, then adds new replies as they come. The notes are in the query cache under `thread`. */
export const threadMachine = setup({
  types: {} as {
    context: ThreadSubject;
    events: ThreadEvent | ReachFact;
    tags: 'loading' | 'live' | 'partial' | 'failed' | 'not found' | 'offline' | 'no relays';
  },
  actors: {
    'load thread': promiseSlot<ThreadReport, ThreadSubject>('load thread'),
    'watch thread': callbackSlot<AnyEventObject, ThreadSubject>('watch thread'),
    'watch relays': callbackSlot('watch relays'),
  },
  guards: {
    'is another note': ({ context }, { id }: ThreadSubject) => id !== context.id,
    'is partial': (_, params: { report: ThreadReport }) => params.report === 'partial',
    'is not found': (_, params: { report: ThreadReport }) => params.report === 'not found',
    'found no relays': (_, params: { report: ThreadReport }) => params.report === 'no relays',
    'is unreachable': (_, params: { report: ThreadReport }) => params.report === 'unreachable',
  },
  actions: {
    'ask failed anew': actionSlot('ask failed anew'),
    'tell reach': raise({ type: 'relays.reachable' }),
    'note subject': assign((_, { id, relays, author }: ThreadSubject) => ({ id, relays, author })),
    'forget subject': assign({ id: '', relays: [], author: undefined }),
  },
}).createMachine({
  id: 'thread',
  context: { id: '', relays: [] },
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget subject',
      on: { 'thread.open': { target: 'open', actions: { type: 'note subject', params: ({ event }) => event } } },
    },
    open: {
      type: 'parallel',
      on: {
        'thread.open': {
          guard: { type: 'is another note', params: ({ event }) => event },
          target: 'open',
          reenter: true,
          actions: { type: 'note subject', params: ({ event }) => event },
        },
        'thread.close': 'closed',
      },
      states: {
        notes: {
          initial: 'loading',
          states: {
            loading: {
              description: 'What is known of the conversation is shown meanwhile.',
              ...hearsReach,
              tags: 'loading',
              invoke: {
                id: 'load thread',
                src: 'load thread',
                input: ({ context }) => context,
                onDone: [
                  { guard: { type: 'is not found', params: report }, target: 'missing' },
                  { guard: { type: 'found no relays', params: report }, target: 'no relays' },
                  { guard: { type: 'is unreachable', params: report }, target: 'unreachable' },
                  { guard: { type: 'is partial', params: report }, target: '#thread.open.notes.live.notes.partial' },
                  { target: 'live' },
                ],
                onError: 'unreachable',
              },
            },
            live: {
              type: 'parallel',
              tags: 'live',
              on: { 'thread.refresh': 'loading' },
              states: {
                notes: {
                  initial: 'complete',
                  states: {
                    complete: {},
                    partial: {
                      description: 'Some of the conversation could not be fetched.',
                      tags: 'partial',
                      on: { 'relays.reachable': '#thread.open.notes.loading' },
                    },
                  },
                },
                watch: {
                  initial: 'watching',
                  states: {
                    watching: {
                      invoke: {
                        id: 'watch thread',
                        src: 'watch thread',
                        input: ({ context }) => context,
                        onError: 'unwatched',
                      },
                    },
                    unwatched: { description: 'New replies come only when somebody looks again.' },
                  },
                },
              },
            },
            missing: {
              description: 'Relays answered and none has the note.',
              tags: ['failed', 'not found'],
              on: { 'relays.reachable': 'loading', 'thread.refresh': 'loading' },
            },
            unreachable: {
              description: 'No relay answered.',
              tags: ['failed', 'offline'],
              on: { 'relays.reachable': 'loading', 'thread.refresh': 'loading' },
            },
            'no relays': {
              description: 'There is no relay to ask.',
              tags: ['failed', 'no relays'],
              on: { 'relays.reachable': 'loading', 'thread.refresh': 'loading' },
            },
          },
        },
        reach: reachWatch,
      },
    },
  },
});
