import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problemText } from '#ui/texts/problem-text.ts';
import { Failure } from '#domain/problem.ts';
import { createCurrentSigner } from '#actors/session/current-signer.ts';
import { createExtension } from '#actors/session/extension.ts';
import {
  EXTENSION_PUBLIC_KEY_TIMEOUT_MS,
  EXTENSION_SIGN_POW_TIMEOUT_MS,
  EXTENSION_SIGN_TIMEOUT_MS,
} from '#domain/session/session-limits.ts';
import type { EventTemplate, Signer } from '#domain/protocol/signer.ts';
import type { Account } from '#store/session/account.ts';
import { nobleCheck } from '#workers/verify-noble.ts';

const secret = new Uint8Array(32).fill(9);
const pubkey = getPublicKey(secret);
const template: EventTemplate = { kind: 1, created_at: 1_700_000_000, tags: [['t', 'x']], content: 'hello' };
const mined: EventTemplate = { ...template, tags: [['nonce', '7', '16']] };
const never = () => new Promise<never>(() => undefined);

const signs = (event: EventTemplate) => finalizeEvent({ ...event, tags: event.tags.map((tag) => [...tag]) }, secret);

type Nip07 = Record<string, unknown>;

const extensionWith = (nostr: Nip07 | undefined) =>
  createExtension({ window: { nostr }, loadCheck: () => Promise.resolve(nobleCheck) });

const whole = (changes: Nip07 = {}): Nip07 => ({ getPublicKey: () => pubkey, signEvent: signs, ...changes });

const messageFrom = async (promise: Promise<unknown>): Promise<string | undefined> => {
  try {
    await promise;
    return undefined;
  } catch (error) {
    return error instanceof Failure ? problemText(error.problem) : `not a Failure: ${String(error)}`;
  }
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('extension', () => {
  it('[LOGIN-11] [LOGIN-12] is there when it offers what NIP-07 asks for, whenever it arrives', () => {
    const window: { nostr?: unknown } = {};
    const extension = createExtension({ window, loadCheck: () => Promise.resolve(nobleCheck) });
    expect(extension.available()).toBe(false);
    for (const nostr of [null, 'text', {}, { getPublicKey: () => pubkey }]) {
      window.nostr = nostr;
      expect(extension.available()).toBe(false);
    }
    window.nostr = whole();
    expect(extension.available()).toBe(true);
    delete window.nostr;
    expect(extension.available()).toBe(false);
  });

  it('[LOGIN-02] gives its public key, and nothing that is none', async () => {
    expect(await extensionWith(whole()).publicKey()).toBe(pubkey);
    expect(await extensionWith(whole({ getPublicKey: () => Promise.resolve(pubkey.toUpperCase()) })).publicKey()).toBe(
      pubkey,
    );
    for (const answer of ['', 'npub1x', 5, undefined, { pubkey }])
      expect(await messageFrom(extensionWith(whole({ getPublicKey: () => answer })).publicKey())).toBe(
        'Failed to sign in with extension',
      );
  });

  it('[LOGIN-13] [LOGIN-14] waits 15 s for the public key', async () => {
    const message = vi.fn();
    void messageFrom(extensionWith(whole({ getPublicKey: never })).publicKey()).then(message);
    await vi.advanceTimersByTimeAsync(EXTENSION_PUBLIC_KEY_TIMEOUT_MS - 1);
    expect(EXTENSION_PUBLIC_KEY_TIMEOUT_MS).toBe(15_000);
    expect(message).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(message).toHaveBeenCalledWith('Extension did not respond in time');
  });

  it('[LOGIN-20] shows the words of the extension, or its own', async () => {
    const textOf = (error: unknown) =>
      messageFrom(extensionWith(whole({ getPublicKey: () => Promise.reject(error) })).publicKey());
    expect(await textOf(new Error('User rejected'))).toBe('The extension says: “User rejected”');
    expect(await textOf('denied')).toBe('The extension says: “denied”');
    expect(await textOf({ message: 'no' })).toBe('The extension says: “no”');
    for (const silent of [new Error(''), undefined, {}, 5, new Error(' \u200b'), '\u200b\u2060', '\u200e\u200d'])
      expect(await textOf(silent)).toBe('Failed to sign in with extension');
    expect((await textOf(new Error('x'.repeat(5_000))))!.length).toBeLessThanOrEqual(250);
    const throws = () => {
      throw new Error('at once');
    };
    expect(await messageFrom(extensionWith(whole({ getPublicKey: throws })).publicKey())).toBe(
      'The extension says: “at once”',
    );
  });

  it('can be cancelled while it says nothing', async () => {
    const cancelled = new AbortController();
    const message = messageFrom(extensionWith(whole({ getPublicKey: never })).publicKey(cancelled.signal));
    cancelled.abort();
    expect(await message).toBe('Cancelled.');
    expect(await messageFrom(extensionWith(whole()).publicKey(cancelled.signal))).toBe('Cancelled.');
  });

  it('[LOGIN-15] [LOGIN-16] waits 20 s for a signature, 30 s with proof of work', async () => {
    const text = 'Extension did not respond to sign request. Please check your extension and try again.';
    const signer = extensionWith(whole({ signEvent: never })).signer(pubkey);
    for (const [event, ms] of [
      [template, EXTENSION_SIGN_TIMEOUT_MS],
      [mined, EXTENSION_SIGN_POW_TIMEOUT_MS],
    ] as const) {
      const message = vi.fn();
      void messageFrom(signer.signEvent(event)).then(message);
      await vi.advanceTimersByTimeAsync(ms - 1);
      expect(message).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(message).toHaveBeenCalledWith(text);
    }
    expect([EXTENSION_SIGN_TIMEOUT_MS, EXTENSION_SIGN_POW_TIMEOUT_MS]).toEqual([20_000, 30_000]);
  });

  it('[LOGIN-17] fails to sign when it is gone', async () => {
    expect(await messageFrom(extensionWith(undefined).signer(pubkey).signEvent(template))).toBe(
      'Nostr extension not found',
    );
    expect(await messageFrom(extensionWith(undefined).publicKey())).toBe('Nostr extension not found');
  });

  it('[LOGIN-12] signs, and the event is frozen', async () => {
    for (const event of [template, mined]) {
      const signed = await extensionWith(whole()).signer(pubkey).signEvent(event);
      expect(signed).toMatchObject({ ...event, pubkey });
      expect(Object.isFrozen(signed)).toBe(true);
    }
  });

  it('[LOGIN-12] lets no other event, other author or false signature pass', async () => {
    const other = new Uint8Array(32).fill(8);
    const answers: readonly ((event: EventTemplate) => unknown)[] = [
      (event) => signs({ ...event, content: 'changed' }),
      (event) => signs({ ...event, tags: [] }),
      (event) => signs({ ...event, kind: 5 }),
      (event) => signs({ ...event, created_at: event.created_at - 1 }),
      (event) => ({ ...signs(event), sig: '0'.repeat(128) }),
      (event) => ({ ...signs(event), id: 'a'.repeat(64) }),
      (event) => ({ ...signs(event), pubkey: 'b'.repeat(64) }),
      (event) => finalizeEvent({ ...event, tags: [['t', 'x']] }, other),
      () => undefined,
      () => 'signed',
      () => ({}),
    ];
    for (const signEvent of answers)
      expect(await messageFrom(extensionWith(whole({ signEvent })).signer(pubkey).signEvent(template))).toMatch(
        /^The extension (gave back something else|signed as another account)/,
      );
  });

  it('offers its encryption when it has any', async () => {
    const cipher = { encrypt: (_: string, text: string) => `<${text}>`, decrypt: () => Promise.resolve('plain') };
    const signer = extensionWith(whole({ nip44: cipher, nip04: { encrypt: () => '' } })).signer(pubkey);
    expect(signer.nip04).toBeUndefined();
    expect(await signer.nip44!.encrypt(pubkey, 'x')).toBe('<x>');
    expect(await signer.nip44!.decrypt(pubkey, 'x')).toBe('plain');
    const strange = extensionWith(whole({ nip44: { ...cipher, decrypt: () => 5 } })).signer(pubkey);
    expect(await messageFrom(strange.nip44!.decrypt(pubkey, 'x'))).toMatch(/^Extension did not respond/);
  });
});

describe('current signer', () => {
  const own = { pubkey } as Signer;
  const signerFor = (account: Account, held?: Signer) =>
    createCurrentSigner({
      account: { get: () => account },
      vault: { signer: () => held },
      extension: extensionWith(whole()),
    });

  it('[ROLE-02] [ROLE-03] is the extension or the unlocked key of the account', () => {
    const extended = signerFor({ pubkey, method: 'nip07', persisted: false });
    expect(extended()?.pubkey).toBe(pubkey);
    expect(extended()).toBe(extended());
    const vault = signerFor({ pubkey, method: 'nsec', persisted: false }, own);
    expect(vault()?.pubkey).toBe(pubkey);
    expect(vault()).toBe(vault());
  });

  it('signs nothing that holds a secret key, wherever it stands', async () => {
    const signEvent = vi.fn<Signer['signEvent']>();
    const signer = signerFor({ pubkey, method: 'nsec', persisted: false }, { ...own, signEvent })()!;
    const template = { kind: 1, created_at: 1, tags: [['t', 'x']], content: 'hello' };
    for (const secret of [`nsec1${'q'.repeat(58)}`, `NSEC1${'Q'.repeat(58)}`, `ncryptsec1${'q'.repeat(150)}`]) {
      await expect(signer.signEvent({ ...template, content: `my ${secret}!` })).rejects.toThrow('secret-inside');
      await expect(signer.signEvent({ ...template, tags: [['r', `wss://${secret}`]] })).rejects.toThrow(
        'secret-inside',
      );
      await expect(signer.signEvent({ ...template, tags: [[secret]] })).rejects.toThrow('secret-inside');
    }
    expect(signEvent).not.toHaveBeenCalled();
    await signer.signEvent(template);
    expect(signEvent).toHaveBeenCalledWith(template);
  });

  it('[ROLE-04] [ROLE-05] is nobody for visitors, read-only logins, locked keys and keys of others', () => {
    const none = { method: 'none', persisted: false } as const;
    expect(signerFor({ pubkey: undefined, ...none }, own)()).toBeUndefined();
    expect(signerFor({ pubkey, ...none }, own)()).toBeUndefined();
    expect(signerFor({ pubkey, method: 'nsec', persisted: true })()).toBeUndefined();
    const other = { pubkey: 'c'.repeat(64) } as Signer;
    expect(signerFor({ pubkey, method: 'nsec', persisted: true }, other)()).toBeUndefined();
  });
});
