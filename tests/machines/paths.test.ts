import { describe, expect, it } from 'vitest';
import { assign, setup } from 'xstate';
import { promiseSlot } from '#machines/slots.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const sample = setup({
  types: {} as { context: { tries: number }; events: { type: 'go' } | { type: 'stop' } },
  actors: { work: promiseSlot<string>('work') },
  guards: { tired: ({ context }) => context.tries > 1 },
  actions: { count: assign({ tries: ({ context }) => context.tries + 1 }) },
  delays: { rest: 100 },
}).createMachine({
  id: 'sample',
  context: { tries: 0 },
  initial: 'idle',
  states: {
    idle: { on: { go: 'working' } },
    working: {
      tags: 'busy',
      entry: 'count',
      on: { stop: 'idle' },
      invoke: { id: 'work', src: 'work', onDone: 'done', onError: [{ guard: 'tired', target: 'failed' }, 'resting'] },
    },
    resting: { after: { rest: 'working' } },
    failed: { type: 'final' },
    done: { type: 'final' },
  },
});

const events = [
  { type: 'go' },
  { type: 'stop' },
  { type: 'xstate.done.actor.work', output: 'ok' },
  { type: 'xstate.error.actor.work', error: new Error('no') },
  { type: 'xstate.after.rest.sample.resting' },
];
const tags = { working: ['busy'] };
const identity = (context: { tries: number }) => Math.min(context.tries, 2);

describe('path coverage', () => {
  it('accepts a machine whose every state and transition is reached', () => {
    expectFullCoverage(sample, { events, identity, tags });
  });

  it('names what no path reaches', () => {
    const withoutFailure = events.filter((event) => !event.type.startsWith('xstate.error'));
    expect(() => expectFullCoverage(sample, { events: withoutFailure, identity, tags })).toThrow(/no path reaches/);
  });

  it.each([
    ['a tag that is missing', { working: ['busy', 'loud'] }, 'tags in "working"'],
    ['a tag that nobody expects', {}, 'tags in "working"'],
    ['a state of the table that is never met', { ...tags, gone: [] }, 'states of the table that are not met'],
  ] as const)('names %s', (_, other: Readonly<Record<string, readonly string[]>>, message) => {
    expect(() => expectFullCoverage(sample, { events, identity, tags: other })).toThrow(message);
  });
});
