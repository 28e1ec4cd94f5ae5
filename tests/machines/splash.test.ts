import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { SPLASH_FADE_MS, SPLASH_SHOWN_MS } from '#domain/shell/shell-limits.ts';
import { splashMachine, type SplashInput } from '#machines/shell/splash.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const acts = ['remember splash', 'step back', 'fade splash', 'remove splash'] as const;

const withActs = (done: string[] = []) =>
  splashMachine.provide({
    actors: { 'watch presses': fromCallback(() => {}), 'watch notes': fromCallback(() => {}) },
    actions: Object.fromEntries(acts.map((act) => [act, () => void done.push(act)])) as never,
  });

const start = (input: SplashInput) => {
  const done: string[] = [];
  return { done, actor: createActor(withActs(done), { input }).start() };
};

describe('splash machine', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('reaches every state and transition', () => {
    expectFullCoverage(withActs(), {
      tags: { shown: ['shown'], 'shown.behind': ['behind'] },
      inputs: [
        { skip: false, shownMs: 0 },
        { skip: true, shownMs: 0 },
      ],
      events: [
        { type: 'splash.dismiss' },
        { type: 'splash.note' },
        { type: 'xstate.error.actor.notes', error: new Error('no') },
        { type: 'xstate.error.actor.presses', error: new Error('no') },
        { type: 'xstate.after.shown.splash.shown' },
        { type: 'xstate.after.fade.splash.fading' },
      ],
    });
  });

  it('[PWA-12] shows logo and title for 1200 ms and fades them out over 400 ms', () => {
    const { actor, done } = start({ skip: false, shownMs: 0 });
    vi.advanceTimersByTime(SPLASH_SHOWN_MS - 1);
    expect(actor.getSnapshot().hasTag('shown')).toBe(true);
    vi.advanceTimersByTime(1);
    expect(actor.getSnapshot().matches('fading')).toBe(true);
    vi.advanceTimersByTime(SPLASH_FADE_MS - 1);
    expect(done).toEqual(['remember splash', 'fade splash']);
    vi.advanceTimersByTime(1);
    expect(actor.getSnapshot().value).toBe('gone');
    expect(done).toEqual(['remember splash', 'fade splash', 'remove splash']);
  });

  it('[PWA-12] counts the time it was on screen before the code ran', () => {
    const { actor } = start({ skip: false, shownMs: 500 });
    vi.advanceTimersByTime(SPLASH_SHOWN_MS - 501);
    expect(actor.getSnapshot().hasTag('shown')).toBe(true);
    vi.advanceTimersByTime(1);
    expect(actor.getSnapshot().matches('fading')).toBe(true);
  });

  it('[PWA-13] is not shown, nor remembered again, when this session has seen it', () => {
    const { actor, done } = start({ skip: true, shownMs: 0 });
    expect(actor.getSnapshot().value).toBe('gone');
    expect(done).toEqual(['remove splash']);
  });

  it('[PWA-12] steps behind the first note, and fades as it would have', () => {
    const { actor, done } = start({ skip: false, shownMs: 0 });
    vi.advanceTimersByTime(500);
    actor.send({ type: 'splash.note' });
    expect(actor.getSnapshot().hasTag('behind')).toBe(true);
    expect(done).toEqual(['remember splash', 'step back']);
    actor.send({ type: 'splash.note' });
    vi.advanceTimersByTime(SPLASH_SHOWN_MS - 501);
    expect(actor.getSnapshot().hasTag('shown')).toBe(true);
    vi.advanceTimersByTime(1);
    expect(actor.getSnapshot().matches('fading')).toBe(true);
    vi.advanceTimersByTime(SPLASH_FADE_MS);
    expect(done).toEqual(['remember splash', 'step back', 'fade splash', 'remove splash']);
  });

  it('gives way to a press at once', () => {
    const { actor } = start({ skip: false, shownMs: 0 });
    actor.send({ type: 'splash.dismiss' });
    expect(actor.getSnapshot().matches('fading')).toBe(true);
  });

  it.each(acts)('needs the slot %s', (slot) => {
    const machine = withActs().provide({ actions: { [slot]: splashMachine.implementations.actions[slot] } as never });
    const actor = createActor(machine, { input: { skip: slot === 'remove splash', shownMs: 0 } });
    let message = '';
    actor.subscribe({ error: (error) => (message = (error as Error).message) });
    actor.start();
    if (slot === 'step back') actor.send({ type: 'splash.note' });
    if (slot === 'fade splash') actor.send({ type: 'splash.dismiss' });
    expect(message).toBe(`The slot '${slot}' is not provided`);
  });

  it.each(['watch presses', 'watch notes'] as const)(
    'lets the app be used when the slot %s is not provided',
    (slot) => {
      const machine = withActs().provide({ actors: { [slot]: splashMachine.implementations.actors[slot] as never } });
      const actor = createActor(machine, { input: { skip: false, shownMs: 0 } }).start();
      expect(actor.getSnapshot().matches('fading')).toBe(true);
    },
  );
});
