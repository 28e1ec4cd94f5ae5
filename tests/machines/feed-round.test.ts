import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { EOSE_GRACE_MS } from '#domain/relays/relays-limits.ts';
import { roundMachine, type RoundInput } from '#machines/feed/round.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const done = (relay: string, hasAnswered: boolean) => ({ type: 'relay.done' as const, relay, hasAnswered });

const begin = (input: RoundInput) => {
  const clock = new SimulatedClock();
  const round = createActor(roundMachine, { input, clock }).start();
  const stands = () => [round.getSnapshot().value, round.getSnapshot().output?.hasAnswers];
  return { clock, round, stands };
};

describe('a round of relays', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(roundMachine, {
      input: { relays: ['a', 'b', 'c'], awaited: ['a', 'b'] },
      events: [
        ...['a', 'b', 'c'].flatMap((relay) => [done(relay, true), done(relay, false)]),
        { type: 'xstate.after.EOSE_GRACE.round.closing' },
        { type: 'load.stop' },
      ],
      identity: (context) => context,
      check: ({ value, context: { open, awaited, answered } }) => {
        if (value === 'asking') expect([answered, open.length > 0]).toEqual([0, true]);
        if (value === 'closing')
          expect([answered > 0, awaited.length > 0, open.length > 0]).toEqual([true, true, true]);
      },
    });
  });

  it('is over when all that were in time before have answered; nobody waits for one that was late', () => {
    const { round, stands } = begin({ relays: ['a', 'b', 'late'], awaited: ['a', 'b'] });
    round.send(done('a', true));
    expect(stands()).toEqual(['closing', undefined]);
    round.send(done('b', true));
    expect(stands()).toEqual(['over', true]);
  });

  it('ends a little after the first answer, and not before there is one', () => {
    const { round, clock, stands } = begin({ relays: ['a', 'b', 'c'], awaited: ['a', 'b', 'c'] });
    clock.increment(10 * EOSE_GRACE_MS);
    round.send(done('a', false));
    clock.increment(10 * EOSE_GRACE_MS);
    expect(stands()).toEqual(['asking', undefined]);
    round.send(done('b', true));
    clock.increment(EOSE_GRACE_MS - 1);
    expect(stands()).toEqual(['closing', undefined]);
    clock.increment(1);
    expect(stands()).toEqual(['over', true]);
  });

  it('takes what a late one says when nobody else answers, and is over without an answer when none is left', () => {
    const alone = begin({ relays: ['a', 'late'], awaited: ['a'] });
    alone.round.send(done('a', false));
    expect(alone.stands()).toEqual(['asking', undefined]);
    alone.round.send(done('late', true));
    expect(alone.stands()).toEqual(['over', true]);
    const silent = begin({ relays: ['a'], awaited: ['a'] });
    silent.round.send(done('a', false));
    expect(silent.stands()).toEqual(['over', false]);
  });
});
