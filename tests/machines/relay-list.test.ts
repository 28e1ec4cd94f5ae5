import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise, type AnyEventObject } from 'xstate';
import { relayListMachine, type RelayListLoad, type RelayListEvent } from '#machines/relays/relay-list.machine.ts';
import { Failure } from '#domain/problem.ts';
import type { RelayEdit } from '#domain/relays/relay-list-edit.ts';
import type { Owner, PublishInput, PublishReport } from '#machines/replaceable/replaceable.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const ANNA = 'a'.repeat(64);
const BEN = 'b'.repeat(64);
const login = (pubkey: string | undefined, signing: 'possible' | 'locked' | 'read only' = 'possible') =>
  ({ type: 'login.changed', pubkey, signing }) as const;
const loaded = (over: Partial<RelayListLoad> = {}): RelayListLoad => ({
  unpublished: 0,
  proposal: [],
  taken: [],
  ...over,
});
const done = (id: string, output?: unknown) => ({ type: `xstate.done.actor.${id}`, output });
const failed = (id: string) => ({ type: `xstate.error.actor.${id}`, error: new Error('no') });
const PROMISES = ['load list', 'publish list', 'undo edits', 'accept proposal', 'forget session'];
const BROADCAST = 'relay-list.list.user.broadcast';

type Fakes = {
  load?: (owner: Owner) => Promise<RelayListLoad>;
  publish?: (input: PublishInput<RelayEdit>, signal: AbortSignal) => Promise<PublishReport>;
};

/** The machine over actors that note what they were asked. */
const setUp = ({ load, publish }: Fakes = {}) => {
  const calls: { slot: string; input: unknown }[] = [];
  const tells: {
    login?: (event: AnyEventObject) => void;
    entries?: (event: AnyEventObject) => void;
    newest?: (event: AnyEventObject) => void;
  } = {};
  const promise = <Output, Input>(slot: string, answer: (input: Input, signal: AbortSignal) => Promise<Output>) =>
    fromPromise<Output, Input>(({ input, signal }) => {
      calls.push({ slot, input });
      return answer(input, signal);
    });
  const nothing = () => Promise.resolve();
  const actor = createActor(
    relayListMachine.provide({
      actors: {
        'watch login': fromCallback(({ sendBack }) => void (tells.login = sendBack)),
        'watch newest': fromCallback(({ sendBack }) => void (tells.newest = sendBack)),
        'watch entries': fromCallback(({ sendBack }) => void (tells.entries = sendBack)),
        'load list': promise('load list', load ?? (() => Promise.resolve(loaded()))),
        'publish list': promise('publish list', publish ?? (() => Promise.resolve({ accepted: 2, asked: 3 }))),
        'undo edits': promise('undo edits', nothing),
        'accept proposal': promise('accept proposal', nothing),
        'forget session': promise('forget session', nothing),
      },
    }),
  ).start();
  return {
    actor,
    calls,
    slots: () => calls.map(({ slot }) => slot),
    send: (event: RelayListEvent) => actor.send(event),
    login: (...args: Parameters<typeof login>) => {
      tells.login?.(login(...args));
      return vi.advanceTimersByTimeAsync(0);
    },
    newer: () => tells.newest?.({ type: 'list.newer' }),
    edit: (...taken: string[]) => tells.entries?.({ type: 'entries.edited', taken }),
    restore: () => tells.entries?.({ type: 'entries.restored' }),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    tags: () => [...actor.getSnapshot().tags],
    context: () => actor.getSnapshot().context,
  };
};

describe('relay list machine', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('reaches every state and transition', () => {
    expectFullCoverage(relayListMachine, {
      events: [
        login(undefined),
        login(ANNA),
        login(ANNA, 'locked'),
        login(BEN),
        { type: 'entries.edited', taken: [] },
        { type: 'entries.restored' },
        { type: 'list.newer' },
        { type: 'list.publish' },
        { type: 'list.undo' },
        { type: 'list.restore', id: 'c'.repeat(64) },
        { type: 'list.accept' },
        { type: 'list.dismiss' },
        ...['load list', 'look again'].flatMap((id) => [
          done(id, loaded()),
          done(id, loaded({ unpublished: 1, proposal: ['wss://p.example'] })),
        ]),
        done('publish list', { accepted: 1, asked: 2 }),
        done('try again', { accepted: 1, asked: 2 }),
        ...['undo edits', 'accept proposal', 'forget session'].map((id) => done(id)),
        ...[...PROMISES, 'try again', 'look again', 'watch login', 'watch newest', 'watch entries'].map(failed),
        { type: `xstate.after.debounce.${BROADCAST}.waiting` },
        { type: `xstate.after.retry.${BROADCAST}.unread.told` },
        { type: `xstate.after.retry.${BROADCAST}.failed.told` },
        { type: 'xstate.error.actor.publish list', error: new Failure({ code: 'relay-list-not-read' }) },
      ],
      identity: ({ signing, proposal, problem }) => [
        signing === 'possible',
        proposal.length,
        problem?.code === 'relay-list-not-read',
      ],
      limit: 20_000,
      check: (snapshot) => {
        if (snapshot.matches({ list: 'visitor' })) expect(snapshot.context.pubkey).toBe('');
        if (snapshot.hasTag('publishing')) expect(snapshot.context.signing).not.toBe('read only');
        if (snapshot.hasTag('failed')) expect(snapshot.context.problem).toBeDefined();
        if (snapshot.matches({ list: { user: { broadcast: { failed: 'retrying' } } } }))
          expect(snapshot.context.signing).not.toBe('read only');
      },
    });
  });

  it('needs every slot', async () => {
    const slots = ['load list', 'publish list', 'undo edits', 'accept proposal', 'forget session'] as const;
    for (const slot of slots) {
      const alone = createActor(relayListMachine.implementations.actors[slot] as never, { input: {} } as never);
      let error: unknown;
      alone.subscribe({ error: (reason: unknown) => void (error = reason) });
      alone.start();
      await vi.advanceTimersByTimeAsync(0);
      expect(String(error)).toContain(`The slot '${slot}' is not provided`);
    }
    const actor = createActor(relayListMachine).start();
    expect(actor.getSnapshot().matches({ login: 'unwatched' })).toBe(true);
  });

  it('loads the list of each who logs in, and nothing for a visitor', async () => {
    const { login: logIn, calls, tags, context } = setUp();
    await logIn(undefined);
    expect(calls).toEqual([]);
    await logIn(ANNA);
    await logIn(BEN);
    expect(calls.map(({ input }) => input)).toEqual([{ pubkey: ANNA }, { pubkey: BEN }]);
    expect(tags()).toEqual([]);
    expect(context().pubkey).toBe(BEN);
  });

  it('[RLIST-06] publishes 3 s after the last change', async () => {
    const { login: logIn, edit, pass, slots, tags, context } = setUp();
    await logIn(ANNA);
    edit();
    await pass(2_900);
    edit();
    expect(tags()).toEqual(['waiting']);
    await pass(2_999);
    expect(slots()).toEqual(['load list']);
    await pass(1);
    expect(slots()).toEqual(['load list', 'publish list']);
    expect(tags()).toEqual(['published']);
    expect(context()).toMatchObject({ accepted: 2, asked: 3, problem: undefined });
  });

  it('[RLIST-07] keeps a change while nothing can be signed, and publishes it after the unlock', async () => {
    const { login: logIn, edit, pass, slots, tags } = setUp();
    await logIn(ANNA, 'locked');
    edit();
    await pass(3_000);
    await logIn(ANNA, 'locked');
    expect(tags()).toEqual(['locked']);
    expect(slots()).not.toContain('publish list');
    await logIn(ANNA, 'possible');
    expect(tags()).toEqual(['published']);
  });

  it('does not publish for somebody else who logs in while a change waits', async () => {
    const { login: logIn, edit, pass, slots } = setUp();
    await logIn(ANNA, 'locked');
    edit();
    await pass(3_000);
    await logIn(BEN);
    await pass(60_000);
    expect(slots()).toEqual(['load list', 'load list']);
  });

  it('publishes after a login what was changed before and is in no list', async () => {
    const { login: logIn, pass, slots } = setUp({ load: () => Promise.resolve(loaded({ unpublished: 2 })) });
    await logIn(ANNA);
    await pass(3_000);
    expect(slots()).toEqual(['load list', 'publish list']);
  });

  it('says why nothing was published, and tries again when asked', async () => {
    let attempts = 0;
    const publish = () =>
      (attempts += 1) === 1
        ? Promise.reject(new Failure({ code: 'relay-list-locked' }))
        : Promise.resolve({ accepted: 1, asked: 1 });
    const { login: logIn, edit, pass, send, tags, context } = setUp({ publish });
    await logIn(ANNA);
    edit();
    await pass(3_000);
    expect(tags()).toEqual(['failed']);
    expect(context().problem).toEqual({ code: 'relay-list-locked' });
    send({ type: 'list.publish' });
    await pass(0);
    expect(tags()).toEqual(['published']);
    expect(context().problem).toBeUndefined();
  });

  it('[RLIST-06] publishes by itself once the newest list can be read, and nothing that was refused', async () => {
    const reasons = ['relay-list-not-read', 'relay-list-may-exist', 'relay-list-changed'] as const;
    let attempts = 0;
    const publish = () => {
      const code = reasons[attempts];
      attempts += 1;
      return code ? Promise.reject(new Failure({ code })) : Promise.resolve({ accepted: 1, asked: 1 });
    };
    const { login: logIn, edit, pass, tags, context } = setUp({ publish });
    await logIn(ANNA);
    edit();
    await pass(3_000);
    expect([tags(), attempts]).toEqual([['failed'], 1]);
    await pass(29_999);
    expect(attempts).toBe(1);
    await pass(1);
    expect([tags(), attempts]).toEqual([['failed'], 2]);
    await pass(30_000);
    expect([context().problem, attempts]).toEqual([{ code: 'relay-list-changed' }, 3]);
    await pass(600_000);
    expect(attempts).toBe(3);
  });

  it('takes a change back before it is published', async () => {
    const { login: logIn, edit, pass, send, slots } = setUp();
    await logIn(ANNA);
    edit();
    send({ type: 'list.undo' });
    await pass(10_000);
    expect(slots()).toEqual(['load list', 'undo edits']);
  });

  it('[RELAY-28] publishes nothing that waits, is under way or failed once the defaults are back', async () => {
    const signals: AbortSignal[] = [];
    const publish = (_: PublishInput<RelayEdit>, signal: AbortSignal) => {
      signals.push(signal);
      return signals.length === 1
        ? Promise.reject(new Failure({ code: 'no-write-relays' }))
        : new Promise<PublishReport>(() => {});
    };
    const { login: logIn, edit, restore, pass, tags, context } = setUp({ publish });
    await logIn(ANNA);
    edit();
    restore();
    await pass(10_000);
    expect([tags(), signals]).toEqual([[], []]);
    edit();
    await pass(3_000);
    expect(tags()).toEqual(['failed']);
    restore();
    expect([tags(), context().problem]).toEqual([[], undefined]);
    edit();
    await pass(3_000);
    restore();
    expect([tags(), signals[1]?.aborted]).toEqual([[], true]);
    await logIn(ANNA, 'locked');
    edit();
    await pass(3_000);
    restore();
    await logIn(ANNA, 'possible');
    expect([tags(), signals.length]).toEqual([[], 2]);
  });

  it('gives up what is under way when the user signs out', async () => {
    const signals: AbortSignal[] = [];
    const publish = (_: PublishInput<RelayEdit>, signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<PublishReport>(() => {});
    };
    const { login: logIn, edit, pass, slots, context } = setUp({ publish });
    await logIn(ANNA);
    edit();
    await pass(3_000);
    await logIn(undefined);
    expect(signals[0]?.aborted).toBe(true);
    expect(slots().at(-1)).toBe('forget session');
    expect(context()).toMatchObject({ pubkey: '', accepted: 0 });
  });

  it('starts the publishing anew when something else changes meanwhile', async () => {
    const signals: AbortSignal[] = [];
    const publish = (_: PublishInput<RelayEdit>, signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<PublishReport>(() => {});
    };
    const { login: logIn, edit, pass } = setUp({ publish });
    await logIn(ANNA);
    edit();
    await pass(3_000);
    edit();
    await pass(3_000);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  });

  it('asks again after a while when no relay told the list', async () => {
    let attempts = 0;
    const again = Promise.withResolvers<RelayListLoad>();
    const load = () =>
      (attempts += 1) === 1 ? Promise.reject(new Failure({ code: 'relay-list-not-found' })) : again.promise;
    const { login: logIn, pass, tags, context } = setUp({ load });
    await logIn(ANNA);
    await pass(30_000);
    // nobody asked for it: what was told stays
    expect([attempts, tags(), context().problem]).toEqual([2, ['unread'], { code: 'relay-list-not-found' }]);
    again.resolve(loaded());
    await pass(0);
    expect(tags()).toEqual([]);
    expect(context().problem).toBeUndefined();
  });

  it('[RLIST-03] takes proposed relays only when the user says so', async () => {
    const proposal = ['wss://p.example'];
    const {
      login: logIn,
      pass,
      send,
      slots,
      calls,
      context,
    } = setUp({ load: () => Promise.resolve(loaded({ proposal })) });
    await logIn(ANNA);
    expect(context().proposal).toEqual(proposal);
    await pass(60_000);
    expect(slots()).toEqual(['load list']);
    send({ type: 'list.accept' });
    await pass(0);
    expect(calls.at(-1)).toEqual({ slot: 'accept proposal', input: { relays: proposal } });
    expect(context().proposal).toEqual([]);
  });

  it('[RLIST-03] reads from no proposed relay once the user does not want them', async () => {
    const {
      login: logIn,
      pass,
      send,
      slots,
      context,
    } = setUp({ load: () => Promise.resolve(loaded({ proposal: ['wss://p.example'] })) });
    await logIn(ANNA);
    send({ type: 'list.dismiss' });
    send({ type: 'list.accept' });
    await pass(0);
    expect([slots(), context().proposal]).toEqual([['load list'], []]);
  });

  it('is read again when another device has published it; what is being changed here goes first', async () => {
    const { login: logIn, edit, newer, pass, slots } = setUp();
    await logIn(ANNA);
    newer();
    await pass(0);
    expect(slots()).toEqual(['load list', 'load list']);
    edit();
    newer();
    await pass(3_000);
    expect(slots()).toEqual(['load list', 'load list', 'publish list']);
  });

  it('publishes an older version again', async () => {
    const { login: logIn, pass, send, calls, context } = setUp();
    await logIn(ANNA);
    send({ type: 'list.restore', id: 'c'.repeat(64) });
    await pass(0);
    expect(calls.at(-1)).toEqual({ slot: 'publish list', input: { pubkey: ANNA, edits: [], version: 'c'.repeat(64) } });
    expect(context().version).toBeUndefined();
  });

  /** A list that failed once, and is tried again by itself at this moment. */
  const retried = async () => {
    const signals: AbortSignal[] = [];
    const publish = (_: PublishInput<RelayEdit>, signal: AbortSignal) =>
      signals.push(signal) === 1
        ? Promise.reject(new Failure({ code: 'relay-list-not-read' }))
        : new Promise<PublishReport>(() => {});
    const opened = setUp({ publish });
    await opened.login(ANNA);
    opened.edit();
    await opened.pass(33_000);
    return { ...opened, signals };
  };

  it('[RLIST-06] goes on saying what failed while it tries again by itself', async () => {
    const { signals, tags, context } = await retried();
    expect([signals.length, tags(), context().problem]).toEqual([2, ['failed'], { code: 'relay-list-not-read' }]);
  });

  it('can be told otherwise while it tries again by itself', async () => {
    const tells: readonly [(opened: Awaited<ReturnType<typeof retried>>) => void, string[]][] = [
      [({ send }) => send({ type: 'list.publish' }), ['publishing']],
      [({ send }) => send({ type: 'list.undo' }), ['busy']],
      [({ edit }) => edit(), ['waiting']],
      [({ restore }) => restore(), []],
    ];
    for (const [tell, after] of tells) {
      const opened = await retried();
      tell(opened);
      expect([opened.tags(), opened.signals[1]?.aborted]).toEqual([after, true]);
    }
  });

  it('[RLIST-07] tries nothing again by itself while nothing can be signed, and publishes it after the unlock', async () => {
    const publish = () => Promise.reject(new Failure({ code: 'relay-list-not-read' }));
    const { login: logIn, edit, pass, slots, tags } = setUp({ publish });
    await logIn(ANNA);
    edit();
    await pass(3_000);
    await logIn(ANNA, 'locked');
    await pass(30_000);
    expect([tags(), slots().filter((slot) => slot === 'publish list').length]).toEqual([['locked'], 1]);
    await logIn(ANNA);
    expect(slots().filter((slot) => slot === 'publish list')).toHaveLength(2);
  });

  it('knows what was taken out by hand until it is published, undone or given up', async () => {
    const taken = ['wss://gone.example'];
    const {
      login: logIn,
      edit,
      restore,
      pass,
      send,
      context,
    } = setUp({ load: () => Promise.resolve(loaded({ taken })) });
    await logIn(ANNA);
    expect(context().taken).toEqual(taken);
    const ends = [
      () => pass(3_000),
      async () => {
        send({ type: 'list.undo' });
        await pass(0);
      },
      async () => restore(),
    ];
    for (const end of ends) {
      edit(...taken);
      expect(context().taken).toEqual(taken);
      await end();
      expect(context().taken).toEqual([]);
    }
  });
});
