import { useSelector } from '@xstate/react';
import { useState, useSyncExternalStore } from 'react';
import type { Problem } from '#domain/problem.ts';
import type { AccountState } from '#domain/session/account.ts';
import { useArea, useSession } from '#ui/system-context.ts';

/** How far the login goes (ROLE-01). */
export const useAccountState = (): AccountState =>
  useSelector(useArea('login'), (login) => {
    if (login.hasTag('unlocked')) return 'unlocked';
    if (login.hasTag('locked')) return 'locked';
    if (login.hasTag('extension')) return 'extension';
    return login.hasTag('logged in') ? 'read only' : 'visitor';
  });

/** Changes with each login, whoever and however. */
export const useLoginMark = (): string =>
  useSelector(useArea('login'), ({ context: { pubkey, method, persisted }, ...login }) =>
    pubkey === undefined ? '' : `${pubkey} ${method} ${persisted} ${login.hasTag('can sign')}`,
  );

/** Whether a secret key was opened while the view is there, by whichever form. */
export const useIsKeyOpened = (): boolean => {
  const opened = useSelector(useArea('login'), (login) =>
    login.hasTag('unlocked') ? login.context.pubkey : undefined,
  );
  const [before] = useState(opened);
  return opened !== undefined && opened !== before;
};

/** Why a login failed. */
export const useLoginProblem = (): Problem | undefined =>
  useSelector(useArea('login'), ({ context }) => context.problem);

/** The public keys of the accounts saved on this device, newest first. */
export const useSavedAccounts = (): readonly string[] => {
  const { accounts } = useSession();
  return useSyncExternalStore(accounts.subscribe, accounts.get).map(({ pubkey }) => pubkey);
};
