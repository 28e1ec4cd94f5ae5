import { fromCallback } from 'xstate';
import type { AccountFact } from '#machines/wallet/wallet-connection.machine.ts';
import type { AccountStore } from '#store/session/account.ts';
import type { SavedWallets } from '#store/wallet/saved-wallets.ts';

/** Tells when whoever was logged in at its start no longer is (WALLET-17). */
export const defineWatchAccount = (account: Pick<AccountStore, 'get' | 'subscribe'>) =>
  fromCallback<AccountFact>(({ sendBack }) => {
    let owner = account.get().pubkey;
    return account.subscribe(() => {
      const { pubkey } = account.get();
      if (owner !== undefined && pubkey !== owner) sendBack({ type: 'account.left' } satisfies AccountFact);
      owner = pubkey;
    });
  });

/**
 * Forgets the wallets of whoever signs out, also in another tab, until the returned function is called (WALLET-17). Who only
 * switches to another account finds them again.
 */
export const forgetWithAccount = (
  account: Pick<AccountStore, 'get' | 'subscribe'>,
  saved: Pick<SavedWallets, 'clear'>,
) => {
  let owner = account.get().pubkey;
  return account.subscribe(() => {
    const { pubkey } = account.get();
    if (owner !== undefined && pubkey === undefined) void saved.clear(owner).catch(() => {});
    owner = pubkey;
  });
};
