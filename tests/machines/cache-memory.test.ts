import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { CleanupLevel } from '#domain/cache/cleanup-levels.ts';
import { memoryMachine, type Measured } from '#machines/cache/memory.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const MB = 1_000_000;
const low: Measured = { used: 10 * MB, pressure: 'low' };
const broken = new Error('broken');
const done = { at: 5, removed: 1 };

const events = [
  { type: 'memory.cleanUp', level: 'smart' },
  { type: 'storage.full' },
  ...(['low', 'medium', 'high', 'critical'] as const).map((pressure) => ({
    type: 'xstate.done.actor.measure',
    output: { used: 10 * MB, pressure },
  })),
  { type: 'xstate.done.actor.measure', output: { used: 46 * MB, pressure: 'low' } },
  { type: 'xstate.error.actor.measure', error: broken },
  ...['clean up', 'make room'].flatMap((id) => [
    { type: `xstate.done.actor.${id}`, output: done },
    { type: `xstate.error.actor.${id}`, error: broken },
  ]),
  { type: 'xstate.after.checkDelay.memory.check.waiting' },
  ...['proactive', 'background', 'aggressive'].map((region) => ({
    type: `xstate.after.${region}Delay.memory.${region}.waiting`,
  })),
];

const start = (ios: boolean, readings: (Measured | Error)[] = []) => {
  const levels: CleanupLevel[] = [];
  let measurements = 0;
  let rooms = 0;
  const cleanups: PromiseWithResolvers<void>[] = [];
  let hold = false;
  const actor = createActor(
    memoryMachine.provide({
      actors: {
        measure: fromPromise<Measured>(async () => {
          measurements += 1;
          const reading = readings.shift() ?? low;
          if (reading instanceof Error) throw reading;
          return reading;
        }),
        'clean up': fromPromise<typeof done, { level: CleanupLevel }>(async ({ input }) => {
          levels.push(input.level);
          const cleanup = Promise.withResolvers<void>();
          cleanups.push(cleanup);
          if (!hold) cleanup.resolve();
          await cleanup.promise;
          return { at: Date.now(), removed: 0 };
        }),
        'make room': fromPromise(async () => {
          rooms += 1;
          return { at: Date.now(), removed: 0 };
        }),
      },
    }),
    { input: { ios } },
  ).start();
  return {
    actor,
    levels,
    cleanups,
    measurements: () => measurements,
    rooms: () => rooms,
    full: () => actor.send({ type: 'storage.full' }),
    holdCleanups: () => (hold = true),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
};

describe('memory machine', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('reaches every state and transition', () => {
    expectFullCoverage(memoryMachine, {
      inputs: [{ ios: true }, { ios: false }],
      events,
      identity: ({ ios, used, highReadings, next }) => [
        ios && used !== undefined,
        ios && highReadings > 0,
        next !== undefined,
      ],
      check: (snapshot) => {
        for (const level of ['low', 'medium', 'high', 'critical'] as const)
          expect(snapshot.hasTag(level)).toBe(snapshot.matches({ pressure: level }));
      },
    });
  });

  it('needs every slot, and goes on without them', async () => {
    const actor = createActor(memoryMachine, { input: { ios: false } }).start();
    await vi.advanceTimersByTimeAsync(0);
    expect(actor.getSnapshot().status).toBe('active');
    expect(actor.getSnapshot().matches({ check: 'waiting' })).toBe(true);
    actor.send({ type: 'memory.cleanUp', level: 'proactive' });
    actor.send({ type: 'storage.full' });
    await vi.advanceTimersByTimeAsync(0);
    expect(actor.getSnapshot().matches({ cleanup: 'idle' })).toBe(true);
    expect(actor.getSnapshot().context.lastCleanup).toBeUndefined();
  });

  it('[CACHE-36] cleans up every 2, 5 and 10 minutes, each at its level', async () => {
    const { levels, pass } = start(false);
    await pass(2 * MINUTE);
    expect(levels).toEqual(['proactive']);
    await pass(3 * MINUTE);
    expect(levels).toEqual(['proactive', 'proactive', 'background']);
    await pass(5 * MINUTE);
    expect(levels.slice(3).sort()).toEqual(['aggressive', 'background', 'proactive', 'proactive', 'proactive']);
  });

  it('[CACHE-38] measures every 30 s', async () => {
    const { measurements, pass } = start(false);
    await pass(0);
    expect(measurements()).toBe(1);
    await pass(29 * SECOND);
    expect(measurements()).toBe(1);
    await pass(SECOND);
    expect(measurements()).toBe(2);
  });

  it('[CACHE-45] cleans up by the pressure when it is not low, and only then', async () => {
    const readings: Measured[] = (['medium', 'high', 'critical', 'low'] as const).map((pressure) => ({
      used: 1,
      pressure,
    }));
    const { actor, levels, pass } = start(false, readings);
    await pass(0);
    expect(actor.getSnapshot().hasTag('medium')).toBe(true);
    expect(levels).toEqual(['smart']);
    await pass(30 * SECOND);
    expect(actor.getSnapshot().hasTag('high')).toBe(true);
    expect(levels).toEqual(['smart', 'smart']);
    await pass(30 * SECOND);
    expect(actor.getSnapshot().hasTag('critical')).toBe(true);
    expect(levels).toEqual(['smart', 'smart', 'smart']);
    await pass(29 * SECOND);
    expect(actor.getSnapshot().hasTag('critical')).toBe(true);
    await pass(SECOND);
    expect(actor.getSnapshot().hasTag('low')).toBe(true);
    // the schedule of two minutes is not due yet
    expect(levels).toEqual(['smart', 'smart', 'smart']);
  });

  it('[CACHE-40] on iOS measures every 10 s and cleans up after two high readings in a row', async () => {
    const high: Measured = { used: 46 * MB, pressure: 'low' };
    const { levels, measurements, pass } = start(true, [high, low, { ...high, used: 19 * MB }, high, high, high, high]);
    await pass(10 * SECOND);
    expect(measurements()).toBe(2);
    expect(levels).toEqual([]);
    await pass(10 * SECOND);
    levels.length = 0;
    // the rise to it is a spike of its own; counting begins anew after each cleanup
    await pass(10 * SECOND);
    expect(levels).toEqual(['ios optimised']);
    await pass(10 * SECOND);
    expect(levels).toEqual(['ios optimised']);
    await pass(10 * SECOND);
    expect(levels).toEqual(['ios optimised', 'ios optimised']);
  });

  it('[CACHE-40] two high readings count only in a row, and 45 MB is not over 45 MB', async () => {
    const at = (used: number): Measured => ({ used: used * MB, pressure: 'low' });
    const { levels, pass } = start(true, [at(46), at(45), at(46), at(45), at(45), at(45)]);
    await pass(50 * SECOND);
    expect(levels).toEqual([]);
  });

  it('[CACHE-41] on iOS a rise of over 10 MB triggers a cleanup, elsewhere it does not', async () => {
    const at = (used: number): Measured => ({ used: used * MB, pressure: 'low' });
    const { levels, pass } = start(true, [at(10), at(20), at(31)]);
    await pass(10 * SECOND);
    expect(levels).toEqual([]);
    await pass(10 * SECOND);
    expect(levels).toEqual(['ios optimised']);
    const desktop = start(false, [at(10), at(100), at(100)]);
    await desktop.pass(70 * SECOND);
    expect(desktop.levels).toEqual([]);
  });

  it('a cleanup that is wanted while another is at work comes after it', async () => {
    const { actor, levels, cleanups, holdCleanups, pass } = start(false);
    holdCleanups();
    actor.send({ type: 'memory.cleanUp', level: 'proactive' });
    actor.send({ type: 'memory.cleanUp', level: 'selective' });
    await pass(0);
    expect(levels).toEqual(['proactive']);
    cleanups[0]!.resolve();
    await pass(0);
    expect(levels).toEqual(['proactive', 'selective']);
    cleanups[1]!.resolve();
    await pass(0);
    expect(actor.getSnapshot().matches({ cleanup: 'idle' })).toBe(true);
    expect(actor.getSnapshot().context.lastCleanup).toBe(Date.now());
  });

  it('makes room when the browser has none to save', async () => {
    const { actor, rooms, full, pass } = start(false);
    full();
    await pass(0);
    expect(rooms()).toBe(1);
    expect(actor.getSnapshot().matches({ cleanup: 'idle' })).toBe(true);
  });

  it('a measurement that fails changes nothing and is tried again', async () => {
    const { actor, measurements, pass } = start(false, [broken]);
    await pass(30 * SECOND);
    expect(measurements()).toBe(2);
    expect(actor.getSnapshot().hasTag('low')).toBe(true);
  });
});
