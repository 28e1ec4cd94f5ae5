import { KeyError, keyProblemOf } from '#domain/session/key-problem.ts';
import { KEYSTORE_TIMEOUT_MS } from '#domain/session/session-limits.ts';
import type { KeyProblem } from '#domain/session/session-problem.ts';
import { parseKeyRecord, pubkeyOfName, recordName, type KeyRecord } from '#domain/session/key-record.ts';

/** not in the specification: the database of saved keys (KEY-12, KEY-13) */
export const KEYSTORE_DATABASE = 'nostr-feed';
export const KEYSTORE_VERSION = 8;
export const KEYSTORE_STORE = 'keystore';

/** A record as it was found. One that cannot be read stays where it is and is marked. */
export type SavedKey = {
  /** its key in the database */
  readonly name: string;
  /** hex; undefined when the name tells none */
  readonly pubkey: string | undefined;
  /** ms since the epoch, 0 when the record tells none */
  readonly timestamp: number;
  readonly record: KeyRecord | undefined;
  readonly problem: KeyProblem | undefined;
};

/**
 * The saved keys of this browser (KEY-12). Every act rejects with a KeyError: 'no-database', 'newer-database',
 * 'foreign-database', 'database-blocked', 'timeout' or 'failed'.
 */
export type Keystore = {
  /** Newest first; wallet connections are not among them. */
  list(): Promise<readonly SavedKey[]>;
  /** Rejects also with 'no-record', 'corrupted' or 'wallet'. `pubkey` in hex. */
  get(pubkey: string): Promise<KeyRecord>;
  /** Takes the place of the record of the same key. Settled once it is on the disk. */
  save(record: KeyRecord): Promise<void>;
  remove(pubkey: string): Promise<void>;
  /** Removes all but wallet connections. */
  clear(): Promise<void>;
  /** The wallet connections, as they were found; they are read by `readWalletRecord`. */
  wallets(): Promise<readonly unknown[]>;
  /** Takes the place of the wallet connection of the same name. Settled once it is on the disk. */
  saveWallet(record: { readonly pubkey: string }): Promise<void>;
  removeWallets(names: readonly string[]): Promise<void>;
  /** how many wallet connections are saved */
  countWallets(): Promise<number>;
  /** Removes the wallet connections and nothing else (CACHE-24). */
  clearWallets(): Promise<void>;
};

const INDEX = 'timestamp';
const KEY_PATH = 'pubkey';
const WALLET_PREFIX = 'nwc_';

const UNUSABLE: readonly string[] = ['SecurityError', 'InvalidStateError', 'UnknownError', 'QuotaExceededError'];

const problemOfError = (error: unknown): KeyProblem => {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'VersionError') return 'newer-database';
  return UNUSABLE.includes(name) ? 'no-database' : 'failed';
};

const createStore = (database: IDBDatabase): IDBObjectStore => {
  const store = database.createObjectStore(KEYSTORE_STORE, { keyPath: KEY_PATH });
  store.createIndex(INDEX, INDEX);
  return store;
};

/** Records of a store with another key move to the new one by that key; the old store stays, for what has no place there. */
const moveRecords = (from: IDBObjectStore, to: IDBObjectStore) => {
  const request = from.openCursor();
  request.addEventListener('success', () => {
    const cursor = request.result;
    if (!cursor) return;
    const { key, value } = cursor as { readonly key: IDBValidKey; readonly value: unknown };
    const name = typeof value === 'object' && value !== null && KEY_PATH in value ? value[KEY_PATH] : key;
    if (typeof value === 'object' && typeof name === 'string') to.put({ ...value, [KEY_PATH]: name });
    cursor.continue();
  });
};

/** Brings a database of any older version to ours; all other stores stay as they are (KEY-13). */
const upgrade = (database: IDBDatabase, transaction: IDBTransaction) => {
  if (!database.objectStoreNames.contains(KEYSTORE_STORE)) return void createStore(database);
  const store = transaction.objectStore(KEYSTORE_STORE);
  if (store.keyPath === KEY_PATH) {
    if (!store.indexNames.contains(INDEX)) store.createIndex(INDEX, INDEX);
    return;
  }
  store.name = `${KEYSTORE_STORE}-before-${KEYSTORE_VERSION}`;
  moveRecords(store, createStore(database));
};

const hasStore = (database: IDBDatabase): boolean =>
  database.objectStoreNames.contains(KEYSTORE_STORE) &&
  database.transaction(KEYSTORE_STORE).objectStore(KEYSTORE_STORE).keyPath === KEY_PATH;

/** where an older version is held open: the browser tells that to the first who waits, not to those behind */
const blocked = new WeakSet<IDBFactory>();

/** Opens the database, upgrades it where it is older, and gives way to a tab that has to upgrade it later. */
const openDatabase = (factory: IDBFactory): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = factory.open(KEYSTORE_DATABASE, KEYSTORE_VERSION);
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      reject(new KeyError(blocked.has(factory) ? 'database-blocked' : 'timeout'));
    }, KEYSTORE_TIMEOUT_MS);
    request.addEventListener('blocked', () => blocked.add(factory));
    request.addEventListener('upgradeneeded', () => upgrade(request.result, request.transaction!));
    request.addEventListener('error', (event) => {
      clearTimeout(timer);
      blocked.delete(factory);
      event.preventDefault();
      reject(request.error ?? new KeyError('failed'));
    });
    request.addEventListener('success', () => {
      clearTimeout(timer);
      blocked.delete(factory);
      const database = request.result;
      database.addEventListener('versionchange', () => database.close());
      if (late) return database.close();
      if (hasStore(database)) return resolve(database);
      database.close();
      reject(new KeyError('foreign-database'));
    });
  });

/** Settled when all that `act` asked for is done and, for a change, on the disk. */
const transact = <Value>(
  database: IDBDatabase,
  mode: 'readonly' | 'readwrite',
  act: (store: IDBObjectStore) => IDBRequest<Value> | undefined,
): Promise<Value | undefined> =>
  new Promise((resolve, reject) => {
    const transaction = database.transaction(KEYSTORE_STORE, mode, { durability: 'strict' });
    const request = act(transaction.objectStore(KEYSTORE_STORE));
    transaction.addEventListener('complete', () => resolve(request?.result));
    transaction.addEventListener('abort', () => reject(transaction.error ?? new KeyError('failed')));
  });

const isWallet = (name: unknown): boolean => typeof name === 'string' && name.startsWith(WALLET_PREFIX);

const readSaved = (value: unknown): SavedKey => {
  const { pubkey: name, timestamp } = value as { readonly pubkey: IDBValidKey; readonly timestamp?: unknown };
  const time = typeof timestamp === 'number' && timestamp > 0 ? timestamp : 0;
  const found = { name: typeof name === 'string' ? name : '', pubkey: pubkeyOfName(name), timestamp: time };
  try {
    return { ...found, record: parseKeyRecord(value), problem: undefined };
  } catch (error) {
    return { ...found, record: undefined, problem: keyProblemOf(error) };
  }
};

/** The names a key may be saved under: older versions left the prefix out. */
const namesOf = (pubkey: string): string[] => [recordName(pubkey), pubkey.toLowerCase()];

/** See `Keystore`; opens the database for each act, so that no tab keeps another from upgrading it. */
export const openKeystore = ({ indexedDB }: { readonly indexedDB: IDBFactory | undefined }): Keystore => {
  const within = async <Value>(
    mode: 'readonly' | 'readwrite',
    act: (store: IDBObjectStore) => IDBRequest<Value> | undefined,
  ): Promise<Value | undefined> => {
    if (!indexedDB) throw new KeyError('no-database');
    try {
      const database = await openDatabase(indexedDB);
      return await transact(database, mode, act).finally(() => database.close());
    } catch (error) {
      throw error instanceof KeyError ? error : new KeyError(problemOfError(error));
    }
  };
  const readAll = async () => (await within<unknown[]>('readonly', (store) => store.getAll())) ?? [];
  const readNames = async () => (await within('readonly', (store) => store.getAllKeys())) ?? [];
  const removeAll = (names: readonly IDBValidKey[]) =>
    within('readwrite', (store) => {
      for (const name of names) store.delete(name);
      return undefined;
    });

  return {
    async list() {
      const saved = (await readAll()).map(readSaved);
      return saved.filter(({ name }) => !isWallet(name)).toSorted((a, b) => b.timestamp - a.timestamp);
    },
    async get(pubkey) {
      for (const name of namesOf(pubkey)) {
        const value = await within<unknown>('readonly', (store) => store.get(name));
        if (value !== undefined) return parseKeyRecord(value);
      }
      throw new KeyError('no-record');
    },
    save: async (record) => void (await within('readwrite', (store) => store.put(record))),
    remove: async (pubkey) => void (await removeAll(namesOf(pubkey))),
    async clear() {
      await removeAll((await readNames()).filter((name) => !isWallet(name)));
    },
    async wallets() {
      return (await readAll()).filter((value) => isWallet((value as { readonly pubkey?: unknown }).pubkey));
    },
    saveWallet: async (record) => void (await within('readwrite', (store) => store.put(record))),
    removeWallets: async (names) => void (await removeAll(names.filter(isWallet))),
    countWallets: async () => (await readNames()).filter(isWallet).length,
    clearWallets: async () => void (await removeAll((await readNames()).filter(isWallet))),
  };
};
