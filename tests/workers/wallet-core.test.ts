import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { finalizeEvent, generateSecretKey, getPublicKey, verifyEvent } from 'nostr-tools/pure';
import { decrypt as decryptNip04, encrypt as encryptNip04 } from 'nostr-tools/nip04';
import { decrypt as decryptNip44, encrypt as encryptNip44, getConversationKey } from 'nostr-tools/nip44';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { deriveKey } from '#domain/session/key-cipher.ts';
import { writeBase64 } from '#domain/text/base64.ts';
import {
  ENCRYPTED,
  ownerOfRecord,
  readStoredWallet,
  readWalletRecord,
  walletId,
  walletRecordName,
  type OldWalletRecord,
  type WalletRecord,
} from '#domain/wallet/wallet-record.ts';
import { walletProblemOf } from '#domain/wallet/wallet-problem.ts';
import { createWalletKeeper, type WalletAnswer } from '#workers/wallet-core.ts';

const OWNER = '11'.repeat(32);
const [wallet, client] = [generateSecretKey(), generateSecretKey()];
const [walletPubkey, clientPubkey] = [getPublicKey(wallet), getPublicKey(client)];
const code = `nostr+walletconnect://${walletPubkey}?relay=wss://alder.example&secret=${bytesToHex(client)}`;

const source = {
  subtle: crypto.subtle,
  getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes),
};
const keeper = () => createWalletKeeper(source);

const valueOf = async <Value>(answer: Promise<WalletAnswer<Value>>): Promise<Value> => {
  const given = await answer;
  if (!given.ok) throw new Error(given.problem.code);
  return given.value;
};
const problemOf = async (answer: Promise<WalletAnswer<unknown>>) => {
  const given = await answer;
  return given.ok ? undefined : given.problem.code;
};

/** A pairing as it is saved, and the key that opens it. */
const kept = async () => {
  const { sealed } = await valueOf(keeper().pair(code, true));
  const { key, ...rest } = sealed!;
  const record: WalletRecord = {
    ...rest,
    pubkey: walletRecordName(OWNER, 'wallet_1_a'),
    wrappedKey: 'x',
    wrap: 'nip44',
    version: 3,
    timestamp: 5,
  };
  return { record, key };
};

describe('the keeper of a pairing', () => {
  it('takes one code, tells what everybody may know, and nothing of the secret', async () => {
    const one = keeper();
    const paired = await valueOf(one.pair(code, true));
    expect(paired.pairing).toEqual({ walletPubkey, clientPubkey, relays: ['wss://alder.example'], lud16: undefined });
    expect(JSON.stringify(paired)).not.toContain(bytesToHex(client));
    expect(await problemOf(one.pair(code, true))).toBe('worker');
    expect(Object.keys(one).sort()).toEqual(['open', 'openOld', 'pair', 'read', 'request']);
  });

  it('writes requests that only the wallet can read, in both encryptions, with an end', async () => {
    const one = keeper();
    await valueOf(one.pair(code, false));
    const event = await valueOf(one.request('{"method":"get_info"}', 'nip44_v2', 100, 130));
    expect(verifyEvent({ ...event, tags: event.tags.map((tag) => [...tag]) })).toBe(true);
    expect(event).toMatchObject({ kind: 23194, pubkey: clientPubkey, created_at: 100 });
    expect(event.tags).toEqual([
      ['p', walletPubkey],
      ['encryption', 'nip44_v2'],
      ['expiration', '130'],
    ]);
    expect(decryptNip44(event.content, getConversationKey(wallet, clientPubkey))).toBe('{"method":"get_info"}');
    const old = await valueOf(one.request('{}', 'nip04', 100, undefined));
    expect(decryptNip04(wallet, clientPubkey, old.content)).toBe('{}');
    expect(old.tags.some(([name]) => name === 'expiration')).toBe(false);
  });

  it('[NWC-10] reads what the wallet wrote, and says so of what cannot be read', async () => {
    const one = keeper();
    await valueOf(one.pair(code, false));
    expect(await valueOf(one.read(encryptNip44('{"a":1}', getConversationKey(wallet, clientPubkey)), 'nip44_v2'))).toBe(
      '{"a":1}',
    );
    expect(await valueOf(one.read(encryptNip04(wallet, clientPubkey, '{"a":1}'), 'nip04'))).toBe('{"a":1}');
    const other = encryptNip44('{}', getConversationKey(generateSecretKey(), clientPubkey));
    for (const content of ['', 'x', other]) expect(await problemOf(one.read(content, 'nip44_v2'))).toBe('unreadable');
  });

  it('[NWC-16] does nothing before it has one, and takes none with keys that are none', async () => {
    expect(await problemOf(keeper().request('{}', 'nip04', 1, undefined))).toBe('not-initialized');
    expect(await problemOf(keeper().read('', 'nip04'))).toBe('not-initialized');
    expect(await problemOf(keeper().pair(code.replace(bytesToHex(client), 'ff'.repeat(32)), false))).toBe(
      'pairing-secret',
    );
    expect(await problemOf(keeper().pair(code.replace(walletPubkey, 'ff'.repeat(32)), false))).toBe('pairing-key');
    expect(await problemOf(keeper().pair('x', false))).toBe('not-a-pairing-code');
  });

  it('opens what it sealed with the right key alone, and never the same way twice', async () => {
    const { record, key } = await kept();
    expect((await valueOf(keeper().open(record, key))).pairing.clientPubkey).toBe(clientPubkey);
    expect(await problemOf(keeper().open(record, '00'.repeat(32)))).toBe('wallet-not-found');
    expect(
      await problemOf(
        keeper().open(
          { ...record, ciphertextB64: record.ciphertextB64.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')) },
          key,
        ),
      ),
    ).toBe('wallet-not-found');
    expect((await kept()).key).not.toBe(key);
    const nothing = createWalletKeeper({ ...source, subtle: undefined });
    expect(await problemOf(nothing.open(record, key))).toBe('cannot-encrypt');
  });

  it('[WALLET-30] [WALLET-33] [WALLET-34] opens what version 2 saved, and seals it anew', async () => {
    const [salt, iv] = [crypto.getRandomValues(new Uint8Array(16)), crypto.getRandomValues(new Uint8Array(24))];
    const derived = await deriveKey(crypto.subtle, { passphrase: 'sig', salt, iterations: 1_000 });
    const old: OldWalletRecord = {
      pubkey: walletRecordName(OWNER),
      kdf: 'PBKDF2',
      iterations: 1_000,
      saltB64: writeBase64(salt),
      algo: 'XCHACHA20-POLY1305',
      ivB64: writeBase64(iv),
      ciphertextB64: writeBase64(xchacha20poly1305(derived, iv).encrypt(new TextEncoder().encode(code))),
      version: 2,
      timestamp: 1,
    };
    const opened = await valueOf(keeper().openOld(readWalletRecord(old) as OldWalletRecord, 'sig'));
    expect(opened.pairing.clientPubkey).toBe(clientPubkey);
    expect(opened.sealed).toMatchObject({ algo: 'AES-GCM' });
    expect(await problemOf(keeper().openOld(old, 'other'))).toBe('wallet-not-found');
  });

  it('signs nothing that a page could pass off as a note', async () => {
    const one = keeper();
    await valueOf(one.pair(code, false));
    const forged = finalizeEvent({ kind: 1, tags: [], content: 'x', created_at: 1 }, client);
    expect((await valueOf(one.request(JSON.stringify(forged), 'nip04', 1, undefined))).kind).toBe(23194);
  });
});

describe('a saved wallet', () => {
  it('is read in its own version alone', async () => {
    const { record } = await kept();
    expect(readWalletRecord(structuredClone(record))).toEqual(record);
    const problem = (value: unknown) => {
      try {
        readWalletRecord(value);
        return undefined;
      } catch (error) {
        return walletProblemOf(error).code;
      }
    };
    expect(problem({ ...record, version: 4 })).toBe('wallet-not-found');
    expect(problem({ ...record, ivB64: 'AA==' })).toBe('wallet-not-found');
    expect(problem({ ...record, pubkey: 'nsec_x' })).toBe('wallet-not-found');
    expect(problem({ ...record, version: 2 })).toBe('wallet-not-found');
  });

  it('[WALLET-31] of version 2 is read by that version alone', () => {
    const old = {
      pubkey: walletRecordName(OWNER),
      kdf: 'PBKDF2',
      iterations: 1_000,
      saltB64: btoa('s'.repeat(16)),
      algo: 'XCHACHA20-POLY1305',
      ivB64: btoa('i'.repeat(24)),
      ciphertextB64: btoa('c'),
      timestamp: 5,
    };
    expect(readWalletRecord({ ...old, version: 2 })).toEqual({ ...old, version: 2 });
    for (const version of [4, '2', null])
      expect(() => readWalletRecord({ ...old, version })).toThrow('wallet-not-found');
  });

  it('[WALLET-31] [WALLET-32] [WALLET-39] of the first version, under a passphrase, is said to be too old', () => {
    for (const version of [undefined, 1])
      expect(() => readWalletRecord({ pubkey: walletRecordName(OWNER), version, ciphertextB64: 'AA==' })).toThrow(
        'wallet-too-old',
      );
  });

  it('[WALLET-09] [WALLET-10] [WALLET-28] [WALLET-29] stands in the list with a name, or is ignored', () => {
    const stored = {
      id: walletId(5, 'ab1'),
      name: 'Mine',
      connectionString: ENCRYPTED,
      walletType: 'nwc',
      connectedAt: 5,
      lastUsed: 6,
      persist: true,
      pubkey: OWNER,
    };
    expect(stored.id).toBe('wallet_5_ab1');
    expect(readStoredWallet(stored)).toEqual(stored);
    expect(readStoredWallet({ ...stored, walletType: 'webln', connectionString: '' })).toMatchObject({
      walletType: 'webln',
    });
    for (const wrong of [{ id: '' }, { walletType: 'other' }, { connectionString: '' }, { pubkey: 'x' }, { id: '<b>' }])
      expect(readStoredWallet({ ...stored, ...wrong })).toBeUndefined();
    expect(readStoredWallet(null)).toBeUndefined();
  });

  it('tells by its name whose it is', () => {
    expect(ownerOfRecord(walletRecordName(OWNER, 'wallet_1_a'))).toEqual({ owner: OWNER, id: 'wallet_1_a' });
    expect(ownerOfRecord(walletRecordName(OWNER))).toEqual({ owner: OWNER, id: undefined });
    expect([ownerOfRecord(`nsec_${OWNER}`), ownerOfRecord(5)]).toEqual([undefined, undefined]);
  });
});
