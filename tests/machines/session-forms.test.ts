import { problemText } from '#ui/texts/problem-text.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { AccountState } from '#domain/session/account.ts';
import { KeyError } from '#domain/session/key-problem.ts';
import { EXTENSION_WATCH_MS, IDLE_LOCK_MINUTES } from '#domain/session/session-limits.ts';
import { extensionWatchMachine } from '#machines/session/extension-watch.machine.ts';
import { idleLockMachine } from '#machines/session/idle-lock.machine.ts';
import { loginGateMachine, type GatedAct, type PendingAction } from '#machines/session/login-gate.machine.ts';
import { signOutMachine } from '#machines/session/sign-out.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const ALICE = 'a'.repeat(64);
const done = (id: string, output?: unknown) => ({ type: `xstate.done.actor.${id}`, output });
const failed = (id: string, error: unknown = new Error('no')) => ({ type: `xstate.error.actor.${id}`, error });
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('extension watch machine', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(extensionWatchMachine, {
      tags: { present: ['available'] },
      events: [
        done('look for one', true),
        done('look for one', false),
        failed('look for one'),
        done('look again', true),
        done('look again', false),
        failed('look again'),
        { type: 'xstate.after.extensionWatch.extension-watch.absent.waiting' },
        { type: 'xstate.after.extensionWatch.extension-watch.present.waiting' },
      ],
    });
  });

  it('needs its slot', async () => {
    const actor = createActor(extensionWatchMachine).start();
    await settle();
    expect(actor.getSnapshot().hasTag('available')).toBe(false);
  });

  it('[LOGIN-11] looks every 5 s: an extension that comes late is seen, and one that goes', async () => {
    let there = false;
    let looks = 0;
    const look = fromPromise<boolean>(async () => {
      looks += 1;
      return there;
    });
    const actor = createActor(extensionWatchMachine.provide({ actors: { 'look for extension': look } })).start();
    const available = () => actor.getSnapshot().hasTag('available');
    await settle();
    expect([looks, available()]).toEqual([1, false]);
    there = true;
    await settle(EXTENSION_WATCH_MS - 1);
    expect([looks, available()]).toEqual([1, false]);
    await settle(1);
    expect([looks, available()]).toEqual([2, true]);
    there = false;
    await settle(EXTENSION_WATCH_MS);
    expect([looks, available()]).toEqual([3, false]);
  });
});

const like = (noteId: string): PendingAction => ({
  area: 'reactions',
  event: { type: `like ${noteId}` },
  need: 'sign',
  title: 'Like',
});
const LIKE = like('1');
const FOLLOW_ONLY: PendingAction = { area: 'app', event: { type: 'follow only' }, need: 'login', title: 'Follow Only' };
const STATES: readonly AccountState[] = ['visitor', 'read only', 'extension', 'locked', 'unlocked'];

const gateWith = (state: AccountState) => {
  const ran: string[] = [];
  let tell: (state: AccountState) => void = () => {};
  const actor = createActor(
    loginGateMachine.provide({
      actors: {
        'follow account': fromCallback(({ sendBack }) => {
          tell = (changed) => sendBack({ type: 'account.is', state: changed });
          tell(state);
        }),
        'tell area': fromPromise<void, GatedAct>(async ({ input }) => void ran.push(input.event.type)),
      },
    } as never),
  ).start();
  return {
    actor,
    ran,
    tell: (changed: AccountState) => tell(changed),
    tags: () => [...actor.getSnapshot().tags],
    require: (action: PendingAction) => actor.send({ type: 'gate.require', action }),
  };
};

describe('login gate machine', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(loginGateMachine, {
      events: [
        { type: 'gate.require', action: LIKE },
        { type: 'gate.require', action: FOLLOW_ONLY },
        { type: 'gate.cancel' },
        ...STATES.map((state) => ({ type: 'account.is', state })),
        failed('follow account'),
        done('tell area'),
        failed('tell area'),
      ],
      identity: ({ account, action }) => [account, action.event.type],
      check: ({ context: { account, action }, tags }) => {
        if (tags.has('asking unlock')) expect(account).toBe('locked');
        if (tags.size > 0) expect(action.area).not.toBe('');
      },
    });
  });

  it('needs every slot', async () => {
    const actor = createActor(loginGateMachine).start();
    expect(actor.getSnapshot().value).toBe('blind');
    const open = loginGateMachine.provide({
      actors: { 'follow account': fromCallback(({ sendBack }) => sendBack({ type: 'account.is', state: 'unlocked' })) },
    });
    const second = createActor(open).start();
    const told: string[] = [];
    second.on('notice', ({ problem }) => told.push(problemText(problem)));
    second.send({ type: 'gate.require', action: LIKE });
    await settle();
    expect([second.getSnapshot().value, told]).toEqual(['closed', ['Something went wrong. Please try again.']]);
  });

  it.each(['extension', 'unlocked'] as const)(
    'lets an action through at once when signing is possible: %s',
    async (state) => {
      const { require, ran, tags } = gateWith(state);
      require(LIKE);
      expect(tags()).toEqual([]);
      expect(ran).toEqual(['like 1']);
      await settle();
      require(LIKE);
      expect(ran).toEqual(['like 1', 'like 1']);
    },
  );

  it.each(['visitor', 'read only'] as const)(
    '[LOGIN-05] [LOGIN-06] asks for a login (%s), and runs the action after it',
    async (state) => {
      const { actor, require, ran, tags, tell } = gateWith(state);
      require(LIKE);
      expect(tags()).toEqual(['asking login']);
      expect(actor.getSnapshot().context.action.title).toBe('Like');
      expect(ran).toEqual([]);
      tell('unlocked');
      await settle();
      expect(ran).toEqual(['like 1']);
      expect(actor.getSnapshot().value).toBe('closed');
    },
  );

  it('[ROLE-04] asks to unlock a locked key, and runs the action after it', async () => {
    const { require, ran, tags, tell } = gateWith('locked');
    require(LIKE);
    expect(tags()).toEqual(['asking unlock']);
    tell('unlocked');
    await settle();
    expect(ran).toEqual(['like 1']);
  });

  it('[LOGIN-07] drops the action on cancel: a later login does not run it', async () => {
    const { actor, require, ran, tell } = gateWith('visitor');
    require(LIKE);
    expect(actor.getSnapshot().context.action).toEqual(LIKE);
    actor.send({ type: 'gate.cancel' });
    expect(actor.getSnapshot().context.action.area).toBe('');
    tell('unlocked');
    await settle();
    expect(ran).toEqual([]);
  });

  it('a login that only reads is not enough to sign, and is enough for what needs no signature', async () => {
    const { require, ran, tags, tell } = gateWith('visitor');
    require(LIKE);
    tell('read only');
    expect(tags()).toEqual(['asking login']);
    require(FOLLOW_ONLY);
    await settle();
    expect(ran).toEqual(['follow only']);
  });

  it('a newer action takes the place of one that waits', async () => {
    const { require, ran, tell } = gateWith('visitor');
    require(LIKE);
    require(like('7'));
    tell('extension');
    await settle();
    expect(ran).toEqual(['like 7']);
  });
});

const signOutWith = ({
  remove = () => Promise.resolve(),
  leave = () => Promise.resolve(),
}: { remove?: () => Promise<void>; leave?: () => Promise<void> } = {}) => {
  const calls: string[] = [];
  let elsewhere = () => {};
  let keyIs: (saved: boolean) => void = () => {};
  const actor = createActor(
    signOutMachine.provide({
      actors: {
        'watch account': fromCallback(({ sendBack }) => {
          elsewhere = () => sendBack({ type: 'account.changed' });
          keyIs = (saved) => sendBack({ type: 'key.is', saved });
        }),
        'delete saved key': fromPromise<void, { pubkey: string }>(({ input }) => {
          calls.push(`delete ${input.pubkey}`);
          return remove();
        }),
        'sign out': fromPromise<void>(() => {
          calls.push('sign out');
          return leave();
        }),
      },
    }),
  ).start();
  const open = (saved: boolean) => actor.send({ type: 'signOut.open', pubkey: ALICE, saved });
  return {
    actor,
    calls,
    open,
    elsewhere: () => elsewhere(),
    keyIs: (saved: boolean) => keyIs(saved),
    tags: () => [...actor.getSnapshot().tags],
  };
};

describe('sign-out machine', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(signOutMachine, {
      events: [
        { type: 'signOut.open', pubkey: ALICE, saved: true },
        { type: 'signOut.open', pubkey: ALICE, saved: false },
        { type: 'signOut.confirm' },
        { type: 'signOut.delete' },
        { type: 'signOut.close' },
        { type: 'account.changed' },
        { type: 'key.is', saved: true },
        { type: 'key.is', saved: false },
        failed('watch account'),
        done('delete saved key'),
        failed('delete saved key'),
        done('sign out'),
        failed('sign out'),
      ],
      identity: ({ saved }) => saved,
      check: ({ context, tags }) => {
        if (tags.has('two choices')) expect(context.saved).toBe(true);
        if (tags.has('one choice')) expect(context.saved).toBe(false);
      },
    });
  });

  it('needs every slot', async () => {
    const actor = createActor(signOutMachine).start();
    actor.send({ type: 'signOut.open', pubkey: ALICE, saved: false });
    expect(actor.getSnapshot().value).toBe('closed');
  });

  it('[LOGIN-38] offers two choices when the key is saved; signing out keeps the saved key', async () => {
    const { actor, open, calls, tags } = signOutWith();
    open(true);
    expect(tags()).toContain('two choices');
    actor.send({ type: 'signOut.confirm' });
    await settle();
    expect(calls).toEqual(['sign out']);
    expect(tags()).toEqual(['done']);
  });

  it('[LOGIN-39] deletes the saved key of the account, then signs out', async () => {
    const { actor, open, calls } = signOutWith();
    open(true);
    actor.send({ type: 'signOut.delete' });
    actor.send({ type: 'signOut.close' });
    await settle();
    expect(calls).toEqual([`delete ${ALICE}`, 'sign out']);
    expect(actor.getSnapshot().value).toBe('done');
  });

  it('[LOGIN-40] offers only to confirm or cancel otherwise, and never deletes there', async () => {
    const { actor, open, calls, tags } = signOutWith();
    open(false);
    expect(tags()).toContain('one choice');
    actor.send({ type: 'signOut.delete' });
    expect(calls).toEqual([]);
    actor.send({ type: 'signOut.close' });
    expect(actor.getSnapshot().value).toBe('closed');
    open(false);
    actor.send({ type: 'signOut.confirm' });
    await settle();
    expect(calls).toEqual(['sign out']);
  });

  it('stays logged in when the saved key cannot be deleted, and says why', async () => {
    const { actor, open, calls } = signOutWith({ remove: () => Promise.reject(new KeyError('database-blocked')) });
    open(true);
    actor.send({ type: 'signOut.delete' });
    await settle();
    expect(calls).toEqual([`delete ${ALICE}`]);
    expect(problemText(actor.getSnapshot().context.problem)).toBe(
      'The saved key was not deleted and you are still signed in. Another tab keeps the saved keys busy. Close it and try again.',
    );
  });

  it('[LOGIN-38] [LOGIN-40] asks anew when another tab deletes the saved key or saves it, but not while it is deleted here', () => {
    const { actor, open, calls, keyIs, tags } = signOutWith({ remove: () => new Promise(() => {}) });
    open(true);
    keyIs(false);
    expect(tags()).toEqual(['open', 'one choice']);
    actor.send({ type: 'signOut.delete' });
    expect(calls).toEqual([]);
    keyIs(true);
    actor.send({ type: 'signOut.delete' });
    keyIs(false);
    expect([calls, tags()]).toEqual([[`delete ${ALICE}`], ['open', 'busy']]);
  });

  it('[LOGIN-40] asks only for a confirmation when the sign-out fails after the key was deleted, here or elsewhere', async () => {
    const removing = Promise.withResolvers<void>();
    const leaving = Promise.withResolvers<void>();
    const here = signOutWith({ remove: () => removing.promise, leave: () => Promise.reject(new Error('no')) });
    here.open(true);
    here.actor.send({ type: 'signOut.delete' });
    here.keyIs(false);
    removing.resolve();
    await settle();
    expect([here.tags(), here.actor.getSnapshot().context.problem]).toEqual([
      ['open', 'one choice'],
      { code: 'sign-out-failed' },
    ]);

    const elsewhere = signOutWith({ leave: () => leaving.promise });
    elsewhere.open(true);
    elsewhere.actor.send({ type: 'signOut.confirm' });
    elsewhere.keyIs(false);
    leaving.reject(new Error('no'));
    await settle();
    expect(elsewhere.tags()).toEqual(['open', 'one choice']);
  });

  it('[LOGIN-40] asks only for a confirmation when the deletion fails for another tab was first', async () => {
    const removing = Promise.withResolvers<void>();
    const { actor, open, keyIs, tags } = signOutWith({ remove: () => removing.promise });
    open(true);
    actor.send({ type: 'signOut.delete' });
    keyIs(false);
    removing.reject(new KeyError('database-blocked'));
    await settle();
    expect([tags(), actor.getSnapshot().context.problem?.code]).toEqual([['open', 'one choice'], 'key-not-deleted']);
  });

  it('is done when another tab signs out first', () => {
    const { open, elsewhere, tags } = signOutWith();
    open(true);
    elsewhere();
    expect(tags()).toEqual(['done']);
  });
});

const idleWith = (minutes: number) => {
  const kept: number[] = [];
  const watched: number[] = [];
  let locks = 0;
  let send: (event: { type: string }) => void = () => {};
  let pass = () => {};
  let tell: (minutes: number) => void = () => {};
  const actor = createActor(
    idleLockMachine.provide({
      actors: {
        'watch key': fromCallback(({ sendBack }) => {
          send = sendBack;
        }),
        'watch idleness': fromCallback<{ type: string }, { limitMs: number }>(({ input, sendBack }) => {
          watched.push(input.limitMs);
          pass = () => sendBack({ type: 'idle.passed' });
        }),
        'lock key': fromPromise<void>(async () => void (locks += 1)),
        'watch choice': fromCallback(({ sendBack }) => {
          tell = (chosen) => sendBack({ type: 'choice.is', minutes: chosen });
          tell(minutes);
        }),
        'remember choice': fromPromise<void, { minutes: number }>(async ({ input }) => {
          kept.push(input.minutes);
          tell(input.minutes);
        }),
      },
    } as never),
  ).start();
  return {
    actor,
    kept,
    watched,
    locks: () => locks,
    send: (event: { type: string }) => send(event),
    pass: () => pass(),
    tell: (chosen: number) => tell(chosen),
    choose: (chosen: number) => actor.send({ type: 'idleLock.choose', minutes: chosen }),
  };
};

describe('idle lock machine', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(idleLockMachine, {
      events: [
        { type: 'choice.is', minutes: 0 },
        { type: 'choice.is', minutes: 5 },
        failed('watch choice'),
        { type: 'idleLock.choose', minutes: 0 },
        { type: 'idleLock.choose', minutes: 5 },
        { type: 'key.unlocked' },
        { type: 'key.locked' },
        { type: 'idle.passed' },
        failed('watch key'),
        failed('watch idleness'),
        done('lock key'),
        failed('lock key'),
        done('remember choice'),
        failed('remember choice'),
      ],
      identity: ({ minutes }) => minutes,
      check: ({ context, tags }) => {
        if (tags.has('counting')) expect(context.minutes).toBeGreaterThan(0);
      },
    });
  });

  it('needs every slot', () => {
    const actor = createActor(idleLockMachine).start();
    expect(actor.getSnapshot().value).toMatchObject({ key: 'unwatched', shared: 'unwatched' });
  });

  it('locks an unlocked key when the chosen time has passed, and not without a choice', async () => {
    const { send, watched, pass, locks, choose, kept, actor } = idleWith(0);
    send({ type: 'key.unlocked' });
    expect(watched).toEqual([]);
    choose(5);
    await settle();
    expect([kept, watched]).toEqual([[5], [300_000]]);
    pass();
    await settle();
    expect(locks()).toBe(1);
    expect(actor.getSnapshot().hasTag('counting')).toBe(false);
  });

  it('counts only while there is a key, and from the start with the choice of the last visit', () => {
    const { send, watched, actor } = idleWith(15);
    expect(watched).toEqual([]);
    send({ type: 'key.unlocked' });
    expect(watched).toEqual([900_000]);
    send({ type: 'key.locked' });
    expect(actor.getSnapshot().hasTag('counting')).toBe(false);
  });

  it('counts anew when another tab chose otherwise, and not when it hears of its own choice', async () => {
    const { send, watched, actor, choose, tell } = idleWith(0);
    send({ type: 'key.unlocked' });
    choose(5);
    await settle();
    expect(watched).toEqual([300_000]);
    tell(1);
    expect(watched).toEqual([300_000, 60_000]);
    tell(0);
    expect(actor.getSnapshot().hasTag('counting')).toBe(false);
  });

  it('takes only the times it offers', () => {
    const { choose, actor } = idleWith(0);
    for (const minutes of [-1, 2, Number.NaN, 1e9]) choose(minutes);
    expect(actor.getSnapshot().context.minutes).toBe(0);
    for (const minutes of IDLE_LOCK_MINUTES) {
      choose(minutes);
      expect(actor.getSnapshot().context.minutes).toBe(minutes);
    }
  });
});
