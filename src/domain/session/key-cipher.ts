import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { pbkdf2Async } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { KeyError } from './key-problem.ts';
import { readBase64, writeBase64 } from '#domain/text/base64.ts';
import { IV_BYTES, recordName, type KeyCipher, type KeyRecord } from './key-record.ts';
import { KEY_PBKDF2_ITERATIONS, KEY_SALT_BYTES } from './session-limits.ts';

export const KEY_XCHACHA_KEY_BYTES = 32;

type Bytes = Uint8Array<ArrayBuffer>;

/** The browser's cryptography; `subtle` is missing where the page did not come over HTTPS. */
export type CryptoSource = {
  readonly subtle: SubtleCrypto | undefined;
  readonly getRandomValues: (bytes: Bytes) => Bytes;
};

/** How a passphrase becomes a key. */
type Derivation = { readonly passphrase: string; readonly salt: Bytes; readonly iterations: number };

const BITS = 8 * KEY_XCHACHA_KEY_BYTES;
const WALLET_URI = /^nostr\+?walletconnect:/i;
const HEX_64 = /^[0-9a-f]{64}$/i;

const textBytes = (text: string): Bytes => new TextEncoder().encode(text);

/** 32 bytes by PBKDF2 with SHA-256 (KEY-05), by the browser or, where it has no WebCrypto, several times slower here. */
export const deriveKey = async (
  subtle: SubtleCrypto | undefined,
  { passphrase, salt, iterations }: Derivation,
): Promise<Bytes> => {
  const password = textBytes(passphrase);
  try {
    if (!subtle)
      return (await pbkdf2Async(sha256, password, salt, { c: iterations, dkLen: KEY_XCHACHA_KEY_BYTES })) as Bytes;
    const key = await subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    return new Uint8Array(await subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, BITS));
  } finally {
    password.fill(0);
  }
};

const gcm = async (
  subtle: SubtleCrypto | undefined,
  act: 'encrypt' | 'decrypt',
  key: Bytes,
  iv: Bytes,
  data: Bytes,
) => {
  if (!subtle) throw new KeyError(act === 'encrypt' ? 'no-webcrypto' : 'environment');
  const aes = await subtle.importKey('raw', key, 'AES-GCM', false, [act]);
  return new Uint8Array(await subtle[act]({ name: 'AES-GCM', iv }, aes, data));
};

const encrypt = (subtle: SubtleCrypto | undefined, algo: KeyCipher, key: Bytes, iv: Bytes, data: Bytes) =>
  algo === 'AES-GCM' ? gcm(subtle, 'encrypt', key, iv, data) : (xchacha20poly1305(key, iv).encrypt(data) as Bytes);

/** Bytes whose authenticity is proven; a wrong passphrase cannot be told from changed bytes. */
const decrypt = async (subtle: SubtleCrypto | undefined, algo: KeyCipher, key: Bytes, iv: Bytes, data: Bytes) => {
  try {
    return algo === 'AES-GCM'
      ? await gcm(subtle, 'decrypt', key, iv, data)
      : (xchacha20poly1305(key, iv).decrypt(data) as Bytes);
  } catch (error) {
    if (error instanceof KeyError) throw error;
    // OperationError is what WebCrypto says to a tag that does not fit, a plain Error what the other cipher says
    const isTag = error instanceof Error && (error.name === 'OperationError' || error.name === 'Error');
    throw new KeyError(isTag ? 'wrong-passphrase' : 'decrypt');
  }
};

/** What a new record is made of. `secretHex` has 64 characters, `pubkey` is its public key; `timestamp` in ms. */
export type RecordParts = {
  readonly secretHex: string;
  readonly pubkey: string;
  readonly passphrase: string;
  readonly algo: KeyCipher;
  readonly timestamp: number;
};

/** Encrypts a secret key under a passphrase (KEY-05 to KEY-11). */
export const buildKeyRecord = async (
  { subtle, getRandomValues }: CryptoSource,
  { secretHex, pubkey, passphrase, algo, timestamp }: RecordParts,
): Promise<KeyRecord> => {
  const salt = getRandomValues(new Uint8Array(KEY_SALT_BYTES));
  const iv = getRandomValues(new Uint8Array(IV_BYTES[algo]));
  const iterations = KEY_PBKDF2_ITERATIONS;
  const key = await deriveKey(subtle, { passphrase, salt, iterations });
  const plain = textBytes(secretHex);
  try {
    return {
      pubkey: recordName(pubkey),
      kdf: 'PBKDF2',
      iterations,
      saltB64: writeBase64(salt),
      algo,
      ivB64: writeBase64(iv),
      ciphertextB64: writeBase64(await encrypt(subtle, algo, key, iv, plain)),
      version: 1,
      timestamp,
    };
  } finally {
    key.fill(0);
    plain.fill(0);
  }
};

/**
 * The secret key of a record, in lower-case hex. Throws a KeyError: 'wrong-passphrase', 'environment', 'decrypt',
 * 'wallet' (KEY-16) or 'not-hex' (KEY-15, KEY-22).
 */
export const openKeyRecord = async (
  subtle: SubtleCrypto | undefined,
  { saltB64, ivB64, ciphertextB64, iterations, algo }: KeyRecord,
  passphrase: string,
): Promise<string> => {
  const [salt, iv, data] = [readBase64(saltB64)!, readBase64(ivB64)!, readBase64(ciphertextB64)!];
  const key = await deriveKey(subtle, { passphrase, salt, iterations });
  const plain = await decrypt(subtle, algo, key, iv, data).finally(() => key.fill(0));
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(plain);
  plain.fill(0);
  if (WALLET_URI.test(text)) throw new KeyError('wallet');
  if (!HEX_64.test(text)) throw new KeyError('not-hex');
  return text.toLowerCase();
};
