import { fromCallback, fromPromise } from 'xstate';
import { sealed, type Sealed } from '#domain/protocol/sealed.ts';
import type { Session } from '#ports/session.ts';
import type { Keystore } from '#store/session/keystore.ts';
import type { SavedAccounts } from '#store/session/saved-accounts.ts';
import { saveOpened, type SavingDeps } from './login.ts';
import { given } from './vault.ts';

type Stores = { readonly keystore: Keystore; readonly accounts: SavedAccounts };

/** Tells the saved accounts now and after each change. */
export const defineWatchAccounts = (accounts: Pick<SavedAccounts, 'get' | 'subscribe'>) =>
  fromCallback(({ sendBack }) => {
    const tell = () => sendBack({ type: 'accounts.changed', pubkeys: accounts.get().map(({ pubkey }) => pubkey) });
    tell();
    return accounts.subscribe(tell);
  });

type UnlockDeps = SavingDeps & { readonly keystore: Keystore };

/** Opens a saved key and logs in with it. */
export const defineUnlock = (deps: UnlockDeps) =>
  fromPromise<void, { pubkey: string; passphrase: Sealed<string> }>(async ({ input, signal }) => {
    const passphrase = sealed(given(input.passphrase));
    const record = await deps.keystore.get(input.pubkey);
    const held = await deps.vault.unlock(record, passphrase, signal);
    await saveOpened(deps, { ...held, record: undefined }, signal);
    if (!signal.aborted) deps.find()?.send({ type: 'key.opened', pubkey: held.pubkey, persisted: true });
  });

/** How long unlocking takes on this device, ms. */
export const defineEstimate = (vault: SavingDeps['vault']) => fromPromise<number>(() => vault.estimate());

/** The list as views have it, and the two ways to delete saved keys. */
export const createAccountList = ({ keystore, accounts }: Stores): Session['accounts'] => ({
  get: accounts.get,
  subscribe: accounts.subscribe,
  async remove(pubkey) {
    await keystore.remove(pubkey);
    accounts.remove(pubkey);
  },
  async clear() {
    await keystore.clear();
    accounts.clear();
  },
});

/** Deletes the saved key of the account that signs out (LOGIN-39). */
export const defineDeleteSavedKey = ({ remove }: Pick<Session['accounts'], 'remove'>) =>
  fromPromise<void, { pubkey: string }>(({ input: { pubkey } }) => remove(pubkey));
