import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { assign, createActor, fromCallback, setup, type AnyActorRef } from 'xstate';
import { ENDED_MAX } from '#domain/inspector/inspector-limits.ts';
import type { LogEntry } from '#domain/inspector/recording.ts';
import { createWorld } from '#domain/inspector/world.ts';
import { observe } from '#actors/inspector/observe.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const child = setup({}).createMachine({
  id: 'child',
  initial: 'up',
  states: { up: { on: { stop: 'down' } }, down: { type: 'final' } },
});

const root = setup({
  types: {} as { context: { count: number; list: readonly number[] } },
  actors: {
    child,
    broken: fromCallback(() => Promise.reject(new Error('Never')) as never),
    quiet: fromCallback(() => {}),
  },
  actions: { count: assign({ count: ({ context }) => context.count + 1 }) },
  delays: { later: 1_000, soon: 700 },
}).createMachine({
  id: 'root',
  context: { count: 0, list: [] },
  initial: 'idle',
  on: {
    count: { actions: 'count' },
    fail: {
      actions: () => {
        throw new Error('It broke');
      },
    },
    'never mind': {},
  },
  states: {
    idle: { on: { go: 'busy', odd: { guard: ({ context }) => context.count % 2 === 1, target: 'busy' } } },
    busy: {
      invoke: { id: 'kid', src: 'child', onDone: 'idle' },
      after: { later: 'idle', soon: { actions: 'count' } },
      on: { leave: 'idle' },
    },
  },
});

const watch = (before: (ref: AnyActorRef) => void = () => {}) => {
  const actor = createActor(root);
  actor.subscribe({ error: () => {} });
  actor.start();
  before(actor);
  const world = createWorld();
  const entries: LogEntry[] = [];
  const leave = observe({
    root: actor,
    now: () => Date.now(),
    isHidden: () => false,
    world,
    onEntries: (more) => void entries.push(...more),
  });
  const told = () => {
    vi.advanceTimersByTime(200);
    return entries.map(({ actor: id, event, outcome, from, to }) => ({
      actor: world.get(id)?.name ?? id,
      event,
      outcome,
      ...(from && { way: `${from.join()} > ${to!.join()}` }),
    }));
  };
  return { actor, world, entries, told, leave };
};

describe('what happens in the app, listened to', () => {
  it('is told in the order of sending, with where it led', () => {
    const { actor, told } = watch();
    actor.send({ type: 'count' });
    actor.send({ type: 'go' });
    (actor.getSnapshot().children['kid'] as AnyActorRef).send({ type: 'stop' });
    expect(told()).toEqual([
      { actor: 'root', event: 'count', outcome: 'stayed' },
      { actor: 'root', event: 'go', outcome: 'moved', way: 'idle > busy' },
      { actor: 'kid', event: 'xstate.init', outcome: 'started' },
      { actor: 'kid', event: 'stop', outcome: 'done', way: 'up > down' },
      { actor: 'root', event: 'xstate.done.actor.kid', outcome: 'moved', way: 'busy > idle' },
    ]);
  });

  it('says why nothing happened', () => {
    const { actor, entries, told } = watch();
    actor.send({ type: 'odd' });
    actor.send({ type: 'what' });
    expect(told().map(({ outcome }) => outcome)).toEqual(['refused', 'ignored']);
    expect(entries[0]?.guards).toHaveLength(1);
  });

  it('tells of an actor that its parent stopped, and of delays that begin, come and are given up', () => {
    const { actor, world, told } = watch((ref) => ref.send({ type: 'go' }));
    const delays = () => [...world.actors.values()].find(({ name }) => name === 'root')!.delays.map(({ ms }) => ms);
    expect(delays()).toEqual([1_000, 700]);
    actor.send({ type: 'leave' });
    expect(told().at(-1)).toEqual({ actor: 'kid', event: 'xstate.stop', outcome: 'stopped' });
    expect(delays()).toEqual([]);
    actor.send({ type: 'go' });
    vi.advanceTimersByTime(100);
    expect(delays()).toEqual([1_000, 700]);
    vi.advanceTimersByTime(700);
    expect(delays()).toEqual([1_000]);
    vi.advanceTimersByTime(300);
    expect(told().findLast(({ event }) => event.startsWith('xstate.after'))).toMatchObject({ way: 'busy > idle' });
    expect(delays()).toEqual([]);
  });

  it('tells of an actor that failed, and of what came to it afterwards', () => {
    const { actor, world, told } = watch();
    actor.send({ type: 'fail' });
    expect(told()).toEqual([{ actor: 'root', event: 'fail', outcome: 'error' }]);
    expect([...world.actors.values()][0]).toMatchObject({
      status: 'error',
      error: { $: 'error', name: 'Error', message: 'It broke' },
    });
  });

  it('holds nothing of actors that ended but plain data, and of them only the last', () => {
    const { actor, world, told } = watch();
    for (let round = 0; round < 200; round += 1) {
      actor.send({ type: 'go' });
      (actor.getSnapshot().children['kid'] as AnyActorRef).send({ type: 'stop' });
    }
    told();
    const ended = [...world.actors.values()].filter(({ status }) => status === 'done');
    expect(ended.length).toBeLessThanOrEqual(ENDED_MAX);
    expect(() => structuredClone(ended)).not.toThrow();
  });

  it('keeps no actor alive that ended', async () => {
    vi.useRealTimers();
    const { actor, entries, leave } = watch();
    const kids: WeakRef<AnyActorRef>[] = [];
    const round = () => {
      actor.send({ type: 'go' });
      const kid = actor.getSnapshot().children['kid'] as AnyActorRef;
      kids.push(new WeakRef(kid));
      kid.send({ type: 'stop' });
    };
    for (let count = 0; count < 100; count += 1) round();
    // another one, so that nothing is on its way of those before
    await vi.waitUntil(() => entries.length >= 400, 20_000);
    actor.send({ type: 'count' });
    await vi.waitUntil(() => entries.length > 400, 20_000);
    const isGone = () => {
      collectGarbage();
      return kids.slice(0, -2).every((kid) => kid.deref() === undefined);
    };
    await vi.waitUntil(isGone, { timeout: 20_000, interval: 50 });
    leave();
  });

  it('hears nothing any more, and has no timer, after it was left', () => {
    const { actor, entries, leave } = watch();
    actor.send({ type: 'count' });
    leave();
    actor.send({ type: 'count' });
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(1_000);
    expect(entries).toEqual([]);
  });
});

describe('20,000 events at once', () => {
  it('are looked into bit by bit, and none is lost', () => {
    vi.useRealTimers();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { actor, entries } = watch();
    for (let count = 0; count < 20_000; count += 1) actor.send({ type: 'count' });
    expect(entries).toEqual([]);
    let looks = 0;
    for (; vi.getTimerCount() > 0; looks += 1) vi.advanceTimersToNextTimer();
    expect(entries).toHaveLength(20_000);
    expect(entries.at(-1)?.now?.context).toEqual({ count: 20_000 });
    // how long each takes is for the bench to say
    expect(looks).toBeGreaterThan(3);
  });
});
