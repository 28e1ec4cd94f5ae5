import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, type AnyEventObject } from 'xstate';
import {
  notificationsMachine,
  type NotificationsEvent,
  type NotificationsReport,
  type Notified,
} from '#machines/notifications/notifications.machine.ts';
import { Failure } from '#domain/problem.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const ANA = 'a'.repeat(64);
const BEN = 'b'.repeat(64);
const done = (id: string, output?: unknown) => ({ type: `xstate.done.actor.${id}`, output });
const failed = (id: string) => ({ type: `xstate.error.actor.${id}`, error: new Error('no relays') });
const settled = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));

const setUp = (...reports: (NotificationsReport | Error)[]) => {
  const asked: string[] = [];
  const watched: string[] = [];
  const again = { times: 0 };
  let login: (event: AnyEventObject) => void = () => {};
  let reach: (event: AnyEventObject) => void = () => {};
  const actor = createActor(
    notificationsMachine.provide({
      actions: { 'ask failed anew': () => void (again.times += 1) },
      actors: {
        'watch login': fromCallback(({ sendBack }) => void (login = sendBack)),
        'watch relays': fromCallback(({ sendBack }) => void (reach = sendBack)),
        'load notifications': fromPromise<NotificationsReport, Notified>(async ({ input }) => {
          asked.push(input.pubkey);
          const next = reports.shift() ?? 'loaded';
          if (next instanceof Error) throw next;
          return next;
        }),
        'watch notifications': fromCallback<AnyEventObject, Notified>(({ input: { pubkey } }) => {
          watched.push(`+${pubkey[0]}`);
          return () => watched.push(`-${pubkey[0]}`);
        }),
      },
    }),
  ).start();
  const after = (act: () => void) => async () => {
    act();
    await settled();
  };
  return {
    again,
    asked,
    watched,
    logIn: (pubkey?: string) => after(() => login({ type: 'login.changed', pubkey }))(),
    hear: (type: 'relays.reachable' | 'relays.unreachable') => after(() => reach({ type }))(),
    send: (event: NotificationsEvent) => after(() => actor.send(event))(),
    problem: () => actor.getSnapshot().context.problem,
    tags: () => [...actor.getSnapshot().tags].toSorted(),
  };
};

describe('notifications machine', () => {
  it('reaches every state and transition', () => {
    const loads = ['load notifications', 'refresh notifications'];
    expectFullCoverage(notificationsMachine.provide({ actions: { 'ask failed anew': () => {} } }), {
      events: [
        ...[ANA, BEN, undefined].map((pubkey) => ({ type: 'login.changed', pubkey })),
        { type: 'notifications.open' },
        { type: 'notifications.refresh' },
        { type: 'relays.reachable' },
        { type: 'relays.unreachable' },
        ...loads.flatMap((id) => [done(id, 'loaded'), done(id, 'unreachable'), failed(id)]),
        failed('watch login'),
        failed('watch relays'),
        failed('watch notifications'),
      ],
      identity: ({ pubkey }) => pubkey,
      check: (snapshot) => {
        const main = ['loading', 'live', 'failed'].filter((tag) => snapshot.hasTag(tag));
        const isUnreachable = snapshot.matches({ list: { user: { notes: 'unreachable' } } });
        const isVisitor = snapshot.matches({ list: 'visitor' });
        expect(main).toHaveLength(isUnreachable || isVisitor ? 0 : 1);
        if (isUnreachable) expect(snapshot.hasTag('offline')).toBe(true);
        expect(snapshot.context.pubkey === '').toBe(isVisitor);
        if (snapshot.context.problem !== undefined) expect(snapshot.hasTag('failed')).toBe(true);
      },
    });
  });

  it('needs every slot', async () => {
    const bare = createActor(notificationsMachine).start();
    await settled();
    expect(bare.getSnapshot().matches({ login: 'unwatched', list: 'visitor' })).toBe(true);
    bare.send({ type: 'login.changed', pubkey: ANA, signing: 'read only' });
    await settled();
    expect(bare.getSnapshot().value).toMatchObject({ list: { user: { reach: 'unwatched', notes: 'failed' } } });

    const actors = {
      'load notifications': fromPromise<NotificationsReport, Notified>(() => Promise.resolve('loaded')),
    };
    const unwatched = createActor(notificationsMachine.provide({ actors })).start();
    unwatched.send({ type: 'login.changed', pubkey: ANA, signing: 'read only' });
    await settled();
    expect(unwatched.getSnapshot().matches({ list: { user: { notes: { live: { watch: 'unwatched' } } } } })).toBe(true);
  });

  it('waits for the login, then loads and watches what is for that person', async () => {
    const { asked, watched, logIn, tags } = setUp();
    await logIn();
    expect([asked, tags()]).toEqual([[], []]);
    await logIn(ANA);
    expect([asked, watched, tags()]).toEqual([[ANA], ['+a'], ['live']]);
    await logIn(ANA);
    await logIn(BEN);
    expect([asked, watched]).toEqual([
      [ANA, BEN],
      ['+a', '-a', '+b'],
    ]);
    await logIn();
    expect([watched.at(-1), tags()]).toEqual(['-b', []]);
  });

  it('[NOTIF-03] asks again when the page is opened, and stays live meanwhile', async () => {
    const { asked, watched, logIn, send, tags } = setUp();
    await logIn(ANA);
    await send({ type: 'notifications.open' });
    expect([asked.length, watched, tags()]).toEqual([2, ['+a'], ['live']]);
  });

  it('tries again by itself once a relay can be reached', async () => {
    const { again, asked, logIn, hear, tags } = setUp('unreachable');
    await logIn(ANA);
    expect(tags()).toEqual(['offline']);
    await hear('relays.reachable');
    expect([asked.length, tags()]).toEqual([2, ['live']]);
    await hear('relays.unreachable');
    expect(tags()).toEqual(['live', 'offline']);
    await hear('relays.reachable');
    expect([asked.length, again.times, tags()]).toEqual([3, 2, ['live']]);
  });

  it('asks again, once, when relays came back while it was asking in vain', async () => {
    const { logIn, hear, send, asked, tags } = setUp('unreachable', 'loaded', 'unreachable', 'unreachable');
    void logIn(ANA);
    void hear('relays.unreachable');
    void hear('relays.reachable');
    await settled();
    await settled();
    expect([asked.length, tags()]).toEqual([2, ['live']]);
    void send({ type: 'notifications.open' });
    void hear('relays.unreachable');
    void hear('relays.reachable');
    await settled();
    await settled();
    expect([asked.length, tags()]).toEqual([4, ['live', 'offline']]);
  });

  it('says why nothing was loaded, until it is', async () => {
    const { logIn, send, problem, tags } = setUp(new Failure({ code: 'no-relays' }));
    await logIn(ANA);
    expect([tags(), problem()]).toEqual([['failed'], { code: 'no-relays' }]);
    await send({ type: 'notifications.refresh' });
    expect([tags(), problem()]).toEqual([['live'], undefined]);
  });
});
