import { isHex64 } from '#domain/protocol/event.ts';
import { readShortBase64 } from '#domain/text/base64.ts';
import { KeyError } from './key-problem.ts';
import type { KeyProblem } from './session-problem.ts';
import { KEY_SALT_BYTES, KEY_MAX_ITERATIONS, KEY_MAX_CIPHERTEXT_BYTES } from './session-limits.ts';

export const KEY_AES_GCM_IV_BYTES = 12;
export const KEY_XCHACHA_NONCE_BYTES = 24;

export type KeyCipher = 'AES-GCM' | 'XCHACHA20-POLY1305';

/** A saved secret key as the database keeps it (KEY-08 to KEY-11); the plaintext is the key in 64 hex characters. */
export type KeyRecord = {
  /** `nsec_` and the public key in hex */
  readonly pubkey: string;
  readonly kdf: 'PBKDF2';
  readonly iterations: number;
  readonly saltB64: string;
  readonly algo: KeyCipher;
  readonly ivB64: string;
  readonly ciphertextB64: string;
  readonly version: 1;
  /** ms since the epoch */
  readonly timestamp: number;
};

/** What the browser offers for keeping keys. */
export type KeyEnvironment = {
  /** secure random numbers */
  readonly randomness: boolean;
  readonly webCrypto: boolean;
  /** installed on the home screen of an iPhone or iPad */
  readonly iosStandalone: boolean;
};

const NSEC_PREFIX = 'nsec_';
const WALLET_PREFIX = 'nwc_';
const RECORD_VERSION = 1;
const KEY_HEX_LENGTH = 64;
const TAG_BYTES = 16;

export const IV_BYTES: Readonly<Record<KeyCipher, number>> = {
  'AES-GCM': KEY_AES_GCM_IV_BYTES,
  'XCHACHA20-POLY1305': KEY_XCHACHA_NONCE_BYTES,
};

/** The name of the record of a secret key (KEY-10). */
export const recordName = (pubkey: string): string => NSEC_PREFIX + pubkey.toLowerCase();

/** Whose secret key a record of this name keeps, in hex; older versions left the prefix out. undefined for other names. */
export const pubkeyOfName = (name: unknown): string | undefined => {
  if (typeof name !== 'string') return undefined;
  const pubkey = (name.startsWith(NSEC_PREFIX) ? name.slice(NSEC_PREFIX.length) : name).toLowerCase();
  return isHex64(pubkey) ? pubkey : undefined;
};

const isCiphertext = (bytes: Uint8Array | undefined) =>
  bytes !== undefined && bytes.length >= KEY_HEX_LENGTH + TAG_BYTES && bytes.length <= KEY_MAX_CIPHERTEXT_BYTES;

const isCount = (value: unknown, max: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= max;

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;

/**
 * A record out of the database. Throws a KeyError: 'wallet' for the record of a wallet connection, 'corrupted' for
 * anything that is cut off, of another version or foreign.
 */
export const parseKeyRecord = (value: unknown): KeyRecord => {
  if (typeof value !== 'object' || value === null) throw new KeyError('corrupted');
  const { pubkey, kdf, iterations, saltB64, algo, ivB64, ciphertextB64, version, timestamp } = value as {
    readonly [Field in keyof KeyRecord]?: unknown;
  };
  if (typeof pubkey === 'string' && pubkey.startsWith(WALLET_PREFIX)) throw new KeyError('wallet');
  const isKnown = kdf === 'PBKDF2' && version === RECORD_VERSION && pubkeyOfName(pubkey) !== undefined;
  if (!isKnown || (algo !== 'AES-GCM' && algo !== 'XCHACHA20-POLY1305')) throw new KeyError('corrupted');
  const isSized =
    readShortBase64(saltB64, KEY_SALT_BYTES)?.length === KEY_SALT_BYTES &&
    readShortBase64(ivB64, IV_BYTES[algo])?.length === IV_BYTES[algo] &&
    isCiphertext(readShortBase64(ciphertextB64, KEY_MAX_CIPHERTEXT_BYTES));
  if (!isSized || !isCount(iterations, KEY_MAX_ITERATIONS)) throw new KeyError('corrupted');
  return {
    pubkey: pubkey as string,
    kdf,
    iterations,
    saltB64: saltB64 as string,
    algo,
    ivB64: ivB64 as string,
    ciphertextB64: ciphertextB64 as string,
    version,
    timestamp: isTime(timestamp) ? timestamp : 0,
  };
};

/** Why no key can be saved here (KEY-03, KEY-04); undefined when one can. */
export const savingProblem = ({ randomness, webCrypto, iosStandalone }: KeyEnvironment): KeyProblem | undefined => {
  if (!randomness) return 'no-randomness';
  return webCrypto || iosStandalone ? undefined : 'no-webcrypto';
};

/** Which cipher new records get here (KEY-06, KEY-07). */
export const cipherFor = ({ iosStandalone }: KeyEnvironment): KeyCipher =>
  iosStandalone ? 'XCHACHA20-POLY1305' : 'AES-GCM';

/** Why this record cannot be opened here (KEY-20, KEY-28); undefined when it can be tried. */
export const openingProblem = (
  { algo }: KeyRecord,
  { webCrypto, iosStandalone }: KeyEnvironment,
): KeyProblem | undefined => {
  if (webCrypto || (iosStandalone && algo === 'XCHACHA20-POLY1305')) return undefined;
  return iosStandalone ? 'ios' : 'environment';
};
