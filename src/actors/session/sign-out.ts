import { fromPromise } from 'xstate';
import type { AccountStore } from '#store/session/account.ts';
import type { FindLogin } from './follow-login.ts';

/** Ends the login (LOGIN-35). Rejects when somebody is still logged in afterwards. */
export const defineSignOut = (find: FindLogin, account: Pick<AccountStore, 'get'>) =>
  fromPromise<void>(async () => {
    find()?.send({ type: 'account.signOut' });
    if (account.get().pubkey !== undefined) throw new Error('Still logged in');
  });
