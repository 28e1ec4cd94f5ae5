import { readShortBase64 } from '#domain/text/base64.ts';
import { isHex64 } from '#domain/protocol/event.ts';
import { WALLET_RECORD_MAX_BYTES, WALLET_RECORD_MAX_ITERATIONS, WALLET_NAME_MAX } from './wallet-limits.ts';
import { WalletError } from './wallet-problem.ts';

const PREFIX = 'nwc_';
const IV_BYTES = 12;
const OLD_IV_BYTES = 24;

/**
 * A saved pairing, version 3: encrypted by AES-GCM under a random key of its own, which stands beside it encrypted to the
 * account itself. Only who can use the key of the account can open it.
 */
export type WalletRecord = {
  /** `nwc_`, the public key of the account, `_`, the id of the wallet */
  readonly pubkey: string;
  readonly algo: 'AES-GCM';
  readonly ivB64: string;
  readonly ciphertextB64: string;
  /** the random key in hex, encrypted by the signer of the account to itself */
  readonly wrappedKey: string;
  readonly wrap: 'nip44' | 'nip04';
  readonly version: 3;
  /** ms since the epoch */
  readonly timestamp: number;
};

/** A record of an earlier version (WALLET-30): one for an account, under a key made of what its signer says. */
export type OldWalletRecord = {
  readonly pubkey: string;
  readonly kdf: 'PBKDF2';
  readonly iterations: number;
  readonly saltB64: string;
  readonly algo: 'XCHACHA20-POLY1305';
  readonly ivB64: string;
  readonly ciphertextB64: string;
  readonly version: 2;
  readonly timestamp: number;
};

/** The name a wallet is saved under; without an id that of the older versions. */
export const walletRecordName = (pubkey: string, id?: string): string =>
  PREFIX + pubkey.toLowerCase() + (id === undefined ? '' : `_${id}`);

/** Whose wallet a record of this name is, in hex, and its id in this browser. */
export const ownerOfRecord = (
  name: unknown,
): { readonly owner: string; readonly id: string | undefined } | undefined => {
  const [, owner, id] = (typeof name === 'string' ? /^nwc_([0-9a-f]{64})(?:_(\w{1,80}))?$/i.exec(name) : null) ?? [];
  return owner === undefined ? undefined : { owner: owner.toLowerCase(), id };
};

type Fields = Readonly<Record<string, unknown>>;

const sized = (value: unknown, min: number, max = min): value is string => {
  const length = readShortBase64(value, max)?.length ?? -1;
  return length >= min && length <= max;
};

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= WALLET_RECORD_MAX_ITERATIONS;

const timeOf = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0);

const readNew = (row: Fields): WalletRecord | undefined => {
  const { pubkey, algo, ivB64, ciphertextB64, wrappedKey, wrap, timestamp } = row;
  const isWhole =
    sized(ivB64, IV_BYTES) && sized(ciphertextB64, 1, WALLET_RECORD_MAX_BYTES) && typeof wrappedKey === 'string';
  if (
    algo !== 'AES-GCM' ||
    (wrap !== 'nip44' && wrap !== 'nip04') ||
    !isWhole ||
    wrappedKey.length > WALLET_RECORD_MAX_BYTES
  )
    return undefined;
  return {
    pubkey: pubkey as string,
    algo,
    ivB64,
    ciphertextB64,
    wrappedKey,
    wrap,
    version: 3,
    timestamp: timeOf(timestamp),
  };
};

const readOld = (row: Fields): OldWalletRecord | undefined => {
  const { pubkey, kdf, iterations, saltB64, algo, ivB64, ciphertextB64, timestamp } = row;
  const isWhole =
    sized(saltB64, 8, 64) && sized(ivB64, OLD_IV_BYTES) && sized(ciphertextB64, 1, WALLET_RECORD_MAX_BYTES);
  if (kdf !== 'PBKDF2' || algo !== 'XCHACHA20-POLY1305' || !isCount(iterations) || !isWhole) return undefined;
  return {
    pubkey: pubkey as string,
    kdf,
    iterations,
    saltB64,
    algo,
    ivB64,
    ciphertextB64,
    version: 2,
    timestamp: timeOf(timestamp),
  };
};

/**
 * A record out of the database. Throws a WalletError: 'wallet-too-old' for one of the first version, which needs a passphrase
 * that nobody asks for any more (WALLET-31, WALLET-32), 'wallet-not-found' for what is cut off, newer or foreign.
 */
export const readWalletRecord = (value: unknown): WalletRecord | OldWalletRecord => {
  const row = (typeof value === 'object' && value !== null ? value : {}) as Fields;
  const record =
    ownerOfRecord(row['pubkey']) &&
    (row['version'] === 3 ? readNew(row) : row['version'] === 2 ? readOld(row) : undefined);
  if (record) return record;
  const isOld = row['version'] === undefined || row['version'] === 1;
  throw new WalletError({ code: isOld ? 'wallet-too-old' : 'wallet-not-found' });
};

/** A wallet in the list of saved ones (WALLET-09). It holds no secret: that is in the record of the same id. */
export type StoredWallet = {
  readonly id: string;
  readonly name: string;
  /** 'encrypted' for a remote wallet, '' for that of the browser; anything else is a code that lies open (WALLET-11) */
  readonly connectionString: string;
  readonly walletType: 'nwc' | 'webln';
  /** ms since the epoch */
  readonly connectedAt: number;
  readonly lastUsed: number;
  readonly persist: boolean;
  /** whose it is, hex */
  readonly pubkey: string;
  /** the public key of the secret of its pairing, hex: by it the same code is known again. Missing in what older versions saved. */
  readonly client?: string;
};

export const ENCRYPTED = 'encrypted';

/** WALLET-10; `random` in base 36 */
export const walletId = (timestamp: number, random: string): string => `wallet_${timestamp}_${random}`;

/** A name that no other one of the account has: with a number behind it, where need be. */
export const freeName = (name: string, taken: readonly string[]): string => {
  let [free, count] = [name, 1];
  while (taken.includes(free)) free = `${name.slice(0, WALLET_NAME_MAX - 5)} (${(count += 1)})`;
  return free;
};

const isId = (id: unknown): id is string => typeof id === 'string' && /^\w{1,80}$/.test(id);
const isKind = (kind: unknown): kind is StoredWallet['walletType'] => kind === 'nwc' || kind === 'webln';

/**
 * Whether a row of the list is to be removed: of another kind, and without a code (WALLET-29). What lacks an id or a kind
 * is ignored and stays (WALLET-28).
 */
export const isLeftover = (value: unknown): boolean => {
  const { id, walletType, connectionString = '' } = Object(value) as Fields;
  return isId(id) && Boolean(walletType) && !isKind(walletType) && connectionString === '';
};

/** A wallet of the list as the storage has it; undefined for what is to be ignored or removed (WALLET-28, WALLET-29). */
export const readStoredWallet = (value: unknown): StoredWallet | undefined => {
  const row = (typeof value === 'object' && value !== null ? value : {}) as Fields;
  const { id, name, connectionString = '', walletType, connectedAt, lastUsed, persist, pubkey, client } = row;
  if (!isId(id) || typeof connectionString !== 'string') return undefined;
  if (!isKind(walletType) || !isHex64(pubkey)) return undefined;
  if (walletType === 'nwc' && connectionString === '') return undefined;
  return {
    id,
    name: typeof name === 'string' ? name.slice(0, WALLET_NAME_MAX) : '',
    connectionString,
    walletType,
    connectedAt: timeOf(connectedAt),
    lastUsed: timeOf(lastUsed),
    persist: persist !== false,
    pubkey,
    ...(isHex64(client) && { client }),
  };
};
