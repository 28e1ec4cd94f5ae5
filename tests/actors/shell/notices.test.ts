import { describe, expect, it } from 'vitest';
import { createActor, emit, enqueueActions, setup, type ActorRefFrom } from 'xstate';
import { forwardNotices } from '#actors/shell/notices.ts';
import type { Problem } from '#domain/problem.ts';
import { appMachine } from '#machines/shell/app.machine.ts';

type AreaEvent = { type: 'tell'; problem: Problem } | { type: 'fail' };

const area = setup({
  types: {} as { events: AreaEvent; emitted: { type: 'notice'; problem: Problem } },
  actions: {
    tell: emit((_, { problem }: { problem: Problem }) => ({ type: 'notice' as const, problem })),
    fail: () => {
      throw new Error('broken');
    },
  },
}).createMachine({
  on: { tell: { actions: { type: 'tell', params: ({ event }) => event } }, fail: { actions: 'fail' } },
});

const start = () => {
  const spawn = (id: string) =>
    enqueueActions(({ enqueue }) => {
      enqueue.stopChild(id);
      (enqueue.spawnChild as (logic: typeof area, options: { id: string }) => void)(area, { id });
    }) as never;
  const app = createActor(
    appMachine.provide({
      actions: { 'start areas': spawn('cache'), 'start area': spawn('login'), 'restart area': spawn('cache') },
    }),
  ).start();
  forwardNotices(app);
  const areas = () => app.getSnapshot().children as Record<string, ActorRefFrom<typeof area>>;
  const send = (id: string, event: AreaEvent) => areas()[id]!.send(event);
  return { app, send, notice: () => app.getSnapshot().context.notices.at(-1)?.problem };
};

describe('what areas tell people', () => {
  it('is shown', () => {
    const { send, notice } = start();
    send('cache', { type: 'tell', problem: { code: 'storage-full' } });
    expect(notice()).toEqual({ code: 'storage-full' });
  });

  it('is shown of areas that come later', () => {
    const { app, send, notice } = start();
    app.send({ type: 'area.start', id: 'login' });
    send('login', { type: 'tell', problem: { code: 'unknown' } });
    expect(notice()).toEqual({ code: 'unknown' });
  });

  it('is shown of an area that failed and was started again', () => {
    const { send, notice } = start();
    send('cache', { type: 'fail' });
    expect(notice()).toEqual({ code: 'area-restarted' });
    send('cache', { type: 'tell', problem: { code: 'storage-full' } });
    expect(notice()).toEqual({ code: 'storage-full' });
  });
});
