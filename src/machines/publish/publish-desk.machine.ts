import { assign, emit, enqueueActions, setup, type DoneActorEvent, type ErrorActorEvent } from 'xstate';
import { promiseSlot } from '#machines/slots.ts';
import { publishMachine, type PublishInput } from './publish.machine.ts';

export type PublishDeskEvent =
  ({ type: 'desk.post' } & PublishInput) | DoneActorEvent<{ jobId: string }> | ErrorActorEvent;

type Context = {
  /** ids of the jobs that are under way or wait to be read, in the order they were begun */
  jobs: readonly string[];
};

/** All events on their way to relays; at the start those that an earlier visit left behind. */
export const publishDeskMachine = setup({
  types: {} as {
    context: Context;
    events: PublishDeskEvent;
    tags: 'busy';
    emitted: { type: 'notice'; text: string };
  },
  actors: { publish: publishMachine, 'load jobs': promiseSlot<readonly PublishInput[]>('load jobs') },
  guards: {
    'is a job': ({ context }, { id }: { id: string }) => context.jobs.includes(id),
  },
  actions: {
    'start jobs': enqueueActions(({ context, enqueue }, { jobs }: { jobs: readonly PublishInput[] }) => {
      const fresh = jobs.filter(({ jobId }) => !context.jobs.includes(jobId));
      for (const input of fresh) enqueue.spawnChild('publish', { id: input.jobId, input });
      enqueue.assign({ jobs: [...context.jobs, ...fresh.map(({ jobId }) => jobId)] });
    }),
    'end job': enqueueActions(({ enqueue }, { id }: { id: string }) => enqueue.stopChild(id)),
    'forget job': assign({
      jobs: ({ context }, { id }: { id: string }) => context.jobs.filter((jobId) => jobId !== id),
    }),
    'tell of failure': emit({ type: 'notice', text: 'Publish failed' }),
  },
}).createMachine({
  id: 'publish-desk',
  context: { jobs: [] },
  initial: 'loading',
  on: {
    'desk.post': { actions: { type: 'start jobs', params: ({ event: { type: _, ...input } }) => ({ jobs: [input] }) } },
    'xstate.done.actor.*': {
      guard: { type: 'is a job', params: ({ event }) => ({ id: event.actorId }) },
      actions: [
        { type: 'end job', params: ({ event }) => ({ id: event.actorId }) },
        { type: 'forget job', params: ({ event }) => ({ id: event.actorId }) },
      ],
    },
    'xstate.error.actor.*': {
      guard: { type: 'is a job', params: ({ event }) => ({ id: event.actorId }) },
      actions: [
        'tell of failure',
        { type: 'end job', params: ({ event }) => ({ id: event.actorId }) },
        { type: 'forget job', params: ({ event }) => ({ id: event.actorId }) },
      ],
    },
  },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'load',
        src: 'load jobs',
        onDone: {
          target: 'open',
          actions: { type: 'start jobs', params: ({ event }) => ({ jobs: event.output }) },
        },
        onError: 'open',
      },
    },
    open: {},
  },
});
