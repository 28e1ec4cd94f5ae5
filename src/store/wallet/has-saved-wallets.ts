/** local storage: the list of saved wallets (WALLET-08) */
export const WALLETS_KEY = 'nostrStoredWallets';

/** Whether anything of a wallet is kept, without loading the code for it. */
export const hasSavedWallets = (storage: Pick<Storage, 'getItem'> | undefined): boolean => {
  try {
    return (storage?.getItem(WALLETS_KEY) ?? '[]') !== '[]';
  } catch {
    return false;
  }
};
