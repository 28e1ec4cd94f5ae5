import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { installMachine, type InstallInput } from '#machines/shell/install.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const BROWSER: InstallInput = { standalone: false, declined: false };

const withActs = (outcome: 'accepted' | 'dismissed' = 'accepted') => {
  let declines = 0;
  const machine = installMachine.provide({
    actors: { 'watch offers': fromCallback(() => {}), 'show offer': fromPromise(async () => outcome) },
    actions: { 'remember decline': () => void (declines += 1) },
  });
  return { machine, declines: () => declines };
};

const start = (input = BROWSER, outcome?: 'accepted' | 'dismissed') => {
  const { machine, declines } = withActs(outcome);
  return { actor: createActor(machine, { input }).start(), declines };
};

describe('install machine', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(withActs().machine, {
      inputs: [BROWSER, { standalone: true, declined: false }, { standalone: false, declined: true }],
      events: [
        { type: 'install.offered' },
        { type: 'install.done' },
        { type: 'install.ask' },
        { type: 'install.later' },
        { type: 'xstate.error.actor.offers', error: new Error('no') },
        { type: 'xstate.done.actor.offer', output: 'accepted' },
        { type: 'xstate.done.actor.offer', output: 'dismissed' },
        { type: 'xstate.error.actor.offer', error: new Error('no') },
      ],
      check: (snapshot) => expect(snapshot.hasTag('prompt')).toBe(snapshot.matches({ watching: 'offered' })),
    });
  });

  it('[PWA-02] [PWA-03] prompts on the install event, and no more once the app is installed', () => {
    const { actor } = start();
    expect(actor.getSnapshot().hasTag('prompt')).toBe(false);
    actor.send({ type: 'install.offered' });
    expect(actor.getSnapshot().hasTag('prompt')).toBe(true);
    actor.send({ type: 'install.done' });
    expect(actor.getSnapshot().hasTag('prompt')).toBe(false);
    expect(actor.getSnapshot().hasTag('installed')).toBe(true);
    actor.send({ type: 'install.offered' });
    expect(actor.getSnapshot().hasTag('prompt')).toBe(false);
  });

  it('[PWA-03] never prompts in a window of its own', () => {
    const { actor } = start({ standalone: true, declined: false });
    actor.send({ type: 'install.offered' });
    expect(actor.getSnapshot().hasTag('prompt')).toBe(false);
  });

  it("'Not now' is remembered, and one can still install", () => {
    const { actor, declines } = start();
    actor.send({ type: 'install.offered' });
    actor.send({ type: 'install.later' });
    expect(declines()).toBe(1);
    expect(actor.getSnapshot().hasTag('prompt')).toBe(false);
    expect(actor.getSnapshot().hasTag('can install')).toBe(true);
    actor.send({ type: 'install.offered' });
    expect(actor.getSnapshot().hasTag('prompt')).toBe(false);
  });

  it('[PWA-02] who said no to the browser is not asked again at once, and can install when it offers anew', async () => {
    const { actor, declines } = start(BROWSER, 'dismissed');
    actor.send({ type: 'install.offered' });
    actor.send({ type: 'install.ask' });
    await expect.poll(() => actor.getSnapshot().value).toEqual({ watching: 'waiting' });
    expect(declines()).toBe(1);
    actor.send({ type: 'install.offered' });
    expect(actor.getSnapshot().hasTag('prompt')).toBe(false);
    expect(actor.getSnapshot().hasTag('can install')).toBe(true);
  });

  it('[PWA-02] an offer that failed declined nothing: the next one is shown', async () => {
    const { machine, declines } = withActs();
    const actor = createActor(
      machine.provide({ actors: { 'show offer': fromPromise(() => Promise.reject(new Error('no gesture'))) } }),
      { input: BROWSER },
    ).start();
    actor.send({ type: 'install.offered' });
    actor.send({ type: 'install.ask' });
    await expect.poll(() => actor.getSnapshot().value).toEqual({ watching: 'waiting' });
    actor.send({ type: 'install.offered' });
    expect(actor.getSnapshot().hasTag('prompt')).toBe(true);
    expect(declines()).toBe(0);
  });

  it('needs its slots', async () => {
    const noMemory = createActor(
      withActs().machine.provide({ actions: installMachine.implementations.actions as never }),
      { input: BROWSER },
    );
    let message = '';
    noMemory.subscribe({ error: (error) => (message = (error as Error).message) });
    noMemory.start().send({ type: 'install.offered' });
    noMemory.send({ type: 'install.later' });
    expect(message).toBe("The slot 'remember decline' is not provided");
    expect(createActor(installMachine, { input: BROWSER }).start().getSnapshot().value).toBe('impossible');
    const { machine } = withActs();
    const noOffer = createActor(
      machine.provide({ actors: { 'show offer': installMachine.implementations.actors['show offer'] as never } }),
      { input: BROWSER },
    ).start();
    noOffer.send({ type: 'install.offered' });
    noOffer.send({ type: 'install.ask' });
    await expect.poll(() => noOffer.getSnapshot().value).toEqual({ watching: 'waiting' });
  });
});
