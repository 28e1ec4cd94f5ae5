import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import {
  IOS_RELOAD_DELAY_MS,
  UPDATE_CHECK_MS,
  UPDATE_RELOAD_LIMIT_MS,
  UPDATE_TAKEOVER_LIMIT_MS,
  WORK_LOOKED_AT_MS,
} from '#domain/shell/shell-limits.ts';
import { updateMachine, type UnderWay, type UpdateInput, type VersionCommand } from '#machines/shell/update.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const INSTALLED: UpdateInput = { standalone: true, ios: false };
const BROWSER: UpdateInput = { standalone: false, ios: false };
const acts = ['remember update', 'forget update', 'reload', 'tell of failed store'] as const;

const withActs = (done: string[] = []) =>
  updateMachine.provide({
    actors: { 'watch versions': fromCallback(() => {}) },
    actions: Object.fromEntries(acts.map((act) => [act, () => void done.push(act)])) as never,
  });

const start = (input: UpdateInput, underWay?: UnderWay) => {
  const done: string[] = [];
  let work = underWay;
  const machine = withActs(done).provide({
    actors: {
      'watch versions': fromCallback<VersionCommand>(({ receive }) => receive(({ type }) => void done.push(type))),
      'look at work': fromPromise<UnderWay | undefined>(async () => work),
    },
  });
  const actor = createActor(machine, { input }).start();
  return { actor, done, free: () => (work = undefined) };
};

const settled = () => vi.advanceTimersByTimeAsync(0);

describe('update machine', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('reaches every state and transition', () => {
    expectFullCoverage(withActs(), {
      tags: {
        'watching.version.available': ['available', 'prompt'],
        'watching.version.postponed': ['available'],
        'watching.version.checking': ['updating'],
        'watching.version.held': ['held', 'prompt'],
        'watching.version.updating': ['updating', 'prompt'],
        'watching.version.pausing': ['updating', 'prompt'],
        'watching.version.reloading': ['updating', 'prompt'],
        'watching.version.failed': ['failed', 'prompt'],
      },
      inputs: [INSTALLED, BROWSER, { standalone: true, ios: true }],
      events: [
        { type: 'version.waiting' },
        { type: 'version.active' },
        { type: 'version.failed' },
        { type: 'window.changed', standalone: false },
        { type: 'update.confirm' },
        { type: 'update.later' },
        { type: 'xstate.error.actor.versions', error: new Error('no') },
        { type: 'xstate.done.actor.look', output: undefined },
        { type: 'xstate.done.actor.look', output: 'post' },
        { type: 'xstate.error.actor.look', error: new Error('no') },
        { type: 'xstate.after.work.update.watching.version.held.waiting' },
        { type: 'xstate.done.actor.look again', output: undefined },
        { type: 'xstate.done.actor.look again', output: 'text' },
        { type: 'xstate.error.actor.look again', error: new Error('no') },
        { type: 'xstate.after.check.update.watching.clock.resting' },
        { type: 'xstate.after.takeover.update.watching.version.updating' },
        { type: 'xstate.after.iOS reload.update.watching.version.pausing' },
        { type: 'xstate.after.reload limit.update.watching.version.reloading' },
      ],
    });
  });

  it('[PWA-07] [PWA-08] asks when a new version waits, but only in an installed app', () => {
    const installed = start(INSTALLED);
    expect(installed.actor.getSnapshot().hasTag('prompt')).toBe(false);
    installed.actor.send({ type: 'version.waiting' });
    expect(installed.actor.getSnapshot().hasTag('prompt')).toBe(true);
    const browser = start(BROWSER);
    browser.actor.send({ type: 'version.waiting' });
    expect(browser.actor.getSnapshot().hasTag('prompt')).toBe(false);
  });

  it('[PWA-07] goes by the window in which the page is when a version waits, and asks no more once it is in a browser', () => {
    const { actor, done } = start(BROWSER);
    actor.send({ type: 'window.changed', standalone: true });
    actor.send({ type: 'version.waiting' });
    expect(actor.getSnapshot().hasTag('prompt')).toBe(true);
    expect(done).toEqual([]);
    actor.send({ type: 'window.changed', standalone: false });
    expect(actor.getSnapshot().hasTag('prompt')).toBe(false);
    expect(done).toEqual(['take over']);
  });

  it('[PWA-07] what was put off, or could not be taken, is taken quietly once the page is in a browser', async () => {
    const postponed = start(INSTALLED);
    postponed.actor.send({ type: 'version.waiting' });
    postponed.actor.send({ type: 'update.later' });
    const failed = start(INSTALLED);
    failed.actor.send({ type: 'version.waiting' });
    failed.actor.send({ type: 'update.confirm' });
    await vi.advanceTimersByTimeAsync(UPDATE_TAKEOVER_LIMIT_MS + UPDATE_RELOAD_LIMIT_MS);
    const held = start(INSTALLED, 'text');
    held.actor.send({ type: 'version.waiting' });
    held.actor.send({ type: 'update.confirm' });
    await settled();
    for (const { actor, done } of [postponed, failed, held]) {
      done.splice(0);
      actor.send({ type: 'window.changed', standalone: false });
    }
    for (const { actor, done } of [postponed, failed]) {
      expect(actor.getSnapshot().matches({ watching: { version: 'next load' } })).toBe(true);
      expect(done).toEqual(['take over']);
    }
    // that one was wished for
    expect(held.actor.getSnapshot().hasTag('held')).toBe(true);
    held.actor.send({ type: 'update.later' });
    expect(held.actor.getSnapshot().hasTag('available')).toBe(false);
    expect(held.done).toEqual(['take over']);
  });

  it('in a browser the next load is of the new version, and this page is not touched', async () => {
    const { actor, done } = start(BROWSER);
    actor.send({ type: 'version.waiting' });
    actor.send({ type: 'version.active' });
    await vi.advanceTimersByTimeAsync(UPDATE_CHECK_MS - 1);
    expect(done).toEqual(['take over']);
  });

  it('[PWA-09] confirming lets the new version take over and reloads once it has', async () => {
    const { actor, done } = start(INSTALLED);
    actor.send({ type: 'version.waiting' });
    actor.send({ type: 'update.confirm' });
    await settled();
    expect(actor.getSnapshot().hasTag('updating')).toBe(true);
    expect(done).toEqual(['remember update', 'take over']);
    actor.send({ type: 'version.active' });
    expect(done).toEqual(['remember update', 'take over', 'reload']);
  });

  it('reloads also when the new version does not tell that it took over, and says so when that fails', async () => {
    const { actor, done } = start(INSTALLED);
    actor.send({ type: 'version.waiting' });
    actor.send({ type: 'update.confirm' });
    await vi.advanceTimersByTimeAsync(UPDATE_TAKEOVER_LIMIT_MS - 1);
    expect(done).not.toContain('reload');
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toContain('reload');
    await vi.advanceTimersByTimeAsync(UPDATE_RELOAD_LIMIT_MS);
    expect(actor.getSnapshot().hasTag('failed')).toBe(true);
    expect(done.at(-1)).toBe('forget update');
    actor.send({ type: 'update.confirm' });
    await settled();
    expect(actor.getSnapshot().hasTag('updating')).toBe(true);
  });

  it('[PWA-10] looks for a new version every 30 minutes', async () => {
    const { actor, done } = start(INSTALLED);
    actor.send({ type: 'version.waiting' });
    actor.send({ type: 'update.later' });
    await vi.advanceTimersByTimeAsync(UPDATE_CHECK_MS - 1);
    expect(done).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toEqual(['look']);
    await vi.advanceTimersByTimeAsync(UPDATE_CHECK_MS);
    expect(done).toEqual(['look', 'look']);
    expect(UPDATE_CHECK_MS).toBe(30 * 60_000);
  });

  it('[PWA-11] on iOS reloads 300 ms after it was confirmed', async () => {
    const { actor, done } = start({ standalone: true, ios: true });
    actor.send({ type: 'version.waiting' });
    actor.send({ type: 'update.confirm' });
    await settled();
    actor.send({ type: 'version.active' });
    await vi.advanceTimersByTimeAsync(IOS_RELOAD_DELAY_MS - 1);
    expect(done).toEqual(['remember update', 'take over']);
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toEqual(['remember update', 'take over', 'reload']);
    expect(IOS_RELOAD_DELAY_MS).toBe(300);
  });

  it("'Later' is left alone until the next version comes", () => {
    const { actor } = start(INSTALLED);
    actor.send({ type: 'version.waiting' });
    actor.send({ type: 'update.later' });
    expect(actor.getSnapshot().hasTag('prompt')).toBe(false);
    expect(actor.getSnapshot().hasTag('available')).toBe(true);
    actor.send({ type: 'version.waiting' });
    expect(actor.getSnapshot().hasTag('prompt')).toBe(true);
  });

  it.each(['post', 'text'] as const)(
    'never reloads while a %s would be cut off, and goes on afterwards',
    async (what) => {
      const { actor, done, free } = start(INSTALLED, what);
      actor.send({ type: 'version.waiting' });
      actor.send({ type: 'update.confirm' });
      await vi.advanceTimersByTimeAsync(UPDATE_TAKEOVER_LIMIT_MS + UPDATE_RELOAD_LIMIT_MS);
      expect(actor.getSnapshot().hasTag('held')).toBe(true);
      expect(actor.getSnapshot().context.underWay).toBe(what);
      expect(done).toEqual([]);
      free();
      await vi.advanceTimersByTimeAsync(WORK_LOOKED_AT_MS);
      expect(done).toEqual(['remember update', 'take over']);
    },
  );

  it('a version that could not be stored is told of and changes nothing', () => {
    const { actor, done } = start(INSTALLED);
    actor.send({ type: 'version.failed' });
    expect(done).toEqual(['tell of failed store']);
    expect(actor.getSnapshot().hasTag('prompt')).toBe(false);
  });

  it.each(acts)('needs the slot %s', async (slot) => {
    const machine = withActs().provide({
      actors: { 'look at work': fromPromise<UnderWay | undefined>(async () => undefined) },
      actions: { [slot]: updateMachine.implementations.actions[slot] } as never,
    });
    const actor = createActor(machine, { input: INSTALLED });
    let message = '';
    actor.subscribe({ error: (error) => (message = (error as Error).message) });
    actor.start();
    if (slot === 'tell of failed store') actor.send({ type: 'version.failed' });
    else {
      actor.send({ type: 'version.waiting' });
      actor.send({ type: 'update.confirm' });
      await vi.advanceTimersByTimeAsync(UPDATE_TAKEOVER_LIMIT_MS + UPDATE_RELOAD_LIMIT_MS);
    }
    expect(message).toBe(`The slot '${slot}' is not provided`);
  });

  it('does without service workers, and without word of what is under way', async () => {
    expect(createActor(updateMachine, { input: INSTALLED }).start().getSnapshot().value).toBe('unsupported');
    const actor = createActor(withActs(), { input: INSTALLED }).start();
    actor.send({ type: 'version.waiting' });
    actor.send({ type: 'update.confirm' });
    await settled();
    expect(actor.getSnapshot().hasTag('updating')).toBe(true);
  });
});
