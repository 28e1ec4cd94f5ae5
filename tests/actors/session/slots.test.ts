import { QueryClient } from '@tanstack/query-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, setup, toPromise, type AnyActorLogic, type EventObject } from 'xstate';
import { problemText } from '#ui/texts/problem-text.ts';
import { Failure, problemOf } from '#domain/problem.ts';
import { defineUnlock } from '#actors/session/accounts.ts';
import { defineWatchIdleness } from '#actors/session/idle.ts';
import type { Extension } from '#actors/session/extension.ts';
import { watchExtension } from '#actors/session/extension-waits.ts';
import { defineCheckExtension, defineGuardKey } from '#actors/session/login.ts';
import { defineRememberAccount, type RememberDeps } from '#actors/session/remember-account.ts';
import type { Account } from '#domain/session/account.ts';
import { sealed } from '#domain/protocol/sealed.ts';
import { KeyError } from '#domain/session/key-problem.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import {
  EXTENSION_PUBLIC_KEY_TIMEOUT_MS,
  EXTENSION_SIGN_POW_TIMEOUT_MS,
  EXTENSION_SIGN_TIMEOUT_MS,
} from '#domain/session/session-limits.ts';
import { metadataKey } from '#domain/cache/query-keys.ts';
import type { EventTemplate } from '#domain/protocol/signer.ts';
import { createAccountStore } from '#store/session/account.ts';
import { createCachedMetadata } from '#store/profile/cached-metadata.ts';
import { createDisplayNames } from '#store/profile/display-names.ts';
import { createPreferences } from '#store/settings/preferences.ts';
import { fakeEvent } from '#tests/support/fake-events.ts';
import { fakeRequests } from '#tests/support/fake-requests.ts';
import { fakeStorage } from '#tests/support/fake-storage.ts';

const ALICE = 'a'.repeat(64);
const BOB = 'b'.repeat(64);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Runs a callback slot and gathers what it tells. */
const listenTo = (slot: AnyActorLogic, input?: unknown) => {
  const told: EventObject[] = [];
  const machine = setup({
    actors: { slot },
    actions: { note: ({ event }) => void told.push(event) },
  }).createMachine({ invoke: { id: 'slot', src: 'slot', input: () => input }, on: { '*': { actions: 'note' } } });
  const actor = createActor(machine).start();
  return { told, types: () => told.map(({ type }) => type), stop: () => actor.stop() };
};

describe('unlocking a saved account', () => {
  it('[KEY-17] an empty passphrase is told also where the record is damaged or missing', async () => {
    for (const key of ['corrupted', 'no-record'] as const) {
      const get = vi.fn(() => Promise.reject(new KeyError(key)));
      const unlock = (passphrase: string) => {
        const actor = createActor(defineUnlock({ keystore: { get } } as never), {
          input: { pubkey: ALICE, passphrase: sealed(passphrase) },
        });
        actor.subscribe({ error: () => {} });
        return toPromise(actor.start());
      };
      await expect(unlock('')).rejects.toMatchObject({ key: 'no-passphrase' });
      expect(get).not.toHaveBeenCalled();
      await expect(unlock('a passphrase')).rejects.toMatchObject({ key });
    }
  });
});

const nobody: Account = { pubkey: undefined, method: 'none', persisted: false };

const rememberWith = (
  changes: Partial<RememberDeps> = {},
  content = '{"name":"alice","picture":"https://x.example/a.png"}',
) => {
  const [local, session] = [fakeStorage(), fakeStorage()];
  const { requests, asked } = fakeRequests(() => ({
    events: [fakeEvent({ kind: KIND.metadata, pubkey: ALICE, content, created_at: 100 })],
  }));
  const keepStorage = vi.fn(() => Promise.resolve(true));
  const deps: RememberDeps = {
    account: createAccountStore({ local, session, window: new EventTarget() }),
    metadata: createCachedMetadata(local),
    queryClient: new QueryClient(),
    names: createDisplayNames(() => Date.now()),
    requests,
    defaultRelays: () => ['wss://default.example'],
    preferences: createPreferences({ storage: local, window: new EventTarget(), onUnsaved: () => {} }),
    session,
    local,
    onUnsaved: () => {},
    keepStorage,
    ...changes,
  };
  const logic = defineRememberAccount(deps);
  const remember = (account: Account) => toPromise(createActor(logic, { input: account }).start());
  return { deps, remember, asked, local, session, keepStorage };
};

describe('remembering the account', () => {
  it('[LOGIN-30] [LOGIN-34] loads the metadata from the default relays and keeps it for the next visit', async () => {
    const { deps, remember, asked } = rememberWith();
    await remember({ pubkey: ALICE, method: 'nip07', persisted: false });
    expect(asked).toMatchObject([
      { filters: [{ kinds: [0], authors: [ALICE], limit: 10 }], relays: ['wss://default.example'], own: true },
    ]);
    expect(deps.metadata.get(ALICE)).toMatchObject({ name: 'alice', picture: 'https://x.example/a.png' });
    expect(deps.queryClient.getQueryData(metadataKey(ALICE))).toMatchObject({ name: 'alice' });
    expect(deps.names.get(ALICE)).toMatchObject({ name: 'alice' });
  });

  it('[LOGIN-34] shows what is kept at once, as stale, before any relay answers', () => {
    const { deps, remember } = rememberWith({ requests: { fetch: () => new Promise(() => {}) } });
    deps.metadata.set(ALICE, { ...deps.metadata.get(ALICE)!, name: 'kept', createdAt: 50 });
    void remember({ pubkey: ALICE, method: 'none', persisted: false });
    expect(deps.queryClient.getQueryData(metadataKey(ALICE))).toMatchObject({ name: 'kept' });
    expect(deps.queryClient.getQueryState(metadataKey(ALICE))?.dataUpdatedAt).toBe(0);
    expect(deps.names.get(ALICE)).toMatchObject({ name: 'kept' });
  });

  it('[LOGIN-31] ignores relays that fail and metadata that makes no sense, and writes the account down all the same', async () => {
    const failing = rememberWith({ requests: { fetch: () => Promise.reject(new Error('no relay')) } });
    await failing.remember({ pubkey: ALICE, method: 'nsec', persisted: true });
    expect(failing.deps.account.get().pubkey).toBe(ALICE);
    const nonsense = rememberWith({}, 'not json');
    await nonsense.remember({ pubkey: ALICE, method: 'nsec', persisted: true });
    expect(nonsense.deps.metadata.get(ALICE)).toBeUndefined();
  });

  it('does not take metadata that is older than what is kept', async () => {
    const { deps, remember } = rememberWith();
    await remember({ pubkey: ALICE, method: 'none', persisted: false });
    deps.metadata.set(ALICE, { ...deps.metadata.get(ALICE)!, name: 'newer', createdAt: 200 });
    await remember({ pubkey: ALICE, method: 'none', persisted: false });
    expect(deps.metadata.get(ALICE)?.name).toBe('newer');
  });

  it('asks the browser to keep the data after a login that can sign, and only then', async () => {
    const { remember, keepStorage } = rememberWith();
    await remember({ pubkey: ALICE, method: 'none', persisted: false });
    expect(keepStorage).not.toHaveBeenCalled();
    await remember({ pubkey: ALICE, method: 'nsec', persisted: true });
    await remember({ pubkey: ALICE, method: 'nsec', persisted: true });
    expect(keepStorage).toHaveBeenCalledTimes(1);
  });

  it('[LOGIN-35] [LOGIN-36] a sign-out clears the account, the relay defaults of the session and Follow Only', async () => {
    const { deps, remember, local, session } = rememberWith();
    await remember({ pubkey: ALICE, method: 'nsec', persisted: true });
    deps.preferences.set('filterByFollow', true);
    for (const key of [
      'nostrSessionRelays',
      `nostrRelaysApplied_${ALICE}`,
      `nostrRelaysApplied_${BOB}`,
      'splash-shown',
    ])
      session.setItem(key, '1');
    await remember(nobody);
    expect(deps.account.get()).toEqual(nobody);
    expect([local.getItem('nostrPubkey'), local.getItem('filterByFollow')]).toEqual([null, 'false']);
    expect(deps.preferences.get('filterByFollow')).toBe(false);
    expect(Array.from({ length: session.length }, (_, index) => session.key(index))).toEqual(['splash-shown']);
  });

  it('[LOGIN-35] keeps no relay defaults of anybody else, whose sign-out this tab may not have heard of', async () => {
    const { remember, session } = rememberWith();
    const relaysOf = (pubkey: string) => {
      session.setItem('nostrSessionRelays', JSON.stringify({ pubkey, entries: [] }));
      session.setItem(`nostrRelaysApplied_${pubkey}`, 'id');
    };
    relaysOf(BOB);
    await remember({ pubkey: ALICE, method: 'none', persisted: false });
    const kept = () => ['nostrSessionRelays', `nostrRelaysApplied_${BOB}`].map((key) => session.getItem(key));
    expect(kept()).toEqual([null, null]);
    relaysOf(ALICE);
    await remember({ pubkey: ALICE, method: 'none', persisted: false });
    expect([session.getItem('nostrSessionRelays'), session.getItem(`nostrRelaysApplied_${ALICE}`)]).toEqual([
      JSON.stringify({ pubkey: ALICE, entries: [] }),
      'id',
    ]);
  });

  it('[LOGIN-32] tells once that a login is not kept where the storage is full', async () => {
    const onUnsaved = vi.fn();
    const { remember, local, deps } = rememberWith({ onUnsaved });
    const setItem = local.setItem;
    local.setItem = () => {
      throw new DOMException('No room is left.', 'QuotaExceededError');
    };
    await remember({ pubkey: ALICE, method: 'none', persisted: false });
    await remember({ pubkey: BOB, method: 'none', persisted: false });
    expect([deps.account.get().pubkey, onUnsaved.mock.calls.length]).toEqual([BOB, 1]);
    local.setItem = setItem;
    const kept = rememberWith({ onUnsaved });
    await kept.remember({ pubkey: ALICE, method: 'none', persisted: false });
    expect(onUnsaved).toHaveBeenCalledTimes(1);
  });

  it('Follow Only stays on while a visitor is about to log in', async () => {
    const { deps, remember } = rememberWith();
    deps.preferences.set('filterByFollow', true);
    deps.account.set({ ...deps.account.get() });
    await remember(nobody);
    await remember({ pubkey: ALICE, method: 'nsec', persisted: false });
    deps.account.set({ ...deps.account.get() });
    expect(deps.preferences.get('filterByFollow')).toBe(true);
  });

  it('a sign-out does not invent a Follow Only that was never chosen', async () => {
    const { remember, local } = rememberWith();
    await remember({ pubkey: ALICE, method: 'none', persisted: false });
    await remember(nobody);
    expect(local.getItem('filterByFollow')).toBeNull();
  });
});

const extensionWith = (changes: Partial<Extension> = {}): Extension => ({
  available: () => true,
  publicKey: () => Promise.resolve(ALICE),
  signer: (pubkey) => ({ pubkey, signEvent: () => new Promise(() => {}), nip44: undefined, nip04: undefined }),
  ...changes,
});

describe('extension', () => {
  it.each([
    ['same', {}],
    ['other', { publicKey: () => Promise.resolve(BOB) }],
    ['missing', { available: () => false }],
    ['silent', { publicKey: () => Promise.reject(new Failure({ code: 'extension-refused' })) }],
  ] as const)('is looked at in silence: %s', async (expected, changes) => {
    const check = defineCheckExtension(extensionWith(changes));
    expect(await toPromise(createActor(check, { input: { pubkey: ALICE } }).start())).toBe(expected);
  });

  const template: EventTemplate = { kind: 1, created_at: 1, tags: [], content: '' };

  it('[LOGIN-15] what it was asked and has not answered is listed with its time, and can be cancelled', async () => {
    const { extension, waiting } = watchExtension(
      extensionWith({ publicKey: () => new Promise(() => {}) }),
      () => 1_000,
    );
    let changes = 0;
    waiting.subscribe(() => (changes += 1));
    const signer = extension.signer(ALICE);
    const asked = [
      extension.publicKey(),
      signer.signEvent(template),
      signer.signEvent({ ...template, tags: [['nonce', '1', '8']] }),
    ].map((answer) => answer.catch((error: unknown) => problemText(problemOf(error))));
    expect(waiting.get()).toMatchObject([
      { what: 'public key', since: 1_000, limitMs: EXTENSION_PUBLIC_KEY_TIMEOUT_MS },
      { what: 'signature', since: 1_000, limitMs: EXTENSION_SIGN_TIMEOUT_MS },
      { what: 'signature', since: 1_000, limitMs: EXTENSION_SIGN_POW_TIMEOUT_MS },
    ]);
    for (const { id } of waiting.get()) waiting.cancel(id);
    expect(await Promise.all(asked)).toEqual(['Cancelled.', 'Cancelled.', 'Cancelled.']);
    expect([waiting.get(), changes]).toEqual([[], 6]);
  });

  it('an answer and a failure end the wait', async () => {
    const { extension, waiting } = watchExtension(extensionWith(), () => 0);
    await extension.publicKey();
    expect(waiting.get()).toEqual([]);
    const failing = watchExtension(
      extensionWith({ publicKey: () => Promise.reject(new Failure({ code: 'extension-refused' })) }),
      () => 0,
    );
    await expect(failing.extension.publicKey()).rejects.toThrow('extension-refused');
    expect(failing.waiting.get()).toEqual([]);
  });
});

const vaultWith = (pubkey: string | undefined) => {
  const vault = {
    held: pubkey,
    lost: () => {},
    pubkey: () => vault.held,
    forget: () => void (vault.held = undefined),
    onLost: (listener: () => void) => {
      vault.lost = listener;
      return () => void (vault.lost = () => {});
    },
  };
  return vault;
};

describe('guarding the key', () => {
  it('[LOGIN-35] forgets the key when the account is left', () => {
    const vault = vaultWith(ALICE);
    listenTo(defineGuardKey(vault), { pubkey: ALICE }).stop();
    expect(vault.held).toBeUndefined();
  });

  it('leaves the key of the account that came after', () => {
    const vault = vaultWith(ALICE);
    const guard = listenTo(defineGuardKey(vault), { pubkey: ALICE });
    vault.held = BOB;
    guard.stop();
    expect(vault.held).toBe(BOB);
  });

  it('tells when the worker with the key dies, and when there is no such key at all', () => {
    const vault = vaultWith(ALICE);
    const guard = listenTo(defineGuardKey(vault), { pubkey: ALICE });
    expect(guard.types()).not.toContain('key.lost');
    vault.lost();
    expect(guard.types()).toContain('key.lost');
    expect(listenTo(defineGuardKey(vaultWith(undefined)), { pubkey: ALICE }).types()).toContain('key.lost');
  });
});

describe('idleness', () => {
  const MINUTE = 60_000;
  const idleWith = () => {
    const [window, document] = [new EventTarget(), new EventTarget()];
    let asleepMs = 0;
    const now = () => Date.now() + asleepMs;
    const { types, stop } = listenTo(defineWatchIdleness({ window, document, now }), { limitMs: MINUTE });
    const passed = () => types().filter((type) => type === 'idle.passed').length;
    return {
      passed,
      stop,
      touch: (type = 'keydown') => window.dispatchEvent(new Event(type)),
      show: () => document.dispatchEvent(new Event('visibilitychange')),
      sleep: (ms: number) => void (asleepMs += ms),
    };
  };

  it('passes after the whole time without a touch', () => {
    const { passed, touch } = idleWith();
    vi.advanceTimersByTime(MINUTE - 1);
    expect(passed()).toBe(0);
    touch();
    vi.advanceTimersByTime(MINUTE - 1);
    expect(passed()).toBe(0);
    vi.advanceTimersByTime(1);
    expect(passed()).toBe(1);
  });

  it.each(['touch', 'show'] as const)('counts the time in which the device slept, at the first %s', (act) => {
    const idle = idleWith();
    idle.sleep(MINUTE);
    idle[act]();
    expect(idle.passed()).toBe(1);
  });

  it('does nothing more once it is stopped', () => {
    const { passed, stop, touch, sleep } = idleWith();
    stop();
    sleep(2 * MINUTE);
    touch();
    vi.advanceTimersByTime(2 * MINUTE);
    expect(passed()).toBe(0);
  });
});
