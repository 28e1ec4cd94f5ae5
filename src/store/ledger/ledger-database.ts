import { LEDGER_OPEN_MS } from '#domain/ecash/ecash-limits.ts';
import { LedgerError } from '#domain/ecash/ledger-problem.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import { settledOf } from '#store/storage/settled.ts';

/** one database for each account, by its public key in hex */
export const ledgerName = (pubkey: string): string => `nuthatch-ecash-${pubkey}`;

export const LEDGER_STORES = ['proofs', 'operations', 'counters', 'mints', 'outbox', 'history', 'wallet'] as const;
export type LedgerStore = (typeof LEDGER_STORES)[number];

/** An operation as it is stored: only what is not over is found by `open`. */
export type OperationRow = Operation & { readonly open?: 1 };

export const bare = ({ open: _, ...record }: OperationRow): Operation => record;

/** 2: with the sealed wallet beside the money */
const VERSION = 2;

const createStores = (database: IDBDatabase, from: number) => {
  database.createObjectStore('wallet');
  if (from > 0) return;
  const proofs = database.createObjectStore('proofs', { keyPath: 'y' });
  proofs.createIndex('state', 'state');
  proofs.createIndex('operation', 'operation');
  database.createObjectStore('operations', { keyPath: 'id' }).createIndex('open', 'open');
  database.createObjectStore('counters', { keyPath: ['mint', 'keyset'] });
  database.createObjectStore('mints', { keyPath: 'url' });
  database.createObjectStore('outbox', { keyPath: ['operation', 'kind'] });
  database.createObjectStore('history', { keyPath: 'operation' });
};

const open = (factory: IDBFactory, name: string): Promise<IDBDatabase> => {
  const request = factory.open(name, VERSION);
  request.addEventListener('upgradeneeded', ({ oldVersion }) => createStores(request.result, oldVersion));
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // what comes later still is of no use, and would keep others from it
      request.addEventListener('success', () => request.result.close());
      reject(new LedgerError('ledger-storage'));
    }, LEDGER_OPEN_MS);
    settledOf(request)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
};

/** The code of what a browser says. */
const failureOf = (error: unknown): LedgerError => {
  if (error instanceof LedgerError) return error;
  const name = (error as { name?: unknown } | null | undefined)?.name;
  if (name === 'QuotaExceededError') return new LedgerError('ledger-full');
  return new LedgerError(name === 'ConstraintError' ? 'ledger-changed' : 'ledger-storage');
};

/** Reads and decides in one transaction, which is thrown away as a whole when `act` throws. Settled once it is on the disk. */
const transact = <T>(
  database: IDBDatabase,
  stores: readonly LedgerStore[],
  act: (transaction: IDBTransaction) => Promise<T>,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const transaction = database.transaction(stores, 'readwrite', { durability: 'strict' });
    let [outcome, failure]: [T | undefined, unknown] = [undefined, undefined];
    transaction.addEventListener('complete', () => resolve(outcome as T));
    transaction.addEventListener('abort', () => reject(failure ?? transaction.error));
    act(transaction).then(
      (value) => {
        outcome = value;
      },
      (error: unknown) => {
        failure = error;
        try {
          transaction.abort();
        } catch {
          // it was thrown away by itself
        }
      },
    );
  });

/** The database of one account. Every act rejects with a LedgerError. */
export type LedgerDatabase = {
  read<T>(store: LedgerStore, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T>;
  /** those that are there, of these keys */
  some<T>(store: LedgerStore, keys: readonly IDBValidKey[]): Promise<readonly T[]>;
  change(stores: readonly LedgerStore[], act: (transaction: IDBTransaction) => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

/** `factory` is undefined where the browser keeps nothing. `gone`: what was there may be there no more. */
export const openLedgerDatabase = (
  factory: IDBFactory | undefined,
  pubkey: string,
  gone: () => void,
): LedgerDatabase => {
  let opened: Promise<IDBDatabase> | undefined;
  const begin = async (): Promise<IDBDatabase> => {
    if (!factory) throw new LedgerError('ledger-storage');
    const database = await open(factory, ledgerName(pubkey));
    const forget = () => {
      opened = undefined;
      gone();
    };
    // another tab removes the account, or has a newer version
    database.addEventListener('versionchange', () => {
      database.close();
      forget();
    });
    // the browser itself ends it, as when its files are deleted
    database.addEventListener('close', forget);
    return database;
  };
  const within = async <T>(act: (database: IDBDatabase) => Promise<T>): Promise<T> => {
    try {
      opened ??= begin();
      return await act(await opened);
    } catch (error) {
      const failure = failureOf(error);
      // it is opened anew the next time
      if (failure.problem.code === 'ledger-storage') opened = undefined;
      throw failure;
    }
  };
  return {
    read: (store, ask) => within((db) => settledOf(ask(db.transaction(store).objectStore(store)))),
    some: <T>(store: LedgerStore, keys: readonly IDBValidKey[]) =>
      within(async (db) => {
        const rows = db.transaction(store).objectStore(store);
        const found = await Promise.all(keys.map((key) => settledOf(rows.get(key) as IDBRequest<T | undefined>)));
        return found.flatMap((row) => row ?? []);
      }),
    change: (stores, act) => within((db) => transact(db, stores, act)),
    async close() {
      const database = await opened?.catch(() => undefined);
      opened = undefined;
      database?.close();
    },
  };
};

const PREFIX = ledgerName('');

/** The accounts, in hex, that have a ledger in this browser, whether anything is in it or not. */
export const ledgersIn = async (factory: IDBFactory): Promise<readonly string[]> =>
  (await factory.databases()).flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));

/** Deletes the money of an account from this browser. Other tabs let go of it. */
export const deleteLedger = async (factory: IDBFactory, pubkey: string): Promise<void> => {
  await settledOf(factory.deleteDatabase(ledgerName(pubkey)));
};
