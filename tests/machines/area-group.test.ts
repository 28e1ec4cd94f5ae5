import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { CODE_RETRY_MS } from '#domain/shell/shell-limits.ts';
import { areaGroupMachine } from '#machines/shell/area-group.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const missing = new Error('error loading dynamically imported module');

const start = (...tries: (() => Promise<void>)[]) => {
  const actor = createActor(
    areaGroupMachine.provide({ actors: { 'start areas': fromPromise<void>(() => tries.shift()!()) } }),
  ).start();
  return { actor, want: () => actor.send({ type: 'group.want' }), left: tries };
};

describe('area group machine', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('reaches every state and transition', () => {
    expectFullCoverage(areaGroupMachine, {
      events: [
        { type: 'group.want' },
        { type: 'xstate.done.actor.start', output: undefined },
        { type: 'xstate.error.actor.start', error: missing },
        { type: 'xstate.after.CODE_RETRY.area-group.failed' },
      ],
      check: (snapshot) => {
        expect(snapshot.hasTag('runs')).toBe(snapshot.matches('running'));
        expect(snapshot.hasTag('failed')).toBe(snapshot.matches('failed'));
      },
    });
  });

  it('loads once, however often it is wanted', async () => {
    const { actor, want, left } = start(
      () => Promise.resolve(),
      () => Promise.reject(missing),
    );
    want();
    want();
    await vi.advanceTimersByTimeAsync(0);
    want();
    expect([actor.getSnapshot().value, left.length]).toEqual(['running', 1]);
  });

  it('keeps why it failed, and tries again a while later when it is wanted', async () => {
    const { actor, want } = start(
      () => Promise.reject(missing),
      () => Promise.resolve(),
    );
    want();
    await vi.advanceTimersByTimeAsync(0);
    expect(actor.getSnapshot().context.problem).toBe(missing);
    want();
    await vi.advanceTimersByTimeAsync(CODE_RETRY_MS - 1);
    expect(actor.getSnapshot().value).toBe('failed');
    await vi.advanceTimersByTimeAsync(1);
    expect(actor.getSnapshot().value).toBe('not loaded');
    want();
    await vi.advanceTimersByTimeAsync(0);
    expect(actor.getSnapshot().value).toBe('running');
  });

  it('needs its slot', async () => {
    const actor = createActor(areaGroupMachine).start();
    actor.send({ type: 'group.want' });
    await vi.advanceTimersByTimeAsync(0);
    expect(actor.getSnapshot().context.problem).toEqual(new Error("The slot 'start areas' is not provided"));
  });
});
