import { createListeners } from '#domain/listeners.ts';
import type { LedgerChange, ProofMove } from '#domain/ecash/ledger/ledger-change.ts';
import { newestFirst, type HistoryRow } from '#domain/ecash/ledger/ledger-history.ts';
import type { LedgerContent } from '#domain/ecash/ledger/ledger-faults.ts';
import { LedgerError } from '#domain/ecash/ledger-problem.ts';
import { isOver, type Operation } from '#domain/ecash/ledger/operation.ts';
import { NO_SECRET, type ProofRow } from '#domain/ecash/proof.ts';
import { tellingOf } from '#domain/ecash/ledger/outbox.ts';
import { outboxName, type OutboxRow, type ToldProof } from '#domain/ecash/ledger/outbox-row.ts';
import { settledOf } from '#store/storage/settled.ts';
import type { TabChannel } from '#store/storage/tab-channel.ts';
import {
  bare,
  openLedgerDatabase,
  type LedgerDatabase,
  type LedgerStore,
  type OperationRow,
} from './ledger-database.ts';
import { changeOutbox, createOutbox, leaveToTell, type Outbox } from './outbox.ts';
import { createSeen, type LedgerSeen } from './seen.ts';
import { ANYTHING, isOf, readTouched, touchedBy, type Concern, type Touched, type TouchedMessage } from './touched.ts';
import { createWalletRecords, type WalletRecords } from './wallet-records.ts';

/** Name of the channel that tells other tabs of changes. */
export const LEDGER_CHANNEL = 'nuthatch-ecash';

/**
 * The money of one account, as it is on the disk. A change is one transaction over all that it touches: all of it is there
 * afterwards, or nothing. Every act rejects with a LedgerError; 'ledger-changed' when something stands otherwise than the
 * change takes for granted.
 */
export type Ledger = WalletRecords & {
  change(change: LedgerChange): Promise<void>;
  operation(id: string): Promise<Operation | undefined>;
  /** in the order of time; `all`: also those that are over */
  operations(all?: 'all'): Promise<readonly Operation[]>;
  /** those that are free, held or out */
  proofs(): Promise<readonly ProofRow[]>;
  /** those that were spent */
  spent(): Promise<readonly ProofRow[]>;
  /** those that an operation holds, sent or spent */
  proofsOf(operation: string): Promise<readonly ProofRow[]>;
  /** which of these are there */
  known(ys: readonly string[]): Promise<readonly ProofRow[]>;
  /** the next number of the seed for a keyset */
  counter(mint: string, keyset: string): Promise<number>;
  history(): Promise<readonly HistoryRow[]>;
  readonly outbox: Outbox;
  readonly seen: LedgerSeen;
  /** Calls back after each change of that, also one of another tab, until the returned function is called. */
  watch(onChange: () => void, concern: Concern): () => void;
  /** Has this tab look again, or all of them: what another one wrote may never have been told. */
  lookAgain(where: 'here' | 'everywhere'): void;
  close(): Promise<void>;
};

type CounterRow = { readonly mint: string; readonly keyset: string; readonly next: number };

const changed = (): never => {
  throw new LedgerError('ledger-changed');
};

const putOperation = async (store: IDBObjectStore, record: Operation): Promise<void> => {
  const known = (await settledOf(store.get(record.id))) as OperationRow | undefined;
  if ((known?.rev ?? 0) !== record.rev - 1) changed();
  store.put(isOver(record) ? record : { ...record, open: 1 });
};

const moveProof = async (store: IDBObjectStore, y: string, move: ProofMove, at: number): Promise<void> => {
  const row = (await settledOf(store.get(y))) as ProofRow | undefined;
  if (!row || row.state !== move.from || row.operation !== move.by) return changed();
  const { operation: _, ...proof } = row;
  const holder = move.operation;
  store.put({ ...proof, state: move.to, at, ...(holder !== undefined && { operation: holder }) } satisfies ProofRow);
};

const bareProof = async (store: IDBObjectStore, y: string): Promise<void> => {
  const row = (await settledOf(store.get(y))) as ProofRow | undefined;
  if (row?.state !== 'spent') return changed();
  store.put({ ...row, sealed: NO_SECRET } satisfies ProofRow);
};

const tellProof = async (store: IDBObjectStore, { y, from, to }: ToldProof): Promise<void> => {
  const row = (await settledOf(store.get(y))) as ProofRow | undefined;
  if (!row || row.tokenEvent !== from) return changed();
  store.put({ ...row, tokenEvent: to } satisfies ProofRow);
};

/** Which event told of it stays known, however it goes on. */
const putHistory = async (store: IDBObjectStore, row: HistoryRow): Promise<void> => {
  const known = (await settledOf(store.get(row.operation))) as HistoryRow | undefined;
  store.put({ ...row, ...(known?.event !== undefined && { event: known.event }) } satisfies HistoryRow);
};

const noteEvent = async (
  store: IDBObjectStore,
  { operation, event }: { readonly operation: string; readonly event: string },
): Promise<void> => {
  const row = (await settledOf(store.get(operation))) as HistoryRow | undefined;
  if (row) store.put({ ...row, event } satisfies HistoryRow);
};

const step = async (store: IDBObjectStore, { mint, keyset, from, to }: CounterRow & { from: number; to: number }) => {
  const row = (await settledOf(store.get([mint, keyset]))) as CounterRow | undefined;
  if ((row?.next ?? 0) > from || to < from) changed();
  store.put({ mint, keyset, next: to } satisfies CounterRow);
};

/** Each that has something to check is read first; what is wrong throws, and with it the whole transaction is gone. */
const apply = async (
  transaction: IDBTransaction,
  change: LedgerChange,
  telling: readonly OutboxRow[],
  at: number,
): Promise<void> => {
  const { operations = [], moves = [], add = [], counters = [], history = [], bare: spent = [] } = change;
  const { outbox = [], told = [], noted = [] } = change;
  const store = (name: LedgerStore) => transaction.objectStore(name);
  for (const record of operations) await putOperation(store('operations'), record);
  for (const move of moves) for (const y of move.ys) await moveProof(store('proofs'), y, move, at);
  for (const range of counters) await step(store('counters'), { ...range, next: range.to });
  for (const row of add) await settledOf(store('proofs').add(row));
  for (const y of spent) await bareProof(store('proofs'), y);
  for (const row of history) await putHistory(store('history'), row);
  for (const row of telling) await leaveToTell(store('outbox'), row);
  for (const each of told) await tellProof(store('proofs'), each);
  for (const each of noted) await noteEvent(store('history'), each);
  for (const each of outbox) await changeOutbox(store('outbox'), each);
};

const TOUCHED: readonly LedgerStore[] = ['proofs', 'operations', 'counters', 'history', 'outbox'];

const allOf = <T>(database: LedgerDatabase, store: LedgerStore): Promise<readonly T[]> =>
  database.read(store, (rows) => rows.getAll() as IDBRequest<T[]>);

const contentOf = async (database: LedgerDatabase): Promise<LedgerContent> => {
  const [operations, proofs, counters] = await Promise.all([
    allOf<OperationRow>(database, 'operations'),
    allOf<ProofRow>(database, 'proofs'),
    allOf<CounterRow>(database, 'counters'),
  ]);
  return { operations: operations.map(bare), proofs, counters };
};

type Reads = Pick<
  Ledger,
  'operation' | 'operations' | 'proofs' | 'spent' | 'proofsOf' | 'known' | 'counter' | 'history'
>;

const createReads = (database: LedgerDatabase): Reads => {
  const all = <T>(store: LedgerStore) => allOf<T>(database, store);
  const by = <T>(store: LedgerStore, index: string, key: IDBValidKey) =>
    database.read(store, (rows) => rows.index(index).getAll(key) as IDBRequest<T[]>);
  const one = <T>(store: LedgerStore, key: IDBValidKey) =>
    database.read(store, (rows) => rows.get(key) as IDBRequest<T | undefined>);
  return {
    operations: async (which?: 'all') =>
      (which === 'all' ? await all<OperationRow>('operations') : await by<OperationRow>('operations', 'open', 1)).map(
        bare,
      ),
    async proofs() {
      const states = (['available', 'reserved', 'out'] as const).map((state) => by<ProofRow>('proofs', 'state', state));
      return (await Promise.all(states)).flat();
    },
    history: async () => (await all<HistoryRow>('history')).toSorted(newestFirst),
    async operation(id) {
      const row = await one<OperationRow>('operations', id);
      return row && bare(row);
    },
    spent: () => by<ProofRow>('proofs', 'state', 'spent'),
    proofsOf: (operation) => by<ProofRow>('proofs', 'operation', operation),
    known: (ys) => database.some<ProofRow>('proofs', ys),
    counter: async (mint, keyset) => (await one<CounterRow>('counters', [mint, keyset]))?.next ?? 0,
  };
};

export type LedgerOptions = {
  readonly pubkey: string;
  /** ms since the epoch */
  readonly now: () => number;
  readonly channel?: TabChannel;
  /** Is given all that stands there after each change: throws when that must not be. */
  readonly inspect?: (content: LedgerContent) => void;
};

/** The ledger of an account; `factory` is undefined where the browser keeps nothing. */
export const openLedger = (factory: IDBFactory | undefined, options: LedgerOptions): Ledger => {
  const { pubkey, now, channel, inspect } = options;
  const listeners = createListeners<[Touched]>();
  const database = openLedgerDatabase(factory, pubkey, () => kept.changed(ANYTHING));
  const tell = (touched: Touched) => {
    kept.changed(touched);
    listeners.tell(touched);
  };
  const tellAll = (touched: Touched) => {
    tell(touched);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that of a window has one
    channel?.postMessage({ pubkey, touched } satisfies TouchedMessage);
  };
  channel?.addEventListener('message', ({ data }: MessageEvent) => {
    const touched = readTouched(data, pubkey);
    if (touched) tell(touched);
  });
  const records = createWalletRecords(database, (store) => tellAll({ stores: [store] }));
  const outbox = createOutbox(database, (key) => tellAll({ stores: ['outbox'], keys: { outbox: [outboxName(key)] } }));
  const reads = createReads(database);
  const kept = createSeen(database, {
    ...reads,
    operations: () => reads.operations(),
    wallet: records.wallet.get,
    mints: records.mints.all,
    beside: records.beside.all,
    outbox: outbox.all,
  });
  return {
    async change(change) {
      const telling = tellingOf(change, now());
      await database.change(TOUCHED, (transaction) => apply(transaction, change, telling, now()));
      inspect?.(await contentOf(database));
      tellAll(touchedBy(change, telling));
    },
    ...records,
    ...reads,
    outbox,
    seen: kept.seen,
    watch: (onChange, concern) => listeners.subscribe((touched) => isOf(touched, concern) && onChange()),
    lookAgain: (where) => (where === 'here' ? tell(ANYTHING) : tellAll(ANYTHING)),
    close: () => database.close(),
  };
};
