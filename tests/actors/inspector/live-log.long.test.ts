import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { assign, createActor, fromCallback, setup, type AnyActorRef } from 'xstate';
import { ENDED_MAX, KEPT_MS, LOG_MAX } from '#domain/inspector/inspector-limits.ts';
import { createLive, createNames } from '#actors/inspector/live-log.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const child = setup({}).createMachine({
  id: 'child',
  context: { text: 'what it holds '.repeat(20) },
  initial: 'up',
  states: { up: { on: { stop: 'down' } }, down: { type: 'final' } },
});

const root = setup({
  types: {} as { context: { count: number; list: readonly string[] } },
  actors: { child, inspector: fromCallback(() => {}) },
  actions: {
    count: assign(({ context: { count, list } }) => ({
      count: count + 1,
      list: [...list.slice(-20), `entry ${count} `.repeat(5)],
    })),
  },
}).createMachine({
  id: 'root',
  context: { count: 0, list: [] },
  initial: 'idle',
  invoke: { id: 'inspector', src: 'inspector' },
  on: { count: { actions: 'count' } },
  states: { idle: { on: { go: 'busy' } }, busy: { invoke: { id: 'kid', src: 'child', onDone: 'idle' } } },
});

const EVENTS_A_SECOND = 10;

describe('the inspector, open for an hour', () => {
  it('holds no more after it than after fifteen minutes', () => {
    const actor = createActor(root).start();
    const live = createLive({ now: () => Date.now(), onMore: () => {} }, createNames());
    live.begin(actor.getSnapshot().children['inspector'] as AnyActorRef, () => {});
    const minute = () => {
      for (let second = 0; second < 60; second += 1) {
        for (let count = 0; count < EVENTS_A_SECOND; count += 1) actor.send({ type: 'count' });
        actor.send({ type: 'go' });
        (actor.getSnapshot().children['kid'] as AnyActorRef).send({ type: 'stop' });
        vi.advanceTimersByTime(1_000);
      }
    };
    const held = () => {
      const { entries, world } = live.screen();
      const last = live.last();
      collectGarbage();
      return {
        log: entries.length,
        last: last.entries,
        actors: world.actors.size,
        heap: process.memoryUsage().heapUsed,
      };
    };
    // the log is full from the thirteenth on
    for (let passed = 0; passed < 15; passed += 1) minute();
    const early = held();
    for (let passed = 15; passed < 60; passed += 1) minute();
    const late = held();
    expect(late.log).toBeLessThanOrEqual(1.1 * LOG_MAX);
    expect(late.actors).toBeLessThanOrEqual(ENDED_MAX + 2);
    expect(late.last.length).toBeLessThan(1.05 * early.last.length);
    expect(late.last.at(-1)!.at - late.last[0]!.at).toBeLessThanOrEqual(KEPT_MS);
    // what other tests of this process left is in both
    expect(late.heap / early.heap).toBeLessThan(1.1);
    live.end();
    expect([live.screen().entries, live.last().entries, live.screen().world.actors.size]).toEqual([[], [], 0]);
  });
});
