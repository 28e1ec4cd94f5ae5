import type { MintRow, EcashWalletRecord } from '#domain/ecash/ledger/wallet-record.ts';
import { LedgerError } from '#domain/ecash/ledger-problem.ts';
import { settledOf } from '#store/storage/settled.ts';
import type { LedgerDatabase, LedgerStore } from './ledger-database.ts';

const WALLET_KEY = 'wallet';

const besideKey = (name: string): string => `beside ${name}`;

type BesideRow = { readonly name: string; readonly row: unknown };

/** What is kept beside the money: the sealed wallet, and the mints it uses. Every act rejects with a LedgerError. */
export type WalletRecords = {
  readonly wallet: {
    get(): Promise<EcashWalletRecord | undefined>;
    /** Rejects with 'ledger-changed' when there is one: its words may be all that brings money back. */
    add(record: EcashWalletRecord): Promise<void>;
    keepWords(at: number): Promise<void>;
  };
  readonly mints: {
    all(): Promise<readonly MintRow[]>;
    /** Changes a row, or makes it; `undefined` leaves what stands there. */
    change(url: string, next: (known: MintRow | undefined) => MintRow | undefined): Promise<void>;
    remove(url: string): Promise<void>;
  };
  /** What else is kept beside the money, under names of its own; nothing of it is secret. */
  readonly beside: {
    get<Row>(name: string): Promise<Row | undefined>;
    /** all of which the name begins so */
    all<Row>(prefix: string): Promise<readonly Row[]>;
    /** Changes what stands there, in one transaction; `undefined` leaves it. */
    change<Row>(name: string, next: (known: Row | undefined) => Row | undefined): Promise<void>;
  };
};

/** The wallet and its mints in the database of the ledger; `tell` is called after each change of a store. */
export const createWalletRecords = (database: LedgerDatabase, tell: (store: LedgerStore) => void): WalletRecords => ({
  wallet: {
    get: () => database.read('wallet', (store) => store.get(WALLET_KEY) as IDBRequest<EcashWalletRecord | undefined>),
    async add(record) {
      await database.change(['wallet'], async (transaction) => {
        const store = transaction.objectStore('wallet');
        if ((await settledOf(store.getKey(WALLET_KEY))) !== undefined) throw new LedgerError('ledger-changed');
        store.put(record, WALLET_KEY);
      });
      tell('wallet');
    },
    async keepWords(at) {
      await database.change(['wallet'], async (transaction) => {
        const store = transaction.objectStore('wallet');
        const known = (await settledOf(store.get(WALLET_KEY))) as EcashWalletRecord | undefined;
        if (known) store.put({ ...known, wordsKeptAt: at } satisfies EcashWalletRecord, WALLET_KEY);
      });
      tell('wallet');
    },
  },
  mints: {
    all: () => database.read('mints', (store) => store.getAll() as IDBRequest<MintRow[]>),
    async change(url, next) {
      await database.change(['mints'], async (transaction) => {
        const store = transaction.objectStore('mints');
        const row = next((await settledOf(store.get(url))) as MintRow | undefined);
        if (row) store.put(row);
      });
      tell('mints');
    },
    async remove(url) {
      await database.change(['mints'], async (transaction) => void transaction.objectStore('mints').delete(url));
      tell('mints');
    },
  },
  beside: {
    async get<Row>(name: string) {
      const found = await database.read(
        'wallet',
        (store) => store.get(besideKey(name)) as IDBRequest<BesideRow | undefined>,
      );
      return found?.row as Row | undefined;
    },
    async all<Row>(prefix: string) {
      const rows = await database.read('wallet', (store) => store.getAll() as IDBRequest<Partial<BesideRow>[]>);
      return rows.filter(({ name }) => name?.startsWith(prefix)).map(({ row }) => row as Row);
    },
    async change<Row>(name: string, next: (known: Row | undefined) => Row | undefined) {
      await database.change(['wallet'], async (transaction) => {
        const store = transaction.objectStore('wallet');
        const known = (await settledOf(store.get(besideKey(name)))) as BesideRow | undefined;
        const row = next(known?.row as Row | undefined);
        if (row !== undefined) store.put({ name, row } satisfies BesideRow, besideKey(name));
      });
      tell('wallet');
    },
  },
});
