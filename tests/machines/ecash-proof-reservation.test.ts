import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { leadDelay } from '#domain/ecash/ledger/next-try.ts';
import type { OperationPhase, Pause } from '#domain/ecash/ledger/operation.ts';
import {
  proofReservationMachine,
  type Led,
  type PhaseFact,
  type ReservationInput,
} from '#machines/ecash/proof-reservation.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const input: ReservationInput = { operation: 'o1', phase: 'journaled', isFresh: true };
const changed = (phase: OperationPhase): PhaseFact => ({ type: 'record.changed', phase });
const BEGUN = ['journaled', 'sent', 'answered', 'waiting', 'unknown', 'attention'] as const;
const PHASES = [...BEGUN, 'committed', 'published', 'fenced'] as const;
const WAITS: Pause = { type: 'waits', for: 'mint' };
const failed = new Error('no');

describe('proof-reservation', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(proofReservationMachine, {
      tags: {
        'phase.journaled': ['under way'],
        'phase.sent': ['under way'],
        'phase.answered': ['under way'],
        'phase.waiting': ['waiting'],
        'phase.unknown': ['not known'],
        'phase.committed': ['done'],
        'phase.published': ['done'],
        'phase.fenced': ['not done'],
      },
      inputs: BEGUN.map((phase) => ({ ...input, phase })),
      events: [
        ...PHASES.map(changed),
        { type: 'operation.look' },
        { type: 'xstate.done.actor.lead on', output: { type: 'over' } },
        { type: 'xstate.done.actor.lead on', output: WAITS },
        { type: 'xstate.error.actor.lead on', error: failed },
        { type: 'xstate.error.actor.record', error: failed },
        { type: 'xstate.after.untilLed.proof-reservation.way.pausing' },
      ],
      identity: ({ tries, isStale }) => [tries > 0, isStale],
    });
  });

  const start = (pauses: (Pause | Error)[], phase: OperationPhase = 'journaled') => {
    const led: boolean[] = [];
    let tell: (fact: PhaseFact) => void = () => {};
    const machine = proofReservationMachine.provide({
      actors: {
        'follow record': fromCallback(({ sendBack }) => void (tell = sendBack)) as never,
        'lead on': fromPromise<Pause, Led>(async ({ input: { isFresh } }) => {
          led.push(isFresh);
          const pause = pauses.shift() ?? WAITS;
          if (pause instanceof Error) throw pause;
          return pause;
        }),
      },
    });
    const clock = new SimulatedClock();
    const actor = createActor(machine, { input: { ...input, phase }, clock }).start();
    return { actor, clock, led, tell: (next: OperationPhase) => tell(changed(next)) };
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it('is led on at once, then less and less often; only the first time somebody waits for it', async () => {
    const { clock, led } = start([WAITS, failed, WAITS]);
    await turn();
    expect(led).toEqual([true]);
    for (const tries of [1, 2, 3]) {
      clock.increment(leadDelay(tries) - 1);
      await turn();
      expect(led).toHaveLength(tries);
      clock.increment(1);
      await turn();
      expect(led).toHaveLength(tries + 1);
    }
    expect(led).toEqual([true, false, false, false]);
  });

  it('asks a mint that is busy no sooner than it said', async () => {
    const { clock, led } = start([{ type: 'waits', for: 'mint', afterMs: 50_000 }]);
    await turn();
    clock.increment(49_999);
    await turn();
    expect(led).toHaveLength(1);
    clock.increment(1);
    await turn();
    expect(led).toHaveLength(2);
  });

  it('is over once its record says so and nothing is left to do', async () => {
    const { actor, tell } = start([{ type: 'over' }]);
    tell('sent');
    tell('committed');
    await turn();
    expect(actor.getSnapshot()).toMatchObject({ status: 'done', output: { operation: 'o1' } });
  });

  it('looks at once when it is wanted', async () => {
    const { actor, led } = start([], 'attention');
    await turn();
    expect(actor.getSnapshot().matches({ phase: 'attention' })).toBe(true);
    actor.send({ type: 'operation.look' });
    await turn();
    expect(led).toHaveLength(2);
  });

  it('looks once more, and at once, when that is wanted while it looks: the answer may be older than the news', async () => {
    const { actor, led } = start([WAITS, WAITS]);
    actor.send({ type: 'operation.look' });
    actor.send({ type: 'operation.look' });
    await turn();
    await turn();
    expect(led).toHaveLength(2);
    expect(actor.getSnapshot().value).toMatchObject({ way: 'pausing' });
  });

  it('asks each minute at the least', () => {
    expect([0, 1, 4, 5, 50].map((tries) => leadDelay(tries))).toEqual([2_000, 4_000, 32_000, 60_000, 60_000]);
  });
});
