import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { AREA_CALM_MS } from '#domain/shell/shell-limits.ts';
import { appMachine } from '#machines/shell/app.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const quiet = appMachine.provide({
  actions: { 'start areas': () => {}, 'start area': () => {}, 'restart area': () => {} },
});

const failure = (actorId: string) => ({ type: 'xstate.error.actor.x' as const, actorId, error: new Error('no') });

describe('app machine', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(quiet, {
      events: [
        { type: 'notice.show', problem: { code: 'storage-full' } },
        { type: 'notice.dismiss' },
        { type: 'area.start', id: 'thread' },
        { type: 'area.calm', id: 'feed' },
        { type: 'screen.show', act: { type: 'sheet.open' } },
        failure('feed'),
      ],
      identity: ({ restarts, notice }) => [Math.min(restarts.feed ?? 0, 6), notice],
      check: (snapshot) => expect(snapshot.hasTag('notice')).toBe(snapshot.matches({ working: 'notifying' })),
    });
  });

  it('gives up an area that keeps failing, and minds no other', () => {
    const actor = createActor(quiet, { clock: new SimulatedClock() }).start();
    for (let time = 0; time < 5; time += 1) for (const id of ['feed', 'thread']) actor.send(failure(id));
    expect(actor.getSnapshot().matches('working')).toBe(true);
    actor.send(failure('profile'));
    expect(actor.getSnapshot().matches('working')).toBe(true);
    actor.send(failure('feed'));
    expect(actor.getSnapshot().hasTag('broken')).toBe(true);
  });

  it('forgets each restart after a while', () => {
    const clock = new SimulatedClock();
    const actor = createActor(quiet, { clock }).start();
    for (let time = 0; time < 20; time += 1) {
      actor.send(failure('feed'));
      clock.increment(AREA_CALM_MS / 4);
    }
    expect(actor.getSnapshot().matches('working')).toBe(true);
    expect(actor.getSnapshot().context.restarts).toEqual({ feed: 3 });
    clock.increment(AREA_CALM_MS);
    expect(actor.getSnapshot().context.restarts).toEqual({ feed: 0 });
  });

  it.each(['start areas', 'start area', 'restart area'])('needs the slot %s', (slot) => {
    const machine = appMachine.provide({
      actions: {
        'start areas': () => {},
        'restart area': () => {},
        [slot]: appMachine.implementations.actions[slot as 'start areas'],
      },
    } as never);
    const actor = createActor(machine);
    let message = '';
    actor.subscribe({ error: (error) => (message = (error as Error).message) });
    actor.start();
    if (slot === 'start area') actor.send({ type: 'area.start', id: 'thread' });
    if (slot === 'restart area') actor.send(failure('feed'));
    expect(message).toBe(`The slot '${slot}' is not provided`);
  });
});
