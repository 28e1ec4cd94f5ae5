import { describe, expect, it } from 'vitest';
import { assign, setup } from 'xstate';
import { actionSlot, promiseSlot } from '#machines/slots.ts';
import { expectReplay, replayMachine, type Story } from '#tests/support/replay-machine.ts';

const machineWith = (most: number) =>
  setup({
    types: {} as { context: { tries: number }; input: { tries: number }; events: { type: 'go' } | { type: 'again' } },
    actors: { work: promiseSlot<string>('work') },
    actions: { tell: actionSlot('tell'), count: assign({ tries: ({ context }) => context.tries + 1 }) },
    guards: {
      'tried too often': ({ context }) => context.tries >= most,
      'is noon': () => {
        throw new Error('The slot is not provided');
      },
    },
    delays: { rest: 100 },
  }).createMachine({
    id: 'sample',
    context: ({ input }) => ({ tries: input.tries }),
    initial: 'idle',
    states: {
      idle: { on: { go: { guard: 'is noon', target: 'working' } } },
      working: {
        entry: ['count', 'tell'],
        invoke: { id: 'work', src: 'work', onDone: 'done', onError: 'resting' },
      },
      resting: {
        always: { guard: 'tried too often', target: 'failed' },
        after: { rest: 'working' },
      },
      failed: {},
      done: { type: 'final' },
    },
  });

const AFTER = 'xstate.after.rest.sample.resting';

const story: Story = {
  name: 'one',
  machine: 'sample',
  input: { tries: 0 },
  first: ['sample.idle'],
  steps: [
    { step: 2, event: 'go' },
    { step: 3, event: 'go', transitions: ['sample.idle#0'], states: ['sample.working'] },
    {
      step: 4,
      event: 'xstate.error.actor.work',
      data: { error: { $: 'error', name: 'Error', message: 'no' } },
      states: ['sample.resting'],
    },
    { step: 7, event: AFTER, states: ['sample.working'] },
    { step: 9, event: 'xstate.done.actor.work', data: { output: 'ok' }, states: ['sample.done'], status: 'done' },
  ],
};

describe('a machine led through what was recorded', () => {
  it('goes the same way as long as it is the same', () => {
    expect(replayMachine(machineWith(2), story)).toBeUndefined();
  });

  it('parts where its guards are others', () => {
    const parting = { step: 4, event: 'xstate.error.actor.work', recorded: 'resting', now: 'failed' };
    expect(replayMachine(machineWith(1), story)).toEqual(parting);
    expect(() => expectReplay(machineWith(1), story)).toThrow(
      'Step 4, xstate.error.actor.work: recorded resting, now failed',
    );
  });

  it('goes on from the middle of its life', () => {
    const before = { states: ['sample.resting'], context: { tries: 1 }, children: {}, delays: [AFTER] };
    const { first: _, ...later } = { ...story, before, steps: story.steps.slice(3) };
    expect(replayMachine(machineWith(2), later)).toBeUndefined();
    // a delay that came although it was never begun
    const parting = replayMachine(machineWith(2), { ...later, before: { ...before, delays: [] } });
    expect(parting).toMatchObject({ step: 7, now: 'it does not run' });
  });

  it('parts at its beginning when it begins elsewhere', () => {
    expect(replayMachine(machineWith(2), { ...story, first: ['sample.working'] })).toMatchObject({
      step: 0,
      now: 'idle',
    });
  });
});
