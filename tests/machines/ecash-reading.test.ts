import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { READING_PATIENCE_MS, TOLD_GATHERS_MS } from '#domain/ecash/ecash-limits.ts';
import { ecashReadingMachine, type ReadingFact } from '#machines/ecash/ecash-reading.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const OWNER = { pubkey: 'a'.repeat(64) };
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('ecash-reading', () => {
  it('reaches every state and transition', () => {
    const failed = new Error('no');
    expectFullCoverage(ecashReadingMachine, {
      input: OWNER,
      tags: { reading: ['reading'] },
      events: [
        { type: 'relay.told' },
        { type: 'relays.changed' },
        { type: 'xstate.done.actor.read relays' },
        { type: 'xstate.done.actor.take in', output: { isWhole: true } },
        { type: 'xstate.done.actor.take in', output: { isWhole: false } },
        ...['watch relays', 'read relays', 'take in'].map((id) => ({
          type: `xstate.error.actor.${id}`,
          error: failed,
        })),
        { type: 'xstate.after.patience.ecash-reading.reading' },
        { type: 'xstate.after.untilGathered.ecash-reading.gathering' },
        { type: 'xstate.after.untilAgain.ecash-reading.pausing' },
      ],
      identity: ({ tries, isMore }) => [Math.min(tries, 1), isMore],
    });
  });

  const start = (answers: boolean[]) => {
    const seen: string[] = [];
    let tell: (fact: ReadingFact) => void = () => {};
    const machine = ecashReadingMachine.provide({
      actors: {
        'watch relays': fromCallback<ReadingFact, { pubkey: string }>(({ sendBack }) => void (tell = sendBack)),
        'read relays': fromPromise<void, { pubkey: string }>(async () => void seen.push('read')),
        'take in': fromPromise<{ isWhole: boolean }, { pubkey: string }>(async () => {
          seen.push('take in');
          return { isWhole: answers.shift() ?? true };
        }),
      },
    });
    const clock = new SimulatedClock();
    const actor = createActor(machine, { input: OWNER, clock }).start();
    return { seen, clock, actor, told: () => tell({ type: 'relay.told' }) };
  };

  it('[WEV-08] takes in what many events tell at once, a moment after the first', async () => {
    const { seen, clock, told } = start([]);
    await turn();
    expect(seen).toEqual(['read', 'take in']);
    for (let event = 0; event < 50; event += 1) {
      told();
      clock.increment(TOLD_GATHERS_MS / 100);
    }
    clock.increment(TOLD_GATHERS_MS / 2);
    await turn();
    expect(seen).toEqual(['read', 'take in', 'take in']);
  });

  it('waits for a silent relay no longer than it must, and takes in what the others told', () => {
    const machine = ecashReadingMachine.provide({
      actors: {
        'watch relays': fromCallback<ReadingFact, { pubkey: string }>(() => {}),
        'read relays': fromPromise<void, { pubkey: string }>(() => new Promise(() => {})),
        'take in': fromPromise<{ isWhole: boolean }, { pubkey: string }>(() => new Promise(() => {})),
      },
    });
    const clock = new SimulatedClock();
    const actor = createActor(machine, { input: OWNER, clock }).start();
    clock.increment(READING_PATIENCE_MS - 1);
    expect(actor.getSnapshot().value).toBe('reading');
    clock.increment(1);
    expect(actor.getSnapshot().value).toBe('taking in');
  });

  it('[WEV-08] asks what was silent again, less and less often, and takes in what is told meanwhile', async () => {
    const { seen, clock, told, actor } = start([false, false, false]);
    await turn();
    expect(actor.getSnapshot().value).toBe('pausing');
    clock.increment(4_000);
    await turn();
    expect(seen).toEqual(['read', 'take in', 'read', 'take in']);
    clock.increment(4_000);
    await turn();
    expect(seen).toHaveLength(4);
    told();
    clock.increment(TOLD_GATHERS_MS);
    await turn();
    expect(seen.at(-1)).toBe('take in');
    clock.increment(60_000);
    await turn();
    expect(actor.getSnapshot().value).toBe('idle');
  });
});
