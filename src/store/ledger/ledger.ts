import { createListeners } from '#domain/listeners.ts';
import type { LedgerChange, ProofMove } from '#domain/ecash/ledger-change.ts';
import type { HistoryRow } from '#domain/ecash/ledger-history.ts';
import type { LedgerContent } from '#domain/ecash/ledger-faults.ts';
import { LedgerError } from '#domain/ecash/ledger-problem.ts';
import { isOver, type Operation } from '#domain/ecash/operation.ts';
import { NO_SECRET, type ProofRow } from '#domain/ecash/proof.ts';
import { tellingOf } from '#domain/ecash/outbox.ts';
import type { ToldProof } from '#domain/ecash/outbox-row.ts';
import { settledOf } from '#store/storage/settled.ts';
import { openLedgerDatabase, type LedgerStore } from './ledger-database.ts';
import { changeOutbox, createOutbox, leaveToTell, type Outbox } from './outbox.ts';
import { createWalletRecords, type WalletRecords } from './wallet-records.ts';

/** Name of the channel that tells other tabs of changes. */
export const LEDGER_CHANNEL = 'nuthatch-ecash';

/** Tells all other tabs. */
type TabChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;

/** Whether a change, or one of another tab, may have touched the history: that grows for years, and is not read in vain. */
export type Touched = 'history' | 'rest';

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
  /** Calls back after each change, also one of another tab, until the returned function is called. */
  watch(onChange: (touched: Touched) => void): () => void;
  /** Has all tabs look again: one that is gone may not have told what it wrote last. */
  lookAgain(): void;
  close(): Promise<void>;
};

type CounterRow = { readonly mint: string; readonly keyset: string; readonly next: number };
type Row = Operation & { readonly open?: 1 };

const bare = ({ open: _, ...record }: Row): Operation => record;

const changed = (): never => {
  throw new LedgerError('ledger-changed');
};

const putOperation = async (store: IDBObjectStore, record: Operation): Promise<void> => {
  const known = (await settledOf(store.get(record.id))) as Row | undefined;
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
const apply = async (transaction: IDBTransaction, change: LedgerChange, at: number): Promise<void> => {
  const { operations = [], moves = [], add = [], counters = [], history = [], bare: spent = [] } = change;
  const { outbox = [], told = [], noted = [] } = change;
  const store = (name: LedgerStore) => transaction.objectStore(name);
  for (const record of operations) await putOperation(store('operations'), record);
  for (const move of moves) for (const y of move.ys) await moveProof(store('proofs'), y, move, at);
  for (const range of counters) await step(store('counters'), { ...range, next: range.to });
  for (const row of add) await settledOf(store('proofs').add(row));
  for (const y of spent) await bareProof(store('proofs'), y);
  for (const row of history) await putHistory(store('history'), row);
  for (const row of tellingOf(change, at)) await leaveToTell(store('outbox'), row);
  for (const each of told) await tellProof(store('proofs'), each);
  for (const each of noted) await noteEvent(store('history'), each);
  for (const each of outbox) await changeOutbox(store('outbox'), each);
};

const TOUCHED: readonly LedgerStore[] = ['proofs', 'operations', 'counters', 'history', 'outbox'];

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
  const database = openLedgerDatabase(factory, pubkey);
  const { tell, subscribe } = createListeners<[Touched]>();
  const tellAll = (touched: Touched) => {
    tell(touched);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that of a window has one
    channel?.postMessage(pubkey);
  };
  channel?.addEventListener('message', ({ data }: MessageEvent) => {
    if (data === pubkey) tell('history');
  });
  const all = <T>(store: LedgerStore) => database.read(store, (rows) => rows.getAll() as IDBRequest<T[]>);
  const by = <T>(store: LedgerStore, index: string, key: IDBValidKey) =>
    database.read(store, (rows) => rows.index(index).getAll(key) as IDBRequest<T[]>);
  const one = <T>(store: LedgerStore, key: IDBValidKey) =>
    database.read(store, (rows) => rows.get(key) as IDBRequest<T | undefined>);
  return {
    async change(change) {
      await database.change(TOUCHED, (transaction) => apply(transaction, change, now()));
      if (inspect) {
        const [operations, proofs, counters] = await Promise.all([
          all<Row>('operations'),
          all<ProofRow>('proofs'),
          all<CounterRow>('counters'),
        ]);
        inspect({ operations: operations.map(bare), proofs, counters });
      }
      tellAll(change.history?.length || change.noted?.length ? 'history' : 'rest');
    },
    ...createWalletRecords(database, () => tellAll('rest')),
    outbox: createOutbox(database, () => tellAll('rest')),
    async operation(id) {
      const row = await one<Row>('operations', id);
      return row && bare(row);
    },
    operations: async (which) =>
      (which === 'all' ? await all<Row>('operations') : await by<Row>('operations', 'open', 1)).map(bare),
    async proofs() {
      const states = (['available', 'reserved', 'out'] as const).map((state) => by<ProofRow>('proofs', 'state', state));
      return (await Promise.all(states)).flat();
    },
    spent: () => by<ProofRow>('proofs', 'state', 'spent'),
    proofsOf: (operation) => by<ProofRow>('proofs', 'operation', operation),
    known: async (ys) => (await Promise.all(ys.map((y) => one<ProofRow>('proofs', y)))).flatMap((row) => row ?? []),
    counter: async (mint, keyset) => (await one<CounterRow>('counters', [mint, keyset]))?.next ?? 0,
    async history() {
      return (await all<HistoryRow>('history')).sort((a, b) => b.at - a.at);
    },
    watch: subscribe,
    lookAgain: () => tellAll('history'),
    close: () => database.close(),
  };
};
