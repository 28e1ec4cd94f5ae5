import { describe, expect, it } from 'vitest';
import { assign, setup } from 'xstate';
import type { ActorState, LogEntry, Recording } from '#domain/inspector/recording.ts';
import { contextDifference } from '#tests/support/context-difference.ts';
import { expectReplay, replayMachine, storiesOf, type OtherValue } from '#tests/support/replay-machine.ts';

const counter = setup({
  types: {} as { context: { count: number; names: readonly string[]; key: unknown } },
  actions: {
    count: assign({ count: ({ context }) => context.count + 1 }),
    name: assign({ names: ({ context, event }) => [...context.names, (event as never as { name: string }).name] }),
  },
}).createMachine({
  id: 'counter',
  context: { count: 0, names: [], key: 'k' },
  initial: 'counting',
  output: ({ context }) => ({ counted: context.count }),
  states: {
    counting: { on: { count: { actions: 'count' }, name: { actions: 'name' }, end: 'ended' } },
    ended: { type: 'final' },
  },
});

/** It ends as soon as it begins. */
const brief = setup({}).createMachine({
  id: 'brief',
  initial: 'over',
  output: 7,
  states: { over: { type: 'final' } },
});

const actor: ActorState = {
  id: 'x:1',
  name: 'counter',
  kind: 'machine',
  machine: 'counter',
  status: 'active',
  states: ['counter.counting'],
  tags: [],
  delays: [],
  verdicts: {},
  last: [],
  changed: {},
  startedAt: 0,
  context: { count: 3, names: ['a'], key: { $: 'sealed' } },
};

const entry = (seq: number, event: string, rest: Partial<LogEntry>): LogEntry => ({
  seq,
  at: seq,
  actor: 'x:1',
  event,
  outcome: 'stayed',
  ...rest,
});

const recordingWith = (entries: readonly LogEntry[]): Recording => ({
  format: 'nuthatch-recording',
  version: 1,
  app: '1',
  anonymous: false,
  from: 0,
  to: 9,
  charts: {},
  actors: [actor],
  entries,
});

const replayed = (entries: readonly LogEntry[]) => {
  const others: OtherValue[] = [];
  const [story] = storiesOf(recordingWith(entries));
  const parting = replayMachine(counter, story!, (other) => void others.push(other));
  return { parting, others };
};

describe('a recording that leads a machine', () => {
  it('says nothing where the machine holds what was recorded', () => {
    const entries = [
      entry(1, 'count', { now: { context: { count: 4 } } }),
      entry(2, 'name', { data: { name: 'b' }, now: { context: { names: ['a', 'b'] } } }),
    ];
    expect(replayed(entries)).toEqual({ parting: undefined, others: [] });
  });

  it('says at which event the machine holds something else, once for each value', () => {
    const entries = [
      entry(1, 'count', { now: { context: { count: 5 } } }),
      entry(2, 'count', { now: { context: { count: 6 } } }),
      entry(3, 'name', { data: { name: 'b' }, now: { context: { names: ['a', 'c'] } } }),
    ];
    expect(replayed(entries)).toEqual({
      parting: undefined,
      others: [
        { step: 1, event: 'count', path: 'count', recorded: 5, now: 4 },
        { step: 3, event: 'name', path: 'names.1', recorded: 'c', now: 'b' },
      ],
    });
  });

  it('is a test that fails where the machine goes another way', () => {
    const story = (states: readonly string[]) =>
      storiesOf(recordingWith([entry(1, 'count', { outcome: 'moved', now: { states, context: { count: 4 } } })]))[0]!;
    expectReplay(counter, story(['counter.counting']));
    expect(() => expectReplay(counter, story(['counter.elsewhere']))).toThrow(
      'Step 1, count: recorded elsewhere, now ',
    );
    const [other] = storiesOf(recordingWith([entry(1, 'count', { now: { context: { count: 5 } } })]));
    expect(() => expectReplay(counter, other!)).toThrow('Step 1, count: count: recorded 5, now 4');
  });

  it('says with what the machine ends that is otherwise than recorded, also when it ended at once', () => {
    const [story] = storiesOf(
      recordingWith([
        entry(1, 'end', {
          outcome: 'done',
          now: { states: ['counter.ended'], status: 'done', output: { counted: 4 } },
        }),
      ]),
    );
    const others: OtherValue[] = [];
    expect(replayMachine(counter, story!, (other) => void others.push(other))).toBeUndefined();
    expect(others).toEqual([{ step: 1, event: 'end', path: '(output).counted', recorded: 4, now: 3 }]);
    const started = {
      ...actor,
      id: 'x:2',
      machine: 'brief',
      states: ['brief.over'],
      status: 'done',
      context: {},
      output: 7,
    } as const;
    const begun = entry(1, 'xstate.init', { actor: 'x:2', outcome: 'done', started });
    const [atOnce] = storiesOf({ ...recordingWith([begun]), actors: [] });
    expectReplay(brief, atOnce!);
    expect(() => expectReplay(brief, { ...atOnce!, first: { ...atOnce!.first, output: 8 } })).toThrow(
      'Step 0, its beginning: (output): recorded 8, now 7',
    );
  });

  it('passes over what was cut of a long text', () => {
    const long = { $: 'text', start: '', length: 5_000 } as const;
    const told = (now: LogEntry['now']) => replayed([entry(1, 'name', { data: { name: long }, now: now! })]).others;
    expect(told({ context: { names: ['a', long] } })).toEqual([]);
    expect(told({ context: { names: ['a', { ...long, length: 4_000 }] } }).map(({ path }) => path)).toEqual([
      'names.1',
    ]);
  });

  it('says so of a value that was taken away or added', () => {
    const { others } = replayed([entry(1, 'count', { now: { context: { count: 4, more: 1 }, gone: ['names'] } })]);
    expect(others.map(({ path, recorded, now }) => [path, recorded, now])).toEqual([
      ['more', 1, undefined],
      ['names', undefined, ['a']],
    ]);
  });
});

describe('contexts that are compared', () => {
  it.each([
    ['what was sealed', { a: { $: 'sealed' } }, { a: 'x' }],
    ['what was left out as a secret', { a: { $: 'secret', secret: 'nsec' } }, { a: '' }],
    ['the rest of a list that was cut', { a: [1, { $: 'more', count: 2 }] }, { a: [1, 2, 3] }],
    ['the rest of an object that was cut', { a: { b: 1, '…': { $: 'more', count: 1 } } }, { a: { b: 1, c: 2 } }],
    ['nothing and nothing', { a: { $: 'undefined' } }, {}],
    ['other actors', { a: { $: 'actor', id: 'x:1', name: 'b' } }, { a: { $: 'actor', id: 'x:9', name: 'b' } }],
  ] as const)('pass over %s', (_, recorded, now) => {
    expect(contextDifference(recorded as never, now as never)).toBeUndefined();
  });

  it.each([
    ['a text', { a: 'x' }, { a: 'y' }, 'a'],
    ['a list that is longer', { a: [1] }, { a: [1, 2] }, 'a.1'],
    ['a value inside', { a: { b: [{ c: true }] } }, { a: { b: [{ c: false }] } }, 'a.b.0.c'],
    ['a map', { a: { $: 'map', entries: [['k', 1]] } }, { a: { $: 'map', entries: [['k', 2]] } }, 'a.entries.0.1'],
    ['a list for an object', { a: [] }, { a: {} }, 'a'],
  ] as const)('differ in %s', (_, recorded, now, path) => {
    expect(contextDifference(recorded as never, now as never)?.path).toBe(path);
  });
});
