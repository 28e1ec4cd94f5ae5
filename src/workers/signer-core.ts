import { schnorr } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { decrypt as decryptNip04, encrypt as encryptNip04 } from 'nostr-tools/nip04';
import { decrypt as decryptNip44, encrypt as encryptNip44, getConversationKey } from 'nostr-tools/nip44';
import { encodeBech32 } from '#domain/protocol/bech32.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { buildKeyRecord, deriveKey, openKeyRecord, type CryptoSource } from '#domain/session/key-cipher.ts';
import { KeyError } from '#domain/session/key-problem.ts';
import type { KeyProblem } from '#domain/session/session-problem.ts';
import { pubkeyOfName, type KeyCipher, type KeyRecord } from '#domain/session/key-record.ts';
import { KEY_PBKDF2_ITERATIONS, KEY_CALIBRATION_ITERATIONS } from '#domain/session/session-limits.ts';
import { encodeBare } from '#domain/protocol/nip19.ts';
import { decryptSecret, encryptSecret } from '#domain/session/nip49.ts';
import { readSecretBytes } from '#domain/session/secret-bytes.ts';
import type { EventTemplate } from '#domain/protocol/signer.ts';
import { pubkeyOf, signedEvent } from './signed-event.ts';

/** What a call comes to; failures cross over as plain data without a trace of where they happened. */
export type CallAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: KeyProblem };

/** How a key is to be saved; `timestamp` in ms. */
export type Saving = { readonly passphrase: string; readonly algo: KeyCipher; readonly timestamp: number };

/** Whose key the worker holds now, and the record to save when one was asked for. */
export type Held = { readonly pubkey: string; readonly record: KeyRecord | undefined };

/** A new key in all the forms it is shown in (KEY-36). */
export type KeyForms = {
  readonly pubkey: string;
  readonly hex: string;
  readonly npub: string;
  readonly nsec: string;
};

type Way = 'nip44' | 'nip04';
type Direction = 'encrypt' | 'decrypt';

/**
 * The only place of a secret key. A worker takes one key once; from then on it signs and encrypts with it and has no call
 * that gives it back, or that would encrypt it under a passphrase of the caller's choice. `reveal` and `exportKey` open a
 * record by its passphrase and keep nothing.
 */
export type SignerWorker = {
  hold(secret: string, saving: Saving | undefined): Promise<CallAnswer<Held>>;
  generate(): Promise<CallAnswer<KeyForms>>;
  /** The record of the generated key, as long as it is not taken. */
  saveGenerated(saving: Saving): Promise<CallAnswer<KeyRecord>>;
  /** Takes the generated key. */
  adopt(): Promise<CallAnswer<Held>>;
  unlock(record: KeyRecord, passphrase: string): Promise<CallAnswer<Held>>;
  importKey(ncryptsec: string, passphrase: string, saving: Saving | undefined): Promise<CallAnswer<Held>>;
  /** nsec */
  reveal(record: KeyRecord, passphrase: string): Promise<CallAnswer<string>>;
  /** ncryptsec */
  exportKey(record: KeyRecord, passphrase: string): Promise<CallAnswer<string>>;
  sign(template: EventTemplate): Promise<CallAnswer<NostrEvent>>;
  cipher(way: Way, direction: Direction, pubkey: string, text: string): Promise<CallAnswer<string>>;
  /** ms that a derivation takes on this machine */
  calibrate(): Promise<CallAnswer<number>>;
};

const answered =
  <Args extends readonly unknown[], Value>(act: (...args: Args) => Promise<Value>) =>
  async (...args: Args): Promise<CallAnswer<Value>> => {
    try {
      return { ok: true, value: await act(...args) };
    } catch (error) {
      return { ok: false, problem: error instanceof KeyError ? error.key : 'failed' };
    }
  };

/** 64 hex characters may be no key: zero, or a number that is too large. */
const secretIn = (hex: string): Uint8Array => {
  try {
    return readSecretBytes(hex);
  } catch {
    throw new KeyError('corrupted');
  }
};

/** Opens a record whose key is the one its name says. */
const openRecord = async ({ subtle }: CryptoSource, record: KeyRecord, passphrase: string): Promise<Uint8Array> => {
  const secret = secretIn(await openKeyRecord(subtle, record, passphrase));
  if (pubkeyOf(secret) !== pubkeyOfName(record.pubkey)) throw new KeyError('corrupted');
  return secret;
};

const signWith = (secret: Uint8Array, template: EventTemplate): NostrEvent => {
  const event = signedEvent(secret, template);
  if (!event) throw new KeyError('failed');
  return event;
};

const throughCipher = (secret: Uint8Array, way: Way, direction: Direction, pubkey: string, text: string): string => {
  if (way === 'nip04') return (direction === 'encrypt' ? encryptNip04 : decryptNip04)(secret, pubkey, text);
  const key = getConversationKey(secret, pubkey);
  try {
    return (direction === 'encrypt' ? encryptNip44 : decryptNip44)(text, key);
  } finally {
    key.fill(0);
  }
};

/** How long PBKDF2 takes here, from a short trial; ms by `clock`. */
const calibrate = async ({ subtle }: CryptoSource, clock: () => number): Promise<number> => {
  const trial = { passphrase: 'calibration', salt: new Uint8Array(16), iterations: KEY_CALIBRATION_ITERATIONS };
  const began = clock();
  await deriveKey(subtle, trial);
  return ((clock() - began) * KEY_PBKDF2_ITERATIONS) / KEY_CALIBRATION_ITERATIONS;
};

/** The signer behind the worker's messages; `clock` in ms. */
export const createSigner = (source: CryptoSource, clock: () => number): SignerWorker => {
  let held: Uint8Array | undefined;
  let generated: Uint8Array | undefined;

  const secretHeld = () => {
    if (!held) throw new KeyError('locked');
    return held;
  };
  const newSecret = () => {
    if (!generated) throw new KeyError('no-key');
    return generated;
  };
  const recordOf = (secret: Uint8Array, saving: Saving) =>
    buildKeyRecord(source, { ...saving, pubkey: pubkeyOf(secret), secretHex: bytesToHex(secret) });
  const take = async (secret: Uint8Array, saving: Saving | undefined): Promise<Held> => {
    const record = saving && (await recordOf(secret, saving));
    if (held) throw new KeyError('failed');
    held = secret;
    return { pubkey: pubkeyOf(secret), record };
  };
  const wiped = async <Value>(secret: Uint8Array, read: (secret: Uint8Array) => Value): Promise<Value> => {
    try {
      return read(secret);
    } finally {
      secret.fill(0);
    }
  };

  return {
    hold: answered(async (secret, saving) => take(readSecretBytes(secret), saving)),
    generate: answered(async () => {
      generated?.fill(0);
      generated = schnorr.utils.randomSecretKey(source.getRandomValues(new Uint8Array(48)));
      const pubkey = pubkeyOf(generated);
      const hex = bytesToHex(generated);
      return { pubkey, hex, npub: encodeBare('npub', pubkey), nsec: encodeBech32('nsec', generated) };
    }),
    saveGenerated: answered(async (saving) => recordOf(newSecret(), saving)),
    adopt: answered(async () => {
      const taken = await take(newSecret(), undefined);
      generated = undefined;
      return taken;
    }),
    unlock: answered(async (record, passphrase) => take(await openRecord(source, record, passphrase), undefined)),
    importKey: answered(async (ncryptsec, passphrase, saving) => take(decryptSecret(ncryptsec, passphrase), saving)),
    reveal: answered(async (record, passphrase) =>
      wiped(await openRecord(source, record, passphrase), (secret) => encodeBech32('nsec', secret)),
    ),
    exportKey: answered(async (record, passphrase) =>
      wiped(await openRecord(source, record, passphrase), (secret) => encryptSecret(secret, passphrase)),
    ),
    sign: answered(async (template) => signWith(secretHeld(), template)),
    cipher: answered(async (way, direction, pubkey, text) => throughCipher(secretHeld(), way, direction, pubkey, text)),
    calibrate: answered(async () => calibrate(source, clock)),
  };
};
