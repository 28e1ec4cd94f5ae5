import { assign, enqueueActions, sendTo, setup, type AnyEventObject } from 'xstate';
import { problemOf, type Problem } from '#domain/problem.ts';
import { PUBLISH_SENT_SHOWN_MS } from '#domain/publish/publish-limits.ts';
import type { PublishOutcome } from '#domain/publish/publish-problem.ts';
import { miningMachine, type MiningReport } from '#machines/pow/mining.machine.ts';
import { callbackSlot, promiseSlot } from '#machines/slots.ts';

/** What the slot `send` tells: first to which of the relays it may go still. */
export type SendFact =
  | { type: 'send.begun'; relays: readonly string[] }
  | ({ type: 'relay.answered' } & PublishOutcome)
  | { type: 'send.over' };

/** What the slot `watch network` tells: also at its start, when the device is on no network. One of the relays is a network. */
export type NetworkFact = { type: 'network.back' } | { type: 'network.gone' };

/** What the slot `claim job` tells: no other tab works on the job, or the journal has it no more. */
export type ClaimFact = { type: 'job.ours'; signed: boolean } | { type: 'job.gone' };

/** What the slot `await signer` tells. */
export type SignerFact = { type: 'signer.back' };

export type PublishEvent =
  | MiningReport
  | SendFact
  | NetworkFact
  | ClaimFact
  | SignerFact
  /** the tab that worked on it is done with it */
  | { type: 'journal.forgot' }
  /** stop and forget; what a relay has already stays there */
  | { type: 'publish.cancel' }
  /** again, to the relays that did not take it */
  | { type: 'publish.retry' }
  /** more work, and then again */
  | { type: 'publish.mineMore'; bits: number }
  /** the outcome was read */
  | { type: 'publish.dismiss' };

export type PublishJobInput = {
  jobId: string;
  /** hex */
  pubkey: string;
  /** leading zero bits of the id; 0 for none */
  targetBits: number;
  /** there is a signature already */
  signed: boolean;
  /** it was begun in an earlier visit or in another tab */
  isLeft: boolean;
  relays: readonly string[];
};

/** The event is kept beside the machines, under the id of the job. */
export type JobInput = { jobId: string };
export type ClaimInput = JobInput & Pick<PublishJobInput, 'isLeft'>;
/** `isTaken`: a relay took it */
export type StopInput = JobInput & { isTaken: boolean };
export type SendInput = JobInput & { relays: readonly string[] };
/** `relays`: of which one is waited for; left out: any */
export type WatchInput = { relays?: readonly string[] };

type Context = PublishJobInput & {
  /** where it was to go from the beginning; `relays`: where it goes, or has arrived */
  wanted: readonly string[];
  answers: Readonly<Record<string, PublishOutcome>>;
  /** those that were out of reach were asked once more, without being told to */
  isAgain: boolean;
  problem: Problem | undefined;
};

const outcomesOf = ({ relays, answers }: Context): readonly PublishOutcome[] =>
  relays.map((relay) => answers[relay]).filter((answer) => answer !== undefined);

const relaysThat = (context: Context, outcome: PublishOutcome['outcome']) =>
  outcomesOf(context).flatMap((answer) => (answer.outcome === outcome ? [answer.relay] : []));

const countOf = (context: Context, outcome: PublishOutcome['outcome']) => relaysThat(context, outcome).length;

const job = ({ context: { jobId } }: { context: Context }): JobInput => ({ jobId });

const problemIn = (error: unknown): Problem => problemOf(error, { code: 'post-failed' });

/**
 * One event on its way to the relays: a job in the journal of this device, work, signature, a copy of the event, then every
 * relay's answer. Of all tabs the one that holds the lock of the job works on it.
 */
export const publishMachine = setup({
  types: {} as {
    context: Context;
    input: PublishJobInput;
    events: PublishEvent;
    children: { mining: 'mining' };
    tags: 'mining' | 'signing' | 'sending' | 'queued' | 'sent' | 'sent in part' | 'failed' | 'elsewhere' | 'unsigned';
    output: { jobId: string; problem: Problem | undefined };
  },
  actors: {
    'claim job': callbackSlot<AnyEventObject, ClaimInput>('claim job'),
    mining: miningMachine,
    'await signer': callbackSlot<AnyEventObject, JobInput>('await signer'),
    sign: promiseSlot<void, JobInput>('sign'),
    'keep job': promiseSlot<void, JobInput>('keep job'),
    'forget job': promiseSlot<void, JobInput>('forget job'),
    'stop job': promiseSlot<void, StopInput>('stop job'),
    send: callbackSlot<AnyEventObject, SendInput>('send'),
    'watch network': callbackSlot<AnyEventObject, WatchInput>('watch network'),
  },
  guards: {
    'is left': ({ context }) => context.isLeft,
    'has signature': (_, { signed }: { signed: boolean }) => signed,
    'is signed': ({ context }) => context.signed,
    'needs work': ({ context }) => context.targetBits > 0,
    'all accepted': ({ context }) => countOf(context, 'accepted') === context.relays.length,
    'some accepted': ({ context }) => countOf(context, 'accepted') > 0,
    'no relay is left': ({ context }) => context.relays.length === 0,
    'nobody could be reached': ({ context }) => countOf(context, 'offline') === context.relays.length,
    'some are to be asked again': ({ context }) =>
      !context.isAgain && countOf(context, 'accepted') > 0 && countOf(context, 'offline') > 0,
  },
  actions: {
    'start mining': enqueueActions(({ context: { jobId, targetBits, pubkey }, enqueue, self }) => {
      enqueue.stopChild('mining');
      enqueue.spawnChild('mining', {
        id: 'mining',
        input: { sessionId: jobId, targetBits, pubkey, parent: self },
      });
    }),
    'abort mining': sendTo('mining', { type: 'mining.abort' }),
    'note signature': assign({ signed: true, problem: undefined }),
    'note relays': assign({
      relays: ({ context: { wanted, answers } }, { relays }: { relays: readonly string[] }) =>
        wanted.filter((relay) => relays.includes(relay) || answers[relay]?.outcome === 'accepted'),
    }),
    'note answer': assign({
      answers: ({ context }, { relay, outcome, reason }: PublishOutcome) => ({
        ...context.answers,
        [relay]: { relay, outcome, reason },
      }),
    }),
    'ask for more work': assign((_, { bits }: { bits: number }) => ({ targetBits: bits, signed: false, answers: {} })),
    'keep problem': assign({ problem: (_, { problem }: { problem: Problem }) => problem }),
    'work out problem': assign({
      problem: ({ context }) => ({ code: 'publish-failed' as const, outcomes: outcomesOf(context) }),
    }),
    'forget problem': assign({ problem: undefined }),
    'note second try': assign({ isAgain: true }),
  },
  delays: { sentShown: PUBLISH_SENT_SHOWN_MS },
}).createMachine({
  id: 'publish',
  context: ({ input }) => ({ ...input, wanted: input.relays, answers: {}, isAgain: false, problem: undefined }),
  invoke: {
    id: 'claim',
    src: 'claim job',
    input: ({ context: { jobId, isLeft } }) => ({ jobId, isLeft }),
    onError: {
      target: '.failed',
      actions: { type: 'keep problem', params: ({ event }) => ({ problem: problemIn(event.error) }) },
    },
  },
  initial: 'beginning',
  output: ({ context: { jobId, problem } }) => ({ jobId, problem }),
  states: {
    beginning: { always: [{ guard: 'is left', target: 'elsewhere' }, { target: 'claiming' }] },
    claiming: {
      tags: 'signing',
      on: { 'job.ours': 'journaling', 'publish.cancel': 'discarding' },
    },
    journaling: {
      description: 'It is written down before anything else, so that a closed tab loses nothing.',
      tags: 'signing',
      invoke: { id: 'journal', src: 'keep job', input: job, onDone: 'deciding', onError: 'deciding' },
      on: { 'publish.cancel': 'discarding' },
    },
    elsewhere: {
      description: 'Another tab works on it, or did when this one was opened: this tab goes on when the other is gone.',
      tags: 'elsewhere',
      on: {
        'job.ours': [
          {
            guard: { type: 'has signature', params: ({ event }) => event },
            target: 'sending',
            actions: 'note signature',
          },
          { target: 'unsigned' },
        ],
        'job.gone': 'over',
        'journal.forgot': 'over',
      },
    },
    unsigned: {
      description: 'It was begun earlier and waits until its author can sign.',
      tags: 'unsigned',
      invoke: {
        id: 'signer',
        src: 'await signer',
        input: job,
        onError: {
          target: 'failed',
          actions: { type: 'keep problem', params: ({ event }) => ({ problem: problemIn(event.error) }) },
        },
      },
      on: { 'signer.back': 'deciding', 'publish.cancel': 'discarding' },
    },
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
          actions: { type: 'keep problem', params: ({ event }) => ({ problem: problemIn(event.error) }) },
        },
      },
      on: { 'publish.cancel': 'discarding' },
    },
    keeping: {
      description:
        'The signed event takes the place of the job in the journal, and stays until it is out. Nobody has it so far.',
      tags: 'sending',
      invoke: { id: 'keep', src: 'keep job', input: job, onDone: 'sending', onError: 'sending' },
      on: { 'publish.cancel': 'discarding' },
    },
    sending: {
      entry: 'forget problem',
      invoke: [
        {
          id: 'send',
          src: 'send',
          input: ({ context: { jobId, wanted, answers } }) => ({
            jobId,
            relays: wanted.filter((relay) => answers[relay]?.outcome !== 'accepted'),
          }),
          onError: {
            target: 'failed',
            actions: { type: 'keep problem', params: ({ event }) => ({ problem: problemIn(event.error) }) },
          },
        },
        { id: 'network', src: 'watch network', input: {}, onError: '.trying' },
      ],
      initial: 'trying',
      states: {
        trying: {
          tags: 'sending',
          on: { 'network.gone': 'waiting' },
        },
        waiting: {
          description:
            'The device is on no network. The attempt goes on: the network may be back soon, a relay be near.',
          tags: 'queued',
          on: { 'network.back': 'trying', 'publish.retry': { target: '#publish.sending', reenter: true } },
        },
      },
      on: {
        'send.begun': { actions: { type: 'note relays', params: ({ event }) => event } },
        'relay.answered': { actions: { type: 'note answer', params: ({ event }) => event } },
        'send.over': 'judging',
        'publish.cancel': [{ guard: 'some accepted', target: 'sent in part' }, { target: 'discarding' }],
      },
    },
    judging: {
      always: [
        {
          guard: 'no relay is left',
          target: 'failed',
          actions: { type: 'keep problem', params: { problem: { code: 'no-write-relays' } } },
        },
        { guard: 'all accepted', target: 'sent' },
        { guard: 'some are to be asked again', target: 'sent in part.cut off' },
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
        input: {},
        onError: {
          target: 'failed',
          actions: { type: 'keep problem', params: ({ event }) => ({ problem: problemIn(event.error) }) },
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
      states: {
        shown: {},
        kept: { description: 'Its copy stays; sending it again does no harm.' },
        'cut off': {
          description: 'Some relays were out of reach: they get it when the network or one of them is back.',
          invoke: {
            id: 'network',
            src: 'watch network',
            input: ({ context }) => ({ relays: relaysThat(context, 'offline') }),
            onError: 'shown',
          },
          on: {
            // its copy stays, and the rest of the relays get it
            'xstate.error.actor.forget': { target: 'cut off', reenter: true },
            'network.back': { target: '#publish.sending', actions: 'note second try' },
          },
        },
      },
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
      description: 'What no relay took is a draft again. Mining that was under way says that it was aborted (POW-18).',
      on: { 'mining.stopped': { actions: { type: 'keep problem', params: ({ event }) => event } } },
      invoke: {
        id: 'discard',
        src: 'stop job',
        input: ({ context }) => ({ jobId: context.jobId, isTaken: countOf(context, 'accepted') > 0 }),
        onDone: 'over',
        onError: 'over',
      },
    },
    over: { type: 'final' },
  },
});
