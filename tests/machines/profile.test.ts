import { describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise, type AnyEventObject } from 'xstate';
import type { PageReport } from '#machines/feed/page-report.ts';
import { profileMachine, type ProfileEvent, type ProfileSubject } from '#machines/profile/profile.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const ANNA: ProfileSubject = { pubkey: 'a'.repeat(64), part: 'notes', relays: ['wss://anna.example'] };
const BEN: ProfileSubject = { pubkey: 'b'.repeat(64), part: 'notes', relays: [] };
const page = (report: Partial<PageReport> = {}): PageReport => ({
  outcome: 'loaded',
  shown: 10,
  hasMore: true,
  waiting: 0,
  ...report,
});
const REPORTS = [
  page(),
  page({ hasMore: false }),
  page({ shown: 0, hasMore: false }),
  page({ shown: 0 }),
  page({ outcome: 'unreachable' }),
  page({ outcome: 'unreachable', shown: 0 }),
  page({ outcome: 'no relays', shown: 0 }),
];
const done = (id: string, output?: unknown) => ({ type: `xstate.done.actor.${id}`, output });
const failed = (id: string) => ({ type: `xstate.error.actor.${id}`, error: new Error('no') });
const settled = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));

/** A profile whose loads answer with these reports, one after the other. */
const setUp = (...reports: (PageReport | Error)[]) => {
  const calls: { slot: string; subject: ProfileSubject }[] = [];
  let tell: (event: AnyEventObject) => void = () => {};
  const askFailed = vi.fn();
  const load = (slot: string) =>
    fromPromise<PageReport, ProfileSubject>(({ input }) => {
      calls.push({ slot, subject: input });
      const report = reports.shift() ?? page();
      return report instanceof Error ? Promise.reject(report) : Promise.resolve(report);
    });
  const actor = createActor(
    profileMachine.provide({
      actions: { 'ask failed anew': askFailed },
      actors: {
        'load newest': load('load newest'),
        'load page': load('load page'),
        'watch relays': fromCallback(({ sendBack }) => void (tell = sendBack)),
        'catch up': fromCallback(() => {}),
      },
    }),
  ).start();
  const send = async (event: ProfileEvent) => {
    actor.send(event);
    await settled();
  };
  return {
    actor,
    askFailed,
    calls,
    send,
    tell: (event: AnyEventObject) => tell(event),
    tags: () => [...actor.getSnapshot().tags].sort(),
  };
};

describe('profile machine', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(profileMachine.provide({ actions: { 'ask failed anew': () => {} } }), {
      events: [
        { type: 'profile.open', ...ANNA },
        { type: 'profile.open', ...BEN },
        { type: 'profile.close' },
        { type: 'profile.more' },
        { type: 'profile.refresh' },
        { type: 'relays.reachable' },
        { type: 'relays.unreachable' },
        ...REPORTS.flatMap((report) => [done('load newest', report), done('load page', report)]),
        failed('load newest'),
        failed('load page'),
        failed('watch relays'),
        failed('catch up'),
        { type: 'notes.late' },
      ],
      identity: ({ pubkey }) => pubkey,
      check: (snapshot) => {
        if (!snapshot.matches('open')) return;
        const shows = ['loading', 'live', 'failed', 'offline', 'no relays'].filter((tag) => snapshot.hasTag(tag));
        expect(shows).toHaveLength(1);
      },
    });
  });

  it('needs every slot', async () => {
    const actor = createActor(profileMachine).start();
    actor.send({ type: 'profile.open', ...ANNA });
    await settled();
    expect(actor.getSnapshot().value).toEqual({ open: { notes: 'failed', late: 'missed', reach: 'unwatched' } });

    const noPages = createActor(
      profileMachine.provide({ actors: { 'load newest': fromPromise(() => Promise.resolve(page())) } }),
    ).start();
    noPages.send({ type: 'profile.open', ...ANNA });
    await settled();
    noPages.send({ type: 'profile.more' });
    await settled();
    expect(noPages.getSnapshot().hasTag('more failed')).toBe(true);
  });

  it('loads the notes of the person, then a page when asked', async () => {
    const { calls, send, tags } = setUp(page(), page({ hasMore: false }));
    await send({ type: 'profile.open', ...ANNA });
    await send({ type: 'profile.open', ...ANNA });
    expect(calls).toEqual([{ slot: 'load newest', subject: ANNA }]);
    await send({ type: 'profile.more' });
    expect(calls.at(-1)).toEqual({ slot: 'load page', subject: ANNA });
    expect(tags()).toEqual(['end', 'live']);
  });

  it('goes on to another person, and to another part of what they wrote', async () => {
    const { calls, send, actor } = setUp();
    await send({ type: 'profile.open', ...ANNA });
    await send({ type: 'profile.open', ...BEN });
    await send({ type: 'profile.open', ...BEN, part: 'likes' });
    await send({ type: 'profile.open', ...BEN, part: 'likes' });
    expect(calls.map(({ subject }) => subject)).toEqual([ANNA, BEN, { ...BEN, part: 'likes' }]);
    await send({ type: 'profile.close' });
    expect(actor.getSnapshot().context).toEqual({ pubkey: '', part: 'notes', relays: [] });
  });

  it('tells a person without notes from notes that could not be loaded', async () => {
    const empty = setUp(page({ shown: 0, hasMore: false }));
    await empty.send({ type: 'profile.open', ...ANNA });
    expect(empty.tags()).toEqual(['empty', 'live']);

    const sparse = setUp(page({ shown: 0 }));
    await sparse.send({ type: 'profile.open', ...ANNA });
    expect(sparse.tags()).toEqual(['live']);
    await sparse.send({ type: 'profile.more' });
    expect(sparse.calls.map(({ slot }) => slot)).toEqual(['load newest', 'load page']);

    const lost = setUp(page({ shown: 0, outcome: 'unreachable' }));
    await lost.send({ type: 'profile.open', ...ANNA });
    expect(lost.tags()).toEqual(['failed']);
    await lost.send({ type: 'profile.refresh' });
    expect(lost.tags()).toEqual(['live']);
  });

  it('loads what a relay has that was away when it seemed to be the end', async () => {
    const { send, tell, tags, calls } = setUp(page({ hasMore: false }), page({ shown: 12 }));
    await send({ type: 'profile.open', ...ANNA });
    tell({ type: 'notes.late' });
    await settled();
    expect([calls.at(-1)?.slot, tags()]).toEqual(['load page', ['live']]);
    tell({ type: 'notes.late' });
    expect(calls).toHaveLength(2);
  });

  it('offers a page again that no relay answered', async () => {
    const { send, tags, calls } = setUp(page(), page({ outcome: 'unreachable' }), page({ shown: 20 }));
    await send({ type: 'profile.open', ...ANNA });
    await send({ type: 'profile.more' });
    expect(tags()).toEqual(['live', 'more failed']);
    await send({ type: 'profile.more' });
    expect([calls.at(-1)?.slot, tags()]).toEqual(['load page', ['live']]);
  });

  it('keeps the notes while no relay can be reached, and looks again when one can', async () => {
    const { send, tell, tags, calls } = setUp();
    await send({ type: 'profile.open', ...ANNA });
    tell({ type: 'relays.unreachable' });
    expect(tags()).toEqual(['offline']);
    tell({ type: 'relays.reachable' });
    expect(calls).toHaveLength(2);
  });

  it('asks anew for what else failed as soon as relays can be reached, and after a load that had begun before', async () => {
    const { send, tell, askFailed } = setUp();
    await send({ type: 'profile.open', ...ANNA });
    expect(askFailed).not.toHaveBeenCalled();
    tell({ type: 'relays.unreachable' });
    tell({ type: 'relays.reachable' });
    expect(askFailed).toHaveBeenCalledTimes(1);
    tell({ type: 'relays.unreachable' });
    tell({ type: 'relays.reachable' });
    await settled();
    expect(askFailed).toHaveBeenCalledTimes(3);
  });

  it('looks again, once, when relays came back while it was asking in vain', async () => {
    const lost = page({ outcome: 'unreachable', shown: 0 });
    const { send, tell, tags, calls } = setUp(lost, lost, lost, page());
    const opened = send({ type: 'profile.open', ...ANNA });
    tell({ type: 'relays.unreachable' });
    tell({ type: 'relays.reachable' });
    await opened;
    await settled();
    expect([calls.length, tags()]).toEqual([2, ['failed']]);

    const refreshed = send({ type: 'profile.refresh' });
    tell({ type: 'relays.unreachable' });
    tell({ type: 'relays.reachable' });
    await refreshed;
    await settled();
    expect([calls.length, tags()]).toEqual([4, ['live']]);
  });

  it('goes on after a failed page once its notes come late, or relays can be reached', async () => {
    const lost = page({ outcome: 'unreachable' });
    const { send, tell, tags, calls } = setUp(page(), lost, lost);
    await send({ type: 'profile.open', ...ANNA });
    for (const type of ['notes.late', 'relays.reachable']) {
      await send({ type: 'profile.more' });
      expect(tags()).toEqual(['live', 'more failed']);
      tell({ type });
      expect(tags()).toEqual(['live']);
    }
    expect(calls).toHaveLength(3);
  });
});
