import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { appMachine } from '#machines/shell/app.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const quiet = appMachine.provide({
  actions: { 'start areas': () => {}, 'start area': () => {}, 'restart area': () => {} },
});

describe('app machine', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(quiet, {
      events: [
        { type: 'notice.show', text: 'Storage is full.' },
        { type: 'notice.dismiss' },
        { type: 'area.start', id: 'thread' },
        { type: 'xstate.error.actor.feed', error: new Error('no'), actorId: 'feed' },
      ],
      identity: ({ restarts, notice }) => [Math.min(restarts, 6), notice],
      check: (snapshot) => expect(snapshot.hasTag('notice')).toBe(snapshot.matches({ working: 'notifying' })),
    });
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
    if (slot === 'restart area') actor.send({ type: 'xstate.error.actor.feed' } as never);
    expect(message).toBe(`The slot '${slot}' is not provided`);
  });
});
