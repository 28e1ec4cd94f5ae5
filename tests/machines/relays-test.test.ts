import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { relayTestMachine, type ProbeCommand, type TestResult } from '#machines/relays/relay-test.machine.ts';
import { TEST_STEPS, type TestStep } from '#domain/relays/test-steps.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const url = 'wss://one.example';
const passed = (step: TestStep) => ({ type: 'step.ended', result: { step, outcome: 'passed', ms: 5 } }) as const;
const events = [
  { type: 'test.start', url },
  { type: 'test.cancel' },
  ...TEST_STEPS.map(passed),
  { type: 'step.ended', result: { step: 'connect', outcome: 'failed', reason: { code: 'test-refused' } } },
  { type: 'xstate.error.actor.probe', error: new Error('no') },
  { type: 'xstate.after.stepTimeout.relay-test.testing.step' },
];

const play = () => {
  const steps: string[] = [];
  let tell: (result: TestResult) => void = () => {};
  let open = 0;
  const probe = fromCallback<ProbeCommand, { url: string }>(({ sendBack, receive, input }) => {
    open += 1;
    tell = (result) => sendBack({ type: 'step.ended', result });
    receive(({ step }) => steps.push(`${step} ${input.url}`));
    return () => void (open -= 1);
  });
  const actor = createActor(relayTestMachine.provide({ actors: { probe } })).start();
  return {
    actor,
    steps,
    open: () => open,
    ends: (step: TestStep, outcome: TestResult['outcome'] = 'passed') => tell({ step, outcome, ms: 5 }),
    outcomes: () => actor.getSnapshot().context.results.map(({ outcome }) => outcome),
    is: (tag: 'busy' | 'done' | 'cancelled') => actor.getSnapshot().hasTag(tag),
  };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('relay-test machine', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(relayTestMachine, {
      events,
      identity: ({ results }) => results.map(({ outcome }: TestResult) => outcome),
      check: (snapshot) => expect(snapshot.hasTag('busy')).toBe(snapshot.matches('testing')),
    });
  });

  it('does one step after the other and ends with a result for each', () => {
    const { actor, ends, steps, outcomes, is, open } = play();
    actor.send({ type: 'test.start', url });
    for (const step of TEST_STEPS) {
      expect([is('busy'), steps.at(-1)]).toEqual([true, `${step} ${url}`]);
      ends(step, step === 'information' ? 'failed' : 'passed');
    }
    expect([is('done'), open()]).toEqual([true, 0]);
    expect(outcomes()).toEqual(['passed', 'failed', 'passed', 'passed', 'passed']);
  });

  it('skips the rest when it cannot connect', () => {
    const { actor, ends, outcomes, is } = play();
    actor.send({ type: 'test.start', url });
    ends('connect', 'failed');
    expect([is('done'), outcomes()]).toEqual([true, ['failed', 'skipped', 'skipped', 'skipped', 'skipped']]);
  });

  it('gives a step 5 s, and more to the one that somebody may have to sign for', () => {
    const { actor, ends, outcomes, is, steps } = play();
    actor.send({ type: 'test.start', url });
    ends('connect');
    for (const count of [2, 3, 4]) {
      vi.advanceTimersByTime(5_000);
      expect(outcomes()).toHaveLength(count);
    }
    expect(steps.at(-1)).toBe(`write ${url}`);
    vi.advanceTimersByTime(24_999);
    expect(is('busy')).toBe(true);
    vi.advanceTimersByTime(1);
    expect([is('done'), outcomes()]).toEqual([true, ['passed', 'failed', 'failed', 'failed', 'failed']]);
  });

  it('does not take the late result of one step for that of the next', () => {
    const { actor, ends, outcomes } = play();
    actor.send({ type: 'test.start', url });
    ends('connect');
    vi.advanceTimersByTime(5_000);
    ends('information');
    expect(outcomes()).toEqual(['passed', 'failed']);
  });

  it('can be cancelled and started anew, with another relay', () => {
    const { actor, ends, outcomes, is, open, steps } = play();
    actor.send({ type: 'test.start', url });
    ends('connect');
    actor.send({ type: 'test.cancel' });
    expect([is('cancelled'), open()]).toEqual([true, 0]);
    actor.send({ type: 'test.start', url });
    ends('connect');
    actor.send({ type: 'test.start', url: 'wss://two.example' });
    expect([outcomes(), steps.at(-1), open()]).toEqual([[], 'connect wss://two.example', 1]);
  });

  it('ends when it cannot even begin', () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const actor = createActor(relayTestMachine).start();
    actor.send({ type: 'test.start', url });
    expect([actor.getSnapshot().hasTag('done'), actor.getSnapshot().context.results.length]).toEqual([true, 5]);
  });
});
