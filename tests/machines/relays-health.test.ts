import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { relayHealthMachine } from '#machines/relays/relay-health.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const events = [
  { type: 'health.changed' },
  { type: 'health.check' },
  { type: 'health.reset' },
  { type: 'xstate.error.actor.watch health', error: new Error('no') },
  { type: 'xstate.done.actor.ask relays' },
  { type: 'xstate.error.actor.ask relays', error: new Error('no') },
  { type: 'xstate.done.actor.save health' },
  { type: 'xstate.error.actor.save health', error: new Error('no') },
  { type: 'xstate.after.saveDelay.relay-health.watching.records.changed' },
  { type: 'xstate.after.retryDelay.relay-health.blind' },
];

const play = () => {
  let tell = () => {};
  const save = vi.fn(() => Promise.resolve());
  const heard: string[] = [];
  const actor = createActor(
    relayHealthMachine.provide({
      actors: {
        'watch health': fromCallback(({ sendBack, receive }) => {
          tell = () => sendBack({ type: 'health.changed' });
          receive(({ type }) => heard.push(type));
        }),
        'ask relays': fromPromise(() => new Promise<void>((resolve) => setTimeout(resolve, 1_000))),
        'save health': fromPromise(save),
      },
    }),
  ).start();
  return { actor, save, heard, tell: () => tell() };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('relay-health machine', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(relayHealthMachine, {
      events,
      check: (snapshot) => {
        expect(snapshot.hasTag('offline')).toBe(snapshot.matches('blind'));
        expect(snapshot.hasTag('busy')).toBe(snapshot.matches({ watching: { check: 'asking' } }));
      },
    });
  });

  it('saves 5 s after the first change, once for all until then', async () => {
    const { tell, save } = play();
    tell();
    await vi.advanceTimersByTimeAsync(4_000);
    tell();
    await vi.advanceTimersByTimeAsync(999);
    expect(save).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(save).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('asks the relays on request and forgets the records on request', async () => {
    const { actor, heard } = play();
    actor.send({ type: 'health.check' });
    expect(actor.getSnapshot().hasTag('busy')).toBe(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(actor.getSnapshot().hasTag('busy')).toBe(false);
    actor.send({ type: 'health.reset' });
    expect(heard).toEqual(['health.forget']);
  });

  it('lives on when it cannot watch, and tries again after 30 s', () => {
    const actor = createActor(relayHealthMachine).start();
    expect(actor.getSnapshot().value).toBe('blind');
    vi.advanceTimersByTime(30_000);
    expect(actor.getSnapshot().status).toBe('active');
  });
});
