import { describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, SimulatedClock, type AnyEventObject } from 'xstate';
import {
  ASCII_RESTART_MS,
  ASCII_RESTARTS_MAX,
  ASCII_REST_MS,
  ASCII_START_MS,
  ASCII_STEADY_MS,
} from '#domain/ascii/ascii-limits.ts';
import { asciiMachine } from '#machines/ascii/ascii.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const start = () => {
  const clock = new SimulatedClock();
  const refuse = vi.fn<() => void>();
  const workers = { begun: 0, ended: 0 };
  let tell: (event: AnyEventObject) => void = () => {};
  const worker = fromCallback(({ sendBack }) => {
    workers.begun += 1;
    tell = sendBack;
    return () => (workers.ended += 1);
  });
  const actor = createActor(asciiMachine.provide({ actors: { worker }, actions: { 'refuse orders': refuse } }), {
    clock,
  }).start();
  const state = () => JSON.stringify(actor.getSnapshot().value);
  return { actor, clock, refuse, workers, tell: (type: string) => tell({ type }), state };
};

describe('the worker that draws in letters', () => {
  it('takes every path', () => {
    expectFullCoverage(asciiMachine.provide({ actions: { 'refuse orders': () => {} } }), {
      tags: {},
      events: [
        { type: 'orders.waiting' },
        { type: 'orders.again' },
        { type: 'orders.done' },
        { type: 'worker.ready' },
        { type: 'worker.lost' },
        { type: 'xstate.error.actor.worker', error: new Error('no') },
        { type: 'xstate.after.start.ascii.working.starting' },
        { type: 'xstate.after.steady.ascii.working.drawing' },
        { type: 'xstate.after.rest.ascii.working.resting' },
        { type: 'xstate.after.restart.ascii.lost' },
      ],
      identity: ({ lost }) => lost,
    });
  });

  it('comes with the first order and goes when nobody looks for a while', () => {
    const { actor, clock, workers, tell, state } = start();
    expect([state(), workers.begun]).toEqual(['"idle"', 0]);
    actor.send({ type: 'orders.waiting' });
    tell('worker.ready');
    actor.send({ type: 'orders.done' });
    clock.increment(ASCII_REST_MS - 1);
    actor.send({ type: 'orders.waiting' });
    expect(state()).toBe('{"working":"drawing"}');
    actor.send({ type: 'orders.done' });
    clock.increment(ASCII_REST_MS);
    expect([state(), workers]).toEqual(['"idle"', { begun: 1, ended: 1 }]);
  });

  it('is replaced when it is lost, but not for ever', () => {
    const { actor, clock, workers, refuse, tell, state } = start();
    actor.send({ type: 'orders.waiting' });
    for (let loss = 1; loss < ASCII_RESTARTS_MAX; loss += 1) {
      tell('worker.lost');
      expect(state()).toBe('"lost"');
      clock.increment(ASCII_RESTART_MS);
      expect(workers).toEqual({ begun: loss + 1, ended: loss });
    }
    expect(refuse).not.toHaveBeenCalled();
    clock.increment(ASCII_START_MS);
    expect([state(), refuse.mock.calls.length]).toEqual(['"failed"', 1]);
    actor.send({ type: 'orders.waiting' });
    expect(state()).toBe('"failed"');
    actor.send({ type: 'orders.again' });
    expect(state()).toBe('{"working":"starting"}');
  });

  it('counts only losses in a row', () => {
    const { actor, clock, tell } = start();
    actor.send({ type: 'orders.waiting' });
    tell('worker.lost');
    clock.increment(ASCII_RESTART_MS);
    tell('worker.ready');
    expect(actor.getSnapshot().context.lost).toBe(1);
    clock.increment(ASCII_STEADY_MS);
    expect(actor.getSnapshot().context.lost).toBe(0);
  });
});
