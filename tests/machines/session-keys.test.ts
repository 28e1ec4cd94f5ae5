import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { problemText } from '#ui/texts/problem-text.ts';
import { KeyError } from '#domain/session/key-problem.ts';
import type { KeyProblem } from '#domain/session/session-problem.ts';
import { NSEC_SHOWN_MS } from '#domain/session/session-limits.ts';
import { sealed, type Sealed } from '#domain/protocol/sealed.ts';
import { keyGenerationMachine, type GeneratedKey } from '#machines/session/key-generation.machine.ts';
import { keyUnlockMachine } from '#machines/session/key-unlock.machine.ts';
import { keyViewMachine, type KeyForm } from '#machines/session/key-view.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const ALICE = 'a'.repeat(64);
const BOB = 'b'.repeat(64);
const NSEC = 'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5';
const PASSPHRASE = 'correct horse battery';
const done = (id: string, output?: unknown) => ({ type: `xstate.done.actor.${id}`, output });
const failed = (id: string, problem: KeyProblem = 'unknown') => ({
  type: `xstate.error.actor.${id}`,
  error: new KeyError(problem),
});
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const key = (): GeneratedKey => ({ pubkey: ALICE, npub: 'npub1alice', secret: sealed({ hex: 'f00d', nsec: NSEC }) });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const unlockWith = (accounts: readonly string[], unlock: () => Promise<void> = () => Promise.resolve()) => {
  const asked: { pubkey: string; passphrase: string | undefined }[] = [];
  let tell: (pubkeys: readonly string[]) => void = () => {};
  const actor = createActor(
    keyUnlockMachine.provide({
      actors: {
        'watch accounts': fromCallback(({ sendBack }) => {
          tell = (pubkeys) => sendBack({ type: 'accounts.changed', pubkeys });
          tell(accounts);
        }),
        estimate: fromPromise<number>(() => Promise.resolve(300)),
        unlock: fromPromise<void, { pubkey: string; passphrase: Sealed<string> }>(({ input }) => {
          asked.push({ pubkey: input.pubkey, passphrase: input.passphrase.take() });
          return unlock();
        }),
      },
    }),
  ).start();
  const submit = () => actor.send({ type: 'unlock.submit', passphrase: sealed(PASSPHRASE) });
  const has = (tag: Parameters<ReturnType<typeof actor.getSnapshot>['hasTag']>[0]) => actor.getSnapshot().hasTag(tag);
  return {
    actor,
    asked,
    submit,
    has,
    tell: (pubkeys: string[]) => tell(pubkeys),
    context: () => actor.getSnapshot().context,
  };
};

describe('key unlock machine', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(keyUnlockMachine, {
      events: [
        { type: 'unlock.open', form: 'unlock', pubkey: ALICE },
        { type: 'unlock.open', form: 'saved account' },
        { type: 'unlock.choose', pubkey: BOB },
        { type: 'unlock.choose', pubkey: 'c'.repeat(64) },
        { type: 'unlock.submit', passphrase: sealed('x') },
        { type: 'unlock.submit', passphrase: sealed('x'), pubkey: 'c'.repeat(64) },
        { type: 'unlock.cancel' },
        { type: 'unlock.close' },
        { type: 'accounts.changed', pubkeys: [] },
        { type: 'accounts.changed', pubkeys: [ALICE, BOB] },
        failed('watch accounts'),
        done('estimate', 300),
        failed('estimate'),
        done('unlock'),
        failed('unlock', 'wrong-passphrase'),
        { type: 'xstate.after.second.key-unlock.open.unlocking.counting' },
      ],
      identity: ({ form, pubkey, accounts, message }) => [form, pubkey, accounts, message],
      check: ({ context, value, tags }) => {
        expect(
          tags.has('ready') || tags.has('busy') ? context.pubkey !== undefined || !context.accounts.length : true,
        ).toBe(true);
        expect(tags.has('open')).toBe(value !== 'closed');
      },
    });
  });

  it('needs every slot', async () => {
    const actor = createActor(keyUnlockMachine).start();
    actor.send({ type: 'unlock.open', form: 'unlock', pubkey: ALICE });
    expect(actor.getSnapshot().hasTag('no accounts')).toBe(true);
  });

  it('[LOGIN-41] says when there is nothing to list, and offers an account that another tab saves', () => {
    const { actor, has, tell, context } = unlockWith([]);
    actor.send({ type: 'unlock.open', form: 'saved account' });
    expect(has('no accounts')).toBe(true);
    tell([BOB]);
    expect(has('ready')).toBe(true);
    expect(context().pubkey).toBe(BOB);
  });

  it('[KEY-25] begins with the account asked for and lets the others be chosen, nobody else', () => {
    const { actor, context } = unlockWith([ALICE, BOB]);
    actor.send({ type: 'unlock.open', form: 'unlock', pubkey: BOB });
    expect(context()).toMatchObject({ accounts: [ALICE, BOB], pubkey: BOB });
    actor.send({ type: 'unlock.choose', pubkey: ALICE });
    expect(context().pubkey).toBe(ALICE);
    actor.send({ type: 'unlock.choose', pubkey: 'c'.repeat(64) });
    expect(context().pubkey).toBe(ALICE);
  });

  it.each([
    ['[KEY-17]', 'saved account', 'no-passphrase', 'Enter your passphrase'],
    ['[KEY-18]', 'saved account', 'unknown', 'Failed to unlock saved account'],
    ['[KEY-19]', 'saved account', 'wrong-passphrase', 'Invalid passphrase or no saved account'],
    ['[KEY-19]', 'saved account', 'no-record', 'Invalid passphrase or no saved account'],
    [
      '[KEY-20]',
      'saved account',
      'ios',
      'This key cannot be unlocked in the installed iOS app. Please log in with your NSEC directly.',
    ],
    ['[KEY-21]', 'saved account', 'decrypt', 'Failed to decrypt key. Please check your passphrase.'],
    [
      '[KEY-22]',
      'saved account',
      'not-hex',
      'The decrypted key is not in the expected format. Please log in with your NSEC directly.',
    ],
    ['[KEY-23]', 'saved account', 'failed', 'Failed to unlock key. Please try again.'],
    ['[KEY-26]', 'unlock', 'wrong-passphrase', 'Incorrect passphrase. Please check your passphrase and try again.'],
    [
      '[KEY-27]',
      'unlock',
      'corrupted',
      'Your saved key appears to be corrupted. Please log in with your NSEC directly to re-save your key.',
    ],
    ...(['decrypt', 'not-hex'] as const).map(
      (problem) =>
        [
          '[KEY-27]',
          'unlock',
          problem,
          'Your saved key appears to be corrupted. Please log in with your NSEC directly to re-save your key.',
        ] as const,
    ),
    [
      '[KEY-28]',
      'unlock',
      'environment',
      'Key unlocking is not available in this environment. Please try a different browser or log in with your NSEC directly.',
    ],
    [
      '[KEY-16] [KEY-29]',
      'unlock',
      'wallet',
      'This saved account appears to be a wallet connection, not a private key. Please log in with your NSEC directly.',
    ],
    ['[KEY-30]', 'unlock', 'unknown', 'Failed to unlock'],
  ] as const)('%s the form %j says of %j: %s', async (_id, form, problem, text) => {
    const { actor, submit, context, has } = unlockWith([ALICE], () => Promise.reject(new KeyError(problem)));
    actor.send({ type: 'unlock.open', form });
    submit();
    await settle();
    expect(problemText(context().problem)).toBe(text);
    expect(has('ready')).toBe(true);
  });

  it('[KEY-19] unlocks nobody else where another tab deleted the account that the form shows', async () => {
    const { actor, asked, has, tell, context } = unlockWith([ALICE, BOB]);
    const submitTo = (pubkey: string) => actor.send({ type: 'unlock.submit', passphrase: sealed(PASSPHRASE), pubkey });
    const said = () => problemText(context().problem);
    actor.send({ type: 'unlock.open', form: 'saved account', pubkey: ALICE });
    tell([BOB]);
    submitTo(ALICE);
    await settle();
    expect([asked, has('ready'), said()]).toEqual([[], true, 'Invalid passphrase or no saved account']);
    submitTo(BOB);
    await settle();
    expect(asked).toEqual([{ pubkey: BOB, passphrase: PASSPHRASE }]);
  });

  it('[KEY-19] says that no account is saved where the last one is gone', () => {
    const { actor, asked, submit, has, tell, context } = unlockWith([ALICE]);
    actor.send({ type: 'unlock.open', form: 'saved account' });
    tell([]);
    submit();
    expect([asked, has('no accounts')]).toEqual([[], true]);
    expect(problemText(context().problem)).toBe('Invalid passphrase or no saved account');
  });

  it('shows progress and how long it takes, and can be cancelled', async () => {
    const { actor, submit, context, has } = unlockWith([ALICE], () => new Promise(() => {}));
    actor.send({ type: 'unlock.open', form: 'unlock', pubkey: ALICE });
    await settle();
    expect(context().expectedMs).toBe(300);
    submit();
    await settle(2_100);
    expect(has('busy')).toBe(true);
    expect(context().waitedS).toBe(2);
    actor.send({ type: 'unlock.cancel' });
    expect(has('ready')).toBe(true);
    expect(problemText(context().problem)).toBe('');
  });

  it('gives the passphrase to the slot once and keeps nothing of it', async () => {
    const { actor, submit, asked, has } = unlockWith([ALICE]);
    actor.send({ type: 'unlock.open', form: 'unlock', pubkey: ALICE });
    submit();
    expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain(PASSPHRASE);
    await settle();
    expect(asked).toEqual([{ pubkey: ALICE, passphrase: PASSPHRASE }]);
    expect(has('opened')).toBe(true);
  });
});

const generateWith = ({
  generate = () => Promise.resolve(key()),
  adopt = () => Promise.resolve(),
}: { generate?: () => Promise<GeneratedKey>; adopt?: () => Promise<void> } = {}) => {
  let kept = 0;
  const actor = createActor(
    keyGenerationMachine.provide({
      actors: {
        'generate key': fromPromise<GeneratedKey>(() => generate()),
        'keep generated key': fromCallback(() => {
          kept += 1;
          return () => void (kept -= 1);
        }),
        'adopt key': fromPromise<void, { saving: unknown }>(() => adopt()),
      },
    } as never),
  ).start();
  const has = (tag: Parameters<ReturnType<typeof actor.getSnapshot>['hasTag']>[0]) => actor.getSnapshot().hasTag(tag);
  return { actor, has, kept: () => kept, context: () => actor.getSnapshot().context };
};

describe('key generation machine', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(keyGenerationMachine, {
      events: [
        { type: 'generation.open' },
        { type: 'generation.start' },
        { type: 'generation.logIn' },
        { type: 'generation.close' },
        done('generate key', key()),
        failed('generate key'),
        failed('keep generated key'),
        done('adopt key'),
        failed('adopt key', 'no-database'),
      ],
      check: ({ context, tags }) => expect(context.npub !== '').toBe(tags.has('generated')),
    });
  });

  it('needs every slot', async () => {
    const actor = createActor(keyGenerationMachine).start();
    actor.send({ type: 'generation.open' });
    actor.send({ type: 'generation.start' });
    await settle();
    expect(problemText(actor.getSnapshot().context.problem)).toBe('Failed to generate key pair');
  });

  it('[KEY-36] starts with no key and gives a new one to the view once, past its own snapshot', async () => {
    const { actor, has, context } = generateWith();
    const shown: unknown[] = [];
    actor.on('key.generated', ({ secret }) => shown.push(secret.take(), secret.take()));
    actor.send({ type: 'generation.open' });
    expect(has('empty')).toBe(true);
    actor.send({ type: 'generation.start' });
    await settle();
    expect(has('generated')).toBe(true);
    expect(context().npub).toBe('npub1alice');
    expect(shown).toEqual([{ hex: 'f00d', nsec: NSEC }, undefined]);
    expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain(NSEC);
  });

  it('[KEY-37] logs in with the key, which is not thrown away before', async () => {
    const { actor, has, kept } = generateWith();
    actor.send({ type: 'generation.open' });
    actor.send({ type: 'generation.start' });
    await settle();
    actor.send({ type: 'generation.logIn' });
    actor.send({ type: 'generation.start' });
    expect(kept()).toBe(1);
    await settle();
    expect(has('logged in')).toBe(true);
  });

  it('[KEY-38] has no key to log in with before one was made', () => {
    const { actor, context } = generateWith();
    actor.send({ type: 'generation.open' });
    actor.send({ type: 'generation.logIn' });
    expect(problemText(context().problem)).toBe('No key generated yet');
  });

  it.each([
    ['[KEY-39]', 'no-randomness', 'Secure randomness not available'],
    ['[KEY-40]', 'worker', 'Failed to generate key pair'],
    ['[KEY-40]', 'unknown', 'Failed to generate key pair'],
  ] as const)('%s says of %s: %s', async (_id, problem, text) => {
    const { actor, context, has } = generateWith({ generate: () => Promise.reject(new KeyError(problem)) });
    actor.send({ type: 'generation.open' });
    actor.send({ type: 'generation.start' });
    await settle();
    expect(problemText(context().problem)).toBe(text);
    expect(has('empty')).toBe(true);
  });

  it.each([
    ['[KEY-01]', 'short-passphrase', 'Passphrase must be at least 8 characters'],
    ['[KEY-02]', 'passphrases-differ', 'Passphrases do not match'],
  ] as const)('%s a passphrase that is refused leaves the key there: %s', async (_id, problem, text) => {
    const { actor, context, has, kept } = generateWith({ adopt: () => Promise.reject(new KeyError(problem)) });
    actor.send({ type: 'generation.open' });
    actor.send({ type: 'generation.start' });
    await settle();
    actor.send({ type: 'generation.logIn', saving: sealed({ passphrase: 'x', confirmation: '' }) });
    await settle();
    expect(problemText(context().problem)).toBe(text);
    expect(has('generated')).toBe(true);
    expect(kept()).toBe(1);
  });

  it('drops the key when the form closes', async () => {
    const { actor, kept } = generateWith();
    actor.send({ type: 'generation.open' });
    actor.send({ type: 'generation.start' });
    await settle();
    actor.send({ type: 'generation.close' });
    expect(kept()).toBe(0);
  });
});

const viewWith = (reveal: () => Promise<void> = () => Promise.resolve()) => {
  let leave = () => {};
  const actor = createActor(
    keyViewMachine.provide({
      actors: {
        'watch account': fromCallback(({ sendBack }) => {
          leave = () => sendBack({ type: 'account.changed' });
        }),
        'reveal key': fromPromise<{ secret: Sealed<string>; as: KeyForm }, { passphrase: Sealed<string>; as: KeyForm }>(
          async ({ input }) => {
            await reveal();
            return { secret: sealed(NSEC), as: input.as };
          },
        ),
      },
    }),
  ).start();
  const shown: (string | undefined)[] = [];
  actor.on('key.revealed', ({ secret }) => shown.push(secret.take()));
  actor.send({ type: 'view.open' });
  const submit = () => actor.send({ type: 'view.submit', passphrase: sealed(PASSPHRASE), as: 'nsec' });
  const has = (tag: Parameters<ReturnType<typeof actor.getSnapshot>['hasTag']>[0]) => actor.getSnapshot().hasTag(tag);
  return { actor, shown, submit, has, leave: () => leave(), context: () => actor.getSnapshot().context };
};

describe('key view machine', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(keyViewMachine, {
      events: [
        { type: 'view.open' },
        { type: 'view.submit', passphrase: sealed('x'), as: 'nsec' },
        { type: 'view.cancel' },
        { type: 'view.close' },
        { type: 'account.changed' },
        failed('watch account'),
        done('reveal key', { secret: sealed('x'), as: 'nsec' }),
        failed('reveal key'),
        { type: 'xstate.after.shownTime.key-view.open.unlocked' },
      ],
      check: ({ tags }) => expect(tags.has('locked') && tags.has('unlocked')).toBe(false),
    });
  });

  it('needs every slot', () => {
    const actor = createActor(keyViewMachine).start();
    actor.send({ type: 'view.open' });
    expect(actor.getSnapshot().value).toBe('closed');
  });

  it('[KEY-32] starts locked, shows the key after the passphrase was verified, and hides it by itself', async () => {
    const { actor, shown, submit, has } = viewWith();
    expect(has('locked')).toBe(true);
    submit();
    expect(has('unlocked')).toBe(false);
    await settle();
    expect(has('unlocked')).toBe(true);
    expect(shown).toEqual([NSEC]);
    expect(JSON.stringify(actor.getPersistedSnapshot())).not.toMatch(/nsec1|correct horse/);
    await settle(NSEC_SHOWN_MS - 1);
    expect(has('unlocked')).toBe(true);
    await settle(1);
    expect(has('locked')).toBe(true);
  });

  it.each([
    ['[KEY-33]', 'short-passphrase', 'Passphrase must be at least 8 characters'],
    ['[KEY-34]', 'wrong-passphrase', 'Invalid passphrase or no saved secret for this account'],
    ['[KEY-34]', 'no-record', 'Invalid passphrase or no saved secret for this account'],
  ] as const)('%s says of %s: %s', async (_id, problem, text) => {
    const { submit, context, has, shown } = viewWith(() => Promise.reject(new KeyError(problem)));
    submit();
    await settle();
    expect(problemText(context().problem)).toBe(text);
    expect(has('locked')).toBe(true);
    expect(shown).toEqual([]);
  });

  it('closes when the account is no longer the one logged in, also while the key is shown', async () => {
    const { actor, submit, leave } = viewWith();
    submit();
    await settle();
    leave();
    expect(actor.getSnapshot().value).toBe('closed');
  });

  it('a verification that is cancelled shows nothing later', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { actor, submit, shown, has } = viewWith(() => promise);
    submit();
    actor.send({ type: 'view.cancel' });
    resolve();
    await settle();
    expect(shown).toEqual([]);
    expect(has('locked')).toBe(true);
  });
});
