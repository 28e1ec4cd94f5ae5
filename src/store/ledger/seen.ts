import { byText } from '#domain/by-text.ts';
import { newestFirst, type HistoryRow } from '#domain/ecash/ledger/ledger-history.ts';
import { isOver, type Operation } from '#domain/ecash/ledger/operation.ts';
import { outboxName, type OutboxRow } from '#domain/ecash/ledger/outbox-row.ts';
import type { ProofRow } from '#domain/ecash/proof.ts';
import type { MintRow, EcashWalletRecord } from '#domain/ecash/ledger/wallet-record.ts';
import { createKept, createKeptRows, type Kept } from '#store/storage/kept-rows.ts';
import { bare, type LedgerDatabase, type LedgerStore, type OperationRow } from './ledger-database.ts';
import type { Touched } from './touched.ts';

/**
 * What this tab knows of a ledger: as of the last change that it was told of, made here or by another tab. It is for whoever
 * looks after each change; whoever is about to change something reads the ledger itself.
 */
export type LedgerSeen = {
  wallet(): Promise<EcashWalletRecord | undefined>;
  mints(): Promise<readonly MintRow[]>;
  /** what is kept beside the money, of which the name begins so */
  beside<Row>(prefix: string): Promise<readonly Row[]>;
  /** those that are not over, in the order of time */
  operations(): Promise<readonly Operation[]>;
  /** those that are free, held or out */
  proofs(): Promise<readonly ProofRow[]>;
  outbox(): Promise<readonly OutboxRow[]>;
  /** newest first */
  history(): Promise<readonly HistoryRow[]>;
};

/** `reads`: of the ledger itself. */
export const createSeen = (database: Pick<LedgerDatabase, 'some'>, reads: LedgerSeen) => {
  const [wallet, mints] = [createKept({ read: reads.wallet }), createKept({ read: reads.mints })];
  const operations = createKeptRows<Operation>({
    all: reads.operations,
    some: async (ids) => (await database.some<OperationRow>('operations', ids)).map(bare).filter((row) => !isOver(row)),
    keyOf: ({ id }) => id,
    order: (one, other) => byText(one.id, other.id),
  });
  const proofs = createKeptRows<ProofRow>({
    all: reads.proofs,
    some: async (ys) => (await database.some<ProofRow>('proofs', ys)).filter(({ state }) => state !== 'spent'),
    keyOf: ({ y }) => y,
    order: (one, other) => byText(one.y, other.y),
  });
  const history = createKeptRows<HistoryRow>({
    all: reads.history,
    some: (names) => database.some<HistoryRow>('history', names),
    keyOf: ({ operation }) => operation,
    order: newestFirst,
  });
  const outbox = createKeptRows<OutboxRow>({
    all: reads.outbox,
    some: (names) =>
      database.some<OutboxRow>(
        'outbox',
        names.map((name) => name.split(' ')),
      ),
    keyOf: outboxName,
    order: (one, other) => byText(outboxName(one), outboxName(other)),
  });
  const beside = new Map<string, Kept<readonly unknown[]>>();
  const besideOf = (prefix: string) => {
    const known = beside.get(prefix) ?? createKept({ read: () => reads.beside<unknown>(prefix) });
    beside.set(prefix, known);
    return known;
  };
  const byStore: Partial<Record<LedgerStore, Kept<unknown>>> = { wallet, mints, outbox, operations, proofs, history };
  const seen: LedgerSeen = {
    wallet: wallet.get,
    mints: mints.get,
    beside: <Row>(prefix: string) => besideOf(prefix).get() as Promise<readonly Row[]>,
    operations: operations.get,
    proofs: proofs.get,
    outbox: outbox.get,
    history: history.get,
  };
  return {
    seen,
    changed({ stores, keys }: Touched) {
      for (const store of stores) byStore[store]?.changed(keys?.[store]);
      if (stores.includes('wallet')) for (const one of beside.values()) one.changed();
    },
  };
};
