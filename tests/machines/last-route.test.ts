import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { lastRouteMachine } from '#machines/shell/last-route.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const withSave = (saved: string[] = []) =>
  lastRouteMachine.provide({ actions: { 'save route': (_, { path }) => void saved.push(path) } });

describe('last-route machine', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(withSave(), {
      events: [
        { type: 'route.changed', path: '/about' },
        { type: 'xstate.done.actor.restore', output: undefined },
        { type: 'xstate.error.actor.restore', error: new Error('no') },
        { type: 'xstate.error.actor.routes', error: new Error('no') },
      ],
      check: (snapshot) => expect(snapshot.hasTag('restoring')).toBe(snapshot.matches('restoring')),
    });
  });

  it('[PWA-15] saves the route on every route change', async () => {
    const saved: string[] = [];
    let change: (path: string) => void = () => {};
    const machine = withSave(saved).provide({
      actors: {
        'restore route': fromPromise<void>(async () => {}),
        'watch routes': fromCallback(({ sendBack }) => {
          change = (path) => sendBack({ type: 'route.changed', path });
        }),
      },
    });
    const actor = createActor(machine).start();
    await Promise.resolve();
    expect(actor.getSnapshot().value).toBe('following');
    change('/about');
    change('/');
    expect(saved).toEqual(['/about', '/']);
  });

  it('saves nothing before the last route is restored', () => {
    const saved: string[] = [];
    const machine = withSave(saved).provide({
      actors: { 'restore route': fromPromise<void>(() => new Promise(() => {})) },
    });
    const actor = createActor(machine).start();
    actor.send({ type: 'route.changed', path: '/' });
    expect(saved).toEqual([]);
  });

  it('needs the slot save route', () => {
    const machine = lastRouteMachine.provide({
      actors: { 'restore route': fromPromise<void>(async () => {}), 'watch routes': fromCallback(() => {}) },
    });
    const snapshot = machine.resolveState({ value: 'following', context: {} });
    const actor = createActor(machine, { snapshot });
    let message = '';
    actor.subscribe({ error: (error) => (message = (error as Error).message) });
    actor.start();
    actor.send({ type: 'route.changed', path: '/' });
    expect(message).toBe("The slot 'save route' is not provided");
  });

  it('goes on without what the slots restore route and watch routes would do', async () => {
    const actor = createActor(withSave()).start();
    await new Promise((resolve) => setImmediate(resolve));
    expect(actor.getSnapshot().value).toBe('unwatched');
  });
});
