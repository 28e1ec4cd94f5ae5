import { assign, emit, enqueueActions, setup, type DoneActorEvent, type ErrorActorEvent } from 'xstate';
import type { Problem } from '#domain/problem.ts';
import { callbackSlot } from '#machines/slots.ts';
import { publishMachine, type PublishJobInput } from './publish.machine.ts';

/** What the slot `follow journal` tells: what is in the journal now, at the start and when another tab changed it. */
export type JournalFact = { type: 'journal.has'; jobs: readonly PublishJobInput[] } | { type: 'journal.unreadable' };

export type PublishDeskEvent =
  | ({ type: 'desk.post' } & PublishJobInput)
  | JournalFact
  | DoneActorEvent<{ jobId: string; problem?: Problem | undefined }>
  | ErrorActorEvent;

type Context = {
  /** ids of the jobs that are under way or wait to be read, in the order they were begun */
  jobs: readonly string[];
};

/** All events on their way to relays; also those that an earlier visit left behind or another tab works on. */
export const publishDeskMachine = setup({
  types: {} as {
    context: Context;
    events: PublishDeskEvent;
    tags: 'busy';
    emitted: { type: 'notice'; problem: Problem };
  },
  actors: { publish: publishMachine, 'follow journal': callbackSlot('follow journal') },
  guards: {
    'is a job': ({ context }, { id }: { id: string }) => context.jobs.includes(id),
  },
  actions: {
    'start jobs': enqueueActions(({ context, enqueue }, { jobs }: { jobs: readonly PublishJobInput[] }) => {
      const fresh = jobs.filter(({ jobId }) => !context.jobs.includes(jobId));
      for (const input of fresh) enqueue.spawnChild('publish', { id: input.jobId, input });
      enqueue.assign({ jobs: [...context.jobs, ...fresh.map(({ jobId }) => jobId)] });
    }),
    'tell of forgotten ones': enqueueActions(({ context, enqueue }, { jobs }: { jobs: readonly PublishJobInput[] }) => {
      const kept = new Set(jobs.map(({ jobId }) => jobId));
      for (const id of context.jobs) if (!kept.has(id)) enqueue.sendTo(id, { type: 'journal.forgot' });
    }),
    'end job': enqueueActions(({ enqueue }, { id }: { id: string }) => enqueue.stopChild(id)),
    'forget job': assign({
      jobs: ({ context }, { id }: { id: string }) => context.jobs.filter((jobId) => jobId !== id),
    }),
    /** other problems were read before the job was over */
    'tell of abort': enqueueActions(({ enqueue }, { problem }: { problem?: Problem | undefined }) => {
      if (problem?.code === 'mining-aborted') enqueue.emit({ type: 'notice', problem });
    }),
    'tell of failure': emit({ type: 'notice', problem: { code: 'post-failed' } }),
  },
}).createMachine({
  id: 'publish-desk',
  context: { jobs: [] },
  initial: 'loading',
  on: {
    'desk.post': { actions: { type: 'start jobs', params: ({ event: { type: _, ...input } }) => ({ jobs: [input] }) } },
    'journal.has': {
      target: '.open',
      actions: [
        { type: 'start jobs', params: ({ event }) => event },
        { type: 'tell of forgotten ones', params: ({ event }) => event },
      ],
    },
    'xstate.done.actor.*': {
      guard: { type: 'is a job', params: ({ event }) => ({ id: event.actorId }) },
      actions: [
        { type: 'tell of abort', params: ({ event }) => event.output },
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
  invoke: { id: 'journal', src: 'follow journal', onError: '.open' },
  states: {
    loading: { tags: 'busy', on: { 'journal.unreadable': 'open' } },
    open: {},
  },
});
