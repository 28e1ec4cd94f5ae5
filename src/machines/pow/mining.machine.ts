import { assign, enqueueActions, setup, type AnyActorRef, type AnyEventObject } from 'xstate';
import { problemOf, type Problem } from '#domain/problem.ts';
import { POW_FINISHED_SESSION_KEPT_MS } from '#domain/pow/pow-limits.ts';
import { estimatedSeconds, hashRate, miningProgress } from '#domain/pow/mining.ts';
import { callbackSlot } from '#machines/slots.ts';

/** What the slots tell; `at` in ms since the epoch. */
export type MiningFact =
  /** from here on nonces are tried */
  | { type: 'mining.began'; at: number }
  | { type: 'mining.progress'; hashes: number; bestBits: number; at: number }
  | { type: 'mining.found'; nonce: string; bits: number; hashes: number; at: number }
  | { type: 'mining.failed'; problem: Problem };

export type MiningEvent =
  | MiningFact
  /** stop and forget */
  | { type: 'mining.abort' };

/** What the parent hears. */
export type MiningReport = { type: 'mining.done' } | { type: 'mining.stopped'; problem: Problem };

export type MiningInput = {
  sessionId: string;
  targetBits: number;
  /** hex; empty when nobody is logged in */
  pubkey: string;
  /** who is told how it ended */
  parent?: AnyActorRef;
};

/** What the slots are given; the event to mine is kept beside the machines, under the id of the session. */
export type MiningSlotInput = Pick<MiningInput, 'sessionId' | 'targetBits'>;

/** POW-13; what the event became is kept where the event is. */
type Context = MiningInput & {
  /** ms since the epoch; undefined as long as nothing was tried */
  startTime: number | undefined;
  /** leading zero bits of the best id so far */
  currentBits: number;
  nonce: string;
  /** 0 to 100: how likely it was to be done by now */
  progress: number;
  hashesPerSecond: number;
  /** seconds on average; undefined until the speed is known */
  estimatedTimeRemaining: number | undefined;
  problem: Problem | undefined;
};

const slotInput = ({ context: { sessionId, targetBits } }: { context: Context }): MiningSlotInput => ({
  sessionId,
  targetBits,
});

/** Proof of work for one event (NIP-13). */
export const miningMachine = setup({
  types: {} as {
    context: Context;
    input: MiningInput;
    events: MiningEvent;
    tags: 'mining' | 'complete' | 'aborted' | 'error';
    output: { sessionId: string; nonce: string; problem: Problem | undefined };
  },
  actors: {
    'mine in workers': callbackSlot<AnyEventObject, MiningSlotInput>('mine in workers'),
    'mine on the page': callbackSlot<AnyEventObject, MiningSlotInput>('mine on the page'),
  },
  guards: {
    'has no target': ({ context: { targetBits } }) => !Number.isFinite(targetBits) || targetBits < 1,
    'has no public key': ({ context }) => context.pubkey === '',
  },
  actions: {
    'note start': assign({ startTime: (_, { at }: { at: number }) => at }),
    'note best': assign({ currentBits: (_, { bestBits }: { bestBits: number }) => bestBits }),
    'work out speed': assign(({ context }, { hashes, at }: { hashes: number; at: number }) => {
      const hashesPerSecond = hashRate(hashes, at - (context.startTime ?? at));
      return {
        hashesPerSecond,
        progress: miningProgress(hashes, context.targetBits),
        estimatedTimeRemaining: estimatedSeconds(context.targetBits, hashesPerSecond),
      };
    }),
    'note find': assign((_, { nonce, bits }: { nonce: string; bits: number }) => ({
      nonce,
      currentBits: bits,
      progress: 100,
      estimatedTimeRemaining: 0,
    })),
    'forget progress': assign({ progress: 0, estimatedTimeRemaining: undefined }),
    'tell success': enqueueActions(({ context: { parent }, enqueue }) => {
      if (parent) enqueue.sendTo(parent, { type: 'mining.done' } satisfies MiningReport);
    }),
    'tell failure': enqueueActions(({ context: { parent, problem }, enqueue }) => {
      if (parent && problem) enqueue.sendTo(parent, { type: 'mining.stopped', problem } satisfies MiningReport);
    }),
    'keep problem': assign({ problem: (_, { problem }: { problem: Problem }) => problem }),
  },
  delays: { finishedKept: POW_FINISHED_SESSION_KEPT_MS },
}).createMachine({
  id: 'mining',
  context: ({ input }) => ({
    ...input,
    startTime: undefined,
    currentBits: 0,
    nonce: '',
    progress: 0,
    hashesPerSecond: 0,
    estimatedTimeRemaining: undefined,
    problem: undefined,
  }),
  initial: 'checking',
  output: ({ context: { sessionId, nonce, problem } }) => ({ sessionId, nonce, problem }),
  states: {
    checking: {
      always: [
        {
          guard: 'has no target',
          target: 'failed',
          actions: { type: 'keep problem', params: { problem: { code: 'invalid-target-bits' } } },
        },
        {
          guard: 'has no public key',
          target: 'failed',
          actions: { type: 'keep problem', params: { problem: { code: 'no-public-key' } } },
        },
        { target: 'started' },
      ],
    },
    started: {
      tags: 'mining',
      initial: 'in workers',
      on: {
        'mining.abort': 'aborted',
        'mining.began': { actions: { type: 'note start', params: ({ event }) => event } },
        'mining.progress': {
          actions: [
            { type: 'note best', params: ({ event }) => event },
            { type: 'work out speed', params: ({ event }) => event },
          ],
        },
        'mining.found': {
          target: 'complete',
          actions: [
            { type: 'work out speed', params: ({ event }) => event },
            { type: 'note find', params: ({ event }) => event },
          ],
        },
      },
      states: {
        'in workers': {
          invoke: { id: 'workers', src: 'mine in workers', input: slotInput, onError: 'on the page' },
          on: { 'mining.failed': 'on the page' },
        },
        'on the page': {
          description: 'No worker runs or answers: the page mines, in slices that leave it usable.',
          invoke: {
            id: 'page',
            src: 'mine on the page',
            input: slotInput,
            onError: {
              target: '#mining.failed',
              actions: {
                type: 'keep problem',
                params: ({ event }) => ({ problem: problemOf(event.error, { code: 'mining-failed' }) }),
              },
            },
          },
          on: {
            'mining.failed': {
              target: '#mining.failed',
              actions: { type: 'keep problem', params: ({ event }) => event },
            },
          },
        },
      },
    },
    complete: {
      tags: 'complete',
      entry: 'tell success',
      after: { finishedKept: 'removed' },
    },
    aborted: {
      tags: 'aborted',
      entry: [
        'forget progress',
        { type: 'keep problem', params: { problem: { code: 'mining-aborted' } } },
        'tell failure',
      ],
      after: { finishedKept: 'removed' },
    },
    failed: {
      tags: 'error',
      entry: 'tell failure',
      after: { finishedKept: 'removed' },
    },
    removed: { type: 'final' },
  },
});
