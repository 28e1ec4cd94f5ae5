import { ENCRYPTED, readStoredWallet } from '#domain/wallet/wallet-record.ts';
import { lasting, parseJson } from '#store/storage/browser-storage.ts';
import { WALLETS_KEY } from './wallet-traces.ts';

/** How many of the saved wallets have no record in the database of keys: those of the browser, and codes that lie open. */
export const countUnsealedWallets = (storage: Storage | undefined): number => {
  const list = parseJson(lasting(storage).get(WALLETS_KEY));
  const rows = Array.isArray(list) ? list.flatMap((row) => readStoredWallet(row) ?? []) : [];
  return rows.filter(({ connectionString }) => connectionString !== ENCRYPTED).length;
};
