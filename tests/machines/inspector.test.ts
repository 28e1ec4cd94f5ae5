import { describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise, type AnyEventObject } from 'xstate';
import { RecordingError, type ChosenFile } from '#domain/inspector/recording-file.ts';
import { inspectorMachine, type Counted, type OpenedRecording } from '#machines/inspector/inspector.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const file: ChosenFile = { name: 'a.json', size: 2, text: () => Promise.resolve('{}') };
const opened: OpenedRecording = { kind: 'recording', steps: 4, step: 0, errors: [2, 4] };

const silentActions = () => ({
  'hold what is shown': vi.fn<() => void>(),
  'let it go on': vi.fn<() => void>(),
  'begin recording': vi.fn<() => void>(),
  'end recording': vi.fn<() => void>(),
  'show the page': vi.fn<() => void>(),
  'show step': vi.fn<(_: unknown, params: { step: number }) => void>(),
});

const start = (open: () => Promise<OpenedRecording | Counted> = () => Promise.resolve(opened)) => {
  const actions = silentActions();
  const life = { watching: 0, played: [] as unknown[] };
  let tell: (event: AnyEventObject) => void = () => {};
  const actor = createActor(
    inspectorMachine.provide({
      actions: actions as never,
      actors: {
        'watch app': fromCallback(({ sendBack }) => {
          tell = sendBack;
          life.watching += 1;
          return () => (life.watching -= 1);
        }),
        'open recording': fromPromise(open),
        'play recording': fromCallback(({ input, sendBack }) => {
          life.played.push(input);
          tell = sendBack;
        }) as never,
      },
    }),
  ).start();
  return { actor, actions, life, tell: (event: AnyEventObject) => tell(event) };
};

const settled = () => new Promise((done) => setTimeout(done, 0));

describe('the inspector', () => {
  it('takes every path', () => {
    expectFullCoverage(inspectorMachine.provide({ actions: silentActions() as never }), {
      tags: {
        open: ['open'],
        'open.screen.live': ['live'],
        'open.screen.paused': ['paused'],
        'open.screen.reading': ['reading'],
        'open.screen.replaying.playing': ['playing'],
        'open.recorder.recording': ['recording'],
        'open.recorder.recorded': ['recorded'],
        failed: ['failed'],
      },
      events: [
        { type: 'inspector.open' },
        { type: 'inspector.close' },
        { type: 'inspector.pause' },
        { type: 'inspector.resume' },
        { type: 'inspector.record' },
        { type: 'inspector.stop' },
        { type: 'inspector.forget' },
        { type: 'inspector.openFile', file },
        { type: 'inspector.rewind' },
        { type: 'inspector.leave' },
        { type: 'recording.full' },
        { type: 'replay.play' },
        { type: 'replay.pause' },
        { type: 'replay.speed', speed: 10 },
        { type: 'replay.step', by: 1 },
        { type: 'replay.seek', step: 2 },
        { type: 'replay.error', which: 'next' },
        { type: 'replay.reached', step: 4 },
        { type: 'xstate.error.actor.watch app', error: new Error('no') },
        { type: 'xstate.error.actor.play recording', error: new Error('no') },
        { type: 'xstate.done.actor.open recording', output: opened },
        { type: 'xstate.done.actor.open recording', output: { kind: 'counts' } },
        { type: 'xstate.error.actor.open recording', error: new RecordingError({ code: 'cut off' }) },
      ],
      identity: ({ isOpen, step, steps, speed, problem, file: chosen }) => [
        isOpen,
        step,
        steps,
        speed,
        problem?.code,
        chosen?.name,
      ],
    });
  });

  it('listens to the app only while it is open', () => {
    const { actor, life } = start();
    expect(life.watching).toBe(0);
    actor.send({ type: 'inspector.open' });
    expect(life.watching).toBe(1);
    actor.send({ type: 'inspector.close' });
    expect(life.watching).toBe(0);
  });

  it('steps within the recording, goes from error to error and plays to its end', async () => {
    const { actor, actions, life, tell } = start();
    const step = () => actor.getSnapshot().context.step;
    actor.send({ type: 'inspector.open' });
    actor.send({ type: 'inspector.openFile', file });
    await settled();
    expect(actor.getSnapshot().matches({ open: { screen: 'replaying' } })).toBe(true);
    actor.send({ type: 'replay.step', by: -1 });
    expect(step()).toBe(0);
    actor.send({ type: 'replay.error', which: 'next' });
    expect(step()).toBe(2);
    actor.send({ type: 'replay.error', which: 'next' });
    actor.send({ type: 'replay.error', which: 'next' });
    expect(step()).toBe(4);
    actor.send({ type: 'replay.error', which: 'previous' });
    expect(step()).toBe(2);
    actor.send({ type: 'replay.seek', step: 99 });
    expect(step()).toBe(4);
    actor.send({ type: 'replay.play' });
    expect(life.played).toEqual([{ step: 0, speed: 1 }]);
    tell({ type: 'replay.reached', step: 1 });
    actor.send({ type: 'replay.speed', speed: 100 });
    expect(life.played).toEqual([
      { step: 0, speed: 1 },
      { step: 1, speed: 100 },
    ]);
    tell({ type: 'replay.reached', step: 4 });
    expect(actor.getSnapshot().hasTag('playing')).toBe(false);
    expect(actions['show step'].mock.lastCall?.[1]).toEqual({ step: 4 });
  });

  it('stays where it is when the file holds counts of the tests', async () => {
    const answers = [{ kind: 'counts' }, opened, { kind: 'counts' }] as const;
    let next = 0;
    const { actor } = start(() => Promise.resolve(answers[next++]!));
    const open = async () => {
      actor.send({ type: 'inspector.openFile', file });
      await settled();
    };
    actor.send({ type: 'inspector.open' });
    await open();
    expect(actor.getSnapshot().hasTag('live')).toBe(true);
    await open();
    actor.send({ type: 'replay.seek', step: 3 });
    await open();
    expect(actor.getSnapshot().matches({ open: { screen: 'replaying' } })).toBe(true);
    expect(actor.getSnapshot().context).toMatchObject({ isOpen: true, step: 3, steps: 4, problem: undefined });
  });

  it('says why a file was not opened, and keeps the one that is open', async () => {
    const answers = [() => Promise.resolve(opened), () => Promise.reject(new RecordingError({ code: 'cut off' }))];
    const { actor } = start(() => answers.shift()!());
    actor.send({ type: 'inspector.open' });
    actor.send({ type: 'inspector.openFile', file });
    await settled();
    actor.send({ type: 'inspector.openFile', file });
    await settled();
    expect(actor.getSnapshot().matches({ open: { screen: 'replaying' } })).toBe(true);
    expect(actor.getSnapshot().context).toMatchObject({ isOpen: true, steps: 4, problem: { code: 'cut off' } });
    actor.send({ type: 'inspector.leave' });
    expect(actor.getSnapshot().context).toMatchObject({ isOpen: false, steps: 0, problem: undefined });
  });

  it('records while what is shown stands still', () => {
    const { actor, actions } = start();
    actor.send({ type: 'inspector.open' });
    actor.send({ type: 'inspector.record' });
    actor.send({ type: 'inspector.pause' });
    expect(actor.getSnapshot().hasTag('recording')).toBe(true);
    expect(actions['hold what is shown']).toHaveBeenCalledOnce();
    actor.send({ type: 'inspector.stop' });
    expect(actions['end recording']).toHaveBeenCalledOnce();
    expect(actor.getSnapshot().hasTag('paused')).toBe(true);
  });

  it.each(['inspector.stop', 'recording.full'] as const)(
    'holds a recording after %s until it was saved or thrown away',
    (end) => {
      const { actor, actions, tell } = start();
      const isRecorded = () => actor.getSnapshot().hasTag('recorded');
      actor.send({ type: 'inspector.open' });
      actor.send({ type: 'inspector.record' });
      if (end === 'recording.full') tell({ type: end });
      else actor.send({ type: end });
      expect([actor.getSnapshot().hasTag('recording'), isRecorded()]).toEqual([false, true]);
      actor.send({ type: 'inspector.record' });
      expect([actions['begin recording'].mock.calls.length, isRecorded()]).toEqual([1, true]);
      actor.send({ type: 'inspector.forget' });
      expect(isRecorded()).toBe(false);
      actor.send({ type: 'inspector.record' });
      expect(actions['begin recording']).toHaveBeenCalledTimes(2);
    },
  );
});
