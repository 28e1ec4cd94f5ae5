/** local storage: there while an operation with ecash may be open, which somebody has to lead on */
const OPEN_KEY = 'ecashOpen';

/** Whether ecash may be under way, without loading the code for it. */
export const hasEcashTraces = (storage: Pick<Storage, 'getItem'> | undefined): boolean => {
  try {
    return Boolean(storage?.getItem(OPEN_KEY));
  } catch {
    return false;
  }
};

const accountsIn = (storage: Pick<Storage, 'getItem'>): readonly string[] =>
  (storage.getItem(OPEN_KEY) ?? '').split(' ').filter((pubkey) => pubkey !== '');

/** Notes whether something of this account is open. Where nothing is kept there is no next visit. */
export const noteOpenEcash = (storage: Storage | undefined, pubkey: string, isOpen: boolean): void => {
  try {
    if (!storage) return;
    const others = accountsIn(storage).filter((one) => one !== pubkey);
    const accounts = isOpen ? [...others, pubkey] : others;
    if (accounts.length > 0) storage.setItem(OPEN_KEY, accounts.join(' '));
    else storage.removeItem(OPEN_KEY);
  } catch {
    // the operation itself is in the database, which is another place
  }
};
