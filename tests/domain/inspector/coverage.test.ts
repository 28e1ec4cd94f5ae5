import { describe, expect, it } from 'vitest';
import { countsOf, createTally, isCoverage, readCoverage, shadeOf } from '#domain/inspector/coverage.ts';
import { openFile } from '#domain/inspector/read-recording.ts';
import { RecordingError } from '#domain/inspector/recording-file.ts';
import type { ActorState, LogEntry } from '#domain/inspector/recording.ts';

const actor = (id: string, states: readonly string[]): ActorState => ({
  id,
  name: id,
  kind: 'machine',
  machine: 'm',
  status: 'active',
  states,
  tags: [],
  delays: [],
  verdicts: {},
  last: [],
  changed: {},
  startedAt: 0,
});

const entry = (id: string, rest: Partial<LogEntry>): LogEntry => ({
  seq: 1,
  at: 1,
  actor: id,
  event: 'go',
  outcome: 'moved',
  ...rest,
});

const GOOD = {
  format: 'nuthatch-coverage',
  version: 1,
  charts: { m: { hash: 'abc', states: { 'm.a': 3 }, transitions: { 'm.a#0': 2 } } },
};

describe('what was seen of the charts', () => {
  it('counts a state each time it is entered, by whichever actor, and each transition', () => {
    const tally = createTally();
    tally.begin(actor('1', ['m.a', 'm.b']));
    tally.add(entry('1', { now: { states: ['m.a', 'm.c'] }, transitions: ['m.b#0'] }));
    tally.add(entry('2', { started: actor('2', ['m.a']), outcome: 'started' }));
    tally.add(entry('1', { outcome: 'stayed', transitions: ['m.a#1'] }));
    tally.add(entry('1', { now: { states: ['m.a', 'm.b'] }, transitions: ['m.c#0'] }));
    tally.add(entry('1', { now: { status: 'done', states: ['m.d'] }, outcome: 'done' }));
    const counts = tally.counts();
    expect(['m.a', 'm.b', 'm.c', 'm.d', 'm.e'].map((id) => counts.state(id))).toEqual([2, 2, 1, 1, 0]);
    expect((['m.b#0', 'm.a#1', 'm.c#0', 'm.a#0'] as const).map((id) => counts.transition(id))).toEqual([1, 1, 1, 0]);
  });

  it('is shaded from never to very often', () => {
    expect([0, 1, 2, 9, 10, 99, 100, 5_000].map(shadeOf)).toEqual([0, 1, 2, 2, 3, 3, 4, 4]);
  });
});

describe('the counts of the tests', () => {
  it('are read from a file, as a recording is', async () => {
    const text = JSON.stringify(GOOD);
    const read = await openFile({ name: 'coverage.json', size: text.length, text: () => Promise.resolve(text) });
    expect(read).toEqual(GOOD);
    const counts = countsOf(readCoverage(GOOD).charts['m']!);
    expect([counts.state('m.a'), counts.transition('m.a#0'), counts.state('constructor')]).toEqual([3, 2, 0]);
  });

  it.each([
    ['a newer one', { ...GOOD, version: 2 }, 'newer'],
    ['without charts', { ...GOOD, charts: undefined }, 'broken'],
    [
      'a count that is no number',
      { ...GOOD, charts: { m: { hash: 'a', states: { x: '1' }, transitions: {} } } },
      'broken',
    ],
    ['a chart that is none', { ...GOOD, charts: { m: [] } }, 'broken'],
  ])('are refused: %s', (_, file, code) => {
    expect(isCoverage(file)).toBe(true);
    expect(() => readCoverage(file)).toThrow(expect.objectContaining({ problem: expect.objectContaining({ code }) }));
    expect(() => readCoverage(file)).toThrow(RecordingError);
  });
});
