import { fromCallback, fromPromise, type ActorRefFrom } from 'xstate';
import { onSignOut } from '#actors/session/sign-out.ts';
import type { AccountFact, walletConnectionMachine } from '#machines/wallet/wallet-connection.machine.ts';
import type { AccountStore } from '#store/session/account.ts';
import type { SavedWallets } from '#store/wallet/saved-wallets.ts';

type Accounts = Pick<AccountStore, 'get' | 'subscribe'>;

type Watched = {
  readonly account: Accounts;
  readonly saved: Pick<SavedWallets, 'of' | 'subscribe'>;
  /** the id of the wallet that is connected; undefined for none, and for one that is not saved */
  readonly connected: () => string | undefined;
  /** Calls back when that may be another one. */
  readonly onConnected: (listener: () => void) => () => void;
};

/**
 * Tells when whoever was logged in at its start no longer is (WALLET-17), and when the wallet that is connected is saved no more:
 * another tab removed it (CACHE-24).
 */
export const defineWatchWalletOwner = ({ account, saved, connected, onConnected }: Watched) =>
  fromCallback<AccountFact>(({ sendBack }) => {
    const tell = (fact: AccountFact) => sendBack(fact);
    const look = () => {
      const id = connected();
      if (id !== undefined && !saved.of(account.get().pubkey).some((one) => one.id === id))
        tell({ type: 'wallet.removed', id });
    };
    let owner = account.get().pubkey;
    const stops = [
      saved.subscribe(look),
      onConnected(look),
      account.subscribe(() => {
        const { pubkey } = account.get();
        if (owner !== undefined && pubkey !== owner) tell({ type: 'account.left' });
        owner = pubkey;
      }),
    ];
    return () => stops.forEach((stop) => stop());
  });

/**
 * Forgets the wallets of whoever signs out, also in another tab, until the returned function is called (WALLET-17). Who only
 * switches to another account finds them again.
 */
export const forgetWithAccount = (account: Accounts, saved: Pick<SavedWallets, 'clear'>) =>
  onSignOut(account, (owner) => void saved.clear(owner).catch(() => {}));

type Connection = ActorRefFrom<typeof walletConnectionMachine>;

/** Removes a saved wallet; here, where that is done, it is disconnected first, also while it is being connected. */
export const defineRemoveWallet = (connection: () => Connection | undefined, saved: Pick<SavedWallets, 'remove'>) =>
  fromPromise<void, { id: string }>(async ({ input: { id } }) => {
    const { wallet, wish } = connection()?.getSnapshot().context ?? {};
    if (wallet?.id === id) connection()?.send({ type: 'wallet.disconnect' });
    else if (wish?.kind === 'saved' && wish.id === id) connection()?.send({ type: 'wallet.cancel', byHand: true });
    await saved.remove(id);
  });
