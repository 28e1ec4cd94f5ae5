import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, type AnyEventObject } from 'xstate';
import { displayNamesMachine, type DisplayNamesEvent } from '#machines/feed/display-names.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const start = (fetch?: () => void) => {
  const batches: { name: string; end: () => void }[] = [];
  const stopped: string[] = [];
  let tell: (event: DisplayNamesEvent) => void = () => {};
  const machine = displayNamesMachine.provide({
    actors: {
      'watch wanted names': fromCallback(({ sendBack }) => void (tell = sendBack)),
      'fetch names': fromCallback<AnyEventObject, { batch: string }>(({ input: { batch }, sendBack }) => {
        fetch?.();
        batches.push({ name: batch, end: () => sendBack({ type: 'batch.ended', batch }) });
        return () => stopped.push(batch);
      }),
    },
  });
  const actor = createActor(machine).start();
  const want = async () => {
    tell({ type: 'names.wanted' });
    await vi.advanceTimersByTimeAsync(30);
  };
  return { actor, batches, stopped, want, tell: (event: DisplayNamesEvent) => tell(event) };
};

describe('display names machine', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('reaches every state and transition', () => {
    expectFullCoverage(displayNamesMachine, {
      events: [
        { type: 'names.wanted' },
        { type: 'batch.ended', batch: 'batch-1' },
        { type: 'xstate.error.actor.batch-1', error: new Error('no'), actorId: 'batch-1' },
        { type: 'xstate.error.actor.watch wanted names', error: new Error('no') },
        { type: 'xstate.after.batchWindow.display-names.collecting' },
      ],
      identity: ({ underWay }) => underWay,
      check: (snapshot) =>
        expect(snapshot.hasTag('fetching')).toBe(snapshot.matches('fetching') || snapshot.matches('waiting')),
    });
  });

  it('needs every slot', async () => {
    const actor = createActor(displayNamesMachine).start();
    expect(actor.getSnapshot().value).toBe('unwatched');

    const second = createActor(
      displayNamesMachine.provide({
        actors: { 'watch wanted names': fromCallback(({ sendBack }) => sendBack({ type: 'names.wanted' })) },
      }),
    ).start();
    await vi.advanceTimersByTimeAsync(30);
    expect(second.getSnapshot().value).toBe('idle');
    expect(second.getSnapshot().context).toEqual({ underWay: 0, started: 1 });
  });

  it('collects for 30 ms, then asks for all at once', async () => {
    const { tell, batches, actor } = start();
    tell({ type: 'names.wanted' });
    await vi.advanceTimersByTimeAsync(29);
    tell({ type: 'names.wanted' });
    expect(batches).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(batches).toHaveLength(1);
    expect(actor.getSnapshot().hasTag('fetching')).toBe(true);
  });

  it('does not let one slow batch hold up the next', async () => {
    const { batches, want, stopped, actor } = start();
    await want();
    await want();
    expect(batches.map(({ name }) => name)).toEqual(['batch-1', 'batch-2']);
    batches[1]!.end();
    expect(stopped).toEqual(['batch-2']);
    expect(actor.getSnapshot().value).toBe('fetching');
    batches[0]!.end();
    expect(actor.getSnapshot().value).toBe('idle');
    expect(Object.keys(actor.getSnapshot().children)).toEqual(['watch wanted names']);
  });

  it('runs at most 4 batches at once and starts the next when one ends', async () => {
    const { batches, want, actor } = start();
    for (const _ of [1, 2, 3, 4, 5, 6]) await want();
    expect(batches).toHaveLength(4);
    expect(actor.getSnapshot().value).toBe('waiting');
    batches[2]!.end();
    expect(batches).toHaveLength(5);
    expect(actor.getSnapshot().value).toBe('fetching');
  });

  it('lives on when a batch fails', async () => {
    let fails = true;
    const { batches, want, actor } = start(() => {
      if (fails) throw new Error('no');
    });
    await want();
    expect(actor.getSnapshot()).toMatchObject({ status: 'active', value: 'idle' });
    fails = false;
    await want();
    expect(batches).toHaveLength(1);
  });
});
