import { verifyEvent } from 'nostr-tools/pure';
import * as nip04 from 'nostr-tools/nip04';
import { npubEncode, nsecEncode } from 'nostr-tools/nip19';
import * as nip44 from 'nostr-tools/nip44';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readKeyEnvironment } from '#actors/session/keys.ts';
import { createVault, type Vault, type VaultDeps } from '#actors/session/vault.ts';
import { buildKeyRecord, type CryptoSource } from '#domain/session/key-cipher.ts';
import { keyProblemOf } from '#domain/session/key-problem.ts';
import { KEY_DERIVATION_TIMEOUT_MS, SIGNER_TIMEOUT_MS } from '#domain/session/session-limits.ts';
import type { KeyProblem } from '#domain/session/session-problem.ts';
import type { KeyRecord } from '#domain/session/key-record.ts';
import { sealed } from '#domain/protocol/sealed.ts';
import { FakeSignerWorker } from '#tests/support/fake-signer-worker.ts';
import { createSigner, type SignerWorker } from '#workers/signer-core.ts';

const SECRET = '67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa';
const NSEC = 'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5';
const PUBKEY = '7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e';
const PASSPHRASE = 'correct horse';
const environment = { randomness: true, webCrypto: true, iosStandalone: false };
const source: CryptoSource = { subtle: crypto.subtle, getRandomValues: (bytes) => crypto.getRandomValues(bytes) };
const never = () => new Promise<never>(() => undefined);

let workers: FakeSignerWorker[];

const vaultOf = (changes: Partial<SignerWorker> = {}, deps: Partial<VaultDeps> = {}): Vault =>
  createVault({
    spawn: () => {
      const worker = new FakeSignerWorker(changes);
      workers.push(worker);
      return worker;
    },
    environment,
    now: () => 77,
    ...deps,
  });

const problemFrom = async (promise: Promise<unknown>): Promise<KeyProblem | undefined> => {
  try {
    await promise;
    return undefined;
  } catch (error) {
    return keyProblemOf(error);
  }
};

const saved = async (vault: Vault): Promise<KeyRecord> => (await vault.hold(sealed(NSEC), sealed(PASSPHRASE))).record!;
const running = () => workers.filter(({ terminated }) => !terminated);
const template = { kind: 1, created_at: 1_700_000_000, tags: [['t', 'x']], content: 'héllo' };

beforeEach(() => (workers = []));
afterEach(() => {
  vi.useRealTimers();
  for (const worker of workers) worker.terminate();
});

describe('vault', () => {
  it('[LOGIN-03] [LOGIN-28] holds a typed key, keeps it only in its worker and signs with it', async () => {
    const vault = vaultOf();
    expect(vault.signer()).toBeUndefined();
    expect(await vault.hold(sealed(NSEC))).toEqual({ pubkey: PUBKEY, record: undefined });
    const event = await vault.signer()!.signEvent(template);
    expect(verifyEvent(structuredClone(event) as Parameters<typeof verifyEvent>[0])).toBe(true);
    expect(event).toMatchObject({ ...template, pubkey: PUBKEY });
    expect(Object.isFrozen(event)).toBe(true);
    expect([vault.pubkey(), vault.signer()]).toEqual([PUBKEY, vault.signer()]);
    expect(JSON.stringify(vault.signer())).not.toContain(SECRET);
  });

  it('[LOGIN-25] [LOGIN-26] says what is wrong with the text, and a key in place stays', async () => {
    const vault = vaultOf();
    await vault.hold(sealed(SECRET));
    expect(await problemFrom(vault.hold(sealed('nonsense')))).toBe('secret-format');
    const empty = sealed('x');
    empty.take();
    expect(await problemFrom(vault.hold(empty))).toBe('no-secret');
    expect(vault.pubkey()).toBe(PUBKEY);
    expect(running()).toHaveLength(1);
  });

  it('[LOGIN-29] [KEY-31] makes a record with the key, which opens it again', async () => {
    const vault = vaultOf();
    const record = await saved(vault);
    expect(record).toMatchObject({ pubkey: `nsec_${PUBKEY}`, algo: 'AES-GCM', timestamp: 77 });
    const { signEvent } = vault.signer()!;
    const signing = problemFrom(signEvent(template));
    vault.forget();
    expect([await signing, await problemFrom(signEvent(template))]).toEqual(['locked', 'locked']);
    expect([vault.signer(), running()]).toEqual([undefined, []]);
    expect((await vault.unlock(record, sealed(PASSPHRASE))).pubkey).toBe(PUBKEY);
    expect(vault.pubkey()).toBe(PUBKEY);
  });

  it('[KEY-01] [KEY-04] [KEY-17] [KEY-20] [KEY-33] [KEY-39] refuses before any worker starts', async () => {
    const record = await saved(vaultOf());
    workers = [];
    const vault = vaultOf();
    const without = vaultOf({}, { environment: { ...environment, webCrypto: false } });
    const ios = vaultOf({}, { environment: { ...environment, webCrypto: false, iosStandalone: true } });
    expect(await problemFrom(vault.hold(sealed(NSEC), sealed('1234567')))).toBe('short-passphrase');
    expect(await problemFrom(vault.unlock(record, sealed('')))).toBe('no-passphrase');
    expect(await problemFrom(vault.reveal(record, sealed('1234567')))).toBe('short-passphrase');
    expect(await problemFrom(without.hold(sealed(NSEC), sealed(PASSPHRASE)))).toBe('no-webcrypto');
    expect(await problemFrom(without.unlock(record, sealed(PASSPHRASE)))).toBe('environment');
    expect(await problemFrom(ios.unlock(record, sealed(PASSPHRASE)))).toBe('ios');
    expect(await problemFrom(vault.adopt())).toBe('no-key');
    const random = vaultOf({}, { environment: { ...environment, randomness: false } });
    expect(await problemFrom(random.generate())).toBe('no-randomness');
    expect(workers).toEqual([]);
  });

  it('[KEY-26] [KEY-27] leaves the key in place when another cannot be unlocked', async () => {
    const vault = vaultOf();
    const record = await saved(vault);
    expect(await problemFrom(vault.unlock(record, sealed('wrong horse')))).toBe('wrong-passphrase');
    const other = { ...record, pubkey: `nsec_${'ab'.repeat(32)}` };
    expect(await problemFrom(vault.unlock(other, sealed(PASSPHRASE)))).toBe('corrupted');
    expect([vault.pubkey(), running().length]).toEqual([PUBKEY, 1]);
  });

  it('[KEY-23] [KEY-27] [KEY-30] finds a record corrupted that holds 64 hex characters which are no key', async () => {
    const parts = { pubkey: PUBKEY, passphrase: PASSPHRASE, algo: 'AES-GCM', timestamp: 5 } as const;
    for (const secretHex of ['0'.repeat(64), 'f'.repeat(64)]) {
      const record = await buildKeyRecord(source, { ...parts, secretHex });
      expect(await problemFrom(vaultOf().unlock(record, sealed(PASSPHRASE)))).toBe('corrupted');
      expect(await problemFrom(vaultOf().reveal(record, sealed(PASSPHRASE)))).toBe('corrupted');
    }
  });

  it('[KEY-01] [KEY-33] opens and shows what was saved when two units of an emoji counted as two characters', async () => {
    const [passphrase, vault] = ['🔑🔑🔑🔑', vaultOf()];
    expect(await problemFrom(vault.hold(sealed(NSEC), sealed(passphrase)))).toBe('short-passphrase');
    const parts = { pubkey: PUBKEY, secretHex: SECRET, algo: 'AES-GCM', timestamp: 5 } as const;
    const record = await buildKeyRecord(source, { ...parts, passphrase });
    expect((await vault.unlock(record, sealed(passphrase))).pubkey).toBe(PUBKEY);
    expect((await vault.reveal(record, sealed(passphrase))).take()).toBe(NSEC);
  });

  it('[KEY-32] [KEY-34] reveals a record to its passphrase and keeps nothing of it', async () => {
    const vault = vaultOf();
    const record = await saved(vault);
    expect((await vault.reveal(record, sealed(PASSPHRASE))).take()).toBe(NSEC);
    expect(await problemFrom(vault.reveal(record, sealed('wrong horse')))).toBe('wrong-passphrase');
    expect(running()).toHaveLength(1);
  });

  it('[KEY-36] [KEY-37] [KEY-38] generates a key, shows it, and takes it', async () => {
    const vault = vaultOf();
    const made = await vault.generate();
    const { hex, nsec } = made.secret.take()!;
    expect(hex).toMatch(/^[0-9a-f]{64}$/);
    expect([made.npub, nsec]).toEqual([npubEncode(made.pubkey), nsecEncode(Buffer.from(hex, 'hex'))]);
    expect(vault.signer()).toBeUndefined();
    const held = await vault.adopt(sealed(PASSPHRASE));
    expect([held.pubkey, vault.pubkey()]).toEqual([made.pubkey, made.pubkey]);
    expect((await vault.reveal(held.record!, sealed(PASSPHRASE))).take()).toBe(nsec);
    expect((await vaultOf().hold(sealed(nsec))).pubkey).toBe(made.pubkey);
    expect(await problemFrom(vault.adopt())).toBe('no-key');
  });

  it('[KEY-37] keeps a generated key when saving it is cancelled, and forgets it when it is discarded', async () => {
    const vault = vaultOf();
    const { pubkey } = await vault.generate();
    const cancelled = new AbortController();
    const first = vault.adopt(sealed(PASSPHRASE), cancelled.signal);
    cancelled.abort();
    expect(await problemFrom(first)).toBe('cancelled');
    expect((await vault.adopt()).pubkey).toBe(pubkey);
    await vault.generate();
    vault.discard();
    expect(await problemFrom(vault.adopt())).toBe('no-key');
    expect([vault.pubkey(), running().length]).toEqual([pubkey, 1]);
  });

  it('exports a saved key as ncryptsec and imports it', async () => {
    const vault = vaultOf();
    const ncryptsec = await vault.exportKey(await saved(vault), sealed(PASSPHRASE));
    expect(ncryptsec).toMatch(/^ncryptsec1/);
    vault.forget();
    expect(await problemFrom(vault.importKey(ncryptsec, sealed('wrong horse'), false))).toBe('wrong-passphrase');
    // what is wrong with the key itself is said first
    expect(await problemFrom(vault.importKey(ncryptsec.slice(0, -1), sealed(''), true))).toBe('ncryptsec');
    expect(await problemFrom(vault.importKey(ncryptsec, sealed(''), true))).toBe('no-passphrase');
    expect(await problemFrom(vault.importKey(ncryptsec, sealed('short'), true))).toBe('short-own-passphrase');
    const held = await vault.importKey(ncryptsec, sealed(PASSPHRASE), true);
    expect([held.pubkey, held.record?.pubkey]).toEqual([PUBKEY, `nsec_${PUBKEY}`]);
  });

  it('encrypts and decrypts by NIP-44 and NIP-04', async () => {
    const vault = vaultOf();
    await vault.hold(sealed(SECRET));
    const { nip44: modern, nip04: old } = vault.signer()!;
    const theirs = Uint8Array.from({ length: 32 }, () => 3);
    const other = await vaultOf().hold(sealed('03'.repeat(32)));
    const key = nip44.getConversationKey(theirs, PUBKEY);
    expect(nip44.decrypt(await modern!.encrypt(other.pubkey, 'ünï'), key)).toBe('ünï');
    expect(await modern!.decrypt(other.pubkey, nip44.encrypt('back', key))).toBe('back');
    expect(nip04.decrypt(theirs, PUBKEY, await old!.encrypt(other.pubkey, 'ünï'))).toBe('ünï');
    expect(await old!.decrypt(other.pubkey, nip04.encrypt(theirs, PUBKEY, 'back'))).toBe('back');
    expect(await problemFrom(modern!.decrypt(other.pubkey, 'nonsense'))).toBe('failed');
  });

  it('[KEY-31] loses the key when its worker dies, says so and starts anew', async () => {
    const vault = vaultOf();
    await vault.hold(sealed(SECRET));
    const lost = vi.fn();
    const stop = vault.onLost(lost);
    const { signEvent } = vault.signer()!;
    const signing = problemFrom(signEvent(template));
    workers[0]!.crash();
    expect(await signing).toBe('worker');
    expect(await problemFrom(signEvent(template))).toBe('worker');
    expect([vault.signer(), lost.mock.calls.length]).toEqual([undefined, 1]);
    stop();
    await vault.hold(sealed(SECRET));
    expect(vault.pubkey()).toBe(PUBKEY);
    workers[1]!.crash('messageerror');
    expect([vault.signer(), lost.mock.calls.length]).toEqual([undefined, 1]);
  });

  it('[KEY-28] says that the worker cannot be loaded, at once or later', async () => {
    const refused = vaultOf(
      {},
      {
        spawn: () => {
          throw new Error('no workers');
        },
      },
    );
    expect(await problemFrom(refused.hold(sealed(NSEC)))).toBe('worker');
    const vault = vaultOf({ hold: never });
    const holding = problemFrom(vault.hold(sealed(NSEC)));
    workers[0]!.crash();
    expect(await holding).toBe('worker');
    expect(running()).toEqual([]);
  });

  it('ends a derivation that is cancelled or takes too long, and a signature that never comes', async () => {
    const vault = vaultOf({ unlock: never, sign: never });
    const record = await saved(vault);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const cancelled = new AbortController();
    const first = problemFrom(vault.unlock(record, sealed(PASSPHRASE), cancelled.signal));
    cancelled.abort();
    expect(await first).toBe('cancelled');
    expect(await problemFrom(vault.unlock(record, sealed(PASSPHRASE), cancelled.signal))).toBe('cancelled');
    const second = problemFrom(vault.unlock(record, sealed(PASSPHRASE)));
    await vi.advanceTimersByTimeAsync(KEY_DERIVATION_TIMEOUT_MS);
    expect(await second).toBe('timeout');
    const third = problemFrom(vault.signer()!.signEvent(template));
    await vi.advanceTimersByTimeAsync(SIGNER_TIMEOUT_MS);
    expect(await third).toBe('timeout');
    expect([vault.pubkey(), running().length]).toEqual([PUBKEY, 1]);
  });

  it('estimates once how long a derivation takes, and the next act uses the worker that did', async () => {
    const vault = vaultOf();
    const ms = await vault.estimate();
    expect(ms).toBeGreaterThan(0);
    expect(await vault.estimate()).toBe(ms);
    await vault.hold(sealed(SECRET));
    expect(workers).toHaveLength(1);
  });
});

describe('signer worker', () => {
  it('[LOGIN-28] has no call that gives back the key it holds or encrypts it anew', async () => {
    const source = {
      subtle: crypto.subtle,
      getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes),
    };
    const worker = createSigner(source, () => 0);
    await worker.hold(SECRET, undefined);
    const saving = { passphrase: 'chosen by a thief', algo: 'AES-GCM', timestamp: 0 } as const;
    expect(await worker.adopt()).toEqual({ ok: false, problem: 'no-key' });
    expect(await worker.saveGenerated(saving)).toEqual({ ok: false, problem: 'no-key' });
    expect(await worker.hold(SECRET, saving)).toEqual({ ok: false, problem: 'failed' });
  });

  it('[KEY-37] does not save a generated key any more once it is taken', async () => {
    const vault = vaultOf();
    await vault.generate();
    await vault.adopt();
    expect(await problemFrom(vault.adopt(sealed(PASSPHRASE)))).toBe('no-key');
  });

  it('[ROLE-04] signs nothing without a key', async () => {
    const source = { subtle: crypto.subtle, getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => bytes };
    const worker = createSigner(source, () => 0);
    expect(await worker.sign(template)).toEqual({ ok: false, problem: 'locked' });
    expect(await worker.cipher('nip44', 'encrypt', PUBKEY, 'x')).toEqual({ ok: false, problem: 'locked' });
  });
});

describe('environment', () => {
  it('[KEY-03] [KEY-04] [KEY-07] is read from the window', () => {
    expect(readKeyEnvironment({ crypto, navigator: {} })).toEqual(environment);
    expect(readKeyEnvironment({ navigator: { standalone: true } })).toEqual({
      randomness: false,
      webCrypto: false,
      iosStandalone: true,
    });
  });
});
