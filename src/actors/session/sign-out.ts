import { fromPromise } from 'xstate';
import { isRecord } from '#domain/record.ts';
import { RELAYS_APPLIED_PREFIX, SESSION_RELAYS_KEY } from '#domain/session/session-limits.ts';
import type { AccountStore } from '#store/session/account.ts';
import type { PreferenceStore } from '#store/settings/preferences.ts';
import { parseJson } from '#store/storage/browser-storage.ts';
import type { FindLogin } from './follow-login.ts';

/** Ends the login (LOGIN-35). Rejects when somebody is still logged in afterwards. */
export const defineSignOut = (find: FindLogin, account: Pick<AccountStore, 'get'>) =>
  fromPromise<void>(async () => {
    find()?.send({ type: 'account.signOut' });
    if (account.get().pubkey !== undefined) throw new Error('Still logged in');
  });

const keysOf = (storage: Storage) =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter((key) => key !== null);

const isOf = (storage: Storage, key: string, pubkey: string) => {
  if (key !== SESSION_RELAYS_KEY) return key === RELAYS_APPLIED_PREFIX + pubkey;
  const kept = parseJson(storage.getItem(key));
  return isRecord(kept) && kept['pubkey'] === pubkey;
};

/** Forgets the relay defaults that this tab keeps of anybody else than who is logged in now (LOGIN-35). */
export const forgetOthers = (session: Storage | undefined, pubkey?: string): void => {
  if (!session) return;
  for (const key of keysOf(session)) {
    const isRelays = key === SESSION_RELAYS_KEY || key.startsWith(RELAYS_APPLIED_PREFIX);
    if (isRelays && (pubkey === undefined || !isOf(session, key, pubkey))) session.removeItem(key);
  }
};

/** A sign-out turns Follow Only off (LOGIN-36), for all tabs. */
export const turnFollowOnlyOff = (preferences: PreferenceStore): void => {
  if (preferences.get('filterByFollow')) preferences.set('filterByFollow', false);
};

/** Calls back when somebody signs out, also in another tab, until the returned function is called. Who switches to another account does not. */
export const onSignOut = (
  account: Pick<AccountStore, 'get' | 'subscribe'>,
  tell: (pubkey: string) => void,
): (() => void) => {
  let owner = account.get().pubkey;
  return account.subscribe(() => {
    const { pubkey } = account.get();
    if (owner !== undefined && pubkey === undefined) tell(owner);
    owner = pubkey;
  });
};
