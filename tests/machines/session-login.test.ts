import { nprofileEncode } from 'nostr-tools/nip19';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { Failure } from '#domain/problem.ts';
import { problemText } from '#ui/texts/problem-text.ts';
import type { Account } from '#domain/session/account.ts';
import { KeyError } from '#domain/session/key-problem.ts';
import { encodeNpub } from '#domain/protocol/identifiers.ts';
import { EXTENSION_PUBLIC_KEY_TIMEOUT_MS } from '#domain/session/session-limits.ts';
import { sealed } from '#domain/protocol/sealed.ts';
import {
  loginMachine,
  type ExtensionCheck,
  type LoginEmitted,
  type Opened,
  type TypedKey,
} from '#machines/session/login.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const ALICE = 'a'.repeat(64);
const BOB = 'b'.repeat(64);
const VISITOR: Account = { pubkey: undefined, method: 'none', persisted: false };
const done = (id: string, output?: unknown) => ({ type: `xstate.done.actor.${id}`, output });
const failed = (id: string, error: unknown = new Error('')) => ({ type: `xstate.error.actor.${id}`, error });
const typed = (secret = 'nsec1x'): ReturnType<typeof sealed<TypedKey>> =>
  sealed({ secret, keep: false, passphrase: '', confirmation: '' });

type Fakes = {
  account?: Account;
  ask?: () => Promise<string>;
  open?: () => Promise<Opened>;
  check?: () => Promise<ExtensionCheck>;
};

const setUp = ({ account = VISITOR, ask, open, check }: Fakes = {}) => {
  const recorded: Account[] = [];
  const guarded: string[] = [];
  const emitted: LoginEmitted[] = [];
  const logged: unknown[] = [];
  const actor = createActor(
    loginMachine.provide({
      actions: { 'log failure': (_, { quiet, error }) => void logged.push(...(quiet ? [error] : [])) },
      actors: {
        'ask extension': fromPromise<string>(() => (ask ?? (() => Promise.resolve(ALICE)))()),
        'check extension': fromPromise<ExtensionCheck, { pubkey: string }>(() =>
          (check ?? (() => Promise.resolve('same' as const)))(),
        ),
        'await extension': fromCallback(() => {}),
        'open secret': fromPromise<Opened, { typed: ReturnType<typeof typed> }>(() =>
          (open ?? (() => Promise.resolve({ pubkey: ALICE, persisted: false })))(),
        ),
        'guard key': fromCallback<{ type: string }, { pubkey: string }>(({ input }) => {
          guarded.push(input.pubkey);
          return () => void guarded.splice(guarded.indexOf(input.pubkey), 1);
        }),
        'remember account': fromPromise<void, Account>(async ({ input }) => void recorded.push(input)),
        'watch account': fromCallback(() => {}),
      },
    }),
    { input: account },
  );
  actor.on('*', (event) => emitted.push(event));
  actor.start();
  const state = () => (actor.getSnapshot().value as { account: unknown }).account;
  const has = (tag: Parameters<ReturnType<typeof actor.getSnapshot>['hasTag']>[0]) => actor.getSnapshot().hasTag(tag);
  const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
  return { actor, recorded, guarded, emitted, logged, state, has, settle, context: () => actor.getSnapshot().context };
};

const nsecOf = (pubkey: string, persisted: boolean): Account => ({ pubkey, method: 'nsec', persisted });

describe('login machine', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('reaches every state and transition, and never one that contradicts another', () => {
    expectFullCoverage(loginMachine.provide({ actions: { 'log failure': () => {} } }), {
      inputs: [
        VISITOR,
        { pubkey: ALICE, method: 'none', persisted: false },
        { pubkey: ALICE, method: 'nip07', persisted: false },
        nsecOf(ALICE, true),
      ],
      events: [
        { type: 'login.extension' },
        { type: 'login.secret', typed: typed() },
        { type: 'login.pubkey', text: ALICE },
        { type: 'login.pubkey', text: 'alice' },
        { type: 'login.cancel' },
        { type: 'login.dismiss' },
        { type: 'key.opened', pubkey: ALICE, persisted: true },
        { type: 'key.lock' },
        { type: 'key.lost' },
        { type: 'key.saved' },
        { type: 'key.unsaved' },
        { type: 'account.keep' },
        { type: 'account.signOut' },
        { type: 'account.changed', pubkey: undefined, method: 'none', saved: false },
        { type: 'account.changed', pubkey: BOB, method: 'none', saved: false },
        { type: 'account.changed', pubkey: BOB, method: 'none', saved: true },
        { type: 'account.changed', pubkey: BOB, method: 'nip07', saved: false },
        { type: 'account.changed', pubkey: ALICE, method: 'nip07', saved: false },
        { type: 'extension.appeared' },
        done('ask extension', ALICE),
        failed('ask extension', new Error('no')),
        done('open secret', { pubkey: ALICE, persisted: false }),
        failed('open secret', new KeyError('nsec-format')),
        ...(['same', 'other', 'missing', 'silent'] as const).map((check) => done('check extension', check)),
        failed('check extension'),
        failed('await extension'),
        failed('guard key'),
        failed('watch account'),
        done('remember account'),
        failed('remember account'),
        { type: 'xstate.after.extensionTimeout.login.attempt.askingExtension' },
        { type: 'xstate.after.second.login.attempt.askingExtension.counting' },
      ],
      identity: ({ method, persisted }) => [method, persisted],
      check: ({ context, hasTag, tags }) => {
        const has = hasTag.bind({ tags } as never) as (tag: string) => boolean;
        expect(has('visitor')).toBe(context.pubkey === undefined);
        expect(has('visitor')).toBe(!has('logged in'));
        expect(has('unlocked') || has('locked')).toBe(context.method === 'nsec');
        expect(has('extension') || has('other key')).toBe(context.method === 'nip07');
        expect(has('can sign')).toBe(has('unlocked') || has('extension'));
        expect(context.persisted && context.method !== 'nsec').toBe(false);
      },
    });
  });

  it('needs every slot', async () => {
    const actor = createActor(loginMachine, { input: VISITOR });
    const notices: LoginEmitted[] = [];
    actor.on('notice', (notice) => notices.push(notice));
    actor.start();
    expect(notices).toEqual([{ type: 'notice', problem: { code: 'tabs-unseen' } }]);
    actor.send({ type: 'login.secret', typed: typed() });
    await vi.advanceTimersByTimeAsync(0);
    expect(problemText(actor.getSnapshot().context.problem)).toBe('Invalid nsec or secret key');
  });

  it('[LOGIN-01] goes from none to nip07 or nsec and back to none', async () => {
    const { actor, context, settle } = setUp();
    expect(context().method).toBe('none');
    actor.send({ type: 'login.extension' });
    await settle();
    expect(context()).toMatchObject({ method: 'nip07', pubkey: ALICE, persisted: false });
    actor.send({ type: 'account.signOut' });
    expect(context()).toMatchObject({ method: 'none', pubkey: undefined, persisted: false });
    actor.send({ type: 'login.secret', typed: typed() });
    await settle();
    expect(context()).toMatchObject({ method: 'nsec', pubkey: ALICE });
    actor.send({ type: 'account.signOut' });
    expect(context()).toMatchObject({ method: 'none', pubkey: undefined });
  });

  it.each([ALICE, ALICE.toUpperCase(), encodeNpub(ALICE), ` ${encodeNpub(ALICE)} `])(
    '[LOGIN-04] [SET-18] logs in to read only by %s',
    (text) => {
      const { actor, state, has, context } = setUp();
      actor.send({ type: 'login.pubkey', text });
      expect(state()).toBe('readOnly');
      expect(context()).toMatchObject({ pubkey: ALICE, method: 'none', problem: undefined });
      expect(has('can sign')).toBe(false);
    },
  );

  it.each([
    '',
    'npub1xyz',
    'a'.repeat(63),
    `${encodeNpub(ALICE)}x`,
    nprofileEncode({ pubkey: ALICE }),
    'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5',
  ])('[SET-18] refuses %s as a public key and keeps nothing of it', (text) => {
    const { actor, has, context } = setUp();
    actor.send({ type: 'login.pubkey', text });
    expect(problemText(context().problem)).toBe('Invalid pubkey or npub');
    expect(has('visitor')).toBe(true);
    if (text) expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain(text);
  });

  it('[LOGIN-13] [LOGIN-14] gives the extension 15 s, counts them, and then says so', async () => {
    const { actor, has, context, settle } = setUp({ ask: () => new Promise(() => {}) });
    actor.send({ type: 'login.extension' });
    await settle(EXTENSION_PUBLIC_KEY_TIMEOUT_MS - 1);
    expect(has('asking extension')).toBe(true);
    expect(context().waitedS).toBe(14);
    await settle(1);
    expect(has('asking extension')).toBe(false);
    expect(problemText(context().problem)).toBe('Extension did not respond in time');
    expect(has('visitor')).toBe(true);
  });

  it.each([
    [new Failure({ code: 'extension-said', words: 'Prompt denied' }), 'The extension says: “Prompt denied”'],
    [new Error(''), 'Failed to sign in with extension'],
  ])(
    '[LOGIN-20] [LOGIN-21] [ERR-03] a refusal of the extension (%s) is shown, in the header it is only logged',
    async (said, shown) => {
      const { actor, context, logged, settle } = setUp({ ask: () => Promise.reject(said) });
      actor.send({ type: 'login.extension' });
      await settle();
      expect([problemText(context().problem), logged]).toEqual([shown, []]);
      actor.send({ type: 'login.extension', quiet: true });
      await settle();
      expect([problemText(context().problem), logged]).toEqual(['', [said]]);
    },
  );

  it('[LOGIN-21] [ERR-03] an extension that stays silent is only logged in the header', async () => {
    const { actor, context, logged, settle } = setUp({ ask: () => new Promise(() => {}) });
    actor.send({ type: 'login.extension' });
    await settle(EXTENSION_PUBLIC_KEY_TIMEOUT_MS);
    expect(logged).toEqual([]);
    actor.send({ type: 'login.extension', quiet: true });
    await settle(EXTENSION_PUBLIC_KEY_TIMEOUT_MS);
    expect([problemText(context().problem), logged]).toEqual(['', [new Failure({ code: 'extension-silent' })]]);
  });

  it('an extension that does not answer can be cancelled, and its late answer changes nothing', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const { actor, has, settle } = setUp({ ask: () => promise });
    actor.send({ type: 'login.extension' });
    actor.send({ type: 'login.cancel' });
    resolve(ALICE);
    await settle(1_000);
    expect(has('visitor')).toBe(true);
    expect(has('busy')).toBe(false);
  });

  it.each([
    ['no-secret', 'No secret provided'],
    ['nsec-format', 'Invalid nsec format'],
    ['secret-length', 'Invalid secret key length'],
    ['nsec-encoding', 'Invalid nsec encoding'],
    ['secret-format', 'Invalid secret key format'],
    ['short-passphrase', 'Passphrase must be at least 8 characters'],
    ['passphrases-differ', 'Passphrases do not match'],
    ['failed', 'Invalid nsec or secret key'],
    ['wrong-passphrase', 'Incorrect passphrase. Please check your passphrase and try again.'],
  ] as const)('[LOGIN-27] a secret key refused as %s shows %j', async (problem, text) => {
    const { actor, context, has, settle } = setUp({ open: () => Promise.reject(new KeyError(problem)) });
    actor.send({ type: 'login.secret', typed: typed() });
    await settle();
    expect(problemText(context().problem)).toBe(text);
    expect(has('visitor')).toBe(true);
  });

  it('a login that fails leaves the one before as it is', async () => {
    const { actor, state, guarded, settle } = setUp({ open: () => Promise.reject(new KeyError('nsec-format')) });
    actor.send({ type: 'key.opened', pubkey: BOB, persisted: true });
    actor.send({ type: 'login.secret', typed: typed() });
    await settle();
    expect(state()).toBe('unlocked');
    expect(guarded).toEqual([BOB]);
  });

  it('an account takes the place of another without a reload, and the key of the other is let go', () => {
    const { actor, guarded, recorded, context } = setUp();
    actor.send({ type: 'key.opened', pubkey: ALICE, persisted: true });
    expect(guarded).toEqual([ALICE]);
    actor.send({ type: 'key.opened', pubkey: BOB, persisted: true });
    expect(guarded).toEqual([BOB]);
    expect(context().pubkey).toBe(BOB);
    expect(recorded.at(-1)).toEqual(nsecOf(BOB, true));
  });

  it('the same key opened again stays in its place', () => {
    const { actor, guarded, context } = setUp();
    actor.send({ type: 'key.opened', pubkey: ALICE, persisted: false });
    let left = false;
    const original = guarded.splice.bind(guarded);
    guarded.splice = ((...parts: [number, number]) => {
      left = true;
      return original(...parts);
    }) as typeof guarded.splice;
    actor.send({ type: 'key.opened', pubkey: ALICE, persisted: true });
    expect(left).toBe(false);
    expect(context().persisted).toBe(true);
  });

  it('[KEY-31] a saved key is locked after a reload, unlocked by a key that was opened, and locked again', () => {
    const { actor, state, guarded } = setUp({ account: nsecOf(ALICE, true) });
    expect(state()).toBe('locked');
    actor.send({ type: 'key.opened', pubkey: ALICE, persisted: true });
    expect(state()).toBe('unlocked');
    actor.send({ type: 'key.lock' });
    expect(state()).toBe('locked');
    expect(guarded).toEqual([]);
  });

  it('[LOGIN-28] a key only in memory is gone when it is locked or lost: the account then reads only', () => {
    for (const [type, code] of [
      ['key.lock', 'key-idle'],
      ['key.lost', 'key-gone'],
    ] as const) {
      const { actor, state, emitted, recorded } = setUp();
      actor.send({ type: 'key.opened', pubkey: ALICE, persisted: false });
      actor.send({ type } as never);
      expect(state()).toBe('readOnly');
      expect(emitted).toEqual([{ type: 'notice', problem: { code } }]);
      expect(recorded.at(-1)).toEqual({ pubkey: ALICE, method: 'none', persisted: false });
    }
  });

  it.each([
    ['same', { extension: 'confirmed' }],
    ['silent', { extension: 'silent' }],
    ['missing', { extension: 'missing' }],
    ['other', 'otherKey'],
  ] as const)('looks at the extension in silence at the start: %s', async (check, expected) => {
    const account: Account = { pubkey: ALICE, method: 'nip07', persisted: false };
    const { state, context, settle, has } = setUp({ account, check: () => Promise.resolve(check) });
    await settle();
    expect(state()).toEqual(expected);
    expect(problemText(context().problem)).toBe('');
    expect(has('can sign')).toBe(check !== 'other');
  });

  it('tells when the extension has the key of another account; then one logs in anew or goes on reading', async () => {
    const account: Account = { pubkey: BOB, method: 'nip07', persisted: false };
    const { actor, emitted, settle, has, context, recorded } = setUp({
      account,
      check: () => Promise.resolve('other'),
    });
    await settle();
    expect(emitted).toEqual([{ type: 'notice', problem: { code: 'extension-other-key' } }]);
    actor.send({ type: 'login.extension' });
    await settle();
    expect(context().pubkey).toBe(ALICE);
    expect(has('can sign')).toBe(true);
    const other = setUp({ account, check: () => Promise.resolve('other') });
    await settle();
    other.actor.send({ type: 'account.keep' });
    expect(other.recorded.at(-1)).toEqual({ pubkey: BOB, method: 'none', persisted: false });
    expect(recorded.at(-1)).toEqual({ pubkey: ALICE, method: 'nip07', persisted: false });
  });

  it('[LOGIN-35] [LOGIN-37] another tab signs out: so does this one, with its key and its sign-out event', () => {
    const { actor, has, guarded, emitted, recorded } = setUp();
    actor.send({ type: 'key.opened', pubkey: ALICE, persisted: true });
    actor.send({ type: 'account.changed', pubkey: undefined, method: 'none', saved: false } as never);
    expect(has('visitor')).toBe(true);
    expect(guarded).toEqual([]);
    expect(emitted).toEqual([{ type: 'account.signedOut', pubkey: ALICE }]);
    expect(recorded.at(-1)).toEqual(VISITOR);
  });

  it.each([
    ['none', false, 'readOnly', { method: 'none', persisted: false }],
    ['none', true, 'locked', { method: 'nsec', persisted: true }],
    ['nip07', false, { extension: 'checking' }, { method: 'nip07', persisted: false }],
    ['nip07', true, { extension: 'checking' }, { method: 'nip07', persisted: false }],
  ] as const)(
    'another tab logs in as somebody else (%s, saved key: %s): this one follows and says so',
    (method, saved, to, account) => {
      const { actor, state, guarded, emitted, context } = setUp();
      actor.send({ type: 'key.opened', pubkey: ALICE, persisted: true });
      actor.send({ type: 'account.changed', pubkey: BOB, method, saved } as never);
      expect(state()).toEqual(to);
      expect(context()).toMatchObject({ pubkey: BOB, ...account });
      expect(guarded).toEqual([]);
      expect(emitted).toEqual([{ type: 'notice', problem: { code: 'logged-in-elsewhere' } }]);
    },
  );

  it.each([
    [undefined, 'none', false],
    [BOB, 'none', false],
    [BOB, 'none', true],
    [BOB, 'nip07', false],
  ] as const)(
    'another tab signs out, or logs in as somebody else (%s, %s, saved key: %s): this one says that its unsaved key is gone',
    (pubkey, method, saved) => {
      const { actor, emitted } = setUp();
      actor.send({ type: 'key.opened', pubkey: ALICE, persisted: false });
      actor.send({ type: 'account.changed', pubkey, method, saved } as never);
      expect(emitted).toContainEqual({ type: 'notice', problem: { code: 'key-gone' } });
    },
  );

  it('another tab logs in by extension as the same person: one that only reads asks the extension, too; one with the key keeps it', async () => {
    const byExtension = { type: 'account.changed', pubkey: ALICE, method: 'nip07', saved: false } as never;
    const { actor, state, context, emitted, settle } = setUp();
    actor.send({ type: 'login.pubkey', text: ALICE });
    actor.send(byExtension);
    expect(context()).toMatchObject({ pubkey: ALICE, method: 'nip07', persisted: false });
    await settle();
    expect([state(), emitted]).toEqual([{ extension: 'confirmed' }, []]);
    const owner = setUp();
    owner.actor.send({ type: 'key.opened', pubkey: ALICE, persisted: true });
    owner.actor.send(byExtension);
    expect(owner.state()).toBe('unlocked');
  });

  it('[LOGIN-38] a key in memory counts as saved once another tab saved it, and is then locked', () => {
    const { actor, state, context, recorded } = setUp();
    actor.send({ type: 'key.opened', pubkey: ALICE, persisted: false });
    actor.send({ type: 'key.saved' } as never);
    expect(context().persisted).toBe(true);
    expect(recorded.at(-1)).toEqual(nsecOf(ALICE, true));
    const before = recorded.length;
    actor.send({ type: 'key.saved' } as never);
    expect(recorded).toHaveLength(before);
    actor.send({ type: 'key.lock' });
    expect(state()).toBe('locked');
  });

  it('a sign-out stops a login that is under way', async () => {
    const { promise, resolve } = Promise.withResolvers<Opened>();
    const { actor, has, settle } = setUp({ open: () => promise });
    actor.send({ type: 'key.opened', pubkey: BOB, persisted: true });
    actor.send({ type: 'login.secret', typed: typed() });
    actor.send({ type: 'account.signOut' });
    resolve({ pubkey: ALICE, persisted: false });
    await settle();
    expect(has('visitor')).toBe(true);
    expect(has('busy')).toBe(false);
  });

  it('keeps nothing of a typed secret in its snapshots, nor in what an inspector sees', async () => {
    const secret = 'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5';
    const seen: string[] = [];
    const actor = createActor(loginMachine, {
      input: VISITOR,
      inspect: (event) => {
        const { actorRef: _actor, rootId: _root, ...rest } = event as unknown as Record<string, unknown>;
        seen.push(JSON.stringify(rest, (key, value: unknown) => (key === 'sourceRef' ? undefined : value)) ?? '');
      },
    }).start();
    actor.send({ type: 'login.secret', typed: typed(secret) });
    seen.push(JSON.stringify(actor.getPersistedSnapshot()));
    await vi.advanceTimersByTimeAsync(0);
    seen.push(JSON.stringify(actor.getPersistedSnapshot()));
    expect(seen.join('')).toContain('login.secret');
    expect(seen.join('')).not.toContain(secret);
  });
});
