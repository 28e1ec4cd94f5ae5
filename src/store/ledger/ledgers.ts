import { settledOf } from '#store/storage/settled.ts';
import { ledgerName } from './ledger-database.ts';

const PREFIX = ledgerName('');

/** The accounts, in hex, that have a ledger in this browser, whether anything is in it or not. */
export const ledgersIn = async (factory: IDBFactory): Promise<readonly string[]> =>
  (await factory.databases()).flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));

/** Deletes the money of an account from this browser. Other tabs let go of it. */
export const deleteLedger = async (factory: IDBFactory, pubkey: string): Promise<void> => {
  await settledOf(factory.deleteDatabase(ledgerName(pubkey)));
};
