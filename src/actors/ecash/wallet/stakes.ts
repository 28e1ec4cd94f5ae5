import { OFFER_PREFIX, type MadeOffer } from '#domain/ecash/ledger/made-offer.ts';
import { areSameStakes, stakeOf, type Stake } from '#domain/ecash/ledger/stake.ts';
import { Failure } from '#domain/problem.ts';
import { noteOpenEcash } from '#store/ledger/ecash-traces.ts';
import { openHeldNotes } from '#store/ledger/ecash-held.ts';
import { deleteLedger, ledgersIn } from '#store/ledger/ledger-database.ts';
import { openLedger } from '#store/ledger/ledger.ts';
import { isOver, learn } from '#domain/wallet/payment.ts';
import { openPayments, type Payments } from '#store/wallet/payments.ts';

const NOTHING = { wallet: undefined, proofs: [], operations: [], offers: [] };

const readLedger = async (factory: IDBFactory, pubkey: string) => {
  const ledger = openLedger(factory, { pubkey, now: () => 0 });
  try {
    const [wallet, proofs, operations, offers] = await Promise.all([
      ledger.wallet.get(),
      ledger.proofs(),
      ledger.operations('all'),
      ledger.beside.all<MadeOffer>(OFFER_PREFIX),
    ]);
    return { wallet, proofs, operations, offers };
  } finally {
    await ledger.close();
  }
};

/** Its mints can be asked no more what became of payments that are not over: nobody may take that for 'not paid'. */
const noteDeleted = async (payments: Payments, pubkey: string, at: number) => {
  for (const record of await payments.all()) {
    const { hash, owner, route } = record;
    if (owner === pubkey && route.kind === 'ecash' && !isOver(record))
      await payments.change(hash, (known) => learn(known, { type: 'deleted', at }));
  }
};

/** What the accounts of this browser have that they can lose. */
export type Stakes = {
  /** of all accounts; rejects when it cannot be read */
  read(): Promise<readonly Stake[]>;
  /** Deletes all ecash when it is still what the user saw; else rejects with 'ecash-kept' and touches nothing. */
  deleteEcash(seen: readonly Stake[]): Promise<void>;
};

/** Reads the ledgers and the payments only when it is asked. */
export const createStakes = (
  factory: IDBFactory | undefined,
  local: Storage | undefined,
  now: () => number,
): Stakes => {
  // where nothing is kept there is nothing to lose
  if (!factory) return { read: async () => [], deleteEcash: async () => {} };
  const payments = openPayments(factory);
  const read = async () => {
    const [ledgers, paid] = await Promise.all([ledgersIn(factory), payments.all()]);
    const accounts = new Set([...ledgers, ...paid.map(({ owner }) => owner)]);
    const stakes = await Promise.all(
      [...accounts].map(async (pubkey) =>
        stakeOf(pubkey, ledgers.includes(pubkey) ? await readLedger(factory, pubkey) : NOTHING, paid),
      ),
    );
    return stakes.flatMap((stake) => stake ?? []);
  };
  return {
    read,
    async deleteEcash(seen) {
      if (!areSameStakes(seen, await read())) throw new Failure({ code: 'ecash-kept' });
      for (const pubkey of await ledgersIn(factory)) {
        await noteDeleted(payments, pubkey, now());
        await deleteLedger(factory, pubkey);
        noteOpenEcash(local, pubkey, false);
        openHeldNotes(local).forget(pubkey);
      }
    },
  };
};
