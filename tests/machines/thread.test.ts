import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, type AnyEventObject } from 'xstate';
import {
  threadMachine,
  type ThreadEvent,
  type ThreadReport,
  type ThreadSubject,
} from '#machines/thread/thread.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const ONE = { id: '1'.repeat(64), relays: ['wss://hint.example'] };
const TWO = { id: '2'.repeat(64), relays: [] };
const done = (id: string, output?: unknown) => ({ type: `xstate.done.actor.${id}`, output });
const failed = (id: string) => ({ type: `xstate.error.actor.${id}`, error: new Error('no') });
const settled = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));

const setUp = (...reports: ThreadReport[]) => {
  const asked: ThreadSubject[] = [];
  const watched: string[] = [];
  const again = { times: 0 };
  let tell: (event: AnyEventObject) => void = () => {};
  const actor = createActor(
    threadMachine.provide({
      actions: { 'ask failed anew': () => void (again.times += 1) },
      actors: {
        'load thread': fromPromise<ThreadReport, ThreadSubject>(({ input }) => {
          asked.push(input);
          return Promise.resolve(reports.shift() ?? 'complete');
        }),
        'watch thread': fromCallback<AnyEventObject, ThreadSubject>(({ input: { id } }) => {
          watched.push(`+${id[0]}`);
          return () => watched.push(`-${id[0]}`);
        }),
        'watch relays': fromCallback(({ sendBack }) => void (tell = sendBack)),
      },
    }),
  ).start();
  const send = async (event: ThreadEvent) => {
    actor.send(event);
    await settled();
  };
  const hear = async (event: AnyEventObject) => {
    tell(event);
    await settled();
  };
  return { actor, again, asked, watched, send, hear, tags: () => [...actor.getSnapshot().tags].sort() };
};

describe('thread machine', () => {
  it('reaches every state and transition', () => {
    const reports: ThreadReport[] = ['complete', 'partial', 'not found', 'unreachable', 'no relays'];
    expectFullCoverage(threadMachine.provide({ actions: { 'ask failed anew': () => {} } }), {
      events: [
        { type: 'thread.open', ...ONE },
        { type: 'thread.open', ...TWO },
        { type: 'thread.close' },
        { type: 'thread.refresh' },
        { type: 'relays.reachable' },
        { type: 'relays.unreachable' },
        ...reports.map((report) => done('load thread', report)),
        failed('load thread'),
        failed('watch thread'),
        failed('watch relays'),
      ],
      identity: ({ id }) => id,
      check: (snapshot) => {
        if (!snapshot.matches('open')) return;
        expect(['loading', 'live', 'failed'].filter((tag) => snapshot.hasTag(tag))).toHaveLength(1);
      },
    });
  });

  it('needs every slot', async () => {
    const actor = createActor(threadMachine).start();
    actor.send({ type: 'thread.open', ...ONE });
    await settled();
    expect(actor.getSnapshot().value).toEqual({ open: { notes: 'unreachable', reach: 'unwatched' } });

    const unwatched = createActor(
      threadMachine.provide({
        actors: { 'load thread': fromPromise<ThreadReport, ThreadSubject>(() => Promise.resolve('complete')) },
      }),
    ).start();
    unwatched.send({ type: 'thread.open', ...ONE });
    await settled();
    expect(unwatched.getSnapshot().matches({ open: { notes: { live: { watch: 'unwatched' } } } })).toBe(true);
  });

  it('[NOTE-05] loads the conversation, then watches it until it is closed', async () => {
    const { asked, watched, send, tags } = setUp();
    await send({ type: 'thread.open', ...ONE });
    expect([asked, watched, tags()]).toEqual([[ONE], ['+1'], ['live']]);
    await send({ type: 'thread.open', ...TWO });
    await send({ type: 'thread.close' });
    expect([asked, watched]).toEqual([
      [ONE, TWO],
      ['+1', '-1', '+2', '-2'],
    ]);
  });

  it('tells a note that nobody has from relays that do not answer', async () => {
    const missing = setUp('not found');
    await missing.send({ type: 'thread.open', ...ONE });
    expect(missing.tags()).toEqual(['failed', 'not found']);

    const away = setUp('unreachable');
    await away.send({ type: 'thread.open', ...ONE });
    expect(away.tags()).toEqual(['failed', 'offline']);
    await away.hear({ type: 'relays.reachable' });
    expect(away.tags()).toEqual(['live']);
  });

  it('[FEED-14] tells that there is no relay to ask, and loads when there is one', async () => {
    const { send, hear, tags } = setUp('no relays');
    await send({ type: 'thread.open', ...ONE });
    expect(tags()).toEqual(['failed', 'no relays']);
    await hear({ type: 'relays.reachable' });
    expect(tags()).toEqual(['live']);
  });

  it('looks again, once, when relays came back while it was asking in vain', async () => {
    const { send, hear, asked, tags } = setUp('unreachable', 'unreachable');
    void send({ type: 'thread.open', ...ONE });
    void hear({ type: 'relays.unreachable' });
    void hear({ type: 'relays.reachable' });
    await settled();
    await settled();
    expect([asked.length, tags()]).toEqual([2, ['failed', 'offline']]);
  });

  it('looks again for what was missing when a relay comes back', async () => {
    const { again, asked, send, hear, tags } = setUp('partial');
    await send({ type: 'thread.open', ...ONE });
    expect(tags()).toEqual(['live', 'partial']);
    await hear({ type: 'relays.reachable' });
    expect([asked.length, again.times]).toEqual([2, 1]);
    expect(tags()).toEqual(['live']);
  });
});
