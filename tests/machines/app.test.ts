import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { AREA_CALM_MS, NOTICE_SHOWN_MS, NOTICES_MOST } from '#domain/shell/shell-limits.ts';
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
        { type: 'notice.dismiss', id: 1 },
        { type: 'notice.dismiss', id: 0 },
        { type: 'area.start', id: 'thread' },
        { type: 'area.calm', id: 'feed' },
        { type: 'screen.show', act: { type: 'sheet.open' } },
        failure('feed'),
      ],
      identity: ({ restarts, notices, told }) => [
        Math.min(restarts.feed ?? 0, 6),
        notices.map(({ id }: { id: number }) => Math.min(id, 2)),
        Math.min(told, 2),
      ],
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

  it('shows what is told shortly after something else beside it, each for its own time and once', () => {
    const clock = new SimulatedClock();
    const actor = createActor(quiet, { clock }).start();
    const shown = () => actor.getSnapshot().context.notices.map(({ problem }) => problem.code);
    actor.send({ type: 'notice.show', problem: { code: 'storage-full' } });
    clock.increment(NOTICE_SHOWN_MS / 2);
    actor.send({ type: 'notice.show', problem: { code: 'choice-not-kept' } });
    expect(shown()).toEqual(['storage-full', 'choice-not-kept']);
    clock.increment(NOTICE_SHOWN_MS / 2);
    expect(shown()).toEqual(['choice-not-kept']);
    actor.send({ type: 'notice.show', problem: { code: 'choice-not-kept' } });
    expect(shown()).toEqual(['choice-not-kept']);
    // its time begins anew
    clock.increment(NOTICE_SHOWN_MS / 2);
    expect([shown(), actor.getSnapshot().hasTag('notice')]).toEqual([['choice-not-kept'], true]);
    clock.increment(NOTICE_SHOWN_MS / 2);
    expect([shown(), actor.getSnapshot().hasTag('notice')]).toEqual([[], false]);
  });

  it('shows no more than the newest few, and takes away the one that was read', () => {
    const actor = createActor(quiet, { clock: new SimulatedClock() }).start();
    const codes = ['storage-full', 'choice-not-kept', 'relays-not-kept', 'key-gone', 'unknown'] as const;
    for (const code of codes) actor.send({ type: 'notice.show', problem: { code } });
    const { notices } = actor.getSnapshot().context;
    expect(notices.map(({ problem }) => problem.code)).toEqual(codes.slice(-NOTICES_MOST));
    actor.send({ type: 'notice.dismiss', id: notices[1]!.id });
    expect(actor.getSnapshot().context.notices).toEqual([notices[0], notices[2]]);
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
