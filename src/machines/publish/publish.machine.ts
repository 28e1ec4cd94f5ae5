import { assign, enqueueActions, sendTo, setup, type AnyEventObject } from 'xstate';
import { PUBLISH_SENT_SHOWN_MS } from '#domain/publish/publish-limits.ts';
import { publishFailureText, type PublishOutcome } from '#domain/publish/publish.ts';
import { miningMachine, type MiningReport } from '#machines/pow/mining.machine.ts';
import { callbackSlot, promiseSlot } from '#machines/slots.ts';

/** What the slot `send` tells. */
export type SendFact = ({ type: 'relay.answered' } & PublishOutcome) | { type: 'send.over' };

/** What the slot `watch network` tells. */
export type NetworkFact = { type: 'network.back' };

export type PublishEvent =
  | MiningReport
  | SendFact
  | NetworkFact
  /** stop and forget; what a relay has already stays there */
  | { type: 'publish.cancel' }
  /** again, to the relays that did not take it */
  | { type: 'publish.retry' }
  /** more work, and then again */
  | { type: 'publish.mineMore'; bits: number }
  /** the outcome was read */
  | { type: 'publish.dismiss' };

export type PublishInput = {
  jobId: string;
  /** hex */
  pubkey: string;
  /** leading zero bits of the id; 0 for none */
  targetBits: number;
  /** it was signed in an earlier visit */
  signed: boolean;
  relays: readonly string[];
  /** ms since the epoch */
  startTime: number;
};

/** The event is kept beside the machines, under the id of the job. */
export type JobInput = { jobId: string };
export type SendInput = JobInput & { relays: readonly string[] };

type Context = PublishInput & {
  answers: Readonly<Record<string, PublishOutcome>>;
  problem: string;
};

const outcomesOf = ({ relays, answers }: Context): readonly PublishOutcome[] =>
  relays.map((relay) => answers[relay]).filter((answer) => answer !== undefined);

const countOf = (context: Context, outcome: PublishOutcome['outcome']) =>
  outcomesOf(context).filter((answer) => answer.outcome === outcome).length;

const job = ({ context: { jobId } }: { context: Context }): JobInput => ({ jobId });

const messageOf = (error: unknown): string => (error instanceof Error && error.message) || 'Publish failed';

/** One event on its way to the relays: work, signature, a copy on this device, then every relay's answer (doc A section 7). */
export const publishMachine = setup({
  types: {} as {
    context: Context;
    input: PublishInput;
    events: PublishEvent;
    tags: 'mining' | 'signing' | 'sending' | 'queued' | 'sent' | 'sent in part' | 'failed';
    output: { jobId: string };
  },
  actors: {
    mining: miningMachine,
    sign: promiseSlot<void, JobInput>('sign'),
    'keep job': promiseSlot<void, JobInput>('keep job'),
    'forget job': promiseSlot<void, JobInput>('forget job'),
    send: callbackSlot<AnyEventObject, SendInput>('send'),
    'watch network': callbackSlot('watch network'),
  },
  guards: {
    'is signed': ({ context }) => context.signed,
    'needs work': ({ context }) => context.targetBits > 0,
    'all accepted': ({ context }) => countOf(context, 'accepted') === context.relays.length,
    'some accepted': ({ context }) => countOf(context, 'accepted') > 0,
    'nobody could be reached': ({ context }) => countOf(context, 'offline') === context.relays.length,
  },
  actions: {
    'start mining': enqueueActions(({ context: { jobId, targetBits, pubkey, startTime }, enqueue }) => {
      enqueue.stopChild('mining');
      enqueue.spawnChild('mining', { id: 'mining', input: { sessionId: jobId, targetBits, pubkey, startTime } });
    }),
    'abort mining': sendTo('mining', { type: 'mining.abort' }),
    'note signature': assign({ signed: true, problem: '' }),
    'note answer': assign({
      answers: ({ context }, { relay, outcome, reason }: PublishOutcome) => ({
        ...context.answers,
        [relay]: { relay, outcome, reason },
      }),
    }),
    'ask for more work': assign((_, { bits }: { bits: number }) => ({ targetBits: bits, signed: false, answers: {} })),
    'keep problem': assign({ problem: (_, { reason }: { reason: string }) => reason }),
    'work out problem': assign({ problem: ({ context }) => publishFailureText(outcomesOf(context)) }),
    'forget problem': assign({ problem: '' }),
  },
  delays: { sentShown: PUBLISH_SENT_SHOWN_MS },
}).createMachine({
  id: 'publish',
  context: ({ input }) => ({ ...input, answers: {}, problem: '' }),
  initial: 'deciding',
  output: ({ context: { jobId } }) => ({ jobId }),
  states: {
    deciding: {
      always: [
        { guard: 'is signed', target: 'sending' },
        { guard: 'needs work', target: 'mining' },
        { target: 'signing' },
      ],
    },
    mining: {
      tags: 'mining',
      entry: 'start mining',
      on: {
        'mining.done': 'signing',
        'mining.stopped': {
          target: 'failed',
          actions: { type: 'keep problem', params: ({ event }) => event },
        },
        'publish.cancel': { target: 'discarding', actions: 'abort mining' },
      },
    },
    signing: {
      tags: 'signing',
      invoke: {
        id: 'sign',
        src: 'sign',
        input: job,
        onDone: { target: 'keeping', actions: 'note signature' },
        onError: {
          target: 'failed',
          actions: { type: 'keep problem', params: ({ event }) => ({ reason: messageOf(event.error) }) },
        },
      },
      on: { 'publish.cancel': 'discarding' },
    },
    keeping: {
      description: 'A copy stays on this device until the event is out, so that a closed tab loses nothing.',
      tags: 'sending',
      invoke: { id: 'keep', src: 'keep job', input: job, onDone: 'sending', onError: 'sending' },
    },
    sending: {
      tags: 'sending',
      entry: 'forget problem',
      invoke: {
        id: 'send',
        src: 'send',
        input: ({ context: { jobId, relays, answers } }) => ({
          jobId,
          relays: relays.filter((relay) => answers[relay]?.outcome !== 'accepted'),
        }),
        onError: {
          target: 'failed',
          actions: { type: 'keep problem', params: ({ event }) => ({ reason: messageOf(event.error) }) },
        },
      },
      on: {
        'relay.answered': { actions: { type: 'note answer', params: ({ event }) => event } },
        'send.over': 'judging',
        'publish.cancel': [{ guard: 'some accepted', target: 'sent in part' }, { target: 'discarding' }],
      },
    },
    judging: {
      always: [
        { guard: 'all accepted', target: 'sent' },
        { guard: 'some accepted', target: 'sent in part' },
        { guard: 'nobody could be reached', target: 'queued' },
        { target: 'failed', actions: 'work out problem' },
      ],
    },
    queued: {
      description: 'No relay can be reached: it goes out when one can, also in a later visit.',
      tags: 'queued',
      invoke: {
        id: 'network',
        src: 'watch network',
        onError: {
          target: 'failed',
          actions: { type: 'keep problem', params: ({ event }) => ({ reason: messageOf(event.error) }) },
        },
      },
      on: { 'network.back': 'sending', 'publish.retry': 'sending', 'publish.cancel': 'discarding' },
    },
    sent: {
      tags: 'sent',
      invoke: { id: 'forget', src: 'forget job', input: job, onError: '.kept' },
      initial: 'shown',
      states: { shown: {}, kept: { description: 'Its copy stays; sending it again does no harm.' } },
      after: { sentShown: 'over' },
      on: { 'publish.dismiss': 'over' },
    },
    'sent in part': {
      tags: 'sent in part',
      invoke: { id: 'forget', src: 'forget job', input: job, onError: '.kept' },
      initial: 'shown',
      states: { shown: {}, kept: { description: 'Its copy stays; sending it again does no harm.' } },
      on: { 'publish.retry': 'sending', 'publish.dismiss': 'over' },
    },
    failed: {
      tags: 'failed',
      on: {
        'publish.retry': 'deciding',
        'publish.mineMore': {
          target: 'mining',
          actions: { type: 'ask for more work', params: ({ event }) => event },
        },
        'publish.cancel': 'discarding',
        'publish.dismiss': 'discarding',
      },
    },
    discarding: {
      invoke: { id: 'discard', src: 'forget job', input: job, onDone: 'over', onError: 'over' },
    },
    over: { type: 'final' },
  },
});
