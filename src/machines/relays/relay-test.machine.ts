import { assign, sendTo, setup } from 'xstate';
import type { Problem } from '#domain/problem.ts';
import { RELAY_TEST_STEP_MS } from '#domain/relays/relays-limits.ts';
import { TEST_STEPS, type TestStep } from '#domain/relays/test-steps.ts';
import { EXTENSION_SIGN_TIMEOUT_MS } from '#domain/session/session-limits.ts';
import { callbackSlot } from '#machines/slots.ts';

/** Why a step failed or was not tried: the relay's words or ours; or another problem, as of the signer. */
type TestReason = Problem;

/** How one step ended. `reason`: the relay's words, or why it was skipped; `ms`: how long it took. */
export type TestResult = {
  readonly step: TestStep;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly ms?: number | undefined;
  readonly reason?: TestReason | undefined;
};

/** What the slot `probe` tells. */
export type ProbeFact = { type: 'step.ended'; result: TestResult };

/** What it is told. */
export type ProbeCommand = { type: 'probe.step'; step: TestStep };

export type RelayTestEvent = ProbeFact | { type: 'test.start'; url: string } | { type: 'test.cancel' };

type Context = { url: string; step: TestStep; results: readonly TestResult[] };

const without = (context: Context, reason: TestReason): readonly TestResult[] => [
  ...context.results,
  ...TEST_STEPS.slice(context.results.length).map((step) => ({ step, outcome: 'skipped', reason }) as const),
];

const afterResult = (context: Context, result: TestResult) => {
  const results = [...context.results, result];
  return { results, step: TEST_STEPS[results.length] ?? context.step };
};

/** Tries what one relay can do, step by step, over a socket of its own. A step that gives no sign in 5 s has failed;
 * for the last one somebody may have to agree to the signature first. */
export const relayTestMachine = setup({
  types: {} as { context: Context; events: RelayTestEvent; tags: 'busy' | 'done' | 'cancelled' },
  actors: { probe: callbackSlot<ProbeCommand, { url: string }>('probe') },
  guards: {
    'is of this step': ({ context }, { result }: { result: TestResult }) => result.step === context.step,
    'could not connect': ({ context }) => context.results[0]?.outcome === 'failed',
    'was the last': ({ context }) => context.results.length >= TEST_STEPS.length,
  },
  actions: {
    'note start': assign((_, { url }: { url: string }) => ({ url, step: TEST_STEPS[0], results: [] })),
    'begin step': sendTo('probe', ({ context }) => ({ type: 'probe.step', step: context.step }) as const),
    'note result': assign(({ context }, { result }: { result: TestResult }) => afterResult(context, result)),
    'note silence': assign(({ context }) =>
      afterResult(context, {
        step: context.step,
        outcome: 'failed',
        reason: { code: 'test-unanswered' as const },
        ms: RELAY_TEST_STEP_MS,
      }),
    ),
    'skip the rest': assign({ results: ({ context }, { reason }: { reason: TestReason }) => without(context, reason) }),
  },
  delays: {
    stepTimeout: ({ context: { step } }) =>
      step === 'write' ? EXTENSION_SIGN_TIMEOUT_MS + RELAY_TEST_STEP_MS : RELAY_TEST_STEP_MS,
  },
}).createMachine({
  id: 'relay-test',
  context: { url: '', step: TEST_STEPS[0], results: [] },
  initial: 'idle',
  on: {
    'test.start': {
      target: '.testing',
      reenter: true,
      actions: { type: 'note start', params: ({ event }) => event },
    },
  },
  states: {
    idle: {},
    testing: {
      tags: 'busy',
      invoke: {
        id: 'probe',
        src: 'probe',
        input: ({ context }) => ({ url: context.url }),
        onError: { target: 'done', actions: { type: 'skip the rest', params: { reason: { code: 'test-broken' } } } },
      },
      on: { 'test.cancel': 'cancelled' },
      initial: 'step',
      states: {
        step: {
          entry: 'begin step',
          on: {
            'step.ended': {
              guard: { type: 'is of this step', params: ({ event }) => event },
              target: 'between',
              actions: { type: 'note result', params: ({ event }) => event },
            },
          },
          after: { stepTimeout: { target: 'between', actions: 'note silence' } },
        },
        between: {
          always: [
            {
              guard: 'could not connect',
              target: '#relay-test.done',
              actions: { type: 'skip the rest', params: { reason: { code: 'test-not-connected' } } },
            },
            { guard: 'was the last', target: '#relay-test.done' },
            { target: 'step' },
          ],
        },
      },
    },
    done: { tags: 'done' },
    cancelled: { tags: 'cancelled' },
  },
});
