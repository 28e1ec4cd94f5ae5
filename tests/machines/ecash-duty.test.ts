import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { leadDelay } from '#domain/ecash/ledger/next-try.ts';
import { dutyMachine, type DutyFact, type DutyOwner } from '#machines/ecash/duty.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const due: DutyFact = { type: 'duty.due' };
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a duty about nutzaps', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(dutyMachine, {
      input: { pubkey: 'a' },
      tags: { working: ['working'] },
      events: [
        due,
        { type: 'xstate.done.actor.do duty', output: { isLeft: true } },
        { type: 'xstate.done.actor.do duty', output: { isLeft: false } },
        { type: 'xstate.error.actor.do duty', error: new Error('no') },
        { type: 'xstate.error.actor.watch duty', error: new Error('no') },
        { type: 'xstate.after.untilAgain.duty.pausing' },
      ],
      identity: ({ again, tries }) => [again, tries > 0],
    });
  });

  it('is done again when more came meanwhile, and less and less often while something is left', async () => {
    const ends: ((isLeft: boolean | Error) => void)[] = [];
    const machine = dutyMachine.provide({
      actors: {
        'watch duty': fromCallback<DutyFact, DutyOwner>(() => {}),
        'do duty': fromPromise<{ readonly isLeft: boolean }, DutyOwner>(
          () =>
            new Promise((resolve, reject) =>
              ends.push((end) => (end instanceof Error ? reject(end) : resolve({ isLeft: end }))),
            ),
        ),
      },
    });
    const clock = new SimulatedClock();
    const actor = createActor(machine, { clock, input: { pubkey: 'a' } }).start();
    actor.send(due);
    actor.send(due);
    ends[0]!(false);
    await turn();
    expect(ends).toHaveLength(2);
    ends[1]!(true);
    await turn();
    clock.increment(leadDelay(1) - 1);
    expect(ends).toHaveLength(2);
    clock.increment(1);
    expect(ends).toHaveLength(3);
    ends[2]!(new Error('no'));
    await turn();
    expect(actor.getSnapshot().context.tries).toBe(2);
    actor.send(due);
    ends[3]!(false);
    await turn();
    expect(actor.getSnapshot()).toMatchObject({ value: 'idle', context: { tries: 0 } });
  });
});
