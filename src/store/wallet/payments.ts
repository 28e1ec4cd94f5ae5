import { byText } from '#domain/by-text.ts';
import { createListeners } from '#domain/listeners.ts';
import { mayPayAgain, readPaymentRecord, type PaymentRecord } from '#domain/wallet/payment.ts';
import { WalletError } from '#domain/wallet/wallet-problem.ts';
import { createKeptRows } from '#store/storage/kept-rows.ts';
import { settledOf } from '#store/storage/settled.ts';
import type { TabChannel } from '#store/storage/tab-channel.ts';

/** name of the database of payments, and of the channel that tells other tabs of changes */
const PAYMENTS_DATABASE = 'nuthatch-payments';
const PAYMENTS_STORE = 'payments';
export const PAYMENTS_CHANNEL = 'nuthatch-payments';

/**
 * All payments of this browser by payment hash. A change is one transaction that looks first, so of two tabs one wins; it is
 * settled once it is on the disk. Every act rejects with a WalletError 'storage' when the browser keeps nothing, those about
 * one payment also when what stands there cannot be read.
 */
export type Payments = {
  /** as of the last change that was told, newest first */
  all(): Promise<readonly PaymentRecord[]>;
  get(hash: string): Promise<PaymentRecord | undefined>;
  /**
   * Writes a new payment down unless one of this hash is under way or done. Gives what stands there afterwards: the new one
   * when it was taken.
   */
  begin(record: PaymentRecord): Promise<PaymentRecord>;
  /** Takes the next version of a record when it is still the one before; gives what stands there afterwards. */
  change(hash: string, next: (known: PaymentRecord) => PaymentRecord): Promise<PaymentRecord | undefined>;
  /** Calls back after each change, or each of this payment, also of another tab, until the returned function is called. */
  watch(onChange: () => void, hash?: string): () => void;
  /** Has this tab look again: what another one wrote may never have been told. */
  lookAgain(): void;
};

const openDatabase = (factory: IDBFactory): Promise<IDBDatabase> => {
  const request = factory.open(PAYMENTS_DATABASE, 1);
  request.addEventListener('upgradeneeded', () =>
    request.result.createObjectStore(PAYMENTS_STORE, { keyPath: 'hash' }),
  );
  return settledOf(request);
};

const newestFirst = (one: PaymentRecord, other: PaymentRecord): number =>
  other.requestedAt - one.requestedAt || byText(one.hash, other.hash);

type Decide = (known: PaymentRecord | undefined) => PaymentRecord | undefined;

/** Reads, decides and writes in one transaction; what stands there afterwards, once it is on the disk. */
const exchange = (database: IDBDatabase, hash: string, decide: Decide): Promise<PaymentRecord | undefined> =>
  new Promise((resolve, reject) => {
    const transaction = database.transaction(PAYMENTS_STORE, 'readwrite', { durability: 'strict' });
    const store = transaction.objectStore(PAYMENTS_STORE);
    const request = store.get(hash) as IDBRequest<unknown>;
    let outcome: PaymentRecord | undefined;
    request.addEventListener('success', () => {
      const known = readPaymentRecord(request.result);
      // it may be one under way, written by another version: nothing may take its place
      if (known === undefined && request.result !== undefined) return transaction.abort();
      outcome = decide(known) ?? known;
      if (outcome !== known) store.put(outcome);
    });
    transaction.addEventListener('complete', () => resolve(outcome));
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The database failed')));
  });

/** The payments in a database of their own; `factory` is undefined where the browser keeps nothing. */
export const openPayments = (factory: IDBFactory | undefined, channel?: TabChannel): Payments => {
  const { tell, subscribe } = createListeners<[string | undefined]>();
  let opened: Promise<IDBDatabase> | undefined;
  const database = () =>
    (opened ??= (factory ? openDatabase(factory) : Promise.reject(new Error('No database'))).catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));
  const within = async <T>(act: (database: IDBDatabase) => Promise<T>): Promise<T> => {
    try {
      return await act(await database());
    } catch {
      throw new WalletError({ code: 'storage' });
    }
  };
  const read = <T>(ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
    within((db) => settledOf(ask(db.transaction(PAYMENTS_STORE).objectStore(PAYMENTS_STORE))));
  const write = async (hash: string, decide: Decide): Promise<PaymentRecord | undefined> => {
    const outcome = await within((db) => exchange(db, hash, decide));
    heard(hash);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that of a window has one
    channel?.postMessage(hash);
    return outcome;
  };
  const rowOf = (hash: string) => read((store) => store.get(hash) as IDBRequest<unknown>);
  const readable = (rows: readonly unknown[]) => rows.flatMap((row) => readPaymentRecord(row) ?? []);
  const kept = createKeptRows<PaymentRecord>({
    all: async () => readable(await read((store) => store.getAll() as IDBRequest<unknown[]>)),
    some: async (hashes) => readable(await Promise.all(hashes.map(rowOf))),
    keyOf: ({ hash }) => hash,
    order: newestFirst,
  });
  const heard = (hash: string | undefined) => {
    kept.changed(hash === undefined ? undefined : [hash]);
    tell(hash);
  };
  channel?.addEventListener('message', ({ data }: MessageEvent) => heard(typeof data === 'string' ? data : undefined));
  return {
    all: kept.get,
    async get(hash) {
      const row = await rowOf(hash);
      const record = readPaymentRecord(row);
      if (record === undefined && row !== undefined) throw new WalletError({ code: 'storage' });
      return record;
    },
    async begin(record) {
      const begun = (known: PaymentRecord | undefined) =>
        mayPayAgain(known, record.requestedAt) ? { ...record, rev: (known?.rev ?? 0) + 1 } : undefined;
      return (await write(record.hash, begun))!;
    },
    lookAgain: () => heard(undefined),
    change: (hash, next) => write(hash, (known) => known && next(known)),
    watch: (onChange, hash) =>
      subscribe((changedHash) => {
        if (hash === undefined || changedHash === undefined || changedHash === hash) onChange();
      }),
  };
};
