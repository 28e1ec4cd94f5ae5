import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { CONSOLIDATION_DELAY_MS } from '#domain/ecash/ecash-limits.ts';
import { leadDelay } from '#domain/ecash/ledger/next-try.ts';
import { consolidationMachine, type Doubted, type DoubtFact } from '#machines/ecash/consolidation.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const doubted = (mint: string): DoubtFact => ({ type: 'proofs.doubted', mint });
const done = (silent: readonly string[]) => ({ type: 'xstate.done.actor.look through', output: { silent } });
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('consolidation', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(consolidationMachine, {
      tags: {},
      events: [
        doubted('a'),
        done([]),
        done(['a']),
        { type: 'xstate.error.actor.look through', error: new Error('no') },
        { type: 'xstate.after.untilLookedThrough.consolidation.settling' },
        { type: 'xstate.after.untilAskedAgain.consolidation.pausing' },
      ],
      identity: ({ mints, asking, tries }) => [mints, asking, tries > 0],
    });
  });

  const start = (answers: (readonly string[] | Error)[]) => {
    const looked: (readonly string[])[] = [];
    const machine = consolidationMachine.provide({
      actors: {
        'watch doubts': fromCallback(() => {}) as never,
        'look through': fromPromise<{ silent: readonly string[] }, Doubted>(async ({ input }) => {
          looked.push(input.mints);
          const silent = answers.shift() ?? [];
          if (silent instanceof Error) throw silent;
          return { silent };
        }),
      },
    });
    const clock = new SimulatedClock();
    return { looked, clock, actor: createActor(machine, { clock }).start() };
  };

  it('[MELT-09] looks 2500 ms after the last doubt, once for all mints', async () => {
    const { looked, clock, actor } = start([]);
    actor.send(doubted('a'));
    clock.increment(2_499);
    actor.send(doubted('b'));
    actor.send(doubted('a'));
    clock.increment(2_499);
    await turn();
    expect(looked).toEqual([]);
    clock.increment(1);
    await turn();
    expect(looked).toEqual([['a', 'b']]);
    expect(actor.getSnapshot().matches('idle')).toBe(true);
  });

  it('asks those again that do not answer, less and less often', async () => {
    const { looked, clock, actor } = start([['b'], new Error('disk'), []]);
    actor.send(doubted('a'));
    actor.send(doubted('b'));
    clock.increment(CONSOLIDATION_DELAY_MS);
    await turn();
    for (const tries of [1, 2]) {
      clock.increment(leadDelay(tries) - 1);
      await turn();
      expect(looked).toHaveLength(tries);
      clock.increment(1);
      await turn();
    }
    expect(looked).toEqual([['a', 'b'], ['b'], ['b']]);
    expect(actor.getSnapshot().matches('idle')).toBe(true);
  });
});
