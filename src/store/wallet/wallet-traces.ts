/** local storage: the list of saved wallets (WALLET-08) */
export const WALLETS_KEY = 'nostrStoredWallets';

/** local storage: there once a payment was written down, whose end somebody has to follow */
const PAID_KEY = 'walletPaid';

/** Whether anything of a wallet is kept, without loading the code for it. */
export const hasWalletTraces = (storage: Pick<Storage, 'getItem'> | undefined): boolean => {
  try {
    return (storage?.getItem(WALLETS_KEY) ?? '[]') !== '[]' || Boolean(storage?.getItem(PAID_KEY));
  } catch {
    return false;
  }
};

/** Has the next visits look for payments. Where nothing is kept there is no next visit. */
export const noteThatItPaid = (storage: Pick<Storage, 'setItem'> | undefined): void => {
  try {
    storage?.setItem(PAID_KEY, '1');
  } catch {
    // the payment itself is in the database, which is another place
  }
};
