import { describe, expect, it } from 'vitest';
import { isFailure, passes, type LogFilter } from '#domain/inspector/log-filter.ts';
import type { LogEntry } from '#domain/inspector/recording.ts';

const entryOf = (fields: Partial<LogEntry>): LogEntry => ({
  seq: 1,
  at: 1,
  actor: 'a',
  event: 'go',
  outcome: 'moved',
  ...fields,
});

const eventsPassing = (filter: LogFilter, ...events: string[]) =>
  events.filter((event) => passes(filter, entryOf({ event })));

describe('the filter of the log', () => {
  it('lets everything pass unless it is told otherwise', () => {
    expect(passes({}, entryOf({}))).toBe(true);
  });

  it('knows an event by its type and by the name the log shows, in any case', () => {
    const events = ['xstate.after.turn.memory.waiting', 'xstate.error.actor.load list', 'socket.lost'];
    expect(eventsPassing({ event: 'after turn' }, ...events)).toEqual([events[0]]);
    expect(eventsPassing({ event: 'Load list FAILED' }, ...events)).toEqual([events[1]]);
    expect(eventsPassing({ event: 'xstate.error' }, ...events)).toEqual([events[1]]);
    expect(eventsPassing({ event: 'SOCKET.' }, ...events)).toEqual([events[2]]);
  });

  it('counts as a failure what failed and what tells of it', () => {
    const failures = ['xstate.error.actor.load list', 'camera.failed', 'deposit.error'];
    expect(eventsPassing({ errors: true }, ...failures, 'failed.not', 'xstate.done.actor.load list')).toEqual(failures);
    expect(isFailure(entryOf({ outcome: 'error' }))).toBe(true);
  });

  it('tells actors and outcomes apart', () => {
    expect(passes({ actor: 'b' }, entryOf({}))).toBe(false);
    expect(passes({ actor: 'a', outcomes: ['moved'] }, entryOf({}))).toBe(true);
    expect(passes({ outcomes: ['refused'] }, entryOf({}))).toBe(false);
  });
});
