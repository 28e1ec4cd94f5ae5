import { LedgerError } from '#domain/ecash/ledger-problem.ts';
import type { OutboxChange, OutboxKey, OutboxRow, RelayStand } from '#domain/ecash/ledger/outbox-row.ts';
import { settledOf } from '#store/storage/settled.ts';
import type { LedgerDatabase } from './ledger-database.ts';

/** What relays have to be told, or hold. Every act rejects with a LedgerError. */
export type Outbox = {
  all(): Promise<readonly OutboxRow[]>;
  /** What a relay made of an event; nothing where that is told no more. What it took it has, whatever it says later. */
  note(key: OutboxKey, relay: string, stand: RelayStand): Promise<void>;
};

const keyOf = ({ operation, kind }: OutboxKey): [string, string] => [operation, kind];

const changed = (): never => {
  throw new LedgerError('ledger-changed');
};

const rowAt = async (store: IDBObjectStore, key: OutboxKey): Promise<OutboxRow | undefined> =>
  (await settledOf(store.get(keyOf(key)))) as OutboxRow | undefined;

/** What waits to be told of an operation stays as it is, whatever becomes of the operation. */
export const leaveToTell = async (store: IDBObjectStore, row: OutboxRow): Promise<void> => {
  if (!(await rowAt(store, row))) store.put(row);
};

/** Makes a change within a transaction; throws where something stands otherwise than it takes for granted. */
export const changeOutbox = async (store: IDBObjectStore, change: OutboxChange): Promise<void> => {
  const row = await rowAt(store, change.do === 'put' ? change.row : change.key);
  switch (change.do) {
    case 'put':
      if (row?.event?.id !== change.over) changed();
      return void store.put(change.row);
    case 'sign':
      if (!row || row.event) return changed();
      return void store.put({ ...row, event: change.event } satisfies OutboxRow);
    case 'replace':
      if (!row || row.replaced) return changed();
      return void store.put({ ...row, replaced: change.by } satisfies OutboxRow);
    case 'drop':
      if (!row) return changed();
      return void store.delete(keyOf(change.key));
  }
};

/** The outbox in the database of the ledger; `tell` is called after each change of a row. */
export const createOutbox = (database: LedgerDatabase, tell: (key: OutboxKey) => void): Outbox => ({
  all: () => database.read('outbox', (store) => store.getAll() as IDBRequest<OutboxRow[]>),
  async note(key, relay, stand) {
    await database.change(['outbox'], async (transaction) => {
      const store = transaction.objectStore('outbox');
      const row = await rowAt(store, key);
      if (!row || row.relays[relay]?.takenAt !== undefined) return;
      store.put({ ...row, relays: { ...row.relays, [relay]: stand } } satisfies OutboxRow);
    });
    tell(key);
  },
});
